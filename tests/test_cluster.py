"""A Ray cluster of two machines: the same games as one process, also where an actor is lost on the way.

All tests share one cluster, which takes some ten seconds to start; each joins it from a process of its own, as what Ray
leaves behind would trouble whatever comes next.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pytest

COMMAND = [sys.executable, "-m", "karat", "arena", "--bots", "casual,random", "--seed", "seed", "-n", "6", "--json"]
RAY = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start", "--num-cpus=1", "--block"]
HEAD = "127.0.0.2"
DEADLY = '''
"""A bot whose process is killed, once, in the middle of a game."""
import os, pathlib, signal
from karat.bots.random import Random

class Deadly(Random):
    def choose(self, seen, legal, rng):
        mark = pathlib.Path(os.environ["KARAT_TEST_MARK"])
        if mark.exists():
            mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(seen, legal, rng)

def deadly_square(number):
    mark = pathlib.Path(os.environ["KARAT_TEST_MARK"])
    if number == 3 and mark.exists():
        mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2

def always_deadly(number):
    os.kill(os.getpid(), signal.SIGKILL)

def square_on_the_first_machine(number):
    import ray, time
    mark = pathlib.Path(os.environ["KARAT_TEST_MARK"])
    if ray.util.get_node_ip_address() != "127.0.0.2":
        mark.touch()
        signal.pause()  # until the machine is gone
    while not mark.exists():  # the other is at work, too
        time.sleep(0.02)
    return number**2
'''
TRAINING = """
import json, sys
from deadly import always_deadly, deadly_square
from karat.cluster import WorkLost
from karat.lab.crew import RayActors
crew = RayActors(sys.argv[1], 2)
later = crew.begin(deadly_square, (), [(number,) for number in range(6)])
told = {"squares": later(), "replaced": crew.pool.replaced}
try:
    crew.do(always_deadly, (), [(1,)])
except WorkLost as lost:
    told["lost"] = str(lost)
print(json.dumps(told))
crew.close()
"""

LOSING_A_MACHINE = """
import json, sys, time
from deadly import square_on_the_first_machine
from karat.cluster import join
from karat.lab.crew import RayActors
ray = join(sys.argv[1])
while sum(node["Alive"] for node in ray.nodes()) < 2:
    time.sleep(0.1)
