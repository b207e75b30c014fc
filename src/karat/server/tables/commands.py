"""What somebody wants of a table, turned into the entries that do it, or refused. Pure: nothing is written here."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from karat.game import BadText
from karat.server.tables import entries, talk
from karat.server.tables.table import OPEN_FOR, SALT_PATIENCE, bot_player

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.server.tables.entries import AnyEntry, Player, Wish
    from karat.server.tables.running import Running
    from karat.server.tables.table import Table
    from karat.server.wire.frames import Act

LATE_TWICE = 1
"""How often the clock may run out in a row before a bot stands in."""


ASK_AFTER = 60.0
"""Seconds without a connection after which others may ask for a bot, at a table without a clock."""


class Refused(ValueError):
    """What a table does not let somebody do; the code is for programs, words are made in the client."""

    def __init__(
        self, code: str, *, law: str = "", params: dict[str, str] | None = None, legal: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code)
        self.code = code
        self.law = law
        self.params = params or {}
        self.legal = legal


def sit(table: Table, player: Player, seat: Seat | None, salt: str = "") -> list[AnyEntry]:
    """Take a seat, the first that is free unless one is named; who sits already sits on."""
    own = table.seat_of(player.id)
    if own is not None:
        return back(table, own) if table.chairs[own].stand_in else []
    _still_open(table)
    if not table.free:
        raise Refused("table_full")
    if seat is not None and seat not in table.free:
        raise Refused("seat_taken", params={"seat": str(seat)})
    taken = table.free[0] if seat is None else seat
    salted: list[AnyEntry] = [entries.Salted(taken, salt)] if salt else []
    return [entries.Sat(taken, player), *salted]


def leave(table: Table, seat: Seat) -> list[AnyEntry]:
    """Before the start the seat is free again; during the match a bot stands in."""
    match table.status:
        case "open":
            empty: list[AnyEntry] = [] if len(table.people) > 1 else [entries.Closed("empty")]
            return [entries.Rose(seat), *empty]
        case "playing" if not table.chairs[seat].stand_in:
            return [entries.StoodIn(seat, table.fill_level())]
    return []


def hand_over(table: Table, was: str, player: Player) -> list[AnyEntry]:
    """What a guest has at a table becomes an account's; nothing where that is done or there is nothing."""
    seat, own = table.seat_of(was), table.seat_of(player.id)
    if own is not None and own != seat:
        raise Refused("both_seated", params={"table": table.id})
    known = None if seat is None else table.chairs[seat].player
    sits = known is not None and (known.id, known.name) != (player.id, player.name)
    hosts = table.host.id == was and table.host != player
    return [entries.Handed(was, player)] if sits or hosts else []


def kick(table: Table, player: Player, seat: Seat) -> list[AnyEntry]:
    _host_only(table, player)
    _still_open(table)
    if seat not in range(len(table.chairs)) or table.chairs[seat].player is None:
        raise Refused("seat_empty", params={"seat": str(seat)})
    if table.seat_of(player.id) == seat:
        raise Refused("not_yourself")
    return [entries.Rose(seat, kicked=True)]


def fill(table: Table, player: Player | None, level: str) -> list[AnyEntry]:
    """Bots take the empty seats; with no player named it is the house that wants it."""
    if player is not None:
        _host_only(table, player)
    _still_open(table)
    if level not in table.kit.levels:
        raise Refused("no_such_bot", params={"level": level})
    return [entries.Sat(seat, bot_player(level), level) for seat in table.free]


def salt(table: Table, seat: Seat, words: str) -> list[AnyEntry]:
    _still_open(table)
    if table.chairs[seat].salt is not None:
        return []
    return [entries.Salted(seat, words)]


def act(table: Table, seat: Seat, said: Act, *, now: float, lag: float) -> list[AnyEntry]:
    """Answer the open question, if it is the one that is meant and the rules allow it."""
    if f"{seat}/{said.cid}" in table.cids:
        return []
    running = playing(table)
    if seat not in running.to_act:
        raise Refused("not_your_turn")
    if said.decision != running.decision:
        raise Refused("stale_decision", params={"decision": running.decision}, legal=_legal(running, seat))
    chosen = _legal_action(running, seat, said.action)
    chair = table.chairs[seat]
    returned: list[AnyEntry] = [entries.Returned(seat)] if chair.stand_in else []
    deadline = table.deadline_of(seat)
    if deadline is None or chair.asked_at is None:
        return [*returned, entries.Acted(seat, str(chosen), said.cid)]
    forgiven = min(max(lag, 0.0), max(chair.quota, 0.0))
    if now - forgiven > deadline:
        raise Refused("time_is_up")
    spent = round(max(0.0, now - chair.asked_at - forgiven), 3)
    return [entries.Acted(seat, str(chosen), said.cid, spent=spent, lag=round(forgiven, 3))]


def act_for(table: Table, seat: Seat, decision: str, action: str) -> list[AnyEntry]:
    """A bot's answer, unless the question is no longer open."""
    running = table.running
    if running is None or seat not in table.bots_to_act or running.decision != decision:
        return []
    return [entries.Acted(seat, action, by="bot" if table.chairs[seat].level else "forced")]


