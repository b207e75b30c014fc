"""Compile every kernel once, so that later commands find them in the cache: `python -m karat.kernel.warm`."""

from __future__ import annotations

import importlib
import multiprocessing
import sys

GAMES = {
    "aurum": ("karat.aurum.kernel.warm", "karat.aurum.solver.warm", "karat.aurum.net.warm", "karat.aurum.search.warm"),
    "amul": ("karat.amul.kernel.warm", "karat.amul.search.warm"),
}
"""By game: its kernels, then what is built on them; each has a function `warm`."""


def warm(game: str) -> None:
    for module in GAMES[game]:
        importlib.import_module(module).warm()


def main() -> int:
    """Both games at the same time, as they share next to nothing; how many of them failed."""
    context = multiprocessing.get_context("spawn")
    working = [context.Process(target=warm, args=(game,), name=game) for game in GAMES]
    for process in working:
        process.start()
    for process in working:
        process.join()
    return sum(process.exitcode != 0 for process in working)


if __name__ == "__main__":
    sys.exit(main())
