"""Events, effects, orders and scores of Amul in words."""

import pytest

from karat.amul import Card, Place, Rules, load_standard, score
from karat.amul.rules import events
from karat.amul.rules.cards import parse_cards
from karat.amul.rules.observe import Observation
from karat.amul.rules.order import turn_order
from karat.amul.terminal.cards import symbols
from karat.amul.terminal.sheet import ending, score_pages
from karat.amul.terminal.words import tell, why_this_order
from karat.amul.words.effects import card_short
from karat.games import GAMES
from karat.language import LANGUAGES
from karat.screen.seating import seat_bots

CARDS = load_standard()
WHO = seat_bots(GAMES["amul"].bot_names, 0, {1: "casual", 2: "casual"})
CAMEL, GEM, GUARD = map(Card.parse, ("camel", "gem", "arab_guard:F"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.MarketOpened(0, (), ()), "You are emir and have First Pick first."),
        (events.RoundBegan(2, 1, (GEM,), ()), "Round 2. Maes has First Pick; turned up: Gem."),
        (events.OffersRevealed((CAMEL, GEM, GUARD)), "Offers: Camel (you), Gem (Maes), Arab Guard F (Maniakh)."),
        (events.CardTaken(1, GUARD), "Maes takes Arab Guard F."),
        (events.CardTaken(0, CAMEL), "You take Camel."),
        (events.PlayRemoved(1, GEM), "Maes’s Gem counts only in hand and leaves the game."),
        (events.CardGained(0, Place.PALACE, Card("yurt")), "You gain Yurt from the palace."),
        (events.NothingToGain(0, Card("deal")), "Your Deal finds nothing to take."),
        (events.MarketCleared((CAMEL, CAMEL)), "The market is cleared: Camel ×2."),
        (events.HandLaidDown(1, (GEM,), (CAMEL,)), "Maes lays down Gem; out of the game: Camel."),
        (events.HandLaidDown(0, (), ()), "You lay down nothing."),
    ],
)
def test_an_event_is_a_sentence(event, sentence):
    assert tell(event, CARDS, WHO).plain == sentence


def test_a_secret_choice_is_no_line():
    assert tell(events.OfferChosen(1), CARDS, WHO) is None


def test_there_is_a_name_for_every_bot():
    who = seat_bots(GAMES["amul"].bot_names, 3, {seat: "casual" for seat in range(8) if seat != 3})
    assert who.names == (*GAMES["amul"].bot_names[:3], "You", *GAMES["amul"].bot_names[3:7])
    assert max(map(len, who.names)) <= 8


@pytest.mark.parametrize("name", CARDS.kinds)
def test_every_card_is_told_in_a_short_line(name):
    kind = CARDS.kinds[name]
    assert all(0 < len(card_short(name, CARDS, language)) <= 48 for language in LANGUAGES)
    assert all(len(symbols(card, kind)) <= 7 for _, card in kind.all_copies)


@pytest.mark.parametrize(
    ("number", "areas", "said"),
    [
        (1, "arab_guard:B / - / -", "(M15)"),
        (4, "arab_guard:B / - / -", "(M30, M31)"),
        (4, "- / - / -", "nobody has valour"),
    ],
)
def test_the_order_is_explained(number, areas, said):
    lying = tuple(map(parse_cards, areas.split("/")))
    order = turn_order(CARDS, lying, number, 1)
    seen = Observation(0, Rules(players=3), number=number, first_pick=1, areas=lying, order=order)
    assert said in why_this_order(seen, WHO)
    assert "Maes" in why_this_order(seen, WHO)


@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ("camel camel / camel / -", "You win with 8 points (M42)."),
        ("gold / arab_guard:B mongol_sword:D / -", "Maes wins with"),
        ("gold / mercenaries:N city_watch:H / gold", "(M42)"),
        (
            "gold oil / - / gold palace_oil",
            "You and Maniakh are tied with 6 points and in valour: You and Maniakh share",
        ),
    ],
)
def test_who_won_is_told_with_its_rule(areas, said):
    sheet = score(CARDS, tuple(map(parse_cards, areas.split("/"))))
    assert said in ending(Rules(players=3), sheet, WHO)


def test_a_tie_is_broken_by_valour():
    sheet = score(CARDS, tuple(map(parse_cards, ["gold gold oil ", " mercenaries:N palace_gem ", " -"])))
    assert sheet.points[0] == sheet.points[1] == 10
    assert ending(Rules(players=3), sheet, WHO) == (
        "You and Maes are tied with 10 points. Maes wins: most valour, 2 (M43)."
    )


def test_pages_explain_every_line():
    areas = tuple(map(parse_cards, ["camel camel ", " arab_guard:B ", " gem"]))
    sheet = score(CARDS, areas)
    pages = score_pages(Rules(players=3), sheet, WHO)
    assert [name for name, _ in pages] == ["score pad", "You", "Maes", "Maniakh"]
    assert "Camel × 2: 8 points. All Camel cards in your area" in pages[1][1].plain
    assert "Arab majority: 8 points. Symbols: 1; place 1." in pages[2][1].plain
    for seat, (_, page) in enumerate(pages[1:]):
        assert f"total: {sheet.points[seat]}" in page.plain
