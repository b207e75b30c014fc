"""The search, with the net and on weighted worlds, called once."""

from __future__ import annotations

from karat.kernel import random
from karat.kernel.aurum.pack import pack_view
from karat.nets.aurum import shipped_net
from karat.rules import aurum
from karat.search.aurum.belief import likely_worlds
from karat.search.aurum.think import Settings, think
from karat.shuffle import Stream


def warm() -> None:
    state = aurum.start(aurum.Rules(4))
    state = aurum.deal(state, aurum.shuffled(state, Stream("warm"))).state
    (seat,) = aurum.to_act(state)
    seen, rng = aurum.observe(state, seat), random.generator("warm")
    view = pack_view(seen)
    worlds = likely_worlds(seen, view, seat, rng, 2)
    think(view, seat, rng, settings=Settings(), tries=2, worlds=worlds, net=shipped_net(4))
