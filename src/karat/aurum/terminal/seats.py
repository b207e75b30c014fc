"""Who sits at the table and how all stand: the score line, a panel for each bot, a line for oneself."""

from __future__ import annotations

from textual.content import Content

from karat.aurum.rules.observe import Observation
from karat.aurum.terminal.cards import inline, ranks_of
from karat.aurum.terminal.sheet import nuggets, score_now
from karat.aurum.terminal.words import count
from karat.game import Seat
from karat.screen.seating import Seating
from karat.screen.widgets import Plate


class ScoreLine(Plate):
    """Round, and for each side: nuggets, tricks against the bid, points if the round ended now."""

    def show(self, seen: Observation, who: Seating) -> None:
        number = len(seen.results) + (1 if seen.hand_sizes else 0)
        parts = [Content.styled(f"☉ round {max(number, 1)}", "bold $primary")]
        parts += [side_score(seen, index, who) for index in range(len(seen.rules.sides))]
        self.say(Content.styled(" │ ", "dim").join(parts))


def side_score(seen: Observation, index: int, who: Seating) -> Content:
    side = seen.rules.sides[index]
    if seen.rules.plays_for_total:
        held = f"Σ{sum(result.points[index] for result in seen.results)}"
    else:
        held = nuggets(sum(result.nuggets[index] for result in seen.results))
    now = score_now(seen)
    standing = f" {tricks_of_side(seen, side)} now {now.points[index]}" if now else ""
    style = "bold" if who.seat in side else ""
    return Content.assemble((who.side(side), style), " ", (held, "$primary"), standing)


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

    def show(self, seen: Observation, who: Seating) -> None:
        seat = self._seat
        partner = who.seat in seen.rules.sides[side_index(seen, seat)]
        acting = seat in seen.to_act
        self.set_class(acting, "acting")
        self.set_class(partner, "partner")
        frame = (
            f"{'▶ ' if acting else ''}{who.names[seat]} · {who.levels[seat]}",
            " · ".join([*(["partner"] if partner else []), *roles(seen, seat)]),
        )
        if frame != self._frame:
            self._frame = frame
            self.border_title, self.border_subtitle = map(Content, frame)
        if not seen.hand_sizes:
            self.say(Content(""))
            return
        cards = count(seen.hand_sizes[seat], "card")
        top = Content.assemble(bid_words(seen, seat), "  ", tricks_words(seen, seat))
        self.say(Content.assemble(top, "\n", ranks_of(seen.stocks[seat]), "  ", (cards, "dim")))


class OwnLine(Plate):
    """The same for the person, in one line above the hand."""

    def show(self, seen: Observation, who: Seating, *, keeping: bool) -> None:
        seat = who.seat
        self.set_class(seat in seen.to_act, "acting")
        if not seen.hand_sizes:
            self.say(Content("You"))
            return
        parts = [
            Content.styled("▶ You" if seat in seen.to_act else "You", "bold"),
            bid_words(seen, seat),
            tricks_words(seen, seat),
            ranks_of(seen.stocks[seat]),
            *(Content.styled(role, "bold $primary") for role in roles(seen, seat)),
            *([Content.styled("keeping bids (a)", "italic")] if keeping else []),
        ]
        self.say(Content("  ").join(parts))


def side_index(seen: Observation, seat: Seat) -> int:
    return next(index for index, side in enumerate(seen.rules.sides) if seat in side)


def roles(seen: Observation, seat: Seat) -> list[str]:
    return [role for role, held in (("leads", seat == seen.leader), ("★ first", seat == seen.first)) if held]


def bid_words(seen: Observation, seat: Seat) -> Content:
    if bid := seen.bid_of(seat):
        return Content.assemble("bid ", inline(bid))
    return Content("bid laid" if seat in seen.laid else "no bid yet")


def tricks_words(seen: Observation, seat: Seat) -> Content:
    """`tricks 2/7`, or with partners `tricks 2 (3/7)`: the seat's own, and the side's against its bid."""
    side = seen.rules.sides[side_index(seen, seat)]
    if len(side) == 1:
        return Content(f"tricks {tricks_of_side(seen, side)}")
    of_side = f" ({tricks_of_side(seen, side)})" if score_now(seen) else ""
    return Content(f"tricks {seen.tricks[seat]}{of_side}")
