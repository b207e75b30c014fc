"""What a page is sent to draw: complete, true to the rules, and only where asked for."""

import importlib.machinery
import importlib.util
import random
import re
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest
from growing import Growing

from karat.aurum.rules import scoring
from karat.aurum.rules.rules import NUGGETS_TO_WIN
from karat.aurum.view import AurumView
from karat.games import GAMES
from karat.server.house.bot_pool import question
from karat.server.house.live import LiveTable, Subscriber
from karat.server.tables.entries import Config
from karat.server.wire import events, projection, views
from karat.server.wire.projection import SPECTATOR

ROOT = Path(__file__).resolve().parents[3]
CONFIGS = [
    Config("aurum", 3),
    Config("aurum", 4, edition="ru"),
    Config("amul", 3),
    Config("amul", 4, variants=("tea",)),
]


def listening(table: Growing, who: int, *, drawn: bool) -> tuple[LiveTable, list[str]]:
    room, sent = LiveTable("t" * 12, table), []
    room.told = table.table.seq
    room.subscribe(Subscriber(who, f"guest:{('Ada', 'Bea', 'Cleo', 'Dora')[who]}", sent.append, views=drawn), 0)
    return room, sent


def walk(table: Growing, rng: random.Random):
    """Play at random to the end, a stop after every action; choices that lie face down are sometimes changed."""
    while table.table.status == "playing":
        running = table.running
        if running.sealed and rng.random() < 0.3:
            seat = rng.choice(sorted(running.sealed))
        else:
            seat = rng.choice(running.owing)
        table.act(seat, rng.choice(running.legal(seat)))
        yield


