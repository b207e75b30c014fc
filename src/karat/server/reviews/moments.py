"""A moment of a match: what a seat saw before a choice, to try it again, and a table that goes on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from karat.record import dump_line
from karat.server.reviews.studies import steps_until
from karat.server.tables.entries import Config, MomentBefore
from karat.server.wire.views import View

if TYPE_CHECKING:
    from karat.game import Seat
    from karat.kit import Kit
    from karat.record import Record


class NoSuchMoment(LookupError):
    """A step of a match at which nobody has a choice, or from which nobody can go on."""


class OpenChoice(Struct, frozen=True):
    """A choice as the seat saw it before it was made; what was chosen is not told."""

    game: str
    players: int
    seat: int
    round: int
    step: int
    view: View
    """With what could be done."""
    legal: tuple[str, ...]


def choice_at(kit: Kit, record: Record, step: int) -> OpenChoice:
    """The choice that was made with the step of that number; BadRecord, NoSuchMoment."""
    taken = tuple(kit.taken(record))
    if step not in range(1, len(taken)) or taken[step].seat is None:
        raise NoSuchMoment(f"nobody has a choice at step {step} of this match")
    one, state = taken[step], taken[step - 1].step.state
    return open_choice(kit, state, int(one.seat or 0), one.round, step)


def open_choice(kit: Kit, state: Any, seat: Seat, number: int, step: int) -> OpenChoice:
    legal = tuple(kit.game.legal_actions(state, seat))
    view = kit.view(kit.game.observe(state, seat), legal)
    return OpenChoice(kit.name, state.rules.players, seat, number, step, view, tuple(map(str, legal)))


def puzzle_choice(kit: Kit, puzzle: Record) -> OpenChoice:
    """The position of a puzzle, without its answer."""
    state = kit.replay(puzzle["record"])
    *_, last = kit.taken(puzzle["record"])
    return open_choice(kit, state, int(puzzle["seat"]), last.round, 0)


def going_on(
    kit: Kit, record: Record, picture: int, seat: Seat, level: str, match: str = ""
) -> tuple[Config, MomentBefore]:
    """The table at which somebody on a seat plays on against bots, from what a replay shows at a step of it.

    Bots of the house stay as strong as they were; the others are of that level. `match` is the id of one that this
    server knows. BadRecord, NoSuchMoment.
    """
    taken = tuple(kit.taken(record))
    until = steps_until(taken, picture)
    if not taken or picture < 0 or until > len(taken) or until == 0:
        raise NoSuchMoment("there is nothing to go on from")
    state = taken[until - 1].step.state
    if kit.game.outcome(state) is not None:
        raise NoSuchMoment("the match is over there: nothing is left to play")
    rules = state.rules
    if seat not in range(rules.players):
        raise NoSuchMoment(f"a seat is a number from 0 to {rules.players - 1}, not {seat}")
    agreed, told = kit.settings(rules), record.get("bots")
    known = told if isinstance(told, list) and len(told) == rules.players else [""] * rules.players
    bots = {
        str(other): known[other] if known[other] in kit.levels else level
        for other in range(rules.players)
        if other != seat
    }
    config = Config(
        game=kit.name,
        players=rules.players,
        edition=agreed.edition or "",
        cards=agreed.cards or "standard",
        variants=agreed.variants,
        bots=bots,
        bot_level=level,
    )
    return config, MomentBefore(dump_line(kit.to_record(state)), match)
