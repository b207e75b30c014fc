"""Who the people in a table's log are: the log itself holds pseudonyms, so that it never has to be changed.

An entry names somebody by `p1`, `p2` and so on, in the order in which the table came to know them. Who that is, and
by which name they are shown there, stands beside the log, and so does every line that somebody said: a guest who
becomes an account, or somebody who wants to be forgotten, changes what stands beside it and not the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.structs import replace

from karat.server.tables import entries
from karat.server.tables.entries import Player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.server.tables.entries import AnyEntry

WORD = "who"
"""What workers tell each other when somebody is another or nobody now: this and the ids they had."""
FORGOTTEN = "gone:"
"""Begins the id by which a table knows somebody whom the server has forgotten."""


def others_now(*people: str) -> str:
    """The word for: whoever knows these by name should look again."""
    return " ".join((WORD, *people))


@dataclass(slots=True)
class Identities:
    """The people whom one table's log names."""

    known: dict[str, Player] = field(default_factory=dict)
    """By pseudonym."""

    @property
    def people(self) -> set[str]:
        """Their ids."""
        return {player.id for player in self.known.values()}

    def pseudonym_of(self, person: str) -> str | None:
        return next((pseudonym for pseudonym, player in self.known.items() if player.id == person), None)

    def hide(self, entry: AnyEntry, *, begun: bool) -> tuple[AnyEntry, str]:
        """The entry as it is stored, and the pseudonym of whoever it names; empty where that is nobody.

        From then on they are known as the entry says. `begun` tells whether the match has: who began it as a guest
        is one until its end, so that nobody chooses afterwards whether it counts.
        """
        player = named_in(entry)
        if player is None:
            return entry, ""
        was = entry.was if isinstance(entry, entries.Handed) else player.id
        pseudonym = self.pseudonym_of(was) or f"p{len(self.known) + 1}"
        if isinstance(entry, entries.Handed) and begun and pseudonym in self.known:
            player = replace(player, kind=self.known[pseudonym].kind)
        self.known[pseudonym] = player
        return _naming(entry, Player(pseudonym)), pseudonym

    def is_news(self, entry: AnyEntry) -> bool:
        """Whether a stored entry may name somebody otherwise than is known here."""
        player = named_in(entry)
        return player is not None and (not isinstance(entry, entries.Said) or player.id not in self.known)

    def reveal(self, entry: AnyEntry, now: Mapping[str, Player], text: str = "") -> AnyEntry:
        """A stored entry with whom it names, as they are known `now`, and with what they said."""
        player = named_in(entry)
        if player is None or player.id not in now:
            return entry
        before = self.known.get(player.id, now[player.id])
        self.known[player.id] = now[player.id]
        shown = _naming(entry, now[player.id])
        match shown:
            case entries.Said():
                return replace(shown, text=text)
            case entries.Handed():
                return replace(shown, was=before.id)
        return shown


def named_in(entry: AnyEntry) -> Player | None:
    """The person whom an entry names, if it does; bots of the house are nobody."""
    if isinstance(entry, entries.Acted):
        return None  # as most entries are
    match entry:
        case entries.Opened(host=player) | entries.Sat(player=player, bot=""):
            return player
        case entries.Said(player=player) | entries.Handed(player=player):
            return player
    return None


def _naming(entry: AnyEntry, player: Player) -> AnyEntry:
    match entry:
        case entries.Opened():
            return replace(entry, host=player)
        case entries.Sat():
            return replace(entry, player=player)
        case entries.Said():
            return replace(entry, player=player, text="")
        case entries.Handed():
            return replace(entry, player=player, was="")
    return entry
