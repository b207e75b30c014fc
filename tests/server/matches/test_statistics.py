from matches import finished, played
from people import register

from karat.games import GAMES
from karat.record import dump_line
from karat.server.matches.finished import Sharing, close, tallies
from karat.server.matches.history import History
from karat.server.matches.importing import Import
from karat.server.matches.statistics import Counting, MatchKind
from karat.server.store.card_files import CardFiles
from karat.server.store.database import Database, Statement


def counted(game: str, players: int, seed: str = "1") -> tuple[dict[str, int], ...]:
    record, _ = played(game, players, seed)
    kit = GAMES[game]
    return tallies(kit, kit.replay(record), kit.read_rules(record))


def test_a_game_says_what_there_is_to_count():
    """Three rounds of four players: each side has made its bid or missed it in every one."""
    record, _ = played("aurum", 4)
    for seat, tally in enumerate(counted("aurum", 4)):
        assert tally["rounds"] == len(record["rounds"])
        assert tally["made"] + tally["missed"] == tally["rounds"]
        assert tally["exact"] <= tally["made"]
        assert tally == counted("aurum", 4)[(seat + 2) % 4]  # partners
    _, outcome = played("amul", 3)
    assert [tally["points"] for tally in counted("amul", 3)] == list(outcome.scores)
    assert set(counted("amul", 3)[0]) == {"rounds", "points"}


async def test_what_somebody_played_is_counted_by_kind_and_by_the_bots_they_met(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    shares = []
    for seed in ("1", "2", "3"):
        match = finished(seed, "amul", anna, "casual", "random", seed=seed, tallies=counted("amul", 3, seed))
        shares.append(match.outcome.share(0) if match.outcome else None)
        await close(database, match)
    four = finished("f", "aurum", anna, "casual", otto, "expert", tallies=counted("aurum", 4))
    await close(database, four)
    await close(database, finished("off", "aurum", anna, otto, "casual", outcome=None))
    found = await Counting(database, CardFiles(database)).of(anna.id)

    assert set(found.by_kind) == {MatchKind("amul", "", 3), MatchKind("aurum", "de", 4), MatchKind("aurum", "de", 3)}
    three = found.by_kind[MatchKind("amul", "", 3)]
    assert (three.matches, three.won, three.lost) == (3, shares.count(1), shares.count(0))
    assert three.counts["points"] == sum(counted("amul", 3, seed)[0]["points"] for seed in ("1", "2", "3"))
    assert found.by_kind[MatchKind("aurum", "de", 3)].broken_off == 1
    assert found.by_kind[MatchKind("aurum", "de", 4)].counts["made"] == counted("aurum", 4)[0]["made"]
    assert found.by_level["aurum", "expert"].matches == found.by_level["aurum", "casual"].matches - 1 == 1
    assert found.by_level["amul", "random"].won == shares.count(1)
    # Otto was Anna's partner: they met the same bots.
    assert (await Counting(database, CardFiles(database)).of(otto.id)).by_level["aurum", "expert"].matches == 1


async def test_bots_on_ones_own_side_are_not_beaten(database: Database):
    (anna,) = await register(database, "Anna")
    await close(database, finished("t", "aurum", anna, "casual", "expert", "casual"))
    found = await Counting(database, CardFiles(database)).of(anna.id)
    assert set(found.by_level) == {("aurum", "casual")}


async def test_matches_of_an_earlier_version_are_counted_when_somebody_asks(database: Database):
    (anna,) = await register(database, "Anna")
    await close(database, finished("t1", "aurum", anna, "casual", "casual", "random"))
    await close(database, finished("t2", "amul", anna, "casual", "casual"))
    await database.write(Statement("UPDATE matches SET record = ? WHERE id = 't2'", ('{"players": 3}',)))
    counting = Counting(database, CardFiles(database))
    for _ in range(2):
        found = await counting.of(anna.id)
        assert dict(found.by_kind[MatchKind("aurum", "de", 4)].counts) == counted("aurum", 4)[0]
        assert dict(found.by_kind[MatchKind("amul", "", 3)].counts) == {}
    assert await database.fetch("SELECT 1 FROM match_seats WHERE tally IS NULL") == []


async def test_records_from_elsewhere_are_not_ones_own_matches(database: Database):
    (anna,) = await register(database, "Anna")
    (match,) = (await Import(database).take(anna, dump_line(played("amul", 3)[0]).encode())).matches
    assert (await Counting(database, CardFiles(database)).of(anna.id)).by_kind == {}
    found = await History(database).one(match, anna.id)
    assert found is not None
    assert (found.sharing, found.yours) == (Sharing.PRIVATE, True)
    await History(database).share(match, anna.id, private=False)
    assert await History(database).is_open(match)
