"""How fast the page is: bytes of the first load, first paint, a click until it shows, frames while cards move.

    python bench/page.py [--visits 10] [--clicks 20] [--json]

Starts a server and a Chromium of its own. Times are the browser's; `click` is from the click on a card until the next
frame in which the card has left the hand, server included.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from chromium import FLAGS, find_chromium  # noqa: E402 -- what the tests drive pages with
from clicking import clickable, start  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

PORT = 8737
CLICK = """async action => {
  const button = [...document.querySelectorAll('[data-action]')]
    .find(one => one.dataset.action === action && one.offsetParent !== null);
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
FRAMES = """async ms => {
  const times = [];
  const end = performance.now() + ms;
  for (let now = performance.now(); now < end;) { now = await new Promise(requestAnimationFrame); times.push(now); }
  return times.slice(1).map((time, index) => time - times[index]);
}"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--visits", type=int, default=10)
    asked.add_argument("--clicks", type=int, default=20)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "karat", "serve", "--port", str(PORT), "--data", folder, "--no-open"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_server()
            figures = measure(given.visits, given.clicks)
        finally:
            server.terminate()
            server.wait(15)
    if given.json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        for name, figure in figures.items():
            sys.stdout.write(f"{name:42} {figure}\n")


def wait_for_server() -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=1)
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server did not start within 20 seconds")


def measure(visits: int, clicks: int) -> dict[str, Any]:
    program, variables = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, headless=True, args=list(FLAGS), env={**os.environ, **variables}
        )
        figures = {**first_load(browser, visits), **at_the_table(browser, clicks)}
        browser.close()
    return figures


def first_load(browser: Browser, visits: int) -> dict[str, Any]:
    paints, sizes = [], []
    for _ in range(visits):
        context = browser.new_context(base_url=f"http://127.0.0.1:{PORT}")  # a cold cache each time
        page = context.new_page()
        page.goto("/")
        page.wait_for_load_state("networkidle")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        sizes.append(
            page.evaluate(
                "performance.getEntriesByType('resource').filter(one => /\\.(js|css)$/.test(one.name))"
                ".reduce((sum, one) => sum + one.encodedBodySize, 0)"
            )
        )
        context.close()
    return {
        "script and style of the first load, bytes": sizes[0],
        "first paint, cold cache, median ms": round(statistics.median(paints)),
        "first paint, cold cache, slowest ms": round(max(paints)),
    }


def at_the_table(browser: Browser, clicks: int) -> dict[str, Any]:
    context = browser.new_context(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
    context.add_init_script('localStorage[\'karat.settings\'] ??= \'{"pace":"normal","language":"en"}\'')
    page = context.new_page()
    page.goto("/")
    start(page, "aurum", 4)
    acknowledged, shown, frames = [], [], []
    while len(shown) < clicks:
        action = wait_for_action(page)
        first, gone = page.evaluate(CLICK, action)
        acknowledged.append(first)
        if action != "keep":
            shown.append(gone)
            frames += page.evaluate(FRAMES, 400)
    context.close()
    return {
        "click until the page answers, median ms": round(statistics.median(acknowledged), 1),
        "click until the card moves, median ms": round(statistics.median(shown), 1),
        "click until the card moves, 95 % under ms": round(sorted(shown)[int(len(shown) * 0.95) - 1], 1),
        "frames a second while cards move": round(1000 / statistics.mean(frames), 1),
        "frames later than 34 ms, %": round(100 * sum(frame > 34 for frame in frames) / len(frames), 1),
    }


def wait_for_action(page: Page) -> str:
    for _ in range(2000):
        onward = page.get_by_test_id("continue")
        if onward.count():
            onward.first.click()
        if actions := clickable(page):
            return "keep" if "keep" in actions else actions[0]
        page.wait_for_timeout(20)
    sys.exit("nothing could be clicked for 40 seconds")


if __name__ == "__main__":
    main()