ray.shutdown()
crew = RayActors(sys.argv[1], 2)
squares = crew.do(square_on_the_first_machine, (), [(number,) for number in range(6)])
print(json.dumps({"squares": squares, "replaced": crew.pool.replaced}))
crew.close()
"""


class Machines(NamedTuple):
    address: str
    mark: Path
    nodes: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(machines: Machines) -> tuple[str, Path]:
    """The address of two machines, and where the mark lies that ends one of their processes."""
    return machines.address, machines.mark


@pytest.fixture(scope="module")
def machines():
    folder = Path(tempfile.mkdtemp(prefix="ray"))  # a socket's path has at most 107 characters
    (folder / "deadly.py").write_text(DEADLY)
    before = dict(os.environ)
    os.environ |= {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_USAGE_STATS_ENABLED": "0",
        "PYTHONPATH": str(folder),
        "KARAT_TEST_MARK": str(folder / "mark"),
        # A machine that is gone is missed after three seconds, not after fifteen
        "RAY_health_check_initial_delay_ms": "0",
        "RAY_health_check_period_ms": "500",
        "RAY_health_check_failure_threshold": "6",
    }
    nodes = []
    try:
        port = start_head(folder, nodes)
        other = [*RAY, f"--address={HEAD}:{port}", "--node-ip-address=127.0.0.3"]
        nodes.append(subprocess.Popen(other, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        yield Machines(f"{HEAD}:{port}", folder / "mark", nodes)
    finally:
        for one in reversed(nodes):
            one.terminate()
            one.wait(60)
        os.environ.clear()
        os.environ |= before
        shutil.rmtree(folder, ignore_errors=True)


def records(folder: Path, *more: str, command=COMMAND) -> bytes:
    ran = subprocess.run([*command, "-o", folder, *more], check=False, capture_output=True, timeout=300)
    assert ran.returncode == 0, ran.stderr.decode()
    return (folder / "records.jsonl").read_bytes()


def test_two_machines_play_the_same_games_as_one_process_also_where_an_actor_is_lost(cluster, tmp_path):
    address, mark = cluster
    command = [part.replace("casual,random", "deadly:Deadly,random") for part in COMMAND]
    here = records(tmp_path / "here", "-j", "1", command=command)
    mark.touch()
    assert records(tmp_path / "ray", "--ray", address, command=command) == here
    assert not mark.exists(), "no actor was killed"


def test_training_goes_on_where_an_actor_is_lost(cluster):
    """What it was at is done again; work that ends every actor is given up with a sentence."""
    address, mark = cluster
    mark.touch()
    ran = subprocess.run([sys.executable, "-c", TRAINING, address], capture_output=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    told = json.loads(ran.stdout)
    assert told["squares"] == [0, 1, 4, 9, 16, 25]
    assert told["replaced"] == 1
    assert "lost 5 times at the same work" in told["lost"]


def test_a_study_on_a_cluster_says_the_same(cluster, tmp_path):
    address, _ = cluster
    study = [sys.executable, "-m", "karat", "study", "aurum", "--bots", "random", "-n", "12", "--seed", "s"]
    for place, more in (("here", ["-j", "1"]), ("there", ["--ray", address])):
        subprocess.run([*study, "-o", tmp_path / place, *more], check=True, capture_output=True, timeout=300)
    assert (tmp_path / "here" / "report.md").read_text() == (tmp_path / "there" / "report.md").read_text()


def test_an_address_where_nobody_answers_is_told_at_once():
    command = [*COMMAND, "--no-keep", "--ray", "127.0.0.1:1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert "no Ray cluster answers at '127.0.0.1:1'" in ran.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HEAD, 0))
        return int(probe.getsockname()[1])


def start_head(folder: Path, nodes: list[subprocess.Popen[bytes]]) -> int:
    """The port of a first machine. Ray gives up by itself where it is starved while it starts, so it is tried anew."""
    log = folder / "head.log"
    for _ in range(3):
        port = free_port()
        command = [*RAY, f"--node-ip-address={HEAD}", "--head", f"--port={port}", "--include-dashboard=false"]
        with log.open("wb") as told:
            head = subprocess.Popen([*command, f"--temp-dir={folder}"], stdout=told, stderr=told)
        if answers(port, head):
            nodes.append(head)
            return port
        head.terminate()
        head.wait(60)
    pytest.fail(f"no cluster at {HEAD}; the last one said:\n{log.read_text('utf-8', 'replace')}")


def answers(port: int, head: subprocess.Popen[bytes]) -> bool:
    """Whether it does so within two minutes, and before it ends."""
    end = time.monotonic() + 120
    while time.monotonic() < end and head.poll() is None:
        try:
            socket.create_connection((HEAD, port), 1).close()
        except OSError:
            time.sleep(0.25)
        else:
            return True
    return False


def test_what_a_lost_machine_was_at_is_done_by_the_others(machines: Machines):
    """The last of this file: the cluster has one machine from then on."""
    machines.mark.unlink(missing_ok=True)
    command = [sys.executable, "-c", LOSING_A_MACHINE, machines.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        while not machines.mark.exists():
            assert ran.poll() is None, ran.stderr.read().decode()
            time.sleep(0.05)
        for process in children(machines.nodes[1].pid):
            os.kill(process, signal.SIGKILL)  # as if its plug was pulled
        out, err = ran.communicate(timeout=120)
    assert ran.returncode == 0, err.decode()
    told = json.loads(out)
    assert (told["squares"], told["replaced"] >= 1) == ([0, 1, 4, 9, 16, 25], True)


def children(process: int) -> list[int]:
    """What a process of ours has started."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
