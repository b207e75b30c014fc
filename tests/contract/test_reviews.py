"""What holds of every game that can be reviewed: its judge sees no more than the seat did, and the ledger adds up."""

import dataclasses

import numpy as np
import pytest
from contract.case import Case
from contract.cases import CASES
from hypothesis import given
from strategies import examples, seeds

from karat.arena.match import play_match
from karat.kit import Settings
from karat.language import LANGUAGES
from karat.review.judgement import Depth, Judgement, MadeChoice
from karat.review.reviewing import Effort, NotReviewable, final_review, grade, likelihood, review, up_to
from karat.review.values import CLEAR, Review
from karat.shuffle import Stream

MATCHES = 12
"""Of bots that play anything: enough for every kind of decision to come."""
LITTLE = Effort(Depth(6, 8, 12, 8, 20), Depth(4, 4, 6, 1, 0), 10)
cases = pytest.mark.parametrize("case", CASES, ids=str)


def record_of(case: Case, players: int, level: str = "random", seed: str = "reviewed") -> dict:
    kit = case.kit
    bots = [kit.make_bot(level) for _ in range(players)]
    return kit.to_record(play_match(kit.game, kit.agree(Settings(players)), bots, seed))


def judged_in(case: Case, state, seat: int, seed: str, played=None) -> dict:
    """All that is said of a choice, as a whole review says it; of the first action where none is named."""
    game, rules = case.kit.game, state.rules
    side = next(number for number, seats in enumerate(case.kit.sides(rules)) if seat in seats)
    legal = tuple(game.legal_actions(state, seat))
    seen = game.observe(state, seat)
    played = legal[0] if played is None else played
    choice = MadeChoice(1, 1, 0, seat, side, seen, legal, played)
    judged = Judgement(case.kit.judge(rules), choice, Depth(4, 4, 4, 4, 8), seed).run().refine().judged()
    cards = case.kit.judge(rules).position(seen, legal, played).likelihood(4, seed)
    return {**dataclasses.asdict(judged), "cards": cards}


@cases
def test_what_a_seat_cannot_see_changes_no_judgement(case: Case):
    game, compared, shown = case.kit.game, [], []

    @examples(min(case.examples, 15))
    @given(case.running, seeds)
    def holds(state, seed: str):
        for seat in game.to_act(state)[:2]:
            other = case.another_world(state, seat, Stream(f"{seed}/other"))
            if other is None or other == state or len(game.legal_actions(state, seat)) < 2:
                continue
            assert judged_in(case, state, seat, seed) == judged_in(case, other, seat, seed)
            compared.append(seat)
            others = [one for one in range(state.rules.players) if one != seat]
            shown.append(any(game.observe(state, one) != game.observe(other, one) for one in others))

    holds()
    assert compared, "no other world was found: nothing was tested"
    assert any(shown), "the other worlds are hidden from everybody: nothing was tested"


@cases
def test_no_kind_of_decision_is_judged_by_what_its_seat_cannot_see(case: Case):
    """At the smallest and at the usual table; with three players a round of Aurum ends with nothing hidden."""
    kit, compared = case.kit, set()
    for players in sorted({kit.options.players[0], kit.options.usual_players}):
        judge = kit.judge(kit.agree(Settings(players)))
        missing = set(judge.kinds)
        for number in range(MATCHES):
            for state, seat, action, kind in actions_of_kinds(case, judge, record_of(case, players, seed=f"{number}")):
                if kind in missing and (other := something_else(case, state, seat)) is not None:
                    told = judged_in(case, state, seat, "kinds", action)
                    assert told == judged_in(case, other, seat, "kinds", action)
                    missing.discard(kind)
            if not missing:
                break
        compared |= set(judge.kinds) - missing
    assert compared == set(judge.kinds), "of some kinds no choice was found: nothing was tested"


def something_else(case: Case, state, seat: int):
    """Another match that looks the same to a seat, if a few tries find one."""
    tried = (case.another_world(state, seat, Stream(f"try {number}")) for number in range(6))
    return next((other for other in tried if other is not None and other != state), None)


