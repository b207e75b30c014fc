"""One function for whatever is wanted of a table: it answers with entries or refuses, and changes nothing itself."""

from copy import deepcopy
from typing import get_args

import pytest
from growing import ADA, BEA, DORA, Growing

from karat.server.tables import commands
from karat.server.tables.commands import Refused, Sender
from karat.server.tables.decide import decide
from karat.server.tables.entries import Config, Player
from karat.server.tables.table import OPEN_FOR
from karat.server.wire.sentences import sentence

SAMPLES: tuple[commands.Command, ...] = (
    commands.Sit(1, ""), commands.Leave(), commands.Pledging(""), commands.Salting("salt"),
    commands.Act("c", "1", "keep"), commands.StandIn(1), commands.Back(), commands.Ask("c", "undo"),
    commands.Answer("c", "undo", True),
    commands.Rematch("c"), commands.Prefer(True), commands.Order("c", ("keep",)),
    commands.RestFor(ADA.id, 1, 2), commands.Replace(BEA.id), commands.Say("c", phrase="hello"), commands.Kick(1),
    commands.Fill("random"), commands.Tick(), commands.MoveFor(0, "1", "keep"), commands.Lose(ADA.id),
    commands.Find(ADA.id), commands.HandOver(ADA.id, Player("account", "Anna", "account")), commands.Remove(BEA.id),
    commands.Relieve(BEA.id), commands.EndEvent(),
)  # fmt: skip


def finished() -> Growing:
    table = Growing(Config("aurum", 3))
    table.finish()
    return table


def broken_off() -> Growing:
    table = Growing(Config("aurum", 3))
    table.do(0, commands.Ask("a", "abort"))
    for seat in (1, 2):
        table.do(seat, commands.Answer("a", "abort", yes=True))
    return table


def expired() -> Growing:
    table = Growing(Config("aurum", 3), people=2)
    table.now += OPEN_FOR
    table.do(None, commands.Tick())
    return table


TABLES = {
    "open": lambda: Growing(Config("aurum", 3), people=2),
    "playing": lambda: Growing(Config("aurum", 3)),
    "finished": finished,
    "broken off": broken_off,
    "expired": expired,
}


def test_there_is_a_sample_of_every_command():
    assert {type(sample) for sample in SAMPLES} == set(get_args(commands.Command))


@pytest.mark.parametrize("status", TABLES)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_every_command_is_carried_out_or_refused_and_the_table_stays_as_it_is(sample: commands.Command, status: str):
    table = TABLES[status]().table
    before = deepcopy((table.chairs, table.status, table.consent, table.seq, table.cids))
    for player in (ADA, DORA):  # who sits there, and who does not
        try:
            decide(table, Sender(player), sample, 1000.0)
        except Refused as refused:
            sentence(refused.code, refused.params)  # there is one, or KeyError
    assert (table.chairs, table.status, table.consent, table.seq, table.cids) == before


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_what_somebody_wants_is_somebodys(sample: commands.Command):
    """The clock does not sit down, and whoever says what the server does by itself need not be named."""
    table = TABLES["playing"]().table
    if isinstance(sample, get_args(commands.Due)):
        decide(table, None, sample, 1000.0)
    else:
        with pytest.raises(TypeError, match=type(sample).__name__):
            decide(table, None, sample, 1000.0)


@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if isinstance(one, get_args(commands.Wanted))], ids=lambda one: type(one).__name__
)
def test_who_does_not_sit_there_does_nothing_while_a_match_is_played(sample: commands.Command):
    with pytest.raises(Refused, match=r"not_seated|host_only|already_started"):
        decide(TABLES["playing"]().table, Sender(DORA), sample, 1000.0)


@pytest.mark.parametrize("status", ["broken off", "expired"])
def test_a_match_that_was_not_played_out_is_over_and_has_no_rematch(status: str):
    table = TABLES[status]()
    for wanted in (commands.Rematch("c"), commands.Ask("c", "rematch")):
        with pytest.raises(Refused, match="table_over"):
            table.decide(0, wanted)
