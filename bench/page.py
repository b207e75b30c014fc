"""How fast the page is: what it loads, first paint, a click until it shows, frames while cards fly.

    python bench/page.py [--visits 10] [--clicks 20] [--slowed 4] [--json]

Frames are counted with the processor slowed four times, as on a phone of the middle range.
Starts a server and a Chromium of its own. Times are the browser's; `click` is from the click on a card until the next
frame in which the card has left the hand, server included. Exits with 1 when a figure is beyond its limit.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from chromium import FLAGS, find_chromium  # noqa: E402 -- what the tests drive pages with
from clicking import clickable, start  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402

STATIC = ROOT / "src" / "karat" / "static"
TABLES = (("aurum", 4), ("amul", 4))
CLICK = """async action => {
  const button = [...document.querySelectorAll('[data-action]')]
    .find(one => one.dataset.action === action && one.offsetParent !== null);
  if (!button) return null;
  const began = performance.now();
  button.click();
  while (button.isConnected && button.dataset.action === action && !button.disabled
         && button.getAttribute('aria-disabled') !== 'true' && performance.now() - began < 3000)
    await new Promise(requestAnimationFrame);
  const acknowledged = performance.now() - began;
  const inHand = `[data-hand] [data-action="${CSS.escape(action)}"]`;
  while (document.querySelector(inHand) && performance.now() - began < 3000)
    await new Promise(requestAnimationFrame);
  return [acknowledged, performance.now() - began];
}"""
# Frames count from the second in which something flies: the first is that of the click or of the news.
FRAMES = """() => {
  window.flown = [];
  let before = 0, flew = 0;
  const look = now => {
    const flies = document.querySelector('[data-flying]') !== null;
    flew = flies ? flew + 1 : 0;
    if (flew > 1) flown.push(now - before);
    before = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
LOADED = (
    """performance.getEntriesByType('resource').map(one => one.name).filter(name => /\\.(js|css|woff2)$/.test(name))"""
)


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    limit: float | None = None
    """What it may be at most, or at least where more is better."""
    more: bool = False

    @property
    def is_kept(self) -> bool:
        return self.limit is None or (self.value >= self.limit if self.more else self.value <= self.limit)

    def __str__(self) -> str:
        bound = "" if self.limit is None else f"{'≥' if self.more else '≤'} {self.limit:,.0f}"
        return f"{self.name:58} {self.value:>10,.1f}  {bound:>10}  {'' if self.is_kept else 'NOT KEPT'}".rstrip()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--visits", type=int, default=10)
    asked.add_argument("--clicks", type=int, default=20)
    asked.add_argument("--slowed", type=float, default=4)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "karat", "serve", "--port", str(port), "--data", folder, "--no-open"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_server(port)
            figures = measure(given.visits, given.clicks, given.slowed, f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait(15)
    if given.json:
        sys.stdout.write(json.dumps({one.name: one.value for one in figures}, indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(map(str, figures)) + "\n")
    sys.exit(not all(one.is_kept for one in figures))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def wait_for_server(port: int) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1)
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server did not start within 20 seconds")


def measure(visits: int, clicks: int, slowed: float, base: str) -> list[Figure]:
    program, variables = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, headless=True, args=list(FLAGS), env={**os.environ, **variables}
        )
        first, figures = first_load(browser, visits, base)
        for game, players in TABLES:
            figures += at_the_table(browser, base, (game, players), clicks, slowed, first)
        browser.close()
    return figures


def is_art(name: str) -> bool:
    """Whether it is the art of a game, of which the covers on the first page show some."""
    return Path(name).name.startswith(("Scene-", "Picture-", "pictures-", "pieces-", "figures-", "Card-"))


def first_load(browser: Browser, visits: int, base: str) -> tuple[set[str], list[Figure]]:
    paints: list[float] = []
    names: set[str] = set()
    for _ in range(visits):
        context = browser.new_context(base_url=base)  # a cold cache each time
        page = context.new_page()
        page.goto("/")
        page.wait_for_selector("button.primary")
        page.wait_for_load_state("networkidle")  # the covers come after the page
        # Not at once: the page is loaded before it is painted.
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 9999"))
        names = set(page.evaluate(LOADED))
        context.close()
    return names, [
        Figure("first load: script, style and fonts with the covers, kB of gzip", kilobytes(names), 200),
        Figure("of that the art of the covers", kilobytes({one for one in names if is_art(one)})),
        Figure("first paint, cold cache, median ms", statistics.median(paints), 1000),
        Figure("first paint, cold cache, slowest ms", max(paints)),
    ]


def kilobytes(names: set[str]) -> float:
    """What these files come to when they are compressed with gzip; fonts are so by themselves."""
    sizes = [len(gzip.compress(STATIC.joinpath(urlparse(name).path.lstrip("/")).read_bytes(), 9)) for name in names]
    return sum(sizes) / 1000


def at_the_table(
    browser: Browser, base: str, table: tuple[str, int], clicks: int, slowed: float, first: set[str]
) -> list[Figure]:
    game, players = table
    context = browser.new_context(base_url=base, viewport={"width": 1280, "height": 800})
    page = sit_down(context, game, players)
    art = kilobytes(set(page.evaluate(LOADED)) - first)
    plain = play(page, clicks)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(FRAMES)
    heavy = play(page, clicks)
    while not page.evaluate("flown.length") and (more := play(page, 1)):  # on a busy machine few cards are seen to fly
        heavy += more
    flown: list[float] = page.evaluate("flown")
    context.close()
    return [
        Figure(f"{game}: board and art, kB of gzip", art, 250),
        Figure(f"{game}: click until the card moves, median ms", statistics.median(plain), 100),
        Figure(f"{game}: click until the card moves, 95 % under ms", sorted(plain)[int(len(plain) * 0.95) - 1]),
        Figure(f"{game}: the same, slowed {slowed:g} times, median ms", statistics.median(heavy)),
        Figure(f"{game}: frames a second while cards fly, slowed {slowed:g} times", rate(flown), 50, more=True),
        Figure(f"{game}: frames later than 34 ms then, %", 100 * sum(one > 34 for one in flown) / max(1, len(flown))),
    ]


def rate(frames: list[float]) -> float:
    return 1000 / statistics.mean(frames) if frames else 0.0


def sit_down(context: BrowserContext, game: str, players: int) -> Page:
    context.add_init_script('localStorage[\'karat.settings\'] ??= \'{"pace":"normal","language":"en"}\'')
    page = context.new_page()
    page.goto("/")
    start(page, game, players)
    wait_for_action(page)
    return page


def play(page: Page, clicks: int) -> list[float]:
    """Milliseconds from each click on a card until it has left the hand."""
    shown: list[float] = []
    for _ in range(20 * clicks):
        if len(shown) >= clicks:
            break
        action = wait_for_action(page)
        if action is None:
            break  # the match is over
        times: list[float] | None = page.evaluate(CLICK, action)
        if times and action != "keep":
            shown.append(times[1])
    return shown


def wait_for_action(page: Page) -> Any:
    for _ in range(400):
        if page.get_by_test_id("ending").count():
            return None
        onward = page.get_by_test_id("continue")
        if onward.count():
            onward.first.click()
        if actions := clickable(page):
            return "keep" if "keep" in actions else actions[0]
        page.wait_for_timeout(100)  # each look takes time of the page's own thread, in which cards fly
    sys.exit("nothing could be clicked for 40 seconds")


if __name__ == "__main__":
    main()
