"""What a typed line means: an action as in records, a card alone, or the number of a line."""

from __future__ import annotations

from collections.abc import Sequence

from karat.aurum.rules.actions import Action, parse_action
from karat.aurum.rules.cards import Card
from karat.aurum.terminal.choices import Change, Choice, with_card
from karat.screen.typed import Unclear
from karat.screen.widgets import ListedChoice as Listed


def understand(text: str, listed: Sequence[Listed], legal: Sequence[Action], change: Change | None) -> Choice:
    """What `text` means; BadText where it means nothing.

    Upper and lower case and further spaces do not matter.
    """
    words = text.split()
    if len(words) == 1:
        if words[0].isascii() and words[0].isdigit():
            number = int(words[0]) if len(words[0]) < 4 else 0
            if not 1 <= number <= len(listed):
                raise Unclear("no_line", number=words[0])
            choice: Choice = listed[number - 1].choice
            return choice
        if words[0][:1].isalpha() and words[0][1:].isdigit():
            return with_card(Card.parse(words[0].upper()), legal, change)
    return parse_action(" ".join(word.upper() if word[1:].isdigit() else word.lower() for word in words))
