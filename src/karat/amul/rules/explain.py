"""A card's effect and a line of the score sheet in an English sentence; clients make their own from the same values."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    Scope,
    Scoring,
    Selector,
    SetTable,
    Threshold,
)

if TYPE_CHECKING:
    from karat.amul.rules.cards import CardFile
    from karat.amul.rules.scoring import Line

SCOPES = {
    Scope.OWN: "in the own area",
    Scope.NEIGHBOURS: "in both neighbours' areas",
    Scope.OWN_AND_NEIGHBOURS: "in the own and both neighbours' areas",
    Scope.EVERYONE: "in all areas",
}
RIVALS = {Scope.NEIGHBOURS: "neither neighbour", Scope.OWN_AND_NEIGHBOURS: "neither neighbour"}


def describe(effect: Scoring, cards: CardFile) -> str:
    """What an effect says on its card.

    >>> from karat.amul.rules.cardfile import load_standard
    >>> describe(load_standard().kinds["camel_drivers"].scoring, load_standard())
    '2 for each orange card in the own area, at most 8'
    """
    match effect:
        case Flat():
            return str(effect.points)
        case PerMatch():
            return f"{effect.points} for each {what(effect.of, cards)} {SCOPES[effect.scope]}{bound(effect.cap)}"
        case SetTable():
            return f"a set of {what(effect.of, cards)}: {slashed(effect.table)}, then {effect.beyond} each"
        case DistinctSets():
            return f"sets of different {listed(effect.ids, cards)}: {slashed(effect.table)}"
        case Rarity():
            seen = f"{what(effect.of, cards, several=True)} {SCOPES[effect.scope]}"
            return f"{slashed(effect.table)} by the number of {seen}"
        case PerDistinct():
            each = f"different one of {what(effect.of, cards)}" if effect.of else "different colour"
            return f"{effect.points} for each {each} in the own area{bound(effect.cap)}"
        case PerPair():
            pair = f"pair of {what(effect.a, cards)} and {what(effect.b, cards)}"
            return f"{effect.points} for each {pair} in the own area{bound(effect.cap)}"
        case Combo():
            return f"{effect.points} with {needs(effect, cards)}"
        case Threshold():
            most = f"at most {effect.most}" if effect.most else "no"
            least = most if effect.least is None else f"at least {effect.least}"
            when = f"{least} {what(effect.of, cards, several=effect.least != 1)} {SCOPES[effect.scope]}"
            return f"{effect.then} with {when}, else {effect.otherwise}"
        case Majority():
            rival = RIVALS.get(effect.scope, "nobody")
            return f"{effect.then} if {rival} has more {what(effect.of, cards, several=True)}, else {effect.otherwise}"


def describe_instant(instant: Instant) -> str:
    """What happens when the card is played."""
    cards = "a card" if instant.count == 1 else f"{instant.count} cards"
    return f"take {cards} from the {' or the '.join(instant.places)}"


def explain(line: Line, cards: CardFile) -> str:
    """One sentence for a line of the score sheet: the points, what earned them, and what was counted.

    >>> from karat.amul import Card, load_standard, score
    >>> areas = ((Card("camel"), Card("camel")), (), ())
    >>> explain(score(load_standard(), areas).lines[0][0], load_standard())
    'Camel x2: 8 points (a set of Camel: 3/8/14/20/27/35, then 8 each; size 2)'
    """
    points = f"{line.points} point{'s' * (line.points != 1)}"
    if line.effect is None:
        count = dict(line.counts)
        if not count["count"]:
            return f"{line.row} majority: {points} (no symbol)"
        symbols = f"{count['count']} symbol{'s' * (count['count'] != 1)}"
        shared = f", shared by {count['tied']}" if count["tied"] > 1 else ""
        none = "; there are three places" if not line.points and count["place"] > 3 else ""
        none = "; more are tied than places are left" if not line.points and count["place"] <= 3 else none
        return f"{line.row} majority: {points} ({symbols}, place {count['place']}{shared}{none})"
    names: dict[str, int] = {}
    for card in line.cards:
        name = cards.name(card)
        names[name] = names.get(name, 0) + 1
    title = ", ".join(name if number == 1 else f"{name} x{number}" for name, number in names.items())
    if isinstance(line.effect, Flat):
        return f"{title}: {points}"
    counted = ", ".join(f"{label_of(name, line.effect, cards)} {number}" for name, number in line.counts)
    return f"{title}: {points} ({describe(line.effect, cards)}; {counted})"


def label_of(name: str, effect: Scoring, cards: CardFile) -> str:
    """How a count is called in English."""
    if isinstance(effect, PerPair):
        return what(effect.a if name == "a" else effect.b, cards)
    if isinstance(effect, Combo):
        return cards.kinds[name].names["en"]
    return "most elsewhere" if name == "most" else name


def what(selector: Selector, cards: CardFile, *, several: bool = False) -> str:
    if selector.by is By.IDS:
        return listed(selector.names, cards)
    noun = "symbol" if selector.by is By.SYMBOL else "card"
    return f"{selector.names[0]} {noun}{'s' * several}"


def listed(ids: tuple[str, ...], cards: CardFile) -> str:
    return " / ".join(cards.kinds[name].names["en"] for name in ids)


def needs(effect: Combo, cards: CardFile) -> str:
    return " and ".join(f"{number} {cards.kinds[name].names['en']}" for name, number in effect.needs)


def slashed(table: tuple[int, ...]) -> str:
    return "/".join(map(str, table))


def bound(cap: int | None) -> str:
    return "" if cap is None else f", at most {cap}"
