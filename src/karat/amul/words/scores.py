"""Why a line of the score pad has its points and who won, in every language, short or full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.amul.rules.effects import Combo, DistinctSets, Flat, Majority, PerPair, SetTable
from karat.amul.rules.scoring import decided_by
from karat.amul.words.cards import TEXTS as CARD_TEXTS
from karat.amul.words.effects import effect_sentence, noun
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.amul.rules.cards import CardFile
    from karat.amul.rules.scoring import Line, ScoreSheet
    from karat.words.seat_names import SeatNames
    from karat.words.texts import Length

TEXTS = TextFile("karat.amul.words", "scores.toml")


def row_name(row: str, language: str = "en") -> str:
    """A row of the score pad: a colour, the bazaar or a clan's majority."""
    return TEXTS.text(f"row.{row}", language)


def line_title(line: Line, cards: CardFile, language: str = "en") -> str:
    """Which cards earned the points of a line of the score sheet, copies counted; the row for a clan's majority."""
    if line.effect is None:
        return row_name(line.row, language)
    names: dict[str, int] = {}
    for card in line.cards:
        name = cards.name(card, language)
        names[name] = names.get(name, 0) + 1
    return ", ".join(name if number == 1 else f"{name} × {number}" for name, number in names.items())


def line_short(line: Line, cards: CardFile, language: str = "en") -> str:
    """A line of the score sheet: who earned what, and what was counted.

    >>> from karat.amul import Card, load_standard, score
    >>> areas = ((Card("lamp"), Card("oil")), (), ())
    >>> line_short(score(load_standard(), areas).lines[0][0], load_standard())
    'Lamp: 5 points. Counted: 1.'
    """
    return " ".join(filter(None, [line_head(line, cards, language), line_reason(line, cards, language)]))


def line_sentences(line: Line, cards: CardFile, language: str = "en") -> str:
    """A line of the score sheet in full: who earned what, what the card says, and what was counted.

    >>> from karat.amul import Card, load_standard, score
    >>> areas = ((Card("lamp"), Card("oil")), (), ())
    >>> line_sentences(score(load_standard(), areas).lines[0][0], load_standard(), "de")
    'Lampe: 5 Punkte. 5 Punkte, wenn es in deiner Auslage Karten „Öl“ gibt, sonst 2 Punkte. Gezählt: 1.'
    """
    effect = None if line.effect is None or isinstance(line.effect, Flat) else line.effect
    says = effect_sentence(effect, cards, language) if effect else ""
    return " ".join(filter(None, [line_head(line, cards, language), says, line_reason(line, cards, language)]))


def line_head(line: Line, cards: CardFile, language: str) -> str:
    return TEXTS.say("line", language, title=line_title(line, cards, language), points=line.points)


def line_reason(line: Line, cards: CardFile, language: str = "en") -> str:
    """Why a line of the score sheet has its points: what was counted for it, or which place a clan got."""
    counts = line.counts
    match line.effect:
        case None:
            return clan_reason(dict(counts), line.points, language)
        case SetTable():
            return TEXTS.say("reason.size", language, number=counts[0][1])
        case DistinctSets() if len(counts) == 1:
            return TEXTS.say("reason.size", language, number=counts[0][1])
        case DistinctSets():
            return TEXTS.say("reason.sizes", language, numbers=", ".join(str(number) for _, number in counts))
        case Combo():
            return named(((cards.kinds[name].names[language], number) for name, number in counts), language)
        case PerPair(a=a, b=b):
            nouns = (noun("some", selector, cards, language) for selector in (a, b))
            return named(((name, number) for name, (_, number) in zip(nouns, counts, strict=True)), language)
        case Majority():
            return TEXTS.say("reason.own", language, **dict(counts))
        case Flat():
            return ""
        case _:
            return TEXTS.say("reason.count", language, number=counts[0][1])


def clan_reason(counts: dict[str, int], points: int, language: str) -> str:
    """What a clan's majority gave (M39 to M41, R8)."""
    if not counts["count"]:
        return TEXTS.text("reason.none", language)
    said = TEXTS.say("reason.shared" if counts["tied"] > 1 else "reason.clan", language, **counts)
    if points:
        return said
    return f"{said} {TEXTS.text('reason.too_low' if counts['place'] > 3 else 'reason.too_many', language)}"


def named(counts: Iterable[tuple[str, int]], language: str) -> str:
    """Several counts with what each is of."""
    said = ", ".join(TEXTS.say("reason.named", language, name=name, number=number) for name, number in counts)
    return f"{said[0].upper()}{said[1:]}."


def tell_result(cards: CardFile, sheet: ScoreSheet, who: SeatNames, length: Length = "full") -> str:
    """Who won, and by what."""
    best = max(sheet.points)
    tied = [seat for seat, points in enumerate(sheet.points) if points == best]
    return TEXTS.say(
        decided_by(sheet),
        who.language,
        length,
        names=who.listed(sheet.winners),
        points=" : ".join(map(str, sheet.points)),
        best=best,
        tied=who.listed(tied),
        symbol=CARD_TEXTS.text(f"symbol.{cards.tiebreak}", who.language),
        symbols=" : ".join(map(str, sheet.tiebreak)),
        most=max(sheet.tiebreak[seat] for seat in tied),
    )
