"""A table is the fold of its log: who sits, what was agreed, the match, its clocks and open questions.

`follow` takes the next entry and nothing else changes a table. Whether an entry may be written is decided before,
in `karat.server.tables.decide`; here it is only believed.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from karat.game import Outcome
from karat.record import FORMAT, RULES_VERSION, Record
from karat.server.tables import entries, fair
from karat.server.tables.chairs import LAG_QUOTA, Chair, Consent
from karat.server.tables.entries import Config, DaysClock, LiveClock, Logged, Player
from karat.server.tables.orders import standing, still_standing
from karat.server.tables.rests import Rest, end_of, with_rest
from karat.server.tables.running import Running

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.game import Seat
    from karat.kit import Kit
    from karat.server.tables.entries import AnyEntry

Status = Literal["open", "playing", "finished", "closed"]
Taking = Literal["", "alone", "ask"]
"""Whether somebody may take their last move back: not, by themselves, or if the others agree."""
Leaving = Literal["", "bot", "ends", "forfeits"]
"""What it means to leave a match: a bot plays on, it ends as nobody else is left, or it is lost after a while."""

SALT_PATIENCE = 10.0
"""Seconds that a full table waits for pledges, and then for the salts that were pledged."""
COME_BACK = 120.0
"""Seconds in which who has left a rated match can come back before it is lost; with days for each action, so many."""
OPEN_FOR = 86400.0
"""Seconds after which a table that never started is closed."""
LAG_REFILL = 0.1
"""Seconds that a clock forgives again with every move, of the network's delay."""


def read_rules(config: Config, kit: Kit) -> Any:
    """The rules that a config names, as the game reads them from a record; BadRecord where it has none such."""
    header = {"format": FORMAT, "game": config.game, "rules": RULES_VERSION, "players": config.players}
    edition = config.edition or kit.options.usual_edition
    return kit.read_rules(header | {"edition": edition, "cards": config.cards, "variants": list(config.variants)})


def points_of(kit: Kit, rules: Any, state: Any) -> tuple[int, ...]:
    """By side, all points that were scored so far."""
    scored = kit.scored(state)
    return tuple(sum(one.points[side] for one in scored) for side in range(len(kit.sides(rules))))


def as_it_stands(kit: Kit, rules: Any, state: Any) -> Outcome:
    """The outcome of a match that ends here by agreement: who is ahead wins, and the points are the score."""
    sides = kit.sides(rules)
    standing = kit.standing(state, len(sides))
    winners = tuple(side for side in range(len(sides)) if standing[side] == max(standing))
    return Outcome(sides, winners, points_of(kit, rules, state))


