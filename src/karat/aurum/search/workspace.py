"""What the look ahead and the belief work in, as one argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.net.features import Floats
from karat.aurum.net.net import HEADS, NetWorkspace, make_net_workspace

if TYPE_CHECKING:
    from karat.search.net_file import Net


class Workspace(NamedTuple):
    """What kernels read and work in; one for each thread."""

    net: NetWorkspace
    values: Floats
    """Two rows of heads, for what is compared."""
    state: Record
    """A world that is played on."""


def make_workspace(net: Net) -> Workspace:
    values = np.zeros((2, HEADS), np.float32)
    return Workspace(make_net_workspace(net.weights), values, np.zeros(at.WORDS, np.int64))
