"""How a finished match came about: the standing after every round, and the step in which the most changed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from karat.server.matches.replaying import NoSuchRound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.kit import Kit
    from karat.record import Record, Taken

Standing = tuple[tuple[int, ...], ...]
"""By side: what decides the match, then what breaks a tie."""


class RoundStood(Struct, frozen=True):
    """After a round."""

    round: int
    standing: Standing


class TurningPoint(Struct, frozen=True):
    """The step in which who won gained the most on the best of the others; of equal ones the last."""

    round: int
    step: int
    """Of the whole match, as a replay counts its steps: the picture in which it is seen."""
    side: int
    rival: int
    before: Standing
    after: Standing


class MatchStory(Struct, frozen=True):
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    """Sides."""
    course: tuple[RoundStood, ...]
    turning: TurningPoint | None
    """Null where several won together, or where nobody ever gained on anybody."""


def tell_story(record: Record, kit: Kit, ahead: tuple[int, ...] | None = None) -> MatchStory:
    """The story of a record that is played to its end; BadRecord where it does not replay.

    Where only so many deals were agreed on, the sides `ahead` have won, by points and not by what decides in the
    rules: so nothing turned.
    """
    sides = kit.sides(kit.read_rules(record))
    taken = list(kit.taken(record))
    ended = kit.game.outcome(taken[-1].step.state) if taken else None
    winners = ahead if ended is None else ended.winners
    if winners is None:
        raise NoSuchRound("a match that was broken off has no story")
    stood = [kit.standing(one.step.state, len(sides)) for one in taken]
    course = {one.round: standing for one, standing in zip(taken, stood, strict=True)}
    return MatchStory(
        sides=sides,
        winners=winners,
        course=tuple(RoundStood(number, standing) for number, standing in course.items()),
        turning=turning_point(taken, stood, winners) if ended else None,
    )


def turning_point(taken: Sequence[Taken], stood: Sequence[Standing], winners: tuple[int, ...]) -> TurningPoint | None:
    others = [side for side in range(len(stood[-1])) if side not in winners]
    if len(winners) != 1 or not others:
        return None
    side, rival = winners[0], max(others, key=lambda one: stood[-1][one])
    leads = [tuple(own - theirs for own, theirs in zip(at[side], at[rival], strict=True)) for at in stood]
    gains = [tuple(now - then for now, then in zip(after, before, strict=True)) for before, after in pairwise(leads)]
    most = max(gains, default=())
    if not any(gain > 0 for gain in most[:1]):
        return None
    at = max(number for number, gain in enumerate(gains) if gain == most) + 1
    # A round that nobody deals anew begins with a picture of its own, which a replay counts.
    pictures = sum(1 for before, one in pairwise(taken[: at + 1]) if one.round != before.round and one.seat is not None)
    return TurningPoint(taken[at].round, at + pictures, side, rival, stood[at - 1], stood[at])
