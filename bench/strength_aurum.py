# ruff: noqa: T201 -- a script that reports
"""How strong Aurum's casual bot is, on duplicate deals.

    python bench/strength_aurum.py --players 4 --deals 500
    python bench/strength_aurum.py --against casual --habit steer=0.3 --seed tune

With four players every deal is played twice, casual on either side; with three, casual sits once on each
seat and two opponents on the others. `--against casual` lets a casual bot with other habits meet the one with
the habits as they stand, for tuning. Intervals are 95 %, normal, over deals: the seatings of one deal count
as one observation.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from karat.arena.match import play_match
from karat.bots.aurum_casual import HABITS, AurumCasual
from karat.bots.random import Random
from karat.rules import aurum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.bots.bot import Bot
    from karat.shuffle import Stream


@dataclass
class Timed:
    """A bot, and the processor time that its choices took."""

    bot: Bot
    seconds: float = 0.0
    choices: int = 0

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any:
        """What the bot chooses."""
        started = time.process_time()
        action = self.bot.choose(seen, legal, rng)
        self.seconds += time.process_time() - started
        self.choices += 1
        return action


@dataclass
class Tally:
    """What was counted over the deals; one entry for each deal."""

    matches: list[tuple[float, int]] = field(default_factory=list)
    rounds: list[tuple[float, int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    rival_points: list[int] = field(default_factory=list)
    exact: int = 0
    under: int = 0
    length: int = 0


def play_deal(rules: aurum.Rules, hero: Bot, rival: Bot, seed: str, tally: Tally) -> None:
    """One deal with every side in turn played by the hero."""
    wins = nuggets = 0.0
    rounds = 0
    for side, seats in enumerate(rules.sides):
        bots = [hero if seat in seats else rival for seat in range(rules.players)]
        state = play_match(aurum, rules, bots, seed)
        won_by = state.result.winners
        wins += (side in won_by) / len(won_by)
        for played in state.results:
            rounds += 1
            nuggets += played.nuggets[side] / sum(played.nuggets)
            tally.points.append(played.points[side])
            tally.rival_points.append(max(p for other, p in enumerate(played.points) if other != side))
            tally.exact += played.exact[side]
            tally.under += sum(played.tricks[seat] for seat in seats) < played.bids[side]
            tally.length += sum(played.tricks)
    tally.matches.append((wins, len(rules.sides)))
    tally.rounds.append((nuggets, rounds))


def rate(pairs: Sequence[tuple[float, int]]) -> str:
    """A share with its 95 % interval: the ratio of two sums over deals, by linearisation."""
    total = sum(count for _, count in pairs)
    share = sum(won for won, _ in pairs) / total
    if share == 1:  # no spread to go by: the rule of three
        return f"100 % (at least {100 - 300 / len(pairs):.1f})"
    error = math.sqrt(sum((won - share * count) ** 2 for won, count in pairs)) / total
    return f"{100 * share:.1f} % ± {196 * error:.1f}"


def parse_arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--edition", choices=tuple(aurum.Edition), default="de")
    parser.add_argument("--no-zero-gold", action="store_true", help="play that variant")
    parser.add_argument("--deals", type=int, default=300, help="each is a match, played once for every side")
    parser.add_argument("--seed", default="headline")
    parser.add_argument("--against", choices=("random", "casual"), default="random")
    parser.add_argument("--habit", action="append", default=[], metavar="NAME=VALUE", help="of the hero")
    return parser.parse_args()


def main() -> None:
    """Play and report."""
    told = parse_arguments()
    variants = (aurum.Variant.NO_ZERO_GOLD,) if told.no_zero_gold else ()
    rules = aurum.Rules(told.players, told.edition, variants)
    changed = {name: float(value) for name, value in (habit.split("=") for habit in told.habit)}
    hero = Timed(AurumCasual(replace(HABITS[told.players], **changed)))
    rival = Random() if told.against == "random" else AurumCasual()
    tally = Tally()
    for number in range(told.deals):
        play_deal(rules, hero, rival, f"{told.seed}/{number}", tally)
    rounds = len(tally.points)
    print(f"{rules}, {told.deals} deals against {told.against} {' '.join(told.habit)}")
    print(f"  matches won {rate(tally.matches)}, rounds won {rate(tally.rounds)} of {rounds}")
    print(f"  points {sum(tally.points) / rounds:.2f}, the best rival's {sum(tally.rival_points) / rounds:.2f}")
    print(f"  bids made exactly {tally.exact / rounds:.1%}, missed {tally.under / rounds:.1%}")
    print(f"  {tally.length / rounds:.1f} tricks a round, {1e6 * hero.seconds / hero.choices:.0f} µs a choice")


if __name__ == "__main__":
    main()
