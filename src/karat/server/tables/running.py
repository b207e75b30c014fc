"""A match in play, for any game: its moves, the choices that lie face down, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.game import Game, Seat
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from karat.record import Taken


class Move(NamedTuple):
    """What a seat did, and whether something hidden was seen because of it."""

    seat: Seat
    action: Any
    revealed: bool


@dataclass(slots=True)
class Running:
    """The state is the replay of the moves on the cards that the seed gives; an undo is a shorter list."""

    game: Game
    rules: Any
    seed: str
    begun: Sequence[Taken] = ()
    """What was dealt and done before, where it goes on from a moment of another match; nobody takes that back."""
    most_deals: int | None = None
    """After which it is over; as many as the rules want unless given."""
    orders: Callable[[Any, Seat], Mapping[Any, Hashable]] | None = None
    """What a seat may say in advance, as the kit tells it."""
    state: Any = field(init=False)
    """After all moves; choices that lie face down are not in it."""
    shown: Any = field(init=False)
    """The same with them: what observations are made of."""
    moves: list[Move] = field(init=False, default_factory=list)
    sealed: dict[Seat, Any] = field(init=False, default_factory=dict)
    undos: int = field(init=False, default=0)
    to_act: tuple[Seat, ...] = field(init=False, default=())
    """Whose question is open, who has answered it face down included."""
    _legal: dict[Seat, Sequence[Any]] = field(init=False, default_factory=dict)
    _legal_texts: dict[Seat, tuple[str, ...]] = field(init=False, default_factory=dict)
    _orderable: dict[Seat, dict[str, Hashable]] = field(init=False, default_factory=dict)
    _deals: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.state = self.shown = self.game.start(self.rules)

    def begin(self) -> tuple[Any, ...]:
        """Deal for the first time, or go on from where another match stood; what happened."""
        for one in self.begun:
            if one.seat is None:
                self._deals += 1
            else:
                self.moves.append(Move(one.seat, one.action, revealed=True))
        return self._go_on(self.begun[-1].step.state if self.begun else self.state)

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return tuple(seat for seat in self.to_act if seat not in self.sealed) if self.sealed else self.to_act

    @property
    def is_played_out(self) -> bool:
        """Whether all deals are played that were to be, though the rules would deal again."""
        return self._dealt_all and self.game.outcome(self.state) is None and self.game.awaits_deal(self.state)

    @property
    def _dealt_all(self) -> bool:
        return self.most_deals is not None and self._deals >= self.most_deals

    @property
    def decision(self) -> str:
        """The name of the question that is open now; the same for all who answer it in secret."""
        return f"{self.place}.{self.undos}" if self.undos else f"{self.place}"

    @property
    def place(self) -> int:
        """How far the match has come; the same again after an undo."""
        return len(self.moves) + self._deals

    def legal(self, seat: Seat) -> Sequence[Any]:
        """The answers to its open question, also while one of them lies face down."""
        if seat not in self.to_act:
            return ()
        if seat not in self._legal:
            self._legal[seat] = self.game.legal_actions(self.state, seat)
        return self._legal[seat]

    def legal_texts(self, seat: Seat) -> tuple[str, ...]:
        """The same as texts: a question is told more than once."""
        if seat not in self._legal_texts:
            self._legal_texts[seat] = tuple(map(str, self.legal(seat)))
        return self._legal_texts[seat]

    def orderable(self, seat: Seat) -> dict[str, Hashable]:
        """What the seat may say in advance, as texts, with what each stands on; choices that lie face down aside."""
        if self.orders is None:
            return {}
        if seat not in self._orderable:
            may = self.orders(self.state, seat)
            self._orderable[seat] = {str(action): basis for action, basis in may.items()}
        return self._orderable[seat]

    def take(self, seat: Seat, action: Any) -> tuple[Any, ...]:
        """Do `action`; what happened. IllegalAction leaves everything as it was."""
        asked = self.to_act
        if len(asked) < 2:
            step = self.game.apply(self.state, seat, action)
            return self._made((Move(seat, action, False),), step.state, step.events)
        others = {other: choice for other, choice in self.sealed.items() if other != seat}
        if seat in self.sealed:
            self.game.apply(self.state, seat, action)  # is it legal?
            self.sealed = others | {seat: action}
            self.shown = self._with(self.sealed)
            return ()
        step = self.game.apply(self.shown, seat, action)
        self.sealed[seat] = action
        if len(self.sealed) < len(asked):
            self.shown = self._with(self.sealed)
            return step.events
        # In the order of the seats, so that nothing tells who chose last.
        moves = tuple(Move(chooser, self.sealed[chooser], False) for chooser in sorted(self.sealed))
        return self._made(moves, self._with(self.sealed), step.events)

    def back(self, seat: Seat, *, past_others: bool) -> int | None:
        """How many moves are left when `seat` takes its last one back; None where it may not.

        What another seat did shows something of its hand, so only who plays for themself alone goes back past it.
        """
        for index in range(len(self.moves) - 1, -1, -1):
            move = self.moves[index]
            if move.revealed or (move.seat != seat and not past_others):
                return None
            if move.seat == seat:
                return index
        return None

    def undo(self, left: int) -> None:
        """Be as after that many moves; what lies face down is taken up again."""
        moves, undos = self.moves[:left], self.undos + 1
        self.__post_init__()
        self.moves, self.sealed, self._deals = [], {}, 0
        self.begin()
        for move in moves[len(self.moves) :]:
            self.take(move.seat, move.action)
        self.undos = undos

    def _with(self, choices: dict[Seat, Any]) -> Any:
        state = self.state
        for seat in sorted(choices):
            state = self.game.apply(state, seat, choices[seat]).state
        return state

    def _made(self, moves: tuple[Move, ...], state: Any, events: tuple[Any, ...]) -> tuple[Any, ...]:
        self.sealed = {}
        happened = (*events, *self._go_on(state))
        revealed = any(map(self.game.reveals, happened))
        self.moves += (move._replace(revealed=revealed) for move in moves)
        return happened

    def _go_on(self, state: Any) -> tuple[Any, ...]:
        """Deal where the match waits for it."""
        happened: tuple[Any, ...] = ()
        while not self._dealt_all and self.game.outcome(state) is None and self.game.awaits_deal(state):
            step = self.game.deal(state, self.game.shuffled(state, Stream(self.seed, self._deals)))
            state, happened, self._deals = step.state, happened + step.events, self._deals + 1
        self.state = self.shown = state
        self.to_act, self._legal = self.game.to_act(state), {}
        self._legal_texts, self._orderable = {}, {}
        return happened
