"""What a review names told in words, and what was asked for beside it, as a terminal and a page show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.review.asked import AskedFor
from karat.review.reviewing import choices, judge_of, likelihood

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.kit import Kit
    from karat.record import Record
    from karat.review.levels import LevelPlay
    from karat.review.values import Judged, Review
    from karat.words.card_text import CardText


def beside(
    kit: Kit, record: Record, found: Review, language: str, *, levels: tuple[LevelPlay, ...] = (), known: bool = False
) -> AskedFor:
    """All that a review names; what could have been known of the costly choices where it is asked for."""
    costly = [found.choices[place] for place in found.costly]
    judge = judge_of(kit, kit.read_rules(record))
    likely = {one.step: likelihood(kit, record, one.step) for one in costly} if known else {}
    cards = cards_of(
        kit, record, [*cited(costly), *(card for each in likely.values() for card in each.cards)], language
    )
    ids = [rule for one in costly if one.why for rule in one.why.rules]
    return AskedFor(
        levels=levels,
        known=likely,
        rules=rules_of(kit, record, [*ids, *(rule for one in cards.values() for rule in one.rules)], language),
        cards=cards,
        actions=actions_of(kit, record, found, language),
        facts={name: names[language] for name, names in judge.facts.items()},
    )


def cited(costly: Sequence[Judged]) -> list[str]:
    return [card for one in costly if one.why for card in one.why.cards]


def cards_of(kit: Kit, record: Record, names: Iterable[str], language: str) -> dict[str, CardText]:
    if kit.card_text is None:
        return {}
    rules = kit.read_rules(record)
    return {name: kit.card_text(rules, name, language) for name in dict.fromkeys(names)}


def rules_of(kit: Kit, record: Record, ids: Iterable[str], language: str) -> dict[str, str]:
    edition = kit.settings(kit.read_rules(record)).edition or kit.options.usual_edition or ""
    book = kit.book(language)
    return {rule: book.text(rule, edition) for rule in dict.fromkeys(ids)}


def actions_of(kit: Kit, record: Record, found: Review, language: str) -> dict[tuple[int, str], str]:
    """What was played and what was better at each choice of the review."""
    taken = tuple(kit.taken(record))
    judge, made = judge_of(kit, taken[0].step.state.rules), {one.step: one for one in choices(kit, taken)}
    told = {}
    for one in found.choices:
        choice, wanted = made[one.step], {one.played.action, one.best.action}
        wanted |= {one.open_cards.best_action} if one.open_cards else set()
        for action in choice.legal:
            if str(action) in wanted:
                told[one.step, str(action)] = judge.said(choice.seen, action, language)
    return told
