"""All that goes over the wire as one JSON document: frames both ways, events, calls. Clients make types from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.games import GAMES
from karat.server.http.all_routes import all_routes
from karat.server.http.openapi import queries
from karat.server.http.problems import Problem
from karat.server.wire import frames
from karat.server.wire.types import definitions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit

REF = "#/$defs/"
ALIASES = {"Said": "SaidEvent"}
"""Names that pages use for types which have another."""


def schema(kits: Mapping[str, Kit] = GAMES) -> dict[str, Any]:
    """The document of a house in which these games are played.

    `$defs` has every type; the rest says which of them each frame and each call brings.
    """
    rows = all_routes(kits)
    calls = [kind for row in rows for kind in (row.takes, row.gives) if kind is not None]
    of, defs = definitions([*frames.KINDS.values(), *frames.FRAMES, *calls, Problem], kits, REF)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Karat's wire",
        "version": frames.VERSION,
        "from_client": {name: of[kind] for name, kind in frames.KINDS.items()},
        "from_server": {name: of[kind] for kind, name in frames.NAMES.items()},
        "calls": {
            f"{row.method} {row.path}": {
                "summary": row.does,
                "query": queries(row.asks),
                "takes": of[row.takes] if row.takes else None,
                "gives": of[row.gives] if row.gives else None,
            }
            for row in rows
        },
        "$defs": defs | {name: {"$ref": REF + other} for name, other in ALIASES.items()},
    }
