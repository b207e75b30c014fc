"""What Amul's cards say and why a score line has its points, as sentences in every language.

Card names are quoted as they stand and never inflected; numbers stand beside a colon or a noun with true plurals.
"""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from karat.amul.rules.effects import (
    By,
    Combo,
    DistinctSets,
    Flat,
    Instant,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Rarity,
    Scoring,
    Selector,
    SetTable,
    Threshold,
)
from karat.language import known

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.amul.rules.cards import CardFile
    from karat.amul.rules.scoring import Line


def effect_sentence(effect: Scoring, cards: CardFile, language: str = "en") -> str:
    """What an effect says on its card.

    >>> from karat.amul.rules.cardfile import load_standard
    >>> effect_sentence(load_standard().kinds["camel_drivers"].scoring, load_standard(), "ru")
    '2 очка за каждую оранжевую карту в вашей области, максимум 8 очков.'
    """
    return _Wording(cards, language).effect(effect)


def instant_sentence(instant: Instant, language: str = "en") -> str:
    """What happens when the card was played (M22).

    >>> from karat.amul.rules.effects import Place
    >>> instant_sentence(Instant((Place.PALACE, Place.BAZAAR)), "fr")
    'Effet immédiat\\xa0: prenez 1 carte du palais ou du bazar dans votre zone.'
    """
    words = _words(language)
    places = words["separators"][1].join(words["place"][place] for place in instant.places)
    return str(words["sentence"]["instant"]).format(cards=counted(instant.count, "card", language), places=places)


def card_sentences(card: str, cards: CardFile, language: str = "en") -> tuple[str, ...]:
    """All that stands on the card with that id: what it scores and, where it has one, its instant effect."""
    kind = cards.kinds[card]
    said = (effect_sentence(kind.scoring, cards, language),)
    return (*said, instant_sentence(kind.instant, language)) if kind.instant else said


def row_name(row: str, language: str = "en") -> str:
    """A row of the score pad: a colour, the bazaar or a clan's majority."""
    return str(_words(language)["row"][row])


def line_title(line: Line, cards: CardFile, language: str = "en") -> str:
    """Which cards earned the points of a line of the score sheet, copies counted; the row for a clan's majority."""
    if line.effect is None:
        return row_name(line.row, language)
    names: dict[str, int] = {}
    for card in line.cards:
        name = cards.name(card, language)
        names[name] = names.get(name, 0) + 1
    return ", ".join(name if number == 1 else f"{name} × {number}" for name, number in names.items())


def line_reason(line: Line, cards: CardFile, language: str = "en") -> str:
    """Why a line of the score sheet has its points: what was counted for it, or which place a clan got."""
    return _Wording(cards, language).reason(line)


def line_sentences(line: Line, cards: CardFile, language: str = "en") -> str:
    """A line of the score sheet in full: who earned what, what the card says, and what was counted.

    >>> from karat.amul import Card, load_standard, score
    >>> areas = ((Card("lamp"), Card("oil")), (), ())
    >>> line_sentences(score(load_standard(), areas).lines[0][0], load_standard(), "de")
    'Lampe: 5 Punkte. 5 Punkte, wenn es in deiner Auslage Karten „Öl“ gibt, sonst 2 Punkte. Gezählt: 1.'
    """
    words = _words(language)
    title, points = line_title(line, cards, language), counted(line.points, "point", language)
    said = [str(words["line"]["head"]).format(title=title, points=points)]
    if line.effect is not None and not isinstance(line.effect, Flat):
        said.append(effect_sentence(line.effect, cards, language))
    return " ".join([*said, *filter(None, [line_reason(line, cards, language)])])


def counted(number: int, noun: str, language: str) -> str:
    """A number with its noun, `point` or `card`, in the right plural.

    >>> [counted(number, "point", "ru") for number in (1, 2, 5, 11, 21, 22)]
    ['1 очко', '2 очка', '5 очков', '11 очков', '21 очко', '22 очка']
    """
    return f"{number} {_words(language)[noun][plural(number, language)]}"


def plural(number: int, language: str) -> int:
    """Which of a noun's forms goes with a number, as Unicode's plural rules have it."""
    number = abs(number)
    match known(language):
        case "fr":
            return int(number >= 2)
        case "ru":
            if number % 10 == 1 and number % 100 != 11:
                return 0
            return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
        case _:
            return int(number != 1)


