"""Who does the work of training: threads here or actors on a Ray cluster, with the same results in the same order."""

from __future__ import annotations

import json
import operator
import subprocess
import sys

import pytest
from click.testing import CliRunner

from karat.cli.train import train
from karat.cluster import NoCluster
from karat.lab.crew import RayActors, Threads

COMMON, PIECES = (2,), [(number,) for number in range(6)]
ON_RAY = f"""
import json, operator
from karat.lab.crew import RayActors
crew = RayActors("local", 2)
print(json.dumps(crew.do(operator.pow, {COMMON}, {PIECES})))
crew.close()
"""


def test_actors_on_a_cluster_do_what_threads_do(monkeypatch):
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "7" * 64)
    # In a process of its own: what Ray leaves behind would trouble whatever test comes next.
    ran = subprocess.run([sys.executable, "-c", ON_RAY], capture_output=True, check=True, timeout=300)
    here = Threads(2)
    try:
        assert json.loads(ran.stdout) == here.do(operator.pow, COMMON, PIECES) == [1, 2, 4, 8, 16, 32]
    finally:
        here.close()


def test_a_cluster_where_nobody_answers_is_told_at_once():
    with pytest.raises(NoCluster, match=r"no Ray cluster answers at '127\.0\.0\.1:1'"):
        RayActors("127.0.0.1:1")


def test_training_without_a_cluster_is_refused_with_a_sentence(tmp_path):
    pytest.importorskip("torch", reason="training needs karat-games[lab]")
    ran = CliRunner().invoke(train, ["aurum", "--out", str(tmp_path / "run"), "--ray", "127.0.0.1:1"])
    assert ran.exit_code == 2
    assert "no Ray cluster answers" in " ".join(ran.output.split())
