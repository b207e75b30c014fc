"""The nets for Aurum that come with the package, ready to use from Python."""

from __future__ import annotations

from functools import cache

import numpy as np

from karat.aurum.kernel.legal import MOST_LEGAL
from karat.aurum.net.net import FLOATS, HEADS, NET_WORDS, SHAPES
from karat.search.net_file import Net, read, shipped


@cache
def shipped_net(players: int) -> Net:
    """The trained net for three or for four players."""
    name = f"aurum{players}"
    return read(shipped(__package__, name), f"{name}.npz", SHAPES)


class Room:
    """What the kernels of aurum_net work in; one for each thread."""

    def __init__(self) -> None:
        self.floats = np.zeros(FLOATS, np.float32)
        self.words = np.zeros(NET_WORDS, np.int64)
        self.actions = np.zeros(MOST_LEGAL, np.int64)
        self.values = np.zeros((MOST_LEGAL, HEADS), np.float32)
        self.out = np.zeros(HEADS, np.float32)
