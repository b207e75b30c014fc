"""Have kernels compiled and loaded before somebody waits for them.

Workers are processes of their own, `python -m karat.warming NICENESS PIECE…`. Each takes the first piece of its list
that is not done and that nobody is at (karat.kernel.claims). So all cores have work to the end, and two servers, or a
server and a command, never do the same twice. All have the same list, but each begins with another game: the kernels of
a game are made of the same parts, which a process puts into LLVM's language once. A worker ends with who started it.

Idle workers, that leave the cores to others, are no more on this machine than it has cores, whoever started them: more
would read the same parts again. So `./karat` can have the first begin while it still builds the page, and the server
that follows only watches them (`python -m karat.warming` alone).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Self

from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kernel.cache_folder import folder_of_layer, layer_of
from karat.kernel.claims import claim, is_compiling, locked
from karat.kernel.threads import cores
from karat.kit import Lazy
from karat.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from karat.kit import Kit, Piece

IDLE = 19
"""How nice a worker is where others play meanwhile: it gets what they leave."""
AUTOGROUP = Path("/proc/self/autogroup")
"""Where Linux is told how nice the whole session of a process is."""
LOOK_AGAIN = 1.0
"""Seconds between looks whether a level can be loaded, or a core has become free."""
REVIEW = "review"
"""By which pieces name the reviews among their users."""
BEGUN, DONE, FAILED = "begun", "done", "failed"


def for_play(kits: Iterable[Kit]) -> list[Piece]:
    """What bots think with: all of the first game, then of the next; what only studies call is left out."""
    return [piece for kit in kits for piece in kit.pieces(*kit.levels)]


def for_reviews(kits: Iterable[Kit]) -> list[Piece]:
    """What only reviews of matches call, beside what bots think with."""
    kits = tuple(kits)
    played = set(for_play(kits))
    return [piece for kit in kits for piece in kit.pieces(REVIEW) if piece not in played]


def everything(kits: Iterable[Kit]) -> list[Piece]:
    """The same, and then all the rest."""
    kits = tuple(kits)
    return list(dict.fromkeys([*for_play(kits), *(piece for kit in kits for piece in kit.pieces())]))


@dataclass(frozen=True, slots=True)
class News:
    """What a worker has to tell."""

    what: str
    piece: Piece
    why: str = ""
    """What went wrong, where that is the news."""


class Warming:
    """Workers at some pieces, and how far they are. Iterate over it for their news, or leave it alone."""

    def __init__(self, pieces: Iterable[Piece], *, niceness: int = 0) -> None:
        self.pieces = {piece.call.path: piece for piece in pieces if not piece.is_ready}
        self.done: set[str] = set()
        self._niceness = niceness
        self._workers: list[tuple[subprocess.Popen[str], threading.Thread]] = []
        self._news: SimpleQueue[News | None] = SimpleQueue()

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return len(self.done) / len(self.pieces) if self.pieces else 1.0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_gone: object) -> None:
        self.stop()

    def start(self) -> None:
        """Set as many to work as there are cores."""
        games = [list(pieces) for _, pieces in groupby(self.pieces, lambda path: path.split(".")[:2])]
        for number in range(min(cores(), len(self.pieces))):
            first = number % len(games)
            worker = subprocess.Popen(  # noqa: S603 -- ourselves
                [sys.executable, "-m", "karat.warming", str(self._niceness), *chain(*games[first:], *games[:first])],
                stdin=subprocess.PIPE,  # closes with us
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,  # Ctrl-C is for whoever started it, who then closes the pipe
            )
            listener = threading.Thread(target=self._listen, args=(worker,), daemon=True)
            listener.start()
            self._workers.append((worker, listener))

    def stop(self) -> None:
        """At once: what is not finished is taken up by the next."""
        for worker, listener in self._workers:
            worker.kill()
            listener.join()
            worker.communicate()  # which closes the pipes

    def __iter__(self) -> Iterator[News]:
        """All news, until every worker has ended."""
        for _ in self._workers:
            while (news := self._news.get()) is not None:
                yield news

    def _listen(self, worker: subprocess.Popen[str]) -> None:
        assert worker.stdout  # noqa: S101 -- a pipe, as said above
        for line in worker.stdout:
            what, _, rest = line.rstrip("\n").partition(" ")
            path, _, why = rest.partition(" ")
            if what == DONE:
                if path in self.done:
                    continue  # all workers see that a piece is done
                self.done.add(path)
            self._news.put(News(what, self.pieces[path], why))
        self._news.put(None)


def compile_pieces(paths: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Compile what is not compiled and nobody else is at, then wait for what others are at; what happens to which."""
    waiting = list(paths)
    for wait in (False, True):
        for path in tuple(waiting):
            wanted = claim(path)
            if not wanted.is_done:
                with wanted.held(wait=wait) as mine:
                    if not mine:
                        continue
                    if not wanted.is_done:  # or whoever was at it has finished
                        yield BEGUN, path, ""
                        try:
                            Lazy(path)()
                        except Exception as error:  # noqa: BLE001 -- told to who asked; the others can be compiled
                            yield FAILED, path, f"{type(error).__name__}: {' '.join(str(error).split())}"
                            waiting.remove(path)
                            continue
                        wanted.finish()
            waiting.remove(path)
            yield DONE, path, ""


