"""The command that writes records as a table."""

import json
import sys

import polars as pl
from pyarrow import parquet

from karat.export.decisions import observations_of


def records_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_pyarrow_and_polars_read_the_same(karat, games, tmp_path):
    ran = karat("export", games, "--to", "parquet", "--observations")
    assert ran.code == 0, ran.err
    table = parquet.read_table(tmp_path / "games.parquet")
    about = json.loads(table.schema.metadata[b"karat"])
    assert (about["game"], about["rules"]["players"], about["tensor"]) == ("aurum", 4, 825)
    frame = pl.read_parquet(tmp_path / "games.parquet")
    assert frame.columns == table.column_names
    assert frame["text"].to_list() == table["text"].to_pylist()
    assert frame["legal"].to_list() == table["legal"].to_pylist()
    assert frame["observation"][0] == observations_of(table)[0].tobytes()
    assert frame.group_by("match").len().height == 5
    as_arrow = karat("export", games, "--to", "arrow", "-o", tmp_path / "games.arrow")
    assert as_arrow.code == 0, as_arrow.err
    assert pl.read_ipc(tmp_path / "games.arrow")["action"].to_list() == table["action"].to_pylist()


def test_an_illegal_action_leaves_nothing_behind(karat, games, tmp_path):
    record = records_of(games)[0]
    record["rounds"][0]["actions"][5][1] = "end"
    games.write_text(json.dumps(record))
    ran = karat("export", games)
    assert ran.code == 1
    assert "line 1, round 1, action 5: A0.1" in ran.err
    assert "nothing was written" in ran.err
    assert list(tmp_path.iterdir()) == [games]


def test_without_a_record_nothing_is_written(karat, tmp_path):
    file = tmp_path / "none.jsonl"
    file.write_text("")
    ran = karat("export", file)
    assert (ran.code, ran.err.strip()) == (1, "Error: there is no record to export; nothing was written")


def test_without_pyarrow_a_sentence(karat, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "games.jsonl"
    file.write_text("{}")
    ran = karat("export", file)
    assert ran.code == 2
    assert "pip install 'karat-games[data]'" in ran.err
