"""What is stored names nobody, and what is read back names whoever it is by now."""

import pytest

from karat.server.tables import entries
from karat.server.tables.entries import AnyEntry, Config, Player
from karat.server.tables.identities import Identities

GOOSE, BEA = Player("g1", "Goose"), Player("b1", "Bea", "account")
ANNA = Player("a1", "Anna", "account")
LOG: tuple[AnyEntry, ...] = (
    entries.Opened(Config("aurum", 3), GOOSE, "secret"),
    entries.Sat(0, GOOSE),
    entries.Sat(1, BEA),
    entries.Sat(2, Player("bot:casual", "Flamel", "bot"), "casual"),
    entries.Started(),
    entries.Said(BEA, "hello", seat=1, cid="c"),
    entries.Said(GOOSE, phrase="thanks", seat=0),
    entries.Acted(0, "bid B4"),
)


def stored(identities: Identities, *, begun: bool = True) -> list[AnyEntry]:
    return [identities.hide(entry, begun=begun)[0] for entry in LOG]


def test_what_is_stored_names_nobody_and_says_nothing():
    bodies = " ".join(map(entries.encode, stored(Identities())))
    for trace in ("g1", "b1", "Goose", "Bea", "account", "hello"):
        assert trace not in bodies
    assert '"player":{"id":"p2"}' in bodies
    assert "bot:casual" in bodies


def test_what_is_read_back_is_what_was_written():
    known = Identities()
    hidden = [entries.decode(entries.encode(entry)) for entry in stored(known)]
    again, words = Identities(), {5: "hello"}
    revealed = [again.reveal(entry, known.known, words.get(place, "")) for place, entry in enumerate(hidden)]
    assert revealed == list(LOG)
    assert again == known


@pytest.mark.parametrize(("begun", "kind"), [(False, "account"), (True, "guest")])
def test_who_began_a_match_as_a_guest_is_one_until_its_end(begun: bool, kind: str):
    known = Identities()
    stored(known)
    kept, pseudonym = known.hide(entries.Handed(ANNA, was="g1"), begun=begun)
    assert (kept, pseudonym) == (entries.Handed(Player("p1")), "p1")
    assert known.known["p1"] == Player("a1", "Anna", kind)


def test_a_log_that_is_read_after_a_hand_over_names_the_account_from_the_start():
    known = Identities()
    hidden = stored(known)
    known.hide(entries.Handed(ANNA, was="g1"), begun=True)
    again = Identities()
    opened = again.reveal(hidden[0], known.known)
    assert isinstance(opened, entries.Opened)
    assert opened.host.id == "a1"
    assert again.reveal(entries.Handed(Player("p1")), known.known) == entries.Handed(opened.host, was="a1")


def test_who_follows_while_somebody_is_handed_over_learns_who_it_was():
    here, elsewhere = Identities(), Identities()
    for entry in stored(here):
        elsewhere.reveal(entry, here.known)
    here.hide(entries.Handed(ANNA, was="g1"), begun=True)
    handed = entries.Handed(Player("p1"))
    assert elsewhere.is_news(handed)
    assert elsewhere.reveal(handed, here.known) == entries.Handed(Player("a1", "Anna", "guest"), was="g1")