def compile_in_turn(paths: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The same as one of the idle workers of this machine; what others have done until there is a place is told too."""
    folder = folder_of_layer(layer_of(claim.__module__)) / "workers"
    waiting = list(paths)
    while waiting:
        for number in range(cores()):
            with locked(folder / str(number), wait=False) as mine:
                if mine:
                    yield from compile_pieces(waiting)
                    return
        for path in tuple(waiting):
            if claim(path).is_done:
                waiting.remove(path)
                yield DONE, path, ""
        time.sleep(LOOK_AGAIN)


def load_bots(wanted: Iterable[tuple[Kit, frozenset[str]]]) -> None:
    """Of these levels the compiled ones choose once, thought cut short, as soon as what they need is compiled.

    Among the levels `review` stands for reviews of matches. Where kernels run as plain Python nothing is to be loaded,
    and a choice of each level would take seconds.
    """
    if not is_compiling():
        return
    wanted = tuple(wanted)
    waiting = [(kit, level) for kit, levels in wanted for level in kit.levels if level in kit.compiled_bots & levels]
    waiting += [(kit, REVIEW) for kit, levels in wanted if REVIEW in levels and kit.judge]
    while waiting:
        for kit, level in tuple(waiting):
            if all(piece.is_ready for piece in kit.pieces(level)):
                load_bot(kit, level)
                waiting.remove((kit, level))
        if waiting:
            time.sleep(LOOK_AGAIN)


def load_bot(kit: Kit, level: str) -> None:
    """On the first choice of a match, unless it is for reviews; and what it needs later."""
    for piece in kit.pieces(level):
        piece.call()
    if level == REVIEW:
        return
    state = kit.game.start(kit.usual_rules)
    state = kit.game.deal(state, kit.game.shuffled(state, Stream("warm"))).state
    seat = kit.game.to_act(state)[0]
    seen, legal = kit.game.observe(state, seat), kit.game.legal_actions(state, seat)
    kit.make_bot(level, Budget(None, 1)).choose(seen, legal, Stream("warm"))


def main(arguments: Sequence[str]) -> int:
    """The whole life of a worker; without arguments, of one who starts the idle ones for what bots think with."""
    threading.Thread(target=end_with_starter, daemon=True).start()
    if not arguments:
        with Warming(for_play(GAMES.values()), niceness=IDLE) as work:
            return sum(news.what == FAILED for news in work)
    niceness, *paths = arguments
    stand_back(int(niceness))
    failed = 0
    for what, path, why in (compile_in_turn if int(niceness) else compile_pieces)(paths):
        failed += what == FAILED
        sys.stdout.write(f"{what} {path} {why}\n")
        sys.stdout.flush()
    return failed


def stand_back(niceness: int) -> None:
    """Let others go first. Linux weighs sessions against each other before it weighs processes."""
    with contextlib.suppress(OSError, AttributeError):  # where there is no such thing
        os.nice(niceness)
        if niceness and os.getsid(0) == os.getpid():  # a session of its own, not that of who types
            AUTOGROUP.write_text(str(niceness), "ascii")


def end_with_starter() -> None:
    """When the pipe closes, nobody wants it any more; what is not finished is taken up by the next."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
