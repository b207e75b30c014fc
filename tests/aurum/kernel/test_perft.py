"""The same tables as the readable engine, and deeper ones."""

from pathlib import Path

import pytest

from karat.aurum.kernel import edge
from karat.aurum.kernel.pack import pack_round
from karat.aurum.rules.notation import parse_round
from karat.games import GAMES
from karat.kernel.jit import COMPILED
from karat.perft import PerftEntry, parse_table

FOLDER = Path(__file__).resolve().parent.parent.parent / "perft"
SHALLOW, DEEP = (parse_table((FOLDER / name).read_text("utf-8"), GAMES) for name in ("aurum.perft", "deep/aurum.perft"))


@pytest.mark.parametrize("entry", [*SHALLOW, *DEEP], ids=lambda entry: entry.id)
def test_as_many_sequences_as_the_table_says(entry: PerftEntry):
    state = pack_round(parse_round(entry.state))
    for depth, count in entry.counts:
        if COMPILED or count < 500:
            assert edge.count_sequences(state, depth) == count
