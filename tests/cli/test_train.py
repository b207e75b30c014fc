"""karat train at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from karat.cli.train import train


def said(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(train, arguments)
    return result.exit_code, result.output


@pytest.mark.parametrize(("game", "players"), [("aurum", "5"), ("aurum", "2"), ("amul", "9")])
def test_a_wrong_number_of_players_is_told(game: str, players: str) -> None:
    code, text = said(game, "--players", players)
    assert code == 2
    assert f"not {players}" in text


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").touch()
    code, text = said("aurum", "--out", str(tmp_path))
    assert code == 2
    assert "--resume" in text


def test_nothing_to_resume_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs karat-games[lab]")
    code, text = said("aurum", "--out", str(tmp_path / "none"), "--resume")
    assert code == 1
    assert "no run to resume" in text


def test_sparring_in_amul_is_refused() -> None:
    code, text = said("amul", "--sparring", "0.3")
    assert code == 2
    assert "no sparring in amul" in text


def test_a_run_either_begins_or_goes_on(tmp_path: Path) -> None:
    code, text = said("aurum", "--out", str(tmp_path), "--start", "net.npz", "--resume")
    assert code == 2
    assert "leave one of them out" in text


def test_a_start_that_is_no_net_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs karat-games[lab]")
    (tmp_path / "net.npz").write_bytes(b"nothing")
    for name, sentence in (("net.npz", "is not a net of karat"), ("none.npz", "can't be read")):
        code, text = said("aurum", "--out", str(tmp_path / "run"), "--start", str(tmp_path / name))
        assert code == 1
        assert sentence in text


def test_trains_and_resumes(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs karat-games[lab]")
    code, text = said("aurum", "--rounds", "100", "--out", str(tmp_path), "--json")
    assert code == 0
    assert json.loads(text.splitlines()[-1])["rounds"] == 1024  # a step is played whole
    code, text = said("aurum", "--rounds", "1100", "--out", str(tmp_path), "--json", "--resume")
    assert code == 0
    assert json.loads(text.splitlines()[-1])["rounds"] == 2048


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    for module in [name for name in __import__("sys").modules if name.startswith("karat.lab")]:
        monkeypatch.delitem(__import__("sys").modules, module)
    code, text = said("aurum", "--out", str(tmp_path))
    assert code == 2
    assert "karat-games[lab]" in text
