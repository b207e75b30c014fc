"""A review in the lines of a terminal, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.language import decimal
from karat.review.asked import NOTHING_ELSE, AskedFor
from karat.words.seat_names import numbered
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from karat.review.many import AcrossMatches
    from karat.review.values import Judged, LuckLedger, Review

TEXTS = TextFile("karat.review", "texts.toml")


def percent(part: float, language: str, *, sign: bool = False) -> str:
    return f"{decimal(100 * part, language, sign=sign)} %"


def in_words(found: Review, language: str, beside: AskedFor = NOTHING_ELSE) -> Iterator[str]:
    """The whole review, a line at a time."""
    yield heading(found, language)
    yield ""
    yield TEXTS.text("costly" if found.costly else "none", language)
    for place in found.costly:
        one = found.choices[place]
        yield f"  {choice_line(found, one, language, beside)}"
        yield from (f"    {line}" for line in details(one, language, beside))
        if one.step in beside.known:
            yield from (f"      {line}" for line in one.position.splitlines())
            yield f"    {TEXTS.text('known', language)}"
            heads, rows = likelihood_rows(found, one.step, beside, language)
            yield from (f"      {line}" for line in aligned([heads, *rows]))
    lost = [
        f"{found.kinds[kind][language]} {percent(one.mean, language)}"
        for kind, one in found.by_kind.items()
        if one.mean
    ]
    if lost:
        yield f"{TEXTS.text('by_kind', language)}: {', '.join(lost)}"
    if found.ledger:
        yield ""
        yield TEXTS.text("ledger", language)
        width = max(len(name) for name, _, _ in ledger_rows(found.ledger, language))
        yield from (
            f"  {name:<{width}}  {value:>8}{error}" for name, value, error in ledger_rows(found.ledger, language)
        )
    if beside.levels:
        yield ""
        yield TEXTS.text("levels", language)
        yield from (f"  {one.level}: {'; '.join(one.lines(beside.facts))}" for one in beside.levels)


def heading(found: Review, language: str) -> str:
    """Who, and how it ended."""
    side = next(number for number, seats in enumerate(found.sides) if found.seat in seats)
    won = percent(found.curve[-1].chances[side], language)
    seat = TEXTS.say("seat", language, seat=found.seat, game=found.game.capitalize())
    return f"{seat}: {TEXTS.say('summary', language, choices=len(found.choices), won=won)}"


def choice_line(found: Review, one: Judged, language: str, beside: AskedFor = NOTHING_ELSE) -> str:
    """What was played, what was better, by how much and how sure."""
    sure = TEXTS.text("exactly", language) if one.is_exact else f"± {percent(one.loss.error, language)}"
    return TEXTS.say(
        "choice",
        language,
        round=one.round,
        index=one.index,
        kind=found.kinds[one.kind][language],
        played=beside.action(one.step, one.played.action),
        had=percent(one.played.win.mean, language),
        best=beside.action(one.step, one.best.action),
        could=percent(one.best.win.mean, language),
        loss=percent(one.loss.mean, language),
        sure=sure,
    )


def details(one: Judged, language: str, beside: AskedFor = NOTHING_ELSE) -> Iterator[str]:
    """Why, with the rules to read, and what open cards would have said."""
    if one.why:
        yield f"{one.why.texts[language]} ({', '.join(one.why.rules)})"
    if one.open_cards:
        yield open_cards_line(one, language, beside)


def open_cards_line(one: Judged, language: str, beside: AskedFor) -> str:
    """What a solver says who sees all cards; empty where it was not asked."""
    if (told := one.open_cards) is None:
        return ""
    worth, could = (TEXTS.texts.get(f"worth.{each}", {}).get(language, each) for each in (told.played, told.best))
    played = beside.action(one.step, one.played.action)
    if told.played == told.best:
        return TEXTS.say("open_cards_same", language, played=played, worth=worth)
    best = beside.action(one.step, told.best_action)
    return TEXTS.say("open_cards", language, played=played, worth=worth, best=best, could=could)


def ledger_rows(ledger: LuckLedger, language: str) -> list[tuple[str, str, str]]:
    """Name, value and error, one after the other; they add up."""
    rows = [(TEXTS.text("prior", language), percent(ledger.prior, language), "")]
    for name in ("deal", "own", "others", "chance"):
        one = getattr(ledger, name)
        value, error = percent(one.mean, language, sign=True), f" ± {percent(one.error, language)}"
        rows.append((TEXTS.text(name, language), value, error))
    return [*rows, (TEXTS.text("result", language), percent(ledger.result, language), "")]


def likelihood_rows(found: Review, step: int, beside: AskedFor, language: str) -> tuple[list[str], list[list[str]]]:
    """What stands above, and a row for each card out of sight: how likely it lay at each of the others' places."""
    known = beside.known[step]
    names = numbered(sum(map(len, found.sides)), language).names
    shown = [place for place, name in enumerate(known.places) if name != str(found.seat)]
    heads = [known.places[place] for place in shown]
    told = [names[int(head)] if head.isdecimal() else TEXTS.text(f"place.{head}", language) for head in heads]
    return ["", *told], [
        [beside.card(card), *(f"{100 * row[place]:.0f} %" if row[place] else "–" for place in shown)]
        for card, row in known.cards.items()
    ]


def aligned(rows: list[list[str]]) -> Iterator[str]:
    """Columns of the same width, numbers to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first, *rest = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *rest]).rstrip()


def across_in_words(found: AcrossMatches, kinds: Mapping[str, Mapping[str, str]], language: str) -> Iterator[str]:
    """What many reviews come to: losses by kind of decision, match by match, and luck."""
    yield TEXTS.say("matches", language, matches=found.matches)
    heads = ["", *(TEXTS.text(f"across.{name}", language) for name in ("choices", "clear", "lost"))]
    rows = [
        [
            kinds[one.kind][language],
            str(one.choices),
            str(one.clear),
            f"{percent(one.lost.mean, language)} ± {percent(one.lost.error, language)}",
        ]
        for one in found.kinds
    ]
    yield from (f"  {line}" for line in aligned([heads, *rows]))
    yield f"{TEXTS.text('over_time', language)}: {', '.join(percent(one, language) for one in found.over_time)}"
    if found.luck:
        luck = percent(found.luck.mean, language, sign=True)
        yield f"{TEXTS.text('luck', language)}: {luck} ± {percent(found.luck.error, language)}"
