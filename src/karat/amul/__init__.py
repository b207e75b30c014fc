"""Amul: drafting from an open market, for three to eight. This module is Amul's `karat.game.Game`."""

from karat.amul.rules.actions import Action, Gain, Offer, Play, Take, parse_action
from karat.amul.rules.cardfile import load_cards, load_standard
from karat.amul.rules.cards import Card, CardFile
from karat.amul.rules.deal import Deal
from karat.amul.rules.effects import Place
from karat.amul.rules.events import Event, reveals, seen_by
from karat.amul.rules.law import Law
from karat.amul.rules.market import Market, Phase
from karat.amul.rules.match import (
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
from karat.amul.rules.observe import Observation, observe
from karat.amul.rules.rules import Rules
from karat.amul.rules.scoring import ScoreSheet, score
from karat.game import BadCardFile, BadRules

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
