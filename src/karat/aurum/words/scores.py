"""What a round and a match of Aurum came to, in every language, short or full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.aurum.rules.cards import show_cards
from karat.aurum.rules.scoring import round_decided_by
from karat.words.seat_names import listed
from karat.words.texts import Sentence, Somebody, TextFile

if TYPE_CHECKING:
    from karat.aurum.rules.rules import Rules
    from karat.aurum.rules.scoring import MatchResult, RoundResult, SideLine
    from karat.game import Seat
    from karat.words.seat_names import SeatNames
    from karat.words.texts import Length

TEXTS = TextFile("karat.aurum.words", "scores.toml")


def tell_side(rules: Rules, side: int, line: SideLine, who: SeatNames, length: Length = "full") -> str:
    """One side's line of the scoring sheet: it adds up."""
    parts = {
        "side": who.side(rules.sides[side]),
        "bid": line.bid,
        "tricks": line.tricks,
        "bid_points": line.bid_points,
        "gold_points": line.gold_points,
        "gold": show_cards(line.gold),
        "points": line.points,
    }
    return TEXTS.say(Sentence("side_nugget" if line.nuggets else "side", parts), who.language, length)


def tell_decision(rules: Rules, result: RoundResult, who: SeatNames, length: Length = "full") -> str:
    """Who got the nugget of a round, and by which rule."""
    won = [rules.sides[side] for side, nuggets in enumerate(result.nuggets) if nuggets]
    law = round_decided_by(rules, result)
    return TEXTS.say(law, who.language, length, names=side_names(won, who), seats=sum(map(len, won)))


def tell_result(rules: Rules, result: MatchResult, who: SeatNames, length: Length = "full") -> str:
    """Who won the match; in full, by what too."""
    won = [rules.sides[side] for side in result.winners]
    count = {"nuggets": " : ".join(map(str, result.nuggets)), "totals": " : ".join(map(str, result.totals))}
    parts = {
        "names": side_names(won, who),
        "seats": sum(map(len, won)),
        "count": Sentence("count.totals" if rules.plays_for_total else "count.nuggets", count),
    }
    return TEXTS.say(Sentence("match" if len(won) == 1 else "match_shared", parts), who.language, length)


def side_names(sides: list[tuple[Seat, ...]], who: SeatNames) -> Somebody:
    """Sides in a sentence: `You & Geber`, or `seat 0 and seat 2` where three players share."""
    names = listed([who.side(side).name for side in sides], who.language)
    return Somebody(names, any(who.side(side).spoken_to for side in sides))
