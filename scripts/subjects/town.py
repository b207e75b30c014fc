"""A house that people have lived in for weeks: matches, ratings, friends, clubs, days, tournaments, moderation.

Pages look finished when nothing stands on them. This fills a database before its server starts (`settle`), and adds
what only a server makes (`enliven`). Everything comes from fixed seeds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import lru_cache, partial
from itertools import cycle
from typing import TYPE_CHECKING, Any

from karat.arena.match import play_match
from karat.client import Client, Problem, Rejected
from karat.games import GAMES, make_bot
from karat.kit import Settings
from karat.server.daily.attempts import lines
from karat.server.daily.deals import DailyDeals
from karat.server.matches.finished import Finished, Sharing, Sitter, close, tallies
from karat.server.moderation.audit import AuditLog, ModerationAct
from karat.server.people.accounts import Accounts, Person, Shown
from karat.server.people.follows import Attendance, Follows
from karat.server.people.passwords import Cost, Passwords
from karat.server.people.relations import Reason, Relations, ReportVerdict
from karat.server.people.sanctions import SanctionKind, Sanctions
from karat.server.people.sessions import COOKIE
from karat.server.social.clubs import Clubs, Entrance, Role
from karat.server.store.database import Statement
from karat.server.store.sqlite import Sqlite
from karat.server.tables.entries import Config, Player
from karat.shuffle import Stream

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody
DAY = 86400.0
VIEWER, MODERATOR, STRANGER, BARRED = "Ada Lovelace", "Grace Hopper", "Noor", "Card Sharp"
PLACES: dict[str, str] = {}
"""Where what only a server makes has come to be, by name."""
EMBLEMS = {
    VIEWER: "moon/violet",
    MODERATOR: "crown/brass",
    "Екатерина Орлова": "horse/red",
    "Jean-Baptiste Laurent": "palm/green",
    "Friederike von Hohenfels": "temple/blue",
    "Ivo": "camel/orange",
    "Maria Sibylla Merian": "star/ivory",
    "Mansa Musa": "dome/brass",
    "Æthelred": "",
    "Li Qingzhao": "pagoda/slate",
    "Константин Преображен": "",
    BARRED: "",
    "Noor": "moon/green",
    "Zoë": "star/red",
}
NAMES = tuple(EMBLEMS)
TABLES = (("aurum", 4, 5), ("amul", 5, 4), ("aurum", 3, 3), ("amul", 3, 3), ("amul", 4, 2))
"""Game, players, and how many different matches of that are played."""
MATCHES = 96


@lru_cache
def matches_of(game: str, players: int, number: int) -> Any:
    """The state at the end of a match that is the same every time."""
    kit = GAMES[game]
    bots = [make_bot(game, "novice" if seat % 2 else "random") for seat in range(players)]
    return play_match(kit.game, kit.agree(Settings(players)), bots, seed=f"town {number}")


async def settle(file: Path) -> None:
    """Make the database of such a house."""
    database = Sqlite(file, fast_sync=True)
    await database.open()
    try:
        accounts = Accounts(database, Passwords(Cost(passes=1, kibibytes=8, lanes=1)))
        people = [await accounts.register(name, PASSWORD) for name in NAMES]
        for person in people:
            await accounts.show(person, EMBLEMS[person.name], Shown)
        since = time.time() - 120 * DAY
        await database.write(Statement("UPDATE people SET created = ?", (since,)))
        await database.write(accounts.appointing(people[1], moderator=True))
        await play(database, people)
        await befriend(database, people)
        await meet_in_clubs(database, people)
        await moderate(database, people)
        for days in (3, 2, 1, 0):
            await DailyDeals(database, GAMES, partial(days_ago, days)).commit()
    finally:
        await database.close()


def days_ago(days: int) -> float:
    return time.time() - days * DAY


async def play(database: Sqlite, people: list[Person]) -> None:
    dice, now = random.Random(7), time.time()
    tables = cycle([(game, players, number) for game, players, many in TABLES for number in range(many)])
    for number in range(MATCHES):
        game, players, which = next(tables)
        kit = GAMES[game]
        sitters: list[Person | str] = [*dice.sample(people[1:-2], players)]
        if number % 3 != 1:
            sitters[dice.randrange(players)] = people[0]
        if game == "aurum" and number % 4 == 2:
            sitters[0], sitters[2] = people[-2], people[-1]  # two who are always together
        against_bots = number % 4 == 3
        if against_bots:
            level = dice.choice([one for one in kit.levels if one != "instant"])
            sitters = [people[0] if seat == number % players else level for seat in range(players)]
        ended = now - (MATCHES - number) * 0.9 * DAY + dice.random() * 7200
        match = finished(f"town{number:03}", game, players, which, sitters, ended)
        await close(database, replace(match, rated=number % 7 != 6))
    for number in range(48):  # who beats the best bots
        sitters = ["expert"] * 4
        sitters[number % 4] = people[number % 8]
        await close(database, finished(f"tower{number:03}", "aurum", 4, number % 5, sitters, now - number * DAY))


def finished(id_: str, game: str, players: int, which: int, sitters: list[Person | str], ended: float) -> Finished:
    """A match that was played to its end, by people and levels of bots."""
    kit, state = GAMES[game], matches_of(game, players, which)
    rules = kit.agree(Settings(players))
    return Finished(
        id_,
        kit.to_record(state),
        kit.game.outcome(state),
        tuple(
            Sitter(one, level=one) if isinstance(one, str) else Sitter(one.name, one.id, one.kind) for one in sitters
        ),
        started=ended - 1500,
        ended=ended,
        rated=True,
        sides=kit.sides(rules),
        sharing=Sharing.PUBLIC,
        tallies=tallies(kit, state, rules),
    )


async def befriend(database: Sqlite, people: list[Person]) -> None:
    follows, attendance = Follows(database), Attendance(database)
    for other in people[1:9]:
        await follows.follow(people[0], other)
    for other in (*people[1:6], people[9], people[10]):
        await follows.follow(other, people[0])
    for other in people[2:5]:
        await attendance.note(Player(other.id, other.name, "account"))


async def meet_in_clubs(database: Sqlite, people: list[Person]) -> None:
    clubs = Clubs(database, Relations(database))
    geese = await clubs.create(people[0], "The Geese", "Fridays at eight, on the green table.", Entrance.OPEN)
    for other in people[1:8]:
        await clubs.join(geese, other)
    await clubs.appoint(geese, people[0].id, people[2].id, Role.OFFICER)
    friday = time.time() + 2.3 * DAY
    await clubs.plan(geese, people[0].id, friday, "Friday night", "Bring a friend.", Config("amul", 5))
    await clubs.plan(geese, people[0].id, friday + 7 * DAY, "Partners’ evening", "", Config("aurum", 4))
    caravan = await clubs.create(people[4], "Караван-сарай", "Играем по воскресеньям.", Entrance.OPEN)
    for other in (*people[2:4], people[10]):
        await clubs.join(caravan, other)
    await clubs.create(people[3], "Les Alchimistes du jeudi", "Parties rapides, bonne humeur.", Entrance.REQUEST)
    for other in (people[8], people[12], people[13]):
        await database.write(
            Statement(
                "INSERT INTO club_members (club, person, role, at) VALUES (?, ?, ?, ?)",
                (geese.id, other.id, Role.MEMBER, time.time() - DAY),
            )
        )
    # They have been there since before their matches, which count from then on.
    await database.write(Statement("UPDATE club_members SET at = ?", (time.time() - 120 * DAY,)))


async def moderate(database: Sqlite, people: list[Person]) -> None:
    relations, audit, sanctions = Relations(database), AuditLog(database), Sanctions(database)
    barred, moderator = people[NAMES.index(BARRED)], people[1]
    said = ["Card Sharp: you can't play at all", "Ivo: please be kind", "Card Sharp: go back to school"]
    first = await relations.report(
        people[5], barred.id, Reason.INSULT, "Kept insulting us all match long.", "town004", said
    )
    await relations.report(people[8], barred.id, Reason.STALLING, "Let the clock run out each round.", None)
    await relations.report(people[3], people[12].id, Reason.CHEATING, "Always knew my cards.", "town007")
    given = sanctions.new(barred.id, SanctionKind.SUSPENSION, Reason.INSULT, "Insults at three tables.", 14 * DAY)
    details = {"reason": "insult", "words": given.words}
    await audit.note("operator", ModerationAct.APPOINTED, moderator.id)
    await audit.note(moderator.id, ModerationAct.READ_RECORD, "town004")
    await audit.note(moderator.id, ModerationAct.SUSPENDED, barred.id, details, along=[sanctions.giving(given)])
    settled = relations.settling(first, ReportVerdict.ACTED)
    await audit.note(moderator.id, ModerationAct.SETTLED, first, {"verdict": "acted"}, along=[settled])
    await audit.note(moderator.id, ModerationAct.LOOKED_AT_SIGNALS, "")
    for one in (people[6], people[7]):
        await database.write(
            Statement("INSERT INTO addresses VALUES (?, 'a café', ?, ?)", (one.id, time.time() - DAY, time.time()))
        )


async def enliven(address: str, file: Path) -> None:
    """What a running server makes of it: tables, days, tournaments; where some are is kept by name."""
    async with AsyncExitStack() as house:
        people = {name: await house.enter_async_context(Client(address)) for name in NAMES if name != BARRED}
        for name, client in people.items():
            await client.call("POST", "/api/login", {"name": name, "password": PASSWORD})
            client.token = client._http.cookies[COOKIE]
        for made in (tables, tournaments):
            PLACES.update(await made(people))
        PLACES["daily-result"] = await finish_daily(people[VIEWER], file, "aurum-4")
        PLACES["daily-under-way"] = await begin_daily(people[VIEWER], "amul-4")


async def tables(people: dict[str, Client]) -> dict[str, str]:
    """Some that wait for players, one to watch, one where it is the viewer's turn, and one of a club."""
    viewer, ivo, orlova, maria = (people[name] for name in (VIEWER, "Ivo", "Екатерина Орлова", "Maria Sibylla Merian"))
    open_to_all = {"visibility": "public"}
    wanted = await ivo.open_table({"game": "amul", "players": 5, **open_to_all})
    await orlova.join(wanted)
    await maria.open_table({"game": "aurum", "players": 4, "rated": True, **open_to_all})
    bots = {str(seat): "novice" for seat in (1, 2, 3)}
    await orlova.open_table({"game": "aurum", "players": 4, "spectators": "delayed", "bots": bots, **open_to_all})
    mine = await viewer.open_table({"game": "aurum", "players": 4, "bots": bots})
    room = await viewer.open_table({"game": "amul", "players": 6})
    for name in ("Li Qingzhao", "Jean-Baptiste Laurent"):
        await people[name].join(room)
    await viewer.open_club_table("The Geese", {"game": "amul", "players": 4})
    return {"turn": f"/t/{mine}", "waiting-room": f"/t/{room}"}


