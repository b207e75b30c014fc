"""Aurum: trick-taking for three, or four in partnerships. This module is Aurum's `karat.game.Game`."""

from karat.aurum.rules.actions import Action, Bid, End, Keep, Play, PlayGold, Swap, parse_action
from karat.aurum.rules.cards import Card, Metal
from karat.aurum.rules.deal import Deal
from karat.aurum.rules.events import (
    BidChanged,
    BidChosen,
    BidKept,
    BidLaid,
    BidsRevealed,
    CardPlayed,
    Event,
    GoldWon,
    HandDealt,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    RoundScored,
    TrickTaken,
    reveals,
    seen_by,
)
from karat.aurum.rules.law import Law
from karat.aurum.rules.match import (
    Match,
    PlayedRound,
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
from karat.aurum.rules.scoring import MatchResult, RoundResult
from karat.game import BadRules

NAME = "aurum"

__all__ = [
    "NAME",
    "Action",
    "BadRules",
    "Bid",
    "BidChanged",
    "BidChosen",
    "BidKept",
    "BidLaid",
    "BidsRevealed",
    "Card",
    "CardPlayed",
    "Deal",
    "Edition",
    "End",
    "Event",
    "GoldWon",
    "HandDealt",
    "Keep",
    "Law",
    "Match",
    "MatchEnded",
    "MatchResult",
    "Metal",
    "Observation",
    "Play",
    "PlayGold",
    "PlayedRound",
    "Round",
    "RoundDealt",
    "RoundEnded",
    "RoundResult",
    "RoundScored",
    "Rules",
    "Swap",
    "TrickTaken",
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
