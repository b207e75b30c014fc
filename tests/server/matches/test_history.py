import json

import pytest
from matches import finished, played
from people import accounts_in, register

from karat.games import GAMES
from karat.record import dump_line, parse_line
from karat.server.matches.finished import Sharing, close
from karat.server.matches.history import Against, BadCursor, History, NotShared, Result, Search
from karat.server.matches.importing import LONGEST_IMPORT, LONGEST_RECORD, Import, TooLarge
from karat.server.people.accounts import Person
from karat.server.store.database import Database


async def filled(database: Database) -> list[Person]:
    anna, otto, ida, max_ = people = await register(database, "Anna", "Otto", "Ida", "Max")
    for number in range(7):
        await close(database, finished(f"a{number}", "aurum", *people, seed=str(number), ended=200.0 + number // 2))
    await close(database, finished("b0", "amul", anna, otto, "casual", ended=300.0))
    await close(database, finished("b1", "amul", ida, max_, "casual", ended=301.0, sharing=Sharing.LINK))
    await close(database, finished("b2", "aurum", anna, otto, ida, outcome=None, ended=302.0))
    return people


async def ids(database: Database, search: Search, reader: Person | None = None) -> list[str]:
    page = await History(database).find(search, reader.id if reader else None)
    return [match.id for match in page.matches]


async def test_the_newest_come_first_and_the_private_only_to_who_was_there(database: Database):
    anna, _, ida, _ = await filled(database)
    public = ["b2", "b0", "a6", "a5", "a4", "a3", "a2", "a1", "a0"]
    assert await ids(database, Search()) == await ids(database, Search(), anna) == public
    assert await ids(database, Search(), ida) == ["b2", "b1", *public[1:]]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (Search(game="amul"), ["b0"]),
        (Search(players=3), ["b2", "b0"]),
        (Search(name="CASU"), ["b0"]),
        (Search(name="ann", players=3), ["b2", "b0"]),
        (Search(name="%"), []),
        (Search(result=Result.BROKEN_OFF), ["b2"]),
        (Search(since=201.0, until=203.0), ["a5", "a4", "a3", "a2"]),
        (Search(rated=False), ["b2"]),
        (Search(imported=True), []),
        (Search(edition="de", players=3), ["b2"]),
        (Search(edition="fr"), []),
    ],
)
async def test_matches_are_found(database: Database, search: Search, expected: list[str]):
    await filled(database)
    assert await ids(database, search) == expected


async def test_a_person_finds_what_they_won_and_lost(database: Database):
    anna, _, ida, _ = await filled(database)
    all_of_anna = await ids(database, Search(person=anna.id))
    parts: list[str] = []
    for result in (Result.WON, Result.SHARED, Result.LOST, Result.BROKEN_OFF):
        parts += await ids(database, Search(person=anna.id, result=result))
    assert sorted(parts) == sorted(all_of_anna)
    won = await ids(database, Search(person=anna.id, game="aurum", result=Result.WON))
    assert won == await ids(database, Search(game="aurum", players=4, result=Result.WON), ida)  # partners


async def test_pages_lead_through_everything_once(database: Database):
    await filled(database)
    history, seen, cursor = History(database), [], None
    while True:
        page = await history.find(Search(), None, cursor, limit=2)
        seen += [match.id for match in page.matches]
        cursor = page.cursor
        if cursor is None:
            break
    assert seen == await ids(database, Search())


@pytest.mark.parametrize("cursor", ["", "x", "1~2~3", "one~a"])
async def test_a_cursor_that_no_list_gave_is_refused(database: Database, cursor: str):
    with pytest.raises(BadCursor):
        await History(database).find(Search(), None, cursor)


async def test_a_list_without_spoilers_tells_no_result(database: Database):
    await filled(database)
    history = History(database)
    page = await history.find(Search(), None, spoilers=False)
    assert all(match.outcome is None for match in page.matches)
    assert all(seat.place is None and seat.points is None for match in page.matches for seat in match.seats)
    told = (await history.find(Search(), None)).matches
    assert all(match.outcome is not None for match in told if match.finished)
    assert any(seat.points for match in told for seat in match.seats)


async def test_records_are_taken_away_with_names_and_verify(database: Database):
    anna, *_ = await filled(database)
    lines = (await History(database).jsonl(["a1", "b0", "b2x", "nothing", "a1"], anna.id)).splitlines()
    first, second = (parse_line(line.encode()) for line in lines)
    assert (first["table"], first["names"]) == ("a1", ["Anna", "Otto", "Ida", "Max"])
    assert (second["names"], second["bots"]) == (["Anna", "Otto", "casual"], ["", "", "casual"])
    GAMES["aurum"].replay(first)
    GAMES["amul"].replay(second)


