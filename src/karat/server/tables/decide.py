"""Whether a command may be carried out, and the entries that do so. Pure: nothing is written here."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, assert_never

from karat.game import BadText
from karat.server.tables import commands, entries, fair, talk
from karat.server.tables.commands import Refused
from karat.server.tables.orders import due_orders
from karat.server.tables.rests import Rest, with_rest
from karat.server.tables.table import OPEN_FOR, SALT_PATIENCE

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.server.tables.commands import Command, Due, Sender, Wanted
    from karat.server.tables.entries import AnyEntry, Player, Wish
    from karat.server.tables.running import Running
    from karat.server.tables.table import Table

LATE_TWICE = 1
"""How often the clock may run out in a row before a bot stands in."""
ASK_AFTER = 60.0
"""Seconds without a connection after which others may ask for a bot, at a table without a clock."""


def decide(table: Table, by: Sender | None, command: Command, now: float) -> list[AnyEntry]:
    """The entries that carry out a command, none where nothing is left to do; Refused where it may not be.

    `by` is None for what the server does by itself, and for nothing else.
    """
    if isinstance(command, commands.Due):
        return _due(table, command, now)
    if by is None:
        raise TypeError(f"nobody is said to want {command!r}")
    return _wanted(table, by, command, now)


def _wanted(table: Table, by: Sender, command: Wanted, now: float) -> list[AnyEntry]:
    player = by.player
    match command:
        case commands.Sit(seat, pledge):
            return _sit(table, player, seat, pledge)
        case commands.Kick(seat):
            return _kick(table, player, seat)
        case commands.Fill(level):
            _host_only(table, player)
            return _fill(table, level or table.fill_level())
        case commands.Say():
            return _say(table, by, command)
    own = own_seat(table, player)
    match command:
        case commands.Leave():
            return _leave(table, own)
        case commands.Pledging(pledge):
            return _pledge(table, own, pledge)
        case commands.Salting(salt):
            return _salt(table, own, salt)
        case commands.Act():
            return _act(table, own, command, now=now, lag=by.lag)
        case commands.StandIn(seat):
            return _stand_in(table, own, seat, now)
        case commands.Back():
            return _back(table, own)
        case commands.Ask(cid, wish):
            return _ask(table, own, wish, cid)
        case commands.Answer(cid, wish, yes):
            return _answer(table, own, wish, cid, yes=yes)
        case commands.Rematch(cid):
            return _rematch(table, own, cid)
        case commands.Prefer(forced):
            return [] if table.chairs[own].forced == forced else [entries.Preferred(own, forced)]
        case commands.Order(_, actions):
            return _order(table, own, actions)
        case _:
            assert_never(command)


def _due(table: Table, command: Due, now: float) -> list[AnyEntry]:
    match command:
        case commands.Tick():
            return _tick(table, now)
        case commands.MoveFor(seat, decision, action):
            return _move_for(table, seat, decision, action)
        case commands.Lose(person):
            seat_of = _playing_seat(table, person)
            return [] if seat_of is None or table.chairs[seat_of].away is not None else [entries.Away(seat_of)]
        case commands.Find(person):
            seat_of = _playing_seat(table, person)
            return [] if seat_of is None or table.chairs[seat_of].away is None else [entries.Here(seat_of)]
        case commands.RestFor(person, begins, ends):
            return _rest(table, person, Rest(begins, ends))
        case commands.HandOver(was, player):
            return _hand_over(table, was, player)
        case commands.Remove(person):
            return _remove(table, person)
        case commands.Replace(person):
            seat_of = _playing_seat(table, person)
            return [] if seat_of is None else [_stood_in(table, seat_of, "replaced")]
        case commands.Relieve(person):
            seat_of = _playing_seat(table, person)
            return [] if seat_of is None or table.chairs[seat_of].stand_in else [_stood_in(table, seat_of, "asked")]
        case commands.EndEvent():
            return [entries.Closed("expired")] if table.event and table.status == "playing" else []
        case _:
            assert_never(command)


def consequence(table: Table) -> list[AnyEntry]:
    """What follows at once from how a table stands, without anybody wanting it."""
    match table.status:
        case "open" if table.may_fix:
            return [entries.Fixed()]
        case "open" if table.may_start:
            return [entries.Started()]
        case "playing" if table.is_deserted:
            return [entries.Closed("empty")]
        case "playing" if table.is_forfeited:
            return [entries.Closed("forfeited")]
    return []


def own_seat(table: Table, player: Player) -> Seat:
    """Where the player sits; Refused for who does not."""
    seat = table.seat_of(player.id)
    if seat is None:
        raise Refused("not_seated")
    return seat


def playing(table: Table) -> Running:
    """The match that is played; Refused where none is."""
    if table.status != "playing" or table.running is None:
        raise Refused("not_started" if table.status == "open" else "table_over")
    return table.running


# Before the match


def _sit(table: Table, player: Player, seat: Seat | None, pledge: str | None) -> list[AnyEntry]:
    own = table.seat_of(player.id)
    if own is not None:
        return _back(table, own)
    still_open(table)
    if not table.free:
        raise Refused("table_full")
    if seat is not None and seat not in table.free:
        raise Refused("seat_taken", params={"seat": str(seat)})
    taken = table.free[0] if seat is None else seat
    if player.id in table.rose_late:
        pledge = ""  # who could see how the cards would fall has no second throw of them
    pledged: list[AnyEntry] = [] if pledge is None else [entries.Pledged(taken, pledge)]
    return [entries.Sat(taken, player), *pledged]


def _leave(table: Table, seat: Seat) -> list[AnyEntry]:
    match table.status:
        case "open":
            empty: list[AnyEntry] = [] if len(table.people) > 1 else [entries.Closed("empty")]
            return [entries.Rose(seat), *empty]
        case "playing" if table.chairs[seat].stand_in:
            return []
        case "playing" if table.event and table.event.kind == "daily":
            return []  # it waits until the day is over
        case "playing" if table.config.rated:
            return [entries.Left(seat)] if table.chairs[seat].left is None else []
        case "playing":
            return [_stood_in(table, seat, "left")]
    return []


def _remove(table: Table, person: str) -> list[AnyEntry]:
    """Who is forgotten does not come back: there is nothing to wait for."""
    seat = table.seat_of(person)
    if seat is None:
        return []
    if table.status == "playing":
        return [] if table.chairs[seat].stand_in else [_stood_in(table, seat, "left")]
    return _leave(table, seat)


def _stood_in(table: Table, seat: Seat, why: Literal["left", "clock", "away", "asked", "replaced"]) -> AnyEntry:
    """A bot plays on for somebody; no bot wins a rated match for who is gone."""
    return entries.StoodIn(seat, table.fill_level(), why, forfeits=table.config.rated)


def _kick(table: Table, player: Player, seat: Seat) -> list[AnyEntry]:
    _host_only(table, player)
    still_open(table)
    if seat not in range(len(table.chairs)) or table.chairs[seat].player is None:
        raise Refused("seat_empty", params={"seat": str(seat)})
    if table.seat_of(player.id) == seat:
        raise Refused("not_yourself")
    return [entries.Rose(seat, kicked=True)]


def _fill(table: Table, level: str) -> list[AnyEntry]:
    """Bots take the empty seats."""
    still_open(table)
    if level not in table.kit.levels:
        raise Refused("no_such_bot", params={"level": level})
    return [entries.Sat(seat, table.bot_player(seat, level), level) for seat in table.free]


def _pledge(table: Table, seat: Seat, pledge: str) -> list[AnyEntry]:
    """A pledge can be changed until all are there."""
    still_open(table)
    if table.fixed:
        raise Refused("already_fixed")
    player = table.chairs[seat].player
    if player is not None and player.id in table.rose_late:
        pledge = ""
    return [] if table.chairs[seat].pledge == pledge else [entries.Pledged(seat, pledge)]


def _salt(table: Table, seat: Seat, salt: str) -> list[AnyEntry]:
    """Nobody tells a salt before all are bound to theirs, and nobody tells another one."""
    still_open(table)
    chair = table.chairs[seat]
    if chair.salt is not None:
        return []
    if not table.fixed:
        raise Refused("not_fixed")
    if not chair.pledge or fair.pledge(salt) != chair.pledge:
        raise Refused("not_as_pledged")
    return [entries.Salted(seat, salt)]


def _hand_over(table: Table, was: str, player: Player) -> list[AnyEntry]:
    """Nothing where that is done or there is nothing."""
    seat, own = table.seat_of(was), table.seat_of(player.id)
    if own is not None and own != seat:
        if table.status in ("open", "playing"):
            raise Refused("both_seated", params={"table": table.id})
        return []  # they sat side by side; it is over
    known = None if seat is None else table.chairs[seat].player
    sits = known is not None and (known.id, known.name) != (player.id, player.name)
    hosts = table.host.id == was and table.host != player
    return [entries.Handed(player, was)] if sits or hosts else []


# The match


def _act(table: Table, seat: Seat, meant: commands.Act, *, now: float, lag: float) -> list[AnyEntry]:
    """Answer the open question, if it is the one that is meant and the rules allow it."""
    if f"{seat}/{meant.cid}" in table.cids:
        return []
    running = playing(table)
    if seat not in running.to_act:
        raise Refused("not_your_turn")
    if meant.decision != running.decision:
        raise Refused("stale_decision", params={"decision": running.decision}, legal=_legal(running, seat))
    chosen = _legal_action(running, seat, meant.action)
    if table.event and table.event.until is not None and now >= table.event.until:
        raise Refused("time_is_up")  # though nobody has closed it yet: the cards are everybody's now
    chair = table.chairs[seat]
    returned = _back(table, seat)
    deadline = table.deadline_of(seat)
    if deadline is None or chair.asked_at is None:
        return [*returned, entries.Acted(seat, str(chosen), meant.cid)]
    forgiven = min(max(lag, 0.0), max(chair.quota, 0.0))
    if now - forgiven > deadline:
        raise Refused("time_is_up")
    spent = round(max(0.0, now - chair.asked_at - forgiven), 3)
    return [*returned, entries.Acted(seat, str(chosen), meant.cid, spent=spent, lag=round(forgiven, 3))]


def _move_for(table: Table, seat: Seat, decision: str, action: str) -> list[AnyEntry]:
    """A bot's answer, unless the question is no longer open."""
    running = table.running
    if running is None or seat not in table.bots_to_act or running.decision != decision:
        return []
    return [entries.Acted(seat, action, by="bot" if table.chairs[seat].level else "forced")]


