"""A position within a match as one line of text, for tests, perft tables and bug reports.

    camel silk / gold oil / gem deal, round 9
    camel / gold / gem, round 5, emir 1, phase play, areas spices / - / arab_guard:B, chosen - / oil / -

First the hands by seat, `-` for an empty one. Then, in any order and only where they differ from what is usual:
the `round` (1) and who holds the `emir` card (0); the `phase` (offer); the `areas` by seat (empty); the `market`,
each card with `@SEAT` where a seat offered it; `palace` and `bazaar` (all cards of this number of players that are in
no area); the `deck`, top first (none, which is enough in round 9); what was `removed`;
the number of `tea` cards agreed on; the secret choices (`chosen`) and the cards `played` this round, by seat; the
`order`, each seat with its valour and letter (`2:3A`) where these gave it its place, and the `turns` left in it; and
what is still to be `gained`: how many, and from where (`1 palace bazaar`).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from karat.amul.rules.cards import Card, CardFile, Cards, parse_cards, show_cards
from karat.amul.rules.counts import PLAYERS, ROUNDS, turned_up
from karat.amul.rules.deal import bazaar_cards, market_cards, palace_cards
from karat.amul.rules.effects import Place
from karat.amul.rules.market import Errand, Market, Phase, Ware
from karat.amul.rules.order import OrderPlace, first_pick, turn_order
from karat.amul.rules.rules import Rules
from karat.game import BadRules, BadText

if TYPE_CHECKING:
    from karat.game import Seat

CLAUSES = (
    "round", "emir", "phase", "areas", "market", "palace", "bazaar", "deck", "removed", "tea", "chosen", "played",
    "order", "turns", "gained",
)  # fmt: skip
_WARE = re.compile(r"([^@]+)(?:@([0-7]))?")
_TURN = re.compile(r"([0-7])(?::([1-9][0-9]?)([A-Z]?))?")
_SECRET = (Phase.OFFER, Phase.PLAY)
_IN_TURN = (Phase.TAKE, Phase.GAIN)


def show_market(state: Market) -> str:
    """The position as text; `parse_market` gives it back."""
    parts = [show_rows(state.hands), f"round {state.number}", f"emir {state.emir}", f"phase {state.phase}"]
    if any(state.areas):
        parts.append("areas " + show_rows(state.areas))
    if state.wares:
        parts.append("market " + " ".join(map(show_ware, state.wares)))
    if state.palace != left_of(palace_cards(state.rules), state.areas):
        parts.append("palace " + show_cards(state.palace))
    if state.bazaar != left_of(bazaar_cards(state.rules), state.areas):
        parts.append("bazaar " + show_cards(state.bazaar))
    for name, cards in (("deck", state.deck), ("removed", state.removed)):
        if cards:
            parts.append(f"{name} {show_cards(cards)}")
    if state.rules.tea:
        parts.append(f"tea {state.rules.tea}")
    if any(state.chosen):
        parts.append("chosen " + show_rows(tuple(() if card is None else (card,) for card in state.chosen)))
    if state.played:
        parts.append("played " + show_rows(tuple((card,) for card in state.played)))
    if state.order != usual_order(state):
        parts.append("order " + " ".join(map(str, state.order)))
    if state.turns:
        parts.append("turns " + " ".join(map(str, state.turns)))
    if state.errand:
        parts.append(f"gained {state.errand.left} {' '.join(state.errand.places)}")
    return ", ".join(parts)


def parse_market(text: str, cards: CardFile | None = None) -> Market:
    """The position that `text` describes, with the standard cards unless others are given; BadText where it is none."""
    hands_text, *clauses = [part.strip() for part in text.split(",")]
    said: dict[str, str] = {}
    for clause in clauses:
        word, _, rest = clause.partition(" ")
        if word not in CLAUSES or word in said or not rest.strip():
            raise BadText(
                f"{clause!r} is no clause of a position, or says a thing twice; they are {', '.join(CLAUSES)}"
            )
        said[word] = rest.strip()
    hands = tuple(tuple(sorted(parse_cards(hand))) for hand in hands_text.split("/"))
    players = len(hands)
    if players not in PLAYERS:
        raise BadText(f"a position has {PLAYERS[0]} to {PLAYERS[-1]} hands, not {players}: {hands_text!r}")
    rules = parse_rules(players, said.get("tea", "0"), cards)
    phase = parse_phase(said.get("phase", "offer"))
    areas = parse_rows(said.get("areas", " / ".join("-" * players)), players)
    if strange := [card for row in (*hands, *areas) for card in row if card not in rules.cards]:
        raise BadText(f"no card {str(strange[0])!r} is in the card file")
    number, emir = parse_number(said.get("round", "1"), ROUNDS), parse_seat(said.get("emir", "0"), players)
    chosen = parse_rows(said.get("chosen", " / ".join("-" * players)), players)
    order = tuple(map(parse_turn, said.get("order", "").split()))
    if not order and phase is not Phase.OVER:
        order = turn_order(rules.cards, areas, number, first_pick(emir, number, players))
    turns = tuple(parse_seat(word, players) for word in said.get("turns", "").split())
    state = Market(
        rules=rules,
        deck=parse_cards(said.get("deck", "-")),
        hands=hands,
        areas=areas,
        palace=said_cards(said, "palace", left_of(palace_cards(rules), areas)),
        bazaar=said_cards(said, "bazaar", left_of(bazaar_cards(rules), areas)),
        emir=emir,
        number=number,
        phase=phase,
        wares=tuple(map(parse_ware, said["market"].split())) if "market" in said else (),
        chosen=tuple(row[0] if row else None for row in chosen) if phase in _SECRET else (),
        order=order,
        turns=turns or (tuple(turn.seat for turn in order) if phase is Phase.TAKE else ()),
        played=tuple(card for row in parse_rows(said["played"], players) for card in row) if "played" in said else (),
        errand=parse_errand(said["gained"]) if "gained" in said else None,
        removed=parse_cards(said.get("removed", "-")),
    )
    check_position(state, text)
    return state


def usual_order(state: Market) -> tuple[OrderPlace, ...]:
    """The order that follows from the areas as they are now."""
    if state.phase is Phase.OVER:
        return ()
    return turn_order(state.rules.cards, state.areas, state.number, state.first_pick)


def left_of(cards: Cards, areas: tuple[Cards, ...]) -> Cards:
    """Those of `cards` that lie in no area, in their order."""
    gone = Counter(card for area in areas for card in area)
    left = []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def show_rows(rows: tuple[Cards, ...]) -> str:
    return " / ".join(map(show_cards, rows))


def show_ware(ware: Ware) -> str:
    return str(ware.card) if ware.offered_by is None else f"{ware.card}@{ware.offered_by}"


def parse_rules(players: int, tea: str, cards: CardFile | None) -> Rules:
    try:
        base = Rules(players, cards) if cards else Rules(players)
        return Rules(players, base.cards, 0 if tea == "0" else parse_number(tea, 99))
    except BadRules as bad:
        raise BadText(str(bad)) from None


def parse_phase(text: str) -> Phase:
    if text not in tuple(Phase):
        raise BadText(f"a phase is one of {', '.join(Phase)}, not {text!r}")
    return Phase(text)


def parse_rows(text: str, players: int) -> tuple[Cards, ...]:
    rows = tuple(parse_cards(row) for row in text.split("/"))
    if len(rows) != players:
        raise BadText(f"cards for {len(rows)} seats in a position of {players}: {text!r}")
    return rows


def said_cards(said: dict[str, str], name: str, usual: Cards) -> Cards:
    return parse_cards(said[name]) if name in said else usual


def parse_ware(text: str) -> Ware:
    found = _WARE.fullmatch(text)
    if not found:
        raise BadText(f"a market card is CARD or CARD@SEAT, not {text!r}")
    return Ware(Card.parse(found[1]), int(found[2]) if found[2] else None)


def parse_turn(text: str) -> OrderPlace:
    found = _TURN.fullmatch(text)
    if not found:
        raise BadText(f"a turn is SEAT, or SEAT:VALOUR with a letter, not {text!r}")
    return OrderPlace(int(found[1]), int(found[2] or 0), found[3] or "")


def parse_errand(text: str) -> Errand:
    left, *places = text.split()
    if not places or any(place not in tuple(Place) for place in places):
        raise BadText(f"what is still to be gained is a number and places ({', '.join(Place)}), not {text!r}")
    return Errand(tuple(map(Place, places)), parse_number(left, 99))


def parse_number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= most):
        raise BadText(f"a number from 1 to {most} is wanted, not {text!r}")
    return int(text)


def parse_seat(text: str, players: int) -> Seat:
    if not (text.isascii() and text.isdigit() and len(text) == 1 and int(text) < players):
        raise BadText(f"a seat is a number from 0 to {players - 1}, not {text!r}")
    return int(text)


def check_position(state: Market, text: str) -> None:
    """Refuse what no match can come to, so that a slip in a table is noticed where it is made."""
    chosen = tuple(card for card in state.chosen if card is not None)
    wares = tuple(ware.card for ware in state.wares)
    lying = (*state.hands, *state.areas, state.palace, state.bazaar, state.deck, wares, chosen, state.removed)
    there = Counter((*market_cards(state.rules), *palace_cards(state.rules), *bazaar_cards(state.rules)))
    if extra := Counter(card for cards in lying for card in cards) - there:
        raise BadText(f"not in this game, or too often: {show_cards(extra)} in {text!r}")
    sizes = {len(hand) + (seat < len(state.chosen) and state.chosen[seat] is not None)
             for seat, hand in enumerate(state.hands)}  # fmt: skip
    if state.phase in _SECRET and (len(sizes) > 1 or 0 in sizes):
        raise BadText(f"before a choice all hands hold as many cards, and at least one: {text!r}")
    if state.phase in _SECRET and len(chosen) == state.players:
        raise BadText(f"with all choices in, they are revealed: {text!r}")
    needed = 0 if state.phase is Phase.OVER else (ROUNDS - state.number) * (state.players + turned_up(state.players))
    if len(state.deck) < needed:  # R16 does not arise
        raise BadText(f"{needed} cards will leave the deck until round {ROUNDS}, it has {len(state.deck)}: {text!r}")
    if (state.phase in _IN_TURN) != bool(state.turns):
        raise BadText(f"turns are left while cards are taken or gained, and only then: {text!r}")
    if state.phase is Phase.TAKE and len(state.wares) < len(state.turns):
        raise BadText(f"{len(state.turns)} seats are to take from {len(state.wares)} cards: {text!r}")
    gaining = state.phase is Phase.GAIN
    if gaining != (state.errand is not None) or gaining != (len(state.played) == state.players):
        raise BadText(f"effects need the cards played by all and what is to be gained, and only they do: {text!r}")
    if state.errand and not all(map(state.lying, state.errand.places)):
        raise BadText(f"nothing lies where it could be gained from: {text!r}")
