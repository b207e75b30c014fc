"""Who does the work of training: threads here or actors on a Ray cluster, with the same results in the same order."""

from __future__ import annotations

import operator

import pytest
from click.testing import CliRunner

from karat.cli.train import train
from karat.cluster import NoCluster
from karat.lab.crew import RayActors, Threads

COMMON, PIECES = (2,), [(number,) for number in range(6)]


def test_threads_do_the_work_in_order():
    here = Threads(2)
    try:
        later = here.begin(operator.pow, COMMON, PIECES)
        assert here.do(operator.pow, COMMON, PIECES) == later() == [1, 2, 4, 8, 16, 32]
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
