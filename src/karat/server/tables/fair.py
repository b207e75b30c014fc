"""Shuffles that nobody chose: the server is bound to a secret and every seat to a salt before any of them is told.

    commitment = SHA-256(secret)                          published when the table opens
    pledge     = SHA-256("karat salt 1", salt)            published by a seat; salts are told when all pledges are there
    seed       = SHA-256("karat fair 1", secret, salts)   what the cards are dealt from

The finished record tells secret, pledges and salts, so that anyone can check them and the cards (`karat fair`).
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any

from karat.record import BadRecord, Form, Record, entries, field, items, text
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.kit import Kit

KEY = "fair"
"""Under which a record tells how its cards came about."""
_DOMAIN, _SALT, _BOTS = "karat fair 1", "karat salt 1", "karat bots 1"


class Unfair(ValueError):
    """Cards or a commitment that do not follow from what the record tells; the message says which."""


def fresh_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of a secret before it is used."""
    return hashlib.sha256(secret.encode()).hexdigest()


def pledge(salt: str) -> str:
    """What a seat publishes of its salt before anybody tells theirs."""
    return hashlib.sha256(f"{_SALT}\n{salt}".encode()).hexdigest()


def match_seed(secret: str, salts: Sequence[str | None]) -> str:
    """The seed for `karat.shuffle`, as hex; a seat that gave no salt counts as an empty one."""
    parts = (_DOMAIN, secret, *(salt or "" for salt in salts))
    # Salts have no line breaks, so no two lists of parts make the same text.
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def bot_seed(secret: str, question: str) -> str:
    """The seed of a bot's own chance, from which the way back to the secret, and so to the cards, is shut."""
    return hashlib.sha256(f"{_BOTS}\n{secret}\n{question}".encode()).hexdigest()


def disclosure(secret: str, salts: Sequence[str | None], pledges: Sequence[str | None]) -> Record:
    """What a finished record says of its shuffles; nothing of pledges where there were none."""
    told = {
        "commitment": commitment(secret),
        "secret": secret,
        "salts": [salt or "" for salt in salts],
        "seed": match_seed(secret, salts),
    }
    return told | ({"pledges": [pledged or "" for pledged in pledges]} if any(pledges) else {})


def check(record: Record, games: Mapping[str, Kit], published: str | None = None, own: str | None = None) -> int:
    """How many deals of the record follow from its seed; Unfair where one does not, BadRecord where it is none.

    `published` is the commitment as a player saw it before the first deal, `own` the salt that they gave.
    """
    fair = field(record, KEY, entries)
    secret, named = field(fair, "secret", text), field(fair, "commitment", text)
    salts = [text(salt, "a salt") for salt in field(fair, "salts", items)]
    if any("\n" in salt for salt in salts):
        raise BadRecord(Form.FIELDS, "a salt has no line breaks")
    if commitment(secret) != named:
        raise Unfair(f"the commitment {named} is not that of the secret: {commitment(secret)}")
    if published is not None and published != named:
        raise Unfair(f"the commitment published before the match was {published}, but the record's is {named}")
    if own is not None and own not in salts:
        raise Unfair(f"the salt {own} is not among those that the seed was made of")
    # Matches from before there were pledges have none.
    pledges = [text(pledged, "a pledge") for pledged in items(fair.get("pledges", [""] * len(salts)), "pledges")]
    for seat, (pledged, salt) in enumerate(zip(pledges, salts, strict=False)):
        if pledged and pledge(salt) != pledged:
            raise Unfair(f"the salt of seat {seat} is not the one that it was bound to by {pledged}")
    if len(pledges) != len(salts):
        raise Unfair(f"there are {len(pledges)} pledges for {len(salts)} salts")
    seed = match_seed(secret, salts)
    if field(fair, "seed", text) != seed:
        raise Unfair(f"the seed {fair['seed']} does not follow from secret and salts: {seed}")
    return check_deals(record, games[field(record, "game", text)], seed)


def check_deals(record: Record, kit: Kit, seed: str) -> int:
    """How many deals there are, each compared with the one that the seed gives."""
    game, number = kit.game, 0
    state: Any = game.start(kit.read_rules(record))
    for step in kit.steps(record):
        if game.awaits_deal(state):
            expected = game.deal(state, game.shuffled(state, Stream(seed, number)))
            if expected.state != step.state:
                raise Unfair(f"deal {number + 1} is not the one that the seed gives")
            number += 1
        state = step.state
    return number
