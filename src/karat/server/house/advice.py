"""What a player may ask without doing anything: which rule forbids an action, and what a bot would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.game import BadText
from karat.server.house.bot_pool import Consideration
from karat.server.tables import fair
from karat.server.tables.commands import Refused
from karat.server.tables.decide import playing
from karat.server.wire.frames import Because, Hint, HintCandidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.bots.bot import Candidate
    from karat.game import Seat
    from karat.server.tables.table import Table

HINT_THINKS = 0.5
"""Seconds for a hint: somebody waits for it, and nobody else has to."""


def why(table: Table, seat: Seat, cid: str, action: str) -> Because:
    """Whether the seat may do it now, and which rule forbids it."""
    running = playing(table)
    try:
        meant = running.game.parse_action(action)
    except BadText:
        raise Refused("no_such_action", params={"action": action}) from None
    law = running.game.breach(running.state, seat, meant)
    if law is None:
        return Because(cid, legal=True)
    return Because(cid, law=law.value, params={"action": str(meant)})


def consideration(table: Table, seat: Seat) -> tuple[str, Consideration]:
    """The seat's open question and how it is put to the strongest bot that is ready, who sees what the seat sees."""
    running = playing(table)
    if table.no_hints:
        raise Refused(table.no_hints)
    if seat not in running.to_act or table.chairs[seat].level:
        raise Refused("not_your_turn")
    seen, legal = running.game.observe(running.state, seat), tuple(running.legal(seat))
    # Not the seed of the bots at this table: what they draw is not told in advance.
    seed = fair.bot_seed(table.secret, f"hint {seat}/{running.decision}")
    return running.decision, Consideration(table.kit, table.kit.ready_levels[-1], seen, legal, seed, HINT_THINKS)


def hint(cid: str, decision: str, level: str, found: Sequence[Candidate]) -> Hint:
    candidates = (HintCandidate(str(one.action), one.points, one.win, one.tries) for one in found)
    return Hint(cid, decision, level, tuple(candidates))
