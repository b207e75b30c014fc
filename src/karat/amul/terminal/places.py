"""The stalls that the list does not show, and the card that is highlighted in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from textual.content import Content

from karat.amul.rules.cards import Card, Cards, Deck, Kind
from karat.amul.rules.observe import Observation
from karat.amul.terminal.cards import inline, signed
from karat.amul.terminal.choices import entry_words
from karat.amul.terminal.stalls import Stall, StallEntry, offerer
from karat.amul.terminal.words import say
from karat.amul.words.cards import CardWords
from karat.amul.words.effects import card_short, effect_sentence, instant_sentence
from karat.screen.columns import cropped
from karat.screen.widgets import Drawing
from karat.words.seat_names import SeatNames
from karat.words.texts import Somebody

Others: TypeAlias = tuple[tuple[Stall, tuple[StallEntry, ...]], ...]
"""The stalls that the list does not show, with what lies there."""


class Elsewhere(Drawing):
    """What lies in the other stalls: line by line with effects where there is room, else names alone."""

    def draw(self, others: Others, words: CardWords, who: SeatNames) -> Content:
        height, width = self.size.height, max(self.size.width, 1)
        fit = [line.truncate(width, ellipsis=True) for line in lines_for(others, words, who, height, width)]
        return Content("\n").join(fit[:height])


def lines_for(others: Others, words: CardWords, who: SeatNames, height: int, width: int) -> list[Content]:
    """As much as fits: every card in a line, the palace in a row, the bazaar too, all of them."""
    empty = Content(say("stall.empty", who.language))
    ways: tuple[set[Stall], ...] = (set(), {Stall.PALACE}, {Stall.PALACE, Stall.BAZAAR}) if height > 6 else ()
    for rows in ways:
        lines = []
        for stall, there in others:
            number = sum(entry.copies for entry in there)
            lines.append(Content.styled(f"── {stall_name(stall, who)} {number} ", "dim"))
            lines += in_a_row(there, words, width) if stall in rows else in_lines(there, words, who)
        if len(lines) <= height:
            return lines
    lines = [
        Content.assemble((f"{stall_name(stall, who)} ", "dim"), Content(", ").join(briefly(there, words, who)) or empty)
        for stall, there in others
    ]
    if len(lines) > height > 0:
        last = lines[height - 1 :]  # the last ones share a line
        lines[height - 1 :] = [Content(" ").join(line.truncate(width // len(last) - 1, ellipsis=True) for line in last)]
    return lines


def briefly(there: Sequence[StallEntry], words: CardWords, who: SeatNames) -> list[Content]:
    """Names, how many, and who offered them."""
    return [
        Content.assemble(
            inline(entry.card, words),
            f" ×{entry.copies}" if entry.copies > 1 else "",
            "".join(f" ({offerer(seat, who)})" for seat in entry.offered_by),
        )
        for entry in there
    ]


def in_lines(there: Sequence[StallEntry], words: CardWords, who: SeatNames) -> list[Content]:
    """A line for every card."""
    lines = [entry_words(entry, words, who, legal=True) for entry in there]
    return lines or [Content.styled(say("stall.empty", who.language), "dim")]


def in_a_row(there: Sequence[StallEntry], words: CardWords, width: int) -> list[Content]:
    """The cards one after the other, traders with what they want."""
    shown = []
    for entry in there:
        kind = words.kind(entry.card)
        wants = f" {card_short(kind.id, words.cards, words.language)}" if kind.deck is Deck.BAZAAR else ""
        shown.append(Content.assemble(inline(entry.card, words), f" ×{entry.copies}" * (entry.copies > 1), wants))
    return Content(", ").join(shown or [Content(say("stall.empty", words.language))]).wrap(width)


class Details(Drawing):
    """The highlighted card in full."""

    def draw(self, card: Card, seen: Observation, who: SeatNames) -> Content:
        return Content("\n").join(cropped(card_page(card, seen, who), max(self.size.width, 1), self.size.height))


def card_page(card: Card, seen: Observation, who: SeatNames) -> Content:
    """All there is to know of a card: names, colour, zone, symbols, effect, copies, and where that is known from."""
    words, language = CardWords(seen.rules.cards, who.language), who.language
    kind = words.kind(card)
    parts: list[tuple[str, str]] = [
        ("", belongs(kind, words)),
        ("points", effect_sentence(kind.scoring, words.cards, language)),
        ("", f"{instant_sentence(kind.instant, language)} (M22)" if kind.instant else ""),
        ("symbols", words.symbols(kind)),
        ("letter", card.letter),
        ("copies", copies(card, kind, seen, who)),
        ("names", " · ".join(f"{other} {name}" for other, name in kind.names.items() if other != language)),
        ("sources", sources(kind)),
        ("note", kind.notes),
    ]
    lines = [Content.assemble(signed(card, words), (f"  {card}", "dim"))]
    lines += [Content.assemble((labelled(label, language), "dim"), said) for label, said in parts if said]
    return Content("\n").join(lines)


def labelled(label: str, language: str) -> str:
    return say("card.label", language, label=say(f"card.{label}", language)) if label else ""


def belongs(kind: Kind, words: CardWords) -> str:
    """Colour, deck, and where the card counts."""
    gained = kind.deck in (Deck.PALACE, Deck.BAZAAR)
    zone = say("counts.gained" if gained else f"counts.{kind.zone}", words.language)
    deck, colour = words.say(f"deck.{kind.deck}"), words.say(f"colour.{kind.colour}")
    key = "card.from" if kind.colour == kind.deck else "card.coloured"
    return say(key, words.language, colour=colour, deck=deck, zone=zone)


def stall_name(stall: Stall, who: SeatNames) -> str:
    return say(f"stall.{stall}", who.language)


def copies(card: Card, kind: Kind, seen: Observation, who: SeatNames) -> str:
    """How many there are in this match, and where those lie that the person sees."""
    places: list[tuple[str, Cards, dict[str, Somebody]]] = [
        ("card.in_hand", seen.hand, {}),
        ("card.in_market", tuple(ware.card for ware in seen.wares), {}),
        *(("card.in_area", seen.areas[seat], {"seat": who.somebody(seat)}) for seat in who.clockwise),
        ("card.removed", seen.removed, {}),
    ]
    found = [(key, sum(other.id == card.id for other in there), whose) for key, there, whose in places]
    lie = ", ".join(say(key, who.language, number=number, **whose) for key, number, whose in found if number)
    total = len(kind.copies_for(seen.rules.players))
    return say("card.lie" if lie else "card.there_are", who.language, total=total, places=lie)


def sources(kind: Kind) -> str:
    """Where each group of fields comes from, by source."""
    groups: dict[str, list[str]] = {}
    for group, source in kind.source.items():
        groups.setdefault(source, []).append(group)
    return "; ".join(f"{source}: {', '.join(names)}" for source, names in groups.items())
