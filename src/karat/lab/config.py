"""Training as a file says it: every setting by its name, and what else learns in place of ours.

[training]                      # fields of karat.lab.trainer.TrainingPlan
rounds = 200000
rate = 1e-3
epsilon = [0.05, 0.01]

[parts]                         # by dotted names, `module:name`
model = "mypkg.nets:Mine"       # a torch module with `loss(*batch)`, called with nothing
subject = "mypkg.game:Mine"     # the game as it is trained, called with the number of players (trainer.Trained)
algorithm = "mypkg.dqn:Learner" # learns from samples, called with model and plan (learner.Learner)
"""

from __future__ import annotations

import importlib
import sys
import tomllib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from karat.lab.plan import BadRun, TrainingPlan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PARTS = ("model", "subject", "algorithm")


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """What a file says."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """Of the plan, by name."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Dotted names."""

    def part(self, name: str) -> Any:
        """What is named there, imported; None where nothing is."""
        return found(self.parts[name], f"[parts] {name}") if name in self.parts else None


def read_config(path: Path) -> TrainingConfig:
    """The file at that path; BadRun with what is wrong in it."""
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadRun(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadRun(f"{path} is not TOML: {error}") from None
    if strange := sorted(set(told) - {"training", "parts"}):
        raise BadRun(f"{path}: there are the tables [training] and [parts], not {strange[0]!r}")
    parts = told.get("parts", {})
    for name, dotted in parts.items():
        if name not in PARTS or not isinstance(dotted, str) or ":" not in dotted:
            raise BadRun(f"{path}: [parts] has {', '.join(PARTS)}, each as 'module:name', not {name} = {dotted!r}")
    return TrainingConfig({name: setting(path, name, value) for name, value in told.get("training", {}).items()}, parts)


def setting(path: Path, name: str, value: object) -> Any:
    """A field of the plan, of the kind that it is."""
    known = {one.name: one.default for one in fields(TrainingPlan)}
    if name not in known:
        raise BadRun(f"{path}: no setting {name!r}; there are {', '.join(known)}")
    usual = known[name]
    if isinstance(usual, tuple):
        if isinstance(value, list) and len(value) == len(usual) and all(type(one) in {int, float} for one in value):
            return tuple(map(float, value))
        raise BadRun(f"{path}: {name} is {len(usual)} numbers, first and last, not {value!r}")
    if isinstance(usual, str):
        kind, good = "a text", isinstance(value, str)
    elif isinstance(usual, int) or name == "rounds":
        kind, good = "a whole number of at least 0", type(value) is int and value >= 0
    else:
        kind, good = "a number of at least 0", type(value) in {int, float} and float(str(value)) >= 0
    if not good:
        raise BadRun(f"{path}: {name} is {kind}, not {value!r}")
    return value


def found(dotted: str, where: str) -> Any:
    """What a dotted name stands for; what lies in this folder can be imported, as for `python -m`."""
    module, _, name = dotted.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise BadRun(f"{where} = {dotted!r}: no module {module!r} can be imported: {error}") from None
    except AttributeError:
        raise BadRun(f"{where} = {dotted!r}: module {module!r} has no {name!r}") from None
