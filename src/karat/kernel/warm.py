"""Compile every kernel once, so that later commands find them in the cache: `python -m karat.kernel.warm`."""

from __future__ import annotations

import importlib

MODULES = {
    "aurum": "karat.kernel.aurum.warm",
    "amul": "karat.kernel.amul.warm",
    "solver": "karat.solver.warm",
    "nets": "karat.nets.warm",
    "aurum search": "karat.search.aurum.warm",
    "amul search": "karat.search.amul.warm",
}
"""By game, then what is built on them; each has a function `warm`."""


def main() -> None:
    for module in MODULES.values():
        importlib.import_module(module).warm()


if __name__ == "__main__":
    main()