def _order(table: Table, seat: Seat, actions: tuple[str, ...]) -> list[AnyEntry]:
    """Say in advance what one does; what may be said is the game's to tell, and nobody else learns of it."""
    running = playing(table)
    may = running.orderable(seat)
    wanted = tuple(dict.fromkeys(actions))
    for text in wanted:
        if text not in may:
            raise Refused("not_in_advance", params={"action": text}, legal=tuple(may))
    returned = _back(table, seat)
    same = not returned and wanted == tuple(table.chairs[seat].orders)
    return [] if same else [*returned, entries.Ordered(seat, wanted)]


def _rest(table: Table, person: str, rest: Rest) -> list[AnyEntry]:
    """Only a clock of days rests; a live one runs on, and so do events, where others wait for the round to end."""
    seat = _playing_seat(table, person)
    if seat is None or not table.is_slow or table.event or with_rest(known := table.chairs[seat].rests, rest) == known:
        return []
    return [entries.Rested(seat, rest.begins, rest.ends)]


def _stand_in(table: Table, seat: Seat, gone: Seat, now: float) -> list[AnyEntry]:
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
    return [_stood_in(table, gone, "asked")]


def _back(table: Table, seat: Seat) -> list[AnyEntry]:
    chair = table.chairs[seat]
    return [entries.Returned(seat)] if table.status == "playing" and (chair.stand_in or chair.left is not None) else []


