import pytest

from karat.aurum import Card
from karat.aurum.rules import events
from karat.aurum.rules.cards import parse_cards
from karat.aurum.terminal.words import tell
from karat.games import GAMES
from karat.screen.seating import seat_bots

WHO = seat_bots(GAMES["aurum"].bot_names, 0, {1: "casual", 2: "casual", 3: "casual"})
B7, G3, P6 = map(Card.parse, ("B7", "G3", "P6"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.RoundDealt(0, 2, parse_cards("Z3 P9")), "Round 1. Geber is first; open: Z3■ P9▲."),
        (events.BidLaid(0, B7, 7), "You bid B7◆."),
        (events.BidLaid(1, B7, 7), "Maria bids B7◆."),
        (events.BidChosen(1), "Maria lays a bid face down."),
        (events.BidKept(0), "You keep the bids."),
        (events.BidChanged(0, G3, 2, P6, B7), "You pay G3☉ and change Geber’s bid from B7◆ to P6▲."),
        (events.BidChanged(2, G3, 0, P6, B7), "Geber pays G3☉ and changes your bid from B7◆ to P6▲."),
        (events.GoldWon(3, G3), "Flamel earns G3☉ for the lowest card."),
        (events.TrickTaken(1, (B7, P6), 0), "Maria takes the trick; you lead next."),
        (events.TrickTaken(1, (B7, P6), 1), "Maria takes the trick and leads next."),
        (events.RoundEnded(1, (B7,)), "Maria ends the round and shows B7◆."),
        (events.RoundEnded(0, ()), "You have no card to lead: the round is over."),
    ],
)
def test_an_event_is_a_sentence(event, sentence):
    assert tell(event, WHO).plain == sentence
