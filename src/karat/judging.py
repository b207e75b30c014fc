"""What a game tells a review of its matches. Knows no game.

A *judge* of a game (`Kit.judge`) is made for the rules of a match. Of every choice it makes a *position* from what the
seat could know, which is all that the position ever gets; asked to look, it draws worlds that fit and tells what comes
of actions in each of them. All statistics are the review's (karat.review).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from karat.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from karat.game import Seat
    from karat.record import Taken
    from karat.words.texts import Sentence, TextFile

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Looks:
    """What came of some actions, each of them in the same worlds."""

    weights: Floats
    """By world, the logarithm of how much it counts beside others of the same position."""
    wins: Floats
    """By world, action and side: the chance to win the match."""
    points: Floats
    """By world and action: the points that the seat's side may expect."""
    facts: Floats
    """By world, action and fact: what reasons are made from, in the game's own order."""
    is_all: bool = False
    """Whether these are all worlds there are, each with what it counts: then nothing is left to chance."""


@dataclass(frozen=True, slots=True)
class ReasonPiece:
    """A piece of a sentence: words, or the name of a card that can be opened."""

    text: str
    card: str = ""
    """The card as views name it; nothing for plain words."""


@dataclass(frozen=True, slots=True)
class ReasonFact:
    """One sentence of a reason, with the cards and the rules that it speaks of."""

    about: str
    """What kind of fact it is: `exact`, `points` and so on, in the game's own words."""
    pieces: Mapping[str, tuple[ReasonPiece, ...]]
    """By language, the sentence from left to right."""
    rules: tuple[str, ...] = ()
    """Ids of rules in the game's book."""
    cards: tuple[str, ...] = ()
    """In the order in which they are named, each once."""


@dataclass(frozen=True, slots=True)
class WhyBetter:
    """Why one action is better than another: a text for each language, and what can be looked up."""

    texts: Mapping[str, str]
    rules: tuple[str, ...] = ()
    """Ids of rules in the game's book."""
    cards: tuple[str, ...] = ()
    facts: tuple[ReasonFact, ...] = ()
    """The text sentence by sentence, in pieces; reviews that were kept before there were any have none."""


def fact_told(
    texts: TextFile, sentence: Callable[[str], Sentence], name: Callable[[Any, str], str], rules: tuple[str, ...]
) -> ReasonFact:
    """A sentence, told by language, in pieces; what stands in its slots as a game's own value is a card with a name."""

    def pieces_in(language: str) -> tuple[ReasonPiece, ...]:
        def draw(card: Any) -> ReasonPiece:
            return ReasonPiece(name(card, language), str(card))

        return tuple(together(texts.pieces(sentence(language), language, None, draw)))

    pieces = {language: pieces_in(language) for language in LANGUAGES}
    cards = dict.fromkeys(one.card for one in pieces[LANGUAGES[0]] if one.card)
    return ReasonFact(sentence(LANGUAGES[0]).key, pieces, rules, tuple(cards))


def together(found: Iterable[str | ReasonPiece]) -> Iterator[ReasonPiece]:
    """Words that stand beside each other as one piece."""
    for plain, some in groupby(found, key=lambda one: isinstance(one, str)):
        if plain:
            yield ReasonPiece("".join(map(str, some)))
        else:
            yield from (one for one in some if isinstance(one, ReasonPiece))


def why_better(facts: Sequence[ReasonFact]) -> WhyBetter:
    """The sentences as one text, and all that can be looked up in them."""
    texts = {
        language: " ".join("".join(piece.text for piece in fact.pieces[language]) for fact in facts)
        for language in LANGUAGES
    }
    rules = tuple(dict.fromkeys(rule for fact in facts for rule in fact.rules))
    cards = tuple(dict.fromkeys(card for fact in facts for card in fact.cards))
    return WhyBetter(texts, rules, cards, tuple(facts))


@dataclass(frozen=True, slots=True)
class Likelihood:
    """What could have been known of the cards out of sight: by card and place, how likely it lay there."""

    places: tuple[str, ...]
    """Seats by number, then what else there is, such as `deck`."""
    cards: Mapping[str, tuple[float, ...]]
    """A card that is there several times has sums above 1."""
    worlds: int


class JudgedPosition(Protocol):
    """A choice of a seat, as that seat could know it."""

    @property
    def actions(self) -> tuple[Any, ...]:
        """What is worth comparing, what was played among it; of hundreds of actions, the most promising."""

    def look(self, actions: Sequence[Any], worlds: int, seed: str) -> Looks:
        """What comes of these actions in so many worlds, or in all there are where these are few."""

    def play_out(self, actions: Sequence[Any], worlds: int, seed: str) -> Looks | None:
        """The same, played on until it is known what comes of it, by quick players who see what their seats do.

        No judgement of a position is in it, so that it errs in another way than `look`. None where there is no such
        way, or `look` has none in it either.
        """

    def likelihood(self, worlds: int, seed: str) -> Likelihood:
        """Where the cards out of sight may have lain."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What a chance event changed, against what it does on average: over many matches this averages to nothing."""

    round: int
    step: int
    """How many deals and actions of the record came before."""
    change: float
    """Of the seat's chance to win the match."""
    error: float


class Judge(Protocol):
    """What reviews ask of a game, under the rules of a match."""

    @property
    def kinds(self) -> Mapping[str, Mapping[str, str]]:
        """The kinds of decisions, in the order in which they come, and what they are called in every language."""

    @property
    def facts(self) -> Mapping[str, Mapping[str, str]]:
        """What `Scored.facts` of the game are called in every language."""

    def kind(self, seen: Any, action: Any, better: Any) -> str:
        """Of which kind it is to do this where that is better, or the same."""

    def position(self, seen: Any, legal: Sequence[Any], played: Any) -> JudgedPosition: ...

    def said(self, seen: Any, action: Any, language: str) -> str:
        """An action in words, as reasons name it: `playing S7`."""

    def reason(self, seen: Any, played: Any, better: Any, facts: tuple[Sequence[float], Sequence[float]]) -> WhyBetter:
        """Why, from the means of the facts of either."""

    def themes(self, seen: Any, answer: Any, facts: tuple[Sequence[float], Sequence[float]]) -> tuple[str, ...]:
        """What a puzzle is about, from its answer and from the facts of this and of the next best action."""

    def deals(self, taken: Sequence[Taken], seat: Seat, samples: int, seed: str) -> tuple[Luck, ...]:
        """How good the seat's cards were, deal by deal, against the average deal."""
