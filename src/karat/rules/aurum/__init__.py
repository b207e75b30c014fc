"""Aurum: trick-taking for three, or four in partnerships. This module is Aurum's `karat.game.Game`."""

from karat.rules.aurum.actions import Action, Bid, End, Keep, Play, PlayGold, Swap, parse_action
from karat.rules.aurum.cards import Card, Metal
from karat.rules.aurum.deal import Deal
from karat.rules.aurum.edition import BadRules, Edition, Rules, Variant
from karat.rules.aurum.events import Event, reveals, seen_by
from karat.rules.aurum.law import Law
from karat.rules.aurum.match import (
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
from karat.rules.aurum.observe import Observation, observe
from karat.rules.aurum.round import Round

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
