"""How all stand: round and phase, a row for every seat, and the person's area colour by colour."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from karat.amul.rules.cards import Cards
from karat.amul.rules.counts import ROUNDS
from karat.amul.rules.effects import By
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.rules.scoring import CLANS, ScoreSheet, tally
from karat.amul.terminal.cards import LETTERS, inline, row, sign
from karat.amul.terminal.words import say, why_this_order
from karat.amul.words.cards import CardWords
from karat.game import Seat
from karat.screen.columns import cropped, fitted
from karat.screen.widgets import Drawing
from karat.words.seat_names import SeatNames

PHASES = (Phase.OFFER, Phase.TAKE, Phase.PLAY, Phase.GAIN)
COLUMNS = (("", 2), ("#", 3), ("", 11), ("points", 4), ("valour", 7), ("arab", 5), ("mongol", 5), ("cards", 6))
"""Of the seats' rows, by the keys of their texts, with their widths; what the area holds fills the line."""


class TitleLine(Drawing):
    """Round, phase, deck, and by what the order goes."""

    def draw(self, seen: Observation, who: SeatNames) -> Content:
        if seen.phase is None:
            return Content.styled(say("title.amul", who.language), "bold $primary")
        if seen.phase is Phase.OVER:
            return Content.styled(say("title.over", who.language, rounds=ROUNDS), "bold $primary")
        parts = [
            Content.styled(say("title.round", who.language, number=seen.number, rounds=ROUNDS), "bold $primary"),
            Content(" ").join(phase_name(phase, who, now=phase is seen.phase) for phase in PHASES),
            Content(say("title.deck", who.language, cards=seen.deck_size)),
        ]
        why = say("title.order", who.language, why=why_this_order(seen, who))
        brave = any(turn.valour for turn in seen.order)
        brief = say("title.by_valour" if brave else "title.from_first_pick", who.language)
        for reason in (why, why.partition(";")[0].rstrip(), brief):
            line = Content.styled(" │ ", "dim").join([*parts, Content(reason)])
            if line.cell_length <= self.size.width:
                break
        return line.truncate(self.size.width, ellipsis=True)


def phase_name(phase: Phase, who: SeatNames, *, now: bool) -> Content:
    name = say(f"phase.{phase}", who.language)
    return Content.styled(f"[{name}]", "bold $primary") if now else Content.styled(name, "dim")


class SeatRows(Drawing):
    """A row for every seat, clockwise from the person: so the second and the last are the neighbours."""

    def draw(self, seen: Observation, sheet: ScoreSheet, who: SeatNames) -> Content:
        head = "".join(column_name(name, who).ljust(width) for name, width in COLUMNS)
        rows = [Content.styled(f"{head}{column_name('best', who)}", "dim")]
        rows += [seat_row(seen, sheet, seat, who) for seat in who.clockwise]
        return Content("\n").join(line.truncate(self.size.width, ellipsis=True) for line in rows)


def column_name(name: str, who: SeatNames) -> str:
    return say(f"column.{name}", who.language) if name.isalpha() else name


def seat_row(seen: Observation, sheet: ScoreSheet, seat: Seat, who: SeatNames) -> Content:
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
    words = CardWords(seen.rules.cards, who.language)
    return Content.assemble(Content("").join(numbers).stylize(style), best_lines(sheet, seat, words))


def mark(seen: Observation, seat: Seat) -> str:
    """▶ to act, ✓ has chosen or taken already."""
    if seat in seen.to_act:
        return "▶"
    in_turn = bool(seen.turns) and seen.phase is Phase.TAKE
    return "✓" if seat in seen.laid or (in_turn and seat not in seen.turns) else ""


def place_in_order(seen: Observation, seat: Seat) -> str:
    return next((str(place) for place, turn in enumerate(seen.order, 1) if turn.seat == seat), "")


def best_lines(sheet: ScoreSheet, seat: Seat, words: CardWords) -> Content:
    """What earns most in an area, as it stands: `Camel ×3 14, Silk 5`."""
    lines = sorted((line for line in sheet.lines[seat] if line.cards), key=lambda line: -line.points)
    parts = [
        Content.assemble(
            Content("/").join({card.id: inline(card, words) for card in line.cards}.values()),
            f" ×{len(line.cards)}" if len(line.cards) > 1 else "",
            f" {line.points}",
        )
        for line in lines
    ]
    return Content(", ").join(parts)


class OwnArea(Drawing):
    """The person's area by colour with the points so far: a line for each where there is room, else all in a row."""

    def draw(self, area: Cards, sheet: ScoreSheet, seat: Seat, words: CardWords) -> Content:
        width, height = max(self.size.width, 1), self.size.height
        rows = area_rows(area, sheet, seat, words)
        if height >= len(rows):
            lines = [line for each in rows for line in area_lines(each, width)]
            if len(lines) > height:  # then the empty rows make room
                lines = [line for each in rows if each.filled for line in area_lines(each, width)]
            return Content("\n").join(lines[:height])
        head = Content.styled(say("area.own", words.language, points=sheet.points[seat]), "bold")
        shown = [Content.assemble(each.label, f" {each.points} ", each.held) for each in rows if each.filled]
        whole = Content.assemble(
            head, Content.styled(" │ ", "dim").join(shown) or Content(say("area.nothing", words.language))
        )
        return Content("\n").join(cropped(whole, width, height))


@dataclass(frozen=True, slots=True)
class AreaRow:
    """A row of the score pad for one area: its label, its points, and what stands in it."""

    label: Content
    points: int
    held: Content
    filled: bool


def area_rows(area: Cards, sheet: ScoreSheet, seat: Seat, words: CardWords) -> list[AreaRow]:
    """Every row of the score pad."""
    points = {name: of[seat] for name, of in sheet.rows}
    shown = tally(words.cards, area)[By.SYMBOL]
    rows = []
    for name in words.cards.rows:
        there = tuple(card for card in area if words.kind(card).colour == name)
        held = row(there, words) if there else Content.styled("–", "dim")
        rows.append(AreaRow(sign(name), points[name], held, bool(there)))
    for clan in CLANS:
        number = shown.get(clan, 0)
        said = say("area.symbols", words.language, number=number, clan=words.say(f"symbol.{clan}"))
        symbols = Content(said) if number else Content.styled("–", "dim")
        rows.append(AreaRow(Content.styled(LETTERS[clan], "bold"), points[clan], symbols, bool(number)))
    return rows


def area_lines(each: AreaRow, width: int) -> list[Content]:
    """The row in lines of that width, what is held under itself."""
    first, *more = each.held.wrap(max(width - 7, 1))
    head = Content.assemble(fitted(each.label, 2), f" {each.points:2}  ", first)
    return [head, *(line.pad_left(7) for line in more)]
