"""Worlds that look the same to one recipient: cards it cannot have seen change places, and so do unseen choices."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from karat.game import IllegalAction
from karat.games import GAMES
from karat.kit import Kit
from karat.server.house.live import Fold
from karat.server.tables.entries import Acted, Logged

if TYPE_CHECKING:
    from karat.server.tables.table import Table
    from karat.shuffle import Stream

TABLE = "leaks0000000"


class Unfit(Exception):
    """Another world in which something that was seen could not have happened."""


class Dealt:
    """A game whose deals are given, in place of those of the seed."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._game = kit.game
        self.deals: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def __repr__(self) -> str:
        return f"Dealt({self._game!r})"  # the same in both worlds: what is told of a game tells nothing of its deals

    def shuffled(self, state: Any, stream: Stream) -> Any:
        number = len(self._kit.scored(state))  # where a match is dealt again, a round has been scored
        return self.deals[number] if number < len(self.deals) else self._game.shuffled(state, stream)


def dealt_games() -> dict[str, Kit]:
    """The games, each with deals that can be given."""
    return {name: dataclasses.replace(hosted, game=Dealt(hosted)) for name, hosted in GAMES.items()}


@dataclasses.dataclass
class Known:
    """What was done at a table up to a point, told apart into what all have seen and what not."""

    deals: list[Any]
    shown: list[tuple[int, int, Any]]
    """Deal, seat and action: of moves that were made, undone ones too."""
    unseen: set[int]
    """Places in the log of choices that never were turned up."""
    changed: dict[int, int | None]
    """Places of choices face down that were changed, with the place of the last; None for those changes themselves."""
    state: Any
    game: str


def known_at(log: list[Logged]) -> Known:
    """Replay a log, and keep what the rules were told."""
    fold = Fold(TABLE, log[:1], GAMES)
    deals: list[Any] = []
    shown: list[tuple[int, int, Any]] = []
    pending: dict[int, list[int]] = {}
    unseen: set[int] = set()
    changed: dict[int, int | None] = {}

    def turn_up() -> None:
        for first, *later in pending.values():
            if later:
                changed.update({first: later[-1]} | dict.fromkeys(later))
        pending.clear()

    for logged in log[1:]:
        entry, running = logged.entry, fold.table.running
        before = len(running.moves) if running else 0
        number = max(len(deals) - 1, 0)
        if isinstance(entry, Acted) and running and len(running.to_act) > 1:
            pending.setdefault(entry.seat, []).append(logged.seq)
        fold.follow(logged)
        running = fold.table.running
        if running is None:
            continue
        deal = running.state.deal
        if deal is not None and (not deals or deals[-1] != deal):
            deals.append(deal)
        if isinstance(entry, Acted) and len(running.moves) > before:
            shown += [(number, move.seat, move.action) for move in running.moves[before:]]
            # The last choice of each was turned up, what it had been before was not.
            unseen |= {seq for choices in pending.values() for seq in choices[:-1]}
            turn_up()
        elif not isinstance(entry, Acted) and len(running.moves) < before:
            unseen |= {seq for choices in pending.values() for seq in choices}
            turn_up()
    unseen |= {seq for choices in pending.values() for seq in choices}
    turn_up()
    assert fold.table.running is not None
    return Known(deals, shown, unseen, changed, fold.table.running.state, fold.table.kit.name)


def other_deals(known: Known, recipient: int, rng: Stream) -> list[Any]:
    """Other deals that look the same to a recipient."""
    return OTHER_DEALS[known.game](known, recipient, rng)


def aurum_deals(known: Known, seat: int, rng: Stream) -> list[Any]:
    """Cards that were never played, bid or shown change hands."""
    changed = []
    played = known.state.played
    for number, deal in enumerate(known.deals):
        told = {card for where, _, action in known.shown if where == number
                for name in ("card", "gold") if (card := getattr(action, name, None))}  # fmt: skip
        ended = played[number].actions[-1][0] if number < len(played) else None
        others = [other for other in range(len(deal.hands)) if other not in (seat, ended)]
        hidden = {other: [card for card in deal.hands[other] if card not in told] for other in others}
        mixed = iter(rng.shuffled(card for cards in hidden.values() for card in cards))
        hands = list(deal.hands)
        for other in others:
            kept = [card for card in deal.hands[other] if card in told]
            hands[other] = tuple(sorted((*kept, *(next(mixed) for _ in hidden[other]))))
        changed.append(dataclasses.replace(deal, hands=tuple(hands)))
    return changed


def amul_deals(known: Known, seat: int, rng: Stream) -> list[Any]:
    """Cards that were dealt to others and never shown change places, and what is still in the deck."""
    (deal,) = known.deals
    market, players = known.state.market, known.state.rules.players
    if market.phase.value == "over":
        dealt = list(range(len(deal.deck) - len(market.deck), len(deal.deck)))
        return [reordered(deal, dealt, rng)]
    used = len(deal.deck) - len(market.deck)
    owner: dict[int, int] = {place: place // 5 for place in range(5 * players)}
    turned_up = (used - 5 * players) // market.number - players
    for start in range(5 * players, used, players + turned_up):
        owner |= {start + place: place for place in range(players)}
    hidden = list(range(used, len(deal.deck)))
    for other in range(players):
        if other == seat:
            continue
        shown = Counter(action.card for _, who, action in known.shown
                        if who == other and type(action).__name__ in ("Offer", "Play"))  # fmt: skip
        # A card may have been shown twice: offered, taken back openly, and played.
        hidden += [place for place, who in owner.items() if who == other and deal.deck[place] not in shown]
    return [reordered(deal, hidden, rng)]


OTHER_DEALS = {"aurum": aurum_deals, "amul": amul_deals}


def reordered(deal: Any, places: list[int], rng: Stream) -> Any:
    deck = list(deal.deck)
    for place, card in zip(places, rng.shuffled(deck[place] for place in places), strict=True):
        deck[place] = card
    return dataclasses.replace(deal, deck=tuple(deck))


def otherwise(logged: Logged, table: Table, known: Known, recipient: int, rng: Stream) -> Logged:
    """The next entry in the other world: what was not seen of another's choices is chosen anew."""
    entry = logged.entry
    if not isinstance(entry, Acted) or logged.seq not in known.unseen or entry.seat == recipient or not table.running:
        return logged
    chosen = str(rng.choice(table.running.legal(entry.seat)))
    return Logged(logged.seq, logged.at, msgspec.structs.replace(entry, action=chosen))


def decided_at_once(log: list[Logged], known: Known, recipient: int) -> list[Logged]:
    """The same as if the others had never changed a choice that lay face down: entries fewer, and no time moved."""
    by_place = {logged.seq: logged for logged in log}
    found: list[Logged] = []
    for logged in log:
        last = known.changed.get(logged.seq, logged.seq)
        if not isinstance(logged.entry, Acted) or logged.entry.seat == recipient:
            found.append(logged)
        elif last in by_place:  # what is chosen now is what was chosen in the end
            entry = msgspec.structs.replace(logged.entry, action=by_place[last].entry.action)
            found.append(Logged(last, logged.at, entry))
    return found


def follow(fold: Fold, logged: Logged) -> None:
    try:
        fold.follow(logged)
    except IllegalAction as illegal:
        raise Unfit(str(illegal)) from None
