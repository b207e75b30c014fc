"""A board in every window, at a table or beside words: what a decision needs is in sight, and nothing lies over it."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from audit import wrongs
from brought import bring_in
from playwright.sync_api import Browser, Page, Route
from positions import Position, Stand, positions

from karat.games import GAMES
from karat.server.reviews.puzzle_book import read_puzzles

Visit = Callable[..., Page]

WINDOWS = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "laptop": (1366, 650),
    "desktop": (1440, 900),
    "full HD": (1920, 1080),
    "large": (2560, 1440),
    "laptop at 200 %": (683, 384),
    "tall phone": (360, 740),
    "tablet": (1024, 768),
    "netbook": (1024, 600),
}
PHONES = ("small phone", "tall phone", "phone", "phone on its side")
"""Where fingers point."""
ROOMY = ("desktop", "full HD", "large", "tablet")
"""What fits the others fits these, which take the most time to draw: they are looked at once for each board."""
MOMENTS = {"bid early", "change late", "play late", "offer early", "take late", "gain late"}
"""Each kind of decision once: with all cards in hand, or with long rows before everyone."""
DECIDING = ["turn", "hand", "choice"]
"""What has to be there for who is asked."""
LATE = 30
"""A step of a match at which much lies on the table."""
TABLES = [*(("aurum", players) for players in (3, 4)), *(("amul", players) for players in range(3, 9))]

LOOK = """async (musts) => {
  // A new size of the window is laid out within some frames, as sizes that follow from others come one after the other.
  const where = () => [...document.querySelectorAll('[data-card], [data-testid], button')]
    .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].map(Math.round)).join();
  for (let before = '', still = 0, frames = 0; still < 4 && frames < 90; frames++) {
    await new Promise(requestAnimationFrame);
    const now = where();
    still = now === before ? still + 1 : 0;
    before = now;
  }
  const found = [];
  const name = one => one.dataset.action ?? one.dataset.card ?? one.dataset.testid ?? one.className;
  const shown = one => one.getClientRects().length > 0;
  const needed = {
    turn: '[data-testid=status], [data-testid=prompt]',
    hand: '[data-hand] > [data-card]',
    table: '.mid [data-card], .middle .market [data-card]',
    bid: '[data-seat] .bid',
    choice: '[data-action]',
    button: '[data-testid=actions] button',
  };
  const seen = new Set();
  for (const [kind, selector] of Object.entries(needed)) {
    const all = [...document.querySelectorAll(selector)].filter(shown);
    if (!all.length && musts.includes(kind)) found.push(`no ${kind}`);
    all.forEach((one, at) => {
      if (seen.has(one)) return;
      seen.add(one);
      const box = one.getBoundingClientRect();
      const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
      // The outer leaves of a fan dip a corner below the edge.
      const dip = one.closest('[data-hand]') ? 0.1 * box.height : 1.5;
      if (out > dip) { found.push(`${kind} ${name(one)}: ${Math.round(out)} px outside`); return; }
      // A card of a fan is pressed where the next one leaves it free.
      const next = kind === 'hand' || one.closest('[data-hand]') ? all[at + 1]?.getBoundingClientRect() : null;
      const right = next && next.top < box.bottom && next.left > box.left ? Math.min(box.right, next.left) : box.right;
      const [x, y] = [(box.left + right) / 2, (box.top + box.bottom) / 2];
      const hit = document.elementFromPoint(x, y);
      const free = one.contains(hit) || (hit?.contains(one) && !one.dataset.action);
      if (!free) found.push(`${kind} ${name(one)}: covered by ${hit ? hit.tagName + '.' + hit.className : 'nothing'}`);
      const target = one.closest('button') ?? (one.tagName === 'BUTTON' ? one : null);
      if (target && one.dataset.action && right - box.left < 20)
        found.push(`${kind} ${name(one)}: only ${Math.round(right - box.left)} px of it are free`);
    });
  }
  // What lies on the table ends where the hand begins; a place that scrolls by itself ends at its edge.
  const hand = document.querySelector('[data-hand]')?.getBoundingClientRect();
  if (!hand) return ['no hand'];
  for (const place of document.querySelectorAll('.middle .place')) {
    const [box, edge] = [place, place.parentElement].map(one => one.getBoundingClientRect());
    const cut = getComputedStyle(place.parentElement).overflowY !== 'visible';
    const end = cut ? Math.min(box.bottom, edge.bottom) : box.bottom;
    if (box.right > hand.left && box.left < hand.right && end > hand.top + 2)
      found.push(`${place.className}: ${Math.round(end - hand.top)} px under the hand`);
  }
  // What stands in a line is not written over: a seat's signs, what it does, and the heading of a place.
  for (const line of document.querySelectorAll('.plate .facts, .middle h2')) {
    const called = `${line.className || line.tagName}: ${line.textContent.trim()}`;
    const parts = [...line.children].filter(shown).map(one => one.getBoundingClientRect());
    parts.forEach((one, at) => parts.slice(at + 1).forEach(other => {
      const [wide, high] = [Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
      if (wide > 2 && high > 2) found.push(`${called} is overwritten`);
    }));
    if (line.scrollWidth > line.clientWidth + 2) found.push(`${called} runs over its edge`);
  }
  // How many of a card there are is written beside what it is worth, and not over it.
  for (const number of document.querySelectorAll('.face > .number')) {
    const worth = number.parentElement.querySelector('.now');
    if (!worth || !shown(number)) continue;
    const [one, other] = [number, worth].map(part => part.getBoundingClientRect());
    if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
      found.push(`${name(number.closest('button'))}: its number lies over its worth`);
  }
  // Upright a hand lies in rows of the same length, or one card less.
  if (innerHeight > innerWidth && musts.includes('choice')) {
    const rows = {};
    for (const one of document.querySelectorAll('[data-hand] > [data-card]'))
      (rows[Math.round(one.getBoundingClientRect().top / 9)] ??= []).push(one);
    const lengths = Object.values(rows).map(row => row.length);
    if (Math.max(...lengths) - Math.min(...lengths) > 1) found.push(`rows of ${lengths} cards in hand`);
  }
  // What lies side by side covers nothing of its neighbours, and all of it is in the window.
  const board = document.querySelector('.board .board, .board');
  const cut = one => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let up = one.parentElement; up && up !== board; up = up.parentElement) {
      const { overflowY, display } = getComputedStyle(up);
      if (overflowY === 'visible' || display === 'contents') continue;
      const edge = up.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { one, left, top, right, bottom };
  };
  const pieces = [...board.querySelectorAll('.seat, .rival, .laid .face, .strip, .change, .track, .score, .supply,'
    + ' .aside, .buttons, .place, [data-testid=prompt], [data-testid=actions] button, [data-hand] > [data-card]')]
    .filter(shown).map(cut).filter(({ left, right, top, bottom }) => right > left && bottom > top);
  const group = one => one.closest('[data-hand], .cross, .middle');
  pieces.forEach((a, at) => {
    const below = a.one.closest('[data-hand]') ? 0 : a.bottom - innerHeight;
    const out = Math.max(-a.left, -a.top, a.right - innerWidth, below);
    if (out > 3) found.push(`${name(a.one)}: ${Math.round(out)} px outside`);
    for (const b of pieces.slice(at + 1)) {
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      // A card that is turned a little needs less room than the box around it.
      if (wide < 5 || high < 5 || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (group(a.one) && group(a.one) === group(b.one)) continue;
      found.push(`${name(a.one)} and ${name(b.one)} overlap by ${Math.round(wide)}x${Math.round(high)} px`);
    }
  });
  // Of a seat the name, what lies before it and an open hand stand apart, and all of it is on its plate.
  for (const seat of document.querySelectorAll('.seat, .rival')) {
    const edge = seat.getBoundingClientRect();
    const parts = ['.head', '.facts', '.open'].map(part => seat.querySelector(`:scope > ${part}`)).filter(Boolean);
    const ends = parts.map(part => [...part.children].filter(shown).map(one => one.getBoundingClientRect()));
    for (const { left, right, bottom } of ends.flat())
      if (left < edge.left - 2 || right > edge.right + 2 || bottom > edge.bottom + 2)
        { found.push(`${name(seat)}: part of it is beside its plate`); break; }
    ends.forEach((a, at) => ends.slice(at + 1).forEach(b => {
      if (a.some(one => b.some(other => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
          && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)))
        found.push(`${name(seat)}: what stands on its plate overlaps`);
    }));
  }
  // Whose card it is and what it earns can be read: no other card of the trick lies over it.
  const cross = document.querySelector('.cross');
  cross?.style.setProperty('pointer-events', 'auto');
  for (const tag of document.querySelectorAll('.cross .tag')) {
    const { left, right, top, bottom } = tag.getBoundingClientRect();
    for (const x of [left + 2, right - 2])
      if (document.elementFromPoint(x, (top + bottom) / 2)?.closest('.face'))
        found.push(`${tag.textContent.trim()}: a card lies over it`);
  }
  cross?.style.removeProperty('pointer-events');
  for (const place of [document.documentElement, document.getElementById('main')])
    if (place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1)
      found.push(`${place.tagName} scrolls: ${place.scrollWidth}x${place.scrollHeight}`);
  return found;
}"""


FINGERS = """() => {
  const found = [];
  const named = one => one.dataset.action ?? one.dataset.testid ?? one.getAttribute('aria-label') ?? one.className;
  const play = document.querySelector('.play, .beside > .board, .replay > .board');
  for (const one of play.querySelectorAll('button:not(:disabled), a[href], summary, input')) {
    const box = one.getBoundingClientRect();
    if (!box.width || getComputedStyle(one).visibility === 'hidden') continue;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // Of a row that goes on beyond the edge the last one is seen in part.
    const row = one.closest('.tableau, .around, ol')?.getBoundingClientRect();
    if (row && (box.right > row.right + 1 || box.bottom > Math.min(row.bottom, innerHeight) + 1)) continue;
    // What something else answers for, such as a card in an area that opens as a whole, is no target.
    if (!one.contains(document.elementFromPoint(x, y))) continue;
    // It may answer beyond what is seen of it. Most do all around their middle, and need no more questions.
    const answers = (dx, dy) => one.contains(document.elementFromPoint(x + dx, y + dy));
    if (answers(-21, 0) && answers(21, 0) && answers(0, -21) && answers(0, 21)) continue;
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 44 && answers(dx * (far + 1), dy * (far + 1))) far++;
      return far;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    if (Math.min(width, height) < 42) found.push(`${named(one)}: a finger has ${width} by ${height} px`);
  }
  const texts = document.createTreeWalker(play, NodeFilter.SHOW_TEXT);
  const small = new Set();
  for (let text; (text = texts.nextNode()); ) {
    const [box] = [text.parentElement.getBoundingClientRect()];
    if (!text.data.trim() || box.width < 3 || text.parentElement.closest('.sr, [hidden], svg')) continue;
    const size = parseFloat(getComputedStyle(text.parentElement).fontSize);
    if (size < 10.95) small.add(`${text.parentElement.className}: text of ${size.toFixed(1)} px`);
  }
  return [...found, ...small];
}"""


PLAIN = """() => {
  if (document.getElementById('plain')) return;
  const style = document.head.appendChild(document.createElement('style'));
  style.id = 'plain';
  style.textContent = 'svg * { display: none !important; }';
}"""
"""Without the drawings, which take their room all the same: a large window would be half a second a frame."""
DRAWN = "() => document.getElementById('plain')?.remove()"
SETTINGS = """localStorage['karat.settings'] ??= '{"language":"de","theme":"dark","pace":"none","name":"Ada"}'"""


REVIEWS = re.compile(r"/api/matches/[^/]+/review\b")


def begin_review(route: Route) -> None:
    """A review that waits for its turn: the board beside it is there, and nobody has to work it out."""
    match = route.request.url.split("/")[-2]
    route.fulfill(json={"match": match, "seat": 1, "progress": 0.0, "pictures": [*range(500)], "review": None})


@pytest.fixture(scope="module")
def stand(browser: Browser, house: str) -> Iterator[Stand]:
    """One page for all: it is told one position after the other."""
    context = browser.new_context(base_url=house, reduced_motion="reduce", service_workers="block")
    context.add_init_script(SETTINGS)
    context.route(REVIEWS, begin_review)
    yield Stand(context.new_page())
    context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, house: str) -> Iterator[Stand]:
    """The same in somebody's hand."""
    context = browser.new_context(
        base_url=house, reduced_motion="reduce", has_touch=True, is_mobile=True, service_workers="block"
    )
    context.add_init_script(SETTINGS)
    context.route(REVIEWS, begin_review)
    yield Stand(context.new_page())
    context.close()


