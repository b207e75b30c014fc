# ruff: noqa: T201 -- a script that reports
"""How much the compiler has to do, for this checkout and perhaps another one.

    python -m bench.compile_time [--old /path/to/another/karat] [--most 20]

Everything is compiled from nothing by one process of each checkout, both at the same time, so that what else the
machine does weighs on both alike. What counts is processor time. Then it tells of this checkout which functions took
how long: those that Python calls, which are optimised and made machine code of, and parts of these, which are not; each
with its number of specialisations, as numba compiles a function anew for every kind of argument. And it tells what each
piece of work took (karat.warming), of those that bots wait for too: what comes first in a game bears what all of it
shares, and with two cores the levels are ready when the longer of both games is done.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def child() -> None:
    """Compile everything that this process finds on its path; a line of JSON tells what it took."""
    from numba.core import event  # noqa: PLC0415

    from karat.games import GAMES  # noqa: PLC0415 -- of the checkout that is measured
    from karat.kernel import jit  # noqa: F401, PLC0415 -- compiled code is kept where it says

    taken: dict[str, list[float]] = defaultdict(list)
    begun: list[tuple[float, list[float]]] = []
    pieces: dict[str, float] = {}
    waited: dict[str, float] = defaultdict(float)

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:  # noqa: ARG002
            begun.append((time.process_time(), []))

        def on_end(self, event: Any) -> None:
            began, within = begun.pop()
            took = time.process_time() - began
            if begun:
                begun[-1][1].append(took)
            dispatcher = event.data["dispatcher"]
            part = " (part)" if dispatcher.targetoptions.get("no_cpython_wrapper") else ""
            taken[f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}{part}"].append(took - sum(within))

    event.register("numba:compile", Listener())
    for name, kit in GAMES.items():
        if not hasattr(kit, "kernel"):  # before there were kits
            for module in importlib.import_module("karat.kernel.warm").GAMES[name]:
                importlib.import_module(module).warm()
        elif kit.kernel is not None:
            for piece in kit.kernel.pieces:
                began = time.process_time()
                piece.call()
                pieces[f"{name} {piece.call.path}"] = time.process_time() - began
                waited[name] += pieces[f"{name} {piece.call.path}"] if set(piece.used_by) & set(kit.levels) else 0.0
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    told = {"seconds": seconds, "megabytes": megabytes, "taken": taken, "pieces": pieces, "waited": waited}
    print(json.dumps(told))


def start(checkout: Path, cache: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(checkout / "src"), "KARAT_CACHE": cache}
    command = [sys.executable, str(Path(__file__).resolve()), "--child"]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def tell(name: str, found: dict[str, Any], cache: str) -> None:
    files = [file for file in Path(cache).rglob("*") if file.is_file()]
    times = found["taken"].values()
    print(
        f"{name:5} {found['seconds']:9.1f} s {len(times):10} {sum(map(len, times)):16} {found['megabytes']:9.0f} MB "
        f"{sum(file.stat().st_size for file in files) / 2**20:9.1f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, help="another checkout")
    parser.add_argument("--most", type=int, default=20, help="so many functions are told")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child()
        return
    checkouts = {"new": ROOT, **({"old": asked.old.resolve()} if asked.old else {})}
    with tempfile.TemporaryDirectory() as folder:
        working = {name: start(checkout, f"{folder}/{name}") for name, checkout in checkouts.items()}
        found = {name: json.loads(process.communicate()[0]) for name, process in working.items()}
        print("      processor  functions  specialisations    memory     cache")
        for name, one in found.items():
            tell(name, one, f"{folder}/{name}")
    if asked.old:
        print(f"new / old: {found['new']['seconds'] / found['old']['seconds']:.2f}")
    for name, one in found.items():
        levels = ", ".join(f"{game} {seconds:.1f} s" for game, seconds in one["waited"].items())
        print(f"{name}: what levels of bots need: {levels or 'not known'}")
    print(f"\n{'seconds':>8}  piece of this checkout")
    for piece, seconds in found["new"]["pieces"].items():
        print(f"{seconds:8.2f}  {piece}")
    print(f"\n{'seconds':>8} {'times':>5}  function of this checkout")
    dearest = sorted(found["new"]["taken"].items(), key=lambda pair: -sum(pair[1]))
    for function, times in dearest[: asked.most]:
        print(f"{sum(times):8.2f} {len(times):5}  {function}")


if __name__ == "__main__":
    main()
