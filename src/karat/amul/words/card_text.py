"""A card of Amul told to somebody who opens it, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.cards import Card
from karat.amul.words.cards import CardWords
from karat.amul.words.effects import card_sentences
from karat.words.card_text import CardText

if TYPE_CHECKING:
    from karat.amul.rules.rules import Rules

PAPERS = {
    "yellow": ("#f4c657", "#3a2405"),
    "blue": ("#9cc8ec", "#0d2344"),
    "violet": ("#c3a6ea", "#27113f"),
    "red": ("#ee8d7c", "#3d0a10"),
    "green": ("#9ad3a3", "#0a2d21"),
    "orange": ("#f4a566", "#431708"),
}
"""By colour, with an ink that can be read on it."""
PLAIN = ("#dccbb0", "#2a1d1d")


def card_text(rules: Rules, card: str, language: str) -> CardText:
    """A card by its text, as it is in the file that these rules name.

    >>> from karat.amul.rules.rules import Rules
    >>> card_text(Rules(3), "gold", "en").lines
    ('Blue, market', '4 points.')
    """
    told, words = Card.parse(card), CardWords(rules.cards, language)
    kind = words.kind(told)
    deck, colour = words.say(f"deck.{kind.deck}"), kind.colour
    marks = [deck] if colour == str(kind.deck) or not colour else [words.say(f"colour.{colour}"), deck]
    if kind.symbols:
        marks.append(words.symbols(kind))
    paper, ink = PAPERS.get(colour, PLAIN)
    about = ", ".join(marks)
    lines = (about[:1].upper() + about[1:], *card_sentences(told.id, rules.cards, language))
    return CardText(words.name(told), lines, paper=paper, ink=ink)
