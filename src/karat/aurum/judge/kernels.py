"""Worlds looked at for a review: by world and action, all that the net says some tricks later.

Both stand on the look ahead of `expert` (karat.aurum.search.lookahead). There what comes of worlds is added up as they
come; here it is kept world by world, as a review has to tell chance from what is so.
"""

from __future__ import annotations

from karat.aurum.kernel.layout import Record
from karat.aurum.net.features import Floats
from karat.aurum.net.net import HEADS, evaluate
from karat.aurum.search.lookahead import foretell
from karat.aurum.search.workspace import Workspace
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words


@outlined
def look_on(
    worlds: Record, seat: Int, tricks: Int, actions: Record, workspace: Workspace, rng: Words, out: Floats
) -> None:
    """Write, by world and action, all heads for `seat` so many tricks later."""
    for number in range(worlds.shape[0]):
        for place in range(actions.size):
            foretell(worlds[number], seat, actions[place], tricks, workspace, rng)
            for head in range(HEADS):
                out[number, place, head] = workspace.values[0, head]


@outlined
def size_up(worlds: Record, players: Int, workspace: Workspace, out: Floats) -> None:
    """Write, by world and seat, all heads as that seat sees it."""
    for number in range(worlds.shape[0]):
        for seat in range(players):
            evaluate(worlds[number], seat, workspace.net, workspace.values[0])
            for head in range(HEADS):
                out[number, seat, head] = workspace.values[0, head]
