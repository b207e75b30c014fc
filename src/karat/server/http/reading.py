"""What a request says, read without trust: its query and its body, as the type that a call asks for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from karat.server.http.problems import Failed

if TYPE_CHECKING:
    from starlette.requests import Request

BODY_WITHIN = 20.0
"""Seconds for the body of a request; who sends it drop by drop holds a connection for no longer."""
NO_ZERO = "a text has no character of number zero"  # PostgreSQL knows none


def read_query(request: Request, asks: type[msgspec.Struct]) -> Any:
    """The query as what the call asks for; Failed where it is something else."""
    if any("\x00" in value for value in request.query_params.values()):
        raise Failed(409, "bad_text", NO_ZERO)
    given = request.query_params.multi_items()
    names = [name for name, _ in given]
    if len(set(names)) < len(names):
        raise Failed(400, "bad_request", "a query has each name once")
    try:
        asked = msgspec.convert(dict(given), asks, strict=False)
    except msgspec.ValidationError as error:
        raise Failed(400, "bad_request", str(error)) from None
    if any(getattr(asked, name, "") is None for name in names):  # the word null is no value
        raise Failed(400, "bad_request", "what is not asked for is left out of a query")
    return asked


async def read_body(request: Request, takes: type[msgspec.Struct], longest: int) -> msgspec.Struct:
    """The body as what the call takes; Failed where it is too large or something else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # a form of another site cannot send this
        raise Failed(415, "not_json", "the body must be application/json")
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise Failed(413, "too_large", f"a body has at most {longest} bytes")
                parts.append(part)
    except TimeoutError:
        raise Failed(408, "too_slow", f"a body arrives within {BODY_WITHIN:.0f} seconds") from None
    if b"\\u0000" in b"".join(parts):
        raise Failed(409, "bad_text", NO_ZERO)
    try:
        return msgspec.convert(with_whole_numbers(msgspec.json.decode(b"".join(parts))), takes)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failed(400, "bad_request", str(error)) from None


def with_whole_numbers(value: Any) -> Any:
    """JSON makes no difference between 3 and 3.0, so neither do we."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [with_whole_numbers(item) for item in value]
        case dict():
            return {name: with_whole_numbers(item) for name, item in value.items()}
    return value
