"""The rules of Opal, one after the other."""

import pytest
from marks import rule
from thirdgame.rules import round as one_round
from thirdgame.rules.actions import parse_action
from thirdgame.rules.cards import ALL_STONES, Stone, parse_stones
from thirdgame.rules.deal import Deal
from thirdgame.rules.events import HandDealt, StoneLaid, StonesRevealed
from thirdgame.rules.law import Law
from thirdgame.rules.match import Match, apply, awaits_deal, deal, outcome, start
from thirdgame.rules.notation import parse_round
from thirdgame.rules.observe import observe
from thirdgame.rules.rules import Rules

from karat.game import BadRules, IllegalAction, IllegalDeal

HANDS = Deal((parse_stones("O1 O2 O3"), parse_stones("O2 O5 O6")))


def dealt(rules: Rules | None = None) -> Match:
    return deal(start(rules or Rules(2)), HANDS).state


def lay(state: Match, *stones: str) -> Match:
    """One for each seat, from the first up."""
    for seat, stone in enumerate(stones):
        state = apply(state, seat, parse_action(f"lay {stone}")).state
    return state


def played(*rounds: tuple[str, str], rules: Rules | None = None) -> Match:
    state = start(rules or Rules(2))
    for stones in rounds:
        state = lay(deal(state, HANDS).state, *stones)
    return state


@pytest.mark.parametrize(
    ("position", "seat", "action", "law"),
    [
        ("O1 / O2", 2, "lay O1", Law.IN_TURN),
        ("O1 / O2", -1, "lay O2", Law.IN_TURN),
        ("O1 / O2, laid O3 / O4", 0, "lay O1", Law.IN_TURN),
        ("O1 / O2", 0, "lay O2", Law.OWN_STONES),
        ("O1 / O2, laid O3 / -", 0, "lay O1", Law.CHOICE_STANDS),
    ],
)
@rule(Law.IN_TURN, Law.OWN_STONES, Law.CHOICE_STANDS)
def test_what_is_refused(position: str, seat: int, action: str, law: Law):
    with pytest.raises(IllegalAction) as refused:
        one_round.apply(parse_round(position), seat, parse_action(action))
    assert refused.value.law is law


@rule("O1.1")
def test_between_rounds_nothing_is_laid():
    with pytest.raises(IllegalAction, match=r"O1\.1"):
        apply(played(("O1", "O5")), 0, parse_action("lay O1"))


@rule("O2.1")
def test_there_are_two_stones_of_each_rank():
    assert [str(stone) for stone in ALL_STONES] == [f"O{rank}" for rank in range(1, 9) for _ in range(2)]
    three = Deal((parse_stones("O1 O1 O2"), parse_stones("O1 O3 O4")))
    with pytest.raises(IllegalDeal, match=r"O2\.1: not in the bag, or too often: O1"):
        deal(start(Rules(2)), three)


@rule("O2.2")
@pytest.mark.parametrize("players", [1, 5, True, 2.0])
def test_two_to_four_play(players: object):
    with pytest.raises(BadRules, match="2 to 4 players"):
        Rules(players)  # type: ignore[arg-type]


@rule("O3.1")
@pytest.mark.parametrize(
    "hands", ["O1 O2 / O3 O4 O5", "O1 O2 O3 O4 / O5 O6 O7", "O1 O2 O3", "O1 O2 O3 / O4 O5 O6 / O7 O8 O8"]
)
def test_everybody_is_dealt_three(hands: str):
    with pytest.raises(IllegalDeal, match=r"O3\.1: 2 players get 3 stones each"):
        deal(start(Rules(2)), Deal(tuple(map(parse_stones, hands.split("/")))))


@rule("O3.2")
def test_a_hand_is_seen_by_its_owner_alone():
    told = [event for event in deal(start(Rules(2)), HANDS).events if isinstance(event, HandDealt)]
    assert [event.seat for event in told] == [0, 1]
    seen = observe(dealt(), 1)
    assert (seen.hand, seen.hand_sizes) == (HANDS.hands[1], (3, 3))


@rule("O4.1", "O4.2")
def test_stones_lie_face_down_until_the_last_one_is_laid():
    step = apply(dealt(), 0, parse_action("lay O1"))
    assert step.events == (StoneLaid(0),)
    assert (observe(step.state, 1).laid, observe(step.state, 1).choice) == ((0,), None)
    assert observe(step.state, 0).choice == Stone.parse("O1")
    assert apply(step.state, 1, parse_action("lay O5")).events == (StonesRevealed(parse_stones("O1 O5"), (1, 0)),)


@pytest.mark.parametrize(
    ("stones", "points"),
    [
        ("O1 O5", (1, 0)),
        ("O8 O7 O6", (0, 0, 6)),
        ("O1 O1 O4", (0, 0, 4)),
        ("O2 O2", (0, 0)),
        ("O3 O3 O4 O4", (0, 0, 0, 0)),
        ("O3 O8 O3 O7", (0, 0, 0, 7)),
    ],
)
@rule("O5.1", "O5.2")
def test_the_lowest_stone_that_lies_alone_scores(stones: str, points: tuple[int, ...]):
    assert one_round.points(parse_stones(stones)) == points


@rule("O6.1", "OV.1")
@pytest.mark.parametrize(("rules", "rounds"), [(Rules(2), 3), (Rules(2, long=True), 5)])
def test_a_match_has_its_number_of_rounds(rules: Rules, rounds: int):
    state = played(*[("O1", "O5")] * (rounds - 1), rules=rules)
    assert awaits_deal(state)
    assert outcome(state) is None
    ended = outcome(lay(deal(state, HANDS).state, "O3", "O2"))
    assert ended is not None
    assert ended.scores == (rounds - 1, 2)


@rule("O6.2")
def test_the_most_points_win_and_a_tie_shares_the_win():
    one, two = played(("O1", "O5"), ("O3", "O2"), ("O2", "O2")), played(("O1", "O5"), ("O2", "O5"), ("O3", "O2"))
    assert [(end.winners, end.scores) for end in map(outcome, (one, two)) if end] == [((1,), (1, 2)), ((0,), (3, 2))]
    tied = outcome(played(("O2", "O5"), ("O3", "O2"), ("O2", "O2")))
    assert tied is not None
    assert (tied.winners, tied.share(0)) == ((0, 1), 0.5)
