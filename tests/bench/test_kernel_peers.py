"""The race of kernels, on a field that needs no peer."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from bench.kernel_peers import columns, peers
from bench.peers import field
from bench.peers.contest import Entrant


@pytest.fixture
def missing_peers(monkeypatch):
    """Peers whose library nobody has, and of Karat the way in that compiles nothing."""
    absent = tuple(Entrant(peer.key, f"no-such-{peer.library}", peer.game, peer.how, peer.make) for peer in field.PEERS)
    monkeypatch.setattr(field, "PEERS", absent)
    monkeypatch.setattr(field, "KARAT", ())
    return absent


def test_without_peers_the_table_says_that_none_is_installed(missing_peers):
    table, goals = CliRunner().invoke(peers, ["--repeats", "1", "--seconds", "0.01"]).stdout.split("\n\n")
    assert table.count("not installed") == len(missing_peers)
    assert goals.count("not measured") == len(field.GOALS)


def test_json_and_plot(missing_peers, tmp_path):
    plot = tmp_path / "speeds.svg"
    arguments = ["--json", "--repeats", "1", "--seconds", "0.01", "--plot", str(plot)]
    told = json.loads(CliRunner().invoke(peers, arguments).stdout)
    assert [entrant["trouble"] for entrant in told["entrants"]] == ["not installed"] * len(missing_peers)
    assert plot.read_text("utf-8").startswith("<svg")


def test_columns_are_as_wide_as_their_widest_entry():
    assert columns(("a", "b"), [("long", "x"), ("s", "")]) == "a     b\nlong  x\ns"


def test_naming_the_field_loads_no_peer_and_no_numba():
    code = "import sys, bench.peers.field; print(*{'numba', 'jax', 'pyspiel', 'rlcard'} & set(sys.modules))"
    assert not subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
