"""The words of the printed games: docs/glossary.md lists them, and the texts of each language hold to the list."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from karat.games import GAMES

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("de", "fr", "ru")


@dataclass(frozen=True)
class Term:
    game: str
    word: str
    language: str
    said: str
    struck: tuple[str, ...]


def terms() -> list[Term]:
    """The tables of the glossary below its last heading."""
    found, game = [], ""
    for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("## The words of the box")[2].splitlines():
        if line.startswith("### "):
            game = line[4:].lower()
        elif game and line.startswith("| ") and not line.startswith("| word"):
            word, *cells = (cell.strip() for cell in line.strip("|").split(" |"))
            for language, cell in zip(LANGUAGES, cells, strict=True):
                said = re.sub(r"\s*~~.*", "", cell)
                found.append(Term(game, word, language, said, tuple(re.findall("~~(.+?)~~", cell))))
    return found


def leaves(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from leaves(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from leaves(value)


def in_language(tree: Any, language: str) -> Iterator[str]:
    """What a file of all languages says in one."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value) if key == language else in_language(value, language)
    elif isinstance(tree, list):
        for value in tree:
            yield from in_language(value, language)


def texts(game: str, language: str) -> list[str]:
    """Everything that people read of a game in a language: book, aid, words, terminal, tutorial, page."""
    room, page = ROOT / "src" / "karat" / game, ROOT / "web" / "src"
    book = GAMES[game].book(language)
    found = [book.introduction, *(chapter.title for chapter in book.chapters)]
    found += [text for rule in book.rules for text in (rule.text, rule.ruling)]
    for file in (*room.glob("words/*.toml"), *room.glob("terminal/*.toml"), *room.glob("tutorial*.toml")):
        found += in_language(tomllib.loads(file.read_text("utf-8")), language)
    others = {file for other in GAMES.keys() - {game} for file in (page / other).rglob("*.json")}
    rooms = {*page.glob(f"*/messages/{language}.json")} - others
    for file in (*(page / "messages" / language).glob("*.json"), *sorted(rooms)):
        found += leaves(json.loads(file.read_text("utf-8")))
    found += leaves(json.loads((page / game / "cover.json").read_text("utf-8"))[language])
    return [text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ") for text in found]


TERMS = terms()
each_term = pytest.mark.parametrize("term", TERMS, ids=lambda term: f"{term.game}-{term.language}-{term.word}")


def test_the_glossary_has_terms_of_every_game_and_language():
    assert {(term.game, term.language) for term in TERMS} == {(game, each) for game in GAMES for each in LANGUAGES}
    assert len(TERMS) > 90


@each_term
def test_a_term_of_the_box_is_used(term: Term):
    assert any(term.said.lower() in text.lower() for text in texts(term.game, term.language)), term.said


@each_term
def test_a_struck_word_is_used_nowhere(term: Term):
    for word in term.struck:
        flags = re.NOFLAG if word[0].isupper() else re.IGNORECASE
        sought = re.compile(rf"(?<!\w){re.escape(word)}", flags)
        assert [text for text in texts(term.game, term.language) if sought.search(text)] == [], word


@pytest.mark.parametrize(
    ("language", "base_card", "refusal"),
    [
        ("en", "base card that may be played", "will not play"),
        ("de", "Elementarkarte spielen darf", "kann oder will"),
        ("fr", "Métal commun jouable", "ne veut pas jouer"),
        ("ru", "карты обычного металла, которую можно сыграть", "не хочет ходить"),
    ],
)
def test_the_player_aid_lets_nobody_refuse_with_a_playable_card(language: str, base_card: str, refusal: str):
    """A7.1: only who has no base card to play may end the round, so the aid must name that before the gold."""
    lines = [line for section in GAMES["aurum"].aid(language) for line in section.lines if "A7.1" in line.rules]
    assert len(lines) == 1
    assert base_card in lines[0].text
    assert refusal not in lines[0].text
