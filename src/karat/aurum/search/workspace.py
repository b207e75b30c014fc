"""The net and the room in which compiled code asks it, as one argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.net.net import FLOATS, HEADS, NET_WORDS

if TYPE_CHECKING:
    from karat.search.net_file import Net

Weights = NDArray[np.float32]


class Desk(NamedTuple):
    """What kernels read and work in; one for each thread."""

    weights: Weights
    floats: Weights
    words: Record
    values: Weights
    state: Record


def make_desk(net: Net) -> Desk:
    return Desk(
        net.weights,
        np.zeros(FLOATS, np.float32),
        np.zeros(NET_WORDS, np.int64),
        np.zeros((2, HEADS), np.float32),
        np.zeros(at.WORDS, np.int64),
    )
