import json
from collections import Counter
from pathlib import Path

import pytest
from aurum.rules import referee
from hypothesis import given
from hypothesis import strategies as st
from strategies import aurum_rules, seeds, walk

from karat import aurum
from karat.arena.match import play_match
from karat.aurum.rules.record import replay, to_record
from karat.games import make_bot
from karat.record import BadRecord, dump_line

RECORDS = Path(__file__).parents[2] / "records"
GOOD = RECORDS / "aurum.jsonl"
EVERY_TABLE = [
    aurum.Rules.parse(players, edition, variants)
    for players in (3, 4)
    for edition in aurum.Edition
    for variants in ((), ("no-zero-gold",), ("three-round-total",), ("no-zero-gold", "three-round-total"))
]


def finished(players: int = 3, seed: str = "0") -> dict:
    return to_record(walk(aurum.Rules(players=players), seed, 20_000))


def refusal(record: dict) -> BadRecord:
    with pytest.raises(BadRecord) as error:
        replay(record)
    return error.value


@pytest.mark.parametrize("rules", EVERY_TABLE, ids=str)
@pytest.mark.parametrize("bot", ["random", "casual"])
def test_a_second_referee_accepts_what_bots_play(rules: aurum.Rules, bot: str):
    for seed in range(2):
        state = play_match(aurum, rules, [make_bot("aurum", bot)] * rules.players, f"{seed}")
        assert referee.check(json.loads(dump_line(to_record(state)))) is None


@given(aurum_rules, seeds, st.sampled_from(("keeps", "spends")))
def test_a_second_referee_accepts_what_is_rarely_played(rules: aurum.Rules, seed: str, taste: str):
    assert referee.check(to_record(walk(rules, seed, 20_000, taste))) is None


def test_the_second_referee_sees_rare_things_in_the_kept_matches():
    """So that its agreement means something."""
    seen: Counter[str] = Counter()
    for line in GOOD.read_text("utf-8").splitlines():
        assert referee.check(json.loads(line), seen) is None
    for event in ("A8.4", "A8.5", "A8.6", "A7.4", "A9.2", "A6.5"):
        assert any(name.startswith(event) for name in seen), event


def test_cards_inside_a_list_and_secret_bids_may_stand_in_any_order():
    record = finished()
    for row in record["rounds"]:
        row["deal"] = [hand[::-1] for hand in row["deal"]]
        row["result"]["gold"] = [stock[::-1] for stock in row["result"]["gold"]]
        row["actions"][:3] = row["actions"][2::-1]
    replay(record)


def test_a_wrong_action_is_told_with_round_index_and_rule():
    record = finished()
    record["rounds"][1]["actions"][7] = [0, "bid B1"]
    bad = refusal(record)
    assert (bad.round, bad.action, bad.law.value) == (2, 7, "A0.1")
    assert str(bad).startswith("round 2, action 7: A0.1: seat 0 may not 'bid B1'")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda record: record.update(format="karat/2"), "K2.1"),
        (lambda record: record.update(game="amul"), "K2.1"),
        (lambda record: record.update(rules=2), "K2.2"),
        (lambda record: record.update(rules=True), "K3.1"),
        (lambda record: record.update(players=5), "K3.1"),
        (lambda record: record.update(players=3.0), "K3.1"),
        (lambda record: record.update(edition="en"), "K3.1"),
        (lambda record: record.update(variants=["three-round-total", "no-zero-gold"]), "K3.1"),
        (lambda record: record.update(variants=["no-zero-gold", "no-zero-gold"]), "K3.1"),
        (lambda record: record.update(variants="no-zero-gold"), "K3.1"),
        (lambda record: record.pop("edition"), "K3.1"),
        (lambda record: record.pop("result"), "K3.1"),
        (lambda record: record.update(result=None), "K4.1"),
        (lambda record: record["rounds"][0].pop("aside"), "K3.1"),
        (lambda record: record["rounds"][0].update(first=True), "K3.1"),
        (lambda record: record["rounds"][1].update(first=record["rounds"][0]["first"]), "A2.4"),
        (lambda record: record["rounds"][0]["deal"][0].__setitem__(0, "X1"), "A1.1"),
        (lambda record: record["rounds"][0]["deal"][0].__setitem__(0, record["rounds"][0]["deal"][1][0]), "A2.2"),
        (lambda record: record["rounds"][0]["actions"].__setitem__(3, [0, "sing"]), "K3.2"),
        (lambda record: record["rounds"][0]["actions"].__setitem__(3, [0, "keep "]), "K3.2"),
        (lambda record: record["rounds"][0]["actions"].__setitem__(3, ["0", "keep"]), "K3.2"),
        (lambda record: record["rounds"][0]["actions"].__setitem__(0, [0, "bid Q7"]), "A1.1"),
        (lambda record: record["rounds"][0]["actions"].append([0, "end"]), "A0.1"),
        (lambda record: record["rounds"][0]["actions"].pop(), "A7.1"),
        (lambda record: record["rounds"][0]["result"]["tricks"].__setitem__(0, 99), "A6.6"),
        (lambda record: record["rounds"][0]["result"]["bids"].__setitem__(0, 99), "A3.1"),
        (lambda record: record["rounds"][0]["result"]["exact"].__setitem__(0, 1), "A8.1"),
        (lambda record: record["rounds"][0]["result"]["gold"].__setitem__(0, ["G8"]), "A8.2"),
        (lambda record: record["rounds"][0]["result"]["points"].__setitem__(0, 99), "A8.1"),
        (lambda record: record["rounds"][0]["result"]["nuggets"].__setitem__(0, 7), "A8.3"),
        (lambda record: record["rounds"][0]["result"].pop("nuggets"), "K3.1"),
        (lambda record: record["result"].update(winners=[0, 1, 2]), "A9.1"),
        (lambda record: record["result"].update(nuggets=[9, 9, 9]), "A8.3"),
        (lambda record: record["result"].update(totals=[9.0, 9, 9]), "A8.3"),
        (lambda record: record["rounds"].append(record["rounds"][-1]), "A9.1"),
        (lambda record: record["rounds"].pop(), "A9.1"),
        (lambda record: record.update(rounds=[]), "A9.1"),
    ],
)
def test_what_is_wrong_is_told_by_the_id_of_its_rule(change, rule: str):
    record = finished()
    change(record)
    assert refusal(record).law.value == rule


def test_four_players_answer_for_their_side():
    record = finished(4)
    record["rounds"][0]["result"]["bids"][0] += 1
    assert refusal(record).law.value == "A3.2"


def test_a_broken_off_round_has_no_result():
    record = to_record(walk(aurum.Rules(), "3", 30))
    assert record["result"] is None
    replay(record)
    record["rounds"][-1]["result"] = {"tricks": [0] * 4}
    assert refusal(record).law.value == "K4.1"


def test_a_match_broken_off_before_its_first_deal_is_a_match():
    record = to_record(aurum.start(aurum.Rules()))
    assert record["rounds"] == []
    assert replay(record) == aurum.start(aurum.Rules())
