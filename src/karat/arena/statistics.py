"""How sure a measured rate is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Z = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


def interval(shares: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval of numbers between 0 and 1, such as wins (Wilson's, with the spread that was seen).

    >>> [round(x, 3) for x in interval([1.0] * 90 + [0.0] * 10)]
    [0.9, 0.826, 0.945]
    """
    count = len(shares)
    if not count:
        return 0.0, 0.0, 1.0
    mean = math.fsum(shares) / count
    # Shared wins spread less than whole ones: count them as that many more matches.
    spread = math.fsum((share - mean) ** 2 for share in shares) / count
    worth = count * mean * (1 - mean) / spread if spread > 0 else count
    middle = (mean + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    reach = Z / (1 + Z * Z / worth) * math.sqrt(mean * (1 - mean) / worth + Z * Z / (4 * worth * worth))
    return mean, max(0.0, middle - reach), min(1.0, middle + reach)
