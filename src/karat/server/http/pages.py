"""The built client as files: those with a hash in their name are kept by browsers for ever, the page itself is not."""

from __future__ import annotations

import mimetypes
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response
    from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"
HASHED = "assets/"
"""The folder whose names change with what is in them."""
PAGE = "index.html"
CALLS = frozenset({"api", "ws", "openapi.json", "healthz", "readyz", "metrics"})
"""Where the server itself answers."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""Encodings, the better first, with how the files are called that have them."""
DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",  # cards are placed by style attributes
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
"""Nothing comes from elsewhere, and no script from within a page."""
GUARDS = {
    "Content-Security-Policy": "; ".join(DIRECTIVES),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


class Pages(StaticFiles):
    """A folder with an index.html, which also answers for paths of its own such as /table/abc."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if "\0" in path:
            raise HTTPException(404)  # no file is called so, and the system does not even look for one
        name = PAGE if path == "." else path
        try:
            response = await self._file(name, scope)
        except HTTPException as error:
            if error.status_code != 404 or not is_page(path):
                raise
            name = PAGE
            response = await self._file(name, scope)
        response.headers["Cache-Control"] = FOR_EVER if name.startswith(HASHED) else "no-cache"
        response.headers.update(GUARDS)
        return response

    async def _file(self, name: str, scope: Scope) -> Response:
        """The file, or the smaller one beside it that the browser can unpack."""
        accepted = {
            part.partition(";")[0].strip() for part in Headers(scope=scope).get("accept-encoding", "").split(",")
        }
        for encoding, suffix in PACKED.items():
            if encoding in accepted and self.lookup_path(name + suffix)[1] is not None:
                response = await super().get_response(name + suffix, scope)
                response.headers["Content-Encoding"] = encoding
                response.headers["Content-Type"] = media_type(name)
                break
        else:
            response = await super().get_response(name, scope)
        response.headers.add_vary_header("Accept-Encoding")
        return response


class PageMount(Mount):
    """The page at the root, which leaves the server's own paths alone: a call with a wrong method is no page."""

    def __init__(self, folder: Path) -> None:
        super().__init__("/", Pages(folder))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        first = scope["path"].lstrip("/").partition("/")[0]
        return (Match.NONE, {}) if first in CALLS else super().matches(scope)


def is_page(path: str) -> bool:
    """Whether it could be a path of the page itself: no call, no socket, nothing that looks like a file."""
    first, _, _ = path.partition("/")
    return first not in ("api", "ws", "assets") and "." not in path.rsplit("/", 1)[-1]


def media_type(name: str) -> str:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
