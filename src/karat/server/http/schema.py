"""All that goes over the wire as one JSON document: frames both ways, events, calls. Clients make types from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from karat.games import GAMES
from karat.server.http.all_routes import all_routes
from karat.server.http.openapi import document, queries, tell_views
from karat.server.http.problems import Problem
from karat.server.wire import events, frames
from karat.server.wire.views import view_types

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.kit import Kit

REF = "#/$defs/"


def schema(kits: Mapping[str, Kit] = GAMES) -> dict[str, Any]:
    """The document of a house in which these games are played.

    `$defs` has every type; the rest says which of them each frame and each call brings.
    """
    rows, told = all_routes(kits), events.event_types(kits)
    named = {**told, "View": view_types(kits)}
    kinds = [kind for row in rows for kind in (row.takes, row.gives) if kind is not None]
    wanted = [*named.values(), events.ShownOutcome, *frames.KINDS.values(), *frames.NAMES, *kinds, Problem]
    schemas, defs = msgspec.json.schema_components(wanted, ref_template=REF + "{name}")
    unions = {name: without_mapping(schemas[place]) for place, name in enumerate(named)}
    of = {kind: shape for kind, shape in zip(wanted, schemas, strict=True) if isinstance(kind, type)}
    told_exactly(defs, told)
    tell_views(defs, schemas[len(told)])
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
        "$defs": {name: defs[name] for name in sorted(defs)} | unions,
        "openapi": document(rows, kits),
    }


def told_exactly(defs: dict[str, Any], happened: Iterable[str]) -> None:
    """Say what stands in the fields that the server fills with values of any game."""
    view = {"anyOf": [{"$ref": f"{REF}View"}, {"type": "null"}]}
    outcome = {"anyOf": [{"$ref": f"{REF}ShownOutcome"}, {"type": "null"}]}
    anything = [{"$ref": REF + name} for name in happened]
    defs["Snapshot"]["properties"] |= {"view": view, "outcome": outcome}
    defs["Events"]["properties"] |= {"view": view, "events": {"type": "array", "items": {"anyOf": anything}}}
    defs["ReplayStep"]["properties"]["events"] = {"type": "array", "items": {"anyOf": anything[1:]}}


def without_mapping(shape: dict[str, Any]) -> dict[str, Any]:
    """A union without the discriminator's table, which repeats what the types say."""
    return {name: part for name, part in shape.items() if name != "discriminator"}
