"""What a typed line means: an action as in records, or a card by its id or name."""

from __future__ import annotations

from collections.abc import Sequence

from karat.amul.rules.actions import Action, Gain, Offer, Play, Take, parse_action
from karat.amul.rules.cards import Card
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Phase
from karat.amul.rules.observe import Observation
from karat.amul.words.cards import CardWords
from karat.screen.typed import Unclear
from karat.screen.widgets import ListedChoice as Listed

VERBS = ("offer", "take", "play", "gain")


def understand(
    text: str, listed: Sequence[Listed], seen: Observation, legal: Sequence[Action], language: str = "en"
) -> Action:
    """What `text` means; BadText where it means nothing, or more than one thing.

    A card alone means what is due now; a name may be cut short. Case, spaces and underscores do not matter.
    """
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 4 else 0
        if not 1 <= number <= len(listed):
            raise Unclear("no_line", number=text)
        action: Action = listed[number - 1].choice
        return action
    verb, places, name = split(text)
    words = CardWords(seen.rules.cards, language)
    if found := matching(verb, places, name, words, legal):
        if len(found) > 1:
            raise Unclear("several", said=text, choices=", ".join(map(str, found)))
        return found[0]
    return unoffered(text, seen, words)


def split(text: str) -> tuple[str, tuple[Place, ...], str]:
    """The verb and the places that were said, if any, and the rest."""
    words = text.replace("_", " ").replace(":", " ").lower().split()
    verb = words.pop(0) if words[0] in VERBS and len(words) > 1 else ""
    place = words.pop(0) if verb == "gain" and words[0] in tuple(Place) and len(words) > 1 else ""
    return verb, (Place(place),) if place else (), " ".join(words)


def matching(
    verb: str, places: tuple[Place, ...], name: str, words: CardWords, legal: Sequence[Action]
) -> list[Action]:
    """The legal actions that fit: those with just this name or, where there are none, with one that begins so."""
    fitting = [
        action
        for action in legal
        if (not verb or str(action).startswith(f"{verb} "))
        and (not places or (isinstance(action, Gain) and action.place in places))
    ]
    exact = [action for action in fitting if name in called(action.card, words)]
    if exact:
        return exact
    return [action for action in fitting if any(each.startswith(name) for each in called(action.card, words))]


def called(card: Card, words: CardWords) -> set[str]:
    """All that one can type for a card: its id, and its name in the language of the table and in English."""
    names = words.cards.name(card), words.cards.name(card, words.language)
    plain = {card.id.replace("_", " "), *map(str.lower, names)}
    return plain | {f"{name} {card.letter.lower()}" for name in plain if card.letter}


def unoffered(text: str, seen: Observation, words: CardWords) -> Action:
    """An action with a card of the game that cannot be chosen now, for the rules to refuse; else BadText."""
    verb, places, name = split(text)
    copies = [copy for kind in seen.rules.cards.kinds.values() for _, copy in kind.all_copies]
    card = next((copy for copy in copies if name in called(copy, words)), None)
    if card is None:
        if verb:
            return checked(parse_action(" ".join(text.split())), seen)
        raise Unclear("unknown", said=text)
    match verb or due(seen):
        case "offer":
            return Offer(card)
        case "take":
            return Take(card)
        case "play":
            return Play(card)
        case _:
            place = places or (seen.errand.places if seen.errand else tuple(Place))
            return Gain(place[0], card)


def checked(action: Action, seen: Observation) -> Action:
    if action.card not in seen.rules.cards:
        raise Unclear("no_card", card=str(action.card))
    return action


def due(seen: Observation) -> str:
    """The verb of the phase."""
    return "play" if seen.phase in (None, Phase.OVER) else str(seen.phase)