def look_around(
    stand: Stand, phone: Stand, show: Callable[[Stand], None], musts: list[str], left_out: tuple[str, ...] = ()
) -> dict[str, list[str]]:
    """What is wrong in which window: a page that is open takes one size after the other."""
    wrong: dict[str, list[str]] = {}
    for at, windows in ((stand, [one for one in WINDOWS if one not in {*PHONES, *left_out}]), (phone, PHONES)):
        show(at)
        at.page.evaluate(PLAIN)
        for window in windows:
            width, height = WINDOWS[window]
            at.page.set_viewport_size({"width": width, "height": height})
            found = at.page.evaluate(LOOK, musts)
            if window in PHONES and window not in left_out and "choice" in musts:
                found += at.page.evaluate(FINGERS)
            if found:
                wrong[window] = found
    return wrong


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_decision_is_all_in_sight(stand: Stand, phone: Stand, game: str, players: int) -> None:
    asked = [one for one in positions(game, players) if one.moment in MOMENTS]
    wrong = {
        one.moment: look_around(
            stand, phone, partial(Stand.show, position=one), DECIDING, () if one is asked[-1] else ROOMY
        )
        for one in asked
    }
    assert {moment: found for moment, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("game", "players"), [("aurum", 3), ("aurum", 4), ("amul", 3), ("amul", 6)])
