"""A match that is over, and what is committed with its end: the record, who sat where, and the ratings.

All of it belongs into the unit that closes the table. The id of the match is the id of its table and stands in the
database once, so a unit that is tried again after a crash neither loses a rating nor counts it twice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from karat.record import dump_line
from karat.server.matches.ratings import Pool, Rated, Ratings, places, spared, with_forfeits
from karat.server.people.accounts import AccountKind
from karat.server.people.names import search_key
from karat.server.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.game import Outcome
    from karat.kit import Kit
    from karat.record import Record
    from karat.server.store.database import Database
    from karat.server.tables.chairs import Chair
    from karat.server.tables.table import Table

ROUNDS, POINTS = "rounds", "points"
"""What every game has to count."""
TOLD_ELSEWHERE = frozenset({"table", "names", "bots"})
"""Of a record: who sat there is stored by seat, where it can be searched, and forgotten when somebody asks for it."""


class Sharing(StrEnum):
    """Who may look at a match that is over, beside those who played it or brought it in."""

    PUBLIC = "public"
    """Everybody, and it is in everybody's list."""
    LINK = "link"
    """Whoever has its address."""
    PRIVATE = "private"
    """Nobody."""


SHARED = {"public": Sharing.PUBLIC, "link": Sharing.LINK, "password": Sharing.PRIVATE}
"""What becomes of a match by who could find its table."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who a seat belonged to at the end: a person, or a bot of the house by its level."""

    name: str
    person: str | None = None
    kind: AccountKind = AccountKind.GUEST
    level: str | None = None

    @property
    def player(self) -> Rated | None:
        """Who is rated for what this seat did; nobody for a guest."""
        if self.level is not None:
            return Rated(f"bot:{self.level}", Pool.BOTS)
        if self.person is None or self.kind is AccountKind.GUEST:
            return None
        return Rated(self.person, Pool.BOTS if self.kind is AccountKind.BOT else Pool.PEOPLE)


@dataclass(frozen=True, slots=True)
class Finished:
    id: str
    record: Record
    outcome: Outcome | None
    """None when the match was broken off."""
    sitters: tuple[Sitter, ...]
    """By seat."""
    started: float
    ended: float
    rated: bool = False
    sides: tuple[tuple[int, ...], ...] = ()
    forfeits: Mapping[int, int] = field(default_factory=dict)
    """The seats that have lost by leaving or breaking off, each with a number that tells which was first."""
    sharing: Sharing = Sharing.LINK
    imported_by: str | None = None
    tallies: tuple[Mapping[str, int], ...] = ()
    """By seat, what there is to count beside the result; none where nobody has counted."""
    event: str | None = None
    """Of which others are played on the same cards: who may see it is said there."""
    begun_from: str | None = None
    """Of a match that went on from a moment of another one: that one, or nothing where nobody knows it."""


async def closing(database: Database, finished: Finished) -> list[Statement]:
    """What closes a match. Where the unit does not fit, the match is closed already or a rating has just moved."""
    players = [sitter.player for sitter in finished.sitters]
    ratings = Ratings(database)
    changes = None
    standing = with_forfeits(finished.sides, finished.outcome, finished.forfeits) if finished.forfeits else None
    counted = standing or finished.outcome
    untouched = spared(standing, finished.forfeits) if standing else frozenset[int]()
    if finished.rated and counted is not None:
        game, seats = str(finished.record["game"]), len(finished.sitters)
        changes = await ratings.changes(game, seats, players, counted, untouched)
    statements = [_match(finished, standing, rated=changes is not None)]
    for seat, sitter in enumerate(finished.sitters):
        change = changes.by_seat[seat] if changes else None
        side, place, share = _standing(finished.outcome if seat in untouched else counted, seat)
        player = players[seat]
        statements.append(
            Statement(
                "INSERT INTO match_seats (match_id, seat, person, player, kind, name, name_key, side, place, share,"
                " mu, sigma, mu_after, sigma_after, forfeited, tally)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    finished.id,
                    seat,
                    sitter.person,
                    player.id if player else None,
                    AccountKind.BOT if sitter.level is not None else sitter.kind,
                    sitter.name,
                    search_key(sitter.name),
                    side,
                    place,
                    share,
                    *((change.before.mu, change.before.sigma) if change else (None, None)),
                    *((change.after.mu, change.after.sigma) if change else (None, None)),
                    int(seat in finished.forfeits),
                    json.dumps(finished.tallies[seat]) if finished.tallies else None,
                ),
                rows=1,
            )
        )
    return statements + (ratings.statements(changes, finished.ended) if changes else [])