class _Wording:
    """The words of one language, put together for the cards of one file."""

    def __init__(self, cards: CardFile, language: str) -> None:
        self.cards, self.language = cards, language
        self.words = _words(language)

    def effect(self, effect: Scoring) -> str:
        match effect:
            case Flat():
                return self.say("flat", points=self.points(effect.points))
            case PerMatch():
                each, cap = self.noun("each", effect.of), self.cap(effect.cap)
                return self.say("per_match", points=self.points(effect.points), each=each, scope=effect.scope, cap=cap)
            case SetTable():
                forms = {form: self.noun(form, effect.of) for form in ("all", "further")}
                table = self.table(effect.table)
                return self.say("set_table", table=table, points=self.points(effect.beyond), **forms)
            case DistinctSets():
                return self.say("distinct_sets", names=self.names(effect.ids), table=self.table(effect.table))
            case Rarity():
                of, table = self.noun("of", effect.of), self.table(effect.table)
                return self.say("rarity", table=table, of=of, scope=effect.scope)
            case PerDistinct(of=None):
                return self.say("per_colour", points=self.points(effect.points), cap=self.cap(effect.cap))
            case PerDistinct(of=Selector() as of):
                told = {"points": self.points(effect.points), "cap": self.cap(effect.cap)}
                return self.say("per_distinct", names=self.names(of.names), **told)
            case PerPair():
                pair = {"a": self.noun("one", effect.a), "b": self.noun("one", effect.b)}
                return self.say("per_pair", points=self.points(effect.points), cap=self.cap(effect.cap), **pair)
            case Combo():
                needs = " + ".join(f"{number} × {self.names((name,))}" for name, number in effect.needs)
                return self.say("combo", points=self.points(effect.points), needs=needs)
            case Threshold():
                return self.threshold(effect)
            case Majority():
                some, rival = self.noun("some", effect.of), self.words["rival"][effect.scope]
                won = {"points": self.points(effect.then), "otherwise": self.points(effect.otherwise)}
                return self.say("majority", some=some, rival=rival, **won)
        raise TypeError(f"no words for the effect {effect!r}")

    def threshold(self, effect: Threshold) -> str:
        least, most = effect.least, effect.most
        number = most if least is None else least
        kind = ("most" if most else "none") if least is None else ("any" if least == 1 else "least")
        forms = {form: self.noun(form, effect.of) for form in ("some", "of")}
        won = {"points": self.points(effect.then), "otherwise": self.points(effect.otherwise)}
        return self.say(f"threshold_{kind}", number=str(number), scope=effect.scope, **forms, **won)

    def reason(self, line: Line) -> str:
        words, counts = self.words["line"], line.counts
        match line.effect:
            case None:
                return self.place(dict(counts), line.points)
            case SetTable():
                return str(words["size"]).format(number=counts[0][1])
            case DistinctSets() if len(counts) == 1:
                return str(words["size"]).format(number=counts[0][1])
            case DistinctSets():
                return str(words["sizes"]).format(numbers=", ".join(str(number) for _, number in counts))
            case Combo():
                return self.named((self.cards.kinds[name].names[self.language], number) for name, number in counts)
            case PerPair(a=a, b=b):
                nouns = (self.noun("some", selector) for selector in (a, b))
                return self.named((noun, number) for noun, (_, number) in zip(nouns, counts, strict=True))
            case Majority():
                return str(words["own"]).format(**dict(counts))
            case Flat():
                return ""
            case _:
                return str(words["count"]).format(number=counts[0][1])

    def place(self, counts: dict[str, int], points: int) -> str:
        """What a clan's majority gave (M39 to M41, R8)."""
        words = self.words["line"]
        if not counts["count"]:
            return str(words["none"])
        said = str(words["shared" if counts["tied"] > 1 else "clan"]).format(**counts)
        if points:
            return said
        return f"{said} {words['too_low' if counts['place'] > 3 else 'too_many']}"

    def named(self, counts: Iterable[tuple[str, int]]) -> str:
        told = [str(self.words["line"]["named"]).format(name=name, number=number) for name, number in counts]
        said = ", ".join(told)
        return f"{said[0].upper()}{said[1:]}."

    def say(self, sentence: str, *, scope: str = "", **parts: str) -> str:
        where = self.words["scope"][scope] if scope else ""
        return str(self.words["sentence"][sentence]).format(scope=where, **parts)

    def points(self, number: int) -> str:
        return counted(number, "point", self.language)

    def table(self, table: tuple[int, ...]) -> str:
        return " / ".join([*map(str, table[:-1]), self.points(table[-1])])

    def cap(self, cap: int | None) -> str:
        return "" if cap is None else self.say("cap", points=self.points(cap))

    def noun(self, form: str, selector: Selector) -> str:
        """What is counted, in one of the forms that the file of words has."""
        words = self.words[selector.by]
        told = [self.names(selector.names, last=True)] if selector.by is By.IDS else words[selector.names[0]]
        return str(words["forms"][form]).format(*told)

    def names(self, ids: tuple[str, ...], *, last: bool = False) -> str:
        """Card names, quoted where the language does so; `last` joins the last one with an 'or'."""
        comma, either = self.words["separators"]
        told = [str(self.words["quoted"]).format(self.cards.kinds[name].names[self.language]) for name in ids]
        if last and len(told) > 1:
            return f"{comma.join(told[:-1])}{either}{told[-1]}"
        return str(comma.join(told))


def _words(language: str) -> dict[str, Any]:
    words: dict[str, Any] = _file()[known(language)]
    return words


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((pkgutil.get_data(__name__, "effects.toml") or b"").decode("utf-8"))
