"""Pieces of the nets, each called once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat import aurum
from karat.aurum.kernel.pack import pack_view
from karat.aurum.kernel.resample import resample
from karat.aurum.net.net import HEADS, evaluate, evaluate_actions, make_action_values, make_net_workspace
from karat.aurum.net.shipped import shipped_net
from karat.kernel import random
from karat.shuffle import Stream

if TYPE_CHECKING:
    from karat.aurum.kernel.layout import Record


def first_world() -> tuple[Record, int]:
    """A world at the first choice of a match, and whose choice it is."""
    state = aurum.start(aurum.Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("warm"))).state
    (seat,) = aurum.to_act(state)
    view = pack_view(aurum.observe(state, seat))
    world = np.zeros_like(view)
    resample(view, random.generator("warm"), world)
    return world, seat


def actions() -> None:
    world, seat = first_world()
    evaluate_actions(world, seat, tuple(make_net_workspace(shipped_net(4).weights)), tuple(make_action_values()))


def moment() -> None:
    world, seat = first_world()
    evaluate(world, seat, make_net_workspace(shipped_net(4).weights), np.zeros(HEADS, np.float32))
