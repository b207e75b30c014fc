"""What operators rely on: metrics, readiness, draining, logs, and the files of deploy/."""

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import click
import httpx
import pytest

from karat.cli.serve import serve as serve_command
from karat.client import Client, Rejected
from karat.server.http.draining import Drain
from karat.server.http.metrics import Metrics

ROOT = Path(__file__).resolve().parents[3]


def value(text: str, name: str) -> float:
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


async def test_metrics_tell_what_happened(serve: Callable[..., Awaitable[Any]], place: str):
    server = await serve(place)
    async with Client(server.url, name="Ada") as ada, httpx.AsyncClient(base_url=server.url) as http:
        table = await ada.open_table({"game": "aurum", "players": 3, "bots": {"1": "random", "2": "random"}})
        async with ada.follow(table) as followed:
            async for _ in followed:
                if followed.owes:
                    break
            with pytest.raises(Rejected, match="illegal"):
                await followed.act("play G1")
            await followed.act(followed.legal[0])
            async for _ in followed:
                if followed.owes:
                    break
            text = (await http.get("/metrics")).text
    assert value(text, 'karat_tables{status="playing"}') == 1
    assert value(text, "karat_sockets") == 1
    assert value(text, "karat_rooms") == 1
    assert value(text, 'karat_actions_total{by="player"}') == 1
    assert value(text, 'karat_actions_total{by="bot"}') >= 2
    assert value(text, "karat_action_seconds_count") == 1
    assert value(text, 'karat_bot_thinking_seconds_count{level="random"}') >= 2
    assert value(text, "karat_database_write_seconds_count") >= 3
    assert re.search(r'^karat_refusals_total\{code="illegal",law="A[\d.]+"\} 1.0$', text, re.MULTILINE)


def test_every_metric_is_explained():
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    names = {family.name for family in Metrics()._registry.collect()}
    counters = {family.name for family in Metrics()._registry.collect() if family.type == "counter"}
    written = set(re.findall(r"karat_[a-z_]+", page)) - {"karat_games"}  # the wheel's name
    assert written == {f"{name}_total" if name in counters else name for name in names}


async def test_a_server_that_drains_is_not_ready(serve: Callable[..., Awaitable[Any]], tmp_path: Path):
    server = await serve(str(tmp_path / "karat.sqlite"))
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/readyz")).status_code == 200
        server.app.drain.draining = True
        assert (await http.get("/readyz")).json()["code"] == "draining"
        assert (await http.get("/healthz")).status_code == 200


async def test_it_goes_on_for_a_while_then_says_goodbye_then_hands_over():
    told: list[str] = []

    def handle_exit(number: int, _frame: object) -> None:
        told.append(f"exit {number}")

    before = signal.signal(signal.SIGTERM, handle_exit)
    try:
        drain = Drain(0.2, goodbye=[lambda: told.append("goodbye")])
        drain.install()
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(0.1)
        assert (drain.draining, told) == (True, [])
        await asyncio.sleep(1)
        assert told == ["goodbye", f"exit {signal.SIGTERM.value}"]
        signal.raise_signal(signal.SIGTERM)
        assert told[-1] == f"exit {signal.SIGTERM.value}"
        drain.uninstall()
        assert signal.getsignal(signal.SIGTERM) is handle_exit
    finally:
        signal.signal(signal.SIGTERM, before)


def accepts(words: list[str]) -> None:
    """Fails unless `karat serve` has these options."""
    options = {name for option in serve_command.params for name in (*option.opts, *option.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= options
    assert isinstance(serve_command, click.Command)


def test_the_systemd_unit_starts_what_there_is():
    unit = (ROOT / "deploy" / "karat.service").read_text("utf-8")
    (start,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    words = shlex.split(start)
    assert words[1] == "serve"
    accepts(words)
    for kept in ("DynamicUser=yes", "KillMode=mixed", "NoNewPrivileges=yes"):
        assert kept in unit


def test_the_container_runs_as_nobody_in_particular():
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    (start,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    accepts(json.loads(start))
    assert text.index("USER nobody") < text.index("ENTRYPOINT")
    assert "HEALTHCHECK" in text
    for copied in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in copied.split())


def test_the_limits_that_are_told_are_those_that_hold():
    from karat.server.http.bot_routes import MOST_STREAMS
    from karat.server.http.connection_guard import CONNECTIONS, PATIENCE
    from karat.server.people import limits
    from karat.server.people.quotas import QUOTAS
    from karat.server.wire import frames

    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for name, rate in (
        ("REST calls", limits.REQUESTS),
        ("card files of one's own", limits.CARD_FILES),
        ("frames of one socket", limits.FRAMES),
    ):
        assert re.search(rf"^\| {name}.* \| {rate.burst} \| {rate.per_second} \|$", page, re.MULTILINE), name
    told = dict(re.findall(r"^\| `([\w-]+)`: .* \| ([\d,]+ \| [\d,]+) \|$", page, re.MULTILINE))
    assert told == {name: f"{QUOTAS[name].burst:,} | {QUOTAS[name].per:,.0f}" for name in told}
    assert told.keys() >= {"guest", "login", "login-name", "register", "table-password"}
    assert all(QUOTAS[name].shared for name in told)
    assert f"| sockets from one address | {limits.SOCKETS} |" in page
    assert f"unless it is a proxy's | {CONNECTIONS} |" in page
    assert f"within {PATIENCE:.0f} seconds" in page
    assert f"| streams of one bot | {MOST_STREAMS} |" in page
    assert f"{frames.LONGEST_FRAME:,}" in page


COUNTING = """
from karat.server.http.metrics import Metrics
told = Metrics()
told.changes.inc({})
told.sockets.inc({})
print("counted", flush=True)
input()
print(told.text().decode())
"""


def test_workers_of_one_server_are_counted_together(tmp_path: Path):
    """Whichever worker is asked tells of all of them, each kept in a file of its own."""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    first, second = (
        subprocess.Popen(
            [sys.executable, "-c", COUNTING.format(number, number)],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in (3, 4)
    )  # fmt: skip
    try:
        for worker in (first, second):
            assert worker.stdout is not None
            assert worker.stdout.readline() == "counted\n"
        text, _ = second.communicate("done\n", timeout=60)
    finally:
        first.communicate("done\n", timeout=60)
    assert value(text, "karat_changes_total") == 7
    assert value(text, "karat_sockets") == 7
