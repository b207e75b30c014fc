"""The client has a method for every call about people, events and notices, and what it sends is what the call takes."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest

from karat.client import Client, meeting
from karat.client.calls import SESSION
from karat.games import GAMES
from karat.server.http.all_routes import all_routes
from karat.server.http.calls import Row

TAGS = {"challenges", "daily", "tournaments", "notices", "friends", "clubs", "finder", "moderation"}
MORE = {
    ("POST", "/api/accounts"),
    ("POST", "/api/login"),
    ("GET", "/api/me"),
    ("GET", "/api/people"),
    ("GET", "/api/people/{person}"),
    ("GET", "/api/relations"),
    ("POST", "/api/relations"),
    ("POST", "/api/reports"),
    ("GET", "/api/me/vacation"),
    ("POST", "/api/me/vacation"),
    ("DELETE", "/api/me/vacation"),
    ("GET", "/api/tables/{table}/orders"),
    ("POST", "/api/tables/{table}/orders"),
    ("GET", "/api/leaderboard"),
}
"""Calls of other parts that belong to it."""
ROWS = [row for row in all_routes(GAMES) if row.tag in TAGS or (row.method, row.path) in MORE]
CONFIG = {"game": "aurum", "players": 4}
ANSWER: dict[str, Any] = {
    **{name: [] for name in ("games", "people", "clubs", "tournaments", "tables", "reports", "orders", "may_order")},
    **dict.fromkeys(("id", "name", "token", "table", "secret"), "x"),
    "entered": 0,
    "seat": 0,
}
CALLS: tuple[Callable[[Client], Awaitable[Any]], ...] = (
    lambda c: c.sign_up("Ada", "a long password"),
    lambda c: c.sign_in("Ada", "a long password"),
    lambda c: c.me(),
    lambda c: c.person("x"),
    lambda c: c.person("Nobody's name"),
    lambda c: c.relations(),
    lambda c: c.block("x"),
    lambda c: c.mute("x"),
    lambda c: c.make_peace("x"),
    lambda c: c.report("cheating", about="x", table="abcdefgh", words="look"),
    lambda c: c.challenge("Bea", CONFIG),
    lambda c: c.challenges(),
    lambda c: c.see_challenge("x"),
    lambda c: c.accept("x", salt="ab"),
    lambda c: c.decline("x", "later"),
    lambda c: c.withdraw("x"),
    lambda c: c.friends(),
    lambda c: c.follow_person("Bea"),
    lambda c: c.who_waits(),
    lambda c: c.find_table({"game": "aurum", "players": [3, 4], "clocks": ["days"], "rated": True}),
    lambda c: c.clubs("Gold"),
    lambda c: c.make_club("Gold & Tea", about="We play", entry="open"),
    lambda c: c.club("Gold & Tea"),
    lambda c: c.change_club("x", about="Still", entry="invitation"),
    lambda c: c.join_club("x"),
    lambda c: c.invite_to_club("x", "Bea"),
    lambda c: c.appoint("x", "Bea", "officer"),
    lambda c: c.set_date("x", 2e9, "Friday", words="Come", config=CONFIG),
    lambda c: c.call_off("x", "e"),
    lambda c: c.open_club_table("x", CONFIG, event="e"),
    lambda c: c.leave_club("x", "Bea"),
    lambda c: c.delete_club("x"),
    lambda c: c.leaderboard("aurum", 4, least=5),
    lambda c: c.ladder("aurum", 4, "casual"),
    lambda c: c.today(),
    lambda c: c.play_daily("2026-11-18-aurum-4"),
    lambda c: c.daily_result("2026-11-18-aurum-4"),
    lambda c: c.daily_archive("2026-11-18"),
    lambda c: c.tournaments(),
    lambda c: c.open_tournament("Cup", CONFIG),
    lambda c: c.tournament("x"),
    lambda c: c.enter("x", entrant=3, name="Smiths"),
    lambda c: c.direct("x", "withdraw"),
    lambda c: c.direct("x", "start"),
    lambda c: c.direct("x", "substitute", {"entrant": 1, "name": "Bea"}),
    lambda c: c.direct("x", "stand-in", {"entrant": 1, "place": 0}),
    lambda c: c.direct("x", "hand-over", {"name": "Bea"}),
    lambda c: c.direct("x", "correct", {"round": 0, "table": 1, "deal": 0, "points": [1, 2], "reason": "slip"}),
    lambda c: c.direct("x", "finish"),
    lambda c: c.tournament_records("x"),
    lambda c: c.order("abcdefgh", "keep"),
    lambda c: c.orders("abcdefgh"),
    lambda c: c.waiting(),
    lambda c: c.vacation(),
    lambda c: c.take_days_off(3, begins=2e9),
    lambda c: c.be_back(),
    lambda c: c.notices(),
    lambda c: c.notices(off=["reminder"], quiet={"begins": 1320, "ends": 420, "zone": "Europe/Berlin"}),
    lambda c: c.add_browser("https://push.example/1", "abc", "def"),
    lambda c: c.add_webhook("https://example.org/hook", language="de", label="mine"),
    lambda c: c.add_address("ada@example.org"),
    lambda c: c.confirm_address("12345678"),
    lambda c: c.remove_channel("x"),
    lambda c: c.try_notices(),
    lambda c: c.stop_mail("x"),
    lambda c: c.mute_notices("abcdefgh", muted=False, off=["reminder"]),
    lambda c: c.reports(settled=True),
    lambda c: c.settle("x", "no_fault"),
    lambda c: c.reported_record("x"),
    lambda c: c.moderated("x"),
    lambda c: c.sanction("x", "mute", "insult", words="Be kind", days=3),
    lambda c: c.lift("x"),
    lambda c: c.audit(before=7),
    lambda c: c.signals("aurum"),
    lambda c: c.ask_agreement("x", "aurum"),
    lambda c: c.agreement("x", "aurum"),
)


def row_of(method: str, path: str) -> Row:
    """Which call that is; one without places goes before one with them."""
    fitting = [row for row in ROWS if row.method == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", row.path), path)]
    assert fitting, f"{method} {path} is no call"
    return min(fitting, key=lambda row: row.path.count("{"))


async def test_every_call_has_a_method_that_sends_what_it_takes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(meeting, "WAIT_AGAIN", 0.0)
    called: set[tuple[str, str]] = set()

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode().partition("?")[0]
        row = row_of(request.method, path)
        called.add((row.method, row.path))
        if row.takes is not None:
            msgspec.json.decode(request.content or b"null", type=row.takes)
        if row.asks is not None:
            msgspec.convert(dict(request.url.params), row.asks, strict=False)
        else:
            assert not request.url.query
        if row.path == "/api/people/{person}" and path.endswith("name"):
            return httpx.Response(404, json={"code": "nobody", "message": "nobody"})
        told = ANSWER | {"table": ""} if row.path == "/api/finder" else ANSWER  # so that one waits on
        return httpx.Response(200, json=told, headers={"Set-Cookie": f"{SESSION}=token"})

    async with Client("http://karat") as client:
        await client._http.aclose()
        client._http = httpx.AsyncClient(base_url="http://karat", transport=httpx.MockTransport(answer))
        for call in CALLS:
            await call(client)
    assert {(row.method, row.path) for row in ROWS} - called == set()
