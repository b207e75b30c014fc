"""A running match with one person at it and bots on the other seats, for any game and without a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from karat.bots.bot import Bot, Budget, Candidate, candidates
from karat.game import Game, Outcome, Seat
from karat.kit import Kit
from karat.record import Record
from karat.shuffle import Stream

HINT_THINKS = 0.5
"""Seconds for a hint."""


@dataclass
class SeatedMatch:
    """The match as it stands. Cards and bots' chance come from the seed as they do in `karat.arena.match`.

    Whoever hosts calls `advance` until the person owes an action, then `act`. A screen that wants to stay
    awake meanwhile asks `bot_to_act`, lets the bot `think` in another thread, and comes back with `take`.
    """

    kit: Kit
    rules: Any
    seat: Seat
    """The person's."""
    bots: Mapping[Seat, Bot]
    seed: str
    _state: Any = field(init=False, repr=False)
    _deals: int = field(init=False, default=0)
    _chance: dict[Seat, Stream] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        seats = sorted((*self.bots, self.seat))
        if seats != list(range(len(seats))):
            raise ValueError(f"the person and the bots sit on {seats}; every seat from 0 up is taken once")
        self._state = self.game.start(self.rules)
        self._chance = {seat: Stream(f"{self.seed}/seat {seat}") for seat in self.bots}

    def again(self, seed: str) -> SeatedMatch:
        """A new match of the same people with other cards."""
        return SeatedMatch(self.kit, self.rules, self.seat, self.bots, seed)

    @property
    def game(self) -> Game:
        return self.kit.game

    @property
    def seen(self) -> Any:
        """All that the person may know."""
        return self.game.observe(self._state, self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.game.outcome(self._state)

    @property
    def owes(self) -> bool:
        """Whether the match waits for the person, though perhaps not for the person alone."""
        return self.seat in self.game.to_act(self._state)

    @property
    def legal(self) -> Sequence[Any]:
        """What the person may do now; nothing when it is not their turn."""
        return self.game.legal_actions(self._state, self.seat) if self.owes else ()

    @property
    def awaits_deal(self) -> bool:
        return self.outcome is None and self.game.awaits_deal(self._state)

    @property
    def bot_to_act(self) -> Seat | None:
        """The first bot that owes an action."""
        return next((seat for seat in self.game.to_act(self._state) if seat != self.seat), None)

    def deal(self) -> tuple[Any, ...]:
        """Hand out the next deal; what the person sees of it."""
        deal = self.game.shuffled(self._state, Stream(self.seed, self._deals))
        step = self.game.deal(self._state, deal)
        self._state, self._deals = step.state, self._deals + 1
        return self._for_the_person(step.events)

    def think(self, seat: Seat) -> Any:
        """What the bot on `seat` wants to do. Nothing changes but that bot's run of chance."""
        legal = self.game.legal_actions(self._state, seat)
        return self.bots[seat].choose(self.game.observe(self._state, seat), legal, self._chance[seat])

    def hint(self) -> tuple[str, tuple[Candidate, ...]]:
        """The level of the strongest bot that is ready, and what it thinks of in the person's place, the best first."""
        level = self.kit.ready_levels[-1]
        bot = self.kit.make_bot(level, Budget(HINT_THINKS))
        return level, candidates(bot, self.seen, self.legal, Stream(f"{self.seed}/hint"))

    def take(self, seat: Seat, action: Any) -> tuple[Any, ...]:
        """Do `action` for `seat`; what the person sees of it. IllegalAction leaves everything as it was."""
        step = self.game.apply(self._state, seat, action)
        self._state = step.state
        return self._for_the_person(step.events)

    def act(self, action: Any) -> tuple[Any, ...]:
        """The person's own action; IllegalAction leaves everything as it was."""
        return self.take(self.seat, action)

    def advance(self) -> tuple[Any, ...]:
        """Deal, or let every bot act that is before the person; what the person sees of it."""
        happened: list[Any] = []
        while self.outcome is None:
            if self.awaits_deal:
                happened += self.deal()
            elif (seat := self.bot_to_act) is not None:
                happened += self.take(seat, self.think(seat))
            else:
                break
        return tuple(happened)

    def record(self) -> Record:
        """The match so far, every hand in it included."""
        return self.kit.to_record(self._state)

    def _for_the_person(self, events: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(event for event in events if self.game.seen_by(event, self.seat))
