"""The OpenAPI document, made from the table of routes and the types of what goes in and comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from karat import __version__
from karat.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.routes import Row

REASONS = {
    400: "What was sent is not what is wanted",
    401: "This needs a session",
    403: "Not for you",
    404: "There is no such table",
    409: "Not as things stand",
    413: "Too large",
    415: "The body must be JSON",
    429: "Too much; Retry-After says when there is room again",
    503: "The database cannot be reached; Retry-After says when to try again",
}
TABLE = {
    "name": "table",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[0-9a-z]{8,32}$"},
}


def document(rows: Sequence[Row]) -> dict[str, Any]:
    """All calls of the house, as OpenAPI 3.1."""
    kinds = [kind for row in rows for kind in (row.takes, row.gives) if kind is not None]
    unique = list(dict.fromkeys([*kinds, Problem]))
    schemas, components = msgspec.json.schema_components(unique, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(unique, schemas, strict=True))
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
    body_errors = (400, 413, 415) if row.takes else ()
    given = {"description": "Done", "content": {"application/json": {"schema": {"type": "object"}}}}
    if row.gives is not None:
        given["content"] = {"application/json": {"schema": schema_of[row.gives]}}
    wrong = {"application/json": {"schema": schema_of[Problem]}}
    told: dict[str, Any] = {
        "summary": row.does,
        "operationId": row.handler.__name__,
        "responses": {
            "200": given,
            **{
                str(status): {"description": REASONS[status], "content": wrong}
                for status in sorted({*row.refuses, *body_errors, 429, 503, *((403,) if row.method != "GET" else ())})
            },
        },
    }
    if "{table}" in row.path:
        told["parameters"] = [TABLE]
    if row.takes is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema_of[row.takes]}}}
    return told
