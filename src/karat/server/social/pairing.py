"""Who of those that wait is seated together: pure, by wishes, by ratings, and never two who do not want to meet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from karat.server.tables.entries import Clock, Config, DaysClock, LiveClock, Player, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ClockName = Literal["none", "live", "days"]
CLOCKS: dict[ClockName, Clock | None] = {"none": None, "live": LiveClock(600, 5), "days": DaysClock(2)}
WIDTH, GROWTH = 150.0, 15.0
"""Points of rating by which two may differ at first, and by which it may be more with each second of waiting."""
BOTS_AFTER = 30.0
"""Seconds after which bots take the seats that are left, where everybody is content with that."""
LEAST_PEOPLE = 2


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would sit down for."""

    game: Text
    players: Annotated[tuple[Annotated[int, Meta(ge=2, le=12)], ...], Meta(min_length=1, max_length=8)]
    """Any of these numbers. Of these, of editions and of clocks the first ones are liked best."""
    editions: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    """Any of these; none for the usual one."""
    clocks: Annotated[tuple[ClockName, ...], Meta(min_length=1, max_length=3)] = ("none",)
    rated: bool = False
    bots: bool = True
    """Whether bots may take what is left after half a minute."""


class Terms(NamedTuple):
    """What people must agree on to sit down together."""

    players: int
    edition: str
    clock: ClockName
    rated: bool


@dataclass(frozen=True, slots=True)
class Seeker:
    player: Player
    wish: Wish
    since: float
    ratings: Mapping[int, float]
    """In points, by the number of players; 1500 for who has none."""

    def rating(self, players: int) -> float:
        return self.ratings.get(players, 1500.0)

    def reach(self, now: float) -> float:
        """By how many points somebody may be stronger or weaker."""
        return WIDTH + GROWTH * max(0.0, now - self.since)


@dataclass(frozen=True, slots=True)
class TableFor:
    """People who are seated together, and what at."""

    seekers: tuple[Seeker, ...]
    players: int
    edition: str
    clock: ClockName
    rated: bool

    def config(self, level: str) -> Config:
        """The table; bots of that level sit where nobody does."""
        bots = {str(seat): level for seat in range(len(self.seekers), self.players)}
        return Config(
            game=self.seekers[0].wish.game,
            players=self.players,
            edition=self.edition,
            bots=bots,
            bot_level=level if bots else None,
            clock=CLOCKS[self.clock],
            rated=self.rated,
            visibility="link",
        )


def pair(waiting: Sequence[Seeker], apart: Mapping[str, frozenset[str]], now: float) -> TableFor | None:
    """The next table that can be filled; whoever waits longest is looked at first."""
    ordered = sorted(waiting, key=lambda one: (one.since, one.player.id))
    content: dict[Terms, list[Seeker]] = {}  # so that a crowd who want different things costs nothing
    for one in ordered:
        for wanted in terms_of(one.wish):
            content.setdefault(wanted, []).append(one)
    for first in ordered:
        for wanted in terms_of(first.wish):
            group = gather(first, [one for one in content[wanted] if one is not first], wanted.players, apart, now)
            enough = len(group) == wanted.players or (
                len(group) >= LEAST_PEOPLE
                and all(one.wish.bots for one in group)
                and now - group[0].since >= BOTS_AFTER
            )
            if enough:
                return TableFor(tuple(group), *wanted)
    return None


def terms_of(wish: Wish) -> Iterator[Terms]:
    """Every table that somebody would sit down at, once, however often they say it."""
    for players, edition, clock in dict.fromkeys(product(wish.players, wish.editions or ("",), wish.clocks)):
        yield Terms(players, edition, clock, wish.rated)


def gather(
    first: Seeker, fitting: Sequence[Seeker], players: int, apart: Mapping[str, frozenset[str]], now: float
) -> list[Seeker]:
    """The first and whoever is nearest to them, each within reach of everybody else."""

    def near(one: Seeker, other: Seeker) -> bool:
        return abs(one.rating(players) - other.rating(players)) <= min(one.reach(now), other.reach(now))

    group = [first]
    for one in sorted(fitting, key=lambda one: (abs(one.rating(players) - first.rating(players)), one.since)):
        if len(group) == players:
            break
        strangers = all(other.player.id not in apart.get(one.player.id, ()) for other in group)
        if strangers and all(near(one, other) for other in group):
            group.append(one)
    return group
