"""Who sits where at a table with one person, and what they are told when the rules refuse; for any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from karat.game import IllegalAction, Law, Seat
from karat.words.seat_names import SeatNames, you
from karat.words.texts import TextFile

TEXTS = TextFile("karat.screen", "table.toml")


def seat_bots(bot_names: Sequence[str], seat: Seat, levels: Mapping[Seat, str], language: str = "en") -> SeatNames:
    """The person on `seat`, bots of these levels on the others, named in turn."""
    players = len(levels) + 1
    names = list(bot_names[: players - 1])
    names.insert(seat, you(language))
    return SeatNames(seat, tuple(names), tuple(levels.get(place, "") for place in range(players)), language)


@dataclass(frozen=True, slots=True)
class LawWords:
    """What a table says of a law that an action would break."""

    title: Callable[[Law], str]
    """In a few words."""
    text: Callable[[Law], str]
    """In a sentence, or nothing."""


def law_in_words(law: Law) -> str:
    return law.name.lower().replace("_", " ")


def refusal(refused: IllegalAction, who: SeatNames, laws: LawWords) -> Content:
    """The rule's id, its title, its sentence, and why it stands in the way here, for which there is English only."""
    title, sentence = laws.title(refused.law), laws.text(refused.law)
    said = f" {sentence.rstrip('.')}." if sentence not in ("", title) else ""
    why = re.sub(r"\bits\b", "your", refused.why)  # reasons speak of the seat, and here it is the person's
    for seat in range(len(who.names)):
        why = why.replace(f"seat {seat}", who.names[seat])
    told_why = f": {why}" if who.language == "en" else ""
    reason = TEXTS.say("refused", who.language, action=str(refused.action), why=told_why)
    return Content.assemble((f"✗ {refused.law.value} {title}.", "bold $error"), said, (reason, "italic"))
