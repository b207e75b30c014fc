import json

import pytest
from authenticator import Authenticator
from growing import make_house
from matches import finished
from people import accounts_in, register

from karat.games import GAMES
from karat.server.daily.attempts import begin
from karat.server.daily.deals import DailyDeals
from karat.server.http.people import player
from karat.server.http.people_routes import Export
from karat.server.matches.finished import close
from karat.server.matches.history import History, Search
from karat.server.matches.importing import Import
from karat.server.matches.ratings import Ratings
from karat.server.notices.channels import Channels
from karat.server.notices.choices import NoticeChoices, Preferences
from karat.server.notices.sender import NoticeSender
from karat.server.notices.writing import Notice, NoticeKind, written
from karat.server.people.accounts import Person
from karat.server.people.addresses import Addresses
from karat.server.people.challenges import Challenges, Seats
from karat.server.people.follows import Attendance, Follows
from karat.server.people.passkeys import RelyingParty, WebAuthn
from karat.server.people.privacy import Privacy, still_known
from karat.server.people.relations import Reason, Relation, Relations
from karat.server.people.sanctions import SanctionKind, Sanctions
from karat.server.people.sessions import Sessions
from karat.server.people.tokens import Tokens, TokenScope
from karat.server.people.vacations import Vacations
from karat.server.social.clubs import Clubs, Entrance
from karat.server.social.finder import Finder
from karat.server.social.pairing import Wish
from karat.server.store.database import Database, Unreachable
from karat.server.store.sqlite import Sqlite
from karat.server.tables.commands import Refused, Say, Sender, Sit
from karat.server.tables.entries import Config
from karat.server.tournaments.directing import Directing
from karat.server.tournaments.kept import TournamentConfig


async def lived(database: Database) -> tuple[Person, Person]:
    """Anna did everything that leaves something behind."""
    anna, otto, ida, max_ = await register(database, "Annabella", "Otto", "Ida", "Max")
    accounts = accounts_in(database)
    await Sessions(database).start(anna)
    passkeys = WebAuthn(database, accounts, RelyingParty("karat.example", ("https://karat.example",)))
    await passkeys.register(anna, Authenticator().make(await passkeys.registration_options(anna)), "phone")
    await Tokens(database, accounts).make(anna, "Annabot", [TokenScope.PLAY], "at home")
    await Relations(database).set(anna, otto.id, Relation.BLOCK)
    await Relations(database).set(otto, anna.id, Relation.MUTE)
    await Relations(database).report(anna, otto.id, Reason.INSULT, "he called me Annabella", "t1")
    await Relations(database).report(otto, anna.id, Reason.INSULT, "she is rude", "t1", ["Annabella: duck"])
    for one, other in ((anna, ida.id), (anna, None), (otto, anna.id)):
        await Challenges(database).send(player(one), other, Config("aurum", 4), Seats(0, 1, None), 60)
    for number in range(3):
        await close(database, finished(f"t{number}", "aurum", anna, otto, ida, max_, seed=str(number), ended=number))
    await Import(database).take(anna, (await History(database).jsonl(["t1"], None)).encode())
    await Follows(database).follow(anna, ida)
    await Attendance(database).note(player(anna))
    await Addresses(database).note(player(anna), "192.0.2.7")
    sanctions = Sanctions(database)
    muted = sanctions.new(anna.id, SanctionKind.MUTE, Reason.INSULT, "Annabella was rude", 60)
    await database.write(sanctions.giving(muted))
    await Clubs(database, Relations(database)).create(anna, "Geese", "we are geese", Entrance.OPEN)
    house = make_house(database)
    await Vacations(database).take(anna.id, 3)
    await Finder(house, Relations(database), sanctions).seek(anna.id, Wish("aurum", (3,)))
    table = await house.open(Config("aurum", 3), player(anna), seat=0)
    await house.submit(table, Sender(player(otto)), Sit())
    await house.submit(table, Sender(player(anna)), Say("1", "my cat is called Tom"))
    await house.submit(table, Sender(player(otto)), Say("2", "nice"))
    hook = await Channels(database).add_webhook(anna.id, "https://annabella.example/", "de", "Annabella's")
    await database.write(*written(Notice(NoticeKind.TEST, anna.id, "test", "/me"), 1.0))
    await NoticeSender(database).take_up()
    assert await database.fetch("SELECT channel FROM deliveries") == [(hook.id,)]
    await NoticeChoices(database).choose(anna.id, Preferences(off=(NoticeKind.CHALLENGE,)))
    await NoticeChoices(database).mute(anna.id, table, muted=True)
    directing = Directing(house, lambda _: None)
    cup = await directing.open("Cup", TournamentConfig("aurum", 3), anna.id)
    await directing.enter(cup, player(anna), None, "Annabella's")
    deals = DailyDeals(database, GAMES)
    await deals.commit()
    await begin(house, (await deals.of(deals.today))[0], player(anna))
    return anna, otto


