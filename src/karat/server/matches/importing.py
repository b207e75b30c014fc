"""Records from elsewhere: bounded, replayed by the rules from the first card to the last, and marked as imported."""

from __future__ import annotations

import asyncio
import hashlib
import io
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.record import BadRecord, Form, dump_line, game_of, lines, parse_line
from karat.server.matches.finished import Finished, Sharing, Sitter, close, tallies
from karat.server.people.names import BadName, clean_name
from karat.server.store.card_files import CardFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from karat.kit import Kit
    from karat.record import Record
    from karat.server.people.accounts import Person
    from karat.server.store.database import Database

LONGEST_IMPORT = 2 * 1024 * 1024
LONGEST_RECORD = 128 * 1024
"""In bytes. Replaying takes time; of 90 matches played by chance the longest had 9,231."""
MOST_RECORDS = 100


class TooLarge(ValueError):
    """More than is taken at once."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of each line: the ids of matches, and what is wrong with the others."""

    matches: tuple[str, ...]
    bad: tuple[tuple[int, BadRecord], ...]


@dataclass(frozen=True, slots=True)
class Import:
    database: Database
    now: Callable[[], float] = time.time

    async def take(self, person: Person, given: bytes, card_file: str = "") -> Imported:
        """Every record that replays becomes a private match of the person's; a second time changes nothing.

        `card_file` is the one that they were played with, where this server does not have it yet.
        """
        if len(given) > LONGEST_IMPORT:
            raise TooLarge(f"at most {LONGEST_IMPORT} bytes at once")
        numbered = list(lines(io.BytesIO(given)))
        if len(numbered) > MOST_RECORDS:
            raise TooLarge(f"at most {MOST_RECORDS} records at once")
        card_files = CardFiles(self.database)
        if card_file:
            await card_files.keep(card_file)
        matches, bad = [], []
        for number, raw in numbered:
            try:
                record = await asyncio.to_thread(_parsed, raw)
                games = await card_files.games_for(record.get("cards"))
                finished = await asyncio.to_thread(self._replayed, person, record, games)
            except BadRecord as wrong:
                bad.append((number, wrong))
            else:
                await close(self.database, finished)
                matches.append(finished.id)
        return Imported(tuple(matches), tuple(bad))

    def _replayed(self, person: Person, given: Record, games: Mapping[str, Kit]) -> Finished:
        """A record as a match: written anew from what the rules made of it, so that nothing else comes with it."""
        try:
            hosted = games[game_of(given, games)]
            state = hosted.replay(given)
        except RecursionError:
            raise BadRecord(Form.STRICT_JSON, "values are nested too deeply") from None
        record = hosted.to_record(state)
        digest = hashlib.sha256(f"{person.id} {dump_line(record)}".encode()).hexdigest()
        return Finished(
            id=f"i{digest[:24]}",
            record=record,
            outcome=hosted.game.outcome(state),
            sitters=tuple(Sitter(name) for name in names(given, int(record["players"]))),
            started=self.now(),
            ended=self.now(),
            sharing=Sharing.PRIVATE,
            imported_by=person.id,
            tallies=tallies(hosted, state, hosted.read_rules(record)),
        )


def _parsed(raw: bytes | None) -> Record:
    if raw is None or len(raw) > LONGEST_RECORD:
        raise BadRecord(Form.ONE_LINE, f"the line is longer than {LONGEST_RECORD} bytes")
    try:
        return parse_line(raw)
    except RecursionError:
        raise BadRecord(Form.STRICT_JSON, "values are nested too deeply") from None


def names(record: Record, players: int) -> list[str]:
    """The names that a record gives its seats, where they are names; else the seats by number."""
    given = record.get("names")
    told_names = given if isinstance(given, list) and len(given) == players else [None] * players
    return [_name(name) or f"{seat + 1}" for seat, name in enumerate(told_names)]


def _name(given: object) -> str | None:
    try:
        return clean_name(given) if isinstance(given, str) else None
    except BadName:
        return None


def show_bad(line: int, bad: BadRecord) -> dict[str, object]:
    return {"line": line, "round": bad.round, "action": bad.action, "rule": bad.law.value, "reason": bad.reason}
