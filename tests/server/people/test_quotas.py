import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import Clock

from karat.server.people.limits import Limits, TooMuch
from karat.server.people.quotas import Bucket, Quotas, address_key, is_within
from karat.server.store.database import Database


def quotas_in(database: Database, clock: Clock, factor: float = 1.0) -> Quotas:
    return Quotas(database, Limits(factor), clock, {"knock": Bucket(3, 30.0, shared=True), "ring": Bucket(2, 1000.0)})


async def test_a_burst_then_a_steady_rate(database: Database):
    clock = Clock()
    quotas = quotas_in(database, clock)
    for _ in range(3):
        await quotas.take("knock", "Anna")
    with pytest.raises(TooMuch) as refused:
        await quotas.take("knock", "Anna")
    assert refused.value.retry_after == pytest.approx(10)
    await quotas.take("knock", "Otto")
    clock.pass_by(9.5)
    with pytest.raises(TooMuch) as refused:
        await quotas.take("knock", "Anna")
    assert refused.value.retry_after == 1
    clock.pass_by(0.5)
    await quotas.take("knock", "Anna")
    with pytest.raises(TooMuch):
        await quotas.take("knock", "Anna")
    clock.pass_by(3600)
    for _ in range(3):
        await quotas.take("knock", "Anna")
    with pytest.raises(TooMuch):
        await quotas.take("knock", "Anna")


async def test_what_is_not_shared_is_the_workers_own(database: Database):
    quotas = quotas_in(database, Clock())
    for _ in range(2):
        await quotas.take("ring", "Anna")
    with pytest.raises(TooMuch):
        await quotas.take("ring", "Anna")
    assert await database.fetch("SELECT 1 FROM limits") == []


async def test_a_factor_widens_what_is_shared(database: Database):
    quotas = quotas_in(database, Clock(), factor=2)
    for _ in range(6):
        await quotas.take("knock", "Anna")
    with pytest.raises(TooMuch):
        await quotas.take("knock", "Anna")


async def test_workers_count_together(database: Database):
    clock = Clock()
    workers = [quotas_in(database, clock) for _ in range(2)]
    tried = await asyncio.gather(*(worker.take("knock", "Anna") for worker in workers * 4), return_exceptions=True)
    assert sum(one is None for one in tried) == 3


async def test_full_buckets_are_swept_out_of_the_database(database: Database):
    clock = Clock()
    quotas = quotas_in(database, clock)
    for number in range(256):
        clock.pass_by(1)
        await quotas.take("knock", str(number))
    ((left,),) = await database.fetch("SELECT COUNT(*) FROM limits")
    assert int(str(left)) <= 11


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:2", "2001:db8::/64"),
        ("testclient", "elsewhere"),
        (None, "elsewhere"),
    ],
)
def test_a_household_is_one_address(address: str | None, key: str):
    assert address_key(address) == key


@given(st.text())
def test_any_address_has_a_short_key(address: str):
    assert len(address_key(address)) < 50


@pytest.mark.parametrize(
    ("address", "within"),
    [("127.0.0.1", True), ("::ffff:127.0.0.9", True), ("::1", True), ("10.0.0.7", False), ("", False), ("unix", False)],
)
def test_addresses_are_within_networks_or_not(address: str, within: bool):
    assert is_within(address, ["127.0.0.0/8", "::1"]) is within


async def test_a_clock_that_was_wrong_for_a_moment_locks_nobody_out(database: Database):
    clock = Clock()
    quotas = quotas_in(database, clock)
    clock.pass_by(10 * 365 * 86400)
    for _ in range(3):
        await quotas.take("knock", "Anna")
    clock.pass_by(-10 * 365 * 86400)
    for _ in range(3):
        await quotas.take("knock", "Anna")
    with pytest.raises(TooMuch) as refused:
        await quotas.take("knock", "Anna")
    assert refused.value.retry_after <= 30


async def test_guests_tables_and_guesses_are_counted_over_all_workers(serve: Any, postgres_url: str):
    """Turn and turn about between two workers: neither lets through more than both together may."""
    workers = [await serve(postgres_url, limit_factor=0.1) for _ in range(2)]
    for worker in workers:
        worker.app.limits.factor = 1000  # a worker's own limits are not what is looked at
        worker.app.people.quotas.limits = Limits(0.1)
    made: list[int] = []
    tries: list[int] = []
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(httpx.AsyncClient(base_url=worker.url)) for worker in workers]
        for number in range(10):
            response = await clients[number % 2].post("/api/guests", json={"name": f"Goose{number}"})
            made.append(response.status_code)
        config = {"game": "aurum", "players": 3, "visibility": "password"}
        opened = await clients[0].post("/api/tables", json={"config": config, "password": "honk"})
        for number in range(4):
            path = f"/api/tables/{opened.json()['table']}/join"
            response = await clients[1].post(path, json={"name": "Otto", "password": f"guess {number}"})
            tries.append(response.status_code)
    assert made == [200] * 6 + [429] * 4
    assert tries == [403, 429, 429, 429]
