"""The compiled players of the vector environment are the bots of their names."""

from __future__ import annotations

import pytest

from karat import aurum
from karat.aurum import Rules
from karat.aurum.bots.instant import Instant
from karat.aurum.kernel.batch import Batch
from karat.aurum.kernel.pack import pack
from karat.aurum.net.net import evaluate_actions, make_action_values, make_net_workspace
from karat.aurum.net.shipped import shipped_net
from karat.aurum.rules.codec import encode
from karat.aurum.search.opponents import Opponents
from karat.bots.random import Random
from karat.shuffle import Stream


@pytest.mark.parametrize("players", [3, 4])
def test_instant_among_opponents_chooses_as_the_bot_of_that_name(players: int) -> None:
    """In every position of a round: half of the seats play by chance, so that it sees odd ones, too."""
    rules, rng = Rules(players), Stream(f"as the bot {players}")
    batch = Batch(rules, 1, "unused")
    opponents = Opponents(batch, ["instant"] * (players - 1), batch.seats.copy(), "unused")
    bot, choices = Instant(), 0
    asked, own = tuple(make_net_workspace(shipped_net(players).weights)), make_action_values()
    match = aurum.start(rules)
    match = aurum.deal(match, aurum.shuffled(match, Stream("as the bot"))).state
    while not aurum.awaits_deal(match) and aurum.outcome(match) is None:
        for seat in aurum.to_act(match):
            legal = aurum.legal_actions(match, seat)
            chosen = bot.choose(aurum.observe(match, seat), legal, rng)
            batch._rows.states[0], batch._rows.seats[0] = pack(match), seat
            number = encode(chosen, seat, players)
            assert opponents.advice("instant")[0] == number, str(match)
            if len(legal) > 1:  # and it expects all of what the net says of that action, to the last bit
                count = evaluate_actions(pack(match), seat, asked, tuple(own))
                place = own.actions[:count].tolist().index(number)
                assert opponents._others[2][0].tobytes() == own.values[place].tobytes(), str(match)
                choices += 1
            action = Random().choose(aurum.observe(match, seat), legal, rng) if seat % 2 else chosen
            match = aurum.apply(match, seat, action).state
    assert choices > 20
