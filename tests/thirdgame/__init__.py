"""Opal: stones laid in secret, for two to four. This module is Opal's `karat.game.Game`.

A whole game in one folder of the tests: it holds the promise that a game needs no change to a shared file.
"""

from thirdgame.rules.actions import Lay, parse_action
from thirdgame.rules.cards import Stone
from thirdgame.rules.deal import Deal
from thirdgame.rules.events import Event, reveals, seen_by
from thirdgame.rules.law import Law
from thirdgame.rules.match import (
    Match,
    apply,
    awaits_deal,
    breach,
    deal,
    legal_actions,
    outcome,
    shuffled,
    start,
    to_act,
)
from thirdgame.rules.observe import Observation, observe
from thirdgame.rules.rules import Rules

NAME = "opal"

__all__ = [
    "NAME",
    "Deal",
    "Event",
    "Law",
    "Lay",
    "Match",
    "Observation",
    "Rules",
    "Stone",
    "apply",
    "awaits_deal",
    "breach",
    "deal",
    "legal_actions",
    "observe",
    "outcome",
    "parse_action",
    "reveals",
    "seen_by",
    "shuffled",
    "start",
    "to_act",
]