def stand_in(table: Table, seat: Seat, gone: Seat, now: float) -> list[AnyEntry]:
    """Who sits at the table wants a bot for a person who has had no connection for long."""
    playing(table)
    if gone == seat:
        raise Refused("not_yourself")
    if gone not in table.people:
        raise Refused("seat_empty", params={"seat": str(gone)})
    chair = table.chairs[gone]
    if chair.stand_in:
        return []
    if table.config.clock is not None:
        raise Refused("clock_decides")
    left = ASK_AFTER if chair.away is None else chair.away + ASK_AFTER - now
    if chair.away is None or left > 0:
        raise Refused("not_gone", params={"seat": str(gone), "seconds": str(math.ceil(left))})
    return [entries.StoodIn(gone, table.fill_level(), "asked")]


def back(table: Table, seat: Seat) -> list[AnyEntry]:
    """The person is here again."""
    return [entries.Returned(seat)] if table.chairs[seat].stand_in and table.status == "playing" else []


def ask(table: Table, seat: Seat, wish: Wish, cid: str) -> list[AnyEntry]:
    if f"{seat}/{cid}" in table.cids:
        return []
    if table.consent is not None:
        raise Refused("already_asked", params={"wish": table.consent.wish})
    if wish == "rematch":
        if table.status != "finished" or table.rematch:
            raise Refused("not_finished")
    else:
        running = playing(table)
        if wish == "undo" and running.back(seat) is None:
            raise Refused("past_a_reveal")
    return [entries.Asked(seat, wish, cid)]


def answer(table: Table, seat: Seat, wish: Wish, cid: str, *, yes: bool) -> list[AnyEntry]:
    if f"{seat}/{cid}" in table.cids:
        return []
    if table.consent is None or table.consent.wish != wish:
        raise Refused("not_asked", params={"wish": wish})
    if seat in table.consent.yes and yes:
        return []
    return [entries.Answered(seat, wish, yes, cid)]


def prefer(table: Table, seat: Seat, *, forced: bool) -> list[AnyEntry]:
    return [] if table.chairs[seat].forced == forced else [entries.Preferred(seat, forced)]


def say(table: Table, player: Player, *, text: str, phrase: str, cid: str) -> list[AnyEntry]:
    """Speak at the table, or as a spectator among spectators."""
    if f"{player.id}/{cid}" in table.cids:
        return []
    seat = table.seat_of(player.id)
    if seat is None and table.status != "open" and table.config.spectators == "off":
        raise Refused("no_spectators")
    how = talk.manner(
        talk.Room.SPECTATORS if seat is None else talk.Room.TABLE,
        seated=seat is not None,
        running=table.status == "playing",
        silenced=table.kit.talk_law(table.rules) is not None,
    )
    try:
        text, phrase = talk.said(text, phrase, how)
    except talk.BadTalk as bad:
        law = table.kit.talk_law(table.rules) if bad.why is talk.Why.PHRASES_ONLY else None
        raise Refused(bad.why, law=law.value if law else "") from None
    return [entries.Said(player, text, phrase, seat, cid)]


def tick(table: Table, now: float) -> list[AnyEntry]:
    """What is due because time has passed; one thing at a time."""
    if table.status == "open":
        if now >= table.opened_at + OPEN_FOR:
            return [entries.Closed("expired")]
        fill_after = table.config.fill_after
        if table.free and fill_after is not None and now >= table.opened_at + fill_after:
            return fill(table, None, table.fill_level()) if table.people else [entries.Closed("empty")]
        if not table.free and table.people and now >= table.changed_at + SALT_PATIENCE:
            return [entries.Started()]
    elif table.status == "playing" and table.running is not None:
        for seat in table.running.owing:
            due = table.stand_in_at(seat)
            if due is not None and now >= due:
                return [entries.StoodIn(seat, table.fill_level(), "away")]
            deadline, chair = table.deadline_of(seat), table.chairs[seat]
            if deadline is None or now < deadline + chair.quota:
                continue
            if chair.late >= LATE_TWICE:
                return [entries.StoodIn(seat, table.fill_level(), "clock")]
            default = str(table.running.legal(seat)[0])
            return [entries.Acted(seat, default, by="clock", spent=round(now - (chair.asked_at or now), 3))]
    return []


def consequence(table: Table) -> list[AnyEntry]:
    """What follows at once from how a table stands, without anybody wanting it."""
    return [entries.Started()] if table.may_start else []


def _still_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("already_started" if table.status == "playing" else "table_over")


def playing(table: Table) -> Running:
    if table.status != "playing" or table.running is None:
        raise Refused("not_started" if table.status == "open" else "table_over")
    return table.running


def _host_only(table: Table, player: Player) -> None:
    if table.host.id != player.id:
        raise Refused("host_only")


def _legal(running: Running, seat: Seat) -> tuple[str, ...]:
    return tuple(map(str, running.legal(seat)))


def _legal_action(running: Running, seat: Seat, text: str) -> Any:
    """The action that is meant; refused with the rule that it breaks."""
    try:
        action = running.game.parse_action(text)
    except BadText:
        raise Refused("no_such_action", params={"action": text}, legal=_legal(running, seat)) from None
    law = running.game.breach(running.state, seat, action)
    if law is not None:
        raise Refused("illegal", law=law.value, params={"action": str(action)}, legal=_legal(running, seat))
    return action
