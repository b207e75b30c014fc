"""A body that comes drop by drop."""

import asyncio

import pytest
from starlette.requests import Request

from karat.server.http import reading
from karat.server.http.problems import Failed
from karat.server.http.table_routes import NewGuest


async def test_who_sends_a_body_drop_by_drop_is_told_so_in_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "BODY_WITHIN", 0.05)
    drops = 0

    async def receive() -> dict[str, object]:
        nonlocal drops
        drops += 1
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", b"application/json")]}
    with pytest.raises(Failed, match="a body arrives within") as failed:
        await reading.read_body(Request(scope, receive), NewGuest, 1000)
    assert (failed.value.status, failed.value.code) == (408, "too_slow")
    assert drops < 10
