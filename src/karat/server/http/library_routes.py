"""What can be looked up over REST: the cards of both games, and their rules in plain words."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from karat import aurum
from karat.book import Book, UnknownRule
from karat.language import LANGUAGES
from karat.server.http.calls import Call, Row
from karat.server.http.catalogue import AmulCatalogue, AurumCatalogue, amul_catalogue, aurum_catalogue
from karat.server.http.problems import Failed
from karat.words.laws import law_titles

Language = Literal["en", "de", "fr", "ru"]
Edition = Literal["de", "fr", "ru"]


class WhichCards(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[str, Meta(max_length=64)] = "standard"
    """The card file: `standard`, or the SHA-256 of one that the server has."""


class WhichBook(Struct, frozen=True, forbid_unknown_fields=True):
    language: Language = "en"
    edition: Edition | None = None
    """Only what this rulebook says; without it all, each rule with its editions."""


class WhichBooks(Struct, frozen=True, forbid_unknown_fields=True):
    one: Edition
    other: Edition
    language: Language = "en"


class RuleTold(Struct, frozen=True):
    id: str
    text: str
    editions: tuple[str, ...]
    """That have it so; empty where all have."""


class ChapterTold(Struct, frozen=True):
    id: str
    title: str
    rules: tuple[RuleTold, ...]


class BookTold(Struct, frozen=True):
    game: str
    language: str
    languages: tuple[str, ...]
    edition: str | None
    editions: tuple[str, ...]
    """That there are of this game."""
    title: str
    introduction: str
    chapters: tuple[ChapterTold, ...]
    laws: dict[str, str]
    """What a refusal by a rule says in one line, by the id of the rule."""


class DifferenceTold(Struct, frozen=True):
    id: str
    one: str
    other: str


class DifferencesTold(Struct, frozen=True):
    game: str
    language: str
    one: str
    other: str
    rules: tuple[DifferenceTold, ...]


async def aurum_cards(call: Call) -> Response:
    return kept(call, aurum_catalogue())


async def amul_cards(call: Call) -> Response:
    wanted: WhichCards = call.asked
    cards = await call.house.card_files.cards(wanted.cards)
    if cards is None:
        raise Failed(404, "no_such_cards", "there is no such card file")
    return kept(call, amul_catalogue(cards))


async def rules(call: Call) -> Response:
    game, wanted = call.place("game"), call.asked
    whole = book_of(call, game, wanted.language)
    told = whole.edition(wanted.edition) if wanted.edition else whole
    chapters = tuple(
        ChapterTold(chapter.id, chapter.title, tuple(RuleTold(one.id, one.text, one.editions) for one in chapter.rules))
        for chapter in told.chapters
    )
    return kept(
        call,
        BookTold(
            game=game,
            language=wanted.language,
            languages=LANGUAGES,
            edition=wanted.edition,
            editions=editions_of(whole),
            title=told.title,
            introduction=told.introduction,
            chapters=chapters,
            laws=law_titles(game, wanted.language),
        ),
    )


async def differences(call: Call) -> Response:
    game, wanted = call.place("game"), call.asked
    book = book_of(call, game, wanted.language)
    try:
        found = tuple(DifferenceTold(*one) for one in book.differences(wanted.one, wanted.other))
    except UnknownRule as unknown:
        raise Failed(409, "no_editions", f"the editions do not both have the rule {unknown}") from None
    return kept(call, DifferencesTold(game, wanted.language, wanted.one, wanted.other, found))


def book_of(call: Call, game: str, language: str) -> Book:
    if game not in call.house.games:
        raise Failed(404, "no_such_game", f"there is no such game; there are {', '.join(call.house.games)}")
    return call.house.games[game].book(language)


def editions_of(book: Book) -> tuple[str, ...]:
    """The editions that a book tells apart; none where there is one rulebook."""
    named = {edition for rule in book.rules for edition in rule.editions}
    return tuple(edition.value for edition in aurum.Edition if edition.value in named)


def kept(call: Call, told: Struct) -> Response:
    """An answer that browsers keep, and ask after only whether it is still the same."""
    body = msgspec.json.encode(told)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=60"}
    given = call.request.headers.get("if-none-match", "")
    if tag in [each.strip().removeprefix("W/") for each in given.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


LIBRARY_ROUTES = (
    Row("GET", "/api/cards/aurum", "All cards of Aurum", aurum_cards, None, AurumCatalogue),
    Row("GET", "/api/cards/amul", "All cards of Amul", amul_cards, None, AmulCatalogue, (404,), WhichCards),
    Row("GET", "/api/rules/{game}", "The rules in plain words", rules, None, BookTold, (404,), WhichBook),
    Row("GET", "/api/rules/{game}/differences", "What two rulebooks say differently", differences, None,
        DifferencesTold, (404, 409), WhichBooks),
)  # fmt: skip
