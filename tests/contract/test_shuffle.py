"""Every deal follows from the seed by the kit's recipe alone, as a page checks it that knows no rule."""

from collections import Counter
from typing import Any

from contract.case import Case
from contract.cases import every_game

from karat.kit import DealRecipe, Settings
from karat.record import Record
from karat.shuffle import Stream

SEED = "contract"


def played(case: Case, rules: Any) -> Record:
    """A match dealt from the seed, in which everybody always does the first thing that is legal."""
    game, number = case.kit.game, 0
    state = game.start(rules)
    while game.outcome(state) is None:
        if game.awaits_deal(state):
            state = game.deal(state, game.shuffled(state, Stream(SEED, number))).state
            number += 1
        else:
            seat = game.to_act(state)[0]
            state = game.apply(state, seat, game.legal_actions(state, seat)[0]).state
    return case.kit.to_record(state)


def fits(record: Record, recipe: DealRecipe, seed: str) -> bool:
    """What docs/shuffle.md says a program does who has a recipe."""
    deals = record[recipe.rounds] if recipe.rounds else [record]
    for number, deal in enumerate(deals):
        stream = Stream(seed, number)
        drawn = [stream.below(bound) for bound in (recipe.later if number else recipe.first)]
        if any(deal[name] != value for name, value in zip(recipe.drawn, drawn, strict=False)):
            return False
        pack = list(stream.shuffled(recipe.pack))
        piles = [pile for name in recipe.piles for pile in (deal[name] if nested(deal[name]) else [deal[name]])]
        for pile in piles:
            dealt, pack = pack[: len(pile)], pack[len(pile) :]
            if dealt != pile if recipe.ordered else Counter(dealt) != Counter(pile):
                return False
    return bool(deals)


def nested(told: list[Any]) -> bool:
    return bool(told) and isinstance(told[0], list)


@every_game
def test_deals_follow_from_the_seed_by_the_recipe_alone(case: Case):
    for players in case.kit.options.players:
        rules = case.kit.agree(Settings(players))
        record, recipe = played(case, rules), case.kit.recipe(rules)
        assert fits(record, recipe, SEED)
        assert not fits(record, recipe, "another seed")
