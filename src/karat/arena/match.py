"""One match between bots, for any game: the same seed gives the same match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.bots.bot import Bot
    from karat.game import Game


def play_match(game: Game, rules: Any, bots: Sequence[Bot], seed: str) -> Any:
    """The match at its end. Cards come from the seed alone, so bots can meet on the same cards again."""
    rngs = [Stream(f"{seed}/seat {seat}") for seat in range(len(bots))]
    state = game.start(rules)
    deals = 0
    while game.outcome(state) is None:
        if game.awaits_deal(state):
            state = game.deal(state, game.shuffled(state, Stream(seed, deals))).state
            deals += 1
        # Where several seats choose in secret, none of them sees another's choice, so their order is free.
        for seat in game.to_act(state):
            legal = game.legal_actions(state, seat)
            action = bots[seat].choose(game.observe(state, seat), legal, rngs[seat])
            state = game.apply(state, seat, action).state
    return state
