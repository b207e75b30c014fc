"""Attacks on rated play and hidden cards: to know, to win or to be somebody that one should not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.attack.target import Attack, Verdict
from karat.client import Problem

if TYPE_CHECKING:
    from bench.attack.target import Target

LOOK_ALIKES = (
    "Magnus\ufe00",
    "Magn\u3164us",
    "M\u0251gnus",
    "Ｍagnus",
    "Mаgnus",
    "Magnu\u0455",
    "Ma\u0301\u0301\u0301\u0301gnus",
    "\u3164\u3164\u3164",
    "\ufe00\ufe01\ufe02",
)
"""Magnus once more, to the eye; and names of nothing."""


async def pass_for_somebody(target: Target) -> Verdict:
    """Register names that look like that of an account."""
    through = []
    async with target.account("Magnus"):
        for name in LOOK_ALIKES:
            try:
                async with target.account(name):
                    through.append(name)
            except Problem:
                continue
    return Verdict(not through, f"{len(through)} of {len(LOOK_ALIKES)} look-alikes registered")


ATTACKS = (Attack(5, "names that look alike", pass_for_somebody),)
