"""Records as tables: what is exported is what the rules say, read back by the tools that researchers have."""

import io

import numpy as np
import pytest

from karat.arena.match import play_match
from karat.export.decisions import BadExport, Exporter, observations_of
from karat.games import GAMES, make_bot
from karat.kit import Settings
from karat.record import dump_line


def some_records(game, players, matches=2):
    kit = GAMES[game]
    rules = kit.agree(Settings(players))
    bots = [make_bot(game, "random") for _ in range(players)]
    return [kit.to_record(play_match(kit.game, rules, bots, f"export/{number}")) for number in range(matches)]


def exported(records, *, observations=True):
    lines = "".join(dump_line(record) + "\n" for record in records).encode()
    exporter = Exporter(GAMES, observations=observations)
    tables = list(exporter.tables(io.BytesIO(lines)))
    return tables[0] if len(tables) == 1 else tables


@pytest.mark.parametrize(("game", "players"), [("aurum", 4), ("aurum", 3), ("amul", 3), ("amul", 5)])
def test_a_table_says_what_the_readable_rules_say(game, players):
    kit, records = GAMES[game], some_records(game, players)
    table = exported(records)
    rows, seen = table.to_pylist(), observations_of(table)
    place = 0
    for number, record in enumerate(records):
        end = kit.replay(record)
        outcome = kit.game.outcome(end)
        scored, state = kit.scored(end), None
        for one in kit.taken(record):
            if one.seat is not None:
                row = rows[place]
                assert (row["match"], row["round"], row["seat"], row["text"]) == (
                    number, one.round, one.seat, str(one.action),
                )  # fmt: skip
                assert kit.kernel.decode(end.rules, row["action"], one.seat) == one.action
                legal = kit.game.legal_actions(state, one.seat)
                assert [kit.kernel.decode(end.rules, action, one.seat) for action in row["legal"]] == list(legal)
                assert row["options"] == len(legal)
                assert row["won"] == pytest.approx(outcome.share(one.seat))
                side = next(side for side, seats in enumerate(outcome.sides) if one.seat in seats)
                points = scored[one.round - 1 if len(scored) > 1 else 0].points
                assert row["lead"] == points[side] - max(points[:side] + points[side + 1 :])
                place += 1
            state = one.step.state
    assert place == len(rows) == len(seen)


def test_what_was_seen_is_what_the_environment_shows():
    from karat.env import single

    record = some_records("amul", 4, 1)[0]
    seen = observations_of(exported([record]))
    one = single("amul", players=4, seed="export/0")
    out = np.zeros(one.tensor, np.uint8)
    kit = GAMES["amul"]
    for row, taken in zip(seen, [taken for taken in kit.taken(record) if taken.seat is not None], strict=True):
        one.observe(taken.seat, out)
        assert (row == out).all(), taken.action
        one.step(kit.kernel.encode(one.rules, taken.action, taken.seat))


def test_an_illegal_action_is_told_with_its_place():
    record = some_records("aurum", 4, 1)[0]
    record["rounds"][0]["actions"][5][1] = "end"
    with pytest.raises(BadExport, match=r"line 1, round 1, action 5: A0.1: seat \d may not 'end' now"):
        exported([record])


def test_broken_off_matches_have_no_outcome():
    record = some_records("aurum", 4, 1)[0]
    record["result"] = None
    del record["rounds"][1:]
    record["rounds"][0]["result"] = None
    del record["rounds"][0]["actions"][20:]
    table = exported([record], observations=False)
    assert table.num_rows == 20
    assert table["won"].null_count == table["lead"].null_count == 20
    assert "observation" not in table.column_names


def test_other_rules_in_one_file_are_refused():
    mixed = [*some_records("amul", 3, 1), *some_records("amul", 4, 1)]
    with pytest.raises(BadExport, match="line 2: another game or other rules"):
        exported(mixed)
