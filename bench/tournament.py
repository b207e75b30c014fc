# ruff: noqa: T201 -- a script that reports
"""A duplicate tournament of a thousand entrants, from the draw of the first round to the last standings.

    python -m bench.tournament                          # 1,000 single players, 8 rounds of one deal
    python -m bench.tournament --system swiss --entrants 200

Every table plays its deal by the rules, with bots that choose at random, so the results are those of real matches.
Times are of the processor: what the server spends on draws and standings stands apart from the playing.
"""

from __future__ import annotations

import argparse
import time

from karat.games import GAMES
from karat.server.house.bot_match import BotMatch
from karat.server.tournaments.kept import TournamentConfig
from karat.tournaments.drawing import Met, draw
from karat.tournaments.plan import DrawSystem, EntryForm, TableResult
from karat.tournaments.scoring import Scoring
from karat.tournaments.standings import standings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--game", default="aurum", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--form", default="singles", choices=list(EntryForm))
    parser.add_argument("--system", default="movement", choices=list(DrawSystem))
    parser.add_argument("--scoring", default="matchpoints", choices=list(Scoring))
    given = parser.parse_args()
    config = TournamentConfig(
        given.game, given.players, form=EntryForm(given.form), system=DrawSystem(given.system),
        scoring=Scoring(given.scoring), rounds=given.rounds, deals=1,
    )  # fmt: skip
    kit = GAMES[given.game]
    plan = config.plan(kit)
    entrants, results = list(range(given.entrants)), list[TableResult]()
    drawing = playing = standing = 0.0
    number = 0
    while True:
        began = time.process_time()
        tables = draw(plan, entrants, results, "bench")
        drawing += time.process_time() - began
        if tables is None:
            break
        began = time.process_time()
        for table in tables:
            # Bots of the same secret play alike; each table has people of its own.
            study = BotMatch(kit, config.table({}), ("random",) * given.players, f"{number}/{table.number}", 1)
            results.append(TableResult(number, 0, table, study.find(lambda _: None).points))
        playing += time.process_time() - began
        began = time.process_time()
        rows = standings(plan, entrants, results)
        standing += time.process_time() - began
        number += 1
        print(f"round {number}: {len(tables)} tables, first {rows[0].entrant} with {rows[0].total:.4g}")
    met = Met(plan, results)
    again = sum(many - 1 for many in met.together.values() if many > 1)
    print(f"{given.entrants} entrants, {number} rounds, {len(results)} tables")
    print(f"draws {drawing:.2f} s, standings {1000 * standing / max(1, number):.1f} ms each, playing {playing:.1f} s")
    print(f"{again} meetings of people who had met before, of {sum(met.together.values())}")


if __name__ == "__main__":
    main()