def actions_of_kinds(case: Case, judge, record: dict):
    """Where somebody had a choice in a match, an action of each kind that there was."""
    kit, state = case.kit, None
    for one in kit.taken(record):
        if one.seat is not None and len(legal := kit.game.legal_actions(state, one.seat)) > 1:
            seen = kit.game.observe(state, one.seat)
            for kind, action in {judge.kind(seen, action, action): action for action in legal}.items():
                yield state, one.seat, action, kind
        state = one.step.state


def test_a_judge_that_peeks_is_found_out():
    """The test above would notice: judged by the view of a seat whose cards were changed, something differs."""
    case = next(one for one in CASES if str(one) == "amul")
    game, differ = case.kit.game, []

    @examples(8)
    @given(case.running, seeds)
    def looks_through(state, seed: str):
        for seat in game.to_act(state)[:1]:
            other = case.another_world(state, seat, Stream(f"{seed}/other"))
            if other is not None and len(game.legal_actions(state, seat)) > 1:
                judge, next_seat = case.kit.judge(state.rules), (seat + 1) % state.rules.players
                one, two = (
                    judge.position(game.observe(world, next_seat), game.legal_actions(world, seat), None)
                    for world in (state, other)
                )
                differ.append(one.likelihood(4, seed) != two.likelihood(4, seed))

    looks_through()
    assert any(differ)


@cases
def test_chances_are_chances_and_what_was_played_is_among_what_is_compared(case: Case):
    game = case.kit.game

    @examples(10)
    @given(case.running, seeds)
    def holds(state, seed: str):
        judge = case.kit.judge(state.rules)
        for seat in game.to_act(state)[:1]:
            legal = game.legal_actions(state, seat)
            position = judge.position(game.observe(state, seat), legal, legal[-1])
            assert legal[-1] in position.actions
            assert set(position.actions) <= set(legal)
            assert judge.kind(game.observe(state, seat), legal[0], legal[-1]) in judge.kinds
            looks = position.look(position.actions[:2], 3, seed)
            assert looks.wins.shape[2] == len(case.kit.sides(state.rules))
            assert np.all((looks.wins >= 0) & (looks.wins <= 1))
            assert np.allclose(looks.wins.sum(axis=2), 1)

    holds()


@cases
def test_what_comes_of_an_action_does_not_depend_on_what_it_is_compared_with(case: Case):
    """For any side: the ledger tells what a choice brought the others, too."""
    game = case.kit.game

    @examples(8)
    @given(case.running, seeds)
    def holds(state, seed: str):
        for seat in game.to_act(state)[:1]:
            legal = game.legal_actions(state, seat)
            position = case.kit.judge(state.rules).position(game.observe(state, seat), legal, legal[0])
            some = position.actions[:3]
            together = position.look(some, 3, seed)
            for place, action in enumerate(some):
                alone = position.look([action], 3, seed)
                assert np.array_equal(alone.wins[:, 0], together.wins[:, place])
                assert np.array_equal(alone.facts[:, 0], together.facts[:, place])

    holds()


@cases
def test_a_whole_match_is_reviewed_and_its_ledger_adds_up(case: Case):
    players = case.kit.options.players[0]
    record = record_of(case, players)
    told = list(review(case.kit, record, 1, LITTLE))
    assert [one.progress for one in told] == sorted(one.progress for one in told)
    last: Review = told[-1]
    assert last.progress == 1
    ledger = last.ledger
    assert ledger is not None
    whole = ledger.prior + ledger.deal.mean + ledger.own.mean + ledger.others.mean + ledger.chance.mean
    assert whole == pytest.approx(ledger.result, abs=1e-12)
    assert ledger.own.mean <= 0
    assert len(last.costly) <= 5
    losses = [last.choices[place].loss.mean for place in last.costly]
    assert losses == sorted(losses, reverse=True)
    assert last.curve[-1].chances[1 if len(last.sides) > 1 else 0] in {0, 1, 1 / 2, 1 / 3}
    for one in last.choices:
        assert one.seat == 1
        assert one.loss.mean >= 0
        assert sum(one.chances) == pytest.approx(1)
        if one.verdict == CLEAR:
            assert one.why is not None
            assert set(one.why.texts) == set(LANGUAGES)
            assert one.best.action != one.played.action
            assert all(case.kit.book().rule(rule, None) is not None for rule in one.why.rules)
            for fact in one.why.facts:
                assert set(fact.pieces) == set(LANGUAGES)
                assert set(fact.rules) <= set(one.why.rules)
                assert set(fact.cards) <= set(one.why.cards)