def test_a_board_beside_words_is_all_in_sight(stand: Stand, phone: Stand, game: str, players: int) -> None:
    """Of puzzles, of reviews and of moments tried again; and of replays, where all hands are open."""
    stand.page.goto("/rules")
    match = bring_in(stand.page, game, players)
    phone.page.context.add_cookies(stand.page.context.cookies())  # the same person, who brought it in
    shelf = read_puzzles(GAMES[game])
    puzzle = next((id_ for id_, one in shelf.items() if one["record"]["players"] == players), None)
    paths = {
        f"/review/{{match}}?seat=1&try={LATE}": ["hand", "choice"],
        "/review/{match}?seat=1": ["hand"],
        f"/replay/{{match}}?step={LATE}": ["hand"],
        **({f"/puzzles/{game}?id={puzzle}": ["hand", "choice"]} if puzzle else {}),
    }
    first = [*paths][:1]
    wrong: dict[str, dict[str, list[str]]] = {}
    for path, musts in paths.items():

        def show(at: Stand, path: str = path, musts: list[str] = musts) -> None:
            at.page.goto(path.format(match=match))
            at.page.wait_for_selector("[data-action]" if "choice" in musts else "[data-hand]")

        wrong[path] = look_around(stand, phone, show, musts, () if path in first else ROOMY)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_replay_leaves_a_small_phone_to_its_board(visit: Visit) -> None:
    """Where sentences are longest: the heading is a line, and the board keeps its size whatever is told."""
    page = visit("/rules", phone=True, language="ru")
    match = bring_in(page, "aurum", 4)
    page.set_viewport_size({"width": 360, "height": 640})
    heights = set()
    for step in (3, 12, 75):
        page.goto(f"/replay/{match}?step={step}")
        page.wait_for_selector("[data-hand]")
        assert page.evaluate(LOOK, ["hand"]) == []
        assert page.locator(".replay > header").evaluate("one => one.offsetHeight") < 60
        heights.add(page.locator(".replay > .board").evaluate("one => one.offsetHeight"))
    assert len(heights) == 1


