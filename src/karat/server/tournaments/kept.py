"""A tournament as the database has it. Everything that happens next follows from these rows alone."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from karat.server.people.relations import Relation
from karat.server.people.succession import IS_SUSPENDED
from karat.server.tables import fair
from karat.server.tables.entries import Config, DaysClock, EventTable, LiveClock, Player, Text
from karat.server.tables.table import read_rules
from karat.tournaments.plan import DrawSystem, EntryForm, EventSeat, RoundTable, TableResult, TournamentPlan
from karat.tournaments.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from karat.kit import Kit
    from karat.server.store.database import Database, Row

MOST_KNOCKOUT_ROUNDS = 12
MOST_TRIES = 2000
STAND_IN_AFTER = 600
APART = """
    WITH who AS (
        SELECT entrant, person AS id FROM tournament_members WHERE tournament = ? AND person IS NOT NULL
        UNION SELECT entrant, owner FROM tournament_members JOIN people ON people.id = person
        WHERE tournament = ? AND owner IS NOT NULL
    )
    SELECT one.entrant, other.entrant FROM relations JOIN who AS one ON one.id = relations.person
    JOIN who AS other ON other.id = relations.other WHERE relations.kind = ? AND one.entrant <> other.entrant"""
UNNAMED = "–"
"""By what somebody goes for who is kept apart from them."""
Status = Literal["open", "running", "finished"]


class TournamentConfig(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is agreed when a tournament is opened."""

    game: Text
    players: Annotated[int, Meta(ge=2, le=12)]
    """At a table."""
    edition: Text = ""
    variants: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    form: EntryForm = EntryForm.SINGLES
    """Who enters: single players, whole sides, or teams that hold every side of a deal."""
    system: DrawSystem = DrawSystem.MOVEMENT
    scoring: Scoring = Scoring.MATCHPOINTS
    rounds: Annotated[int, Meta(ge=1, le=40)] = 4
    """A knock-out has as many as it takes."""
    deals: Annotated[int, Meta(ge=1, le=16)] = 2
    """In a round."""
    level: Text | None = None
    """Of the bots that fill up; the usual one unless given."""
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)] = 200
    """That they have for a choice."""
    clock: LiveClock | DaysClock | None = None
    stand_in_after: Annotated[int, Meta(ge=1, le=604800)] | None = STAND_IN_AFTER
    """Without a clock, the seconds after which a bot plays for who is waited for and has no connection, until they are
    back; null for never."""

    def plan(self, kit: Kit) -> TournamentPlan:
        """BadRecord where the game has no such rules."""
        return TournamentPlan(
            sides=kit.sides(read_rules(self.table({}), kit)),
            form=self.form,
            system=self.system,
            scoring=self.scoring,
            rounds=self.rounds,
            deals=self.deals,
        )

    def table(self, bots: dict[str, str]) -> Config:
        """What is agreed at each of its tables."""
        return Config(
            self.game, self.players, self.edition, variants=self.variants, bots=bots, clock=self.clock,
            stand_in_after=None if self.clock else self.stand_in_after, bot_level=self.level, hints=False,
        )  # fmt: skip

    @property
    def most_deals(self) -> int:
        rounds = MOST_KNOCKOUT_ROUNDS if self.system is DrawSystem.KNOCKOUT else self.rounds
        return rounds * self.deals


@dataclass(frozen=True, slots=True)
class Member:
    entrant: int
    place: int
    person: str | None
    """None for a bot, and for who was forgotten."""
    name: str
    kind: Literal["guest", "account", "bot"] = "guest"
    avatar: str = ""
    suspended: bool = False
    """Whether they may not play now: then a bot sits down for them, and they again when they may."""

    @property
    def player(self) -> Player | None:
        return None if self.person is None or self.suspended else Player(self.person, self.name, self.kind, self.avatar)


@dataclass(frozen=True, slots=True)
class KeptTable:
    result: TableResult
    """As it counts: corrected where it was."""
    id: str | None
    """None until it is opened."""
    corrected: bool
    reason: str

    @property
    def key(self) -> tuple[int, int, int]:
        return self.result.round, self.result.table.number, self.result.deal


@dataclass(frozen=True, slots=True)
class KeptTournament:
    id: str
    name: str
    director: str | None
    config: TournamentConfig
    secrets: tuple[str, ...]
    status: Status
    round: int
    """From 0; below 0 before the first is drawn."""
    seq: int
    created: float
    ended: float | None
    entrants: dict[int, str]
    """By number, by which names they go."""
    members: dict[tuple[int, int], Member]
    """By entrant and place."""
    tables: tuple[KeptTable, ...]

    @property
    def results(self) -> list[TableResult]:
        return [one.result for one in self.tables]

    @property
    def commitments(self) -> tuple[str, ...]:
        return tuple(map(fair.commitment, self.secrets))

    def secret(self, one: TableResult) -> str:
        return self.secrets[one.round * self.config.deals + one.deal]

    def sitting(self, seat: EventSeat) -> Player | None:
        """Who sits there now; None for a bot."""
        member = self.members.get((seat.entrant, seat.place)) if seat.entrant is not None else None
        return member.player if member else None

    def name_of(self, entrant: int, hidden: Collection[str] = ()) -> str:
        """As they wanted to be called, else by their people; who is hidden has none."""
        people = [
            UNNAMED if one.person in hidden else one.name
            for (number, _), one in sorted(self.members.items())
            if number == entrant and one.name
        ]
        return self.entrants.get(entrant) or ", ".join(people)

    @property
    def event(self) -> EventTable:
        return EventTable(self.id, "tournament", self.config.tries)


