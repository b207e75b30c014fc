"""Positions as text: `O1 O4 / O2 O2 O8, laid O5 / -`, the hands by seat and what lies face down."""

from __future__ import annotations

from karat.game import BadText
from thirdgame.rules.cards import Stone, parse_stones, show_stones
from thirdgame.rules.round import Round
from thirdgame.rules.rules import PLAYERS


def parse_round(text: str) -> Round:
    """
    >>> parse_round("O1 O4 / O2 O2 O8, laid O5 / -").to_act
    (1,)
    """
    held, _, laid = text.partition(", laid ")
    hands = tuple(parse_stones(hand) for hand in held.split("/"))
    down = tuple(None if told.strip() == "-" else Stone.parse(told.strip()) for told in laid.split("/") if told)
    if len(hands) not in PLAYERS or len(down) not in {0, len(hands)}:
        raise BadText(f"{text!r} is no position of Opal: hands for {PLAYERS[0]} to {PLAYERS[-1]}, and what is laid")
    return Round(hands, down or (None,) * len(hands))


def show_round(table: Round) -> str:
    held = " / ".join(map(show_stones, table.hands))
    laid = " / ".join(str(stone or "-") for stone in table.laid)
    return f"{held}, laid {laid}" if any(table.laid) else held
