"""Training: it learns, it can be stopped and resumed, and it does not matter who plays the rounds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs karat-games[lab]")

import torch

from karat.amul.lab.subject import ALL
from karat.amul.lab.subject import Subject as Amul
from karat.amul.net.net import LEVEL, POINT, layers_of
from karat.aurum import Rules
from karat.aurum.kernel import edge
from karat.aurum.lab.chances import forecasts
from karat.aurum.lab.samples import make_rounds_workspace
from karat.aurum.lab.subject import Subject as Aurum
from karat.aurum.net import features as at
from karat.aurum.net import net
from karat.aurum.net.shipped import shipped_net
from karat.kernel.random import generator
from karat.lab.crew import Threads
from karat.lab.plan import GENTLE, BadRun, TrainingPlan
from karat.lab.trainer import Trainer
from karat.search.net_file import load, parts_of

SHORT = TrainingPlan(seed="short", rounds=512, rounds_a_step=128, pieces=4, batch=256, remember=2, test_deals=8)


def quiet(*_: object) -> None:
    """Nobody looks on."""


def trained(folder: Path, plan: TrainingPlan = SHORT, players: int = 4, threads: int = 2) -> Trainer:
    trainer = Trainer(Aurum(players), plan, folder, Threads(threads))
    trainer.run(quiet)
    return trainer


@pytest.mark.parametrize("players", [3, 4])
def test_a_short_training_beats_random_play(tmp_path: Path, players: int) -> None:
    plan = TrainingPlan(seed="learn", rounds=2048, rounds_a_step=256, pieces=2, batch=512, test_deals=40)
    trainer = Trainer(Aurum(players), plan, tmp_path, Threads())
    trainer.test()
    trainer.run(quiet)
    before, after = trainer.standing.tests[0], trainer.standing.tests[-1]
    assert after["random"] - after["random_error"] > before["random"] + before["random_error"]
    assert after["random"] > (0.8 if players == 4 else 0.5)


@pytest.mark.parametrize(("players", "fair"), [(3, 1 / 3), (ALL, 1 / 5)])
def test_amul_learns_too(tmp_path: Path, players: int, fair: float) -> None:
    plan = TrainingPlan(
        seed="learn", rounds=6144, rounds_a_step=256, pieces=4, batch=512, trust=Amul.trust, test_deals=60
    )
    trainer = Trainer(Amul(players), plan, tmp_path, Threads())
    trainer.run(quiet)
    last = trainer.standing.tests[-1]
    assert last["random"] - last["random_error"] > fair
    assert last["shipped"] < fair  # which has learned for long


def test_amul_is_the_same_for_the_same_seed_whoever_plays() -> None:
    subject = Amul()
    weights = subject.export(subject.model().state_dict())
    common, pieces = (weights, weights, SHORT.settings(0.5), "same"), [(number, 4) for number in range(5)]
    one, two = (Threads(count).do(subject.gather, common, pieces) for count in (1, 3))
    for part, other in zip(one, two, strict=True):
        assert len(part)
        assert (part.features == other.features).all()
        assert (part.rounds == other.rounds).all()
        assert (part.points == other.points).all()


def test_the_exported_net_of_amul_says_what_the_trained_one_says() -> None:
    subject = Amul()
    torch.manual_seed(6)
    model = subject.model()
    weights = subject.export(model.state_dict())
    layers = layers_of(weights)
    samples = subject.gather(weights, weights, SHORT.settings(0.5), "export", 0, 8)
    with torch.no_grad():
        seen, rounds, _ = subject.batch(samples, np.arange(len(samples)))
        said = model(seen, rounds).numpy() * POINT + LEVEL
    for number in range(1, 10):
        of = samples.rounds == number
        assert of.any()
        units = np.maximum(samples.features[of] @ layers.first[number] + layers.first_bias[number], 0)
        units = np.maximum(units @ layers.second[number] + layers.second_bias[number], 0)
        assert np.allclose(units @ layers.last[number] + layers.last_bias[number], said[of], rtol=1e-4, atol=1e-3)


def test_amul_learns_from_the_seats_that_play_by_it() -> None:
    subject = Amul(5)
    weights = subject.export(subject.model().state_dict())
    alone, mixed = (
        subject.gather(weights, weights, replace(SHORT, rivals=share).settings(0.5), "mix", 0, 40) for share in (0, 1)
    )
    assert 0.35 < len(mixed) / len(alone) < 0.65


def test_amul_learns_points_of_the_end_and_thoughts_on_the_way() -> None:
    subject = Amul(3)
    weights = subject.shipped()
    settings = [replace(SHORT, trust=trust, epsilon=(0, 0)).settings(0.5) for trust in (1.0, 0.9, 0.0)]
    ends, mixed, thoughts = (subject.gather(weights, weights, one, "trust", 0, 40) for one in settings)
    assert (ends.features == mixed.features).all()
    assert (ends.points == ends.points.round()).all()
    early, late = ends.rounds <= 2, ends.rounds == 9
    assert thoughts.points[early].std() < mixed.points[early].std() < ends.points[early].std()
    assert np.abs(mixed.points - ends.points)[late].mean() < np.abs(mixed.points - ends.points)[early].mean()
    assert abs(mixed.points.mean() - ends.points.mean()) < 2


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole")
    first = Trainer(Aurum(4), SHORT, tmp_path / "parts", Threads(1))
    first.run(quiet, until=lambda: first.standing.step == 2)
    first.step()  # is lost, as in a crash: the checkpoint is older
    second = Trainer(Aurum(4), SHORT, tmp_path / "parts", Threads(2))
    second.resume()
    assert second.standing.step == 2
    second.run(quiet)
    assert second.standing.step == whole.standing.step == 4
    assert second.standing.loss == whole.standing.loss
    assert (second.weights() == whole.weights()).all()
    nets = [load(tmp_path / name / "net.npz", net.SHAPES).weights for name in ("whole", "parts")]
    assert (nets[0] == nets[1]).all()


def test_files_tell_how_it_went(tmp_path: Path) -> None:
    trainer = trained(tmp_path)
    assert {entry.name for entry in tmp_path.iterdir()} == {"net.npz", "checkpoint.pt", "log.jsonl", "curves.svg"}
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines == trainer.standing.tests
    assert lines[-1]["rounds"] == 512
    assert (tmp_path / "curves.svg").read_text().startswith("<svg")
    assert load(tmp_path / "net.npz", net.SHAPES).about["rounds"] == 512


def test_a_folder_that_holds_no_such_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match=r"no checkpoint\.pt"):
        Trainer(Aurum(4), SHORT, tmp_path, Threads(1)).resume()
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(BadRun, match="damaged"):
        Trainer(Aurum(4), SHORT, tmp_path, Threads(1)).resume()
    Trainer(Aurum(4), SHORT, tmp_path, Threads(1)).keep()
    with pytest.raises(BadRun, match="another game"):
        Trainer(Aurum(3), SHORT, tmp_path, Threads(1)).resume()


def test_rounds_do_not_depend_on_who_plays_them() -> None:
    subject = Aurum(3)
    weights = subject.export(subject.model().state_dict())
    common = (weights, weights, SHORT.settings(0.5), "same")
    pieces = [(number, 8) for number in range(3)]
    one, two = (Threads(count).do(subject.gather, common, pieces) for count in (1, 3))
    for part, other in zip(one, two, strict=True):
        assert (part.xs == other.xs).all()
        assert (part.metals == other.metals).all()
        assert (part.targets == other.targets).all()


def test_actors_that_play_on_train_the_same_net_on_any_crew(tmp_path: Path) -> None:
    """While a step is learned from, the next is played; with what weights does not depend on who is quicker."""
    plan = replace(SHORT, ahead=1)
    one, two = (trained(tmp_path / str(threads), plan, threads=threads) for threads in (1, 3))
    assert (one.weights() == two.weights()).all()
    assert (one.weights() != trained(tmp_path / "in turn").weights()).any()


def test_the_exported_net_says_what_the_trained_one_says() -> None:
    subject = Aurum(4)
    torch.manual_seed(5)
    model = subject.model()
    asked, heads = net.make_net_workspace(subject.export(model.state_dict())), np.zeros(net.HEADS, np.float32)
    state = edge.start(Rules(4))
    edge.deal(state, "export")
    x, metals = np.zeros(at.FEATURES, np.float32), np.zeros(at.METALS, np.int64)
    chance = np.random.default_rng(1)
    while seats := edge.to_act(state):
        net.evaluate(state, 2, asked, heads)
        at.look(state, 2, x, metals)
        bits = (metals[:, None] >> np.arange(at.METAL_FEATURES) & 1).astype(np.float32)
        with torch.no_grad():
            out = model(torch.from_numpy(x)[None], torch.from_numpy(bits)[None])[0].numpy()
        said = np.where(net.IN_POINTS, out * net.POINT, 1 / (1 + np.exp(-out)))
        assert np.allclose(heads, said, rtol=1e-4, atol=1e-4)
        edge.apply(state, seats[0], int(chance.choice(edge.legal_actions(state, seats[0]))))


def test_a_run_can_begin_with_a_net_and_says_so(tmp_path: Path) -> None:
    first = trained(tmp_path / "first")
    start = load(tmp_path / "first" / "net.npz", net.SHAPES)
    gentle = replace(SHORT, sparring=0.3, sparring_tries=100, **GENTLE)
    second = Trainer(Aurum(4), gentle, tmp_path / "second", Threads(2))
    second.start_from(start)
    assert np.allclose(second.weights(), start.weights, rtol=1e-6, atol=1e-7)
    with pytest.raises(BadRun, match="for aurum with 4 players"):
        Trainer(Aurum(3), gentle, tmp_path / "third", Threads(1)).start_from(start)
    second.run(quiet)
    about = load(tmp_path / "second" / "net.npz", net.SHAPES).about
    assert about["plan"]["sparring"] == 0.3
    assert about["start"]["rounds"] == first.standing.rounds
    resumed = Trainer(Aurum(4), SHORT, tmp_path / "second", Threads(2))
    resumed.resume()
    assert (resumed.plan.sparring, resumed.plan.sparring_tries, resumed.plan.rate) == (0.3, 100, GENTLE["rate"])
    assert resumed.about()["start"] == about["start"]


def test_amul_can_begin_with_a_net_too() -> None:
    subject = Amul(3)
    torch.manual_seed(7)
    weights = subject.export(subject.model().state_dict())
    assert np.allclose(subject.export(subject.state(weights)), weights, rtol=1e-6)


def test_rounds_against_the_search_give_samples_of_the_net_alone() -> None:
    subject = Aurum(4)
    weights = subject.export(subject.model().state_dict())
    by_itself, against = (
        replace(SHORT, rivals=0.0, trust=1.0, sparring=share, sparring_tries=100).settings(0.5) for share in (0.0, 1.0)
    )
    alone, sparred, again = (
        subject.gather(weights, weights, settings, "spar", 0, 16) for settings in (by_itself, against, against)
    )
    assert 0.2 < len(sparred) / len(alone) < 0.8
    assert sparred.targets[:, net.WIN].mean() < 0.25  # a net that knows nothing yet loses to it
    assert (again.xs == sparred.xs).all()


@pytest.mark.parametrize("players", [3, 4])
def test_chances_are_fitted_and_nothing_that_is_played_by(players: int) -> None:
    subject = Aurum(players)
    weights = shipped_net(players).weights.copy()
    parts_of(weights, net.SHAPES)["heads_bias"][[net.EXACTLY, net.AT_LEAST]] += 1  # far too sure
    fitted, errors = subject.fitted(weights), {}
    for name, one in (("before", weights), ("after", fitted)):
        said, came = np.zeros((6000, net.HEADS), np.float32), np.zeros((6000, net.HEADS), np.float32)
        forecasts(players, 2000, generator("fit"), make_rounds_workspace(one), said, came, np.zeros(4, np.int64))
        kept = np.abs(said - came).sum(1) > 0
        errors[name] = np.abs((said[kept] - came[kept]).mean(0))[[net.EXACTLY, net.AT_LEAST]]
    assert (errors["before"] > 0.08).all()
    assert (errors["after"] < 0.03).all()
    for part, value in parts_of(fitted, net.SHAPES).items():
        same = value == parts_of(weights, net.SHAPES)[part]
        if part.startswith("heads"):
            same = np.delete(same, [net.EXACTLY, net.AT_LEAST], axis=-1)
        assert same.all()


def test_targets_are_results_seen_from_the_seat() -> None:
    """With trust in nothing but the end, every target is the result of a round."""
    subject = Aurum(4)
    weights = subject.export(subject.model().state_dict())
    settings = TrainingPlan(trust=1.0).settings(0.0)
    samples = subject.gather(weights, weights, settings, "targets", 0, 20)
    wins = samples.targets[:, net.WIN]
    assert set(wins.tolist()) <= {0.0, 0.5, 1.0}
    assert (samples.targets[:, net.WIN] + samples.targets[:, net.NEXT_WIN] == 1).all()
    margins = samples.targets[:, net.POINTS_HEAD] - samples.targets[:, net.NEXT_POINTS]
    assert (samples.targets[:, net.MARGIN] == margins).all()
    assert (margins[wins == 1] >= 0).all()
