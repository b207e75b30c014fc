import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import Clock

from karat.server.database import Database
from karat.server.quotas import Bucket, Limits, TooMany, address_key

SHARED_OR_NOT = pytest.mark.parametrize("shared", [False, True])


def limits_in(database: Database, clock: Clock, *, shared: bool) -> Limits:
    return Limits(database, clock, {"knock": Bucket(3, 30.0, shared=shared)})


@SHARED_OR_NOT
async def test_a_burst_then_a_steady_rate(database: Database, shared: bool):
    clock = Clock()
    limits = limits_in(database, clock, shared=shared)
    for _ in range(3):
        await limits.take("knock", "Anna")
    with pytest.raises(TooMany) as refused:
        await limits.take("knock", "Anna")
    assert refused.value.retry_after == 10
    await limits.take("knock", "Otto")
    clock.pass_by(9.5)
    with pytest.raises(TooMany) as refused:
        await limits.take("knock", "Anna")
    assert refused.value.retry_after == 1
    clock.pass_by(0.5)
    await limits.take("knock", "Anna")
    with pytest.raises(TooMany):
        await limits.take("knock", "Anna")
    clock.pass_by(3600)
    for _ in range(3):
        await limits.take("knock", "Anna")
    with pytest.raises(TooMany):
        await limits.take("knock", "Anna")


async def test_workers_count_together(database: Database):
    clock = Clock()
    workers = [limits_in(database, clock, shared=True) for _ in range(2)]
    tried = await asyncio.gather(*(worker.take("knock", "Anna") for worker in workers * 4), return_exceptions=True)
    assert sum(one is None for one in tried) == 3


async def test_the_memory_for_strangers_is_bounded(database: Database):
    limits = Limits(database, Clock(), {"knock": Bucket(1, 60.0)}, remembered=50)
    for number in range(1000):
        limits.take_here("knock", str(number))
    assert len(limits._full_at) == 50
    with pytest.raises(TooMany):
        limits.take_here("knock", "999")


async def test_full_buckets_are_swept_out_of_the_database(database: Database):
    clock = Clock()
    limits = limits_in(database, clock, shared=True)
    for number in range(256):
        clock.pass_by(1)
        await limits.take("knock", str(number))
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