@cases
def test_between_all_sides_of_a_match_luck_comes_to_nothing(case: Case):
    """Where all seats are judged alike: what one side loses the others gain, and there is one win to be had."""
    kit, even = case.kit, Depth(3, 0, 4, 0, 0)
    smallest, usual = (kit.agree(Settings(some)) for some in (kit.options.players[0], kit.options.usual_players))
    with_partners = [usual] if len(kit.sides(usual)) < usual.players else []
    for rules in (smallest, *with_partners):
        record = record_of(case, rules.players, seed="all sides")
        told = [final_review(kit, record, seats[-1], Effort(even, even, 4)).ledger for seats in kit.sides(rules)]
        assert sum(one.own.mean for one in told) < 0
        assert sum(one.own.mean + one.others.mean for one in told) == pytest.approx(0, abs=1e-9)
        assert sum(one.luck for one in told) == pytest.approx(0, abs=1e-9)


@cases
def test_the_same_seed_gives_the_same_review_however_many_threads_there_are(case: Case):
    record = record_of(case, case.kit.options.players[0], seed="threads")
    one, two = (final_review(case.kit, record, 0, LITTLE, seed="s", threads=threads) for threads in (1, 3))
    assert one == two


@cases
def test_where_the_unseen_cards_lay_can_be_asked_of_any_choice(case: Case):
    record = record_of(case, case.kit.options.players[0])
    step = final_review(case.kit, record, 0, Effort(Depth(1, 1, 1, 1, 0), None, 1)).choices[0].step
    told = likelihood(case.kit, record, step, worlds=5)
    assert told.cards
    assert all(len(row) == len(told.places) and min(row) >= 0 for row in told.cards.values())
    with pytest.raises(NotReviewable, match="nobody had a choice at step 0"):
        likelihood(case.kit, record, 0)


@cases
def test_a_seat_that_is_not_there_is_named(case: Case):
    players = case.kit.options.players[0]
    with pytest.raises(
        NotReviewable, match=f"there is no seat 9 in a match of {players}; seats are 0 to {players - 1}"
    ):
        review(case.kit, record_of(case, players), 9)


@cases
def test_a_game_without_a_judge_is_refused_in_a_sentence(case: Case):
    kit = dataclasses.replace(case.kit, judge=None)
    record = record_of(case, case.kit.options.players[0])
    with pytest.raises(NotReviewable, match=f"matches of {kit.name} cannot be reviewed: the game has no judge"):
        review(kit, record, 0)


@cases
def test_a_moment_can_be_tried_again_and_gone_on_from(case: Case):
    record = record_of(case, case.kit.options.players[0])
    little = Depth(4, 4, 4, 4, 8)
    one = final_review(case.kit, record, 0, Effort(little, None, 1)).choices[0]
    again = grade(case.kit, record, one.step, one.played.action, little)
    assert (again.played.action, again.step, again.kind) == (one.played.action, one.step, one.kind)
    with pytest.raises(NotReviewable, match="'sing' is no action there"):
        grade(case.kit, record, one.step, "sing")
    cut = up_to(case.kit, record, one.step)
    assert cut["result"] is None
    state = case.kit.replay(cut)
    assert 0 in case.kit.game.to_act(state)
    with pytest.raises(NotReviewable, match="has no step 0 to go on from"):
        up_to(case.kit, record, 0)
