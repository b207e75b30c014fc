"""Training by self-play: rounds are played with the weights at hand, and the net learns how they ended, over and over.

Everything is in steps. In a step the crew plays `rounds_a_step` rounds, some of them against earlier weights so that
the net does not chase its own tail, and the learner goes over what they gave. The generator of a piece of work is
named by the seed, the step and the number of the piece; so training for a number of rounds is the same for the same
seed, on any crew, and after a stop and a resume. Where only minutes are set, the clock steers what is annealed, and
runs differ.

Files of a run, in its folder:

| file            | holds                                                                                           |
|-----------------|-------------------------------------------------------------------------------------------------|
| checkpoint.pt   | all that is needed to go on; replaced as a whole                                                |
| net.npz         | the weights averaged over the last steps (`karat.search.net_file`): what is used and shipped    |
| log.jsonl       | a line for each test: rounds, loss, wins                                                        |
| curves.svg      | that log as a picture                                                                           |
| events.out.*    | where wanted, loss and wins for TensorBoard                                                     |
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from karat.lab.crew import Crew
from karat.lab.curves import curves
from karat.lab.learner import AdamLearner, Learner
from karat.lab.plan import GENTLE, BadRun, TrainingPlan
from karat.lab.tensorboard import EventFile
from karat.search.net_file import Net, save

Array = NDArray[Any]


class Trained(Protocol):
    """A game to be trained, for a number of players."""

    game: str
    players: int
    trust: float
    """What a plan for it has (see there)."""
    shapes: dict[str, tuple[int, ...]]

    def model(self) -> Any: ...
    def gather(self, weights: Array, rival: Array, settings: Array, seed: str, number: int, rounds: int) -> Any: ...
    def together(self, parts: list[Any]) -> Any: ...
    def batch(self, samples: Any, order: Array) -> tuple[torch.Tensor, ...]: ...
    def export(self, state: dict[str, torch.Tensor]) -> Array: ...
    def state(self, weights: Array) -> dict[str, torch.Tensor]: ...
    def fitted(self, weights: Array) -> Array: ...
    def duel(self, ours: Array, theirs: Array | None, seed: str, deals: int) -> tuple[Array, Array]: ...
    def shipped(self) -> Array | None: ...


@dataclass
class Standing:
    """How far training has come."""

    step: int = 0
    rounds: int = 0
    samples: int = 0
    seconds: float = 0.0
    loss: float = math.nan
    tests: list[dict[str, Any]] = field(default_factory=list)


RIVALS_KEPT = 12
KEPT = ("sparring", "sparring_tries", *GENTLE)
"""What a run that is resumed has from its beginning, whatever is asked for now."""


class Trainer:
    """One run of training, in its folder."""

    def __init__(
        self,
        subject: Trained,
        plan: TrainingPlan,
        folder: Path,
        crew: Crew,
        *,
        model: Callable[[], Any] | None = None,
        algorithm: Callable[[Any, TrainingPlan], Learner] = AdamLearner,
        events: bool = False,
    ) -> None:
        """`model` makes a torch module in place of the subject's, whose state the subject must be able to export."""
        self.subject, self.plan, self.folder, self.crew = subject, plan, folder, crew
        torch.manual_seed(int.from_bytes(plan.seed.encode()[:6], "big") + subject.players)
        torch.set_num_threads(1)  # two would wait for each other more than they work: matrices are small
        self.model = (model or subject.model)()
        self.learner = algorithm(self.model, plan)
        self.averaged = {name: value.clone() for name, value in self.model.state_dict().items()}
        self.standing = Standing()
        self.rivals = [self.weights()]
        self.start: dict[str, Any] | None = None
        self._begun: deque[tuple[np.random.Generator, Callable[[], list[Any]]]] = deque()
        """Steps whose rounds are being played."""
        folder.mkdir(parents=True, exist_ok=True)
        self._events = EventFile(folder) if events else None

    def weights(self) -> Array:
        return self.exported(self.model.state_dict())

    def exported(self, state: dict[str, torch.Tensor]) -> Array:
        """A state as kernels take it, wherever it was learned."""
        try:
            return self.subject.export({name: value.detach().cpu() for name, value in state.items()})
        except (KeyError, AssertionError, RuntimeError) as error:
            raise BadRun(
                f"the kernels of {self.subject.game} cannot run this model ({type(error).__name__}: {error}): its "
                "state must have the names and shapes of the game's own, or name a subject of your own that exports it"
            ) from None

    def start_from(self, net: Net) -> None:
        """Begin with the weights of a net instead of with chance."""
        made_for = net.about.get("game"), net.about.get("players")
        if made_for != (self.subject.game, self.subject.players):
            many = f"{made_for[1]} players" if made_for[1] else "any number of players"
            raise BadRun(f"that net is for {made_for[0]} with {many}, and another game is to be trained")
        self.model.load_state_dict(self.subject.state(net.weights), strict=False)  # without what is not learned
        self.averaged = {name: value.clone() for name, value in self.model.state_dict().items()}
        self.rivals = [self.weights()]
        self.start = {key: net.about.get(key) for key in ("seed", "rounds", "samples", "seconds", "sha256", "start")}

    def done(self) -> float:
        """The part of training that is done, from 0 to 1 and beyond."""
        by_rounds = self.standing.rounds / self.plan.rounds if self.plan.rounds else 0.0
        by_time = self.standing.seconds / (60 * self.plan.minutes) if self.plan.minutes else 0.0
        return max(by_rounds, by_time)

    def run(self, tell: Callable[[Standing, float], None], until: Callable[[], bool] = lambda: False) -> None:
        """Train to the end, or until asked to stop; a checkpoint is left either way."""
        tested = self.standing.seconds
        while self.done() < 1 and not until():
            began = time.monotonic()
            self.step()
            self.standing.seconds += time.monotonic() - began
            tell(self.standing, self.done())
            if self.standing.seconds - tested >= self.plan.test_seconds:
                tested = self.standing.seconds
                self.test()
                self.keep()
        self.test()
        self.keep()

    def step(self) -> None:
        plan, standing = self.plan, self.standing
        while len(self._begun) <= plan.ahead:
            self._begun.append(self._begin(standing.step + len(self._begun)))
        chance, played = self._begun.popleft()
        samples = self.subject.together(played())
        rate = plan.rate_at(self.done())
        order = chance.permutation(len(samples))
        losses = []
        for begin in range(0, max(len(order) - plan.batch, 0) + 1, plan.batch):
            losses.append(self.learner.learn(self.subject.batch(samples, order[begin : begin + plan.batch]), rate))
            self.average(standing.step)
        standing.step += 1
        standing.rounds += self._each * plan.pieces
        standing.samples += len(samples)
        standing.loss = float(np.mean(losses))
        if self._events:
            self._events.add(standing.step, {"loss": standing.loss, "rate": rate, "rounds": float(standing.rounds)})
        if standing.step % plan.remember == 0:
            self.remember()

    @property
    def _each(self) -> int:
        """Rounds of a piece of work."""
        return self.plan.rounds_a_step // self.plan.pieces

    def _begin(self, step: int) -> tuple[np.random.Generator, Callable[[], list[Any]]]:
        """Let the crew play the rounds of a step with the weights at hand."""
        plan = self.plan
        ahead = len(self._begun) * self._each * plan.pieces
        done = self.done() + (ahead / plan.rounds if plan.rounds else 0.0)
        chance = np.random.default_rng([step, *plan.seed.encode()])
        rival = self.rivals[int(chance.integers(len(self.rivals)))]
        name = f"{plan.seed}/{self.subject.game}/{step}"
        common = self.weights(), rival, plan.settings(done), name
        return chance, self.crew.begin(
            self.subject.gather, common, [(number, self._each) for number in range(plan.pieces)]
        )

    def average(self, step: int) -> None:
        """Let the averaged weights follow; quickly at first, as early weights are worth nothing."""
        follow = max(1 - self.plan.average, 1 / (10 + step))
        with torch.no_grad():
            for name, value in self.model.named_parameters():
                self.averaged[name].lerp_(value, follow)

    def remember(self) -> None:
        """Keep these weights as a later rival; of too many, every second goes, the newest stay."""
        self.rivals.append(self.weights())
        if len(self.rivals) > RIVALS_KEPT:
            self.rivals = self.rivals[: RIVALS_KEPT // 2 : 2] + self.rivals[RIVALS_KEPT // 2 :]

    def test(self) -> None:
        """Let the averaged net meet random play, a rival of about half its age and the net that comes with karat."""
        ours, deals = self.exported(self.averaged), self.plan.test_deals
        versus = {"random": None, "early": self.rivals[len(self.rivals) // 2], "shipped": self.subject.shipped()}
        if versus["shipped"] is None:
            del versus["shipped"]
        names = [f"test/{number}" for number in range(4)]
        line: dict[str, Any] = {
            key: getattr(self.standing, key) for key in ("step", "rounds", "samples", "seconds", "loss")
        }
        for name, rival in versus.items():
            parts = self.crew.do(self.subject.duel, (ours, rival), [(seed, max(1, deals // 4)) for seed in names])
            wins = np.concatenate([won for won, _ in parts]).mean(1)
            line[name] = round(float(wins.mean()), 4)
            line[f"{name}_error"] = round(float(1.96 * wins.std() / math.sqrt(len(wins))), 4)
        self.standing.tests.append(line)
        if self._events:
            numbers = {f"wins over {name}": line[name] for name in versus}
            self._events.add(self.standing.step, numbers)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        (self.folder / "curves.svg").write_text(curves(self.standing.tests), encoding="utf-8")

    def about(self) -> dict[str, Any]:
        """What is told about the net in its file."""
        standing, plan = self.standing, self.plan
        return {
            "game": self.subject.game,
            "players": self.subject.players,
            "seed": plan.seed,
            "rounds": standing.rounds,
            "samples": standing.samples,
            "seconds": round(standing.seconds),
            "plan": asdict(plan),
            "start": self.start,
        }

    def keep(self) -> None:
        """Write the net and the checkpoint; a crash at any moment leaves the ones before."""
        weights = self.subject.fitted(self.exported(self.averaged))
        save(self.folder / "net.npz", Net(weights, self.about()), self.subject.shapes)
        passing = self.folder / f"checkpoint.pt.{os.getpid()}.part"
        torch.save(
            {
                "game": self.subject.game,
                "players": self.subject.players,
                "plan": asdict(self.plan),
                "start": self.start,
                "standing": asdict(self.standing),
                "model": self.model.state_dict(),
                "optimizer": self.learner.state_dict(),
                "averaged": self.averaged,
                "rivals": [torch.from_numpy(rival) for rival in self.rivals],
            },
            passing,
        )
        passing.replace(self.folder / "checkpoint.pt")

    def resume(self) -> None:
        """Go on from the folder's checkpoint."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            raise BadRun(f"there is no run to resume in {self.folder}: it holds no checkpoint.pt")
        try:
            kept = torch.load(path, weights_only=True, map_location="cpu")
            if (kept["game"], kept["players"]) != (self.subject.game, self.subject.players):
                many = kept["players"] or "any number of players"
                raise BadRun(f"{path} trains {kept['game']} for {many}, and another game was asked for")
            if kept["plan"]["seed"] != self.plan.seed:
                raise BadRun(f"{path} has the seed {kept['plan']['seed']!r}, not {self.plan.seed!r}")
            self.plan = replace(self.plan, **{name: kept["plan"][name] for name in KEPT})
            self.start = kept["start"]
            self.model.load_state_dict(kept["model"])
            self.learner.load_state_dict(kept["optimizer"])
            now = self.model.state_dict()
            self.averaged = {name: value.to(now[name].device) for name, value in kept["averaged"].items()}
            self.rivals = [rival.numpy() for rival in kept["rivals"]]
            self.standing = Standing(**kept["standing"])
        except (KeyError, TypeError, RuntimeError, EOFError, OSError, UnpicklingError) as error:
            raise BadRun(f"{path} can't be used, as another version wrote it or it is damaged") from error
