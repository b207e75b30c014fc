"""What a page or a bot is shown of a match of Opal, as a typed value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from thirdgame.rules.cards import Stone
from thirdgame.rules.law import Law
from thirdgame.rules.observe import Observation
from thirdgame.rules.rules import LONG, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from thirdgame.rules.actions import Lay
    from thirdgame.rules.cards import Stones


class OpalView(Struct, frozen=True, tag_field="game", tag="opal"):
    """What a recipient sees of a match of Opal. Rows are by seat."""

    seat: int | None
    players: int
    variants: tuple[str, ...]
    rounds: int
    revealed: tuple[tuple[str, ...], ...]
    """Round by round, what was laid."""
    points: tuple[int, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] | None
    """All of them, in a replay with open cards only."""
    laid: tuple[int, ...]
    """Who has chosen already."""
    choice: str | None
    to_act: tuple[int, ...]
    choices: tuple[str, ...]
    """What this seat may do now, as actions."""
    refused: dict[str, str]
    """Own stones that may not be laid now, each with the rule that forbids it."""


def view(seen: Observation, legal: Iterable[Lay] | None, hands: Sequence[Stones] | None = None) -> OpalView:
    """The view of who sees `seen` and may do what is `legal`; None where nothing is to be chosen, as in a replay."""
    choices = tuple(map(str, legal or ()))
    stuck = legal is not None and not choices
    return OpalView(
        seat=seen.seat,
        players=seen.rules.players,
        variants=seen.rules.variants,
        rounds=seen.rules.rounds,
        revealed=tuple(map(texts, seen.revealed)),
        points=seen.points,
        hand=texts(seen.hand),
        hand_sizes=seen.hand_sizes,
        hands=None if hands is None else tuple(map(texts, hands)),
        laid=seen.laid,
        choice=str(seen.choice) if seen.choice else None,
        to_act=seen.to_act,
        choices=choices,
        refused={str(stone): Law.CHOICE_STANDS.value for stone in seen.hand} if stuck else {},
    )


def observation(shown: OpalView) -> Observation:
    """What a view was made from: the other way round."""
    return Observation(
        seat=shown.seat,
        rules=Rules(shown.players, long=LONG in shown.variants),
        revealed=tuple(map(stones_of, shown.revealed)),
        points=shown.points,
        hand=stones_of(shown.hand),
        hand_sizes=shown.hand_sizes,
        laid=shown.laid,
        choice=Stone.parse(shown.choice) if shown.choice else None,
        to_act=shown.to_act,
    )


def stones_of(names: Iterable[str]) -> Stones:
    return tuple(map(Stone.parse, names))


def texts(stones: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, stones))
