"""The OpenAPI document is enough: a client that openapi-python-client makes from it plays a match to its end."""

import asyncio
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest

from karat.games import GAMES
from karat.server.http.all_routes import TAGS, all_routes
from karat.server.http.openapi import document, examples

DOCUMENT = document(all_routes(GAMES), GAMES)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package that the generator makes, which must have nothing to complain of."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(DOCUMENT))
    # Its hooks only tidy the files up.
    (folder / "config.yaml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"]
    options = ["--path", "openapi.json", "--config", "config.yaml", "--output-path", "karat_made"]
    ran = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "Generating karat_made\n")
    sys.path.insert(0, str(folder))
    yield importlib.import_module("karat_made")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "karat_made"]:
        del sys.modules[name]


def call(made: ModuleType, tag: str, name: str) -> Callable[..., Any]:
    return importlib.import_module(f"{made.__name__}.api.{tag}.{name}").sync


def play_to_the_end(made: ModuleType, url: str, game: str) -> tuple[Any, int]:
    """Become a guest, sit down with bots, and answer every decision; the last snapshot, and how many there were."""
    models = importlib.import_module(f"{made.__name__}.models")
    with made.Client(url) as anybody:
        welcome = call(made, "tables", "make_guest")(client=anybody, body=models.NewGuest(name="Ada"))
    with made.AuthenticatedClient(url, token=welcome.token) as client:
        wanted = models.PlayNow(game=game, players=3, level="random")
        table = call(made, "play", "play_now")(client=client, body=wanted).table
        look, act = call(made, "bots", "bot_snapshot"), call(made, "bots", "bot_act")
        answered, until = 0, time.monotonic() + 120
        while time.monotonic() < until:
            shown = look(table, client=client)
            assert type(shown) is models.Snapshot, shown
            assert type(shown.view) is getattr(models, f"{game.capitalize()}View")
            if shown.status != "playing":
                return shown, answered
            turn = shown.turn
            if turn.decision and not turn.chosen:
                answered += 1
                said = models.Act(cid=f"c{answered}", decision=turn.decision, action=turn.legal[-1])
                done = act(table, client=client, body=said)
                assert type(done) is models.ActionTaken, done
            else:
                time.sleep(0.01)
    raise AssertionError("the match takes too long")


@pytest.mark.parametrize("game", ["aurum", "amul"])
async def test_a_generated_client_plays_a_match(
    serve: Callable[..., Awaitable[Any]], tmp_path: Path, made: ModuleType, game: str
):
    server = await serve(str(tmp_path / "karat.sqlite"))
    shown, answered = await asyncio.to_thread(play_to_the_end, made, server.url, game)
    assert shown.status == "finished"
    assert shown.outcome.winners
    assert shown.talk.manner == "free"
    assert answered > 20


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, about in methods.items():
            yield method, path, about


def test_every_call_has_a_name_a_tag_and_says_who_may_call_it():
    names = [about["operationId"] for _, _, about in operations()]
    assert len(set(names)) == len(names)
    for method, path, about in operations():
        assert about["tags"][0] in TAGS, path
        assert all("description" in one for one in about.get("parameters", ()) if one["in"] == "path"), path
        schemes = [scheme for one in about["security"] for scheme in one.items()]
        assert ("bearer", ["read" if method == "get" else "play"]) in schemes
        assert ("401" in about["responses"]) or {} in about["security"], path
        assert {"403", "429", "500", "503"} <= set(about["responses"])


def test_streams_say_what_a_line_is():
    stream = DOCUMENT["paths"]["/api/bot/tables/{table}/stream"]["get"]["responses"]["200"]["content"]
    assert stream["application/x-ndjson"]["schema"] == {"$ref": "#/components/schemas/TableLine"}
    lines = [one["$ref"].rsplit("/", 1)[-1] for one in DOCUMENT["components"]["schemas"]["TableLine"]["anyOf"]]
    assert {"SnapshotFrame", "EventsFrame", "DecisionFrame"} <= set(lines)
    assert DOCUMENT["components"]["schemas"]["DecisionFrame"]["properties"]["t"] == {"const": "decision"}


def test_everything_that_is_referred_to_is_there():
    referred = set()

    def look(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                referred.add(part["$ref"])
            for each in part.values():
                look(each)
        elif isinstance(part, list):
            for each in part:
                look(each)

    look(DOCUMENT)
    for ref in referred:
        kind, name = ref.removeprefix("#/components/").split("/")
        assert name in DOCUMENT["components"][kind], ref


def test_examples_are_what_the_calls_take():
    takes = {row.handler.__name__: row.takes for row in all_routes(GAMES)}
    for name, example in examples(GAMES).items():
        assert takes[name] is not None
        msgspec.convert(example, takes[name])


@pytest.mark.parametrize(("accept", "given"), [("*/*", "application/toml"), ("text/plain", "text/plain")])
async def test_what_is_not_json_can_be_had_as_plain_text(server: Any, accept: str, given: str):
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get("/api/cards/standard", headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == given
