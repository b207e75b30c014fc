from collections.abc import Sequence

import pytest
from marks import rule

from karat import aurum
from karat.aurum.rules.actions import Keep
from karat.aurum.rules.law import Law
from karat.aurum.rules.match import Match, PlayedRound
from karat.aurum.rules.scoring import RoundResult
from karat.game import IllegalAction, IllegalDeal
from karat.shuffle import Stream


def played(
    rules: aurum.Rules, winners: Sequence[int], points: Sequence[int], bids: Sequence[int], first: int
) -> PlayedRound:
    sides = range(len(rules.sides))
    result = RoundResult(
        tricks=(0,) * rules.players,
        bids=tuple(bids),
        exact=(False,) * len(sides),
        gold=((),) * rules.players,
        points=tuple(points),
        nuggets=tuple(int(side in winners) for side in sides),
    )
    deal = aurum.shuffled(aurum.start(rules), Stream("cards"))
    return PlayedRound(aurum.Deal(first, deal.hands, deal.aside), (), result)


def won_by(
    players: int,
    edition: str,
    rounds: Sequence[Sequence[int]],
    bids: Sequence[int] = (1, 1, 1),
    first: int = 0,
) -> Match:
    """A match whose rounds gave nuggets to these sides; `bids` are those of every round."""
    rules = aurum.Rules.parse(players, edition)
    sides = len(rules.sides)
    state = aurum.start(rules)
    for number, winners in enumerate(rounds):
        row = played(rules, winners, (1,) * sides, bids[:sides], (first + number) % players)
        state = Match(rules, (*state.played, row))
    return state


def winners(state: Match) -> tuple[int, ...] | None:
    return state.result.winners if state.result else None


@rule("A9.1", Law.NUGGETS_WIN)
@pytest.mark.parametrize(("players", "edition"), [(4, "de"), (4, "fr"), (4, "ru"), (3, "de"), (3, "ru")])
def test_two_nuggets_win(players: int, edition: str):
    assert winners(won_by(players, edition, [(1,)])) is None
    assert winners(won_by(players, edition, [(1,), (1,)])) == (1,)
    assert winners(won_by(players, edition, [(1,), (0,)])) is None
    assert winners(won_by(players, edition, [(1,), (0,), (0,)])) == (0,)


@rule("A9.1")
@pytest.mark.parametrize("edition", ["de", "ru"])
def test_three_players_may_need_a_fourth_round_except_in_the_french_edition(edition: str):
    assert winners(won_by(3, edition, [(0,), (1,), (2,)])) is None
    assert winners(won_by(3, edition, [(0,), (1,), (2,), (2,)])) == (2,)
    assert winners(won_by(3, "fr", [(0,), (1,), (2,)], bids=(2, 5, 4))) == (1,)


@rule("A9.1")
def test_french_three_players_stop_after_two_rounds_when_nobody_can_draw_level():
    assert winners(won_by(3, "fr", [(0,), (0,)])) == (0,)


@rule("A9.1")
def test_french_three_players_go_on_while_someone_can_still_draw_level():
    assert winners(won_by(3, "fr", [(0, 1), (0,)])) is None
    assert winners(won_by(3, "fr", [(0, 1), (0, 1)])) is None
    assert winners(won_by(3, "fr", [(0, 1), (0,), (2,)])) == (0,)


@rule("A9.1")
def test_french_three_players_break_a_tie_by_the_last_bid_of_those_tied():
    assert winners(won_by(3, "fr", [(0, 1), (0,), (1,)], bids=(3, 4, 9))) == (1,)


@rule("A9.1")
def test_french_three_players_share_when_their_last_bids_are_equal():
    assert winners(won_by(3, "fr", [(0, 1), (0, 2), (1, 2)], bids=(5, 3, 5))) == (0, 2)


@rule("A9.2")
@pytest.mark.parametrize("players", [3, 4])
def test_level_at_two_nuggets_means_one_more_round_until_one_is_ahead(players: int):
    level = [(0, 1), (0, 1)]
    assert winners(won_by(players, "de", level)) is None
    assert winners(won_by(players, "de", [*level, (0, 1)])) is None
    assert winners(won_by(players, "de", [*level, (0, 1), (1,)])) == (1,)


@rule("A9.2")
def test_a_third_player_who_catches_up_to_the_leaders_prolongs_it_too():
    assert winners(won_by(3, "de", [(0, 1), (0, 1), (2,), (2,)])) is None
    assert winners(won_by(3, "de", [(0, 1), (0, 1), (2,), (2,), (2,)])) == (2,)


@rule("A9.1")
def test_who_is_first_to_two_wins_though_another_gets_a_nugget_in_the_same_round():
    assert winners(won_by(3, "de", [(0,), (0, 1)])) == (0,)


@rule("AV.2", Law.THREE_ROUND_TOTAL)
def test_three_rounds_are_played_for_the_highest_total():
    rules = aurum.Rules.parse(3, "fr", ["three-round-total"])
    rows = [played(rules, (), points, (1, 1, 1), 0) for points in ((5, 0, 1), (5, 0, 1), (0, 9, 2))]
    assert Match(rules, tuple(rows[:2])).result is None
    result = Match(rules, tuple(rows)).result
    assert result is not None
    assert (result.winners, result.totals, result.nuggets) == ((0,), (10, 9, 4), (0, 0, 0))


@rule("AV.2")
def test_equal_totals_share_the_win():
    rules = aurum.Rules.parse(4, "de", ["three-round-total"])
    result = Match(rules, (played(rules, (), (3, 3), (1, 1), 0),) * 3).result
    assert result is not None
    assert result.winners == (0, 1)
    outcome = aurum.outcome(Match(rules, (played(rules, (), (3, 3), (1, 1), 0),) * 3))
    assert outcome is not None
    assert outcome.scores == (9, 9)
    assert [outcome.share(seat) for seat in range(4)] == [0.5] * 4


@rule("A10.1")
def test_every_round_starts_afresh():
    state = won_by(4, "de", [(0,)])
    table = aurum.deal(state, aurum.shuffled(state, Stream("again"))).state.round
    assert table is not None
    assert [len(hand) for hand in table.hands] == [12] * 4
    assert [str(card) for stock in table.stocks for card in stock] == ["G0"] * 4
    assert len(table.supply) == 11
    assert table.tricks == (0,) * 4
    assert table.bids == (None,) * 4


@rule(Law.IN_TURN)
def test_nothing_happens_after_the_match_is_won():
    state = won_by(4, "de", [(0,), (0,)])
    assert aurum.to_act(state) == ()
    assert aurum.legal_actions(state, 0) == ()
    assert aurum.breach(state, 0, Keep()) is Law.IN_TURN
    assert not aurum.awaits_deal(state)
    with pytest.raises(IllegalAction, match="the match is over"):
        aurum.apply(state, 0, Keep())
    with pytest.raises(IllegalDeal, match="the match is over"):
        aurum.deal(state, state.played[0].deal)


@rule("A11.1")
def test_a_match_has_no_way_to_say_anything_but_its_actions():
    """Partners can tell each other nothing: no action carries a word of their own."""
    from dataclasses import fields
    from typing import get_args

    carried = {field.type for kind in get_args(aurum.Action) for field in fields(kind)}
    assert carried == {"Card", "Seat"}
