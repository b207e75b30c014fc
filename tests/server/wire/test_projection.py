"""What each recipient is sent."""

import msgspec
import pytest
from growing import BEA, Growing

from karat.server.house.live import LiveTable, Subscriber
from karat.server.tables import entries
from karat.server.tables.commands import Answer, Ask, Leave, MoveFor
from karat.server.tables.entries import Config
from karat.server.wire import frames, projection
from karat.server.wire.projection import SPECTATOR


def room_of(table: Growing) -> LiveTable:
    room = LiveTable("t" * 12, table)
    room.told = table.table.seq
    return room


def told(table: Growing, who: int) -> str:
    """What the last entry showed."""
    return msgspec.json.encode(table.story.moments[-1].for_(who)).decode()


def frames_for(table: Growing, seat: int, since: int) -> list[dict]:
    sent: list[str] = []
    room_of(table).subscribe(Subscriber(seat, f"guest:{seat}", sent.append), since)
    return [msgspec.json.decode(frame) for frame in sent]


@pytest.mark.parametrize("config", [Config("aurum", 3), Config("aurum", 4), Config("amul", 3)])
def test_numbers_have_no_gaps_for_anyone(config: Config):
    table = Growing(config)
    table.finish()
    for who in range(config.players):
        last = table.story.seq(who)
        missed = table.story.missed(who, last - 30)
        assert missed is not None
        assert [number for number, _ in missed] == list(range(last - 29, last + 1))
        assert all(moment.for_(who) for _, moment in missed)


def test_resuming_gives_what_was_missed_and_the_open_question():
    table = Growing(Config("aurum", 4))
    since = table.story.seq(0)
    for _ in range(10):
        table.act(table.running.owing[0])
    frames = frames_for(table, 0, since)
    assert [frame["t"] for frame in frames] == ["events"] * 10 + ["turn"]
    assert [frame["seq"] for frame in frames] == [*range(since + 1, since + 11), since + 10]


