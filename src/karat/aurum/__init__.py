"""Aurum: trick-taking for three, or four in partnerships. This module is Aurum's `karat.game.Game`."""

from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap, parse_action
from karat.aurum.rules.cards import Card, Metal
from karat.aurum.rules.deal import Deal
from karat.aurum.rules.events import Event, reveals, seen_by
from karat.aurum.rules.law import Law
from karat.aurum.rules.match import (
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
from karat.aurum.rules.observe import Observation, observe
from karat.aurum.rules.round import Round
from karat.aurum.rules.rules import Edition, Rules, Variant
from karat.game import BadRules

NAME = "aurum"

__all__ = [
    "NAME",
    "Action",
    "BadRules",
    "Bid",
    "Card",
    "Deal",
    "Edition",
    "End",
    "Event",
    "Keep",
    "Law",
    "Match",
    "Metal",
    "Observation",
    "Play",
    "PlayGold",
    "Round",
    "Rules",
    "Swap",
    "Variant",
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
