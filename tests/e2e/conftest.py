"""A real server, a real browser, and the page as people see it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import FLAGS, ROOT, fetch_page_packages, find_chromium, page_tools
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PICTURES = ROOT / "screenshots"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
START = """
from karat.cli import main
from karat.server.house import bot_pool
bot_pool.IDLE = 1
bot_pool.BotPool.start = lambda _pool, _kits: None
main()
"""
"""A server whose studies are not starved by what else the machine does, and whose processes load what they are asked
for and not every level beforehand."""
expect.set_options(timeout=20_000)  # a passing test waits no longer than the page; five seconds can be a busy machine's


@pytest.fixture(scope="session", autouse=True)
def _built() -> None:
    """The page as web/ has it now; ./karat test has built it already."""
    tools = page_tools()
    if not tools.is_fresh():
        pytest.fail("the page is not built, or not from these sources: run ./karat test, or web/build.py")
    fetch_page_packages()  # the audit's among them


@pytest.fixture(scope="session")
def house_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where that server keeps its database."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def house(house_folder: Path) -> Iterator[str]:
    """The address of a server of one's own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = house_folder
    command = [sys.executable, "-c", START, "serve", "--port", str(port), "--data", str(folder), "--no-open"]
    command += ["--limit-factor", "50", "--fast-sync", "--thinkers", "1"]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            wait_for(port, server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(15)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(1200):
        assert server.poll() is None, "the server ended at once"
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the server did not answer within a minute")


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop | None]]:
    """One browser for all tests of this process, and the loop that Playwright keeps running for it."""
    program, variables = find_chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program, headless=True, args=list(FLAGS), env={**os.environ, **variables}
        )
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)
        started.close()


@pytest.fixture(scope="module")
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop | None]) -> Iterator[Browser]:
    """That browser. Its loop counts as running while a file needs it: other files could start none of their own."""
    started, loop = chromium
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: str) -> Iterator[Visit]:
    """A person's own browser window, at a path; what the page complains of in its console fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def go(
        path: str = "/", *, phone: bool = False, at: str = house, calm: bool = True, worker: bool = False, **kept: Any
    ) -> Page:
        """`kept` are the person's settings on this device: language, theme, pace, name.

        With `worker` the page has its service worker, which a first visit installs. It fetches and keeps the whole
        page, half of the work of a visit: so it is there where a whole match is played, where a connection is cut,
        and where a test is about it.
        """
        context = browser.new_context(
            base_url=at,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce" if calm else "no-preference",
            permissions=["clipboard-read", "clipboard-write"],
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        context.set_default_timeout(30_000)
        settings = json.dumps({"language": "en", "theme": "dark", "pace": "fast", "name": "Ada", **kept})
        context.add_init_script(f"localStorage['karat.settings'] ??= {settings!r}")
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        page.goto(path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(said: Any) -> bool:
    """Errors in the console; a lost connection is told there by the browser itself, which tests cut on purpose."""
    return said.type == "error" and not re.search(r"WebSocket|net::ERR|Failed to load resource", said.text)


@pytest.fixture
def picture() -> Callable[..., None]:
    """Keep a screenshot for a person who wants to look at some: each takes a second that nobody else should wait."""

    def take(page: Page, name: str, *, whole: bool = False) -> None:
        if os.environ.get("KARAT_SCREENSHOTS"):
            PICTURES.mkdir(exist_ok=True, parents=True)
            page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)

    return take
