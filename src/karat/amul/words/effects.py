"""What Amul's cards say, in every language: in full as a sentence, short in a few words for a line of a table.

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
    InstantEffect,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Rarity,
    Scope,
    Scoring,
    Selector,
    SetTable,
    Threshold,
)
from karat.amul.words.cards import TEXTS as CARD_TEXTS
from karat.language import known
from karat.words.texts import plural

if TYPE_CHECKING:
    from karat.amul.rules.cards import CardFile

FORMS = ("one", "each", "some", "all", "of", "further")
"""Of what is counted; the file of words tells what each is for."""


def effect_sentence(effect: Scoring, cards: CardFile, language: str = "en") -> str:
    """What an effect says on its card, in full.

    >>> from karat.amul.rules.cardfile import load_standard
    >>> effect_sentence(load_standard().kinds["camel_drivers"].scoring, load_standard(), "ru")
    '2 очка за каждую оранжевую карту в вашей области, максимум 8 очков.'
    """
    return _Wording(cards, language).effect(effect)


def instant_sentence(instant: InstantEffect, language: str = "en") -> str:
    """What happens when the card was played (M22).

    >>> from karat.amul.rules.effects import Place
    >>> instant_sentence(InstantEffect((Place.PALACE, Place.BAZAAR)), "fr")
    'Effet immédiat\\u202f: prenez 1 carte du palais ou du bazar dans votre zone.'
    """
    words = _words(language)
    places = words["separators"][1].join(words["place"][place] for place in instant.places)
    return str(words["sentence"]["instant"]).format(cards=counted(instant.count, "card", language), places=places)


def card_sentences(card: str, cards: CardFile, language: str = "en") -> tuple[str, ...]:
    """All that stands on the card with that id: what it scores and, where it has one, its instant effect."""
    kind = cards.kinds[card]
    said = (effect_sentence(kind.scoring, cards, language),)
    return (*said, instant_sentence(kind.instant, language)) if kind.instant else said


def effect_short(effect: Scoring, cards: CardFile, language: str = "en") -> str:
    """What an effect says, in a few words.

    >>> from karat.amul.rules.cardfile import load_standard
    >>> effect_short(load_standard().kinds["camel_drivers"].scoring, load_standard(), "de")
    '2 je orangefarbene Karte, ≤8'
    """
    return _Short(cards, language).effect(effect)


def instant_short(instant: InstantEffect, language: str = "en") -> str:
    """What happens when the card was played, in a few words.

    >>> from karat.amul.rules.effects import Place
    >>> instant_short(InstantEffect((Place.PALACE, Place.BAZAAR)))
    'takes from palace or bazaar'
    """
    words = _words(language)
    places = words["separators"][1].join(CARD_TEXTS.text(f"deck.{place}", language) for place in instant.places)
    cards = "" if instant.count == 1 else f" {instant.count}"
    return str(words["short"]["instant"]).format(cards=cards, places=places)


def card_short(card: str, cards: CardFile, language: str = "en") -> str:
    """All that stands on the card with that id, in a few words."""
    kind = cards.kinds[card]
    effect = effect_short(kind.scoring, cards, language)
    if kind.instant is None:
        return effect
    return str(_words(language)["short"]["both"]).format(effect=effect, instant=instant_short(kind.instant, language))


def card_line(card: str, cards: CardFile, language: str = "en") -> str:
    """The same as it can stand on the card itself, where nothing around it says what a bare number is.

    >>> from karat.amul.rules.cardfile import load_standard
    >>> [card_line(card, load_standard()) for card in ("lamp", "arab_prince", "gold", "deal")]
    ['5 with Oil, else 2', '1 per Arab symbol, to 5', '4 points', '1 point; takes from bazaar']
    """
    kind = cards.kinds[card]
    effect = _Line(cards, language).effect(kind.scoring)
    if kind.instant is None:
        return effect
    return str(_words(language)["short"]["both"]).format(effect=effect, instant=instant_short(kind.instant, language))


def noun(form: str, selector: Selector, cards: CardFile, language: str) -> str:
    """What a selector counts, in one of the forms that the file of words has."""
    return _Wording(cards, language).noun(form, selector)


def counted(number: int, noun: str, language: str) -> str:
    """A number with its noun, `point` or `card`, in the right plural.

    >>> [counted(number, "point", "ru") for number in (1, 2, 5, 11, 21, 22)]
    ['1 очко', '2 очка', '5 очков', '11 очков', '21 очко', '22 очка']
    """
    return f"{number} {_words(language)[noun][plural(number, language)]}"


class _Wording:
    """The words of one language, put together for the cards of one file."""

    sentences = "sentence"
    scopes = "scope"
    rivals = "rival"

    def __init__(self, cards: CardFile, language: str) -> None:
        self.cards, self.language = cards, language
        self.words = _words(language)

    def effect(self, effect: Scoring) -> str:
        match effect:
            case Flat():
                return self.say("flat", points=self.points(effect.points))
            case PerMatch():
                worth = {"points": self.points(effect.points), "cap": self.cap(effect.cap)}
                return self.say("per_match", effect.of, scope=effect.scope, **worth)
            case SetTable():
                table = self.table(effect.table)
                return self.say("set_table", effect.of, table=table, points=self.points(effect.beyond))
            case DistinctSets():
                return self.say("distinct_sets", names=self.names(effect.ids), table=self.table(effect.table))
            case Rarity():
                return self.say("rarity", effect.of, scope=effect.scope, table=self.table(effect.table))
            case PerDistinct(of=None):
                return self.say("per_colour", points=self.points(effect.points), cap=self.cap(effect.cap))
            case PerDistinct(of=Selector() as of):
                worth = {"points": self.points(effect.points), "cap": self.cap(effect.cap)}
                return self.say("per_distinct", names=self.names(of.names), **worth)
            case PerPair():
                pair = {"a": self.noun("one", effect.a), "b": self.noun("one", effect.b)}
                return self.say("per_pair", points=self.points(effect.points), cap=self.cap(effect.cap), **pair)
            case Combo():
                return self.say("combo", points=self.points(effect.points), needs=self.needs(effect))
            case Threshold():
                return self.threshold(effect)
            case Majority():
                won = {"points": self.points(effect.then), "otherwise": self.points(effect.otherwise)}
                return self.say("majority", effect.of, rival=self.words[self.rivals][effect.scope], **won)
        raise TypeError(f"no words for the effect {effect!r}")

    def threshold(self, effect: Threshold) -> str:
        least, most = effect.least, effect.most
        number = most if least is None else least
        kind = ("most" if most else "none") if least is None else ("any" if least == 1 else "least")
        won = {"points": self.points(effect.then), "otherwise": self.points(effect.otherwise)}
        return self.say(f"threshold_{kind}", effect.of, scope=effect.scope, number=str(number), **won)

    def say(self, sentence: str, of: Selector | None = None, /, *, scope: str = "", **parts: str) -> str:
        """A sentence with what is counted in the form that it wants, and whose areas are looked at."""
        forms = {form: self.noun(form, of) for form in FORMS} if of else {}
        where = self.words[self.scopes][scope] if scope else ""
        return str(self.words[self.sentences][sentence]).format(scope=where, **forms, **parts)

    def needs(self, effect: Combo) -> str:
        return " + ".join(f"{number} × {self.names((name,))}" for name, number in effect.needs)

    def points(self, number: int) -> str:
        return counted(number, "point", self.language)

    def table(self, table: tuple[int, ...]) -> str:
        return " / ".join([*map(str, table[:-1]), self.points(table[-1])])

    def cap(self, cap: int | None) -> str:
        return "" if cap is None else self.say("cap", points=self.points(cap))

    def noun(self, form: str, selector: Selector) -> str:
        """What is counted, in one of the forms that the file of words has."""
        words = self.words[selector.by]
        inflected = [self.names(selector.names, last=True)] if selector.by is By.IDS else words[selector.names[0]]
        return str(words["forms"][form]).format(*inflected)

    def names(self, ids: tuple[str, ...], *, last: bool = False) -> str:
        """Card names, quoted where the language does so; `last` joins the last one with an 'or'."""
        comma, either = self.words["separators"]
        quoted = [str(self.words["quoted"]).format(self.cards.kinds[name].names[self.language]) for name in ids]
        if last and len(quoted) > 1:
            return f"{comma.join(quoted[:-1])}{either}{quoted[-1]}"
        return str(comma.join(quoted))


class _Short(_Wording):
    """The same in a few words: numbers stand alone, and what is counted has one form."""

    sentences = "short"
    scopes = "short_scope"
    rivals = "short_rival"

    def points(self, number: int) -> str:
        return str(number)

    def table(self, table: tuple[int, ...]) -> str:
        return "/".join(map(str, table))

    def needs(self, effect: Combo) -> str:
        return " + ".join(f"{number} {self.cards.kinds[name].names[self.language]}" for name, number in effect.needs)

    def noun(self, form: str, selector: Selector) -> str:  # noqa: ARG002 -- what is counted has one form here
        if selector.by is By.IDS:
            return "/".join(self.cards.kinds[name].names[self.language] for name in selector.names)
        if selector.by is By.SYMBOL:
            return CARD_TEXTS.text(f"symbol.{selector.names[0]}", self.language)
        return super().noun("one", selector)


class _Line(_Short):
    """The same for a line on a card: what is counted is named in full, and points by themselves too."""

    def effect(self, effect: Scoring) -> str:
        match effect:
            case Flat(points):
                return counted(points, "point", self.language)
            case Rarity(_, Scope.EVERYONE, [most, *_, least] as table) if list(table) == sorted(table, reverse=True):
                return self.say("rarer", most=str(most), least=str(least))
            case _:
                return super().effect(effect)

    def say(self, sentence: str, of: Selector | None = None, /, *, scope: str = "", **parts: str) -> str:
        self.sentences = "line" if sentence in self.words["line"] else "short"
        return super().say(sentence, of, scope=scope, **parts)

    def noun(self, form: str, selector: Selector) -> str:
        return super().noun(form, selector) if selector.by is By.IDS else _Wording.noun(self, form, selector)


def _words(language: str) -> dict[str, Any]:
    words: dict[str, Any] = _file()[known(language)]
    return words


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((pkgutil.get_data(__name__, "effects.toml") or b"").decode("utf-8"))
