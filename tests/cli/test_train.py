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


def test_a_model_and_an_algorithm_of_ones_own_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything from the file; TensorBoard's file is written; the run goes on with the same algorithm."""
    torch = pytest.importorskip("torch", reason="training needs karat-games[lab]")
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "lab")
    config, run = tmp_path / "mine.toml", tmp_path / "run"
    parts = '[parts]\nmodel = "own_parts:Mine"\nalgorithm = "own_parts:Descent"\n'
    config.write_text(f"[training]\nrounds = 100\nrounds_a_step = 64\npieces = 2\nahead = 1\ntest_deals = 4\n{parts}")
    code, text = said("aurum", "--config", str(config), "--tensorboard", "--out", str(run), "--json")
    assert code == 0, text
    assert json.loads(text.splitlines()[-1])["rounds"] == 128
    assert len(list(run.glob("events.out.tfevents.*"))) == 1
    kept = torch.load(run / "checkpoint.pt", weights_only=True)
    assert kept["optimizer"] == {"steps": 2}
    assert (kept["plan"]["ahead"], kept["plan"]["rounds_a_step"]) == (1, 64)
    code, text = said("aurum", "--config", str(config), "--rounds", "190", "--out", str(run), "--json", "--resume")
    assert json.loads(text.splitlines()[-1])["rounds"] == 192
    assert torch.load(run / "checkpoint.pt", weights_only=True)["optimizer"] == {"steps": 3}


def test_a_model_that_kernels_cannot_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="training needs karat-games[lab]")
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "lab")
    config = tmp_path / "mine.toml"
    config.write_text('[parts]\nmodel = "own_parts:Wide"\n')
    code, text = said("aurum", "--config", str(config), "--out", str(tmp_path / "run"))
    assert code == 1
    assert "the kernels of aurum cannot run this model" in text


def test_a_wrong_setting_of_a_file_is_told(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text("[training]\nspeed = 1")
    code, text = said("aurum", "--config", str(config), "--out", str(tmp_path / "run"))
    assert code == 2
    assert "no setting 'speed'" in " ".join(text.split())


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    for module in [name for name in __import__("sys").modules if name.startswith("karat.lab")]:
        monkeypatch.delitem(__import__("sys").modules, module)
    code, text = said("aurum", "--out", str(tmp_path))
    assert code == 2
    assert "karat-games[lab]" in text
