# ruff: noqa: T201 -- a script that reports
"""How strong each of Amul's bots is against the level below, on duplicate deals.

    python bench/strength_amul.py --think 0.1s --deals 40
    python bench/strength_amul.py --better expert --worse strong --players 5 --think 500 --variant tea

Every deal is played once for each seat: the better bot sits there and copies of the other on all others. Intervals
are 95 %, normal, over deals: the seatings of one deal count as one observation. `--think` is for bots that search, a
time or a number of tries; what they took of the processor, in milliseconds a choice, is reported for either side.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections.abc import Sequence
from typing import Any

from karat import amul
from karat.arena.match import play_match
from karat.bots.bot import Bot, Budget
from karat.games import GAMES, make_bot
from karat.shuffle import Stream


class Clocked:
    """A bot, and the processor's time that it took for choices among two or more actions."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.choices = bot, 0.0, 0

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any:
        begin = time.process_time()
        chosen = self.bot.choose(seen, legal, rng)
        if len(legal) > 1:
            self.seconds += time.process_time() - begin
            self.choices += 1
        return chosen

    @property
    def milliseconds(self) -> float:
        return 1000 * self.seconds / max(self.choices, 1)


def deal_result(rules: amul.Rules, better: Bot, worse: Bot, seed: str) -> tuple[float, float, float]:
    """Over all seats of one deal: the share of the wins of the better bot, its mean points, and those of the others."""
    shares, own, others = [], [], []
    for seat in range(rules.players):
        bots = [better if place == seat else worse for place in range(rules.players)]
        outcome = amul.outcome(play_match(amul, rules, bots, seed))
        assert outcome is not None  # noqa: S101 -- play_match goes on until there is one
        shares.append(outcome.share(seat))
        own.append(outcome.scores[seat])
        others += [points for place, points in enumerate(outcome.scores) if place != seat]
    return statistics.fmean(shares), statistics.fmean(own), statistics.fmean(others)


def measure(rules: amul.Rules, names: tuple[str, str], budget: Budget, deals: int, seed: str) -> str:
    """A line of the table."""
    better, worse = (Clocked(make_bot("amul", name, budget)) for name in names)
    for bot in (better, worse):  # what is compiled or loaded at first use is not counted
        play_match(amul, rules, [make_bot("amul", "random")] * (rules.players - 1) + [bot], "warm")
        bot.seconds, bot.choices = 0.0, 0
    results = [deal_result(rules, better, worse, f"{seed}/{deal}") for deal in range(deals)]
    won = statistics.fmean(share for share, _, _ in results)
    spread = statistics.stdev([share for share, _, _ in results]) if deals > 1 else math.nan
    own, others = (statistics.fmean(column) for column in zip(*[row[1:] for row in results], strict=True))
    rate = f"{won:6.1%} ± {1.96 * spread / math.sqrt(deals):5.1%}"
    return (
        f"{names[0]:8}{names[1]:8}{rules.players:8}{rules.players * deals:9}  {rate:15}{1 / rules.players:11.1%}"
        f"{own:8.1f}{others:8.1f}{better.milliseconds:9.1f}{worse.milliseconds:8.1f}"
    )


def main() -> None:
    """Measure and print one line for each pair of levels and number of players."""
    names = list(GAMES["amul"].bots)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--better", choices=names[1:], action="append", help="every level unless given")
    parser.add_argument("--worse", choices=names, help="the level below unless given")
    parser.add_argument("--players", type=int, action="append", help="3 to 8; 3, 5 and 8 unless given")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--think", type=Budget.parse, default=Budget())
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    print(f"budget {options.think}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("better  worse    players  matches  won              fair share  points  others  ms, cpu   worse")
    for better in options.better or names[1:]:
        worse = options.worse or names[names.index(better) - 1]
        for players in options.players or (3, 5, 8):
            rules = amul.Rules.parse(players, options.variant)
            print(measure(rules, (better, worse), options.think, options.deals, options.seed), flush=True)


if __name__ == "__main__":
    main()
