"""The score pad: what was played at a real table comes out as the rules score it."""

import random
from typing import Any

import httpx
import pytest
from growing import Growing

from karat.server.tables.entries import Config


@pytest.fixture
async def http(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


def played(config: Config, seed: int) -> Growing:
    table, rng = Growing(config), random.Random(seed)
    while table.table.status == "playing":
        seat = table.running.owing[0]
        table.act(seat, rng.choice(table.running.legal(seat)))
    return table


@pytest.mark.parametrize(
    "config",
    [
        Config("aurum", 3, edition="fr"),
        Config("aurum", 3, edition="ru"),
        Config("aurum", 4),
        Config("aurum", 4, variants=("three-round-total",)),
    ],
    ids=lambda config: f"{config.players}-{config.edition}-{len(config.variants)}",
)
async def test_a_played_match_of_aurum_scores_the_same(http: httpx.AsyncClient, config: Config):
    for seed in range(4):
        record = played(config, seed).table.record()
        rounds = []
        for told in record["rounds"]:
            # Only the side's bid counts, so both partners may enter it.
            sides = 2 if config.players == 4 else 3
            bids = [told["result"]["bids"][seat % sides] for seat in range(config.players)]
            rounds.append({"bids": bids, "tricks": told["result"]["tricks"], "gold": told["result"]["gold"]})
        body = {"players": config.players, "edition": record["edition"], "variants": config.variants, "rounds": rounds}
        scores = (await http.post("/api/score/aurum", json=body)).json()
        assert scores["over"]
        assert {name: scores[name] for name in ("winners", "nuggets", "totals")} == record["result"]
        for scored, told in zip(scores["rounds"], record["rounds"], strict=True):
            assert [side["points"] for side in scored["sides"]] == told["result"]["points"]
            assert all(side["bid_points"] + side["gold_points"] == side["points"] for side in scored["sides"])
            assert scored["winners"] == [side for side, won in enumerate(told["result"]["nuggets"]) if won]


@pytest.mark.parametrize(
    ("edition", "rounds", "law", "winners"),
    [
        ("de", [{"bids": [2, 3, 9], "tricks": [2, 1, 0], "gold": [[], [], []]}], "A8.3", [0]),
        ("de", [{"bids": [2, 4, 9], "tricks": [2, 7, 0], "gold": [[], [], []]}], "A8.4", [0]),
        ("de", [{"bids": [2, 2, 9], "tricks": [2, 2, 0], "gold": [[4], [1, "G2"], []]}], "A8.5", [0]),
        ("ru", [{"bids": [2, 2, 9], "tricks": [2, 2, 0], "gold": [[4], [1, "G2"], []]}], "A8.6", [0, 1]),
    ],
)
async def test_the_rule_that_broke_a_tie_is_named(http: httpx.AsyncClient, edition, rounds, law, winners):
    told = (await http.post("/api/score/aurum", json={"players": 3, "edition": edition, "rounds": rounds})).json()
    assert (told["rounds"][0]["law"], told["rounds"][0]["winners"]) == (law, winners)
    assert (told["over"], told["leaders"], told["law"]) == (False, winners, "A9.1")


GOOD: dict[str, Any] = {"bids": [2, 3, 5], "tricks": [3, 3, 2], "gold": [[], [], []]}


@pytest.mark.parametrize(
    ("players", "rounds", "field"),
    [
        (3, [{**GOOD, "bids": [2, 3]}], "rounds[0].bids"),
        (3, [{**GOOD, "bids": [2, 3, 10]}], "rounds[0].bids[2]"),
        (3, [{**GOOD, "bids": [2, 3, "C3"]}], "rounds[0].bids[2]"),
        (3, [{**GOOD, "bids": [2, "B3", "B3"]}], "rounds[0].bids[2]"),
        (3, [GOOD, {**GOOD, "tricks": [1, 1]}], "rounds[1].tricks"),
        (3, [{**GOOD, "tricks": [40, 1, 1]}], "rounds[0].tricks"),
        (3, [{**GOOD, "tricks": [-1, 1, 1]}], "rounds[0].tricks"),
        (3, [{**GOOD, "gold": [[], [9], []]}], "rounds[0].gold[1][0]"),
        (3, [{**GOOD, "gold": [["B4"], [], []]}], "rounds[0].gold[0][0]"),
        (3, [{**GOOD, "gold": [[8], [], []]}], "rounds[0].gold"),
        (3, [{**GOOD, "gold": [[4], [4], []]}], "rounds[0].gold"),
        (4, [{**GOOD, "bids": [1, 2, 3, 4]}], "rounds[0].tricks"),
        (3, [{**GOOD, "tricks": [2, 0, 0]}] * 3, "rounds[2]"),
    ],
)
async def test_what_cannot_have_come_about_is_refused_with_its_field(http: httpx.AsyncClient, players, rounds, field):
    told = await http.post("/api/score/aurum", json={"players": players, "rounds": rounds})
    assert (told.status_code, told.json()["code"]) == (409, "bad_entry")
    assert told.json()["params"]["field"] == field
    assert told.json()["message"].startswith(f"{field}: ")


@pytest.mark.parametrize("body", [{"players": 5, "rounds": []}, {"players": 3, "edition": "en", "rounds": []}])
async def test_rules_that_there_are_not_are_refused(http: httpx.AsyncClient, body: Any):
    told = await http.post("/api/score/aurum", json=body)
    assert (told.status_code, told.json()["code"]) == (409, "bad_rules")


@pytest.mark.parametrize("config", [Config("amul", 3), Config("amul", 4, variants=("tea",))], ids=str)
async def test_a_played_match_of_amul_scores_the_same(http: httpx.AsyncClient, config: Config):
    table = played(config, 5)
    state = table.running.state
    areas = [[str(card) for card in area] for area in state.market.areas]
    body = {"players": config.players, "tea": bool(config.variants), "areas": areas, "language": "de"}
    told = (await http.post("/api/score/amul", json=body)).json()
    assert [pad["points"] for pad in told["pads"]] == list(state.sheet.points)
    assert told["winners"] == list(state.sheet.winners)
    assert told["law"] in ("M42", "M43", "R9")
    assert [len(lines) for lines in told["explained"]] == [len(pad["lines"]) for pad in told["pads"]]
    assert "Punkt" in told["explained"][0][0]


async def test_hands_are_laid_down_at_the_end(http: httpx.AsyncClient):
    catalogue = (await http.get("/api/cards/amul")).json()["cards"]
    table = next(card["id"] for card in catalogue if card["zone"] == "table" and card["deck"] == "market")
    hand = next(card["id"] for card in catalogue if card["zone"] == "hand" and card["copies"]["3"])
    body = {"players": 3, "areas": [[], [], []], "hands": [[table, hand], [], []]}
    told = (await http.post("/api/score/amul", json=body)).json()
    assert (told["laid_down"][0], told["removed"][0]) == ([hand], [table])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"areas": [["unicorn"], [], []]}, "areas[0][0]"),
        ({"areas": [["Camel!"], [], []]}, "areas[0][0]"),
        ({"areas": [["arab_guard:Z"], [], []]}, "areas[0][0]"),
        ({"areas": [["camel"] * 6, ["camel"], []]}, "areas[1]"),
        ({"areas": [[], []]}, "areas"),
        ({"hands": [[], []]}, "hands"),
        ({"areas": [["trader_tea"], [], []]}, "areas[0]"),
    ],
)
async def test_cards_that_are_not_there_are_refused(http: httpx.AsyncClient, change: Any, field: str):
    told = await http.post("/api/score/amul", json={"players": 3, "areas": [[], [], []], **change})
    assert (told.status_code, told.json()["params"]["field"]) == (409, field)
