"""What every game of Karat has in common: a few words and one protocol. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.shuffle import Stream

Seat = int
"""A chair at the table, 0 to n-1 in turn order. Who sits on it is a Player, not our concern."""

StateT = TypeVar("StateT")


class NamedValue(StrEnum):
    """One of a fixed few, by a text; its repr is how Python writes it.

    >>> class Suit(NamedValue):
    ...     HEARTS = "h"
    >>> Suit.HEARTS
    Suit.HEARTS
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Law(NamedValue):
    """The ids of rules that can be broken; each game lists its own under speaking names."""


class BrokenRule(ValueError):
    """Something that the rules forbid; `law` says which rule, `reason` why in one sentence."""

    def __init__(self, law: Law, reason: str) -> None:
        super().__init__(f"{law.value}: {reason}")
        self.law = law
        self.reason = reason


class IllegalAction(BrokenRule):
    """An action that its seat may not take now; the state is as it was before."""

    def __init__(self, law: Law, seat: Seat, action: object, reason: str) -> None:
        super().__init__(law, f"seat {seat} may not '{action}': {reason}")
        self.seat = seat
        self.action = action
        self.why = reason


class IllegalDeal(BrokenRule):
    """Cards or a first player that the rules do not allow at this point of the match."""


class NotSolvable(ValueError):
    """A position that a solver has no answer to."""


class BadRules(ValueError):
    """Players, an edition, variants or cards that the game does not have."""


class BadText(ValueError):
    """A text that names no card, action or position; the message quotes it."""


class BadCardFile(ValueError):
    """A card file that cannot be played with; `problems` has all that was found, up to a bound."""

    def __init__(self, name: str, problems: tuple[object, ...], found: int) -> None:
        more = f"\n... and {found - len(problems)} more" if found > len(problems) else ""
        super().__init__(f"{name}: {found} problem{'s' * (found != 1)}\n" + "\n".join(map(str, problems)) + more)
        self.problems = problems


class BadEntry(ValueError):
    """What was entered on a score pad and cannot have come about at a table; `field` says where it stands."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What `deal` and `apply` give: the state afterwards and what happened on the way."""

    state: StateT
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match. A side is who wins together: one seat, or partners."""

    sides: tuple[tuple[Seat, ...], ...]
    winners: tuple[int, ...]
    """Indexes into `sides`; several when the win is shared."""
    scores: tuple[int, ...]
    """By side, in the unit that decides the match."""

    def share(self, seat: Seat) -> float:
        """The part of the win that falls to `seat`'s side: 1 for a sole winner, 1/2 for one of two."""
        won = any(seat in self.sides[side] for side in self.winners)
        return 1 / len(self.winners) if won else 0.0


class Game(Protocol):
    """The functions of one game; a module such as `karat.aurum` is such a value.

    States, actions, deals and observations are immutable values of the game's own types.
    """

    @property
    def NAME(self) -> str: ...  # noqa: N802 -- a constant of the module

    def start(self, rules: Any) -> Any:
        """The match before its first deal."""

    def awaits_deal(self, state: Any) -> bool:
        """Whether the match can go on only when a deal is handed in."""

    def shuffled(self, state: Any, stream: Stream) -> Any:
        """A deal for this point of the match, drawn from `stream`."""

    def deal(self, state: Any, deal: Any) -> Step[Any]:
        """The match after `deal`; raises IllegalDeal."""

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        """The seats that owe an action now; several where they choose in secret at the same time."""

    def breach(self, state: Any, seat: Seat, action: Any) -> Law | None:
        """The first rule that `action` would break, or None when it is legal."""

    def legal_actions(self, state: Any, seat: Seat) -> Sequence[Any]:
        """Every action that `seat` may take now, each once, in a fixed order."""

    def apply(self, state: Any, seat: Seat, action: Any) -> Step[Any]:
        """The match after `action`; raises IllegalAction."""

    def observe(self, state: Any, seat: Seat | None) -> Any:
        """All that `seat` may know; with None, all that an onlooker may."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    def seen_by(self, event: Any, seat: Seat | None) -> bool:
        """Whether `seat` learns of `event`; None is an onlooker."""

    def reveals(self, event: Any) -> bool:
        """Whether `event` showed somebody what was hidden until then."""

    def parse_action(self, text: str) -> Any:
        """The action that a text names; BadText where it names none."""
