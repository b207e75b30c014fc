"""A clock that jumps ends nothing that was to last."""

from people import Clock, register

from karat.server.people.clock import BELIEVED_AFTER, SteadyClock
from karat.server.people.sessions import DAY, Sessions
from karat.server.store.database import Database

YEARS = 20 * 365 * DAY


class Machine:
    """Its two clocks."""

    def __init__(self) -> None:
        self.wall, self.running = Clock(), Clock(500.0)
        self.steady = SteadyClock(self.wall, self.running)

    def pass_by(self, seconds: float) -> None:
        self.wall.pass_by(seconds)
        self.running.pass_by(seconds)


def test_small_corrections_are_followed_and_jumps_are_not():
    machine = Machine()
    machine.pass_by(100)
    machine.wall.pass_by(-20)
    assert machine.steady.now() == machine.wall()
    right = machine.steady.now()
    machine.wall.pass_by(YEARS)
    machine.pass_by(10)
    assert machine.steady.now() == right + 10
    machine.wall.pass_by(-YEARS)
    assert machine.steady.now() == machine.wall()


def test_what_the_clock_still_says_after_an_hour_is_believed():
    machine = Machine()
    machine.pass_by(BELIEVED_AFTER)
    assert machine.steady.is_settled()
    machine.wall.pass_by(YEARS)
    assert machine.steady.now() < machine.wall()
    assert not machine.steady.is_settled()
    machine.pass_by(BELIEVED_AFTER)
    assert machine.steady.now() == machine.wall()
    assert not machine.steady.is_settled()


async def test_sessions_outlive_a_clock_that_was_wrong_at_the_start_or_jumped(database: Database):
    (anna,) = await register(database, "Anna")
    machine = Machine()
    sessions = Sessions(database, machine.steady.now, machine.steady.is_settled)
    token = await sessions.start(anna)
    for jump in (YEARS, -YEARS, -YEARS, YEARS):
        machine.wall.pass_by(jump)
        assert await sessions.who(token) is not None
        await sessions.start(anna)
    # Another process that begins while the clock is wrong lets nobody in, and deletes nothing.
    machine.wall.pass_by(YEARS)
    other = SteadyClock(machine.wall, machine.running)
    wrong = Sessions(database, other.now, other.is_settled)
    assert await wrong.who(token) is None
    await wrong.start(anna)
    machine.wall.pass_by(-YEARS)
    assert await sessions.who(token) is not None


async def test_a_session_last_used_in_the_future_is_put_right(database: Database):
    (anna,) = await register(database, "Anna")
    clock = Clock()
    sessions = Sessions(database, clock)
    clock.pass_by(YEARS)
    token = await sessions.start(anna)
    clock.pass_by(-YEARS)
    assert await sessions.who(token) is not None
    clock.pass_by(YEARS / 2)
    assert await sessions.who(token) is None
