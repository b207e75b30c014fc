"""What can be looked up over REST: the rules of the games in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from karat.book import UnknownRule
from karat.language import LANGUAGES
from karat.server.http.calls import Call, Row, kept
from karat.server.http.problems import Failed

if TYPE_CHECKING:
    from starlette.responses import Response

    from karat.kit import Kit

Language = Literal["en", "de", "fr", "ru"]
Edition = Annotated[str, Meta(max_length=20)]


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
    ruling: str
    """What is ours in it and why; empty where the rulebooks say it all."""


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
    one_ruling: str
    """What is ours in the first one's rule; empty where nothing is."""
    other_ruling: str


class DifferencesTold(Struct, frozen=True):
    game: str
    language: str
    one: str
    other: str
    rules: tuple[DifferenceTold, ...]


async def rules(call: Call) -> Response:
    game, wanted = call.place("game"), call.asked
    kit = call.kit(game)
    whole = kit.book(wanted.language)
    told = whole.edition(edition_of(kit, wanted.edition)) if wanted.edition else whole
    chapters = tuple(
        ChapterTold(
            chapter.id,
            chapter.title,
            tuple(RuleTold(one.id, one.text, one.editions, one.ruling) for one in chapter.rules),
        )
        for chapter in told.chapters
    )
    return kept(
        call,
        BookTold(
            game=game,
            language=wanted.language,
            languages=LANGUAGES,
            edition=wanted.edition,
            editions=kit.options.editions,
            title=told.title,
            introduction=told.introduction,
            chapters=chapters,
            laws=kit.law_titles(wanted.language),
        ),
    )


async def differences(call: Call) -> Response:
    game, wanted = call.place("game"), call.asked
    kit = call.kit(game)
    one, other = edition_of(kit, wanted.one), edition_of(kit, wanted.other)
    try:
        found = tuple(
            DifferenceTold(here.id, here.text, there.text, here.ruling, there.ruling)
            for here, there in kit.book(wanted.language).differences(one, other)
        )
    except UnknownRule as unknown:
        raise Failed(409, "no_editions", f"the editions do not both have the rule {unknown}") from None
    return kept(call, DifferencesTold(game, wanted.language, one, other, found))


def edition_of(kit: Kit, name: str) -> str:
    """One of the game's rulebooks."""
    if name not in kit.options.editions:
        there_are = ", ".join(kit.options.editions) or "none: there is one rulebook"
        raise Failed(409, "bad_request", f"{kit.name} has no edition {name!r}; there are {there_are}")
    return name


LIBRARY_ROUTES = (
    Row("GET", "/api/rules/{game}", "The rules in plain words", rules, None, BookTold, (404,), WhichBook),
    Row("GET", "/api/rules/{game}/differences", "What two rulebooks say differently", differences, None,
        DifferencesTold, (404, 409), WhichBooks),
)  # fmt: skip
