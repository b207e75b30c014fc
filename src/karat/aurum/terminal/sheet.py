"""The scoring sheet of a round: rows that add up, by side."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from karat.aurum.rules.observe import Observation
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import MatchResult, RoundResult, SideLine, score_round
from karat.aurum.rules.scoring import sheet as side_lines
from karat.aurum.terminal.cards import ranks_of
from karat.aurum.words.scores import TEXTS as SCORES
from karat.aurum.words.scores import tell_decision, tell_result
from karat.screen.columns import columns
from karat.words.seat_names import SeatNames

NUGGET = "●"
NO_NUGGET = "○"


def score_now(seen: Observation) -> RoundResult | None:
    """What the round would be worth if it ended now; None before all bids are on the table."""
    bids = tuple(bid for seat in range(seen.rules.players) if (bid := seen.bid_of(seat)))
    if not seen.hand_sizes or len(bids) < seen.rules.players:
        return None
    return score_round(seen.rules, seen.tricks, bids, seen.stocks)


def sheet(rules: Rules, results: Sequence[RoundResult], who: SeatNames) -> Content:
    """The last of `results`, row by row, and how the match stands after it."""
    result = results[-1]
    rows = [("", [Content.styled(who.side(side).name, "bold") for side in rules.sides])]
    lines = [
        side_cells(line, [result.tricks[seat] for seat in side], who)
        for line, side in zip(side_lines(rules, result), rules.sides, strict=True)
    ]
    rows += [(row_name(row, who), [cells[row] for cells in lines]) for row in lines[0]]
    if rules.plays_for_total:
        totals = [sum(each.points[index] for each in results) for index in range(len(rules.sides))]
        rows.append((row_name("all_rounds", who), [Content.styled(str(total), "bold") for total in totals]))
    else:
        won = [Content.styled(NUGGET if number else "–", "$primary") for number in result.nuggets]
        rows.append((row_name("nugget", who), won))
        held = [sum(each.nuggets[index] for each in results) for index in range(len(rules.sides))]
        rows.append((row_name("nuggets", who), [Content.styled(nuggets(number), "$primary") for number in held]))
    return Content.assemble(columns(rows), "\n\n", tell_decision(rules, result, who))


def row_name(row: str, who: SeatNames) -> str:
    return SCORES.text(f"row.{row}", who.language)


def side_cells(line: SideLine, taken: Sequence[int], who: SeatNames) -> dict[str, Content]:
    """A side's column, by the names of the rows."""
    hit = {"exact": "exact", "under": "few", "over": "many"}[line.made]
    total = f" = {line.tricks}" if len(taken) > 1 else ""
    return {
        "tricks": Content(f"{' + '.join(map(str, taken))}{total}"),
        "bid": Content(SCORES.say(f"hit.{hit}", who.language, bid=line.bid)),
        "bid_points": Content(str(line.bid_points)),
        "gold": ranks_of(tuple(sorted(line.gold))),
        "gold_points": Content(f"+ {line.gold_points}"),
        "total": Content.styled(f"= {line.points}", "bold"),
    }


def ending(rules: Rules, result: MatchResult, who: SeatNames) -> str:
    """Who won the match, and how it stood."""
    scores = result.totals if rules.plays_for_total else result.nuggets
    by_side = ", ".join(f"{who.side(side).name} {score}" for side, score in zip(rules.sides, scores, strict=True))
    unit = "ending.points" if rules.plays_for_total else "ending.nuggets"
    return f"{tell_result(rules, result, who, 'short')}\n{SCORES.say(unit, who.language, scores=by_side)}"


def nuggets(number: int, target: int = 2) -> str:
    return NUGGET * number + NO_NUGGET * max(0, target - number)
