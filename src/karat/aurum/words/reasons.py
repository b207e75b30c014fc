"""Why one action of Aurum was better than another, in a sentence of every language, from facts that can be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from karat.aurum.rules.actions import Bid, Play, PlayGold, Swap
from karat.aurum.rules.cards import Card, Metal
from karat.judging import fact_told, why_better
from karat.language import decimal
from karat.words.seat_names import numbered
from karat.words.texts import Sentence, TextFile

if TYPE_CHECKING:
    from karat.aurum.rules.actions import Action
    from karat.aurum.rules.observe import Observation
    from karat.judging import WhyBetter
    from karat.words.seat_names import SeatNames

TEXTS = TextFile("karat.aurum.words", "reasons.toml")
A_CHANCE = 0.08
"""So much of a chance, or in points as much as POINTS, must differ for a sentence to be about it."""
A_LEAD = 0.1
"""Points that can be seen in a sentence."""
RULES = {
    "exact": ("A8.1",),
    "rival": ("A8.1",),
    "points": ("A8.1", "A8.2"),
    "lead": ("A8.3",),
    "win": ("A8.3",),
    "gold": ("A6.1",),
}


class RoundFacts(NamedTuple):
    """What may be expected of an action."""

    exactly: float
    """The chance that the seat's side makes its bid exactly."""
    rival_exactly: float
    """The same for the side that comes next."""
    points: float
    margin: float
    """Points of the seat's side less those of the best other."""
    win: float
    """The chance to win the round."""


def tell_reason(seen: Observation, played: Action, better: Action, facts: tuple[RoundFacts, RoundFacts]) -> WhyBetter:
    """The one of these that differs most: own bid, the other side's bid, points; else the lead, or the win.

    And gold to be won. Facts of what was played, then of better.
    """
    by_played, by_better = facts
    differ = {
        "exact": by_better.exactly - by_played.exactly,
        "rival": by_played.rival_exactly - by_better.rival_exactly if len(seen.rules.sides) == 2 else 0.0,
        "points": (by_better.points - by_played.points) / 10,
    }
    key = max(differ, key=lambda one: differ[one])
    if differ[key] < A_CHANCE:
        key = "lead" if by_better.margin - by_played.margin >= A_LEAD else "win"

    def sentence(language: str) -> Sentence:
        who, (more, less) = numbered(seen.rules.players, language), compared(key, by_better, by_played, language)
        return Sentence(
            key, {"played": doing(played, who, seen), "better": doing(better, who, seen), "more": more, "less": less}
        )

    reasons = [fact_told(TEXTS, sentence, name_of, RULES[key])]
    if (card := earns_gold(seen, better)) is not None:
        gold = Sentence("gold", {"card": card, "gold": Card(Metal.GOLD, card.rank)})
        reasons.append(fact_told(TEXTS, lambda _: gold, name_of, RULES["gold"]))
    return why_better(reasons)


def compared(key: str, by_better: RoundFacts, by_played: RoundFacts, language: str) -> tuple[str, str]:
    """The two numbers of a sentence: of the better action and of the other; of a rival's bid the other way round."""
    match key:
        case "rival":
            return percent(by_played.rival_exactly), percent(by_better.rival_exactly)
        case "points":
            return decimal(by_better.points, language), decimal(by_played.points, language)
        case "lead":
            return decimal(by_better.margin, language, sign=True), decimal(by_played.margin, language, sign=True)
        case "win":
            return percent(by_better.win), percent(by_played.win)
        case _:
            return percent(by_better.exactly), percent(by_played.exactly)


def doing(action: Action, who: SeatNames, seen: Observation) -> Sentence:
    """`playing S7`"""
    match action:
        case Swap(gold, whose, card):
            own = "own" if whose == seen.seat else "of"
            return Sentence(f"action.swap_{own}", {"gold": gold, "card": card, "who": who.names[whose]})
        case Bid(card) | Play(card) | PlayGold(card):
            return Sentence(f"action.{'bid' if isinstance(action, Bid) else 'play'}", {"card": card})
        case _:
            return Sentence(f"action.{action}")


def said(seen: Observation, action: Action, language: str) -> str:
    return TEXTS.say(doing(action, numbered(seen.rules.players, language), seen), language)


def name_of(card: Card, language: str) -> str:  # noqa: ARG001 -- as players write them, in every language
    return str(card)


def earns_gold(seen: Observation, action: Action) -> Card | None:
    """The card that would be the lowest of the trick so far, if its gold lies in the supply (A6.1, A6.4)."""
    lying = [card.rank for card in seen.trick if not card.is_gold]
    if not isinstance(action, Play) or not lying or action.card.rank > min(lying):
        return None
    return action.card if any(gold.rank == action.card.rank for gold in seen.supply) else None


def percent(chance: float) -> str:
    return str(round(100 * chance))