COVERS = """async () => {
  for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
  const found = [];
  const play = document.querySelector('button.primary').getBoundingClientRect();
  if (play.bottom > innerHeight) found.push(`the way into a game: ${Math.round(play.bottom - innerHeight)} px below`);
  for (const title of document.querySelectorAll('.game strong')) {
    const words = document.createRange();
    words.selectNodeContents(title);
    const box = words.getBoundingClientRect();
    // Cards lie askew: asked point by point, not by the boxes around them.
    for (let x = box.left; x < box.right; x += 6)
      for (const y of [box.top + box.height * 0.25, box.top + box.height / 2])
        if (document.elementsFromPoint(x, y).some(one => one.closest('.leaf, .poster')))
          return [...found, `${title.textContent} is written over a card`];
  }
  return found;
}"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_first_page_has_the_way_into_a_game_in_sight(visit: Visit, language: str) -> None:
    page = visit("/", language=language)
    page.locator(".game .scene").nth(len(GAMES) - 1).wait_for()
    page.wait_for_load_state("networkidle")
    wrong = {}
    for window, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(COVERS):
            wrong[window] = found
    assert wrong == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("game", "players", "window"), [("aurum", 4, "laptop"), ("aurum", 3, "phone"), ("amul", 8, "small phone")]
)
def test_a_late_decision_is_open_to_everyone(stand: Stand, game: str, players: int, window: str, theme: str) -> None:
    width, height = WINDOWS[window]
    stand.page.set_viewport_size({"width": width, "height": height})
    late: Position = positions(game, players)[-1]
    stand.show(late)
    stand.page.evaluate(DRAWN)
    stand.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    assert wrongs(stand.page) == []
    figures = (
        "[...document.querySelectorAll('.points, .pile, .n')].map(one => getComputedStyle(one).fontFeatureSettings)"
    )
    assert set(stand.page.evaluate(figures)) == {'"lnum"'}, "figures of old style"
