"""Compile every kernel once, so that later commands find them in the cache: `python -m karat.kernel.warm`."""

from __future__ import annotations

import importlib

GAMES = ("aurum", "amul")
"""Each has a module of its name here, with a function `warm`."""


def main() -> None:
    for game in GAMES:
        importlib.import_module(f"karat.kernel.{game}").warm()


if __name__ == "__main__":
    main()
