"""O4 and O5: everybody lays one stone in secret, and the lowest that lies alone scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

from karat.game import IllegalAction, Seat, Step
from thirdgame.rules import events
from thirdgame.rules.actions import Lay
from thirdgame.rules.cards import Stone, Stones
from thirdgame.rules.law import Law


@dataclass(frozen=True, slots=True)
class Round:
    hands: tuple[Stones, ...]
    """By seat, without what was laid."""
    laid: tuple[Stone | None, ...]
    """By seat, face down until the last has chosen."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, stone in enumerate(self.laid) if stone is None)

    @property
    def stones(self) -> Stones:
        """What was laid, once all have."""
        return tuple(stone for stone in self.laid if stone) if None not in self.laid else ()


def breach(state: Round, seat: Seat, action: Lay) -> Law | None:
    """The first rule that `action` would break, or None when it is legal."""
    if seat not in range(len(state.laid)) or not state.to_act:
        return Law.IN_TURN
    if state.laid[seat]:
        return Law.CHOICE_STANDS
    return None if action.stone in state.hands[seat] else Law.OWN_STONES


REASONS = {
    Law.IN_TURN: "nothing is to be laid there",
    Law.CHOICE_STANDS: "it has laid a stone",
    Law.OWN_STONES: "that stone is not in its hand",
}


def legal_actions(state: Round, seat: Seat) -> tuple[Lay, ...]:
    """Each rank of the hand once, in ascending order."""
    if seat not in state.to_act:
        return ()
    return tuple(Lay(stone) for stone in sorted(set(state.hands[seat])))


def apply(state: Round, seat: Seat, action: Lay) -> Step[Round]:
    if law := breach(state, seat, action):
        raise IllegalAction(law, seat, action, REASONS[law])
    hand = list(state.hands[seat])
    hand.remove(action.stone)
    hands = tuple(tuple(hand) if other == seat else held for other, held in enumerate(state.hands))
    laid = tuple(action.stone if other == seat else stone for other, stone in enumerate(state.laid))
    after = replace(state, hands=hands, laid=laid)
    told = events.StonesRevealed(after.stones, points(after.stones)) if after.stones else events.StoneLaid(seat)
    return Step(after, (told,))


def points(stones: Stones) -> tuple[int, ...]:
    """O5.1, O5.2: by seat.

    >>> points((Stone(2), Stone(5), Stone(2)))
    (0, 5, 0)
    """
    alone = [stone for stone in stones if stones.count(stone) == 1]
    return tuple(stone.rank if alone and stone == min(alone) else 0 for stone in stones)