def again(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def cards_of(view: Any, kind: str) -> set[str]:
    return {card for one in view.aids.choices for card in (one.card, getattr(one, kind, None)) if card}


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_choices_and_refusals_are_those_of_the_rules(config: Config):
    table = Growing(config)
    for _ in walk(table, random.Random(1)):
        running = table.running
        for seat in range(config.players):
            view = views.of_table(table.table, seat)
            assert view is not None
            assert [one.action for one in view.aids.choices] == [str(action) for action in running.legal(seat)]
            own = {*view.hand, *(view.stocks[seat] if view.stocks else ())} if config.game == "aurum" else {*view.hand}
            assert set(view.aids.refused) <= own
            assert not set(view.aids.refused) & cards_of(view, "gold")
            if seat in running.owing and view.aids.phase not in ("take", "gain"):
                assert own <= set(view.aids.refused) | cards_of(view, "gold")
            places = getattr(view.aids, "refused_places", {})
            for used, refusal in (*view.aids.refused.items(), *places.items()):
                assert used in refusal.action.split(" ") or used in places
                tried = running.game.parse_action(refusal.action)
                assert running.game.breach(running.shown, seat, tried) == refusal.law


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_every_frame_is_what_its_types_say(config: Config):
    table = Growing(config)
    room, sent = listening(table, 0, drawn=True)
    for _ in walk(table, random.Random(2)):
        room.publish(table.log[room.told :], table.now)
    event = Union[events.event_types(GAMES[config.game])]  # noqa: UP007 -- of a tuple
    kinds = set()
    for text in sent:
        frame = msgspec.json.decode(text)
        view = msgspec.convert(frame["d"]["view"], GAMES[config.game].view_type.load())
        assert again(view) == frame["d"]["view"]
        for one in frame["d"].get("events", ()):
            kinds.add(one["e"])
            exact = msgspec.convert(one, events.TableEvent if one["e"].islower() else event)
            assert again(exact) == one
    assert {"finished", "chosen"} <= kinds or config == CONFIGS[1]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_who_asks_for_no_views_is_sent_the_same_without_them(config: Config):
    table = Growing(config)
    (plain_room, plain), (room, drawn) = listening(table, 1, drawn=False), listening(table, 1, drawn=True)
    assert without_time(plain[0]) == without_time(drawn[0])
    assert without_time(plain[0])["d"]["view"]["game"] == config.game
    for _ in walk(table, random.Random(3)):
        plain_room.publish(table.log[plain_room.told :], table.now)
        room.publish(table.log[room.told :], table.now)
    assert not any('"view"' in frame for frame in plain[1:])
    for with_view, without in zip(drawn[1:], plain[1:], strict=True):
        more = msgspec.json.decode(with_view)
        assert more["d"].pop("view")
        assert more == msgspec.json.decode(without)


def without_time(frame: str) -> Any:
    told = msgspec.json.decode(frame)
    assert told.pop("ts")
    return told


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_a_decision_brings_the_view_of_a_page_and_all_that_a_bot_may_know(config: Config):
    table, kit = Growing(config), GAMES[config.game]
    room, sent = LiveTable("t" * 12, table), []
    room.told = table.table.seq
    room.subscribe(Subscriber(0, "guest:Ada", sent.append, decisions=True, views=True), 0)
    asked = 0
    for _ in walk(table, random.Random(4)):
        room.publish(table.log[room.told :], table.now)
        before, last = [msgspec.json.decode(frame) for frame in sent[-2:]]
        if last["t"] == "decision" and before["t"] == "events":
            asked += 1
            assert last["d"]["view"] == before["d"]["view"]
            seen = kit.observation(msgspec.convert(last["d"]["view"], kit.view_type.load()))
            assert seen == kit.game.observe(table.running.shown, 0)
            assert last["d"]["legal"] == [str(action) for action in table.running.legal(0)]
    assert asked > 5


def test_a_resumed_page_is_brought_up_to_date():
    table = Growing(Config("aurum", 4))
    since = table.story.seq(0)
    for _ in range(9):
        table.act(table.running.owing[0])
    room, sent = LiveTable("t" * 12, table), []
    room.subscribe(Subscriber(0, "guest:Ada", sent.append, views=True), since)
    frames = [msgspec.json.decode(frame)["d"] for frame in sent]
    assert ["view" in frame for frame in frames] == [False] * 8 + [True, False]


def test_an_onlooker_sees_no_hand_and_has_no_choice():
    table = Growing(Config("amul", 3, spectators="delayed"))
    view = views.of_table(table.table, None)
    assert view is not None
    assert (view.seat, view.hand, view.aids.choices, view.aids.refused) == (None, (), (), {})
    assert SPECTATOR < 0


def test_points_so_far_are_what_the_round_would_score():
    table = Growing(Config("aurum", 4))
    while len(table.running.moves) < 24:
        table.act(table.running.owing[0])
    state, view = table.running.state, views.of_table(table.table, 2)
    assert isinstance(view, AurumView)
    scored = scoring.score_round(state.rules, state.round.tricks, state.round.bids, state.round.stocks)
    assert tuple(side.now.points for side in view.aids.sides if side.now) == scored.points
    assert tuple(side.bid for side in view.aids.sides) == scored.bids
    for line in (side.now for side in view.aids.sides if side.now):
        assert len(line.gold_each) == len(line.gold)
        assert line.bid_points + sum(line.gold_each) == line.points


def test_what_decides_a_match_of_aurum_is_told():
    view = views.of_table(Growing(Config("aurum", 4)).table, 0)
    assert (view.aids.decides, view.aids.nuggets_to_win) == ("nuggets", NUGGETS_TO_WIN)
    view = views.of_table(Growing(Config("aurum", 4, variants=("three-round-total",))).table, 0)
    assert (view.aids.decides, view.aids.nuggets_to_win) == ("total", None)


@pytest.mark.parametrize("config", CONFIGS[:2], ids=str)
def test_what_became_of_bids_and_tricks_is_told(config: Config):
    table = Growing(config)
    made, full = set(), set()
    for _ in walk(table, random.Random(5)):
        view = views.of_table(table.table, 0)
        for one in view.aids.choices:
            assert one.tricks == (int(one.card[1:]) if one.kind == "bid" else None)
        for side in view.aids.sides:
            assert side.bid is None or side.tricks == side.bid - side.missing + side.extra
        for line in (line for round_ in view.results for line in round_.sides):
            made.add(line.made)
            assert line.bid_points == {"exact": 2 * line.bid, "over": line.bid, "under": 0}[line.made]
        for trick in (view.aids.trick, view.aids.last_trick):
            if trick:
                full.add(trick.full)
                assert trick.full == (len(trick.cards) == config.players)
    assert made
    assert full == {False, True}


@pytest.mark.parametrize("config", CONFIGS[2:], ids=str)
def test_whose_turn_it_is_and_what_lies_face_down_is_told(config: Config):
    table = Growing(config)
    sealed = 0
    for _ in walk(table, random.Random(6)):
        running = table.running
        for seat in range(config.players):
            view = views.of_table(table.table, seat)
            own = running.sealed.get(seat)
            assert (view.aids.sealed.action if view.aids.sealed else None) == (str(own) if own else None)
            sealed += own is not None
            for one in view.aids.choices:
                assert one.card in {"hand": view.hand + ((view.choice,) if view.choice else ()),
                                    "market": tuple(ware.card for ware in view.wares),
                                    "palace": view.palace, "bazaar": view.bazaar}[one.place]  # fmt: skip
            together = view.aids.phase in ("offer", "play", "over")
            assert view.aids.in_turn == (None if together else view.to_act[0])
            near = view.aids.neighbours[seat]
            assert (near.left, near.right) == ((seat + 1) % config.players, (seat - 1) % config.players)
            assert (view.aids.law is None) == (view.aids.phase != "over")
    assert sealed
    assert views.of_table(table.table, 0).aids.law in ("M42", "M43", "R9")


def test_hints_are_offered_to_who_may_ask_for_them():
    def hints(recipient: int, **agreed: Any) -> bool:
        return projection.snapshot(Growing(Config("aurum", 3, **agreed)).table, recipient).hints

    assert [hints(0), hints(SPECTATOR), hints(0, rated=True), hints(0, hints=False)] == [True, False, False, False]


def test_no_view_is_made_for_a_bot_of_the_house(monkeypatch: pytest.MonkeyPatch):
    table = Growing(Config("amul", 3, bots={"1": "random", "2": "random"}))
    monkeypatch.setattr(views, "of_table", lambda *_: pytest.fail("a view was made"))
    asked = question(table.table, 1)
    assert asked.seen == table.running.game.observe(table.running.state, 1)


def test_the_types_for_clients_are_up_to_date():
    loader = importlib.machinery.SourceFileLoader("wire_types", str(ROOT / "scripts" / "wire-types"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    for path, text in module.files().items():
        assert path.read_text("utf-8") == text, "run scripts/wire-types"
        if path.suffix == ".ts":
            named = set(re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE))
            used = set(re.findall(r"(?<![\"\w{/])[A-Z]\w+(?=\[\]|;| \||\))", re.sub(r"/\*\*.*?\*/", "", text)))
            assert used - {"Record"} <= named
