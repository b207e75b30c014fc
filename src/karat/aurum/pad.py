"""The score pad of Aurum: rounds as they ended at a table with the box on it. The rules do the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from karat.aurum.rules.pad import entered_round
from karat.aurum.rules.rules import Rules
from karat.aurum.rules.scoring import collected, in_front, match_decided_by, match_result
from karat.aurum.view import AurumRound, finished
from karat.game import BadEntry

if TYPE_CHECKING:
    from karat.aurum.rules.scoring import RoundResult

MOST_ROUNDS = 100
Rank = Annotated[int, Meta(ge=-1000, le=1000)]
CardName = Annotated[str, Meta(max_length=50)]
Name = Annotated[str, Meta(max_length=100)]


class EnteredRound(Struct, frozen=True, forbid_unknown_fields=True):
    """One round of Aurum as it ended."""

    bids: Annotated[tuple[Rank | CardName, ...], Meta(max_length=12)]
    """By seat: the rank, or the card."""
    tricks: Annotated[tuple[Rank, ...], Meta(max_length=12)]
    """By seat, or by side."""
    gold: Annotated[tuple[Annotated[tuple[Rank | CardName, ...], Meta(max_length=50)], ...], Meta(max_length=12)]
    """By seat, or by side: ranks, or cards."""


class AurumEntries(Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    rounds: Annotated[tuple[EnteredRound, ...], Meta(max_length=MOST_ROUNDS)]
    edition: Name = "de"
    variants: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


class ScoredRound(AurumRound, frozen=True, kw_only=True):
    """`law` says by which rule it was won; `winners` are sides."""

    winners: tuple[int, ...]


class AurumScores(Struct, frozen=True):
    """A match as far as it was entered, by side."""

    sides: tuple[tuple[int, ...], ...]
    """The seats of each."""
    rounds: tuple[ScoredRound, ...]
    nuggets: tuple[int, ...]
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    """Once it is over."""
    leaders: tuple[int, ...]
    law: str
    """By which the match was won, or goes on."""


def score(entered: AurumEntries, _cards: None = None) -> AurumScores:
    """The match as far as it was entered; BadRules or BadEntry where that cannot be."""
    rules = Rules.parse(entered.players, entered.edition, entered.variants)
    results: list[RoundResult] = []
    for number, one in enumerate(entered.rounds):
        if results and match_result(rules, results):
            raise BadEntry(f"rounds[{number}]", f"the match was over after round {number}")
        try:
            results.append(entered_round(rules, one.bids, one.tricks, one.gold))
        except BadEntry as bad:
            raise BadEntry(f"rounds[{number}].{bad.field}", bad.reason) from None
    nuggets, totals = collected(rules, results)
    won = match_result(rules, results) if results else None
    return AurumScores(
        sides=rules.sides,
        rounds=tuple(scored(rules, result) for result in results),
        nuggets=nuggets,
        totals=totals,
        over=won is not None,
        winners=won.winners if won else (),
        leaders=in_front(rules, results) if results else (),
        law=match_decided_by(rules, results),
    )


def scored(rules: Rules, result: RoundResult) -> ScoredRound:
    told = finished(rules, result)
    winners = tuple(side for side, number in enumerate(result.nuggets) if number)
    return ScoredRound(sides=told.sides, law=told.law, winners=winners)
