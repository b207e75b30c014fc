"""The score pad, every line of it explained, and everything that lies on the table, in pages."""

from __future__ import annotations

from textual.content import Content

from karat.amul.rules.observe import Observation
from karat.amul.rules.rules import Rules
from karat.amul.rules.scoring import ScoreSheet
from karat.amul.terminal.cards import SIGNS, row, sign, signed, symbols
from karat.amul.terminal.seats import area_lines, area_rows
from karat.amul.terminal.stalls import Stall, entries, offerer
from karat.amul.terminal.words import say, turn_words, why_this_order
from karat.amul.words.cards import CardWords
from karat.amul.words.effects import card_short
from karat.amul.words.scores import TEXTS as SCORES
from karat.amul.words.scores import line_sentences, line_short, row_name, tell_result
from karat.game import Seat
from karat.screen.columns import columns
from karat.words.seat_names import SeatNames

PAGE_WIDTH = 74
"""So much text fits a dialog in a terminal of eighty columns."""


def pad(rules: Rules, sheet: ScoreSheet, who: SeatNames) -> Content:
    """All rows by seat, the person first, and what broke a tie."""
    seats = who.clockwise
    names = [Content.styled(who.names[seat], "bold $primary" if seat in sheet.winners else "bold") for seat in seats]
    rows: list[tuple[str, list[Content]]] = [("", names)]
    for name, points in sheet.rows:
        label = f"{SIGNS.get(name, name[0].upper() + ' ')} {row_name(name, who.language)}"
        rows.append((label, [Content(str(points[seat])) for seat in seats]))
    total, symbol = SCORES.text("total", who.language), CardWords(rules.cards, who.language)
    rows.append((f"   {total}", [Content.styled(str(sheet.points[seat]), "bold $primary") for seat in seats]))
    tiebreak = symbol.say(f"symbol.{rules.cards.tiebreak}")
    rows.append((f"   {tiebreak}", [Content.styled(str(sheet.tiebreak[seat]), "dim") for seat in seats]))
    return Content.assemble(columns(rows, gap=2, right=True), "\n\n", ending(rules, sheet, who))


def ending(rules: Rules, sheet: ScoreSheet, who: SeatNames) -> str:
    """Who won, and by what."""
    return tell_result(rules.cards, sheet, who)


def score_pages(rules: Rules, sheet: ScoreSheet, who: SeatNames) -> list[tuple[str, Content]]:
    """The pad, then for each seat a page that explains every line."""
    pages = [(say("page.pad", who.language), pad(rules, sheet, who))]
    return pages + [(who.names[seat], explained(rules, sheet, seat, who.language)) for seat in who.clockwise]


def explained(rules: Rules, sheet: ScoreSheet, seat: Seat, language: str) -> Content:
    """Every line of a seat under its row."""
    lines = []
    for name, points in sheet.rows:
        label = sign(name) if name in SIGNS else Content.styled(f"{name[0].upper()} ", "bold")
        row_total = say("page.row", language, row=row_name(name, language), points=points[seat])
        lines.append(Content.assemble(label, (f" {row_total}", "bold")))
        for line in sheet.lines[seat]:
            if line.row == name:
                said = Content(line_sentences(line, rules.cards, language))
                lines += [each.pad_left(3) for each in said.wrap(PAGE_WIDTH - 3)]
    lines.append(Content.styled(f"   {say('page.total', language, points=sheet.points[seat])}", "bold $primary"))
    return Content("\n").join(lines)


def table_pages(seen: Observation, sheet: ScoreSheet, who: SeatNames) -> list[tuple[str, Content]]:
    """All that lies open: the order and the market, each area, palace, bazaar, what left the game."""
    words = CardWords(seen.rules.cards, who.language)
    areas = [(who.names[seat], area_page(seen, sheet, seat, words)) for seat in who.clockwise]
    court = say("page.court", who.language), court_page(seen, words)
    removed = say("page.removed", who.language), removed_page(seen, words)
    return [(say("page.market", who.language), market_page(seen, who, words)), *areas, court, removed]


def market_page(seen: Observation, who: SeatNames, words: CardWords) -> Content:
    order = ", ".join(f"{place} {turn_words(turn, who)}" for place, turn in enumerate(seen.order, 1))
    facts = [
        ("order", Content(order or say("page.no_order", who.language))),
        ("why", Content(why_this_order(seen, who) if order else say("ask.over", who.language))),
        ("emir", Content(who.names[seen.emir or 0])),
        ("deck", Content(say("page.cards", who.language, n=seen.deck_size))),
    ]
    facts += [
        ("played", Content.assemble(f"{who.names[seat]} ", signed(card, words)))
        for seat, card in enumerate(seen.played)
    ]
    labels = [say(f"page.{label}", who.language) for label, _ in facts]
    width = max(map(len, labels)) + 1
    lines = [
        Content.assemble((label.ljust(width), "dim"), fact) for label, (_, fact) in zip(labels, facts, strict=True)
    ]
    lines.append(Content.styled(f"\n{say('page.market', who.language)}", "bold"))
    lines += [
        Content.assemble(signed(card, words), f" · {offerer(seat, who)} · {in_short(card.id, words)}")
        for card, seat in seen.wares
    ]
    return Content("\n").join(lines if seen.wares else [*lines, Content(say("stall.empty", who.language))])


def in_short(card_id: str, words: CardWords) -> str:
    return card_short(card_id, words.cards, words.language)


def area_page(seen: Observation, sheet: ScoreSheet, seat: Seat, words: CardWords) -> Content:
    """By colour, then every line with its points so far."""
    area = seen.areas[seat]
    rows = [line for each in area_rows(area, sheet, seat, words) for line in area_lines(each, PAGE_WIDTH)]
    held = {"cards": len(area), "points": sheet.points[seat], "hand": seen.hand_sizes[seat]}
    lines = [Content.styled(say("area.summary", words.language, **held), "bold"), *rows, Content("")]
    by_points = sorted(sheet.lines[seat], key=lambda line: -line.points)
    lines += [Content(line_short(line, words.cards, words.language)) for line in by_points]
    marked = [f"{words.name(card)} ({symbols(card, words.kind(card))})" for card in area if words.kind(card).symbols]
    shown = ", ".join(marked) or say("stall.none", words.language)
    return Content("\n").join([*lines, Content.styled(say("area.marked", words.language, symbols=shown), "dim")])


def court_page(seen: Observation, words: CardWords) -> Content:
    lines = []
    for stall in (Stall.PALACE, Stall.BAZAAR):
        lines.append(Content.styled(say(f"stall.{stall}", words.language), "bold"))
        for entry in entries(seen, stall):
            number = f" ×{entry.copies}" if entry.copies > 1 else ""
            lines.append(Content.assemble(signed(entry.card, words), f"{number} · {in_short(entry.card.id, words)}"))
    return Content("\n").join(lines)


def removed_page(seen: Observation, words: CardWords) -> Content:
    lines = [Content.styled(say("page.left", words.language, n=len(seen.removed)), "bold")]
    for name in words.cards.rows:
        gone = tuple(sorted(card for card in seen.removed if words.kind(card).colour == name))
        lines.append(Content.assemble(sign(name), " ", row(gone, words)))
    return Content("\n").join(lines)
