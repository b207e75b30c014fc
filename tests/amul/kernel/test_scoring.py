"""The compiled scorer against the plain one, which shares no code with either engine."""

import random
from pathlib import Path

import numpy as np
from amul.rules.plain_scorer import plain_cards, plain_score
from marks import rule

from karat import amul
from karat.amul.kernel import layout, scoring
from karat.amul.kernel.cards import ROWS, compile_cards
from karat.amul.rules.codec import codec
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards


@rule("M36", "M37", "M38", "M42")
def test_the_plain_scorer_agrees_on_final_positions():
    cards = plain_cards(Path(amul.__file__).parent / "rules" / "standard.toml")
    numbers = codec(amul.load_standard())
    rng = random.Random("compiled scorer")
    for number in range(3000):
        players = 3 + number % 6
        rules = amul.Rules(players, tea=(0, players, 8)[number % 3])
        table = compile_cards(rules)
        pool = [*market_cards(rules), *palace_cards(rules), *bazaar_cards(rules)]
        if number % 5 == 0:  # a few faces only, so that sets are large and ties frequent
            faces = {rng.choice(pool).id for _ in range(9)}
            pool = [card for card in pool if card.id in faces]
        rng.shuffle(pool)
        areas: list[list[str]] = [[] for _ in range(players)]
        state = np.zeros(table[layout.STATE], np.int16)
        for card in pool[: players * (4 + rng.randrange(12))]:
            seat = rng.randrange(players)
            areas[seat].append(card.id)
            state[layout.AREAS + seat * table[layout.TYPES] + numbers.number(card)] += 1
        scores = np.zeros((players, scoring.SCORE), np.int64)
        scoring.score(table, state, scores, np.zeros(table[layout.ROOM], np.int64))
        plain = plain_score(cards, areas)
        assert scores[:, scoring.POINTS_IN].tolist() == plain["points"]
        assert np.flatnonzero(scores[:, scoring.WON_IN]).tolist() == plain["winners"]
        for place, row in enumerate((*ROWS, "arab", "mongol")):
            assert scores[:, place].tolist() == plain["rows"][row]
