"""Amul: drafting from an open market, for three to eight. This module is Amul's `karat.game.Game`."""

from karat.rules.amul.actions import Action, Gain, Offer, Play, Take, parse_action
from karat.rules.amul.cardfile import BadCardFile, load_cards, load_standard
from karat.rules.amul.cards import Card, CardFile
from karat.rules.amul.deal import Deal
from karat.rules.amul.effects import Place
from karat.rules.amul.events import Event, reveals, seen_by
from karat.rules.amul.law import Law
from karat.rules.amul.market import Market, Phase
from karat.rules.amul.match import (
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
from karat.rules.amul.observe import Observation, observe
from karat.rules.amul.rules import BadRules, Rules
from karat.rules.amul.scoring import ScoreSheet, score

NAME = "amul"

__all__ = [
    "NAME",
    "Action",
    "BadCardFile",
    "BadRules",
    "Card",
    "CardFile",
    "Deal",
    "Event",
    "Gain",
    "Law",
    "Market",
    "Match",
    "Observation",
    "Offer",
    "Phase",
    "Place",
    "Play",
    "Rules",
    "ScoreSheet",
    "Take",
    "apply",
    "awaits_deal",
    "breach",
    "deal",
    "legal_actions",
    "load_cards",
    "load_standard",
    "observe",
    "outcome",
    "parse_action",
    "reveals",
    "score",
    "seen_by",
    "shuffled",
    "start",
    "to_act",
]
