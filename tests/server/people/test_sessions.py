import pytest
from people import Clock, accounts_in, register

from karat.server.people.accounts import AccountKind
from karat.server.people.sessions import LASTS, MOST_EACH, TOUCHED_EVERY, Sessions, from_other_site, set_cookie
from karat.server.store.database import Database


async def test_a_token_lets_its_person_in_and_is_not_in_the_database(database: Database):
    (anna,) = await register(database, "Anna")
    sessions = Sessions(database)
    token = await sessions.start(anna)
    signed = await sessions.who(token)
    assert signed is not None
    assert signed.person == anna
    assert await sessions.who(token[:-1] + "?") is None
    assert token not in str(await database.fetch("SELECT * FROM sessions"))


async def test_login_ends_the_session_before_it(database: Database):
    accounts, sessions = accounts_in(database), Sessions(database)
    guest = await accounts.guest("Anna")
    before = await sessions.start(guest)
    after = await sessions.start(guest, replacing=before)
    assert await sessions.who(before) is None
    assert await sessions.who(after)


async def test_signing_out_here_and_everywhere(database: Database):
    (anna, otto) = await register(database, "Anna", "Otto")
    sessions = Sessions(database)
    phone, desk, train, other = [await sessions.start(person) for person in (anna, anna, anna, otto)]
    await sessions.end(phone)
    assert [bool(await sessions.who(token)) for token in (phone, desk, train, other)] == [False, True, True, True]
    await sessions.end_all(anna, but=desk)
    assert [bool(await sessions.who(token)) for token in (desk, train, other)] == [True, False, True]
    await sessions.end_all(anna)
    assert [bool(await sessions.who(token)) for token in (desk, other)] == [False, True]


async def test_a_session_expires_unless_it_is_used(database: Database):
    (anna,) = await register(database, "Anna")
    clock = Clock()
    sessions = Sessions(database, clock)
    used, forgotten = await sessions.start(anna), await sessions.start(anna)
    clock.pass_by(LASTS[AccountKind.ACCOUNT] - 1)
    signed = await sessions.who(used)
    assert signed is not None
    assert signed.prolonged
    clock.pass_by(2)
    assert await sessions.who(used)
    assert await sessions.who(forgotten) is None


async def test_a_session_in_use_writes_once_a_day(database: Database):
    (anna,) = await register(database, "Anna")
    clock = Clock()
    sessions = Sessions(database, clock)
    token = await sessions.start(anna)
    clock.pass_by(TOUCHED_EVERY - 1)
    signed = await sessions.who(token)
    assert signed is not None
    assert not signed.prolonged


async def test_the_sessions_of_one_person_are_bounded(database: Database):
    (anna,) = await register(database, "Anna")
    clock = Clock()
    sessions = Sessions(database, clock)
    tokens = []
    for _ in range(MOST_EACH + 3):
        clock.pass_by(1)
        tokens.append(await sessions.start(anna))
    assert [bool(await sessions.who(token)) for token in tokens] == [False] * 3 + [True] * MOST_EACH


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(https: bool):
    cookie = set_cookie("secret", https=https).split("; ")
    assert cookie[0] == "karat=secret"
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie)
    assert ("Secure" in cookie) == https
    assert "Max-Age=0" in set_cookie("", https=https)


OURS = ("https://karat.example",)


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),  # not a browser
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": "cross-site", "origin": "https://evil.example"}, True),
        ({"sec-fetch-site": "same-site", "origin": "https://other.karat.example"}, True),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"sec-fetch-site": "same-site", "origin": "https://karat.example"}, False),
        ({"origin": "https://karat.example"}, False),
        ({"origin": "http://localhost:8000", "host": "localhost:8000"}, False),
        ({"origin": "https://evil.example", "host": "karat.example"}, True),
        ({"origin": "null", "host": "karat.example"}, True),
        ({"origin": "null"}, True),
        ({"origin": "http://[", "host": "karat.example"}, True),
    ],
)
def test_what_another_site_sends_is_refused(headers: dict[str, str], foreign: bool):
    assert from_other_site("POST", headers, OURS) == foreign
    assert from_other_site("GET", headers, OURS, socket=True) == foreign
    assert not from_other_site("GET", headers, OURS)
