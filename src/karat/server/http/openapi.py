"""The OpenAPI document, made from the table of routes and the types of what goes in and comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from karat import __version__
from karat.server.http.problems import Problem
from karat.server.wire.frames import TABLE_ID
from karat.server.wire.views import view_types

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.kit import Kit
    from karat.server.http.calls import Row

REASONS = {
    400: "What was sent is not what is wanted",
    401: "This needs a session",
    403: "Not for you",
    404: "Nothing has such an id",
    409: "Not as things stand",
    413: "Too large",
    415: "The body must be JSON",
    429: "Too much; Retry-After says when there is room again",
    503: "The database cannot be reached; Retry-After says when to try again",
}
PLACES = {"table": f"^{TABLE_ID}$"}
"""Parts of paths with what they look like, where it is not just letters, digits, - and _."""

WITH_VIEWS = ("ReplayStep", "LessonTold")
"""Types of calls with a field `view`."""


def document(rows: Sequence[Row], kits: Mapping[str, Kit]) -> dict[str, Any]:
    """All calls of a house in which these games are played, as OpenAPI 3.1."""
    kinds = [kind for row in rows for kind in (row.takes, row.gives) if kind is not None]
    unique = list(dict.fromkeys([*kinds, Problem]))
    wanted = [*unique, view_types(kits)]
    (*schemas, view), components = msgspec.json.schema_components(wanted, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(unique, schemas, strict=True))
    tell_views(components, view)
    paths: dict[str, dict[str, Any]] = {}
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = operation(row, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Karat", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "karat"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"cookie": []}, {"bearer": []}],
    }


def operation(row: Row, schema_of: dict[Any, Any]) -> dict[str, Any]:
    body_errors = (400, 409, 413, 415) if row.takes else ()
    plain = {"type": "object" if row.media == "application/json" else "string"}
    given: dict[str, Any] = {"description": "Done", "content": {row.media: {"schema": plain}}}
    if row.gives is not None:
        given["content"] = {"application/json": {"schema": schema_of[row.gives]}}
    wrong = {"application/json": {"schema": schema_of[Problem]}}
    operation: dict[str, Any] = {
        "summary": row.does,
        "operationId": row.handler.__name__,
        "responses": {
            "200": given,
            **{
                str(status): {"description": REASONS[status], "content": wrong}
                for status in sorted({*row.refuses, *body_errors, 429, 503, 403, *((400, 409) if row.asks else ())})
            },
        },
    }
    if parameters := [*places(row.path), *queries(row.asks)]:
        operation["parameters"] = parameters
    if row.takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema_of[row.takes]}}}
    return operation


def tell_views(components: dict[str, Any], view: dict[str, Any]) -> None:
    """Say what stands in the fields that hold a view of any of the games."""
    for name in WITH_VIEWS:
        components[name]["properties"]["view"] |= view


def places(path: str) -> list[dict[str, Any]]:
    """The parts of a path that differ from call to call."""
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": PLACES.get(name, "^[0-9A-Za-z_-]{1,400}$")},
        }
        for name in re.findall(r"{(\w+)}", path)
    ]


def queries(asks: type[msgspec.Struct] | None) -> list[dict[str, Any]]:
    """What may stand after the path, from the fields of a struct of plain values."""
    if asks is None:
        return []
    (_,), components = msgspec.json.schema_components([asks])
    schema = components[asks.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _resolved(told, components)}
        for name, told in schema["properties"].items()
    ]


def _resolved(told: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to put in; a query has no null, so that choice is left out."""
    if "$ref" in told:
        return _resolved(components[told["$ref"].rsplit("/", 1)[-1]], components)
    choices = [choice for choice in told.get("anyOf", ()) if choice.get("type") != "null"]
    return _resolved(choices[0], components) if choices else {key: told[key] for key in told if key != "default"}
