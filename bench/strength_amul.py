# ruff: noqa: T201 -- a script that reports
"""How strong Amul's casual bot is against random ones, on duplicate deals.

    python bench/strength_amul.py --deals 100
    python bench/strength_amul.py --players 5 --variant tea

Every deal is played once for each seat: casual sits there and random bots on the others. Intervals are 95 %, normal,
over deals: the seatings of one deal count as one observation.
"""

from __future__ import annotations

import argparse
import math
import statistics

from karat.arena.match import play_match
from karat.bots.amul_casual import AmulCasual
from karat.bots.random import Random
from karat.rules import amul


def deal_result(rules: amul.Rules, seed: str) -> tuple[float, float, float]:
    """Over all seats of one deal: casual's share of the wins, its mean points, and those of the others."""
    shares, own, others = [], [], []
    for seat in range(rules.players):
        bots = [AmulCasual() if place == seat else Random() for place in range(rules.players)]
        match = play_match(amul, rules, bots, seed)
        outcome = amul.outcome(match)
        assert outcome is not None  # noqa: S101 -- play_match goes on until there is one
        shares.append(outcome.share(seat))
        own.append(outcome.scores[seat])
        others += [points for place, points in enumerate(outcome.scores) if place != seat]
    return statistics.fmean(shares), statistics.fmean(own), statistics.fmean(others)


def main() -> None:
    """Measure and print one line for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, action="append", help="3 to 8; all of them unless given")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    print("players  matches  won              fair share  points  others' points")
    for players in options.players or range(3, 9):
        rules = amul.Rules.parse(players, options.variant)
        results = [deal_result(rules, f"{options.seed}/{deal}") for deal in range(options.deals)]
        won = statistics.fmean(share for share, _, _ in results)
        spread = statistics.stdev([share for share, _, _ in results]) if options.deals > 1 else math.nan
        reach = 1.96 * spread / math.sqrt(options.deals)
        own, others = (statistics.fmean(column) for column in zip(*[row[1:] for row in results], strict=True))
        rate = f"{won:6.1%} ± {reach:5.1%}"
        print(f"{players:7}  {players * options.deals:7}  {rate:15}  {1 / players:10.1%}  {own:6.1f}  {others:6.1f}")


if __name__ == "__main__":
    main()
