"""The net for Amul: how many points a seat will have at the end, from what is told of it (sight.py).

Two layers of units max(0, .) and a sum. All weights change smoothly from round to round: each is 1, l and l² times
three numbers that are learned, where l tells how many rounds are left. A file holds these; `Layers` are the weights of
each round.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.net.features import MOST_CHANGED, SIGHT, STANDARD_TYPES, STANDINGS
from karat.amul.rules.cards import STANDARD
from karat.amul.search.workspace import MOST_CHOICES, Singles
from karat.search.net_file import parts_of, read, shipped

if TYPE_CHECKING:
    from karat.amul.kernel.layout import Room
    from karat.amul.rules.rules import Rules

FIRST, SECOND, TERMS = 64, 32, 3
LEVEL, POINT = 62.0, 7.0
"""What most seats have in the end, and how much that varies: a net that says 0 says the first."""

SHAPES = {
    "first": (TERMS, SIGHT, FIRST),
    "first_bias": (TERMS, FIRST),
    "second": (TERMS, FIRST, SECOND),
    "second_bias": (TERMS, SECOND),
    "last": (TERMS, SECOND),
    "last_bias": (at.ROUNDS + 1,),
}
WEIGHTS = sum(math.prod(shape) for shape in SHAPES.values())


class Layers(NamedTuple):
    """The weights by round, from 0 on."""

    first: Singles
    first_bias: Singles
    second: Singles
    second_bias: Singles
    last: Singles
    last_bias: Singles


class Judge(NamedTuple):
    """Layers, and room to work in; one thread at a time uses a judge."""

    layers: Layers
    sight: Singles
    seen: Room
    """The numbers of the sight that are not 0."""
    before: Singles
    """The units of the first layer, before an action"""
    after: Singles
    """and after it."""
    inner: Singles
    """Those of the second."""
    standing: Singles
    changed: Room
    """Which numbers of the sight an action changes,"""
    by: Singles
    """and by how much."""
    options: Room
    thought: Singles
    """What is expected after the last choice."""
    tastes: Singles
    """By seat and type of card, how many points more it likes to have a card than the net says."""


def terms_of_rounds() -> Singles:
    """By round, from 0 on, what the learned numbers of a weight are multiplied with."""
    left = (at.ROUNDS + 1 - np.arange(at.ROUNDS + 1)) / 8 - 0.55
    return np.stack([np.ones_like(left), left, 2 * left**2 - 0.2], 1).astype(np.float32)


def layers_of(weights: Singles) -> Layers:
    """What is used of the weights of a file."""
    parts, terms = parts_of(weights, SHAPES), terms_of_rounds()
    by_round: dict[str, Any] = {
        name: np.ascontiguousarray(np.tensordot(terms, part, 1), np.float32)
        for name, part in parts.items()
        if name != "last_bias"
    }
    by_round["last"] *= POINT
    by_round["last_bias"] = np.float32(LEVEL) + np.float32(POINT) * parts["last_bias"]
    for layer in by_round.values():
        layer.setflags(write=False)
    return Layers(**by_round)


def judge_with(layers: Layers) -> Judge:
    """A judge with room of its own."""
    return Judge(
        layers,
        sight=np.zeros(SIGHT, np.float32),
        seen=np.zeros(SIGHT, np.int64),
        before=np.zeros(FIRST, np.float32),
        after=np.zeros(FIRST, np.float32),
        inner=np.zeros(SECOND, np.float32),
        standing=np.zeros(STANDINGS, np.float32),
        changed=np.zeros(MOST_CHANGED, np.int64),
        by=np.zeros(MOST_CHANGED, np.float32),
        options=np.zeros(MOST_CHOICES, np.int64),
        thought=np.zeros(1, np.float32),
        tastes=np.zeros((at.SEATS, STANDARD_TYPES), np.float32),
    )


@cache
def no_layers() -> Layers:
    """Those of a judge who knows nothing, where none is asked."""
    return layers_of(np.zeros(WEIGHTS, np.float32))


@cache
def shipped_layers(players: int) -> Layers:
    """Those that come with the package, for a number of players."""
    return layers_of(shipped_weights(players))


def shipped_weights(players: int) -> Singles:
    name = net_for(players)
    return read(shipped(__package__, name), f"{name}.npz", SHAPES).weights


def net_for(players: int) -> str:
    """The name of the net that comes with the package: three players have one of their own."""
    return "amul3" if players == 3 else "amul"


def knows(rules: Rules) -> bool:
    """Whether the net was made for these cards."""
    return rules.cards.identity == STANDARD
