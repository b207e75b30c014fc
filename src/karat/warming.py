"""Have everything compiled and loaded before somebody waits for it: `python -m karat.warming` compiles every kernel."""

from __future__ import annotations

import importlib
import multiprocessing
import sys
from typing import TYPE_CHECKING

from karat.bots.bot import Budget
from karat.games import GAMES
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.kit import Kit


def compile_kernels(*modules: str) -> None:
    """Call what each module compiles, in this order."""
    for module in modules:
        importlib.import_module(module).warm()


def load_bots(wanted: Iterable[tuple[Kit, frozenset[str]]]) -> None:
    """Of these levels the compiled ones, on the first choice of a match, thought cut short; and what comes later."""
    for kit, levels in wanted:
        compiled = [level for level in kit.levels if level in kit.compiled_bots & levels]
        if not compiled or kit.kernel is None:
            continue
        state = kit.game.start(kit.usual_rules)
        state = kit.game.deal(state, kit.game.shuffled(state, Stream("warm"))).state
        seat = kit.game.to_act(state)[0]
        seen, legal = kit.game.observe(state, seat), kit.game.legal_actions(state, seat)
        for level in compiled:
            kit.make_bot(level, Budget(None, 1)).choose(seen, legal, Stream("warm"))
        compile_kernels(kit.kernel.warm[-1])  # what only the end of a match asks for


def main() -> int:
    """All games at the same time, as they share next to nothing; how many of them failed."""
    context = multiprocessing.get_context("spawn")
    working = [
        context.Process(target=compile_kernels, args=kit.kernel.warm, name=name)
        for name, kit in GAMES.items()
        if kit.kernel
    ]
    for process in working:
        process.start()
    for process in working:
        process.join()
    return sum(process.exitcode != 0 for process in working)


if __name__ == "__main__":
    sys.exit(main())
