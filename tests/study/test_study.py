"""Studies: what is compared, how sure it is, and the page that tells it."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from karat.arena.bootstrap import Estimate
from karat.bots.bot import Budget
from karat.games import GAMES
from karat.kit import MatchFacts, StudyFact
from karat.study.design import BadStudy, Cell, Design, Portion, played
from karat.study.findings import FactSheet, Finding, chance_of_ratio, judge
from karat.study.report import markdown, pictures, told


def a_design(game="aurum", by=("starter", "seat"), matches=4, bot="random"):
    return Design(GAMES[game], bot, by, matches, "seed", Budget())


def a_finding(chance, question="starter", subject="begins", share=0.5):
    return Finding(question, "4 players", subject, Estimate(share, share - 0.1, share + 0.1), 0.5, 100, 10.0, chance)


def test_cells_are_all_combinations_with_the_usual_rules_first():
    cells = a_design(by=("edition", "players")).cells
    assert cells[0] == Cell(3, "de", None)
    assert [str(cell) for cell in cells] == [
        f"{n} players, {edition}" for n in (3, 4) for edition in ("de", "fr", "ru")
    ]
    assert a_design("amul", by=("variant",)).cells == (Cell(5, None, None), Cell(5, None, "tea"))


def test_what_cannot_be_compared_is_told():
    with pytest.raises(BadStudy, match="--by 'weather': a study is by starter, seat, players, edition, variant"):
        a_design(by=("weather",))


def test_any_number_of_processes_tells_the_same():
    design = a_design(by=("starter", "edition"), matches=2)
    assert list(played(design, 1, None)) == list(played(design, 2, None))


@pytest.mark.parametrize(("game", "question"), [("aurum", "bid"), ("amul", "card")])
@pytest.mark.parametrize("cell", [0, -1])
def test_facts_add_up(game, question, cell):
    """Of every round, or match, the parts of the win are one; and the game has a question of its own."""
    design = a_design(game, by=("variant",), matches=1)
    _, (facts,) = list(played(design, 1, None))[cell]
    begins = [fact.won for fact in facts.facts if fact.question == "starter"]
    sides = len(GAMES[game].sides(design.rules(design.cells[0])))
    rounds = facts.measures.get("rounds a match", 1)
    assert len(begins) == sides * rounds
    assert sum(begins) == pytest.approx(rounds)
    assert any(fact.question == question for fact in facts.facts)


def test_a_planted_advantage_is_found_and_nothing_else():
    design, rng = a_design(by=("starter", "seat"), matches=400), np.random.default_rng(1)
    facts = FactSheet(design)
    for number in range(400):
        won = float(rng.random() < 0.65)
        lucky = float(rng.random() < 0.5)
        rows = (StudyFact("starter", "begins", won, 10), StudyFact("starter", "second", 1 - won, 8),
                StudyFact("seat", "seat 0", lucky, 20), StudyFact("seat", "seat 1", 1 - lucky, 20))  # fmt: skip
        facts.add(Portion(0, range(number, number + 1)), [MatchFacts(rows, {"rounds a match": 2.0})])
    found = facts.findings()
    assert {one.subject for one in found if one.differs} == {"begins", "second"}
    begins = next(one for one in found if one.subject == "begins")
    assert begins.found.low < 0.65 < begins.found.high
    assert (begins.count, begins.points, begins.expected) == (400, 10.0, 0.5)


def test_without_differences_hardly_any_study_finds_one():
    """Twenty true comparisons each: of 200 studies at most some 5 % may call one of them different."""
    rng, wrong = np.random.default_rng(2), 0
    for _ in range(200):
        findings = [
            a_finding(chance_of_ratio(rng.integers(0, 2, 60).astype(float), np.ones(60), 0.5)) for _ in range(20)
        ]
        judge(findings)
        wrong += any(one.differs for one in findings)
    assert wrong <= 22  # 10 expected; more than 22 comes once in ten thousand


def test_rounds_of_one_match_are_one_observation():
    """A hundred rounds of one match that all went one way say as little as one."""
    assert chance_of_ratio(np.array([100.0]), np.array([100.0]), 0.5) == 1.0
    once = chance_of_ratio(np.array([1.0] * 15 + [0.0] * 10), np.ones(25), 0.5)
    assert chance_of_ratio(np.array([9.0] * 15 + [0.0] * 10), np.full(25, 9.0), 0.5) == pytest.approx(once)


def test_rules_are_compared_on_the_same_cards():
    design = a_design(by=("variant",), matches=30)
    facts, rng = FactSheet(design), np.random.default_rng(3)
    for number in range(30):
        length = float(rng.integers(3, 9))
        for cell in range(len(design.cells)):
            facts.add(Portion(cell, range(number, number + 1)), [MatchFacts((), {"rounds a match": length + cell})])
    found = facts.findings()
    assert [(one.where, one.found.mean, one.differs) for one in found] == [
        ("4 players, de, no-zero-gold", 1.0, True), ("4 players, de, three-round-total", 2.0, True),
    ]  # fmt: skip


def test_the_page_and_its_pictures():
    many = [a_finding(0.5, "card", f"card {number}", number / 40) for number in range(40)]
    design = a_design()
    page = markdown(design, [a_finding(1e-9), *many], "", "karat study aurum")
    assert "41 comparisons were made, and 0 of them *differ*" in page
    assert "![Who begins](starter.svg)" in page
    assert len(told(many)) == 10
    for picture in pictures(design, [a_finding(1e-9), *many]).values():
        assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 -- ours