async def test_a_match_opens_to_who_has_its_address_until_a_player_keeps_it_private(database: Database):
    anna, otto, ida, max_ = await filled(database)
    history = History(database, {"amul": GAMES["amul"].bot_names})
    for reader, yours in ((None, False), (anna.id, False), (ida.id, True)):
        match = await history.one("b1", reader)
        assert match is not None
        assert (match.sharing, match.yours) == (Sharing.LINK, yours)
    assert [(seat.name, seat.level) for seat in match.seats] == [("Ida", ""), ("Max", ""), ("Cosmas", "casual")]
    assert await history.one("nothing", None) is None

    await history.share("b1", anna.id, private=True)  # it is not hers
    assert await history.is_open("b1")
    await history.share("b1", ida.id, private=True)
    for reader in (None, anna.id):
        assert await history.one("b1", reader) is None
        assert await history.records(["b1"], reader) == []
    assert not await history.is_open("b1")
    for player in (ida, max_):
        kept = await history.one("b1", player.id)
        assert kept is not None
        assert kept.sharing is Sharing.PRIVATE
        assert len(await history.records(["b1"], player.id)) == 1
    with pytest.raises(NotShared):
        await history.share("b1", max_.id, private=False)
    await history.share("b1", ida.id, private=False)
    assert await history.is_open("b1")

    await history.share("a1", otto.id, private=True)  # a public one leaves everybody's list and comes back to it
    assert "a1" not in await ids(database, Search())
    await history.share("a1", otto.id, private=False)
    assert "a1" in await ids(database, Search())


async def test_a_match_that_was_private_from_the_start_can_be_opened_by_any_player(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    await close(database, finished("p1", "amul", anna, otto, "casual", sharing=Sharing.PRIVATE))
    history = History(database)
    assert not await history.is_open("p1")
    await history.share("p1", otto.id, private=False)
    assert await history.is_open("p1")


async def test_matches_are_found_by_whom_one_met(database: Database):
    (anna, otto) = await register(database, "Anna", "Otto")
    await close(database, finished("people", "amul", anna, otto, "casual"))
    await close(database, finished("bots", "amul", anna, "casual", "random"))
    assert await ids(database, Search(against=Against.PEOPLE), anna) == ["people"]
    assert await ids(database, Search(against=Against.BOTS), anna) == ["bots"]
    assert await ids(database, Search(person=anna.id, against=Against.BOTS), otto) == ["bots"]


async def test_a_record_from_elsewhere_is_verified_and_marked(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    good = played("aurum", 4)[0] | {"names": ["Ada", "<script>", 7, "Bea"], "address": "secret lane 1"}
    bad = json.loads(dump_line(good))
    bad["rounds"][0]["actions"][0][1] = "bid Z99"
    given = "\n".join([dump_line(good), dump_line(bad), "{", "", dump_line(played("amul", 5)[0])]).encode()
    imported = await Import(database).take(anna, given)
    assert [(line, wrong.law.value) for line, wrong in imported.bad] == [(2, "A1.1"), (3, "K1.2")]
    assert len(imported.matches) == 2
    again = await Import(database).take(anna, given)
    assert again.matches == imported.matches
    page = await History(database).find(Search(imported=True), anna.id)
    assert len(page.matches) == 2
    assert await ids(database, Search(), otto) == []
    (record,) = await History(database).records(imported.matches[:1], anna.id)
    assert record["names"] == ["Ada", "2", "3", "Bea"]
    assert "address" not in record
    assert await database.fetch("SELECT 1 FROM ratings") == []


async def test_an_import_is_bounded(database: Database):
    (anna,) = await register(database, "Anna")
    with pytest.raises(TooLarge):
        await Import(database).take(anna, b"x" * (LONGEST_IMPORT + 1))
    with pytest.raises(TooLarge):
        await Import(database).take(anna, b"{}\n" * 101)
    imported = await Import(database).take(anna, b'{"x": "' + b"x" * LONGEST_RECORD + b'"}\n' + b"[" * 100_000)
    assert [line for line, _ in imported.bad] == [1, 2]


async def test_a_guest_who_becomes_an_account_keeps_their_matches(database: Database):
    accounts = accounts_in(database)
    guest = await accounts.guest("Ada")
    await close(database, finished("t1", "amul", guest, "casual", "random"))
    ada = await accounts.keep(guest, "Ada", "seven geese in a row")
    assert await ids(database, Search(person=ada.id)) == ["t1"]
