"""Who sits at the table and how all stand: the score line, a panel for each bot, a line for oneself."""

from __future__ import annotations

from textual.content import Content

from karat.aurum.rules.observe import Observation
from karat.aurum.terminal.cards import ranks_of
from karat.aurum.terminal.sheet import nuggets, score_now
from karat.aurum.terminal.words import say, show
from karat.game import Seat
from karat.screen.widgets import Plate
from karat.words.seat_names import SeatNames, you


class ScoreLine(Plate):
    """Round, and for each side: nuggets, tricks against the bid, points if the round ended now."""

    def show(self, seen: Observation, who: SeatNames) -> None:
        number = len(seen.results) + (1 if seen.hand_sizes else 0)
        parts = [Content.styled(say("seat.round", who, number=max(number, 1)), "bold $primary")]
        parts += [side_score(seen, index, who) for index in range(len(seen.rules.sides))]
        self.say(Content.styled(" │ ", "dim").join(parts))


def side_score(seen: Observation, index: int, who: SeatNames) -> Content:
    side = seen.rules.sides[index]
    if seen.rules.plays_for_total:
        held = f"Σ{sum(result.points[index] for result in seen.results)}"
    else:
        held = nuggets(sum(result.nuggets[index] for result in seen.results))
    now = score_now(seen)
    standing = say("seat.now", who, tricks=tricks_of_side(seen, side), points=now.points[index]) if now else ""
    style = "bold" if who.seat in side else ""
    return Content.assemble((who.side(side).name, style), " ", (held, "$primary"), standing)


def tricks_of_side(seen: Observation, side: tuple[Seat, ...]) -> str:
    """Tricks taken against the bid: `3/7`."""
    now = score_now(seen)
    taken = sum(seen.tricks[seat] for seat in side)
    return f"{taken}/{now.bids[seen.rules.sides.index(side)]}" if now else str(taken)


class SeatPanel(Plate):
    """One bot: name, level, bid, tricks, gold, cards in hand; in the frame, who leads and has the token."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(id=f"seat-{seat}")
        self._seat = seat
        self._frame = ("", "")

    def show(self, seen: Observation, who: SeatNames) -> None:
        seat = self._seat
        partner = who.seat in seen.rules.sides[side_index(seen, seat)]
        acting = seat in seen.to_act
        self.set_class(acting, "acting")
        self.set_class(partner, "partner")
        frame = (
            f"{'▶ ' if acting else ''}{who.names[seat]} · {who.levels[seat]}",
            " · ".join([*([say("seat.partner", who)] if partner else []), *roles(seen, seat, who)]),
        )
        if frame != self._frame:
            self._frame = frame
            self.border_title, self.border_subtitle = map(Content, frame)
        if not seen.hand_sizes:
            self.say(Content(""))
            return
        cards = say("seat.cards", who, n=seen.hand_sizes[seat])
        top = Content.assemble(bid_words(seen, seat, who), "  ", tricks_words(seen, seat, who))
        self.say(Content.assemble(top, "\n", ranks_of(seen.stocks[seat]), "  ", (cards, "dim")))


class OwnLine(Plate):
    """The same for the person, in one line above the hand."""

    def show(self, seen: Observation, who: SeatNames, *, keeping: bool) -> None:
        seat, name = who.seat or 0, you(who.language)
        self.set_class(seat in seen.to_act, "acting")
        if not seen.hand_sizes:
            self.say(Content(name))
            return
        parts = [
            Content.styled(f"▶ {name}" if seat in seen.to_act else name, "bold"),
            bid_words(seen, seat, who),
            tricks_words(seen, seat, who),
            ranks_of(seen.stocks[seat]),
            *(Content.styled(role, "bold $primary") for role in roles(seen, seat, who)),
            *([Content.styled(say("seat.keeping", who), "italic")] if keeping else []),
        ]
        self.say(Content("  ").join(parts))


def side_index(seen: Observation, seat: Seat) -> int:
    return next(index for index, side in enumerate(seen.rules.sides) if seat in side)


def roles(seen: Observation, seat: Seat, who: SeatNames) -> list[str]:
    held = (("seat.leads", seat == seen.leader), ("seat.first", seat == seen.first))
    return [say(role, who) for role, has in held if has]


def bid_words(seen: Observation, seat: Seat, who: SeatNames) -> Content:
    if bid := seen.bid_of(seat):
        return show("seat.bid", who, card=bid)
    return show("seat.bid_laid" if seat in seen.laid else "seat.no_bid", who)


def tricks_words(seen: Observation, seat: Seat, who: SeatNames) -> Content:
    """`tricks 2/7`, or with partners `tricks 2 (3/7)`: the seat's own, and the side's against its bid."""
    side = seen.rules.sides[side_index(seen, seat)]
    if len(side) == 1:
        return show("seat.tricks", who, tricks=tricks_of_side(seen, side))
    of_side = f" ({tricks_of_side(seen, side)})" if score_now(seen) else ""
    return show("seat.tricks", who, tricks=f"{seen.tricks[seat]}{of_side}")
