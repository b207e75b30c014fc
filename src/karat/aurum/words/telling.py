"""A match of Aurum told in words, trick by trick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.aurum.rules import events
from karat.aurum.rules.scoring import sheet
from karat.aurum.rules.trick import highest, lowest
from karat.aurum.words.events import tell
from karat.aurum.words.scores import tell_result, tell_side
from karat.words.seat_names import SeatNames, numbered
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from karat.aurum.rules.cards import Card, Cards
    from karat.aurum.rules.match import Match
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import RoundResult
    from karat.game import Seat, Step

TEXTS = TextFile("karat.aurum.words", "telling.toml")


def tell_match(rules: Rules, steps: Iterable[Step[Match]], language: str = "en") -> Iterator[str]:
    """The whole match, a line at a time. Headings begin with `#`, those of rounds with `##`."""
    variants = ", ".join(rules.variants) or TEXTS.text("no_variants", language)
    agreed = {"players": rules.players, "edition": rules.edition, "variants": variants}
    yield f"# {TEXTS.say('agreed', language, **agreed)}"
    teller = _Teller(rules, numbered(rules.players, language))
    ended = False
    for step in steps:
        for event in step.events:
            yield from teller.lines(event)
            ended = ended or isinstance(event, events.MatchEnded)
    if not ended:
        yield from teller.unfinished()
        yield TEXTS.text("broken_off", language)


@dataclass
class _Teller:
    """Collects the cards of a trick until it can be told in one line."""

    rules: Rules
    who: SeatNames
    tricks: int = 0
    cards: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    prize: str = ""

    def say(self, key: str, **parts: Any) -> str:
        return TEXTS.say(key, self.who.language, **parts)

    def lines(self, event: events.Event) -> Iterator[str]:
        match event:
            case events.RoundDealt(number):
                self.tricks = 0
                yield ""
                yield f"## {self.say('round', number=number + 1)}"
                yield tell(event, self.who)
            case events.BidChanged():
                self.changes.append(tell(event, self.who))
            case events.CardPlayed(seat, card):
                self.cards.append(self.played(seat, card))
            case events.TrickTaken(seat, trick, leads):
                yield from self.trick_lines(seat, trick, leads)
            case events.RoundEnded():
                yield from self.unfinished()
                yield tell(event, self.who)
            case events.RoundScored(result):
                yield f"# {self.say('score')}"
                yield from score_lines(self.rules, result, self.who)
            case events.MatchEnded(result):
                yield ""
                yield f"# {tell_result(self.rules, result, self.who)}"
            case events.GoldWon(_, card):
                self.prize = self.say("prize", card=card)
            case events.BidChosen() | events.BidKept():
                pass  # told by BidsRevealed, and by silence
            case _:
                yield tell(event, self.who)

    def played(self, seat: Seat, card: Card) -> str:
        return self.say("plays" if self.cards else "leads", seat=self.who.somebody(seat), card=card)

    def trick_lines(self, taker: Seat, trick: Cards, leads: Seat) -> Iterator[str]:
        self.tricks += 1
        yield f"# {self.say('trick', number=self.tricks)}"
        yield from self.changes
        yield ", ".join(self.cards) + "."
        seats = {"taker": self.who.somebody(taker), "leads": self.who.somebody(leads)}
        cards = {"low": trick[lowest(trick)], "high": trick[highest(trick)]}
        yield self.say("trick_taken", **seats, **cards, prize=self.prize)
        self.cards, self.changes, self.prize = [], [], ""

    def unfinished(self) -> Iterator[str]:
        """A trick that was begun and counts for nobody (A7.3)."""
        yield from self.changes
        if self.cards:
            yield ", ".join(self.cards) + "."
        self.cards, self.changes = [], []


def score_lines(rules: Rules, result: RoundResult, who: SeatNames) -> Iterator[str]:
    """The scoring sheet of a round, side by side."""
    return (tell_side(rules, side, line, who) for side, line in enumerate(sheet(rules, result)))
