"""The scorer of the rules against one that shares no code with it."""

import random
from pathlib import Path

from amul.rules.plain_scorer import plain_cards, plain_score
from marks import rule

from karat import amul
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.record import show_result

POSITIONS = 10_000


@rule("M36", "M37", "M38", "M42")
def test_two_scorers_agree_on_ten_thousand_final_positions():
    """Areas are dealt from all cards of a match: many cards of few faces in some, few of many in others."""
    cards = plain_cards(Path(amul.__file__).parent / "rules" / "standard.toml")
    rng = random.Random("two scorers")
    for number in range(POSITIONS):
        players = 3 + number % 6
        rules = amul.Rules(players, tea=(0, players, 8)[number % 3])
        pool = (*market_cards(rules), *palace_cards(rules), *bazaar_cards(rules))
        if number % 5 == 0:  # a few faces only, so that sets are large and ties frequent
            faces = {rng.choice(pool).id for _ in range(9)}
            pool = tuple(card for card in pool if card.id in faces)
        areas: list[list[amul.Card]] = [[] for _ in range(players)]
        start = rng.randrange(len(pool))
        step = 1 + rng.randrange(7)
        for place in range(min(len(pool), players * (4 + rng.randrange(12)))):
            areas[rng.randrange(players)].append(pool[(start + place * step) % len(pool)])
        sheet = amul.score(rules.cards, tuple(map(tuple, areas)))
        plain = plain_score(cards, [[card.id for card in area] for area in areas])
        assert show_result(sheet) == plain
