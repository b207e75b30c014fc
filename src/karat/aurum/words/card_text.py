"""A card of Aurum told to somebody who opens it, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.cards import Card
from karat.aurum.rules.pad import gold_there
from karat.aurum.rules.scoring import gold_points
from karat.aurum.words.metals import METALS
from karat.words.card_text import CardText
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from karat.aurum.rules.rules import Rules

TEXTS = TextFile("karat.aurum.words", "card_text.toml")
INKS = {"B": "#5d2380", "C": "#963a10", "P": "#49600c", "S": "#1f4a86", "Z": "#055c52"}
"""By metal, on ivory; gold is gilt on dark."""
GILT, DARK = "#e9c571", "#1f140e"


def card_text(rules: Rules, card: str, language: str) -> CardText:
    """A card by its text, as it is under these rules.

    >>> from karat.aurum.rules.rules import Rules
    >>> card_text(Rules(4), "G4", "en").lines
    ('Gold card: trump, and 2 points at the end of the round.', 'At this table there is 1 of it.')
    """
    told = Card.parse(card)
    name = f"{METALS[told.metal][language]} {told.rank}"
    if told.is_gold:
        about = TEXTS.say("gold", language, points=gold_points((told,)))
        lines = (about, TEXTS.say("copies", language, copies=gold_there(rules)[told]))
        return CardText(name, lines, ("A6.3", "A8.2"), str(told), paper=DARK, ink=GILT)
    about = TEXTS.say("base", language, rank=told.rank)
    return CardText(name, (about,), ("A3.1",), str(told), ink=INKS[told.metal.value])
