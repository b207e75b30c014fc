"""The built client as files: those with a hash in their name are kept by browsers for ever, the page itself is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response
    from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"


class Pages(StaticFiles):
    """A folder with an index.html, which also answers for paths of its own such as /table/abc."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            looks_like_a_file = "." in path.rsplit("/", 1)[-1]
            if error.status_code != 404 or looks_like_a_file or path.startswith(("api/", "ws")):
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Cache-Control"] = FOR_EVER if path.startswith("assets/") else "no-cache"
        return response
