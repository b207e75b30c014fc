"""Every page in four languages and both themes, for everyone: axe, keyboard, phones."""

from collections.abc import Callable, Sequence

import pytest
from audit import wrongs, wrongs_in_light
from clicking import hand, start
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Picture = Callable[..., None]
WEAR = """theme => localStorage['karat.settings'] = JSON.stringify(
    {...JSON.parse(localStorage['karat.settings']), theme})"""

PAGES = ("/", "/new", "/rules/aurum", "/rules/amul", "/learn/aurum", "/learn/amul", "/score/aurum", "/score/amul",
         "/games", "/me", "/replay", "/nowhere")  # fmt: skip


OTHERS = ("de", "fr", "ru")
"""Each page is looked at in English, in both themes, and in one other language."""
LOOKS = [("en", PAGES), *((language, PAGES[number :: len(OTHERS)]) for number, language in enumerate(OTHERS))]


@pytest.mark.parametrize(("language", "paths"), LOOKS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_page_is_open_to_everyone(visit: Visit, picture: Picture, language: str, paths: Sequence[str]) -> None:
    page = visit("/nowhere", language=language)
    wrong = {}
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.locator("html").get_attribute("lang") == language
        picture(page, f"{language}{path.replace('/', '-')}", whole=True)
        if found := wrongs(page) + (wrongs_in_light(page) if language == "en" else []):
            wrong[path] = found
    assert wrong == {}


TABLES = [("aurum", 4, False), ("aurum", 3, True), ("amul", 3, False), ("amul", 8, True)]
"""With and without a phone; test_windows.py has late decisions of more of them."""


@pytest.mark.parametrize(("game", "players", "phone"), TABLES)
def test_every_table_is_open_to_everyone(
    visit: Visit, picture: Picture, game: str, players: int, *, phone: bool
) -> None:
    page = visit(phone=phone, pace="none", theme="light")
    start(page, game, players)
    page.wait_for_selector("[data-action]")
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.evaluate(WEAR, "dark")
    page.reload()
    page.wait_for_selector("[data-action]")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    picture(page, f"{game}-{players}-{'phone' if phone else 'desktop'}")
    assert wrongs(page) + wrongs_in_light(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pages_fit_a_phone_held_upright(visit: Visit, picture: Picture) -> None:
    page = visit(phone=True, language="ru")
    too_wide = []
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        picture(page, f"phone{path.replace('/', '-')}", whole=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(path)
    assert too_wide == []


def test_pages_bear_being_enlarged_to_twice_their_size(visit: Visit, picture: Picture) -> None:
    """As WCAG measures it: at 200 %, a window of 1280 by 800 has room for 640 by 400."""
    page = visit(pace="none")
    page.set_viewport_size({"width": 640, "height": 400})
    start(page, "aurum", 4)
    page.wait_for_selector("[data-action]")
    picture(page, "aurum-4-zoomed", whole=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_card_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit(pace="none")
    press_until(page, "Tab", lambda: focused(page).startswith("Play against bots"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-action]:not([disabled])")
    before = hand(page)
    press_until(page, "Tab", lambda: page.evaluate("!!document.activeElement?.closest('[data-hand]')"))
    for _ in range(8):
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
        if hand(page) != before:
            break
        page.keyboard.press("ArrowRight")
    assert len(hand(page)) < len(before)


def test_what_happens_is_told_to_screen_readers(visit: Visit) -> None:
    page = visit(pace="none")
    start(page, "aurum", 4)
    page.wait_for_selector("[data-action]")
    expect(page.locator("[aria-live=polite]")).not_to_have_text("")


def press_until(page: Page, key: str, is_there: Callable[[], bool]) -> None:
    for _ in range(80):
        page.keyboard.press(key)
        if is_there():
            return
    pytest.fail(f"80 times {key}, and still not there: {focused(page)!r}")


def focused(page: Page) -> str:
    words: str = page.evaluate("document.activeElement?.innerText ?? ''")
    return words.strip()