async def tournaments(people: dict[str, Client]) -> dict[str, str]:
    viewer, paths = people[VIEWER], {}
    config = {"game": "aurum", "players": 4, "rounds": 3, "deals": 2, "level": "random"}
    wanted = (
        ("finished", "Herbstturnier der Gänse", config, 8, 3),
        ("running", "Кубок караванщиков", {**config, "game": "amul", "rounds": 4}, 8, 2),
        ("open", "Thursday’s four", {**config, "scoring": "swings"}, 3, 0),
    )
    for state, name, plan, entrants, rounds in wanted:
        opened = (await viewer.open_tournament(name, plan))["id"]
        paths[f"tournament-{state}"] = f"/tournaments/{opened}"
        for person in list(people)[:entrants]:
            await people[person].enter(opened)
        if rounds:
            await viewer.direct(opened, "start")
        dice = random.Random(name)
        for number in range(rounds):
            told = await until_drawn(viewer, opened, number)
            for one in told:
                last = state == "running" and number == rounds - 1
                if last and one["table"]:
                    continue  # still being played
                sides = 2 if plan["game"] == "aurum" else 4
                points = [dice.randrange(2, 20) for _ in range(sides)]
                at = {name: one[name] for name in ("round", "table", "deal")}
                await viewer.direct(opened, "correct", {**at, "points": points, "reason": "played at the club"})
        if state == "finished":
            await viewer.direct(opened, "finish")
    return paths


