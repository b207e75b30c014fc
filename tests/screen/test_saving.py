import json

import pytest

from karat.language import LANGUAGES
from karat.screen.saving import save_as, save_record


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


def test_why_a_record_is_not_saved_is_told_in_every_language(tmp_path):
    there = tmp_path / "match.jsonl"
    there.write_text("old\n")
    for path in (tmp_path, there, there / "below.jsonl"):
        told = {save_as({"format": "karat/1"}, path, language, own=None) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)
        assert all(sentence and str(path) in sentence for sentence in told)
    assert save_as({"format": "karat/1"}, there, "fr", own=there) is None
