"""Shuffles that nobody chose."""

import json
from pathlib import Path
from typing import Any

import pytest
from growing import Growing

from karat.cli.main import status
from karat.games import GAMES
from karat.record import BadRecord, Record
from karat.server.house import advice, bot_pool
from karat.server.tables import fair
from karat.server.tables.entries import Config


@pytest.fixture(scope="module", params=[("aurum", 3), ("amul", 3)])
def record(request: pytest.FixtureRequest) -> Record:
    table = Growing(Config(*request.param))
    table.finish()
    return table.table.record()


def test_a_record_of_the_house_is_fair(record: Record):
    assert fair.check(record, GAMES, record["fair"]["commitment"]) >= 1


def test_every_salt_changes_the_seed():
    seeds = {fair.match_seed("s", salts) for salts in (["a", None], [None, "a"], ["a", "b"], ["", "ab"], ["ab", ""])}
    assert len(seeds) == 5


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"secret": "00"}, "the commitment"),
        ({"salts": ["other", "salts", "here"]}, "does not follow"),
        ({"seed": "00"}, "does not follow"),
        ({"commitment": "00"}, "the commitment"),
    ],
)
def test_what_was_tampered_with_is_not_fair(record: Record, change: dict[str, Any], told: str):
    with pytest.raises(fair.Unfair, match=told):
        fair.check(record | {"fair": record["fair"] | change}, GAMES)


def test_cards_that_the_seed_does_not_give_are_not_fair(record: Record):
    other = fair.disclosure("another secret", record["fair"]["salts"], [])
    with pytest.raises(fair.Unfair, match="deal 1 is not the one"):
        fair.check(record | {"fair": other}, GAMES)
    with pytest.raises(fair.Unfair, match="published before the match"):
        fair.check(record, GAMES, "00")


def test_a_salt_of_ones_own_must_be_in_the_seed(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "match.jsonl"
    file.write_text(json.dumps(record) + "\n")
    assert status(["fair", str(file), "--salt", record["fair"]["salts"][0]]) == 0
    capsys.readouterr()
    assert status(["fair", str(file), "--salt", "mine"]) == 1
    assert "not fair: the salt mine is not among those" in capsys.readouterr().out


def test_a_record_that_tells_nothing_of_its_shuffles_is_said_so(record: Record):
    with pytest.raises(BadRecord, match="'fair' is missing"):
        fair.check({name: value for name, value in record.items() if name != "fair"}, GAMES)


def test_the_command_says_it_and_by_its_status(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "match.jsonl"
    file.write_text(json.dumps(record) + "\n")
    assert status(["fair", str(file)]) == 0
    assert "line 1: fair" in capsys.readouterr().out
    file.write_text(json.dumps(record | {"fair": record["fair"] | {"secret": "x"}}) + "\n")
    assert status(["fair", str(file)]) == 1
    told = capsys.readouterr().out
    assert "line 1: not fair: the commitment" in told
    assert "0 fair, 1 not" in told


def test_what_a_bot_is_asked_does_not_hold_the_secret_of_the_cards():
    """Secret and salts make the deals, and salts are open: whoever had the secret would know every hand."""
    table = Growing(Config("aurum", 3)).table
    seat = table.running.owing[0] if table.running else 0
    for asked in (bot_pool.question(table, seat), advice.consideration(table, seat)):
        assert table.secret not in repr(asked)
        assert fair.match_seed(table.secret, [chair.salt for chair in table.chairs]) not in repr(asked)
