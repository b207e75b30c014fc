"""What the look ahead and the belief work in, as one argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.aurum.kernel import layout as at
from karat.aurum.kernel.layout import Record
from karat.aurum.net.net import NetWorkspace, make_net_workspace

if TYPE_CHECKING:
    from karat.search.net_file import Net


class Workspace(NamedTuple):
    """What kernels read and work in; one for each thread."""

    net: NetWorkspace
    state: Record
    """A world that is played on."""


def make_workspace(net: Net) -> Workspace:
    return Workspace(make_net_workspace(net.weights), np.zeros(at.WORDS, np.int64))
