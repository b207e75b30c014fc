"""Who is seated together: wishes, ratings that matter less the longer one waits, and never two who are apart."""

import pytest

from karat.server.social import pairing
from karat.server.social.pairing import BOTS_AFTER, CLOCKS, Seeker, Wish, pair, terms_of
from karat.server.tables.entries import Player


def seeker(name: str, rating: float = 1500.0, since: float = 0.0, **wish: object) -> Seeker:
    wanted = Wish(**({"game": "aurum", "players": (3,), "bots": False} | wish))  # type: ignore[arg-type]
    return Seeker(Player(name, name, "account"), wanted, since, {3: rating, 4: rating})


def names(waiting: list[Seeker], now: float, apart: dict[str, frozenset[str]] | None = None) -> set[str]:
    found = pair(waiting, apart or {}, now)
    return {one.player.id for one in found.seekers} if found else set()


def test_those_of_one_strength_sit_down_at_once_and_others_after_a_while():
    waiting = [seeker("a", 1500), seeker("b", 1560), seeker("c", 1440), seeker("d", 1900)]
    assert names(waiting, 0) == {"a", "b", "c"}
    waiting = [seeker("a", 1500), seeker("b", 1560), seeker("d", 1900)]
    assert names(waiting, 10) == set()
    assert names(waiting, 40) == {"a", "b", "d"}
    assert names([*waiting[:2], seeker("d", 1900, since=40)], 40) == set()  # who has just come does not want that yet


def test_nobody_sits_with_whom_they_are_apart_from():
    waiting = [seeker("a"), seeker("b"), seeker("c"), seeker("d")]
    apart = {"a": frozenset({"b"}), "b": frozenset({"a"})}
    assert names(waiting, 0, apart) == {"a", "c", "d"}
    assert names(waiting[:3], 1000, apart) == set()


def test_wishes_have_to_fit():
    assert names([seeker("a"), seeker("b", players=(3, 4)), seeker("c", clocks=("live",))], 1000) == set()
    assert names([seeker("a"), seeker("b", rated=True), seeker("c")], 1000) == set()
    clocks = {"a": ("days", "live"), "b": ("live",), "c": ("live", "none")}
    found = pair([seeker(name, clocks=wanted) for name, wanted in clocks.items()], {}, 0)
    assert found is not None
    assert (found.clock, found.players, found.config("casual").clock.bank) == ("live", 3, 600)


def test_bots_take_what_is_left_where_everybody_is_content_with_that():
    two = [seeker("a", bots=True), seeker("b", bots=True)]
    assert names(two, BOTS_AFTER - 1) == set()
    found = pair(two, {}, BOTS_AFTER)
    assert found is not None
    assert found.config("casual").bots == {"2": "casual"}
    assert names([seeker("a", bots=True), seeker("b")], 1000) == set()
    assert names([seeker("a", bots=True)], 1000) == set()  # against bots alone one plays at once, elsewhere


def test_a_crowd_who_want_different_things_is_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch):
    compared, gather = list[int](), pairing.gather

    def counted(first, fitting, *more):
        compared.append(len(fitting))
        return gather(first, fitting, *more)

    monkeypatch.setattr(pairing, "gather", counted)
    crowd = [
        seeker(f"{number}", players=(4,) * 8, editions=(f"{number // 3}",) * 8, clocks=(tuple(CLOCKS)[number % 3],) * 3)
        for number in range(200)
    ]
    assert [*terms_of(crowd[0].wish)] == [(4, "0", "none", False)]
    assert names(crowd, 0) == set()
    assert sum(compared) == 0
