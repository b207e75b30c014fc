"""What the person can choose from: the cards of a stall, each with what choosing it means; and the question."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from karat.amul.rules.actions import Action
from karat.amul.rules.cards import Deck
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.terminal.cards import COLOURS, SIGNS, symbols
from karat.amul.terminal.stalls import Stall, StallEntry, asked_at, entries, offerer
from karat.amul.terminal.words import errand_words, say
from karat.amul.words.cards import CardWords
from karat.amul.words.effects import card_short
from karat.screen.columns import fitted
from karat.screen.widgets import ListedChoice
from karat.words.seat_names import SeatNames

NAME_WIDTH = 17
WHO_WIDTH = 9
ZONE_WIDTH = 6
SYMBOLS_WIDTH = 8


def offers(seen: Observation, stall: Stall, legal: Sequence[Action], who: SeatNames) -> list[ListedChoice]:
    """The lines to choose from now; those that may not be chosen are dim, and the rules say why."""
    words = CardWords(seen.rules.cards, who.language)
    return [
        ListedChoice(entry.action, entry_words(entry, words, who, legal=not legal or entry.action in legal))
        for entry in entries(seen, stall)
    ]


def entry_words(entry: StallEntry, words: CardWords, who: SeatNames, *, legal: bool) -> Content:
    """One line: sign, name, who offered it, zone, symbols, effect; dim where it may not be chosen now."""
    kind = words.kind(entry.card)
    gained = kind.deck in (Deck.PALACE, Deck.BAZAAR)  # such a card is never in a hand, and needs no word on its zone
    name = words.name(entry.card) + (f" ×{entry.copies}" if entry.copies > 1 else "")
    colour = COLOURS[kind.colour]
    parts = [
        Content.styled(f"{SIGNS[kind.colour]} ", colour),
        fitted(Content.styled(name, f"bold {colour}"), NAME_WIDTH + ZONE_WIDTH if gained else NAME_WIDTH),
        *(fitted(f" {offerer(seat, who)}", WHO_WIDTH) for seat in entry.offered_by),
        *([] if gained else [fitted(f" {words.say(f'zone.{kind.zone}')}", ZONE_WIDTH)]),
        fitted(f" {symbols(entry.card, kind)}", SYMBOLS_WIDTH),
        Content(f" {card_short(kind.id, words.cards, words.language)}"),
    ]
    line = Content("").join(parts)
    return line if legal else line.stylize("dim")


def question(seen: Observation, stall: Stall, legal: Sequence[Action], who: SeatNames) -> Content:
    """What the person is asked, or whom the table waits for; and the stall that is shown, if it is another."""
    asked = Content.styled(ask(seen, legal, who), "bold")
    if legal and stall is asked_at(seen):
        return asked
    return Content.assemble((f"‹ {say(f'stall.{stall}', who.language)} ›  ", "bold $foreground"), asked)


def ask(seen: Observation, legal: Sequence[Action], who: SeatNames) -> str:
    if seen.phase is None:
        return ""
    if seen.phase is Phase.OVER:
        return say("ask.over", who.language)
    if not legal:
        errand = errand_words(seen, seen.to_act[0], who) if seen.errand else ""
        return say(f"wait.{seen.phase}", who.language, names=who.listed(seen.to_act), errand=errand)
    errand = errand_words(seen, who.seat or 0, who) if seen.errand else ""
    return say(f"ask.{seen.phase}", who.language, errand=errand)