async def is_closed(database: Database, match: str) -> bool:
    return bool(await database.fetch("SELECT 1 FROM matches WHERE id = ?", match))


async def close(database: Database, finished: Finished) -> bool:
    """Commit the end of a match that has no table; False when it was closed before."""
    while not await is_closed(database, finished.id):
        if await database.write(*await closing(database, finished)):
            return True
    return False


def of_table(table: Table, now: float) -> Finished | None:
    """The match of a table that has just come to its end; None where none was begun."""
    if table.running is None:
        return None
    state = table.running.state
    return Finished(
        id=table.id,
        record=table.record(),
        outcome=table.outcome,
        sitters=tuple(_sitter(chair) for chair in table.chairs),
        started=table.opened_at,
        ended=now,
        rated=table.config.rated,
        sides=table.kit.sides(table.rules),
        forfeits={seat: chair.forfeit for seat, chair in enumerate(table.chairs) if chair.forfeit is not None},
        sharing=SHARED[table.config.visibility] if table.moment is None else Sharing.PRIVATE,
        tallies=tallies(table.kit, state, table.rules),
        begun_from=table.moment.match if table.moment else None,
        event=table.event.event if table.event else None,
    )


def tallies(kit: Kit, state: Any, rules: Any) -> tuple[dict[str, int], ...]:
    """By seat, how much was scored and how often what the game counts came about, as its side had it."""
    scored = kit.scored(state)
    by_side = [
        {ROUNDS: len(scored), POINTS: sum(one.points[side] for one in scored)}
        | {name: sum(one.counts[name][side] for one in scored) for name in (kit.counts[1] if kit.counts else ())}
        for side in range(len(kit.sides(rules)))
    ]
    side_of = {seat: side for side, seats in enumerate(kit.sides(rules)) for seat in seats}
    return tuple(by_side[side_of[seat]] for seat in range(rules.players))


def _sitter(chair: Chair) -> Sitter:
    """Who the seat belongs to; a bot that stood in played for the person whose seat it is."""
    if chair.player is None or chair.bot:
        return Sitter(chair.player.name if chair.player else "", level=chair.bot)
    return Sitter(chair.player.name, chair.player.id, AccountKind(chair.player.kind))


def show_outcome(outcome: Outcome) -> str:
    return json.dumps({"sides": outcome.sides, "winners": outcome.winners, "scores": outcome.scores})


def _match(finished: Finished, standing: Outcome | None, *, rated: bool) -> Statement:
    return Statement(
        "INSERT INTO matches (id, game, players, started, ended, outcome, standing, rated, visibility, imported_by,"
        " edition, begun_from, event, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            finished.id,
            str(finished.record["game"]),
            len(finished.sitters),
            finished.started,
            finished.ended,
            show_outcome(finished.outcome) if finished.outcome else None,
            show_outcome(standing) if standing else None,
            int(rated),
            finished.sharing,
            finished.imported_by,
            str(finished.record.get("edition") or ""),
            finished.begun_from,
            finished.event,
            dump_line({key: value for key, value in finished.record.items() if key not in TOLD_ELSEWHERE}),
        ),
        rows=1,
    )


def _standing(outcome: Outcome | None, seat: int) -> tuple[int | None, int | None, float | None]:
    """A seat's side, its place and its part of the win."""
    if outcome is None:
        return None, None, None
    side = next(side for side, seats in enumerate(outcome.sides) if seat in seats)
    return side, places(outcome)[side], outcome.share(seat)
