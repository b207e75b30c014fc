"""The score pad, every line of it explained, and everything that lies on the table, in pages."""

from __future__ import annotations

from textual.content import Content

from karat.amul.rules.explain import describe, describe_instant, explain
from karat.amul.rules.observe import Observation
from karat.amul.rules.rules import Rules
from karat.amul.rules.scoring import ScoreSheet
from karat.amul.terminal.cards import SIGNS, name_of, row, sign, signed, symbols
from karat.amul.terminal.seats import area_lines, area_rows
from karat.amul.terminal.stalls import Stall, entries, offerer
from karat.amul.terminal.words import listed, turn_words, why_this_order
from karat.game import Seat
from karat.screen.columns import columns
from karat.screen.seating import Seating

PAGE_WIDTH = 74
"""So much text fits a dialog in a terminal of eighty columns."""


def pad(rules: Rules, sheet: ScoreSheet, who: Seating) -> Content:
    """All rows by seat, the person first, and what broke a tie."""
    seats = who.clockwise
    names = [Content.styled(who.names[seat], "bold $primary" if seat in sheet.winners else "bold") for seat in seats]
    rows: list[tuple[str, list[Content]]] = [("", names)]
    for name, points in sheet.rows:
        label = f"{SIGNS.get(name, name[0].upper() + ' ')} {name}"
        rows.append((label, [Content(str(points[seat])) for seat in seats]))
    rows.append(("   total", [Content.styled(str(sheet.points[seat]), "bold $primary") for seat in seats]))
    rows.append((f"   {rules.cards.tiebreak}", [Content.styled(str(sheet.tiebreak[seat]), "dim") for seat in seats]))
    return Content.assemble(columns(rows, gap=2, right=True), "\n\n", ending(rules, sheet, who))


def ending(rules: Rules, sheet: ScoreSheet, who: Seating) -> str:
    """Who won, and by what."""
    names = listed(who.names[seat] for seat in sheet.winners)
    best = max(sheet.points)
    tied = [seat for seat, points in enumerate(sheet.points) if points == best]
    alone = len(sheet.winners) == 1
    verb = "win" if not alone or who.is_person(sheet.winners[0]) else "wins"
    if len(tied) == 1:
        return f"{names} {verb} with {best} points (M42)."
    tie = f"{listed(who.names[seat] for seat in tied)} are tied with {best} points"
    if alone:
        return f"{tie}. {names} {verb}: most {rules.cards.tiebreak}, {max(sheet.tiebreak[s] for s in tied)} (M43)."
    return f"{tie} and in {rules.cards.tiebreak}: {names} share the win (R9)."


def score_pages(rules: Rules, sheet: ScoreSheet, who: Seating) -> list[tuple[str, Content]]:
    """The pad, then for each seat a page that explains every line."""
    pages = [("score pad", pad(rules, sheet, who))]
    return pages + [(who.names[seat], explained(rules, sheet, seat)) for seat in who.clockwise]


def explained(rules: Rules, sheet: ScoreSheet, seat: Seat) -> Content:
    """Every line of a seat under its row."""
    lines = []
    for name, points in sheet.rows:
        label = sign(name) if name in SIGNS else Content.styled(f"{name[0].upper()} ", "bold")
        lines.append(Content.assemble(label, (f" {name}: {points[seat]}", "bold")))
        for line in sheet.lines[seat]:
            if line.row == name:
                lines += [each.pad_left(3) for each in Content(explain(line, rules.cards)).wrap(PAGE_WIDTH - 3)]
    lines.append(Content.styled(f"   total: {sheet.points[seat]}", "bold $primary"))
    return Content("\n").join(lines)


def table_pages(seen: Observation, sheet: ScoreSheet, who: Seating) -> list[tuple[str, Content]]:
    """All that lies open: the order and the market, each area, palace, bazaar, what left the game."""
    areas = [(who.names[seat], area_page(seen, sheet, seat)) for seat in who.clockwise]
    return [("market", market_page(seen, who)), *areas, ("palace and bazaar", court_page(seen)),
            ("removed", removed_page(seen))]  # fmt: skip


def market_page(seen: Observation, who: Seating) -> Content:
    cards = seen.rules.cards
    order = ", ".join(f"{place} {turn_words(turn, who)}" for place, turn in enumerate(seen.order, 1))
    lines = [
        Content.assemble(("order  ", "dim"), order or "none any more"),
        Content.assemble(("why    ", "dim"), why_this_order(seen, who) if order else "the match is over"),
        Content.assemble(("emir   ", "dim"), who.names[seen.emir or 0]),
        Content.assemble(("deck   ", "dim"), f"{seen.deck_size} cards"),
    ]
    for seat, card in enumerate(seen.played):
        lines.append(Content.assemble(("played ", "dim"), f"{who.names[seat]} ", signed(card, cards)))
    lines.append(Content.styled("\nmarket", "bold"))
    lines += [
        Content.assemble(signed(card, cards), f" · {offerer(seat, who)} · {in_words(card.id, seen)}")
        for card, seat in seen.wares
    ]
    return Content("\n").join(lines if seen.wares else [*lines, Content("empty")])


def in_words(card_id: str, seen: Observation) -> str:
    kind = seen.rules.cards.kinds[card_id]
    said = describe(kind.scoring, seen.rules.cards)
    return f"{said}; {describe_instant(kind.instant)}" if kind.instant else said


def area_page(seen: Observation, sheet: ScoreSheet, seat: Seat) -> Content:
    """By colour, then every line with its points so far."""
    cards, area = seen.rules.cards, seen.areas[seat]
    rows = [line for each in area_rows(area, sheet, seat, cards) for line in area_lines(each, PAGE_WIDTH)]
    lines = [
        Content.styled(
            f"{len(area)} cards, {sheet.points[seat]} points so far; {seen.hand_sizes[seat]} in hand", "bold"
        ),
        *rows,
        Content(""),
    ]
    lines += [Content(explain(line, cards)) for line in sorted(sheet.lines[seat], key=lambda line: -line.points)]
    marked = [f"{name_of(card, cards)} ({symbols(card, cards.kinds[card.id])})" for card in area
              if cards.kinds[card.id].symbols]  # fmt: skip
    return Content("\n").join([*lines, Content.styled(f"symbols: {', '.join(marked) or 'none'}", "dim")])


def court_page(seen: Observation) -> Content:
    lines = []
    for stall in (Stall.PALACE, Stall.BAZAAR):
        lines.append(Content.styled(f"{stall}", "bold"))
        for entry in entries(seen, stall):
            number = f" ×{entry.copies}" if entry.copies > 1 else ""
            words = f"{number} · {in_words(entry.card.id, seen)}"
            lines.append(Content.assemble(signed(entry.card, seen.rules.cards), words))
    return Content("\n").join(lines)


def removed_page(seen: Observation) -> Content:
    cards = seen.rules.cards
    lines = []
    for name in cards.rows:
        gone = tuple(sorted(card for card in seen.removed if cards.kinds[card.id].colour == name))
        lines.append(Content.assemble(sign(name), " ", row(gone, cards)))
    return Content("\n").join([Content.styled(f"{len(seen.removed)} cards left the game", "bold"), *lines])
