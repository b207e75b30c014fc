"""Being told while one is not looking: the settings, the page's worker, and the way from one table to the next."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from audit import wrongs
from clicking import clickable, play_on, soon
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Picture = Callable[..., None]
SLOW = {"game": "aurum", "players": 3, "bots": {"2": "random"}, "clock": {"kind": "days", "days": 2}}
PASSWORD = "four geese in a row"  # noqa: S105 -- of nobody
# A browser without a window shows no notices and has no push service behind it: both are as in one that has.
SUBSCRIBES = """
Object.defineProperty(Notification, "permission", { get: () => window.allowed ?? "default" });
Notification.requestPermission = async () => (window.allowed = "granted");
PushManager.prototype.subscribe = async function (options) {
  window.asked = options;
  const made = {
    endpoint: "https://push.example/ada", options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: made.endpoint, keys: {
      p256dh: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
      auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
    unsubscribe: async () => { window.made = null; return true; },
  };
  return (window.made = made);
};
PushManager.prototype.getSubscription = async () => window.made ?? null;
"""


def sign_up(page: Page, name: str) -> None:
    assert page.request.post("/api/accounts", data={"name": name, "password": PASSWORD}).ok


def test_notices_are_turned_on_by_a_click_and_chosen(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ada", worker=True)
    page.context.add_init_script(SUBSCRIBES)
    sign_up(page, "Ada of Notices")
    page.goto("/me?at=notices")
    here = page.get_by_test_id("here")
    expect(here).to_contain_text("also while the page is closed")
    assert page.evaluate("window.asked") is None, "nothing is asked before a click"
    assert wrongs(page) == []
    here.get_by_role("button", name="Turn on").click()
    expect(here.get_by_role("list")).to_contain_text("Browser")
    assert page.evaluate("window.asked.userVisibleOnly") is True
    expect(here.get_by_role("button", name="Turn off")).to_be_visible()
    here.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("Sent. It should be there in a moment.")).to_be_visible()

    page.get_by_role("checkbox", name="A match has begun").click()
    page.get_by_role("checkbox", name="Nothing comes at night").click()
    expect(page.get_by_label("From")).to_have_value("22:00")
    page.get_by_label("From").fill("21:30")
    page.get_by_label("From").blur()
    soon(page, lambda: quiet(page) == 21 * 60 + 30, "the hours are stored")
    page.get_by_label("Address of the program").fill("https://127.0.0.1/inside")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("This address cannot be used")).to_be_visible()
    page.get_by_label("Address of the program").fill("https://chat.example/hook")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_test_id("secret")).to_be_visible()
    picture(page, "notices", whole=True)
    assert wrongs(page) == []

    page.reload()
    expect(page.get_by_role("checkbox", name="A match has begun")).not_to_be_checked()
    expect(page.get_by_label("From")).to_have_value("21:30")
    expect(page.get_by_test_id("secret")).to_have_count(0)
    page.get_by_role("button", name="Remove chat.example").click()
    expect(page.get_by_text("chat.example")).to_have_count(0)


def quiet(page: Page) -> int:
    return int(page.request.get("/api/me/notices").json()["quiet"]["begins"])


@pytest.mark.parametrize("language", ["de", "fr", "ru"])
def test_a_browser_that_refuses_is_told_what_works_all_the_same(visit: Visit, picture: Picture, language: str) -> None:
    page = visit("/", phone=True, language=language, theme="light", worker=True)
    page.context.add_init_script("Object.defineProperty(Notification, 'permission', { value: 'denied' })")
    assert page.request.post("/api/guests", data={"name": "Bea"}).ok
    page.goto("/me?at=notices")
    here = page.get_by_test_id("here")
    expect(here).to_be_visible()
    expect(here.get_by_role("button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"notices-phone-{language}", whole=True)
    assert wrongs(page) == []


@pytest.fixture
def bea(house: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house) as client:
        assert client.post("/api/guests", json={"name": "Bea"}).is_success
        yield client


def open_slow(page: Page, bea: httpx.Client) -> str:
    table = str(page.request.post("/api/tables", data={"config": SLOW, "seat": 0}).json()["table"])
    assert bea.post(f"/api/tables/{table}/join", json={}).is_success
    return table


@pytest.mark.parametrize("phone", [False, True])
def test_who_plays_over_days_is_led_from_table_to_table(
    visit: Visit, bea: httpx.Client, picture: Picture, phone: bool
) -> None:
    page = visit("/", pace="none", phone=phone, worker=True)
    assert page.request.post("/api/guests", data={"name": "Ada"}).ok
    first, second = open_slow(page, bea), open_slow(page, bea)
    page.goto("/")
    badge = page.get_by_test_id("waits")
    expect(badge).to_have_text("2")
    expect(badge).to_have_accessible_name("2 tables wait for you")
    picture(page, f"waits-{'phone' if phone else 'desktop'}")
    assert wrongs(page) == []
    badge.click()
    expect(page).to_have_url(f"{page.url.partition('/t/')[0]}/t/{first}")
    soon(page, lambda: bool(clickable(page)), "a bid is wanted")
    expect(page.get_by_test_id("next-table")).to_have_count(0)
    play_on(page, most=1)
    next_table = page.get_by_test_id("next-table")
    expect(next_table).to_contain_text("Aurum with Bea waits for you")
    picture(page, f"next-table-{'phone' if phone else 'desktop'}")
    assert wrongs(page) == []
    next_table.get_by_role("link", name="Next table").click()
    page.wait_for_url(f"**/t/{second}")
    soon(page, lambda: bool(clickable(page)), "a bid is wanted here, too")
    play_on(page, most=1)
    expect(page.get_by_test_id("next-table")).to_have_count(0)
    expect(page.get_by_test_id("waits")).to_have_count(0)


SHOWS = """() => {
  self.tray = [];
  const shown = (title, { tag, body, silent }) => ({ title, tag, body, silent, close: () => {
    self.tray = self.tray.filter((one) => one.tag !== tag);
  } });
  self.registration.showNotification = async (title, options) => {
    self.tray = [...self.tray.filter(({ tag }) => tag !== options.tag), shown(title, options)];
  };
  self.registration.getNotifications = async ({ tag } = {}) => self.tray.filter((one) => !tag || one.tag === tag);
}"""
PUSHED = """async (told) => {
  const event = new PushEvent("push", { data: JSON.stringify(told) });
  const done = [];
  event.waitUntil = (promise) => done.push(promise);
  self.dispatchEvent(event);
  await Promise.all(done);
  return self.tray.map(({ title, body, silent }) => [title, body, silent]);
}"""


def test_the_worker_shows_a_notice_once_however_often_it_is_pushed(visit: Visit, house: str) -> None:
    page = visit("/", worker=True)
    soon(page, lambda: bool(page.context.service_workers), "the worker is there")
    worker = page.context.service_workers[0]
    soon(page, lambda: worker.evaluate("self.serviceWorker.state") == "activated", "it is at work")
    worker.evaluate(SHOWS)

    def push(**told: str) -> list[list[Any]]:
        notice = {"tag": "turn", "line": "Aurum with Bea", "link": f"{house}/rules", "language": "en", **told}
        tray: list[list[Any]] = worker.evaluate(PUSHED, notice)
        return tray

    turn = ["Your turn", "Aurum with Bea", False]
    assert push(id="one", title="Your turn") == [turn]
    assert push(id="one", title="Your turn") == [[*turn[:2], True]]  # it lies there still, and makes no sound
    worker.evaluate("self.tray = []")  # the person has put it away
    assert push(id="one", title="Your turn") == []  # sent again by a server that was killed
    assert push(id="two", title="Your turn") == [turn]
    assert worker.evaluate(PUSHED, "nonsense") == [turn]