async def until_drawn(director: Client, tournament: str, number: int) -> list[dict[str, Any]]:
    """The tables of a round, once they are there."""
    for _ in range(300):
        told = await director.tournament(tournament)
        if found := [one for one in told["tables"] if one["round"] == number]:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(f"round {number} of {tournament} was never drawn")


async def begin_daily(viewer: Client, which: str) -> str:
    deal = next(one["id"] for one in (await viewer.today())["deals"] if one["id"].endswith(which))
    while True:
        try:
            await viewer.play_daily(deal)
        except Problem as problem:
            if problem.code != "compiling":  # on a fresh checkout that takes minutes
                raise
            await asyncio.sleep(2)
        else:
            return f"/daily/{deal}"


async def finish_daily(viewer: Client, file: Path, which: str) -> str:
    """A deal of today that the viewer and many others have played."""
    path = await begin_daily(viewer, which)
    deal = path.rsplit("/", 1)[-1]
    levels = GAMES[which.split("-", maxsplit=1)[0]].levels
    bots = json.dumps([[level, 3 * number - 10, 20 + number] for number, level in enumerate(levels)])
    with sqlite3.connect(file, timeout=20) as database:
        database.execute("UPDATE daily_deals SET bots = ? WHERE id = ?", (bots, deal))
    rng = Stream("a day")
    async with viewer.follow(await viewer.play_daily(deal)) as followed:
        async for _ in followed:
            if followed.owes:
                with contextlib.suppress(Rejected):
                    await followed.act(followed.legal[rng.below(len(followed.legal))])
    dice, now = random.Random(3), time.time()
    with sqlite3.connect(file, timeout=20) as database:
        ids = [one for (one,) in database.execute("SELECT id FROM people WHERE kind = 'account' ORDER BY name")]
        done = "SELECT line, score FROM daily_attempts WHERE deal = ? AND score IS NOT NULL"
        told, own = database.execute(done, (deal,)).fetchone()
        did = json.loads(told)
        for number in range(60):
            score = round(dice.gauss(own - 4, 6))
            person = ids[number] if number < len(ids) else f"guest-{number}"
            database.execute(
                "INSERT OR IGNORE INTO people (id, kind, name, search, created, suspended, avatar, shows)"
                " VALUES (?, 'guest', ?, '', ?, 0, '', '')",
                (person, f"Guest {number}", now),
            )
            database.execute(
                "INSERT OR IGNORE INTO daily_attempts (deal, person, table_id, began, ended, score, points, line,"
                " counts) VALUES (?, ?, ?, ?, ?, ?, ?, '[]', 1)",
                (deal, person, f"day-{number}", now - 900, now - 100 - number, score, score + 20),
            )
        for line, action in list(zip(lines(did), did, strict=True))[:6]:
            for other in (action, "keep", "bid B4", "bid P3"):
                database.execute(
                    "INSERT INTO daily_choices VALUES (?, ?, ?, ?) ON CONFLICT (deal, line, action)"
                    " DO UPDATE SET people = people + excluded.people",
                    (deal, line, other, dice.randrange(1, 20)),
                )
    return path


def path_of(place: str) -> str:
    """A path, or where the town has what goes by that name."""
    return PLACES.get(place, place)


def come_in(page: Page, name: str = VIEWER) -> None:
    """Be one of them."""
    assert page.request.post("/api/login", data={"name": name, "password": PASSWORD}).ok
