"""Tournaments on a Ray cluster come to the same games; takes half a minute."""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "karat", "arena", "--bots", "casual,random", "--seed", "seed", "-n", "6", "--json"]
RAY = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start", "--num-cpus=1", "--block"]
HEAD = "127.0.0.2"
BOTH_THERE = """
import ray, sys, time
ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
while sum(node["Alive"] for node in ray.nodes()) < 2:
    time.sleep(0.1)
"""


@pytest.fixture
def settings(monkeypatch):
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")


def records(folder: Path, *more: str) -> bytes:
    subprocess.run([*COMMAND, "-o", folder, *more], check=True, capture_output=True, timeout=300)
    return (folder / "records.jsonl").read_bytes()


@pytest.mark.usefixtures("settings")
def test_a_cluster_plays_the_same_games_as_one_process(tmp_path):
    assert records(tmp_path / "ray", "--ray", "local") == records(tmp_path / "here", "-j", "1")


def test_an_address_where_nobody_answers_is_told_at_once():
    command = [*COMMAND, "--no-keep", "--ray", "127.0.0.1:1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert "no Ray cluster answers at '127.0.0.1:1'" in ran.stderr


@pytest.mark.usefixtures("settings")
def test_two_machines_play_the_same_games_as_one_process(tmp_path):
    port = free_port()
    short = tempfile.mkdtemp(prefix="ray")  # a socket's path has at most 107 characters
    node = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    head = [f"--node-ip-address={HEAD}", "--head", f"--port={port}", "--include-dashboard=false"]
    nodes = [subprocess.Popen([*RAY, *head, f"--temp-dir={short}"], **node)]
    try:
        wait_for(port)
        nodes.append(subprocess.Popen([*RAY, f"--address={HEAD}:{port}", "--node-ip-address=127.0.0.3"], **node))
        subprocess.run([sys.executable, "-c", BOTH_THERE, f"{HEAD}:{port}"], check=True, timeout=120)
        assert records(tmp_path / "ray", "--ray", f"{HEAD}:{port}") == records(tmp_path / "here", "-j", "1")
    finally:
        for one in reversed(nodes):
            one.terminate()
            one.wait(60)
        shutil.rmtree(short, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HEAD, 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(120):
        try:
            socket.create_connection((HEAD, port), 1).close()
        except OSError:
            time.sleep(0.5)
        else:
            return
    pytest.fail(f"no cluster at {HEAD}:{port} on {os.uname().nodename}")
