"""Card files of people's own: kept in the database, so that every worker can load every table, also after a restart."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from karat.game import BadCardFile
from karat.games import GAMES, with_cards
from karat.record import STANDARD_CARDS
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import CardFormat, Kit
    from karat.server.store.database import Database

MOST_AT_HAND = 32
"""Files that a worker has read; the one unused for longest makes way."""
NAME = "card file"
"""What messages call it."""


class CardFiles:
    """Card files by their identity, and the games as they are played with each."""

    def __init__(self, database: Database, games: Mapping[str, Kit] = GAMES) -> None:
        self.standard = games
        self.database = database
        self._read: OrderedDict[str, Any] = OrderedDict()

    async def check(self, text: str) -> str:
        """The identity of a card file; BadCardFile, with every problem, where it is none."""
        raw = text.encode("utf-8", "surrogatepass")
        known = self._read.get(hashlib.sha256(raw).hexdigest())
        cards = await asyncio.to_thread(self._parse, raw) if known is None else known
        self._remember(cards)
        name: str = cards.identity
        return name

    async def keep(self, text: str) -> str:
        """Keep a card file for good; its identity."""
        name = await self.check(text)
        if name != STANDARD_CARDS:
            kept = "INSERT INTO card_files (identity, body, added) VALUES (?, ?, ?) ON CONFLICT (identity) DO NOTHING"
            await self.database.write(Statement(kept, (name, text, time.time())))
        return name

    async def text(self, name: str) -> str | None:
        """The file of that identity as it was brought; None where there is none."""
        if name == STANDARD_CARDS:
            return next((kind.usual_bytes().decode() for kind in self._kinds), None)
        rows = await self.database.fetch("SELECT body FROM card_files WHERE identity = ?", name)
        return str(rows[0][0]) if rows else None

    async def cards(self, name: str) -> Any:
        """The card file of that identity; None where there is none."""
        cards = self._read.get(name)
        if cards is None:
            text = await self.text(name)
            if text is None:
                return None
            cards = await asyncio.to_thread(self._parse, text.encode())
        self._remember(cards)
        return cards

    async def games_for(self, name: object) -> Mapping[str, Kit]:
        """The games, with the card file of that identity at hand; the rules say what is wrong where there is none."""
        if not isinstance(name, str) or name == STANDARD_CARDS:
            return self.standard
        cards = await self.cards(name)
        return self.standard if cards is None else with_cards(cards)

    @property
    def _kinds(self) -> list[CardFormat]:
        return [kit.card_files for kit in self.standard.values() if kit.card_files]

    def _parse(self, raw: bytes) -> Any:
        """The cards of the first game that can read them; BadCardFile of the last that cannot."""
        bad = BadCardFile(NAME, ("no game here is played with card files",), 1)
        for kind in self._kinds:
            try:
                return kind.read(raw, NAME)
            except BadCardFile as problems:
                bad = problems
        raise bad

    def _remember(self, cards: Any) -> None:
        self._read[cards.identity] = cards
        self._read.move_to_end(cards.identity)
        if len(self._read) > MOST_AT_HAND:
            self._read.popitem(last=False)
