"""How many of everything: what the rules say in numbers, whatever the cards."""

from __future__ import annotations

PLAYERS = range(3, 9)
"""M1"""
ROUNDS = 9
"""M1"""
START_HAND = 5
"""M7"""
MAJORITY_POINTS = (8, 4, 2)
"""M39"""


def turned_up(players: int) -> int:
    """M12: how many cards are turned up into the market each round."""
    return {3: 1, 4: 2}.get(players, 3)


def leaves_deck(players: int) -> int:
    """M47: the cards dealt at set-up (M7), and in each round one each (M11) and those turned up (M12).

    >>> [leaves_deck(players) for players in PLAYERS]
    [51, 74, 97, 111, 125, 139]
    """
    return START_HAND * players + ROUNDS * (players + turned_up(players))
