"""The score pad over REST: for people with the box on the table. The rules do the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from karat.amul import BadRules as BadAmulRules
from karat.amul import Rules as AmulRules
from karat.amul.rules.pad import entered_match
from karat.amul.view import AmulPad, pads, texts
from karat.amul.words.effects import line_sentences
from karat.aurum import BadRules as BadAurumRules
from karat.aurum import Rules as AurumRules
from karat.aurum.rules.pad import entered_round
from karat.aurum.rules.scoring import collected, in_front, match_decided_by, match_result
from karat.aurum.view import AurumRound, finished
from karat.game import BadEntry
from karat.server.http.calls import Call, Row
from karat.server.http.problems import Failed
from karat.server.tables.entries import Text

if TYPE_CHECKING:
    from karat.aurum.rules.scoring import RoundResult

MOST_ROUNDS = 100
Rank = Annotated[int, Meta(ge=-1000, le=1000)]
CardName = Annotated[str, Meta(max_length=50)]
CardRow = Annotated[tuple[CardName, ...], Meta(max_length=200)]
Rows = Annotated[tuple[CardRow, ...], Meta(max_length=12)]
Language = Literal["en", "de", "fr", "ru"]


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
    edition: Text = "de"
    variants: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()


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


class AmulEntries(Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    areas: Rows
    """By seat; a letter may be left out."""
    hands: Rows = ()
    """What was still in the hands at the end."""
    tea: bool | int = False
    """Whether with Tea cards, or how many of them."""
    cards: Text = "standard"
    language: Language = "en"


class AmulScores(Struct, frozen=True):
    pads: tuple[AmulPad, ...]
    explained: tuple[tuple[str, ...], ...]
    """By seat, each line of its pad in words."""
    laid_down: tuple[tuple[str, ...], ...]
    """By seat, the hand cards that counted."""
    removed: tuple[tuple[str, ...], ...]
    """By seat, those that did not."""
    winners: tuple[int, ...]
    tiebreak: str
    """The symbol that breaks ties."""
    law: str
    """By which the match was won."""


async def score_aurum(call: Call) -> AurumScores:
    entered: AurumEntries = call.body
    try:
        rules = AurumRules.parse(entered.players, entered.edition, entered.variants)
    except BadAurumRules as bad:
        raise Failed(409, "bad_rules", str(bad)) from None
    results: list[RoundResult] = []
    for number, one in enumerate(entered.rounds):
        if results and match_result(rules, results):
            raise bad_entry(BadEntry(f"rounds[{number}]", f"the match was over after round {number}"))
        try:
            results.append(entered_round(rules, one.bids, one.tricks, one.gold))
        except BadEntry as bad:
            raise bad_entry(BadEntry(f"rounds[{number}].{bad.field}", bad.reason)) from None
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


def scored(rules: AurumRules, result: RoundResult) -> ScoredRound:
    told = finished(rules, result)
    winners = tuple(side for side, number in enumerate(result.nuggets) if number)
    return ScoredRound(sides=told.sides, law=told.law, winners=winners)


async def score_amul(call: Call) -> AmulScores:
    entered: AmulEntries = call.body
    cards = await call.house.card_files.cards(entered.cards)
    if cards is None:
        raise Failed(404, "no_such_cards", "there is no such card file")
    try:
        base = AmulRules(entered.players, cards)
        tea = cards.recommended_tea(entered.players) if entered.tea is True else int(entered.tea)
        rules = AmulRules(base.players, cards, tea)
        pad = entered_match(rules, entered.areas, entered.hands)
    except BadAmulRules as bad:
        raise Failed(409, "bad_rules", str(bad)) from None
    except BadEntry as bad:
        raise bad_entry(bad) from None
    rows = [name for name, _ in pad.sheet.rows]
    ordered = [sorted(lines, key=lambda line: rows.index(line.row)) for lines in pad.sheet.lines]
    return AmulScores(
        pads=pads(pad.sheet),
        explained=tuple(tuple(line_sentences(line, cards, entered.language) for line in lines) for lines in ordered),
        laid_down=tuple(map(texts, pad.laid_down)),
        removed=tuple(map(texts, pad.removed)),
        winners=pad.sheet.winners,
        tiebreak=cards.tiebreak,
        law=pad.law,
    )


def bad_entry(bad: BadEntry) -> Failed:
    """What is wrong, with the field in which it stands."""
    return Failed(409, "bad_entry", str(bad), params={"field": bad.field, "reason": bad.reason})


SCORE_ROUTES = (
    Row("POST", "/api/score/aurum", "Score rounds of Aurum", score_aurum, AurumEntries, AurumScores),
    Row("POST", "/api/score/amul", "Score a match of Amul", score_amul, AmulEntries, AmulScores, (404,)),
)
