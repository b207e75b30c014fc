"""A server with the third game, on either database, whose studies are made in this process."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from studying import HERE, KIT, Thinking

from karat.games import GAMES
from karat.server.http.app import App, ServerSettings


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "a.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
async def app(where: str, cheap_start: None) -> AsyncIterator[Any]:  # noqa: ARG001
    made: Any = App(ServerSettings(where, public_url=HERE, limit_factor=3, fast_sync=True), {**GAMES, "opal": KIT})
    made.thinking = made.reviewer._think = Thinking()
    object.__setattr__(made.worker.studies, "study", made.thinking)
    served = made.asgi()
    async with served.router.lifespan_context(served):
        made.served = served
        yield made