class Table:
    """What the log of one table comes to."""

    def __init__(self, table_id: str, opened: Logged, games: Mapping[str, Kit]) -> None:
        entry = opened.entry
        if not isinstance(entry, entries.Opened):
            raise TypeError(f"the log of table {table_id} begins with {type(entry).__name__}")
        self.id = table_id
        self.seq = opened.seq
        self.opened_at = self.changed_at = opened.at
        self.config = entry.config
        self.kit = games[entry.config.game]
        self.rules = read_rules(entry.config, self.kit)
        self.host = entry.host
        self.password = entry.password
        self.secret = entry.secret
        self.previous = entry.previous
        self.moment = entry.moment
        self.event = entry.event
        self.chairs = [Chair() for _ in range(entry.config.players)]
        for seat, level in entry.config.bots.items():
            self.chairs[int(seat)] = Chair(player=self.bot_player(int(seat), level), bot=level)
        self._people: tuple[Seat, ...] | None = None
        """Found out once they sit: it is asked a dozen times for every card."""
        self.status: Status = "open"
        self.started_at = 0.0
        self.fixed = False
        """Whether all pledges are there and salts are told."""
        self.rose_late: set[str] = set()
        """The people who got up while salts were told, which made all begin anew."""
        self.private: set[int] = set()
        """The numbers of entries that only one seat may know of."""
        self.why_closed = ""
        self.running: Running | None = None
        self.undone_by: Seat | None = None
        """Who last took something back."""
        self.consent: Consent | None = None
        self.rematch = ""
        self.cids: set[str] = set()

    # What one can ask

    @property
    def commitment(self) -> str:
        return fair.commitment(self.secret)

    @property
    def people(self) -> tuple[Seat, ...]:
        if self._people is None:
            self._people = tuple(seat for seat, chair in enumerate(self.chairs) if chair.is_person)
        return self._people

    @property
    def free(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player is None)

    @property
    def consenting(self) -> tuple[Seat, ...]:
        """The people who are at the table and can be asked."""
        return tuple(seat for seat in self.people if not self.chairs[seat].stand_in)

    @property
    def is_agreed(self) -> bool:
        """Whether everybody agreed who has to: to an undo all who hold a seat, also those a bot stands in for."""
        consent = self.consent
        if consent is None:
            return False
        asked = self.people if consent.left is not None else self.consenting
        return set(asked) <= consent.yes

    def seat_of(self, player_id: str) -> Seat | None:
        for seat in self.people:
            if self.sits(player_id, seat):
                return seat
        return None

    def sits(self, player_id: str, seat: Seat) -> bool:
        """Whether that person's seat it is."""
        chair = self.chairs[seat]
        return chair.player is not None and chair.player.id == player_id and not chair.bot and not chair.replaced

    def fill_level(self) -> str:
        """The level of bots that fill seats and stand in: the agreed one, or the usual."""
        return self.config.bot_level or self.kit.usual_level

    def bot_player(self, seat: Seat, level: str) -> Player:
        """A bot of the house as one who sits there: called by its chair, so that it can be told from the others."""
        return Player(f"bot:{level}", self.kit.bot_names[seat], "bot")

    @property
    def _is_full(self) -> bool:
        return self.status == "open" and not self.free and bool(self.people)

    @property
    def may_fix(self) -> bool:
        """Whether everybody sits and every person has said what they pledge, be it nothing."""
        if self.fixed or not self._is_full:
            return False
        return all(self.chairs[seat].pledge is not None or self.chairs[seat].salt is not None for seat in self.people)

    @property
    def silent(self) -> tuple[Seat, ...]:
        """Who has pledged a salt and not told it."""
        return tuple(seat for seat in self.people if self.chairs[seat].pledge and self.chairs[seat].salt is None)

    @property
    def no_hints(self) -> str:
        """The code of the refusal where no hints are given here; empty where they are."""
        return "no_hints_when_rated" if self.config.rated else "" if self.config.hints else "no_hints"

    @property
    def may_start(self) -> bool:
        """Whether every salt that was pledged is told."""
        return self._is_full and self.fixed and not self.silent

    @property
    def is_forfeited(self) -> bool:
        """Whether nobody is left for whom a rated match is still open."""
        if self.status != "playing" or not self.config.rated:
            return False
        return all(self.chairs[seat].forfeit is not None for seat in self.people)

    def undone_to(self, seat: Seat) -> int | None:
        """How many moves are left when the seat takes its last one back; None where it may not.

        Past the moves of others goes only who has no other person at the table: bots do not mind being seen.
        """
        return self.running.back(seat, past_others=self.people == (seat,)) if self.running else None

    def taking_back(self, seat: Seat) -> Taking:
        """Whether the seat may take its last move back now."""
        never = self.config.rated or self.event is not None
        if self.status != "playing" or never or self.consent or self.undone_to(seat) is None:
            return ""
        return "alone" if self.people == (seat,) else "ask"

    def leaving(self, seat: Seat) -> Leaving:
        """What it would mean if the person on the seat left the match now."""
        if self.status != "playing" or self.chairs[seat].stand_in or self.chairs[seat].left is not None:
            return ""
        if self.event:
            return "bot" if self.event.kind == "tournament" else ""  # the day's deal waits
        if self.config.rated:
            return "forfeits"
        for other in self.people:
            if other != seat and not self.chairs[other].gave_up:
                return "bot"
        return "ends"

    @property
    def come_back(self) -> float:
        """Seconds in which who has left a rated match can come back."""
        clock = self.config.clock
        return max(COME_BACK, clock.days * 86400) if isinstance(clock, DaysClock) else COME_BACK

    def back_by(self, seat: Seat) -> float | None:
        """When a person who has left a rated match loses it, if they are not back before."""
        chair = self.chairs[seat]
        if chair.left is None or chair.level or self.status != "playing":
            return None
        return chair.left + self.come_back

    @property
    def bots_to_act(self) -> tuple[Seat, ...]:
        """The seats that the house moves: bots, stand-ins, and people with one legal action who want it so.

        None while nobody is there: the match waits for the first who comes back. With days for an answer nobody has to
        be there, and people are told when it is their turn.
        """
        if self.running is None:
            return ()
        found = tuple([seat for seat in self.running.owing if self.chairs[seat].level or self.moves_itself(seat)])
        return found if found and self.goes_on else ()

    @property
    def goes_on(self) -> bool:
        """Whether the house makes moves: the match is played, and somebody is there where anybody has to be."""
        return self.status == "playing" and bool(self.here or self.is_slow or self.plays_on)

    @property
    def is_slow(self) -> bool:
        """Whether people have days for an answer."""
        return isinstance(self.config.clock, DaysClock)

    @property
    def keeps_others_waiting(self) -> bool:
        """Whether others than bots wait for who is asked: at this table, or at a tournament's others."""
        return len(self.people) > 1 or self.plays_on

    @property
    def here(self) -> tuple[Seat, ...]:
        """The people who are there."""
        return tuple([seat for seat in self.people if self.chairs[seat].here])

    @property
    def is_deserted(self) -> bool:
        """Whether all people have left the match to bots; one that counts has rules of its own for that."""
        if self.status != "playing" or self.config.rated or self.plays_on:
            return False
        return all(self.chairs[seat].gave_up for seat in self.people)

    @property
    def plays_on(self) -> bool:
        """Whether bots go on though everybody is gone: others at a tournament wait for the result."""
        return self.event is not None and self.event.kind == "tournament"

    def moves_itself(self, seat: Seat) -> bool:
        return self.chairs[seat].forced and self.running is not None and len(self.running.legal(seat)) == 1

    def deadline_of(self, seat: Seat) -> float | None:
        """When the seat's time is up; None without a clock, or when the match does not wait for it."""
        chair, clock = self.chairs[seat], self.config.clock
        if clock is None or chair.asked_at is None or chair.level or self.status != "playing":
            return None
        if isinstance(clock, LiveClock):
            return chair.asked_at + chair.bank
        return end_of(chair.asked_at, clock.days * 86400, chair.rests)

    def is_waited_for(self, seat: Seat) -> bool:
        """Whether somebody else, there or elsewhere, does not want to wait for ever."""
        return self.plays_on or any(other != seat and self.chairs[other].away is None for other in self.consenting)

    def stand_in_at(self, seat: Seat) -> float | None:
        """When a bot stands in for a person who is gone and owes an answer; None where that was not agreed."""
        chair, after = self.chairs[seat], self.config.stand_in_after
        if after is None or chair.away is None or chair.asked_at is None or chair.level or not self.is_waited_for(seat):
            return None
        return end_of(chair.away, after, chair.rests)

    @property
    def deadline(self) -> float | None:
        """When somebody has to look at this table again, if nothing happens before."""
        if self.status == "open":
            times = [self.opened_at + OPEN_FOR]
            if self.free and self.config.fill_after is not None:
                times.append(self.opened_at + self.config.fill_after)
            if not self.free and self.people:
                times.append(self.changed_at + SALT_PATIENCE)
            return min(times)
        if self.status != "playing":
            return None
        # An answer may still be under way for as long as the clock forgives the network.
        times = []
        for seat in self.people:
            if self.config.clock is not None and (time := self.deadline_of(seat)) is not None:
                times.append(time + self.chairs[seat].quota)
            if self.chairs[seat].away is not None and (time := self.stand_in_at(seat)) is not None:
                times.append(time)
            if self.chairs[seat].left is not None and (time := self.back_by(seat)) is not None:
                times.append(time)
        times += [self.event.until] if self.event and self.event.until is not None else []
        return min(times, default=None)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or as it stands when all deals of an event are played; None before."""
        if self.running is None:
            return None
        ended = self.running.game.outcome(self.running.state)
        return as_it_stands(self.kit, self.rules, self.running.state) if self.running.is_played_out else ended

    @property
    def wants_rematch(self) -> bool:
        """Whether all who are asked agreed to play again, and the new table is not open yet."""
        return self.consent is not None and self.consent.wish == "rematch" and self.is_agreed and not self.rematch

    def record(self) -> Record:
        """The match as `karat/1`, every card and the secret of the shuffles in it: only for one that is over."""
        if self.running is None or self.status not in ("finished", "closed"):
            raise ValueError(f"the match at table {self.id} is not over")
        names = [chair.player.name if chair.player else "" for chair in self.chairs]
        bots = [chair.bot for chair in self.chairs]
        match = self.kit.to_record(self.running.state)
        told = match | {"table": self.id, "names": names, "bots": bots}
        if self.moment:  # its first cards come from elsewhere
            return told
        salts, pledges = [chair.salt for chair in self.chairs], [chair.pledge for chair in self.chairs]
        return told | {fair.KEY: fair.disclosure(self.secret, salts, pledges)}

    # The fold

    def follow(self, logged: Logged) -> tuple[Any, ...]:
        """Take the next entry; what happened in the match because of it."""
        if logged.seq != self.seq + 1:
            raise ValueError(f"entry {logged.seq} does not follow {self.seq} at table {self.id}")
        self.seq, entry = logged.seq, logged.entry
        if key := cid_key(entry):
            self.cids.add(key)
        if self._is_private(entry):
            self.private.add(logged.seq)
        before = self.running.decision if self.running else ""
        events = self._take(entry, logged.at)
        if self.running and (self.running.decision != before or isinstance(entry, entries.Acted)):
            self._put_questions(logged.at, anew=self.running.decision != before)
            for seat, chair in enumerate(self.chairs):
                if chair.orders:
                    chair.orders = still_standing(self.running, seat, chair.orders)
            if self.status == "playing" and self.outcome is not None:
                self.status, self.consent = "finished", None
        if not isinstance(entry, entries.Said) and logged.seq not in self.private:
            self.changed_at = logged.at
        return events

    def _is_private(self, entry: AnyEntry) -> bool:
        """Whether nobody but the seat may notice: a wish of its own, or another choice in place of one face down."""
        changes = isinstance(entry, entries.Acted) and self.running is not None and entry.seat in self.running.sealed
        return changes or isinstance(entry, (entries.Preferred, entries.Ordered))

    def _take(self, entry: AnyEntry, at: float) -> tuple[Any, ...]:
        match entry:
            case entries.Sat(seat, player, bot):
                self._begin_anew()
                self.chairs[seat] = Chair(player=self.bot_player(seat, bot) if bot else player, bot=bot)
            case entries.Rose(seat):
                self._rise(seat)
            case entries.Pledged(seat, pledge):
                self.chairs[seat].pledge = pledge
            case entries.Fixed():
                self.fixed = True
            case entries.Salted(seat, salt):
                self.chairs[seat].salt = salt
            case entries.Started():
                self.started_at = at
                return self._start()
            case entries.Acted(seat, action) if self.seq in self.private:
                assert self.running is not None  # noqa: S101 -- or nothing lay face down
                self.running.take(seat, self.running.game.parse_action(action))
            case entries.Acted(seat, action):
                if self.chairs[seat].away is not None and not entry.by:
                    self.chairs[seat].away, self.chairs[seat].here = at, True  # not connected, and yet not gone
                return self._act(entry, seat, action)
            case entries.Asked(seat, wish):
                self.consent = Consent(wish, seat, {seat}, entry.left)
                self._agree()
            case entries.Answered(seat, _, yes):
                self._answer(seat, yes=yes)
            case entries.StoodIn():
                self._stand_in(entry)
            case entries.Left(seat):
                self.chairs[seat].left = at
            case entries.Returned(seat):
                chair = self.chairs[seat]
                chair.stand_in, chair.late, chair.away, chair.left = "", 0, None, None
                chair.here, chair.gave_up = True, False
                chair.asked_at = at if chair.asked_at is not None else None
            case entries.Handed(player, was):
                self._hand_over(was, player)
            case entries.Away(seat) | entries.Here(seat):
                self.chairs[seat].here = isinstance(entry, entries.Here)
                self.chairs[seat].away = None if self.chairs[seat].here else at
            case entries.Rested(seat, begins, ends):
                self.chairs[seat].rests = with_rest(self.chairs[seat].rests, Rest(begins, ends))
            case entries.Preferred(seat, forced):
                self.chairs[seat].forced = forced
            case entries.Ordered(seat, actions):
                self._order(seat, actions, at)
            case entries.Rematched(table):
                self.rematch, self.consent = table, None
            case entries.Closed(why):
                self.status, self.why_closed, self.consent = "closed", why, None
        return ()

    def _start(self) -> tuple[Any, ...]:
        self.status = "playing"
        seed = fair.match_seed(self.secret, [chair.salt for chair in self.chairs])
        begun = tuple(self.kit.taken(json.loads(self.moment.record))) if self.moment else ()
        self.running = Running(
            self.kit.game, self.rules, seed, begun, self.event.deals if self.event else None, self.kit.orders
        )
        for chair in self.chairs:
            chair.bank = self.config.clock.bank if isinstance(self.config.clock, LiveClock) else 0.0
        return self.running.begin()

    def _act(self, entry: entries.Acted, seat: Seat, action: str) -> tuple[Any, ...]:
        assert self.running is not None  # noqa: S101 -- the house let somebody act
        chair = self.chairs[seat]
        chair.quota = min(LAG_QUOTA, chair.quota - entry.lag + LAG_REFILL)
        if isinstance(self.config.clock, LiveClock):
            # Once for a question, however often it is answered, and not for what a bot does in one's place.
            earned = entry.by != "bot" and self.running.place > chair.credited
            chair.bank = max(0.0, chair.bank - entry.spent) + (self.config.clock.increment if earned else 0.0)
        chair.credited = max(chair.credited, self.running.place)
        if entry.by != "order":  # of who said it long ago nobody knows whether they are there
            chair.late = chair.late + 1 if entry.by == "clock" else 0
        if self.consent and self.consent.wish == "undo":
            self.consent = None  # what it would have taken back is no longer the last
        return self.running.take(seat, self.running.game.parse_action(action))

    def _order(self, seat: Seat, actions: tuple[str, ...], at: float) -> None:
        assert self.running is not None  # noqa: S101 -- what may be said was asked of it
        self.chairs[seat].orders = standing(self.running, seat, actions)
        self.chairs[seat].ordered_at = at

    def _put_questions(self, at: float, *, anew: bool) -> None:
        """Who owes an answer has been asked now, or since before; nobody else is asked."""
        owing = self.running.owing if self.running else ()
        for seat, chair in enumerate(self.chairs):
            if seat not in owing:
                chair.asked_at = None
            elif anew or chair.asked_at is None:
                chair.asked_at = at

    def _begin_anew(self) -> None:
        """Somebody came or went: salts that were told are told, so whoever had pledged one pledges another."""
        if self.fixed:
            for chair in self.chairs:
                if chair.pledge:
                    chair.pledge = chair.salt = None
        self.fixed, self._people = False, None

    def _forfeit(self, *seats: Seat) -> None:
        for seat in seats:
            if self.chairs[seat].forfeit is None:
                self.chairs[seat].forfeit = self.seq

    def _stand_in(self, entry: entries.StoodIn) -> None:
        chair = self.chairs[entry.seat]
        chair.stand_in, chair.left, chair.gave_up = entry.level, None, entry.why == "left"
        chair.here &= chair.away is None
        chair.orders, chair.replaced = {}, chair.replaced or entry.why == "replaced"
        if entry.forfeits:
            self._forfeit(entry.seat)
        self._agree()  # one fewer may have to be asked

    def _rise(self, seat: Seat) -> None:
        gone = self.chairs[seat].player
        if self.fixed and gone is not None:
            self.rose_late.add(gone.id)
        self._begin_anew()
        self._leave(seat)

    def _leave(self, seat: Seat) -> None:
        gone = self.chairs[seat].player
        self.chairs[seat] = Chair()
        if gone and gone.id == self.host.id and self.people:
            self.host = self.chairs[self.people[0]].player or self.host

    def _hand_over(self, was: str, player: Player) -> None:
        """Who began a match as a guest is one until its end: nobody chooses afterwards whether it counts."""
        for chair in self.chairs:
            if chair.is_person and chair.player is not None and chair.player.id == was:
                kind = player.kind if self.status == "open" else chair.player.kind
                chair.player = replace(player, kind=kind)
        if self.host.id == was:
            self.host = player

    def _answer(self, seat: Seat, *, yes: bool) -> None:
        if self.consent is None:
            return
        if not yes:
            self.consent = None
            return
        self.consent.yes.add(seat)
        self._agree()

    def _agree(self) -> None:
        """Do what was proposed once nobody is left to ask; a rematch is a table of its own, opened by the house."""
        consent = self.consent
        if consent is None or not self.is_agreed or self.running is None:
            return
        if consent.wish == "undo":
            left = self.running.back(consent.by, past_others=True) if consent.left is None else consent.left
            if left is not None:
                self.running.undo(left)
                self.undone_by = consent.by
                for chair in self.chairs:  # else what was taken back would be done again
                    chair.orders = {}
            self.consent = None
        elif consent.wish == "abort" and self.status == "playing":
            everyone = range(len(self.chairs))
            if self.config.rated and self.consenting != tuple(everyone):
                # Bots and people who are gone have not agreed to a match without a result.
                self._forfeit(*self.consenting)
            self.status, self.why_closed, self.consent = "closed", "aborted", None


def cid_key(entry: AnyEntry) -> str:
    """What makes an entry the same one when it is sent again; empty for those that nobody sends twice."""
    match entry:
        case (
            entries.Acted(seat=seat, cid=cid) | entries.Asked(seat=seat, cid=cid) | entries.Answered(seat=seat, cid=cid)
        ):
            return f"{seat}/{cid}" if cid else ""
        case entries.Said(player=player, cid=cid) | entries.Sat(player=player, cid=cid):
            return f"{player.id}/{cid}" if cid else ""
    return ""