async def read(database: Database, tournament: str) -> KeptTournament | None:
    rows = await database.fetch(
        "SELECT id, name, director, plan, secrets, status, round, seq, created, ended FROM tournaments WHERE id = ?",
        tournament,
    )
    if not rows:
        return None
    entrants = await database.fetch(
        "SELECT number, name FROM tournament_entrants WHERE tournament = ? ORDER BY number", tournament
    )
    members = await database.fetch(
        "SELECT entrant, place, person, tournament_members.name, people.kind, people.avatar,"  # noqa: S608
        f" CASE WHEN {IS_SUSPENDED.format(who='people')} THEN 1 ELSE 0 END FROM tournament_members"
        " LEFT JOIN people ON people.id = person WHERE tournament = ?",
        time.time(),
        tournament,
    )
    tables = await database.fetch(
        "SELECT round, number, deal, seats, table_id, points, corrected, reason FROM tournament_tables"
        " WHERE tournament = ? ORDER BY round, deal, number",
        tournament,
    )
    id_, name, director, plan, secrets, status, number, seq, created, ended = rows[0]
    known = [read_member(row) for row in members]
    return KeptTournament(
        id=str(id_),
        name=str(name),
        director=None if director is None else str(director),
        config=msgspec.json.decode(str(plan), type=TournamentConfig),
        secrets=tuple(json.loads(str(secrets))),
        status=msgspec.convert(status, Status),
        round=int(str(number)),
        seq=int(str(seq)),
        created=float(str(created)),
        ended=None if ended is None else float(ended),
        entrants={int(str(number)): str(name) for number, name in entrants},
        members={(one.entrant, one.place): one for one in known},
        tables=tuple(map(read_table, tables)),
    )


def read_member(row: Row) -> Member:
    entrant, place, person, name, kind, avatar, suspended = row
    known = None if person is None else str(person)
    return Member(
        int(str(entrant)), int(str(place)), known, str(name),
        msgspec.convert(kind or "guest", Literal["guest", "account", "bot"]), str(avatar or ""),
        bool(suspended),
    )  # fmt: skip


def read_table(row: Row) -> KeptTable:
    number, table, deal, seats, table_id, points, corrected, reason = row
    counts = points if corrected is None else corrected
    laid = RoundTable(int(str(table)), tuple(EventSeat(*seat) for seat in json.loads(str(seats))))
    told = None if counts is None else tuple(json.loads(str(counts)))
    result = TableResult(int(str(number)), int(str(deal)), laid, told)
    return KeptTable(result, None if table_id is None else str(table_id), corrected is not None, str(reason))


async def listed(
    database: Database, most: int, hidden: Collection[str] = ()
) -> list[tuple[str, str, TournamentConfig, str, int, float, int]]:
    """The newest, without those of directors who are hidden: id, name, config, status, round, created, entrants."""
    rows = await database.fetch(
        "SELECT id, name, plan, status, round, created,"  # noqa: S608 -- marks alone
        " (SELECT count(*) FROM tournament_entrants WHERE tournament = tournaments.id)"
        f" FROM tournaments WHERE director IS NULL OR director NOT IN ({', '.join('?' * len(hidden)) or chr(39) * 2})"
        " ORDER BY CASE status WHEN 'finished' THEN 1 ELSE 0 END, created DESC, id LIMIT ?",
        *hidden,
        most,
    )
    return [
        (
            str(id_),
            str(name),
            msgspec.json.decode(str(plan), type=TournamentConfig),
            str(status),
            int(str(number)),
            float(str(created)),
            int(str(many)),
        )
        for id_, name, plan, status, number, created, many in rows
    ]


async def apart(database: Database, tournament: str) -> frozenset[tuple[int, int]]:
    """Entrants of whose people one has blocked another; a bot stands with whom it belongs to."""
    rows = await database.fetch(APART, tournament, tournament, Relation.BLOCK)
    found = {(int(str(one)), int(str(other))) for one, other in rows}
    return frozenset((min(pair), max(pair)) for pair in found)


async def tables_of(database: Database, tournament: str, person: str) -> frozenset[str]:
    """The tables of a tournament at which a person sits or sat, whoever sits for their entrant now."""
    rows = await database.fetch(
        "SELECT identities.table_id FROM identities JOIN tournament_tables"
        " ON tournament_tables.table_id = identities.table_id WHERE tournament = ? AND person = ?",
        tournament,
        person,
    )
    return frozenset(str(table) for (table,) in rows)


def plan_of(tournament: KeptTournament, games: Mapping[str, Kit]) -> TournamentPlan:
    return tournament.config.plan(games[tournament.config.game])
