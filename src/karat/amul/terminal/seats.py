"""How all stand: round and phase, a row for every seat, and the person's area colour by colour."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from karat.amul.rules.cards import CardFile, Cards
from karat.amul.rules.counts import ROUNDS
from karat.amul.rules.effects import By
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.rules.scoring import CLANS, ScoreSheet, tally
from karat.amul.terminal.cards import LETTERS, inline, row, sign
from karat.amul.terminal.words import why_this_order
from karat.game import Seat
from karat.screen.columns import cropped, fitted
from karat.screen.seating import Seating
from karat.screen.widgets import Drawing

PHASES = {Phase.OFFER: "offer", Phase.TAKE: "take", Phase.PLAY: "play", Phase.GAIN: "effects"}
COLUMNS = (("", 2), ("#", 3), ("", 11), ("pts", 4), ("valour", 7), ("arab", 5), ("mong", 5), ("cards", 6))
"""Of the seats' rows, with their widths; what the area holds fills the line."""


class TitleLine(Drawing):
    """Round, phase, deck, and by what the order goes."""

    def draw(self, seen: Observation, who: Seating) -> Content:
        if seen.phase is None:
            return Content.styled("◈ Amul", "bold $primary")
        if seen.phase is Phase.OVER:
            return Content.styled(f"◈ Amul  after {ROUNDS} rounds: the match is over", "bold $primary")
        steps = [
            Content.styled(f"[{name}]", "bold $primary") if phase is seen.phase else Content.styled(name, "dim")
            for phase, name in PHASES.items()
        ]
        parts = [
            Content.styled(f"◈ Amul  round {seen.number} of {ROUNDS}", "bold $primary"),
            Content(" ").join(steps),
            Content(f"deck {seen.deck_size}"),
        ]
        why = f"order {why_this_order(seen, who)}"
        brief = "order by valour" if any(turn.valour for turn in seen.order) else "order from ★"
        for words in (why, why.partition(";")[0], brief):
            line = Content.styled(" │ ", "dim").join([*parts, Content(words)])
            if line.cell_length <= self.size.width:
                break
        return line.truncate(self.size.width, ellipsis=True)


class SeatRows(Drawing):
    """A row for every seat, clockwise from the person: so the second and the last are the neighbours."""

    def draw(self, seen: Observation, sheet: ScoreSheet, who: Seating) -> Content:
        head = "".join(name.ljust(width) for name, width in COLUMNS)
        rows = [Content.styled(f"{head}most points from", "dim")]
        rows += [seat_row(seen, sheet, seat, who) for seat in who.clockwise]
        return Content("\n").join(line.truncate(self.size.width, ellipsis=True) for line in rows)


def seat_row(seen: Observation, sheet: ScoreSheet, seat: Seat, who: Seating) -> Content:
    """Mark, place in the order, name, points so far, valour and letter, symbols, cards, what lies there."""
    area = seen.areas[seat] if seen.areas else ()
    shown = tally(seen.rules.cards, area)[By.SYMBOL]
    letter = min((card.letter for card in area if card.letter), default="")
    cells = (
        mark(seen, seat),
        place_in_order(seen, seat),
        f"{who.names[seat]}{' ★' if seat == seen.first_pick else ''}",
        str(sheet.points[seat]),
        f"{shown.get('valour', 0) or '–'} {letter}",
        *(str(shown.get(clan, 0) or "–") for clan in CLANS),
        str(len(area)),
    )
    acting = seat in seen.to_act
    style = "bold $primary" if acting else "bold" if who.is_person(seat) else ""
    numbers = [fitted(cell, width) for cell, (_, width) in zip(cells, COLUMNS, strict=True)]
    return Content.assemble(Content("").join(numbers).stylize(style), best_lines(sheet, seat, seen.rules.cards))


def mark(seen: Observation, seat: Seat) -> str:
    """▶ to act, ✓ has chosen or taken already."""
    if seat in seen.to_act:
        return "▶"
    in_turn = bool(seen.turns) and seen.phase is Phase.TAKE
    return "✓" if seat in seen.laid or (in_turn and seat not in seen.turns) else ""


def place_in_order(seen: Observation, seat: Seat) -> str:
    return next((str(place) for place, turn in enumerate(seen.order, 1) if turn.seat == seat), "")


def best_lines(sheet: ScoreSheet, seat: Seat, cards: CardFile) -> Content:
    """What earns most in an area, as it stands: `Camel ×3 14, Silk 5`."""
    lines = sorted((line for line in sheet.lines[seat] if line.cards), key=lambda line: -line.points)
    parts = [
        Content.assemble(
            Content("/").join({cards.name(card): inline(card, cards) for card in line.cards}.values()),
            f" ×{len(line.cards)}" if len(line.cards) > 1 else "",
            f" {line.points}",
        )
        for line in lines
    ]
    return Content(", ").join(parts)


class OwnArea(Drawing):
    """The person's area by colour with the points so far: a line for each where there is room, else all in a row."""

    def draw(self, area: Cards, sheet: ScoreSheet, seat: Seat, cards: CardFile) -> Content:
        width, height = max(self.size.width, 1), self.size.height
        rows = area_rows(area, sheet, seat, cards)
        if height >= len(rows):
            lines = [line for each in rows for line in area_lines(each, width)]
            if len(lines) > height:  # then the empty rows make room
                lines = [line for each in rows if each.filled for line in area_lines(each, width)]
            return Content("\n").join(lines[:height])
        head = Content.styled(f"Your area {sheet.points[seat]}  ", "bold")
        shown = [Content.assemble(each.label, f" {each.points} ", each.held) for each in rows if each.filled]
        whole = Content.assemble(head, Content.styled(" │ ", "dim").join(shown) or Content("nothing yet"))
        return Content("\n").join(cropped(whole, width, height))


@dataclass(frozen=True, slots=True)
class AreaRow:
    """A row of the score pad for one area: its label, its points, and what stands in it."""

    label: Content
    points: int
    held: Content
    filled: bool


def area_rows(area: Cards, sheet: ScoreSheet, seat: Seat, cards: CardFile) -> list[AreaRow]:
    """Every row of the score pad."""
    points = {name: of[seat] for name, of in sheet.rows}
    shown = tally(cards, area)[By.SYMBOL]
    rows = []
    for name in cards.rows:
        there = tuple(card for card in area if cards.kinds[card.id].colour == name)
        held = row(there, cards) if there else Content.styled("–", "dim")
        rows.append(AreaRow(sign(name), points[name], held, bool(there)))
    for clan in CLANS:
        number = shown.get(clan, 0)
        symbols = Content(f"for {number} {clan}") if number else Content.styled("–", "dim")
        rows.append(AreaRow(Content.styled(LETTERS[clan], "bold"), points[clan], symbols, bool(number)))
    return rows


def area_lines(each: AreaRow, width: int) -> list[Content]:
    """The row in lines of that width, what is held under itself."""
    first, *more = each.held.wrap(max(width - 7, 1))
    head = Content.assemble(fitted(each.label, 2), f" {each.points:2}  ", first)
    return [head, *(line.pad_left(7) for line in more)]
