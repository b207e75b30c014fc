"""Every decision of some records as Arrow tables; docs/data.md tells the columns. pyarrow comes with the extra `data`.

The schema's metadata tell the game and what was agreed. A record's own results are not read: what a decision brought
follows from the rules. Observations are binary, not lists, as NumPy then sees them without a copy (`observations_of`).
"""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from karat import __version__
from karat.record import BadRecord, game_of, lines, parse_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from karat.decisions import Decisions, Replayer
    from karat.kit import Kit
    from karat.record import Record

AT_ONCE = 32_768
"""Decisions of a table: with observations some thirty megabytes."""


class BadExport(ValueError):
    """Records that make no table; the message has the line and says what to change."""


class Exporter:
    """Turns lines of records, all of one game under the same rules, into tables with one schema."""

    def __init__(
        self,
        games: Mapping[str, Kit],
        *,
        observations: bool = False,
        prepare: Callable[[Kit], None] = lambda _: None,
    ) -> None:
        """`prepare` is told of the game when the first record is read, before its kernel is needed."""
        self._pa: Any = importlib.import_module("pyarrow")  # an extra, and slow to load
        self._games, self.observations, self._prepare = games, observations, prepare
        self._agreed: Any = None
        self._replayer: Replayer | None = None
        self.schema: Any = None
        self.matches = self.decisions = 0

    def tables(self, stream: BinaryIO) -> Iterator[Any]:
        """One table after the other, of about AT_ONCE decisions each; BadExport at the first record that is wrong."""
        waiting: list[Decisions] = []
        rows = 0
        for line, raw in lines(stream):
            try:
                waiting.append(self._read(parse_line(raw)))
            except BadRecord as bad:
                raise BadExport(f"line {line}, {bad}" if bad.round else f"line {line}: {bad}") from None
            except BadExport as bad:
                raise BadExport(f"line {line}: {bad}") from None
            rows += len(waiting[-1].seats)
            if rows >= AT_ONCE:
                yield self._table(waiting)
                waiting, rows = [], 0
        if waiting:
            yield self._table(waiting)

    def _read(self, record: Record) -> Decisions:
        kit = self._games[game_of(record, self._games)]
        rules = kit.read_rules(record)
        if self._replayer is None:
            if kit.kernel is None:
                raise BadExport(f"{kit.name} is not compiled, and only compiled games can be exported")
            self._prepare(kit)
            self._agreed, self._replayer = rules, kit.kernel.replay(rules)
            self.schema = self._make_schema(kit, rules, self._replayer)
        elif rules != self._agreed:
            raise BadExport("another game or other rules than in the records before it: export those apart")
        return self._replayer.read(record, observations=self.observations)

    def _make_schema(self, kit: Kit, rules: Any, replayer: Replayer) -> Any:
        pa, agreed = self._pa, kit.settings(rules)
        told = {"players": agreed.players, "edition": agreed.edition, "variants": list(agreed.variants),
                "cards": agreed.cards}  # fmt: skip
        columns = [
            ("match", pa.int64()), ("step", pa.int32()), ("round", pa.int16()), ("seat", pa.int8()),
            ("action", pa.int16()), ("text", pa.string()), ("options", pa.int16()),
            ("won", pa.float32()), ("lead", pa.float32()),
        ]  # fmt: skip
        if self.observations:
            columns += [("legal", pa.list_(pa.int16())), ("observation", pa.binary(replayer.tensor))]
        about = {"game": kit.name, "rules": told, "actions": replayer.actions, "tensor": replayer.tensor}
        return pa.schema(columns, {"karat": json.dumps(about | {"version": __version__})})

    def _table(self, matches: Iterable[Decisions]) -> Any:
        pa, parts = self._pa, list(matches)
        sizes = [len(part.seats) for part in parts]
        numbers = np.repeat(np.arange(self.matches, self.matches + len(parts)), sizes)
        self.matches, self.decisions = self.matches + len(parts), self.decisions + sum(sizes)
        won, lead = (np.concatenate([getattr(part, name) for part in parts]) for name in ("won", "lead"))
        columns = [
            pa.array(numbers),
            pa.array(np.concatenate([np.arange(size, dtype=np.int32) for size in sizes])),
            *(
                pa.array(np.concatenate([getattr(part, name) for part in parts]))
                for name in ("rounds", "seats", "actions")
            ),
            pa.array([text for part in parts for text in part.texts], pa.string()),
            pa.array(np.concatenate([part.options for part in parts])),
            *(pa.array(values, mask=np.isnan(values)) for values in (won, lead)),
        ]
        if self.observations:
            ends = np.concatenate([[0], np.cumsum(np.concatenate([part.options for part in parts], dtype=np.int32))])
            legal = pa.array(np.concatenate([part.legal for part in parts]))
            columns.append(pa.ListArray.from_arrays(pa.array(ends, pa.int32()), legal))
            seen = np.concatenate([part.seen for part in parts])
            columns.append(
                pa.FixedSizeBinaryArray.from_buffers(pa.binary(seen.shape[1]), len(seen), [None, pa.py_buffer(seen)])
            )
        return pa.table(columns, schema=self.schema)


def observations_of(table: Any) -> NDArray[np.uint8]:
    """The observations of an Arrow table or of its column, a row each."""
    column = table.column("observation") if hasattr(table, "column") else table
    whole = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    width = whole.type.byte_width
    seen = np.frombuffer(whole.buffers()[1], np.uint8, len(whole) * width, whole.offset * width)
    return seen.reshape(len(whole), width)
