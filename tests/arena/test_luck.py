"""What chance brought averages to nothing, whoever plays: so it may be taken out of win rates."""

import numpy as np
import pytest

from karat import tournament
from karat.arena.luck import factors, without_luck
from karat.arena.match import play_match
from karat.arena.tally import Sums
from karat.games import GAMES, make_bot
from karat.kit import Settings
from karat.record import Taken
from karat.shuffle import Stream


def is_nothing_on_average(lucks):
    """Whether no side's mean is further from 0 than four standard errors."""
    table = np.array(lucks)
    errors = table.std(axis=0) / len(table) ** 0.5
    assert (errors > 0).all(), "nothing was measured"
    return bool((abs(table.mean(axis=0)) < 4 * errors).all())


@pytest.mark.parametrize("players", [3, 4])
def test_deals_of_aurum_bring_nothing_on_average(players):
    kit = GAMES["aurum"]
    rules, lucks = kit.agree(Settings(players)), []
    for number in range(150):
        begun = kit.game.start(rules)
        dealt = kit.game.deal(begun, kit.game.shuffled(begun, Stream("luck", number)))
        lucks.append(kit.luck(rules, [Taken(1, None, None, dealt)], str(number), of_match=True))
    assert np.allclose(np.sum(lucks, axis=1), 0)
    assert is_nothing_on_average(lucks)


def test_cards_of_amul_bring_nothing_on_average():
    kit = GAMES["amul"]
    rules, lucks = kit.agree(Settings(3)), []
    for number in range(30):
        bots = [make_bot("amul", "novice"), make_bot("amul", "random"), make_bot("amul", "random")]
        record = kit.to_record(play_match(kit.game, rules, bots, f"luck/{number}"))
        lucks.append(kit.luck(rules, tuple(kit.taken(record)), str(number), of_match=True))
    assert np.allclose(np.sum(lucks, axis=1), 0)
    assert is_nothing_on_average(lucks)


def test_the_fitted_factor_changes_nothing_on_average_and_makes_surer():
    """Small tournaments in which a deal's luck turns into wins: the mean stays, the spread shrinks."""
    rng = np.random.default_rng(1)
    plain, adjusted = [], []
    for _ in range(4000):
        luck = rng.normal(0, 0.2, 20)
        shares = (rng.random(20) < np.clip(0.6 + 1.5 * luck, 0, 1)).astype(float)
        plain.append(shares.mean())
        adjusted.append((shares - luck * factors(shares, luck)).mean())
    difference = np.array(adjusted) - np.array(plain)
    assert abs(difference.mean()) < 4 * difference.std() / len(difference) ** 0.5
    assert np.std(adjusted) < 0.9 * np.std(plain)


def test_a_factor_never_knows_the_deal_that_it_is_used_on():
    luck, shares = np.linspace(-1, 1, 40), np.linspace(0, 1, 40) ** 2
    before = factors(shares, luck)
    shares[7] = 1 - shares[7]
    after = factors(shares, luck)
    same_part = np.arange(40) % 10 == 7
    assert (before[same_part] == after[same_part]).all()
    assert (before[~same_part] != after[~same_part]).all()


def test_where_every_deal_says_the_same_nothing_is_taken_out():
    rows = [Sums(games=2, shares=2.0, luck=0.1 * number) for number in range(20)]
    assert without_luck(rows).mean == 1.0


def test_a_report_tells_both_and_seatings_cancel():
    """With the sides exchanged, a deal's luck is the same for both: nothing is left to take out."""
    told = tournament(["novice", "random"], "aurum", deals=12, seed=3, luck_out=True)
    line = told.lines[0]
    assert line.without_luck.mean == pytest.approx(line.wins.mean)
    assert tournament(["novice", "random"], "aurum", deals=2, seed=3).lines[0].without_luck is None