@pytest.mark.parametrize("config", [Config("aurum", 3), Config("aurum", 4), Config("amul", 3)])
def test_ten_missed_events_take_at_most_two_kilobytes(config: Config):
    table, sizes = Growing(config), []
    while table.table.status == "playing":
        table.act(table.running.owing[0])
        last = table.story.seq(0)
        if last > 14 and table.table.status == "playing":
            sent: list[str] = []
            room_of(table).subscribe(Subscriber(0, "guest:0", sent.append), last - 10)
            sizes.append(sum(map(len, sent)))
    assert sorted(sizes)[len(sizes) // 2] <= 2048, "the median"


def test_who_missed_too_much_or_an_undo_gets_a_snapshot():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    since = table.story.seq(seat)
    table.act(seat)
    table.do(seat, Ask("u", "undo"))
    for other in range(4):
        if other != seat:
            table.do(other, Answer("a", "undo", True))
    (frame,) = frames_for(table, seat, since)
    assert frame["t"] == "snapshot"
    assert frame["d"]["turn"]["decision"] == "1.1"


def test_a_secret_choice_is_shown_to_its_owner_alone():
    table = Growing(Config("aurum", 3))
    choice = str(table.running.legal(1)[0])
    table.act(1, choice)
    assert choice in told(table, 1)
    for who in (0, 2, SPECTATOR):
        assert choice.split()[1] not in told(table, who)
        assert projection.snapshot(table.table, who).turn.chosen == ""
    table.act(1, table.running.legal(1)[1])
    assert table.story.moments[-1].for_(0) == []
    assert projection.snapshot(table.table, 1).turn.chosen == str(table.running.legal(1)[1])


def test_secrets_of_the_house_are_in_no_snapshot():
    table = Growing(Config("amul", 3))
    for who in (0, 1, 2, SPECTATOR):
        frame = frames.write(projection.snapshot(table.table, who))
        assert table.table.secret not in frame
        assert table.running.seed not in frame


def test_that_a_move_was_forced_is_told_to_nobody():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    table.add([entries.Acted(seat, str(table.running.legal(seat)[0]), by="forced")])
    assert all("forced" not in told(table, who) for who in range(-1, 4))


def test_spectators_are_heard_by_spectators_alone():
    table = Growing(Config("aurum", 3))
    table.add([entries.Said(BEA, "what a hand", seat=None)])
    before = [table.story.seq(recipient) for recipient in (SPECTATOR, 0)]
    assert [table.story.moments[-1].for_(recipient) for recipient in (SPECTATOR, 0)] == [[], []]
    assert [aside.event.n for aside in table.story.asides] == [1]
    table.finish()
    table.add([entries.Said(BEA, "well played", seat=None)])
    assert b"well played" in bytes(table.story.moments[-1].for_(0)[0])
    assert [aside.event.n for aside in table.story.asides] == [1]
    assert [table.story.seq(recipient) > count for recipient, count in zip((SPECTATOR, 0), before, strict=True)]


@pytest.mark.parametrize(
    ("config", "manner", "law"), [(Config("aurum", 4), "phrases", "A11.1"), (Config("amul", 3), "free", None)]
)
def test_everyone_is_told_how_they_may_talk_and_again_when_that_changes(config: Config, manner: str, law: str | None):
    """A11.1: partners may not talk freely while they play. Spectators talk among themselves all along."""
    table = Growing(config, people=config.players - 1)
    last = config.players - 1
    before = table.story.seq(0)
    assert projection.snapshot(table.table, 0).talk.manner == "free"
    table.add([entries.Sat(last, entries.Player("guest:Zoe", "Zoe")), entries.Salted(last, "salt")])
    table.go_on()
    during = projection.snapshot(table.table, 0).talk
    assert (during.manner, during.law) == (manner, law)
    assert "good_luck" in during.phrases
    assert projection.snapshot(table.table, SPECTATOR).talk == frames.TableTalk("free", None, during.phrases)

    started = [frame["d"] for frame in frames_for(table, 0, before) if frame["t"] == "events"]
    changed = [manner] if manner != "free" else []
    assert [one["talk"]["manner"] for one in started if "talk" in one] == changed

    room, sent = room_of(table), []
    for who in (0, SPECTATOR):
        room.late = table
        room.subscribe(Subscriber(who, "guest:Ada" if who == 0 else "", sent.append), 0)
    sent.clear()
    while table.table.status == "playing":
        table.act(table.running.owing[0])
        room.tell(table.story.moments[-1:], table, lambda _: True)
    told_of_talk = [frame["d"] for frame in map(msgspec.json.decode, sent) if "talk" in (frame["d"] or {})]
    assert [one["talk"]["manner"] for one in told_of_talk] == ["free"] * len(changed)
    assert all(one["events"][-1]["e"] == "finished" for one in told_of_talk)


def test_a_snapshot_tells_the_past_again_and_what_was_taken_back():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    table.act(seat)
    table.add([entries.Said(table.table.chairs[0].player, "hello", seat=0)])
    table.do(seat, Ask("u", "undo"))
    for other in range(4):
        if other != seat:
            table.do(other, Answer("a", "undo", True))
    sent: list[str] = []
    room_of(table).subscribe(Subscriber(seat, f"guest:{seat}", sent.append, past=True), 0)
    past = msgspec.json.decode(sent[0])["d"]["past"]
    names = [event["e"] for event in past]
    assert names.index("BidLaid") < names.index("said") < names.index("undone")
    assert past[names.index("undone")]["seat"] == seat
    (frame,) = frames_for(table, seat, 0)
    assert "past" not in frame["d"]  # only for who asks for it


def test_the_past_tells_nobody_what_they_were_not_shown():
    table = Growing(Config("aurum", 3))
    choice = str(table.running.legal(1)[0])
    table.act(1, choice)
    assert choice in msgspec.json.encode(table.story.past(1)).decode()
    for who in (0, 2, SPECTATOR):
        assert choice.split()[1] not in msgspec.json.encode(table.story.past(who)).decode()


def test_the_past_ends_somewhere(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(projection, "MOST_PAST", 40)
    table = Growing(Config("aurum", 4))
    table.finish()
    told = table.story.past(0)
    assert projection.MOST_PAST <= len(told) < projection.MOST_PAST + 20
    assert bytes(told[-1]) == bytes(table.story.moments[-1].for_(0)[-1])


ALONE = {"1": "random", "2": "random", "3": "random"}


def test_a_seat_is_told_whether_it_may_take_back_and_by_whose_leave():
    table = Growing(Config("aurum", 4))
    seat = table.running.owing[0]
    assert projection.turn(table.table, seat).undo == ""
    table.act(seat)
    assert projection.turn(table.table, seat).undo == "ask"
    assert projection.turn(table.table, (seat + 1) % 4).undo == ""
    for config, told in ((Config("aurum", 4, bots=ALONE), "alone"), (Config("aurum", 4, bots=ALONE, rated=True), "")):
        alone = Growing(config, people=1)
        while alone.running.owing != (0,):
            bot = alone.running.owing[0]
            alone.do(None, MoveFor(bot, alone.running.decision, str(alone.running.legal(bot)[0])))
        alone.act(0)
        assert projection.turn(alone.table, 0).undo == told


def test_a_seat_is_told_what_leaving_means():
    people = Growing(Config("aurum", 4))
    assert projection.turn(people.table, 0).leave == "bot"
    for seat in (1, 2, 3):
        people.do(seat, Leave())
    assert [projection.turn(people.table, seat).leave for seat in (0, 1)] == ["ends", ""]
    assert projection.turn(Growing(Config("aurum", 4, bots=ALONE), people=1).table, 0).leave == "ends"
    rated = projection.turn(Growing(Config("aurum", 4, rated=True)).table, 0)
    assert (rated.leave, rated.come_back) == ("forfeits", 120)
    assert projection.turn(people.table, SPECTATOR).leave == ""


@pytest.mark.parametrize(("late", "told"), [({"delay_seconds": 60}, [1360]), ({"delay_moves": 3}, [])])
def test_spectators_are_told_the_clocks_of_the_moment_that_they_see(late: dict, told: list[float]):
    config = Config("aurum", 4, clock=entries.LiveClock(300), spectators="delayed", **late)
    table = Growing(config)
    assert list(projection.turn(table.table, 0).deadlines.values()) == [1300]
    seen = projection.turn(table.table, SPECTATOR)
    assert list(seen.deadlines.values()) == told
    assert seen.banks == (300,) * 4