async def everything(database: Database) -> str:
    tables = (
        "people sessions passkeys tokens relations reports matches match_seats ratings entries tables challenges"
        " identities words invitations reviews retries puzzle_players puzzle_tries channels notices deliveries waits"
        " notice_choices notice_mutes follows online sanctions addresses clubs club_members seekers"
        " match_challenges daily_attempts tournaments tournament_entrants tournament_members"
        " vacations vacation_years vacation_tables"
    )
    return str([await database.fetch(f"SELECT * FROM {table}") for table in tables.split()])  # noqa: S608


async def test_all_that_is_stored_is_handed_over_and_no_hash(database: Database):
    anna, _ = await lived(database)
    told = json.loads(json.dumps(await Privacy(database).export(anna)))
    assert set(told) == set(Export.__struct_fields__)  # as the call gives it
    assert told["person"]["name"] == "Annabella"
    assert told["person"]["has_password"] is True
    counts = {section: len(rows) for section, rows in told.items() if isinstance(rows, list)}
    assert counts == {
        "bots": 1, "sessions": 1, "passkeys": 1, "tokens": 1, "relations": 1, "reports": 1, "ratings": 1,
        "matches": 3, "imports": 1, "said": 1, "devices": 0, "recovery_codes": 0,
        "retries": 0, "puzzles": 0, "puzzle_ratings": 0, "channels": 1, "notices": 1, "notice_choices": 1,
        "notice_mutes": 1, "waits": 0, "vacations": 1, "vacation_years": 1,
        "follows": 1, "seen": 1, "sanctions": 1, "addresses": 1, "clubs": 1, "seeking": 1,
        "challenges": 2, "daily": 1, "tournaments": 1, "tournaments_directed": 1,
    }  # fmt: skip
    assert told["matches"][0]["record"]["format"] == "karat/1"
    assert told["said"][0]["text"] == "my cat is called Tom"
    for sql in (
        "SELECT password FROM people WHERE password IS NOT NULL",
        "SELECT hash FROM sessions",
        "SELECT hash FROM tokens",
        "SELECT secret FROM channels",
    ):
        assert all(str(secret) not in json.dumps(told) for (secret,) in await database.fetch(sql))


async def test_who_is_forgotten_is_nowhere_and_the_matches_stay(database: Database):
    anna, otto = await lived(database)
    await Privacy(database).forget(anna)
    left = await everything(database)
    for trace in (anna.id, "Annabella", "annabella", "Annabot", "Tom"):
        assert trace not in left
    page = await History(database).find(Search(person=otto.id), otto.id)
    assert len(page.matches) == 3
    assert [seat.name for seat in page.matches[0].seats] == ["", "Otto", "Ida", "Max"]
    assert len(await History(database).records(["t0", "t1", "t2"], None)) == 3
    assert "nice" in left
    assert await accounts_in(database).named("Annabella") is None
    await register(database, "Annabella")


async def test_a_request_under_way_writes_nothing_of_who_is_forgotten_meanwhile(database: Database):
    anna, otto = await lived(database)
    house = make_house(database, along=[still_known])
    table = await house.open(Config("aurum", 3), player(otto), seat=0)
    await house.submit(table, Sender(player(anna)), Sit())
    await Privacy(database).forget(anna)
    for command in (Say("1", "still here"), Sit()):
        with pytest.raises((Unreachable, Refused)):
            await house.submit(table, Sender(player(anna)), command)
    with pytest.raises(Unreachable):
        await house.open(Config("aurum", 3), player(anna), seat=0)
    left = await everything(database)
    for trace in (anna.id, "Annabella", "still here"):
        assert trace not in left
    await house.submit(table, Sender(player(otto)), Say("1", "and I am"))


async def test_ratings_of_others_do_not_move_when_somebody_is_forgotten(database: Database):
    anna, _ = await lived(database)
    await Privacy(database).forget(anna)
    before = await database.fetch("SELECT * FROM ratings ORDER BY player")
    assert len(before) == 3
    await Ratings(database).recompute()
    assert await database.fetch("SELECT * FROM ratings ORDER BY player") == before


async def test_no_more_is_read_than_the_tables_where_somebody_was(database: Database):
    """Export and deletion are found by an index, however many tables there are."""
    anna, _ = await lived(database)
    assert [said["text"] for said in (await Privacy(database).export(anna))["said"]] == ["my cat is called Tom"]
    if isinstance(database, Sqlite):
        query = "SELECT body FROM identities JOIN entries ON entries.table_id = identities.table_id WHERE person = ?"
        assert "SCAN" not in str(await database.fetch(f"EXPLAIN QUERY PLAN {query}", anna.id))
