"""A second scorer, written in the plainest way from the rules and the TOML tables; it shares no code with the first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def plain_cards(path: Path) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for card in tomllib.loads(path.read_text("utf-8"))["card"]}


def how_many(cards: dict[str, dict[str, Any]], area: list[str], of: dict[str, Any]) -> int:
    n = 0
    for name in area:
        card = cards[name]
        if "ids" in of and card.get("face", name) in of["ids"]:
            n += 1
        if "colour" in of and card["colour"] == of["colour"]:
            n += 1
        if "symbol" in of:
            n += card.get("symbols", {}).get(of["symbol"], 0)
        if "deck" in of and card["deck"] == of["deck"]:
            n += 1
    return n


def who_is_looked_at(scope: str, me: int, n: int) -> list[int]:
    left, right = (me + n - 1) % n, (me + 1) % n
    if scope == "own":
        return [me]
    if scope == "neighbours":
        return [left, right]
    if scope == "own_and_neighbours":
        return [left, me, right]
    return list(range(n))


def one_card(cards: dict[str, dict[str, Any]], areas: list[list[str]], me: int, s: dict[str, Any]) -> int:
    mine = areas[me]
    looked_at = who_is_looked_at(s.get("scope", "own"), me, len(areas))
    if s["kind"] == "flat":
        return s["points"]
    if s["kind"] == "per_match":
        p = 0
        for other in looked_at:
            p += s["points"] * how_many(cards, areas[other], s["of"])
        return min(p, s["max"]) if "max" in s else p
    if s["kind"] == "rarity":
        n = sum(how_many(cards, areas[other], s["of"]) for other in looked_at)
        while n > len(s["table"]):
            n -= 1
        return s["table"][n - 1]
    if s["kind"] == "per_distinct":
        if s["by"] == "colour":
            seen = {cards[name]["colour"] for name in mine} - {"bazaar"}
        else:
            seen = {cards[name].get("face", name) for name in mine} & set(s["of"]["ids"])
        p = s["points"] * len(seen)
        return min(p, s["max"]) if "max" in s else p
    if s["kind"] == "per_pair":
        p = s["points"] * min(how_many(cards, mine, s["a"]), how_many(cards, mine, s["b"]))
        return min(p, s["max"]) if "max" in s else p
    if s["kind"] == "combo":
        for face, needed in s["needs"].items():
            if how_many(cards, mine, {"ids": [face]}) < needed:
                return 0
        return s["points"]
    if s["kind"] == "threshold":
        n = sum(how_many(cards, areas[other], s["of"]) for other in looked_at)
        good = n >= s["min"] if "min" in s else n <= s["max_count"]
        return s["then"] if good else s["else"]
    if s["kind"] == "majority":
        n = how_many(cards, mine, s["of"])
        if n == 0:
            return s["else"]
        for other in looked_at:
            if other != me and how_many(cards, areas[other], s["of"]) > n:
                return s["else"]
        return s["then"]
    raise AssertionError(s["kind"])


def one_group(cards: dict[str, dict[str, Any]], mine: list[str], s: dict[str, Any]) -> int:
    if s["kind"] == "set_table":
        k = how_many(cards, mine, s["of"])
        if k <= len(s["table"]):
            return s["table"][k - 1]
        return s["table"][-1] + (k - len(s["table"])) * s["beyond"]
    left = [cards[name].get("face", name) for name in mine if cards[name].get("face", name) in s["ids"]]
    p = 0
    while left:
        one_set = set(left)
        p += s["table"][len(one_set) - 1]
        for face in one_set:
            left.remove(face)
    return p


def clan(counts: list[int]) -> list[int]:
    points = [0] * len(counts)
    prizes = [8, 4, 2]
    place = 0
    for n in sorted(set(counts) - {0}, reverse=True):
        tied = [seat for seat, count in enumerate(counts) if count == n]
        if place + len(tied) <= 3:
            for seat in tied:
                points[seat] = prizes[place + len(tied) - 1]
        place += len(tied)
        if place >= 3:
            break
    return points


def plain_score(cards: dict[str, dict[str, Any]], areas: list[list[str]]) -> dict[str, Any]:
    """Rows, points and winners as a record gives them; areas are ids without letters."""
    rows = {name: [0] * len(areas) for name in ["yellow", "blue", "violet", "red", "green", "orange", "bazaar"]}
    for me, mine in enumerate(areas):
        done = set()
        for name in mine:
            s = cards[name]["scoring"]
            if "group" not in s:
                rows[cards[name]["colour"]][me] += one_card(cards, areas, me, s)
            elif s["group"] not in done:
                done.add(s["group"])
                rows[cards[name]["colour"]][me] += one_group(cards, mine, s)
    rows["arab"] = clan([how_many(cards, area, {"symbol": "arab"}) for area in areas])
    rows["mongol"] = clan([how_many(cards, area, {"symbol": "mongol"}) for area in areas])
    points = [sum(row[me] for row in rows.values()) for me in range(len(areas))]
    best = [me for me in range(len(areas)) if points[me] == max(points)]
    valour = [how_many(cards, area, {"symbol": "valour"}) for area in areas]
    winners = [me for me in best if valour[me] == max(valour[other] for other in best)]
    return {"winners": winners, "points": points, "rows": rows}
