"""What teaches over REST: the tutorials, with the table at every step, and the player aids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from karat.record import Taken
from karat.server.http.calls import Call, Row, kept
from karat.server.http.problems import Failed
from karat.server.matches.replaying import ReplayStep, shown_step
from karat.server.wire.views import View
from karat.tutorial import BadTutorial, Lesson, Tutorial, tutorial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.responses import Response

    from karat.kit import Kit


Language = Literal["en", "de", "fr", "ru"]


class WhichLanguage(Struct, frozen=True, forbid_unknown_fields=True):
    language: Language = "en"


class WhichCourse(Struct, frozen=True, forbid_unknown_fields=True):
    language: Language = "en"
    course: str = ""
    """The first, unless another is named."""


class LessonTold(Struct, frozen=True):
    """Something to read, perhaps something to do, and what happens then."""

    say: str
    expect: tuple[str, ...]
    """The actions that are accepted; empty where one only reads on, or when any will do."""
    any: bool
    """Whether any legal action will do."""
    refused: dict[str, str]
    """Actions that are worth trying in vain, each with the rule that forbids it."""
    view: View
    """The table before it, as the learner sees it."""
    steps: tuple[ReplayStep, ...]
    """What happens: the learner's action as `expect` has it first, then everybody's."""
    said: str | None


class CourseTold(Struct, frozen=True):
    name: str
    title: str


class TutorialTold(Struct, frozen=True):
    game: str
    course: str
    courses: tuple[CourseTold, ...]
    """All of the game, in the order in which they are best taken."""
    title: str
    seat: int
    """The learner's."""
    players: int
    lessons: tuple[LessonTold, ...]


class AidLineTold(Struct, frozen=True):
    text: str
    rules: tuple[str, ...]
    """The ids of the rules that it sums up."""


class AidSectionTold(Struct, frozen=True):
    heading: str
    lines: tuple[AidLineTold, ...]


class AidTold(Struct, frozen=True):
    game: str
    sections: tuple[AidSectionTold, ...]


async def tell_tutorial(call: Call) -> Response:
    try:
        kit = call.kit(call.place("game"))
        found = tutorial(kit, call.asked.course)
    except BadTutorial as missing:
        raise Failed(404, "no_such_game", str(missing)) from None
    language = call.asked.language
    told = TutorialTold(
        game=kit.name,
        course=found.course,
        courses=tuple(CourseTold(name, tutorial(kit, name).title[language]) for name in kit.tutorials),
        title=found.title[language],
        seat=found.seat,
        players=found.rules.players,
        lessons=tuple(told_lessons(found, language)),
    )
    return kept(call, told)


async def tell_aid(call: Call) -> Response:
    game = call.place("game")
    sections = tuple(
        AidSectionTold(section.heading, tuple(AidLineTold(line.text, line.rules) for line in section.lines))
        for section in call.kit(game).aid(call.asked.language)
    )
    return kept(call, AidTold(game, sections))


def told_lessons(lessons: Tutorial, language: str) -> Iterator[LessonTold]:
    """Every lesson with what the learner sees before and while it happens, acting as the model does."""
    kit = lessons.kit
    state = kit.game.deal(kit.game.start(lessons.rules), lessons.deal).state
    for lesson in lessons.lessons:
        before, steps = state, []
        for seat, action in acted(kit, state, lesson, lessons.seat):
            step = kit.game.apply(state, seat, action)
            steps.append(shown_step(kit, Taken(1, seat, action, step), lessons.seat))
            state = step.state
        yield LessonTold(
            say=lesson.say[language],
            expect=tuple(map(str, lesson.expect)),
            any=lesson.any_will_do,
            refused={str(action): law for action, law in lesson.refused},
            view=seen(kit, before, lessons.seat),
            steps=tuple(steps),
            said=lesson.said[language] if lesson.said else None,
        )


def acted(kit: Kit, state: Any, lesson: Lesson, learner: int) -> tuple[tuple[int, Any], ...]:
    """What is done in a lesson and by whom, in order."""
    if not lesson.acts:
        return lesson.then
    model = lesson.expect[0] if lesson.expect else kit.game.legal_actions(state, learner)[0]
    return ((learner, model), *lesson.then)


def seen(kit: Kit, state: Any, seat: int) -> View:
    """The table with what the learner may do."""
    legal = kit.game.legal_actions(state, seat) if seat in kit.game.to_act(state) else ()
    return kit.view(kit.game.observe(state, seat), legal)


TUTORIAL_ROUTES = (
    Row("GET", "/api/tutorials/{game}", "The first moves of a game, to be done", tell_tutorial, None, TutorialTold,
        (404,), WhichCourse),
    Row("GET", "/api/aid/{game}", "A game on half a page", tell_aid, None, AidTold, (404,), WhichLanguage),
)  # fmt: skip
