"""Matches looked at again: step by step, from a link or from a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
RECORDS = Path(__file__).resolve().parent.parent / "records"


def a_record(game: str) -> dict[str, Any]:
    """The first of our records of that game: a match to its end."""
    record: dict[str, Any] = json.loads((RECORDS / f"{game}.jsonl").read_text("utf-8").splitlines()[0])
    return record


@pytest.mark.parametrize("game", ["aurum", "amul"])
def test_a_file_steps_to_the_recorded_score(
    visit: Visit, picture: Callable[..., Path], tmp_path: Path, game: str
) -> None:
    record = a_record(game)
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    page = visit("/replay")
    page.locator("input[type=file]").set_input_files(file)
    forward = page.get_by_test_id("forward")
    expect(forward).to_be_enabled()
    result = page.get_by_test_id("result")
    expect(result).to_have_text("Show the result")  # and does not tell it before one has stepped there
    for _ in range(12):
        forward.click()
    picture(page, f"replay-{game}")
    page.keyboard.press("End")
    expect(result).to_contain_text("wins")
    picture(page, f"replay-{game}-end")
    for points in record["result"]["totals" if game == "aurum" else "points"]:
        assert str(points) in page.inner_text("main")


def test_a_file_that_is_no_record_is_told_so(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text('{"format": "karat/1", "game": "chess"}')
    page = visit("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("wrong")).to_contain_text("chess")
