import asyncio
import io
import json
import stat
from pathlib import Path

import pytest
from people import GOOD_PASSWORD, accounts_in, register

from karat.server.people.accounts import Suspended
from karat.server.people.relations import Reason, Relations
from karat.server.store.database import Database, Statement
from karat.server.store.sqlite import Sqlite


def on(path: Path, work):
    """Do something with the database of a server."""

    async def opened():
        database = Sqlite(path)
        await database.open()
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(opened())


def test_a_backup_changes_nothing_of_an_older_database(karat, tmp_path: Path):
    path = tmp_path / "odd name #1?.sqlite"

    async def earlier() -> None:
        database = Sqlite(path)
        await database.open("0007")
        await database.close()

    asyncio.run(earlier())
    path.chmod(0o640)
    before = path.read_bytes()
    done = karat("admin", "-d", str(path), "backup", str(tmp_path / "copy.jsonl"))
    assert done.code == 0, done.err
    assert json.loads((tmp_path / "copy.jsonl").read_text().splitlines()[0])["schema"] == "0007"
    assert path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_is_no_database_is_said_to_be_none(karat, tmp_path: Path):
    (tmp_path / "notes.txt").write_text("not a database at all, but long enough to be read as one " * 20)
    done = karat("admin", "-d", str(tmp_path / "notes.txt"), "backup", str(tmp_path / "copy.jsonl"))
    assert done.code == 1
    assert "not a database" in done.err


@pytest.fixture
def house(tmp_path: Path) -> Path:
    async def fill(database: Database) -> None:
        anna, otto = await register(database, "Anna", "Otto")
        await Relations(database).report(anna, otto.id, Reason.SPAM, "he shouts", None, ["Otto: BUY"])
        await database.write(
            Statement(
                "INSERT INTO tables (id, seq, status, game, visibility, facts, created, changed)"
                """ VALUES ('t1', 7, 'playing', 'aurum', 'public', '{"host": "Anna"}', 0, 0)"""
            )
        )

    on(tmp_path / "karat.sqlite", fill)
    return tmp_path / "karat.sqlite"


def test_the_folder_that_serve_is_given_will_do(karat, house: Path):
    by_file, by_folder = (karat("admin", "-d", str(place), "users", "list") for place in (house, house.parent))
    assert "Anna" in by_folder.out
    assert by_folder.out == by_file.out


@pytest.fixture
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def test_people_are_listed_and_shown(karat, house: Path):
    assert karat("admin", "-d", house, "users", "list").out.endswith("2 people\n")
    (anna,) = json.loads(karat("admin", "-d", house, "users", "list", "--search", "ann", "--json").out)
    assert anna["name"] == "Anna"
    told = json.loads(karat("admin", "-d", house, "users", "show", "anna", "--json").out)
    assert told["person"]["id"] == anna["id"]
    assert "reports       1" in karat("admin", "-d", house, "users", "show", anna["id"]).out


def test_people_are_renamed_suspended_and_let_in_again(karat, house: Path):
    assert karat("admin", "-d", house, "users", "rename", "anna", "Hanna").out == "now called Hanna\n"
    assert "name_taken" in karat("admin", "-d", house, "users", "rename", "otto", "Hanna").err
    karat("admin", "-d", house, "users", "signout", "hanna")
    karat("admin", "-d", house, "users", "suspend", "hanna")
    with pytest.raises(Suspended):
        on(house, lambda database: accounts_in(database).login("Hanna", GOOD_PASSWORD))
    karat("admin", "-d", house, "users", "suspend", "hanna", "--lift")
    on(house, lambda database: accounts_in(database).login("Hanna", GOOD_PASSWORD))


@pytest.mark.usefixtures("nobody_answers")
def test_deleting_asks_first(karat, house: Path):
    asked = karat("admin", "-d", house, "users", "delete", "anna")
    assert asked.code == 130
    assert "1 people" in karat("admin", "-d", house, "users", "list", "--search", "anna").out
    assert karat("admin", "-d", house, "users", "delete", "anna", "--yes").code == 0
    assert "0 people" in karat("admin", "-d", house, "users", "list", "--search", "anna").out


def test_tables_are_listed_and_shown(karat, house: Path):
    assert "t1  playing" in karat("admin", "-d", house, "tables", "list", "--status", "playing").out
    assert json.loads(karat("admin", "-d", house, "tables", "list", "--status", "open", "--json").out) == []
    assert json.loads(karat("admin", "-d", house, "tables", "show", "t1", "--json").out)["host"] == "Anna"
    assert karat("admin", "-d", house, "tables", "show", "t2").code == 2


