import json

import pytest

from karat.screen.saving import save_record


def test_a_record_is_one_line_and_replaces_what_was_there(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("old\n")
    save_record({"format": "karat/1"}, path)
    assert [json.loads(line) for line in path.read_text().splitlines()] == [{"format": "karat/1"}]
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("old\n")
    with pytest.raises(ValueError, match="JSON"):
        save_record({"points": float("nan")}, path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "old\n"
