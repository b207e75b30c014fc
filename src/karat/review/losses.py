"""What a choice has lost, from how far behind it seems on worlds of its own.

A loss is never below 0: nothing is better than the best. What a look at some worlds says may be, by chance, or because
the action that seemed best was not. Added up over the hundreds of choices of a match, what is chance in them would be
more than what was lost. So a ledger counts what may be *expected* of each loss: the mean of what fits the look, where
losses of all sizes are as likely as they are among choices in general (`COMMON`). A loss that is clear stays what it
is; one that is lost in its error becomes small. Where the commonness fits, the sum is right on average.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from karat.review.values import Mean

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMON = ((0.21, 0.0), (0.29, -0.02), (0.39, 0.02), (0.11, 0.07))
"""Of the choices where something seemed better: which part, and by how much that is better on average.

Nothing; below 0, as it is worse, and nothing is lost either; little; much. Fitted to 854 gaps of bots of three levels,
and then fixed: both games alone come to the same.
"""
FAR_OUT = -12.0
"""Standard errors."""


def expected_loss(gap: Mean) -> Mean:
    """The mean of what fits a gap and its error, and the error that this has.

    >>> [round(expected_loss(Mean(mean, 0.03)).mean, 3) for mean in (-0.05, 0.02, 0.05, 0.2)]
    [0.002, 0.01, 0.022, 0.186]
    """
    if gap.error <= 0.0:
        return Mean(max(gap.mean, 0.0))
    parts = [_part(weight, scale, gap) for weight, scale in COMMON]
    highest = max(log for log, _, _ in parts)
    weights = [math.exp(log - highest) for log, _, _ in parts]
    total = sum(weights)
    mean = sum(weight * first for weight, (_, first, _) in zip(weights, parts, strict=True)) / total
    square = sum(weight * second for weight, (_, _, second) in zip(weights, parts, strict=True)) / total
    return Mean(mean, math.sqrt(max(square - mean * mean, 0.0)))


def _part(weight: float, scale: float, gap: Mean) -> tuple[float, float, float]:
    """Of losses of one size: the logarithm of how likely they make a gap, the mean that fits, and that of its square.

    The gap is normal about the loss; the loss falls off exponentially from 0. What fits is then normal about `middle`,
    cut off at 0.
    """
    if scale < 0.0:
        return _part(weight, -scale, Mean(-gap.mean, gap.error))[0], 0.0, 0.0
    error = gap.error
    if scale <= 0.0:
        return math.log(weight) - 0.5 * (gap.mean / error) ** 2 - math.log(error * math.sqrt(2 * math.pi)), 0.0, 0.0
    middle = gap.mean - error * error / scale
    far = middle / error
    like = math.log(weight / scale) - gap.mean / scale + 0.5 * (error / scale) ** 2
    if far < FAR_OUT:  # so far out a normal falls off as an exponential does
        mean = -error / far
        return like - 0.5 * far * far - math.log(-far * math.sqrt(2 * math.pi)), mean, 2 * mean * mean
    part = 0.5 * math.erfc(-far / math.sqrt(2))
    mean = middle + error * math.exp(-0.5 * far * far) / math.sqrt(2 * math.pi) / part
    return like + math.log(part), mean, middle * mean + error * error


def brought_to(side: int, gap: Mean, changes: Mapping[int, float]) -> Mean:
    """What a side gains by another's loss, from what it seemed to change for each of the others: in all, what was lost.

    Where the loss is clear, whoever seemed to gain has it; where it is not, every other side alike. A choice that costs
    its own side nothing but decides between others is no loss, and chance to them.
    """
    lost = expected_loss(gap)
    gains = {other: max(change, 0.0) + gap.error / len(changes) for other, change in changes.items()}
    total = sum(gains.values())
    part = gains[side] / total if total else 1 / len(changes)
    return Mean(part * lost.mean, part * lost.error)
