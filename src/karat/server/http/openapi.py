"""The OpenAPI document, made from the table of routes and the types of what goes in and comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from karat import __version__
from karat.server.http.all_routes import TAGS
from karat.server.http.problems import Problem
from karat.server.people.sessions import COOKIE
from karat.server.wire.frames import TABLE_ID
from karat.server.wire.types import definitions, describe, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.kit import Kit
    from karat.server.http.calls import Row

ABOUT = """Tables of card games for people and bots. What happens at a table comes over the WebSocket `/ws`, or to \
programs as streams of lines; both bring the frames that are described here, and docs/server.md tells how they go \
together."""
REASONS = {
    400: "What was sent is not what is wanted",
    401: "This needs a session",
    403: "Not for you",
    404: "Nothing has such an id",
    408: "The body took too long",
    409: "Not as things stand",
    413: "Too large",
    415: "The body must be JSON",
    421: "The server is not called as the request says",
    429: "Too much; Retry-After says when there is room again",
    500: "The server made a mistake",
    503: "The database cannot be reached; Retry-After says when to try again",
}
WAITING = (429, 503)
"""Statuses that come with Retry-After."""
ALWAYS = (403, 421, 429, 500, 503)
OF_BODIES = (400, 408, 409, 413, 415)
OF_QUERIES = (400, 409)
PLACES = {
    "cards": "A card file: `standard`, or its SHA-256",
    "challenge": "The id of a challenge",
    "club": "The name or the id of a club",
    "event": "The id of a date of a club",
    "channel": "The id of a way on which notices are sent",
    "deal": "The id of a deal of a day, as `GET /api/daily` lists them",
    "game": "The name of a game, as `GET /api/games` lists them",
    "id": "The id of a token",
    "key": "The id of a passkey",
    "match": "The id of a finished match",
    "puzzle": "The id of a puzzle",
    "person": "The id of a person or bot",
    "report": "The id of a report",
    "sanction": "The id of a mute or suspension",
    "table": "The id of a table",
    "token": "What a mail brings to prove that its address is somebody's",
    "tournament": "The id of a tournament",
}
"""What stands in paths, and what it is."""
PATTERNS = {"table": f"^{TABLE_ID}$", "club": "^[^/]{1,200}$"}
"""What it looks like, where it is not just letters, digits, - and _."""
REF = "#/components/schemas/"


def document(rows: Sequence[Row], kits: Mapping[str, Kit]) -> dict[str, Any]:
    """All calls of a house in which these games are played, as OpenAPI 3.1."""
    kinds = [kind for row in rows for kind in (row.takes, row.gives) if kind is not None]
    schema_of, named = definitions([*kinds, Problem], kits, REF)
    paths: dict[str, dict[str, Any]] = {}
    bodies = examples(kits)
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = operation(row, schema_of, bodies)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Karat",
            "version": __version__,
            "summary": "Tables of card games",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": tag, "description": about} for tag, about in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": named,
            "responses": {str(status): refusal(status, schema_of[Problem]) for status in REASONS},
            "securitySchemes": {
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "A session in a browser.",
                },
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a session, such as a guest's, or that of a bot with this scope:"
                    " read, play or chat.",
                },
            },
        },
    }


def examples(kits: Mapping[str, Kit]) -> dict[str, dict[str, Any]]:
    """Bodies, by the name of the call."""
    kit = next(iter(kits.values()))
    game, players, level = kit.name, kit.options.usual_players, kit.usual_level
    return {
        "make_guest": {"name": "Ada"},
        "open_table": {"config": {"game": game, "players": players, "bots": {"1": level}}, "name": "Ada"},
        "join": {"name": "Bea"},
        "play_now": {"game": game, "players": players, "level": level, "name": "Ada"},
        "bot_act": {"cid": "any-fresh-text", "decision": "57", "action": "play B7"},
        "make_token": {"bot": "Goosebot", "scopes": ["play"]},
    }


def operation(row: Row, schema_of: dict[Any, Any], bodies: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """One call."""
    name = row.handler.__name__
    statuses = {*row.refuses, *ALWAYS, *(OF_BODIES if row.takes else ()), *(OF_QUERIES if row.asks else ())}
    about: dict[str, Any] = {
        "tags": [row.tag],
        "summary": row.does,
        "operationId": name,
        "security": security(row),
        "responses": {
            "200": {"description": "Done", "content": content(row, schema_of)},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in sorted(statuses)},
        },
    }
    if parameters := [*places(row.path), *queries(row.asks)]:
        about["parameters"] = parameters
    if row.takes is not None:
        body: dict[str, Any] = {"schema": schema_of[row.takes]}
        if name in bodies:
            body["examples"] = {name: {"value": bodies[name]}}
        about["requestBody"] = {"required": True, "content": {"application/json": body}}
    return about


def content(row: Row, schema_of: dict[Any, Any]) -> dict[str, Any]:
    """What a call gives, by its media type; of lines of JSON, the type of a line."""
    if row.gives is not None:
        return {"application/json": {"schema": schema_of[row.gives]}}
    of_line = {"schema": {"$ref": REF + row.line}} if row.line else {"schema": {"type": "string"}}
    return {row.media: of_line, "text/plain": {"schema": {"type": "string"}}}


def security(row: Row) -> list[dict[str, list[str]]]:
    """Who may call: anybody, or whoever has a session or a token of that scope."""
    known: list[dict[str, list[str]]] = [{"bearer": ["read" if row.method == "GET" else "play"]}, {"cookie": []}]
    return known if 401 in row.refuses and not row.greets else [{}, *known]


def refusal(status: int, problem: dict[str, Any]) -> dict[str, Any]:
    """What is answered with a status that is not good."""
    told = {"description": REASONS[status], "content": {"application/json": {"schema": problem}}}
    if status not in WAITING:
        return told
    seconds = {"description": "Seconds", "schema": {"type": "integer", "minimum": 0}}
    return told | {"headers": {"Retry-After": seconds}}


def places(path: str) -> list[dict[str, Any]]:
    """The parts of a path that differ from call to call."""
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PLACES[name],
            "schema": {"type": "string", "pattern": PATTERNS.get(name, "^[0-9A-Za-z_-]{1,400}$")},
        }
        for name in re.findall(r"{(\w+)}", path)
    ]


def queries(asks: type[msgspec.Struct] | None) -> list[dict[str, Any]]:
    """What may stand after the path, from the fields of a struct of plain values."""
    if asks is None:
        return []
    (_,), components = msgspec.json.schema_components([asks])
    schema = components[asks.__name__]
    describe(schema, asks)
    resolve(schema, "")
    required = schema.get("required", [])
    found = []
    for name, told in schema["properties"].items():
        about = {"description": told.pop("description")} if "description" in told else {}
        found.append(
            {
                "name": name,
                "in": "query",
                "required": name in required,
                **about,
                "schema": plain_schema(told, components),
            }
        )
    return found


def plain_schema(told: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to put in; a query has no null, so that choice is left out."""
    if "$ref" in told:
        return plain_schema(components[told["$ref"].rsplit("/", 1)[-1]], components)
    choices = [choice for choice in told.get("anyOf", ()) if choice.get("type") != "null"]
    return plain_schema(choices[0], components) if choices else {key: told[key] for key in told if key != "default"}
