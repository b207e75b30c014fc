"""What the page tells of a match is what the games' own words tell."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_sentences_of_the_page_are_those_of_the_games():
    made = runpy.run_path(str(ROOT / "scripts" / "page-words"))["files"]()
    assert len(made) == 10  # two games in four languages, and what their bots are called
    for path, text in made.items():
        assert path.read_text("utf-8") == text, "run scripts/page-words"
