"""A match of any game to play on in place, as python-chess has a board: push and pop, by texts or by actions.

>>> match = Match.new("aurum", players=4, seed=7)
>>> match.seat, str(match.legal[0]), "bid B10" in match.legal
(3, 'bid B2', True)
>>> match.play("bid B10").seat
0
>>> match.pop()
Bid(card=Card.parse('B10'))

The rules stay what they are, functions on values that never change (`karat.aurum`): `match.state` is such a value, and
all that is done here is to keep the last one, and those before it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from karat.game import BadText
from karat.games import GAMES
from karat.kit import Kit, Settings
from karat.picture import svg_of
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from karat.game import Game, Outcome, Seat, Step
    from karat.perft import Engine
    from karat.record import Record


class Legal(Sequence[Any]):
    """What a seat may do now, in the order of the rules; a text is in it when the action that it names is."""

    def __init__(self, actions: Sequence[Any], parse: Callable[[str], Any]) -> None:
        self._actions, self._parse = tuple(actions), parse

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._actions[place]

    def __len__(self) -> int:
        return len(self._actions)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._parse(action)
            except BadText:
                return False
        return action in self._actions

    def __repr__(self) -> str:
        return f"<Legal: {', '.join(map(str, self._actions)) or 'nothing'}>"


@dataclass(frozen=True, slots=True)
class Pushed:
    """An action that was taken, and what it was taken in."""

    seat: Seat
    action: Any
    before: Any
    """The state."""
    deals: int
    """How many deals there had been."""


class Match:
    """A match under way; `new` makes one, `from_record` and `from_position` take one up.

    Cards are dealt from the seed as soon as they are wanted: deal r from `Stream(seed, r)`.
    """

    def __init__(self, kit: Kit, state: Any, seed: str) -> None:
        self.kit, self.state, self.seed = kit, state, seed
        self.stack: list[Pushed] = []
        """What was pushed and not popped, oldest first."""
        self.position_only = False
        """Whether there is a table and no match around it: it ends with its round, and nothing is dealt."""
        self._begun, self._told = "Match", 0
        """How it was made, as Python, and how many of the actions that tells."""
        self._deals = 0
        self._engine: Game | Engine = kit.game

    @classmethod
    def new(
        cls, game: str | Kit | None = None, *, seed: str | int | None = None, rules: Any = None, **agreed: Any
    ) -> Match:
        """A match that is dealt: of the first game of the table if none is named, from chance if no seed is given.

        What is agreed is named as in `karat.kit.Settings`: players, edition, variants, cards; or the rules are given.
        """
        kit = find_kit(game)
        rules = rules_of(kit, **agreed) if rules is None else rules
        known = secrets.token_hex(8) if seed is None else str(seed)
        match = cls(kit, kit.game.start(rules), known)
        told = "".join(f", {name}={value!r}" for name, value in agreed.items())
        match._begun = f"Match.new({kit.name!r}, seed={known!r}{told})"
        match._deal()
        return match

    @classmethod
    def from_record(cls, record: Record, seed: str | int = 0, game: str | Kit | None = None) -> Match:
        """The match that a record tells, finished or broken off; if it goes on, further deals are from the seed.

        Everything that was done can be popped again. Choices that lay face down at the end are in no record.
        """
        kit = find_kit(game or str(record.get("game")))
        match = cls(kit, kit.game.start(kit.read_rules(record)), str(seed))
        match._begun = f"Match.from_record({record!r}, {match.seed!r})"
        for one in kit.taken(record):
            if one.seat is None:
                match._deals += 1
            else:
                match.stack.append(Pushed(one.seat, one.action, match.state, match._deals))
            match.state = one.step.state
        match._told = len(match.stack)
        match._deal()
        return match

    @classmethod
    def from_position(cls, game: str | Kit, text: str) -> Match:
        """The table that one line of text tells, as `position` writes it; it is played to the end of its round."""
        kit = find_kit(game)
        if kit.perft is None:
            raise BadText(f"{kit.name} has no positions as text")
        match = cls(kit, kit.perft.parse(text), "")
        match.position_only = True
        match._begun = f"Match.from_position({kit.name!r}, {text!r})"
        match._engine = kit.perft
        return match

    # What is there

    @property
    def rules(self) -> Any:
        """What was agreed; None for a table without a match."""
        return getattr(self.state, "rules", None)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe an action; several where they choose in secret at the same time."""
        return self._engine.to_act(self.state)

    @property
    def seat(self) -> Seat | None:
        """The lowest of them, whom `push` and `legal` mean unless they are told; None when it is over."""
        return min(self.to_act, default=None)

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        return self.legal_for(self.seat)

    def legal_for(self, seat: Seat | None) -> Legal:
        """What a seat may do; nothing where it is not its turn."""
        actions = () if seat is None or seat not in self.to_act else self._engine.legal_actions(self.state, seat)
        return Legal(actions, self.kit.game.parse_action)

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while it goes on, and for a table without a match."""
        return None if self.position_only else self.kit.game.outcome(self.state)

    def observe(self, seat: Seat | None) -> Any:
        """All that a seat may know, or with None an onlooker."""
        if self.position_only:
            raise ValueError("a table without a match is seen by nobody: make a match with Match.new")
        return self.kit.game.observe(self.state, seat)

    # Moving on, and back

    def push(self, action: Any, seat: Seat | None = None) -> tuple[Any, ...]:
        """Take an action, a value or its text, for the seat to act or for another that owes one; what happened.

        IllegalAction with the rule that forbids it, or BadText; then everything is as it was.
        """
        who = self.seat if seat is None else seat
        if who is None:
            raise ValueError(f"nobody may {str(action)!r}: it is over")
        meant = self.kit.game.parse_action(action) if isinstance(action, str) else action
        step = self._engine.apply(self.state, who, meant)
        self.stack.append(Pushed(who, meant, self.state, self._deals))
        self.state = step.state
        return (*step.events, *self._deal())

    def play(self, *actions: Any) -> Match:
        """Push several, each for the seat that is then to act; the same match, for what comes next in a line."""
        for action in actions:
            self.push(action)
        return self

    def pop(self) -> Any:
        """Take the last action back, with the deal that followed it; the action."""
        if not self.stack:
            raise IndexError("nothing was pushed that could be popped")
        if len(self.stack) == self._told:  # now it is made otherwise: from the record of what is left
            return self._pop_told()
        return self._pop()

    def _pop(self) -> Any:
        last = self.stack.pop()
        self.state, self._deals = last.before, last.deals
        return last.action

    def _pop_told(self) -> Any:
        action = self._pop()
        self._begun, self._told = f"Match.from_record({self.record()!r}, {self.seed!r})", len(self.stack)
        return action

    def copy(self) -> Match:
        """Another match at the same point, with the same past."""
        other = copy(self)
        other.stack = self.stack.copy()
        return other

    def _deal(self) -> tuple[Any, ...]:
        """Deal if the match waits for it; what happened."""
        game = self.kit.game
        if self.position_only or not game.awaits_deal(self.state):
            return ()
        step: Step[Any] = game.deal(self.state, game.shuffled(self.state, Stream(self.seed, self._deals)))
        self.state, self._deals = step.state, self._deals + 1
        return step.events

    # As text and pictures

    @property
    def position(self) -> str:
        """The table as one line, everything face up, which `from_position` reads; empty where nothing lies on it."""
        lies = self.state if self.position_only else self.kit.laid_out(self.state)
        return self.kit.perft.show(lies) if self.kit.perft and lies is not None else ""

    def record(self) -> Record:
        """The match as a `karat/1` record, ready for json."""
        if self.position_only:
            raise ValueError("a table without a match has no record: its position tells it all")
        return self.kit.to_record(self.state)

    def drawn(self, seat: Seat | None = None) -> str:
        """The table as text: everything, or what one seat may know."""
        return self.position if self.position_only else str(self.state if seat is None else self.observe(seat))

    def svg(self, seat: Seat | None = None) -> str:
        """The same as a picture."""
        return svg_of(self.drawn(seat), self.kit.card_colours)

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        """As Python that makes it again."""
        return self._begun + "".join(f".pushed({str(one.action)!r}, {one.seat})" for one in self.stack[self._told :])

    def pushed(self, action: Any, seat: Seat | None = None) -> Match:
        """Push one; the same match, for what comes next in a line."""
        self.push(action, seat)
        return self

    def _repr_svg_(self) -> str:
        """A notebook shows this."""
        return self.svg()


def find_kit(game: str | Kit | None) -> Kit:
    """A game by its name; the first of the table if none is named. A kit of one that is not in the table is fine."""
    if isinstance(game, Kit):
        return game
    name = next(iter(GAMES)) if game is None else game
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def kit_of_rules(rules: Any) -> Kit:
    """The game that rules are of."""
    for kit in GAMES.values():
        if isinstance(rules, type(rules_of(kit))):
            return kit
    raise ValueError(f"{rules!r} is no game and no rules of one; there are {', '.join(GAMES)}")


def rules_of(
    kit: Kit,
    *,
    players: int | None = None,
    edition: str | None = None,
    variants: str | Iterable[str] = (),
    cards: str | None = None,
) -> Any:
    """The rules of a match that is agreed on like this; what is not said is as usual. BadRules where there are none."""
    names = (variants,) if isinstance(variants, str) else tuple(variants)
    return kit.agree(Settings(players or kit.options.usual_players, edition, names, cards))
