"""The scoring sheet of a round: rows that add up, by side."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from karat.aurum.rules.observe import Observation
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import MatchResult, RoundResult, best, bid_points, gold_points, score_round
from karat.aurum.terminal.cards import ranks_of
from karat.screen.columns import columns
from karat.screen.seating import Seating

NUGGET = "●"
NO_NUGGET = "○"


def score_now(seen: Observation) -> RoundResult | None:
    """What the round would be worth if it ended now; None before all bids are on the table."""
    bids = tuple(bid for seat in range(seen.rules.players) if (bid := seen.bid_of(seat)))
    if not seen.hand_sizes or len(bids) < seen.rules.players:
        return None
    return score_round(seen.rules, seen.tricks, bids, seen.stocks)


def sheet(rules: Rules, results: Sequence[RoundResult], who: Seating) -> Content:
    """The last of `results`, row by row, and how the match stands after it."""
    result = results[-1]
    rows: list[tuple[str, list[Content]]] = [("", [Content.styled(who.side(side), "bold") for side in rules.sides])]
    cells: dict[str, list[Content]] = {
        "tricks taken": [], "bid": [], "points for the bid": [],
        "gold": [], "points for gold": [], "total": [],
    }  # fmt: skip
    for index, side in enumerate(rules.sides):
        taken = [result.tricks[seat] for seat in side]
        gold = tuple(sorted(card for seat in side for card in result.gold[seat]))
        for_bid = bid_points(result.bids[index], sum(taken))
        hit = "exact" if result.exact[index] else "too few" if sum(taken) < result.bids[index] else "too many"
        cells["tricks taken"].append(
            Content(f"{' + '.join(map(str, taken))}{f' = {sum(taken)}' if len(taken) > 1 else ''}")
        )
        cells["bid"].append(Content(f"{result.bids[index]}, {hit}"))
        cells["points for the bid"].append(Content(str(for_bid)))
        cells["gold"].append(ranks_of(gold))
        cells["points for gold"].append(Content(f"+ {gold_points(gold)}"))
        cells["total"].append(Content.styled(f"= {result.points[index]}", "bold"))
    rows += cells.items()
    if rules.plays_for_total:
        totals = [sum(each.points[index] for each in results) for index in range(len(rules.sides))]
        rows.append(("all rounds", [Content.styled(str(total), "bold") for total in totals]))
    else:
        rows.append(("nugget", [Content.styled(NUGGET if won else "–", "$primary") for won in result.nuggets]))
        held = [sum(each.nuggets[index] for each in results) for index in range(len(rules.sides))]
        rows.append(("nuggets so far", [Content.styled(nuggets(number), "$primary") for number in held]))
    return Content.assemble(columns(rows), "\n\n", decided(rules, result, who))


def decided(rules: Rules, result: RoundResult, who: Seating) -> str:
    """Who got the nugget, and by which tie-break if any."""
    if rules.plays_for_total:
        return "The points of three rounds add up (AV.2)."
    winners = [index for index, won in enumerate(result.nuggets) if won]
    names = " and ".join(who.side(rules.sides[index]) for index in winners)
    gets = "get" if len(winners) > 1 or names.startswith("You") else "gets"
    tied = best(range(len(result.points)), result.points)
    if len(tied) == 1:
        return f"{names} {gets} the nugget: most points (A8.3)."
    if len(best(tied, result.exact)) == 1:
        return f"Tied on points. {names} {gets} the nugget: the bid was hit exactly (A8.4)."
    if len(winners) == 1:
        return f"Tied on points and bid. {names} {gets} the nugget: the highest gold card (A8.5)."
    return f"Tied to the end: {names} each get a nugget (A8.6)."


def ending(rules: Rules, result: MatchResult, who: Seating) -> str:
    """Who won the match, and how it stood."""
    names = " and ".join(who.side(rules.sides[side]) for side in result.winners)
    win = "win" if names.startswith("You") or " " in names else "wins"
    scores = result.totals if rules.plays_for_total else result.nuggets
    unit = "points" if rules.plays_for_total else "nuggets"
    by_side = ", ".join(f"{who.side(side)} {score}" for side, score in zip(rules.sides, scores, strict=True))
    return f"{names} {win} the match.\n{by_side} {unit}."


def nuggets(number: int, target: int = 2) -> str:
    return NUGGET * number + NO_NUGGET * max(0, target - number)
