"""Card files of people's own: kept in the database, so that every worker can load every table, also after a restart."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from karat.amul.rules.cardfile import identity, load_standard, read_cards, standard_bytes
from karat.amul.rules.cards import STANDARD
from karat.games import GAMES, with_cards
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.amul import CardFile
    from karat.games import Hosted
    from karat.server.store.database import Database

MOST_AT_HAND = 32
"""Files that a worker has read; the one unused for longest makes way."""
NAME = "card file"
"""What messages call it."""


class CardFiles:
    """Card files by their identity, and the games as they are played with each."""

    def __init__(self, database: Database, games: Mapping[str, Hosted] = GAMES) -> None:
        self.standard = games
        self._database = database
        self._read: OrderedDict[str, CardFile] = OrderedDict()

    async def check(self, text: str) -> str:
        """The identity of a card file; BadCardFile, with every problem, where it is none."""
        raw = text.encode("utf-8", "surrogatepass")
        known = self._read.get(identity(raw))
        cards = await asyncio.to_thread(read_cards, raw, NAME) if known is None else known
        self._remember(cards)
        return cards.identity

    async def keep(self, text: str) -> str:
        """Keep a card file for good; its identity."""
        name = await self.check(text)
        if name != STANDARD:
            kept = "INSERT INTO card_files (identity, body, added) VALUES (?, ?, ?) ON CONFLICT (identity) DO NOTHING"
            await self._database.write(Statement(kept, (name, text, time.time())))
        return name

    async def text(self, name: str) -> str | None:
        """The file of that identity as it was brought; None where there is none."""
        if name == STANDARD:
            return standard_bytes().decode()
        rows = await self._database.fetch("SELECT body FROM card_files WHERE identity = ?", name)
        return str(rows[0][0]) if rows else None

    async def cards(self, name: str) -> CardFile | None:
        """The card file of that identity; None where there is none."""
        cards = load_standard() if name == STANDARD else self._read.get(name)
        if cards is None:
            text = await self.text(name)
            if text is None:
                return None
            cards = await asyncio.to_thread(read_cards, text.encode(), NAME)
        self._remember(cards)
        return cards

    async def games_for(self, name: object) -> Mapping[str, Hosted]:
        """The games, Amul with the card file of that identity too; the rules say what is wrong where there is none."""
        if not isinstance(name, str) or name == STANDARD:
            return self.standard
        cards = await self.cards(name)
        return self.standard if cards is None else with_cards(cards)

    def _remember(self, cards: CardFile) -> None:
        self._read[cards.identity] = cards
        self._read.move_to_end(cards.identity)
        if len(self._read) > MOST_AT_HAND:
            self._read.popitem(last=False)
