"""The stalls that the list does not show, and the card that is highlighted in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from textual.content import Content

from karat.amul.rules.cards import Card, CardFile, Deck, Kind, Zone
from karat.amul.rules.explain import describe, describe_instant
from karat.amul.rules.observe import Observation
from karat.amul.terminal.cards import ZONES, inline, short, signed
from karat.amul.terminal.stalls import Entry, Stall, entry_words, offerer
from karat.screen.columns import cropped
from karat.screen.seating import Seating
from karat.screen.widgets import Drawing

Others: TypeAlias = tuple[tuple[Stall, tuple[Entry, ...]], ...]
"""The stalls that the list does not show, with what lies there."""

COUNTS = {
    Zone.TABLE: "counts when played (M17)",
    Zone.HAND: "counts when kept to the end; played, it leaves the game (M18)",
    Zone.BOTH: "counts when played or kept to the end (M19)",
}


class Elsewhere(Drawing):
    """What lies in the other stalls: line by line with effects where there is room, else names alone."""

    def draw(self, others: Others, cards: CardFile, who: Seating) -> Content:
        height, width = self.size.height, max(self.size.width, 1)
        fit = [line.truncate(width, ellipsis=True) for line in lines_for(others, cards, who, height, width)]
        return Content("\n").join(fit[:height])


def lines_for(others: Others, cards: CardFile, who: Seating, height: int, width: int) -> list[Content]:
    """As much as fits: every card in a line, the palace in a row, the bazaar too, all of them."""
    ways: tuple[set[Stall], ...] = (set(), {Stall.PALACE}, {Stall.PALACE, Stall.BAZAAR}) if height > 6 else ()
    for rows in ways:
        lines = []
        for stall, there in others:
            number = sum(entry.copies for entry in there)
            lines.append(Content.styled(f"── {stall} {number} ", "dim"))
            lines += in_a_row(there, cards, width) if stall in rows else in_lines(there, cards, who)
        if len(lines) <= height:
            return lines
    lines = [
        Content.assemble((f"{stall} ", "dim"), Content(", ").join(briefly(there, cards, who)) or Content("empty"))
        for stall, there in others
    ]
    if len(lines) > height > 0:
        last = lines[height - 1 :]  # the last ones share a line
        lines[height - 1 :] = [Content(" ").join(line.truncate(width // len(last) - 1, ellipsis=True) for line in last)]
    return lines


def briefly(there: Sequence[Entry], cards: CardFile, who: Seating) -> list[Content]:
    """Names, how many, and who offered them."""
    return [
        Content.assemble(
            inline(entry.card, cards),
            f" ×{entry.copies}" if entry.copies > 1 else "",
            "".join(f" ({offerer(seat, who)})" for seat in entry.offered_by),
        )
        for entry in there
    ]


def in_lines(there: Sequence[Entry], cards: CardFile, who: Seating) -> list[Content]:
    """A line for every card."""
    lines = [entry_words(entry, cards, who, legal=True) for entry in there]
    return lines or [Content.styled("empty", "dim")]


def in_a_row(there: Sequence[Entry], cards: CardFile, width: int) -> list[Content]:
    """The cards one after the other, traders with what they want."""
    words = []
    for entry in there:
        kind = cards.kinds[entry.card.id]
        wants = f" {short(kind, cards)}" if kind.deck is Deck.BAZAAR else ""
        words.append(Content.assemble(inline(entry.card, cards), f" ×{entry.copies}" * (entry.copies > 1), wants))
    return Content(", ").join(words or [Content("empty")]).wrap(width)


class Details(Drawing):
    """The highlighted card in full."""

    def draw(self, card: Card, seen: Observation, who: Seating) -> Content:
        return Content("\n").join(cropped(card_page(card, seen, who), max(self.size.width, 1), self.size.height))


def card_page(card: Card, seen: Observation, who: Seating) -> Content:
    """All there is to know of a card: names, colour, zone, symbols, effect, copies, and where that is known from."""
    cards, kind = seen.rules.cards, seen.rules.cards.kinds[card.id]
    names = " · ".join(f"{language} {name}" for language, name in kind.names.items() if language != "en")
    parts: list[tuple[str, str]] = [
        ("", f"{'' if kind.colour == kind.deck else f'{kind.colour}, '}from the {kind.deck}; {zone_words(kind)}"),
        ("points", describe(kind.scoring, cards)),
        ("when played", f"{describe_instant(kind.instant)} (M22)" if kind.instant else ""),
        ("symbols", ", ".join(name if number == 1 else f"{name} {number}" for name, number in kind.symbols)),
        ("turn-order letter", card.letter),
        ("copies", copies(card, kind, seen, who)),
        ("names", names),
        ("known from", sources(kind)),
        ("note", kind.notes),
    ]
    lines = [Content.assemble(signed(card, cards), (f"  {card}", "dim"))]
    lines += [Content.assemble((f"{label}: " if label else "", "dim"), words) for label, words in parts if words]
    return Content("\n").join(lines)


def zone_words(kind: Kind) -> str:
    if kind.deck in ("palace", "bazaar"):
        return "gained by an instant effect (M24)"
    return f"{ZONES[kind.zone]}: {COUNTS[kind.zone]}"


def copies(card: Card, kind: Kind, seen: Observation, who: Seating) -> str:
    """How many there are in this match, and where those lie that the person sees."""
    places = [
        ("your hand", seen.hand),
        ("the market", tuple(ware.card for ware in seen.wares)),
        *((("your area" if who.is_person(s) else f"{who.names[s]}'s area"), seen.areas[s]) for s in who.clockwise),
        ("out of the game", seen.removed),
    ]
    found = [(name, sum(other.id == card.id for other in there)) for name, there in places]
    lie = ", ".join(f"{number} in {name}" if name != "out of the game" else f"{number} {name}"
                    for name, number in found if number)  # fmt: skip
    total = len(kind.copies_for(seen.rules.players))
    return f"{total} in this match{f'; {lie}' if lie else ''}"


def sources(kind: Kind) -> str:
    """Where each group of fields comes from, by source."""
    groups: dict[str, list[str]] = {}
    for group, source in kind.source.items():
        groups.setdefault(source, []).append(group)
    return "; ".join(f"{source}: {', '.join(names)}" for source, names in groups.items())
