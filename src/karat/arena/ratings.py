"""How strong the entrants are on one scale: OpenSkill's Plackett-Luce model, game after game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce

MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class BotRating:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma


def rate(before: Sequence[BotRating], teams: Sequence[Sequence[int]], shares: Sequence[float]) -> tuple[BotRating, ...]:
    """The ratings by entrant after a game of these teams, who won these shares.

    Who held several seats gets the mean of what each of them showed, as on a server's leaderboard.
    """
    line_up = [[MODEL.rating(before[who].mu, before[who].sigma) for who in team] for team in teams]
    places = [float(1 + sum(other > own for other in shares)) for own in shares]
    rated = MODEL.rate(line_up, ranks=places)
    shown: dict[int, list[BotRating]] = {}
    for team, after in zip(teams, rated, strict=True):
        for who, one in zip(team, after, strict=True):
            shown.setdefault(who, []).append(BotRating(one.mu, one.sigma))
    return tuple(
        BotRating(fmean(one.mu for one in shown[who]), fmean(one.sigma for one in shown[who]))
        if who in shown
        else rating
        for who, rating in enumerate(before)
    )
