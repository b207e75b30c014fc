"""The same tables as the readable engine, and deeper ones."""

from pathlib import Path

import pytest

from karat.amul.kernel import edge
from karat.amul.kernel.pack import pack_market
from karat.amul.rules.notation import parse_market
from karat.games import GAMES
from karat.kernel.jit import COMPILED
from karat.perft import PerftEntry, parse_table, perft

FOLDER = Path(__file__).resolve().parent.parent.parent / "perft"
SHALLOW, DEEP = (parse_table((FOLDER / name).read_text("utf-8"), GAMES) for name in ("amul.perft", "deep/amul.perft"))


@pytest.mark.parametrize("entry", [*SHALLOW, *DEEP], ids=lambda entry: entry.id)
def test_as_many_sequences_as_the_table_says(entry: PerftEntry):
    table = parse_market(entry.state)
    for depth, count in entry.counts:
        if COMPILED or count < 500:
            assert edge.count_sequences(pack_market(table), depth) == count


@pytest.mark.parametrize("entry", DEEP, ids=lambda entry: entry.id)
def test_the_readable_engine_counts_alike_as_far_as_it_gets(entry: PerftEntry):
    table = parse_market(entry.state)
    for depth, count in entry.counts:
        if count < 2000:
            assert perft(GAMES["amul"].perft, table, depth) == count
