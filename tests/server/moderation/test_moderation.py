"""Moderators: reports with their match, mutes and suspensions that are told, and a log that nobody can change."""

import asyncio
import json

import pytest
from matches import finished
from meeting import at_another, house, made_moderator, visitors
from people import Clock, register

from karat.server.matches.finished import Sharing, close
from karat.server.moderation.audit import AuditLog, ModerationAct
from karat.server.people.addresses import KEPT_FOR, Addresses
from karat.server.store.database import Database, Statement
from karat.server.tables.entries import Player

TABLE = {"game": "amul", "players": 3, "bots": {"2": "random"}}


async def test_a_report_has_its_match_and_what_was_done_about_it(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Mod") as (anna, otto, mod):
        people = [await app.people.accounts.find(one.id) for one in (anna, otto)]
        table = (await anna.post("/api/tables", config=TABLE))["table"]
        await close(app.database, finished(table, "amul", *people, "casual", sharing=Sharing.PRIVATE))
        await anna.post("/api/reports", 404, reason="cheating", about="nobody")
        await anna.post("/api/reports", 404, reason="cheating", table="nowhere")
        await anna.post("/api/reports", reason="cheating", about=otto.id, table=table, words="he told his cards")
        assert (await mod.get("/api/moderation/reports", 403))["code"] == "moderators_only"
        await made_moderator(app, mod)
        assert (await mod.get("/api/session"))["moderator"] is True
        (report,) = (await mod.get("/api/moderation/reports"))["reports"]
        assert (report["by"]["name"], report["about"]["name"], report["match_over"]) == ("Anna", "Otto", True)
        await mod.get(f"/api/matches/{table}", 404)  # it is private, and stays so for who is curious
        assert (await mod.get(f"/api/moderation/matches/{table}/record"))["names"][0] == "Anna"
        await mod.get("/api/moderation/matches/elsewhere/record", 404)
        shown = await mod.get(f"/api/moderation/people/{otto.id}")
        assert [one["id"] for one in shown["reports"]] == [report["id"]]
        await mod.post(f"/api/moderation/reports/{report['id']}", verdict="no_fault")
        await mod.post(f"/api/moderation/reports/{report['id']}", 404, verdict="no_fault")
        (settled,) = (await mod.get("/api/moderation/reports", settled="true"))["reports"]
        assert settled["verdict"] == "no_fault"
        log = await mod.get("/api/moderation/audit")
        assert [line["act"] for line in log["lines"]] == ["settled", "read_record"]
        assert (log["intact"], log["lines"][0]["moderator_name"]) == (True, "Mod")
        for path in ("reports", f"people/{otto.id}", "audit", f"matches/{table}/record"):
            await anna.get(f"/api/moderation/{path}", 403)


async def test_who_is_suspended_reads_and_exports_and_is_told_why(place: str):
    async with house(place) as app, visitors(app, "Anna", "Otto", "Mod") as (anna, otto, mod):
        await made_moderator(app, mod)
        table = (await otto.post("/api/tables", config=TABLE))["table"]
        await anna.post(f"/api/tables/{table}/join")
        given = {"kind": "suspension", "reason": "cheating", "words": "told cards to a partner", "days": 7}
        shown = await mod.post(f"/api/moderation/people/{otto.id}/sanctions", **given)
        (sanction,) = shown["sanctions"]
        assert sanction["stands"] is True
        assert (await app.house.table(table)).chairs[0].stand_in  # the others play on
        session = await otto.get("/api/session")
        assert session["suspension"]["reason"] == "cheating"
        assert abs(session["suspension"]["until"] - sanction["until"]) < 1
        for path, body in (
            ("/api/play", {"game": "amul", "players": 3}),
            ("/api/tables", {"config": TABLE}),
            (f"/api/tables/{table}/join", {}),
            ("/api/finder", {"wish": {"game": "amul", "players": [3]}}),
            ("/api/clubs", {"name": "Cheats"}),
            ("/api/friends", {"person": "Anna"}),
        ):
            refused = await otto.post(path, 403, **body)
            assert refused["code"] == "barred_from_play"
            assert refused["params"]["words"] == "told cards to a partner"
        await otto.get("/api/tables")
        assert (await otto.get("/api/me/export"))["sanctions"][0]["words"] == "told cards to a partner"
        assert "suspension" not in await anna.get("/api/session")
        await mod.post(f"/api/moderation/sanctions/{sanction['id']}/lift")
        await otto.post("/api/play", game="amul", players=3, level="random")
        assert [one["stands"] for one in (await mod.get(f"/api/moderation/people/{otto.id}"))["sanctions"]] == [False]
        refused = await mod.post(f"/api/moderation/people/{mod.id}/sanctions", 409, **given)
        assert refused["code"] == "not_a_moderator"
        acts = [line["act"] for line in (await mod.get("/api/moderation/audit"))["lines"]]
        assert acts == ["lifted", "suspended"]
        await otto.post("/api/me/delete", name="Otto", password="four geese in a row")
        assert await app.database.fetch("SELECT 1 FROM sanctions") == []


async def test_a_mute_holds_at_other_workers_at_once_and_ends_by_itself(postgres_url: str):
    async with house(postgres_url) as one, house(postgres_url) as two, visitors(one, "Otto", "Mod") as (otto, mod):
        await made_moderator(one, mod)
        heard, load = asyncio.Event(), two.people.sanctions.load

        async def noted() -> None:
            await load()
            heard.set()

        two.people.sanctions.load = noted  # type: ignore[method-assign]
        await mod.post(f"/api/moderation/people/{otto.id}/sanctions", kind="mute", reason="insult", days=1)
        await asyncio.wait_for(heard.wait(), 20)
        elsewhere = await at_another(two, otto)
        session = await elsewhere.get("/api/session")
        assert session["mute"]["reason"] == "insult"
        assert "suspension" not in session
        await elsewhere.post("/api/play", game="amul", players=3, level="random")  # who is muted plays
        with pytest.raises(ValueError, match="barred_from_talk"):
            two.people.sanctions.check_talk(otto.id)
        two.people.sanctions.now = lambda: 4e9
        assert "mute" not in await elsewhere.get("/api/session")
        await elsewhere.http.aclose()


async def test_the_audit_log_cannot_be_changed_and_would_tell(database: Database):
    log = AuditLog(database)
    for number in range(3):
        assert await log.note("mod", ModerationAct.MUTED, f"person{number}", {"reason": "spam"})
    misfit = Statement("UPDATE people SET moderator = 1 WHERE id = 'nobody'", (), rows=1)
    assert not await log.note("mod", ModerationAct.MUTED, "x", along=[misfit])
    assert [line.seq for line in await log.listed()] == [3, 2, 1]
    assert await log.first_broken() is None
    for statement in ("UPDATE audit SET about = 'somebody else'", "DELETE FROM audit WHERE seq = 2"):
        with pytest.raises(Exception, match="never rewritten"):
            await database.write(Statement(statement))
    assert len(await log.listed()) == 3
    # And where somebody gets past the database, the seal is broken.
    forged = (4, 1.0, "mod", "muted", "y", json.dumps({}), "0" * 64)
    await database.write(Statement("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)", forged))
    assert await log.first_broken() == 4
    await asyncio.gather(*(log.note("other", ModerationAct.SETTLED, "r") for _ in range(3)))
    assert [line.seq for line in await log.listed()] == [7, 6, 5, 4, 3, 2, 1]


async def test_addresses_are_hashed_with_a_key_that_is_thrown_away(database: Database):
    clock = Clock()
    anna, otto = [Player(one.id, one.name, "account") for one in await register(database, "Anna", "Otto")]
    kept = Addresses(database, clock)
    for player in (anna, otto):
        await kept.note(player, "192.0.2.7")
    await kept.note(Player("g", "Gus", "guest"), "192.0.2.7")
    rows = await database.fetch("SELECT person, hash FROM addresses")
    assert {str(person) for person, _ in rows} == {anna.id, otto.id}
    assert len({digest for _, digest in rows}) == 1
    assert "192.0.2" not in str(rows)
    before = rows[0][1]
    assert await Addresses(database, clock)._hashed("192.0.2.7") == before  # another worker has the same key
    clock.pass_by(KEPT_FOR + 1)
    await kept.note(anna, "192.0.2.7")
    rows = await database.fetch("SELECT person, hash FROM addresses")
    assert [person for person, _ in rows] == [anna.id]
    assert rows[0][1] != before
