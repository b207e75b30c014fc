"""By how much expected points may be out, so that chances to win are chances.

`expert` chooses by sharper ones, which does no harm there. These were fitted, round by round, to how 150 matches each
of `casual` with three and with five players ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.amul.search.flat import DOUBT, DOUBT_A_ROUND

if TYPE_CHECKING:
    from karat.amul.search.workspace import Floats

FEW = 3
POINTS, A_ROUND_OF_FEW, A_ROUND = 2.2, 0.4, 0.28


def fitted(aims: Floats, players: int) -> Floats:
    """The aims of a search, with doubts that fit."""
    found = np.array(aims)
    found[DOUBT], found[DOUBT_A_ROUND] = POINTS, A_ROUND_OF_FEW if players <= FEW else A_ROUND
    return found
