"""An action of Amul by the net: the one after which a seat expects most.

An action is judged by the moment after it, before anybody else has moved. Of the first layer only what it changes is
added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.kernel import layout as at
from karat.amul.kernel.legal import legal_list
from karat.amul.net.features import STANDARD_TYPES, card_of, changes, look_before
from karat.amul.net.net import FIRST, add, first_layer, from_first
from karat.kernel.jit import Int, outlined
from karat.kernel.random import Words, word

if TYPE_CHECKING:
    from karat.amul.net.net import NetWorkspace
    from karat.amul.search.workspace import Real, Workspace

LOW = -1e9


@outlined
def pick(workspace: Workspace, seat: Int, net: NetWorkspace) -> Int:
    """The action of `seat`, which must owe one, after which it expects most; net.value is what it expects."""
    number, phase = np.int64(workspace.state[at.NUMBER]), workspace.state[at.PHASE]
    rows = net.layers.first[number]
    look_before(workspace, seat, net)
    first_layer(net, number)
    best, most = np.int64(at.NOTHING), LOW
    for place in range(legal_list(workspace.cards, workspace.state, seat, net.options)):
        action = net.options[place]
        many = changes(workspace, seat, action, net)
        for unit in range(FIRST):
            net.after[unit] = net.before[unit]
        for change in range(many):
            add(net.after, rows[net.changed[change]], net.by[change])
        taste = net.tastes[seat, card_of(workspace.cards, phase, action)]
        points = from_first(net, number, net.after) + (-taste if phase == at.OFFER else taste)
        if points > most:
            best, most = action, np.float64(points)
    net.value[0] = most
    return best


@outlined
def draw_tastes(workspace: Workspace, seat: Int, net: NetWorkspace, spread: Real, rng: Words) -> None:
    """Let the others like cards somewhat more or less than the net would, by so many points.

    Nobody plays quite as the net does. Whoever counts on it is let down; and in one world a seat is of one mind.
    """
    for other in range(workspace.cards[at.PLAYERS]):
        for card in range(STANDARD_TYPES):
            drawn, taste = word(rng), 0.0
            for part in range(4):  # four numbers from 0 to 1: their sum is close to normal, and varies by a third
                taste += np.float64(drawn >> np.uint64(16 * part) & np.uint64(0xFFFF)) / 0xFFFF - 0.5
            net.tastes[other, card] = 0.0 if other == seat else spread * 1.7320508 * taste
