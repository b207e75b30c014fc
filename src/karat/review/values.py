"""What a review is made of: plain values, which JSON knows as they are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from karat.judging import WhyBetter

CLEAR, EQUAL, BEST, FORCED = "loss", "equal", "best", "forced"
"""Verdicts: a loss beyond its error, no difference that can be told from chance, the best, or no choice at all."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error."""

    mean: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class TriedAction:
    """An action and what may be expected of it."""

    action: str
    win: Mean
    """The chance to win the match."""
    points: float
    """Of the seat's side."""


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What a solver says who sees all cards: told apart, and never called a mistake."""

    played: str
    best: str
    best_action: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One choice of a seat."""

    step: int
    """How many deals and actions of the record came before: where a page has to go."""
    round: int
    index: int
    """Of the action, as `karat verify` tells it: in its round's list, or in the match's."""
    seat: int
    kind: str
    played: TriedAction
    best: TriedAction
    loss: Mean
    """By how much the best is ahead, in the same worlds."""
    verdict: str
    worlds: int
    is_exact: bool
    """Whether all worlds were looked at."""
    why: WhyBetter | None = None
    open_cards: OpenCards | None = None
    chances: tuple[float, ...] = ()
    """By side, the chance to win before the choice."""
    position: str = ""
    """What the seat saw, as a text of several lines, where there is a clear loss."""


@dataclass(frozen=True, slots=True)
class LuckLedger:
    """The result of a match as a sum: prior + deal + chance + own + others = result, to rounding.

    `deal` and `chance` are luck; over many matches they average to nothing. All are parts of the match's win.
    """

    prior: float
    """What an average player may expect before anything is dealt."""
    deal: Mean
    """How good the seat's cards were."""
    own: Mean
    """What the seat's own choices lost, clear or not; never above 0."""
    others: Mean
    """What the choices of other seats brought; partners' losses count against it."""
    chance: Mean
    """What nobody could know: how the other cards lay, what was turned up, and how guesses came out."""
    result: float

    @property
    def luck(self) -> float:
        return self.deal.mean + self.chance.mean


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The chances to win, by side, as the seat could see them."""

    step: int
    round: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """All there is to say by now; complete when `progress` is 1."""

    game: str
    seat: int
    sides: tuple[tuple[int, ...], ...]
    seed: str
    progress: float
    choices: tuple[Judged, ...]
    """Of the seat, in order; those not looked at yet are missing."""
    costly: tuple[int, ...]
    """The places in `choices` of those that cost most, the worst first; at most five."""
    curve: tuple[CurvePoint, ...]
    ledger: LuckLedger | None
    """None until all is in, and for a match that was broken off."""
    by_kind: dict[str, Mean]
    """Clear losses added up."""
    kinds: dict[str, dict[str, str]]
    """What the kinds of decisions are called in every language."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