def test_moderators_are_named_and_dismissed_and_that_is_kept(karat, house: Path):
    assert "1 moderators" in karat("admin", "-d", house, "moderators", "--add", "anna").out
    assert [one["name"] for one in json.loads(karat("admin", "-d", house, "moderators", "--json").out)] == ["Anna"]
    assert "0 moderators" in karat("admin", "-d", house, "moderators", "--remove", "Anna").out
    told = json.loads(karat("admin", "-d", house, "audit", "--json").out)
    assert [(line["moderator"], line["act"]) for line in told["lines"]] == [
        ("operator", "dismissed"),
        ("operator", "appointed"),
    ]
    assert told["first_broken"] is None
    assert karat("admin", "-d", house, "audit").out.endswith("2 lines\n")
    assert karat("admin", "-d", house, "moderators", "--add", "nobody").code == 2


def test_reports_are_read_and_settled(karat, house: Path):
    assert "Otto: BUY" in karat("admin", "-d", house, "reports").out
    (report,) = json.loads(karat("admin", "-d", house, "reports", "--json").out)
    assert karat("admin", "-d", house, "reports", "--settle", report["id"]).out == "0 open reports\n"
    assert karat("admin", "-d", house, "reports", "--settle", report["id"]).code == 1


def test_what_people_wrote_does_not_command_the_screen(karat, house: Path):
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp.exe\rclean"

    async def write(database: Database) -> None:
        await database.write(
            Statement("UPDATE reports SET words = ?, context = ?", (evil, json.dumps([evil]))),
            Statement("UPDATE people SET name = ? WHERE name_key = 'anna'", (evil,)),
            Statement("UPDATE tables SET facts = ?", (json.dumps({"host": evil}),)),
        )

    on(house, write)
    for command in (["reports"], ["users", "list"], ["users", "show", "otto"], ["tables", "show", "t1"]):
        for form in ([], ["--json"]):
            told = karat("admin", "-d", house, *command, *form)
            assert told.code == 0
            assert not set("\x1b\x07\x9b\u202e\r") & set(told.out)
    assert json.loads(karat("admin", "-d", house, "reports", "--json").out)[0]["words"] == evil
    assert r"\u001b[2J" in karat("admin", "-d", house, "reports").out


def test_a_token_is_shown_once_and_revoked(karat, house: Path):
    made = json.loads(karat("admin", "-d", house, "token", "anna", "goosebot", "--scope", "play", "--json").out)
    assert made["token"].startswith("karat_")
    listed = karat("admin", "-d", house, "token", "anna").out
    assert "goosebot  play" in listed
    assert made["token"] not in listed
    assert karat("admin", "-d", house, "token", "anna", "--revoke", made["tokens"][0]["id"]).out == ""
    assert karat("admin", "-d", house, "token", "anna", "--revoke", "nothing").code == 1


def test_a_backup_is_for_its_owner_and_restores_into_a_new_database(karat, house: Path, tmp_path: Path):
    file, fresh = tmp_path / "tonight.jsonl", tmp_path / "fresh.sqlite"
    rows = json.loads(karat("admin", "-d", house, "backup", file, "--json").out)["rows"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert karat("admin", "-d", fresh, "restore", file).out == f"{rows} rows restored and checked\n"
    assert "2 people" in karat("admin", "-d", fresh, "users", "list").out
    again = karat("admin", "-d", fresh, "restore", file)
    assert again.code == 1
    assert "not empty" in again.err
    file.write_text(file.read_text("utf-8").replace("Anna", "Anne"), "utf-8")
    assert "not whole" in karat("admin", "-d", tmp_path / "other.sqlite", "restore", file).err


@pytest.mark.usefixtures("nobody_answers")
def test_ratings_are_worked_out_anew_when_confirmed(karat, house: Path):
    assert karat("admin", "-d", house, "ratings").code == 130
    assert karat("admin", "-d", house, "ratings", "--yes").out == "worked out from 0 matches\n"


@pytest.mark.parametrize("command", [("users", "list"), ("backup", "x.jsonl"), ("ratings", "--yes")])
def test_a_database_that_is_not_there_is_wrong_use(karat, tmp_path: Path, command: tuple[str, ...]):
    ran = karat("admin", "-d", tmp_path / "nowhere.sqlite", *command)
    assert ran.code == 2
    assert "there is no database" in ran.err
    assert not (tmp_path / "nowhere.sqlite").exists()


def test_who_is_not_there_is_wrong_use(karat, house: Path):
    assert "nobody is called 'ida'" in karat("admin", "-d", house, "users", "show", "ida").err
