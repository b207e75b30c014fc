"""One game between bots, with what each choice took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from karat.arena.deals import Job, Plan, Unit
from karat.bots.bot import Bot, choice_among
from karat.game import Seat
from karat.kit import Scored
from karat.record import Record
from karat.shuffle import Stream

WARMING_TRIES = 16


class BotFailed(RuntimeError):
    """A bot raised an error or chose what is not legal; the message says which, and where."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    seats: tuple[int, ...]
    """The entrant on each seat, by number."""
    shares: tuple[float, ...]
    """By side, its part of the win."""
    rounds: tuple[Scored, ...]
    micros: tuple[tuple[int, ...], ...]
    """By seat, what each choice among two or more actions took by the clock, in millionths of a second."""
    worked: tuple[int, ...]
    """By seat, what the processor worked for all of them, in the same unit."""
    record: Record
    luck: tuple[float, ...] = ()
    """By side, what of its part chance brought, where that is wanted."""


class Clock:
    """Asks one bot and keeps the time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.micros: list[int] = []
        self.worked = 0.0
        self.knows_all: bool = getattr(bot, "knows_all", False)

    def choose(self, plan: Plan, state: Any, seat: Seat, rng: Stream) -> Any:
        """The bot's choice. Where there is but one action nobody is asked, as at a table."""
        legal = plan.hosted.legal_actions(state, seat)
        if len(legal) == 1:
            return legal[0]
        seen = state if self.knows_all else plan.hosted.observe(state, seat)
        ask: Any = self.bot.choose_knowing if self.knows_all else self.bot.choose  # type: ignore[attr-defined]
        worked, began = time.process_time(), time.perf_counter()
        action = ask(seen, legal, rng)
        self.micros.append(round(1e6 * (time.perf_counter() - began)))
        self.worked += time.process_time() - worked
        return choice_among(legal, action)


def play_job(plan: Plan, job: Job) -> tuple[Played, ...]:
    """All seatings of one deal."""
    return tuple(
        play_game(plan, job, seats, [plan.entrants[number].make() for number in seats], number)
        for number, seats in enumerate(plan.seatings(job))
    )


def play_game(plan: Plan, job: Job, seats: tuple[int, ...], bots: list[Bot], seating: int = 0) -> Played:
    """One seating of a deal."""
    game, clocks = plan.hosted, [Clock(bot) for bot in bots]
    rngs = [
        Stream(f"{plan.seed}/meeting {job.meeting}/deal {job.deal}/seating {seating}", seat)
        for seat in range(len(seats))
    ]
    state = game.start(plan.rules)
    deals = 0
    while not _is_over(plan, state):
        if game.awaits_deal(state):
            cards = (
                game.shuffled(state, Stream(plan.deal_seed(job.deal), deals)) if deals else plan.first_deal(job.deal)
            )
            state = game.deal(state, cards).state
            deals += 1
        for seat in game.to_act(state):
            try:
                action = clocks[seat].choose(plan, state, seat, rngs[seat])
            except Exception as error:
                where = f"seed {plan.seed!r}, deal {job.deal}, {plan.name(job.meeting)}, seat {seat}"
                raise BotFailed(
                    f"{plan.entrants[seats[seat]]} failed ({where}): {type(error).__name__}: {error}"
                ) from error
            state = game.apply(state, seat, action).state
    record = plan.kit.to_record(state)
    return Played(
        seats=seats,
        shares=_shares(plan, state),
        rounds=plan.kit.scored(state),
        micros=tuple(tuple(clock.micros) for clock in clocks),
        worked=tuple(round(1e6 * clock.worked) for clock in clocks),
        record=record,
        luck=luck_of(plan, job, record) if plan.luck_out else (),
    )


def luck_of(plan: Plan, job: Job, record: Record) -> tuple[float, ...]:
    """By side, what chance brought; from chance of its own, that nobody at the table has seen.

    It is the same for all seatings of a deal, so that what cancels between them cancels to the last digit.
    """
    assert plan.kit.luck is not None  # noqa: S101 -- the plan has asked
    seed = f"{plan.seed}/luck {job.meeting}/{job.deal}"
    found: tuple[float, ...] = plan.kit.luck(
        plan.rules, tuple(plan.kit.taken(record)), seed, of_match=plan.unit is Unit.MATCHES
    )
    return found


def warm(plan: Plan) -> None:
    """Let every bot choose once, and play a game with little to think, so that nothing is loaded under the clock."""
    for number, entrant in enumerate(plan.entrants):
        seats = (number,) * plan.rules.players
        play_game(plan, Job(0, -1), seats, [entrant.hasty(WARMING_TRIES) for _ in seats])
        state = plan.hosted.deal(plan.hosted.start(plan.rules), plan.first_deal(-1)).state
        seat = plan.hosted.to_act(state)[0]
        Clock(entrant.make()).choose(plan, state, seat, Stream("warm"))


def _is_over(plan: Plan, state: Any) -> bool:
    if plan.unit is Unit.ROUNDS and plan.kit.round_won:
        return plan.kit.round_won(state) is not None
    return plan.hosted.outcome(state) is not None


def _shares(plan: Plan, state: Any) -> tuple[float, ...]:
    if plan.unit is Unit.ROUNDS and plan.kit.round_won:
        won = plan.kit.round_won(state)
        assert won is not None  # noqa: S101 -- the game was played until there was one
        return won
    outcome = plan.hosted.outcome(state)
    assert outcome is not None  # noqa: S101 -- as above
    return tuple(outcome.share(seats[0]) for seats in plan.sides)
