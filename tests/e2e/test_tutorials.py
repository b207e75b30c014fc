"""The tutorials, walked to their end as a learner does: by doing what one is told."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from clicking import CLICK, clickable, soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
YOU = {"de": "Du beendest die Runde", "ru": "Вы заканчиваете раунд"}


@pytest.mark.parametrize(
    ("game", "course", "language", "phone"),
    [
        ("aurum", "first", "ru", True),
        ("aurum", "partners", "de", True),
        ("aurum", "partners", "ru", False),
        ("amul", "first", "fr", True),
    ],
)
def test_a_tutorial_leads_to_its_end_and_on_to_a_match(
    visit: Visit, picture: Callable[..., None], game: str, course: str, language: str, *, phone: bool
) -> None:
    page = visit(f"/learn/{game}?course={course}", phone=phone, language=language, pace="none", name="")
    told = page.request.get(f"/api/tutorials/{game}?language={language}&course={course}").json()
    coach, onward = page.get_by_test_id("coach"), page.get_by_test_id("next")
    for number, lesson in enumerate(told["lessons"]):
        expect(page.locator(".learn")).to_have_attribute("data-lesson", str(number))
        expect(coach).to_have_text(lesson["say"])
        picture(page, f"learn-{game}-{course}-{language}-{number:02}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if lesson["expect"] or lesson["any"]:
            do(page, lesson["expect"])
            if "end" in lesson["expect"]:
                expect(page.get_by_test_id("sheet")).to_contain_text(YOU[language])
                expect(page.get_by_test_id("waited")).to_have_count(0)  # it stays as long as one reads it
                page.get_by_test_id("continue").click()
        if lesson["said"]:
            expect(coach).to_have_text(lesson["said"])
            picture(page, f"learn-{game}-{course}-{language}-{number:02}-said")
        if lesson is told["lessons"][-1]:
            expect(onward).to_have_count(0)  # what comes next is offered with the last words
        elif lesson["said"] or not (lesson["expect"] or lesson["any"]):
            onward.click()
        expect(page.get_by_test_id("nudge")).to_have_count(0)
    picture(page, f"learn-{game}-{course}-{language}-end")
    if game == "aurum" and course == "first":  # where one plays with a partner, too
        page.get_by_test_id("next-course").click()
        page.wait_for_url("**/learn/aurum?course=partners")
        expect(page.locator(".learn")).to_have_attribute("data-lesson", "0")
    else:
        page.locator(".does button.primary").click()
        page.wait_for_url("**/t/*")


def do(page: Page, expected: Sequence[str]) -> None:
    """What is asked for, as one does it: a card that is touched first is lifted."""
    soon(page, lambda: page.locator(".learn").get_attribute("data-phase") == "do", "it is the learner's turn")
    action = expected[0] if expected else ""
    if action.startswith("swap"):
        steps: Any = page.get_by_test_id("change").get_by_role("group")
        steps.nth(0).get_by_role("button").first.click()
        steps.nth(1).get_by_role("button").nth(-1 if " 0 " not in action else 0).click()
        page.locator(f"[data-hand] [data-card='{action.split()[-1]}'] button").click()
    soon(page, lambda: bool(clickable(page)), "something can be done")
    for _ in range(3):
        assert page.evaluate(CLICK, action or clickable(page)[0])
        page.wait_for_timeout(200)
        if page.locator(".learn").get_attribute("data-phase") != "do":
            return
        if not action or action not in clickable(page):
            return
