"""The net for Amul: how many points a seat will have at the end, from what is told of it (features.py).

Two layers of units max(0, .) and a sum. All weights change smoothly from round to round: each is 1, l and l² times
three numbers that are learned, where l tells how many rounds are left. A file holds these; `Layers` are the weights of
each round.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.layout import Room
from karat.amul.net import features
from karat.amul.net.features import look
from karat.amul.search.workspace import MOST_CHOICES, Real, Singles, Workspace
from karat.kernel.aligned import aligned
from karat.kernel.jit import Int, kernel, outlined
from karat.kernel.rows import NARROW, WIDE, Numbered, add_narrow_by_four, add_wide_by_four
from karat.search.net_file import parts_of

FIRST, SECOND, TERMS = WIDE, NARROW, 3
LEVEL, POINT = 62.0, 7.0
"""What most seats have in the end, and how much that varies: a net that says 0 says the first."""

SHAPES = {
    "first": (TERMS, features.FEATURES, FIRST),
    "first_bias": (TERMS, FIRST),
    "second": (TERMS, FIRST, SECOND),
    "second_bias": (TERMS, SECOND),
    "last": (TERMS, SECOND),
    "last_bias": (at.ROUNDS + 1,),
}
WEIGHTS = sum(math.prod(shape) for shape in SHAPES.values())
NONE = np.float32(0)
ALL_UNITS = np.arange(FIRST)


class Layers(NamedTuple):
    """The weights by round, from 0 on."""

    first: Singles
    first_bias: Singles
    second: Singles
    second_bias: Singles
    last: Singles
    last_bias: Singles


class NetWorkspace(NamedTuple):
    """Layers, and the arrays in which they are evaluated; one thread at a time uses them."""

    layers: Layers
    features: Singles
    seen: Room
    """The numbers of the features that are not 0."""
    before: Singles
    """The units of the first layer, before an action"""
    after: Singles
    """and after it."""
    inner: Singles
    """Those of the second."""
    standing: Singles
    changed: Room
    """Which features an action changes,"""
    by: Singles
    """and by how much."""
    options: Room
    value: Singles
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
        name: aligned(np.ascontiguousarray(np.tensordot(terms, part, 1), np.float32))
        for name, part in parts.items()
        if name != "last_bias"
    }
    by_round["last"] *= POINT
    by_round["last_bias"] = np.float32(LEVEL) + np.float32(POINT) * parts["last_bias"]
    for layer in by_round.values():
        layer.setflags(write=False)
    return Layers(**by_round)


def make_net_workspace(layers: Layers) -> NetWorkspace:
    """A workspace for these layers."""
    return NetWorkspace(
        layers,
        features=np.zeros(features.FEATURES, np.float32),
        seen=np.zeros(features.FEATURES, np.int64),
        before=aligned(np.zeros(FIRST, np.float32)),
        after=aligned(np.zeros(FIRST, np.float32)),
        inner=aligned(np.zeros(SECOND, np.float32)),
        standing=np.zeros(features.STANDINGS, np.float32),
        changed=np.zeros(features.MOST_CHANGED, np.int64),
        by=np.zeros(features.MOST_CHANGED, np.float32),
        options=np.zeros(MOST_CHOICES, np.int64),
        value=np.zeros(1, np.float32),
        tastes=np.zeros((at.SEATS, features.STANDARD_TYPES), np.float32),
    )


@cache
def no_layers() -> Layers:
    """Those of a net that knows nothing, where none is asked."""
    return layers_of(np.zeros(WEIGHTS, np.float32))


@outlined
def evaluate(workspace: Workspace, seat: Int, net: NetWorkspace) -> Real:
    """The points that a seat may expect at the end, as a round begins."""
    number = np.int64(workspace.state[at.NUMBER])
    look(workspace, seat, net, np.int64(features.BEGINS))
    first_layer(net, number)
    return from_first(net, number, net.before)


@kernel
def first_layer(net: NetWorkspace, number: Int) -> None:
    """Write the units of the first layer for what the net is told."""
    bias, units = net.layers.first_bias[number], net.before
    given, seen, many = net.features, net.seen, np.int64(0)
    for row in range(features.FEATURES):
        seen[many] = row
        many += given[row] != 0
    for unit in range(FIRST):
        units[unit] = bias[unit]
    begin = number * features.FEATURES * FIRST
    add_wide_by_four(Numbered(net.layers.first, begin, seen, given, many), units)


@kernel
def add(units: Singles, row: Singles, times: Real) -> None:
    """Add a row of the first layer so many times."""
    for unit in range(FIRST):
        units[unit] += times * row[unit]


@kernel
def from_first(net: NetWorkspace, number: Int, units: Singles) -> Real:
    """The points, from the units of the first layer, of which those below 0 become 0."""
    layers, inner = net.layers, net.inner
    bias, last = layers.second_bias[number], layers.last[number]
    for unit in range(SECOND):
        inner[unit] = bias[unit]
    for unit in range(FIRST):
        units[unit] = max(units[unit], NONE)
    add_narrow_by_four(Numbered(layers.second, number * FIRST * SECOND, ALL_UNITS, units, np.int64(FIRST)), inner)
    points = layers.last_bias[number]
    for unit in range(SECOND):
        points += max(inner[unit], NONE) * last[unit]
    return points