def _tick(table: Table, now: float) -> list[AnyEntry]:
    """What is due because time has passed; one thing at a time."""
    if table.status == "open":
        if now >= table.opened_at + OPEN_FOR:
            return [entries.Closed("expired")]
        fill_after = table.config.fill_after
        if table.free and fill_after is not None and now >= table.opened_at + fill_after:
            return _fill(table, table.fill_level()) if table.people else [entries.Closed("empty")]
        if not table.free and table.people and now >= table.changed_at + SALT_PATIENCE:
            # Who keeps back a salt that others have told theirs for gets up, and all begin anew: no shuffle is
            # ever made from some of the salts.
            silent = [entries.Rose(seat, kicked=True) for seat in table.silent]
            empty = [entries.Closed("empty")] if set(table.silent) == set(table.people) else []
            return [*silent, *empty] if table.fixed else [entries.Fixed()]
    elif table.status == "playing" and table.running is not None:
        if table.event and table.event.until is not None and now >= table.event.until:
            return [entries.Closed("expired")]
        for seat in table.people:
            back_by = table.back_by(seat)
            if back_by is not None and now >= back_by:
                return [_stood_in(table, seat, "left")]
        for seat, action, at in due_orders(table):
            if now >= at:
                asked_at = table.chairs[seat].asked_at if table.config.clock else None
                return [entries.Acted(seat, action, by="order", spent=round(now - (asked_at or now), 3))]
        for seat in table.running.owing:
            due = table.stand_in_at(seat)
            if due is not None and now >= due:
                return [_stood_in(table, seat, "away")]
            deadline, chair = table.deadline_of(seat), table.chairs[seat]
            if deadline is None or now < deadline + chair.quota:
                continue
            if chair.late >= LATE_TWICE:
                return [_stood_in(table, seat, "clock")]
            default = str(table.running.legal(seat)[0])
            return [entries.Acted(seat, default, by="clock", spent=round(now - (chair.asked_at or now), 3))]
    return []


