"""A tournament in a folder: what was played is never played again, whatever ended it.

| file           | holds                                                                                             |
|----------------|---------------------------------------------------------------------------------------------------|
| plan.json      | what is played; a folder is continued only by the same plan                                       |
| journal.jsonl  | a line for each finished deal, in order, with how long records.jsonl was after it                 |
| records.jsonl  | every game as a `karat/1` record, for `karat verify` and `karat show`                             |

Records are on the disk before the line that counts them. So a crash leaves at most records that no line counts and a
line without its end, and both are cut off when the folder is opened again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from karat import __version__
from karat.arena.deals import Job, Plan
from karat.arena.entrants import BadTournament
from karat.arena.play import Played
from karat.atomic_file import replacing
from karat.kit import Scored
from karat.record import dump_line

if sys.platform != "win32":
    import fcntl

Entry = tuple[Job, tuple[Played, ...]]


def describe(plan: Plan) -> dict[str, Any]:
    """A plan in words of JSON, as it is kept and told."""
    agreed = plan.kit.settings(plan.rules)
    of_the_game = {"edition": agreed.edition, "cards": agreed.cards}
    return {
        "game": plan.kit.name,
        "players": agreed.players,
        **{name: value for name, value in of_the_game.items() if value is not None},
        "variants": list(agreed.variants),
        "bots": [str(entrant) for entrant in plan.entrants],
        "of": str(plan.unit),
        "seating": str(plan.seating),
        "against": str(plan.entrants[plan.against]) if plan.seating == "cross" else None,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        **({"luck_out": True} if plan.luck_out else {}),
    }


def kept_seed(folder: Path) -> str | None:
    """The seed of the tournament that a folder holds."""
    file = folder / "plan.json"
    return str(_read_plan(file)["seed"]) if file.exists() else None


def _read_plan(file: Path) -> dict[str, Any]:
    try:
        told = json.loads(file.read_text("utf-8"))["plan"]
    except (ValueError, KeyError, TypeError):
        raise BadTournament(f"{str(file)!r} is not the plan of a tournament") from None
    if not isinstance(told, dict) or "seed" not in told:
        raise BadTournament(f"{str(file)!r} is not the plan of a tournament")
    return told


class Journal:
    """A folder that is open for one tournament."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._lock = (folder / "lock").open("w")
        try:
            self._take_lock()
            self._check_plan(plan)
            self._log = _open_to_append(folder / "journal.jsonl")
            self._records = _open_to_append(folder / "records.jsonl")
        except BaseException:
            self._lock.close()
            raise
        self.entries = tuple(self._recover())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._log, self._records, self._lock):
            file.close()

    def add(self, job: Job, games: Sequence[Played]) -> None:
        """Keep a deal: afterwards it is there whatever happens."""
        for game in games:
            self._records.write(dump_line(game.record).encode() + b"\n")
        _to_disk(self._records)
        told = {
            "meeting": job.meeting,
            "deal": job.deal,
            "games": [_show(game) for game in games],
            "records": self._records.tell(),
        }
        self._log.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")
        _to_disk(self._log)

    def _take_lock(self) -> None:
        if sys.platform != "win32":  # there, two at once in one folder are not caught
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadTournament(f"another karat arena is writing to {str(self.folder)!r}") from None

    def _check_plan(self, plan: Plan) -> None:
        file, wanted = self.folder / "plan.json", describe(plan)
        if not file.exists():
            with replacing(file) as out:
                json.dump({"plan": wanted, "karat": __version__}, out, indent=2)
            return
        kept = _read_plan(file)
        differing = [
            f"{name} {kept.get(name)!r}, not {value!r}" for name, value in wanted.items() if kept.get(name) != value
        ]
        if differing:
            told = "; ".join(differing)
            raise BadTournament(
                f"{str(self.folder)!r} holds another tournament ({told}): continue that, or name another folder"
            )

    def _recover(self) -> Iterator[Entry]:
        """What was finished; what comes after it in the files is cut off."""
        whole, records = 0, 0
        self._log.seek(0)
        for line in self._log:
            if not line.endswith(b"\n"):
                break
            told = json.loads(line)
            whole, records = whole + len(line), told["records"]
            yield _read(told)
        for file, length in ((self._log, whole), (self._records, records)):
            file.truncate(length)
            file.seek(length)


def _open_to_append(path: Path) -> BinaryIO:
    path.touch()
    return path.open("r+b")


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _show(game: Played) -> dict[str, Any]:
    return {
        "seats": game.seats,
        "shares": game.shares,
        "rounds": [asdict(scored) for scored in game.rounds],
        "micros": game.micros,
        "worked": game.worked,
        **({"luck": game.luck} if game.luck else {}),
    }


def _read(told: dict[str, Any]) -> Entry:
    """A line as it was; its records are in their own file and not read again."""
    games = tuple(
        Played(
            tuple(game["seats"]),
            tuple(game["shares"]),
            tuple(_read_scored(scored) for scored in game["rounds"]),
            tuple(map(tuple, game["micros"])),
            tuple(game["worked"]),
            {},
            tuple(game.get("luck", ())),
        )
        for game in told["games"]
    )
    return Job(told["meeting"], told["deal"]), games


def _read_scored(told: Any) -> Scored:
    if not isinstance(told, dict):  # lists without names, until 0.1.0
        raise BadTournament("the folder was written by an earlier version of Karat: name another folder")
    return Scored(tuple(told["points"]), {name: tuple(counts) for name, counts in told["counts"].items()})
