import json

import pytest


@pytest.fixture
def last_action(games) -> int:
    """The index of the last action of the first round of the first match."""
    record = json.loads(games.read_text().splitlines()[0])
    return len(record["rounds"][0]["actions"]) - 1


def test_every_action_is_told_with_its_worth_and_the_best_first(karat, games, last_action):
    told = json.loads(karat("solve", games, "--at", str(last_action - 3), "--json").out)
    assert told["exact"]
    ran = karat("solve", games, "--at", str(last_action - 3))
    assert ran.code == 0
    first, *others, line = ran.out.splitlines()
    assert first.startswith(f"seat {told['seat']} is to act: ")
    assert len(others) == len(told["actions"])
    assert others[0].endswith(first.partition(": ")[2])
    assert line.startswith(f"best play: {told['seat']} ")
    assert max(least for least, _ in told["actions"].values()) == told["value"][0] == told["value"][1]


def test_a_budget_that_is_too_small_is_admitted(karat, games):
    ran = karat("solve", games, "--at", "12", "--think", "5", "--win")
    assert ran.code == 0
    assert ": between 'loses" in ran.out
    assert "best play" not in ran.out


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("--at", "900"), "round 1 has no action 900 to stand before; its actions are 0 to "),
        (("--at", "20", "--round", "99"), "the match has no round 99; its last is "),
        (("--at", "0"), "the bids are not all laid yet"),
        (("--at", "20", "--think", "soon"), "'soon' is no budget"),
        (("--at", "20", "--match", "9"), "so there is no match 9"),
    ],
)
def test_what_cannot_be_solved_is_wrong_use(karat, games, asked, reason):
    ran = karat("solve", games, *asked)
    assert ran.code == 2
    assert reason in " ".join(ran.err.split())


def test_amul_is_not_solved(karat, tmp_path):
    karat("simulate", "amul", "-n", "1", "--seed", "1", "-o", tmp_path / "g")
    ran = karat("solve", tmp_path / "g", "--at", "3")
    assert ran.code == 2
    assert "only positions of Aurum" in ran.err


def test_a_bad_record_is_told(karat, games, last_action):
    record = json.loads(games.read_text().splitlines()[0])
    record["rounds"][0]["actions"][1] = "end"
    games.write_text(json.dumps(record))
    ran = karat("solve", games, "--at", str(last_action))
    assert ran.code == 1
    assert "match 1 is bad before that" in ran.err
