"""Places by turns: who wants many keeps nobody else waiting."""

import asyncio

import pytest

from karat.server.house.fair_queue import FairQueue


async def entered(queue: FairQueue, log: list[str], *people: str) -> None:
    person = await queue.enter(people)
    log.append(person)


async def begun(queue: FairQueue, log: list[str], *people: str) -> asyncio.Task[None]:
    task = asyncio.create_task(entered(queue, log, *people))
    await asyncio.sleep(0)
    return task


async def test_one_of_each_persons_by_turns():
    queue, log = FairQueue(1), list[str]()
    for _ in range(5):
        await begun(queue, log, "greedy")
    await begun(queue, log, "ada")
    await begun(queue, log, "bea")
    for _ in range(6):
        queue.leave(log[-1])
        await asyncio.sleep(0)
    assert log == ["greedy", "greedy", "ada", "bea", "greedy", "greedy", "greedy"]
    queue.leave("greedy")
    assert await queue.enter(["ada"]) == "ada"  # and there is room again


async def test_what_several_wait_for_goes_by_who_wants_least():
    queue, log = FairQueue(1), list[str]()
    for _ in range(3):
        await begun(queue, log, "greedy")
    await begun(queue, log, "greedy", "ada")
    queue.leave(log[-1])
    await asyncio.sleep(0)
    queue.leave(log[-1])
    await asyncio.sleep(0)
    assert log == ["greedy", "greedy", "ada"]


async def test_who_gives_up_leaves_no_gap():
    queue, log = FairQueue(1), list[str]()
    await begun(queue, log, "ada")
    waiting = [await begun(queue, log, "bea") for _ in range(2)]
    given = await begun(queue, log, "cleo")
    waiting[0].cancel()
    await asyncio.gather(waiting[0], return_exceptions=True)
    assert len(queue) == 2
    queue.leave("ada")  # bea's other one has it now
    waiting[1].cancel()  # and in the same moment does not want it
    await asyncio.gather(waiting[1], return_exceptions=True)
    await asyncio.wait_for(given, 30)
    assert log == ["ada", "cleo"]
    queue.leave("cleo")
    assert (await asyncio.wait_for(queue.enter([]), 1), len(queue)) == ("", 0)


@pytest.mark.parametrize("places", [1, 3])
async def test_never_more_than_there_are_places(places: int):
    queue, inside, most = FairQueue(places), 0, 0

    async def come(person: str) -> None:
        nonlocal inside, most
        held = await queue.enter([person])
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        queue.leave(held)

    await asyncio.gather(*(come(str(number % 4)) for number in range(40)))
    assert (most, inside, len(queue)) == (places, 0, 0)
