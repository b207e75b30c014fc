"""The stalls that the list does not show, and the card that is highlighted in it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from karat.rules.amul.cards import Card, CardFile, Kind, Zone
from karat.rules.amul.explain import describe, describe_instant
from karat.rules.amul.observe import Observation
from karat.terminal.amul_cards import ZONES, inline, row, short, signed
from karat.terminal.amul_stalls import STALLS, Entry, Stall, entries, entry_words, offerer
from karat.terminal.columns import cropped
from karat.terminal.seating import Seating
from karat.terminal.widgets import Drawing

COUNTS = {
    Zone.TABLE: "counts when played (M17)",
    Zone.HAND: "counts when kept to the end; played, it leaves the game (M18)",
    Zone.BOTH: "counts when played or kept to the end (M19)",
}


class Elsewhere(Drawing):
    """What lies in the other stalls: line by line with effects where there is room, else names alone."""

    def draw(self, seen: Observation, shown: Stall, who: Seating) -> Content:
        if not seen.phase:
            return Content("")
        others = [stall for stall in STALLS if stall is not shown]
        height, width = self.size.height, max(self.size.width, 1)
        fit = [line.truncate(width, ellipsis=True) for line in lines_for(seen, others, who, height, width)]
        return Content("\n").join(fit[:height])


def lines_for(seen: Observation, others: list[Stall], who: Seating, height: int, width: int) -> list[Content]:
    """As much as fits: every card in a line, the palace in a row, the bazaar too, all of them."""
    for rows in (set(), {Stall.PALACE}, {Stall.PALACE, Stall.BAZAAR}):
        lines = [
            line
            for stall in others
            for line in (in_a_row(seen, stall, width) if stall in rows else in_lines(seen, stall, who))
        ]
        if len(lines) <= height:
            return lines
    lines = list(briefly(seen, others, who))
    if len(lines) > height > 0:
        last = lines[height - 1 :]  # the last ones share a line
        lines[height - 1 :] = [Content(" ").join(line.truncate(width // len(last) - 1, ellipsis=True) for line in last)]
    return lines


def briefly(seen: Observation, others: list[Stall], who: Seating) -> Iterator[Content]:
    """A line for hand or market, a line for each of the others."""
    cards = seen.rules.cards
    for stall in others:
        listed = entries(seen, stall)
        if stall is Stall.MARKET:
            words = [Content.assemble(inline(entry.card, cards), offered(entry, who)) for entry in listed]
            yield Content.assemble((f"{stall} ", "dim"), Content(", ").join(words) or Content("empty"))
        elif stall is Stall.HAND:
            yield Content.assemble((f"{stall} ", "dim"), row(seen.hand, cards))
        else:
            there = seen.palace if stall is Stall.PALACE else seen.bazaar
            yield Content.assemble((f"{stall} ", "dim"), row(there, cards))


def offered(entry: Entry, who: Seating) -> str:
    return "".join(f" ({offerer(seat, who)})" for seat in entry.offered_by)


def in_lines(seen: Observation, stall: Stall, who: Seating) -> list[Content]:
    """A heading and a line for every card."""
    cards = seen.rules.cards
    lines = [entry_words(entry, cards, who, legal=True) for entry in entries(seen, stall)]
    return [heading(stall, seen), *(lines or [Content.styled("empty", "dim")])]


def in_a_row(seen: Observation, stall: Stall, width: int) -> list[Content]:
    """A heading and the cards one after the other, traders with what they want."""
    cards = seen.rules.cards
    words = [
        Content.assemble(inline(entry.card, cards), f" ×{entry.copies}" if entry.copies > 1 else "")
        if stall is not Stall.BAZAAR
        else trader(entry.card, cards)
        for entry in entries(seen, stall)
    ]
    return [heading(stall, seen), *Content(", ").join(words or [Content("empty")]).wrap(width)]


def trader(card: Card, cards: CardFile) -> Content:
    return Content.assemble(inline(card, cards), f" {short(cards.kinds[card.id], cards)}")


def heading(stall: Stall, seen: Observation) -> Content:
    number = sum(entry.copies for entry in entries(seen, stall))
    return Content.styled(f"── {stall} {number} ", "dim")


class Details(Drawing):
    """The highlighted card in full."""

    def draw(self, card: Card, seen: Observation, who: Seating) -> Content:
        return Content("\n").join(cropped(card_page(card, seen, who), max(self.size.width, 1), self.size.height))


def card_page(card: Card, seen: Observation, who: Seating) -> Content:
    """All there is to know of a card: names, colour, zone, symbols, effect, copies, and where that is known from."""
    cards, kind = seen.rules.cards, seen.rules.cards.kinds[card.id]
    names = " · ".join(f"{language} {name}" for language, name in kind.names.items() if language != "en")
    parts: list[tuple[str, str]] = [
        ("", f"{kind.colour}, from the {kind.deck}; {zone_words(kind)}"),
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