# What needs the others' consent, and talk


def _ask(table: Table, seat: Seat, wish: Wish, cid: str) -> list[AnyEntry]:
    if f"{seat}/{cid}" in table.cids:
        return []
    if table.event:
        raise Refused("not_at_events", params={"wish": wish})
    if table.consent is not None:
        raise Refused("already_asked", params={"wish": table.consent.wish})
    if wish == "rematch":
        if table.status == "closed" or table.rematch:
            raise Refused("table_over")
        if table.status != "finished":
            raise Refused("not_finished")
    else:
        playing(table)
    if wish == "undo":
        if table.config.rated:
            raise Refused("not_when_rated")
        left = table.undone_to(seat)
        if left is None:
            raise Refused("past_a_reveal")
        return [entries.Asked(seat, wish, cid, left)]
    return [entries.Asked(seat, wish, cid)]


def _answer(table: Table, seat: Seat, wish: Wish, cid: str, *, yes: bool) -> list[AnyEntry]:
    if f"{seat}/{cid}" in table.cids:
        return []
    if table.consent is None or table.consent.wish != wish:
        raise Refused("not_asked", params={"wish": wish})
    if seat in table.consent.yes and yes:
        return []
    return [entries.Answered(seat, wish, yes, cid)]


def _rematch(table: Table, seat: Seat, cid: str) -> list[AnyEntry]:
    if table.consent is not None and table.consent.wish == "rematch":
        return _answer(table, seat, "rematch", cid, yes=True)
    return [] if table.rematch else _ask(table, seat, "rematch", cid)


def _say(table: Table, by: Sender, meant: commands.Say) -> list[AnyEntry]:
    """Speak at the table, or as a spectator among spectators."""
    player = by.player
    if f"{player.id}/{meant.cid}" in table.cids:
        return []
    seat = table.seat_of(player.id)
    if seat is None and not by.watching:
        raise Refused("not_seated")
    if seat is None and table.status != "open" and table.config.spectators == "off":
        raise Refused("no_spectators")
    law = table.kit.talk_law(table.rules)
    how = talk.manner(
        talk.Room.SPECTATORS if seat is None else talk.Room.TABLE,
        seated=seat is not None,
        running=table.status == "playing",
        silenced=law is not None,
    )
    try:
        text, phrase = talk.said(meant.text, meant.phrase, how)
    except talk.BadTalk as bad:
        forbids = law.value if law and bad.why is talk.TalkFault.PHRASES_ONLY else ""
        raise Refused(bad.why, law=forbids) from None
    # By the name that the table knows them by, whatever they call themselves since.
    speaker = player if seat is None else table.chairs[seat].player or player
    return [entries.Said(speaker, text, phrase, seat, meant.cid)]


# What the others ask first


def still_open(table: Table) -> None:
    """Refused where the match has begun, or nothing can begin any more."""
    if table.status != "open":
        raise Refused("already_started" if table.status == "playing" else "table_over")


def _host_only(table: Table, player: Player) -> None:
    if table.host.id != player.id:
        raise Refused("host_only")


def _playing_seat(table: Table, person: str) -> Seat | None:
    return table.seat_of(person) if table.status == "playing" else None


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
