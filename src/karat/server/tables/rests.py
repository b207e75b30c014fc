"""Days off: a clock of days rests while the person it waits for has taken some."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Rest(NamedTuple):
    """From when to when somebody has days off; over at once where it was called off before it began."""

    begins: float
    ends: float


def with_rest(rests: Sequence[Rest], new: Rest) -> tuple[Rest, ...]:
    """These with another one, in order; one that begins with it is the same, and ends otherwise now."""
    others = (rest for rest in rests if rest.begins != new.begins)
    return tuple(sorted((*others, *([new] if new.ends > new.begins else []))))


def end_of(begun: float, seconds: float, rests: Sequence[Rest]) -> float:
    """When so many seconds are over that begin to run then and run outside of rests only.

    >>> end_of(100, 50, [Rest(120, 1120)])
    1150
    """
    end = begun + seconds
    for rest in rests:
        if rest.begins >= end:
            break
        end += max(0, rest.ends - max(rest.begins, begun))
    return end


def awake(moment: float, rests: Sequence[Rest]) -> float:
    """That moment, or the end of the rest that it lies in."""
    return next((rest.ends for rest in rests if rest.begins <= moment < rest.ends), moment)
