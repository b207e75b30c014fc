"""A program in any language as a bot: it is told and asked line by line on its standard streams, as UCI does for chess.

| Karat writes            | the program answers                                                            |
|-------------------------|--------------------------------------------------------------------------------|
| `karat 1 GAME`          | `ready NAME`, when it can be asked; once, at the beginning                      |
| `new SETTINGS`          | nothing: another match begins, and whatever was remembered is to be forgotten   |
| `choose QUESTION`       | `action TEXT`, one of the legal actions                                         |
| `quit`                  | nothing: it ends                                                               |

SETTINGS and QUESTION are JSON objects on the same line. SETTINGS has `players`, `edition`, `variants`, `cards`.
QUESTION has `view`, what the seat may know as the server shows it to bots (docs/bots.md), `legal`, the texts of the
legal actions, `seconds` and `tries`, of which one is null, and `seed`, a number from which all chance is to come. Lines
that begin with `info` are passed over; what is written to standard error is left alone.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import subprocess
import time
import weakref
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from karat.bots.bot import UnknownBot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.bots.bot import Budget
    from karat.kit import Kit
    from karat.shuffle import Stream

PATIENCE = 30.0
"""Seconds beyond its budget after which a program that says nothing is given up."""
IDLE: dict[tuple[str, str], list[EngineProcess]] = {}
"""Programs that run and serve nobody, by command and game."""


class EngineFailed(RuntimeError):
    """A program that ended, said nothing, or said what it may not."""


class EngineProcess:
    """One running program."""

    def __init__(self, command: str, game: str) -> None:
        self.command = command
        try:
            self.process = subprocess.Popen(  # noqa: S603 -- what the user named
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            raise UnknownBot(
                f"{command!r} is no program that can be run: {getattr(error, 'strerror', error)}"
            ) from None
        self._rest = b""
        atexit.register(self.stop)
        try:
            self.write(f"karat 1 {game}")
            self.name = self.read("ready", PATIENCE)
        except EngineFailed as failed:
            self.stop()
            raise UnknownBot(f"{failed}; a program answers 'karat 1 {game}' with 'ready NAME'") from None

    def write(self, line: str) -> None:
        assert self.process.stdin  # noqa: S101 -- a pipe, as said above
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise EngineFailed(f"{self.command!r} has ended, with status {self.process.wait()}") from None

    def read(self, word: str, seconds: float) -> str:
        """The rest of the next line, which begins with that word."""
        until = time.monotonic() + seconds
        while True:
            line, end, rest = self._rest.partition(b"\n")
            if end:
                self._rest = rest
                said, _, told = line.decode("utf-8", "replace").strip().partition(" ")
                if said == word:
                    return told.strip()
                if said and said != "info":
                    raise EngineFailed(f"{self.command!r} said {line[:80]!r} where '{word} ...' was wanted")
                continue
            self._rest += self._more(word, until - time.monotonic())

    def _more(self, word: str, seconds: float) -> bytes:
        assert self.process.stdout  # noqa: S101
        if seconds <= 0 or not select.select([self.process.stdout], [], [], seconds)[0]:
            raise EngineFailed(f"{self.command!r} gave no '{word} ...' in time")
        more = os.read(self.process.stdout.fileno(), 65536)  # as select sees it: no buffer lies between
        if not more:
            raise EngineFailed(f"{self.command!r} has ended, with status {self.process.wait()}")
        return more

    def stop(self) -> None:
        """At once."""
        atexit.unregister(self.stop)
        self.process.kill()
        self.process.communicate()


class EngineBot:
    """A seat that a program plays; when it is gone, the program is free for another."""

    def __init__(self, kit: Kit, command: str, budget: Budget | None) -> None:
        self.kit, self.budget = kit, budget
        free = IDLE.setdefault((command, kit.name), [])
        self.engine = free.pop() if free else EngineProcess(command, kit.name)
        self._told = False
        self._release = weakref.finalize(self, _give_back, free, self.engine)

    def choose(self, seen: Any, legal: Sequence[Any], rng: Stream) -> Any:
        """The action that the program names."""
        from msgspec import to_builtins  # noqa: PLC0415 -- only who asks a program needs it

        engine, texts = self.engine, [str(action) for action in legal]
        if not self._told:
            engine.write(f"new {json.dumps(asdict(self.kit.settings(seen.rules)))}")
            self._told = True
        seconds, tries = (self.budget.seconds, self.budget.tries) if self.budget else (None, None)
        question = {
            "view": to_builtins(self.kit.view(seen, legal)),
            "legal": texts,
            "seconds": seconds,
            "tries": tries,
            "seed": rng.below(1 << 31),
        }
        engine.write(f"choose {json.dumps(question)}")
        text = engine.read("action", (seconds or 0) + PATIENCE)
        if text not in texts:
            raise EngineFailed(f"{engine.command!r} chose {text!r}, which is not legal")
        return legal[texts.index(text)]


def _give_back(free: list[EngineProcess], engine: EngineProcess) -> None:
    if engine.process.poll() is None:
        free.append(engine)
