"""karat bench kernel --peers, on a field that needs no peer."""

import json
import subprocess
import sys

import pytest

from bench.peers import field
from bench.peers.contest import Entrant
from karat.cli.bench_kernel import columns
from karat.cli.main import status


@pytest.fixture
def missing_peers(monkeypatch):
    """Peers whose library nobody has, and of Karat the way in that compiles nothing."""
    absent = tuple(Entrant(peer.key, f"no-such-{peer.library}", peer.game, peer.how, peer.make) for peer in field.PEERS)
    monkeypatch.setattr(field, "PEERS", absent)
    monkeypatch.setattr(field, "KARAT", ())
    return absent


def test_without_peers_the_table_says_that_none_is_installed(missing_peers, capsys):
    assert status(["bench", "kernel", "--peers", "--repeats", "1", "--seconds", "0.01"]) == 0
    table, goals = capsys.readouterr().out.split("\n\n")
    assert table.count("not installed") == len(missing_peers)
    assert goals.count("not measured") == len(field.GOALS)


def test_json_and_plot(missing_peers, capsys, tmp_path):
    plot = tmp_path / "speeds.svg"
    arguments = ["bench", "kernel", "--peers", "--json", "--repeats", "1", "--seconds", "0.01", "--plot", str(plot)]
    assert status(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert [entrant["trouble"] for entrant in told["entrants"]] == ["not installed"] * len(missing_peers)
    assert plot.read_text("utf-8").startswith("<svg")


def test_a_plot_is_of_the_race(capsys):
    assert status(["bench", "kernel", "--plot", "x.svg"]) == 2
    assert "--peers" in capsys.readouterr().err


def test_columns_are_as_wide_as_their_widest_entry():
    assert columns(("a", "b"), [("long", "x"), ("s", "")]) == "a     b\nlong  x\ns"


def test_naming_the_field_loads_no_peer_and_no_numba():
    code = "import sys, bench.peers.field; print(*{'numba', 'jax', 'pyspiel', 'rlcard'} & set(sys.modules))"
    assert not subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
