from pathlib import Path

import pytest

from karat.game import BadText
from karat.games import GAMES
from karat.perft import divide, parse_table, perft

ENGINES = {name: kit.perft for name, kit in GAMES.items()}

TABLES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
ENTRIES = [entry for table in TABLES for entry in parse_table(table.read_text("utf-8"), ENGINES)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_as_many_sequences_as_the_table_says(entry):
    engine = ENGINES[entry.game]
    state = engine.parse(entry.state)
    for depth, count in entry.counts:
        assert perft(engine, state, depth) == count, divide(engine, state, depth)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_counts_under_each_first_action_add_up(entry):
    engine = ENGINES[entry.game]
    state = engine.parse(entry.state)
    for depth, count in entry.counts:
        if count < 5000:
            assert sum(divide(engine, state, depth).values()) == count


def test_there_is_one_sequence_of_no_actions():
    engine = ENGINES[ENTRIES[0].game]
    assert perft(engine, engine.parse(ENTRIES[0].state), 0) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("state B1 / P1 / S1", "line 1"),
        ("id a\nid b\nstate B1 / P1 / S1", "the entry 'a' has no state"),
        ("id a\nstate x\nperft one 2", "line 3"),
        ("id a\nstate x\nperft 1", "line 3"),
        ("id a\nstate x\nperft 1001 2", "line 3"),
        ("id a\ngame chess", "line 2"),
        ("id a\nstate x\nstate y", "line 3"),
        ("nonsense \x1b[2J", r"'nonsense \\x1b\[2J'"),
    ],
)
def test_a_slip_in_a_table_is_told_with_its_line(text: str, said: str):
    with pytest.raises(BadText, match=said):
        parse_table(text, ENGINES)


def test_comments_and_empty_lines_are_passed_over():
    (entry,) = parse_table(
        "# a table\n\nid a # the first\nstate B1 / P1 / S1 # nothing yet\nperft 1 1 # one\n", ENGINES
    )
    assert (entry.id, entry.state, entry.counts) == ("a", "B1 / P1 / S1", ((1, 1),))
