"""The games there are, over REST: what may be agreed on, their cards, and their score pads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from starlette.responses import Response

from karat.game import BadEntry, BadRules
from karat.record import STANDARD_CARDS
from karat.server.http.calls import Call, Row, kept
from karat.server.http.problems import Failed
from karat.warming import for_play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.kit import Kit, ScorePad


class WhichCards(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[str, Meta(max_length=64)] = STANDARD_CARDS
    """The card file: `standard`, or the SHA-256 of one that the server has."""


class GameFacts(Struct, frozen=True):
    """What may be agreed on before a match."""

    name: str
    players: tuple[int, ...]
    usual_players: int
    bots: tuple[str, ...]
    """From weak to strong."""
    ready: tuple[str, ...]
    """Those of them that can play now; what the others think with is being compiled."""
    usual: str
    """The level of bots where nobody has wished for another."""
    card_files: bool
    """Whether it can be played with other cards than its own."""
    cards: tuple[str, ...] = ()
    """Card files that this server offers beside the standard one."""
    editions: tuple[str, ...] = ()
    usual_edition: str | None = None
    variants: tuple[str, ...] = ()


class Games(Struct, frozen=True):
    games: tuple[GameFacts, ...]
    compiled: float
    """How much of what the bots think with is compiled, from 0 to 1."""


async def games(call: Call) -> Games:
    kits = tuple(call.house.games.values())
    pieces = for_play(kits)
    done = sum(piece.is_ready for piece in pieces) / len(pieces) if pieces else 1.0
    return Games(tuple(facts(call, kit) for kit in kits), done)


def facts(call: Call, kit: Kit) -> GameFacts:
    may = kit.options
    return GameFacts(
        name=kit.name,
        players=may.players,
        usual_players=may.usual_players,
        bots=kit.levels,
        ready=kit.ready_levels,
        usual=kit.usual_level,
        card_files=kit.card_files is not None,
        cards=tuple(sorted(call.house.offered)) if kit.card_files else (),
        editions=may.editions,
        usual_edition=may.usual_edition,
        variants=may.variants,
    )


def cards_row(kit: Kit) -> Row:
    """The call that tells every card of a game."""

    async def cards(call: Call) -> Response:
        name = call.asked.cards if call.asked else None
        return kept(call, kit.catalogue(await cards_of(call, kit, name)))

    cards.__name__ = f"{kit.name}_cards"
    of_files: tuple[Any, ...] = ((404,), WhichCards) if kit.card_files else ()
    path, does = f"/api/cards/{kit.name}", f"All cards of {kit.name.capitalize()}"
    return Row("GET", path, does, cards, None, kit.catalogue_type.load(), *of_files)


def pad_row(kit: Kit, pad: ScorePad) -> Row:
    """The call that scores what was entered of a game."""

    async def score(call: Call) -> Any:
        cards = await cards_of(call, kit, getattr(call.body, "cards", None))
        try:
            return pad.score(call.body, cards)
        except BadRules as bad:
            raise Failed(409, "bad_rules", str(bad)) from None
        except BadEntry as bad:
            raise Failed(409, "bad_entry", str(bad), params={"field": bad.field, "reason": bad.reason}) from None

    score.__name__ = f"score_{kit.name}"
    path, does = f"/api/score/{kit.name}", f"Score a match of {kit.name.capitalize()}"
    return Row("POST", path, does, score, pad.entries.load(), pad.scores.load(), (404,) if kit.card_files else ())


async def cards_of(call: Call, kit: Kit, name: str | None) -> Any:
    """The cards that a game is played with; None where they are fixed."""
    if kit.card_files is None:
        return None
    cards = await call.house.card_files.cards(name or STANDARD_CARDS)
    if cards is None:
        raise Failed(404, "no_such_cards", "there is no such card file")
    return cards


def game_routes(kits: Mapping[str, Kit]) -> tuple[Row, ...]:
    """The calls about these games."""
    return (
        Row("GET", "/api/games", "The games and their bots", games, None, Games),
        *(cards_row(kit) for kit in kits.values()),
        *(pad_row(kit, kit.pad) for kit in kits.values() if kit.pad),
    )
