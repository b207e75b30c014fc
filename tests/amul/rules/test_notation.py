import pytest
from amul.rules.table import same
from strategies import amul_walk

from karat import amul
from karat.amul.rules.notation import parse_market, show_market
from karat.game import BadText


def test_clauses_may_stand_in_any_order():
    assert same(
        parse_market("gold / oil / silk, market camel@1 camel, emir 2, round 9"),
        "gold / oil / silk, round 9, emir 2, phase offer, market camel@1 camel",
    )


@pytest.mark.parametrize("players", range(3, 9))
def test_every_position_of_a_match_can_be_written_and_read(players: int):
    state = amul_walk(amul.Rules(players, tea=players % 3), "notation", 0)
    phases = set()
    while state.market:
        assert parse_market(show_market(state.market)) == state.market
        phases.add(state.market.phase)
        if amul.outcome(state):
            break
        seat = amul.to_act(state)[-1]
        legal = amul.legal_actions(state, seat)
        effects = [action for action in legal if state.rules.cards.kinds[action.card.id].instant]
        state = amul.apply(state, seat, (effects or legal)[0]).state
    assert phases == set(amul.Phase)


def test_an_order_that_the_areas_no_longer_show_is_written():
    """Seat 0 has looted a valour since the order was fixed (R6)."""
    position = (
        "silk / silk / silk / silk, round 9, phase gain, areas looter:E mongol_guard:A / looter:K / - / -, "
        "market gold, played looter:E / looter:K / oil / oil, order 0:1E 1:1K 2 3, turns 1, gained 1 market"
    )
    assert "order 0:1E 1:1K 2 3" in show_market(parse_market(position.replace("looter:K", "arab_guard:F")))


def test_what_is_left_out_is_as_usual():
    state = parse_market("gold / oil / silk, round 9, areas tent / - / trader_persia")
    assert "tent" not in map(str, state.palace)
    assert len(state.palace) == 5
    assert len(state.bazaar) == 2
    assert state.chosen == (None, None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gold / oil, round 9", "3 to 8 hands"),
        ("gold / oil / nonsense, round 9", "no card 'nonsense' is in the card file"),
        ("gold / oil / Silk, round 9", "is no card"),
        ("gold / oil / sheikh, round 9", "not in this game"),
        ("arab_guard:B / oil / silk, round 9, areas arab_guard:B / - / -", "too often"),
        ("gold gold / oil / silk, round 9", "as many cards"),
        ("gold / oil / silk, round 10", "from 1 to 9"),
        ("gold / oil / silk, round", "no clause"),
        ("gold / oil / silk, round 9, round 9", "says a thing twice"),
        ("gold / oil / silk, weather fine", "no clause"),
        ("gold / oil / silk, round 9, emir 3", "from 0 to 2"),
        ("gold / oil / silk, round 9, phase dinner", "a phase is"),
        ("gold / oil / silk, round 9, areas - / -", "for 2 seats"),
        ("gold / oil / silk, round 9, phase take, market camel", "3 seats are to take"),
        ("gold / oil / silk, round 9, phase gain, turns 0", "effects need"),
        ("gold / oil / silk, round 9, market camel@9", "CARD@SEAT"),
        ("gold / oil / silk, round 9, order a b c", "a turn is"),
        ("gold / oil / silk, round 9, tea 12", "8 Tea cards"),
        ("gold / oil / silk, round 9, turns 1", "turns are left"),
        (
            "silk / silk / silk, round 9, phase gain, turns 0, played deal / oil / oil, gained 1 bazaar, bazaar -",
            "nothing lies where",
        ),
        ("- / - / -, round 9, chosen gold / oil / silk", "revealed"),
        (
            "gold / oil / silk, round 9, phase gain, turns 0, played deal / oil / silk, gained 1 moon",
            "still to be gained",
        ),
    ],
)
def test_a_slip_is_noticed_where_it_is_made(text: str, said: str):
    with pytest.raises(BadText, match=said):
        parse_market(text)
