"""Challenges on the first page: a bot that listens is asked, says no and why, says yes; and asks in its turn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
from people import GOOD_PASSWORD
from playwright.sync_api import Page, expect

GOOSE = """
from karat.bots.random import Random

class Goose(Random):
    def accepts(self, asked):
        return asked["config"]["game"] == "aurum" or "game"
"""


def token_of(http: httpx.Client, bot: str) -> str:
    made = http.post("/api/tokens", json={"bot": bot, "scopes": ["play"]})
    assert made.is_success, made.text
    return str(made.json()["token"])


def test_a_bot_is_challenged_on_the_first_page_and_challenges_back(
    house: str, visit: Callable[..., Page], tmp_path: Path
):
    with httpx.Client(base_url=house) as owner:
        owner.post("/api/accounts", json={"name": "Gerda", "password": GOOD_PASSWORD}).raise_for_status()
        goose, gander = token_of(owner, "Goosebot"), token_of(owner, "Ganderbot")
    (tmp_path / "goose.py").write_text(GOOSE)
    command = [sys.executable, "-m", "karat", "bot", "run", str(tmp_path / "goose.py"), "--server", house]
    with subprocess.Popen(command, env=os.environ | {"KARAT_TOKEN": goose}, stderr=subprocess.DEVNULL) as bot:
        try:
            page = visit("/")
            lists = page.get_by_test_id("challenges")
            ask = lists.get_by_role("button", name="Challenge Goosebot")
            page.get_by_role("radio", name=re.compile("^Amul")).check(force=True)
            ask.click(timeout=60_000)
            expect(lists).to_contain_text("Goosebot declines: another game, please", timeout=20_000)

            page.get_by_role("radio", name=re.compile("^Aurum")).check(force=True)
            ask.click()
            page.wait_for_url(re.compile("/t/"))
            expect(page.get_by_text("Goosebot").first).to_be_visible()

            me = page.request.get("/api/me").json()["id"]
            headers = {"Authorization": f"Bearer {gander}"}
            with httpx.Client(base_url=house, headers=headers) as other:
                wanted = {"to": me, "config": {"game": "amul", "players": 3}}
                sent = other.post("/api/challenges", json=wanted).raise_for_status().json()["id"]
                page.goto("/")
                lists.get_by_label("Why not?").select_option("other rules, please")
                lists.get_by_role("button", name="Decline").click()
                expect(lists).not_to_contain_text("Ganderbot asks you")
                told = other.get(f"/api/challenges/{sent}").json()
                assert (told["state"], told["reason"]) == ("declined", "rules")
        finally:
            bot.terminate()
