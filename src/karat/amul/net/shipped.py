"""The nets for Amul that come with the package, ready to use from Python."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from karat.amul.net.net import SHAPES, layers_of
from karat.amul.rules.cards import STANDARD
from karat.search.net_file import Net, read, shipped

if TYPE_CHECKING:
    from karat.amul.net.net import Layers
    from karat.amul.rules.rules import Rules


@cache
def shipped_net(players: int) -> Net:
    """The trained net for a number of players: three have one of their own."""
    name = "amul3" if players == 3 else "amul"
    return read(shipped(__package__, name), f"{name}.npz", SHAPES)


@cache
def shipped_layers(players: int) -> Layers:
    """What is used of its weights."""
    return layers_of(shipped_net(players).weights)


def knows(rules: Rules) -> bool:
    """Whether these nets were made for the cards."""
    return rules.cards.identity == STANDARD
