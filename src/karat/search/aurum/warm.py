"""The search, called once."""

from __future__ import annotations

from karat.kernel import random
from karat.kernel.aurum import edge, layout
from karat.rules.aurum.edition import Rules
from karat.search.aurum.think import Settings, think


def warm() -> None:
    state = edge.start(Rules(4))
    edge.deal(state, "warm")
    seat = int(state[layout.TURN])
    think(edge.view(state, seat), seat, random.generator("warm"), settings=Settings(), tries=2)
