"""Tutorials: a fixed deal, what the learner is told at each step, and the actions that make it true.

A tutorial is a file (`tutorial.toml` in its game's folder; a further course has a name behind a dash) of this form:

    title = { en = "...", de = "...", fr = "...", ru = "..." }
    seat = 0                       # the learner's
    players = 3
    first = 0                      # who begins
    ...                            # the cards, as the game's kit reads a deal

    [[step]]
    say = { en = "..." }           # before the learner acts
    expect = ["play B9"]           # what is accepted, or "any" legal action; left out: read and go on
    refused = { "gold G0" = "A5.2" }    # what could be tried in vain, with the Law that forbids it
    then = ["1 play P4"]           # what happens next, by seat; the learner's seat too where nothing is to be learnt
    said = { en = "..." }          # once it has happened
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.kit import Settings
from karat.language import Texts, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.game import Seat
    from karat.kit import Kit

SeatAction: TypeAlias = "tuple[Seat, Any]"
"""An action and whose it is."""


class BadTutorial(ValueError):
    """A tutorial that cannot be read, or whose actions the rules forbid."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: something to read, perhaps something to do, and what happens then."""

    say: Texts
    expect: tuple[Any, ...]
    """The actions that are accepted, the model first; none where one only reads on, or when any will do."""
    any_will_do: bool
    refused: tuple[tuple[Any, str], ...]
    """Actions that the rules forbid here, each with the id of its Law."""
    then: tuple[SeatAction, ...]
    said: Texts | None

    @property
    def acts(self) -> bool:
        return self.any_will_do or bool(self.expect)


@dataclass(frozen=True, slots=True)
class Tutorial:
    kit: Kit
    course: str
    title: Texts
    seat: Seat
    rules: Any
    deal: Any
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class LessonMoment:
    """A lesson and how the match stands before it, between the learner's action and the others', and after it."""

    lesson: Lesson
    before: Any
    acted: Any
    after: Any


def tutorial(kit: Kit, course: str = "") -> Tutorial:
    """A course of a game, the first where none is named; BadTutorial when there is no such."""
    wanted = course or next(iter(kit.tutorials), "")
    if wanted not in kit.tutorials:
        raise BadTutorial(f"there is no tutorial{f' {course!r}' if course else ''} of {kit.name}")
    return parse_tutorial(kit, kit.tutorials[wanted], wanted)


def parse_tutorial(kit: Kit, text: str, course: str = "") -> Tutorial:
    """The tutorial that a text in the form above tells; whether the rules allow it, `moments` finds out."""
    told = tomllib.loads(text)
    rules = kit.agree(Settings(told["players"]))
    lessons = tuple(read_lesson(kit, number, step) for number, step in enumerate(told["step"], 1))
    title = texts(told["title"], "the title")
    return Tutorial(kit, course, title, told["seat"], rules, kit.read_deal(rules, told), lessons)


def read_lesson(kit: Kit, number: int, step: dict[str, Any]) -> Lesson:
    parse = kit.game.parse_action
    expect = step.get("expect", [])
    if unknown := set(step) - {"say", "expect", "refused", "then", "said"}:
        raise BadTutorial(f"step {number} has the unknown fields {', '.join(sorted(unknown))}")
    return Lesson(
        say=texts(step.get("say"), f"step {number}"),
        expect=() if expect == "any" else tuple(map(parse, expect)),
        any_will_do=expect == "any",
        refused=tuple((parse(action), law) for action, law in step.get("refused", {}).items()),
        then=tuple((int(seat), parse(action)) for seat, _, action in (line.partition(" ") for line in step["then"]))
        if "then" in step
        else (),
        said=texts(step["said"], f"step {number}, afterwards,") if "said" in step else None,
    )


def moments(lessons: Tutorial) -> Iterator[LessonMoment]:
    """Every lesson with the match around it, the learner acting as the model does.

    Raises IllegalDeal or IllegalAction where the rules forbid what is told.
    """
    game = lessons.kit.game
    state = game.deal(game.start(lessons.rules), lessons.deal).state
    for lesson in lessons.lessons:
        before = acted = state
        if lesson.acts:
            model = lesson.expect[0] if lesson.expect else game.legal_actions(state, lessons.seat)[0]
            acted = state = game.apply(state, lessons.seat, model).state
        for seat, action in lesson.then:
            state = game.apply(state, seat, action).state
        yield LessonMoment(lesson, before, acted, state)
