"""All that a host may ask of Opal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import thirdgame as opal
from karat.game import BadRules
from karat.kit import DealRecipe, Kit, Lazy, Options, Scored, Settings
from karat.perft import Engine
from karat.words.aid import player_aid
from karat.words.laws import law_titles
from thirdgame.book import book
from thirdgame.orders import orders
from thirdgame.rules import events, notation, record
from thirdgame.rules import round as one_round
from thirdgame.rules.cards import ALL_STONES, parse_stones
from thirdgame.rules.rules import LONG, PLAYERS, Rules
from thirdgame.words.telling import tell_match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.game import Seat
    from thirdgame.rules.cards import Stones
    from thirdgame.rules.deal import Deal
    from thirdgame.rules.match import Match

WORDS = "thirdgame.words"


def agree(settings: Settings) -> Rules:
    """The rules that these settings name; BadRules where there are none such."""
    if settings.edition is not None or settings.cards is not None:
        raise BadRules("Opal has one rulebook and one bag of stones")
    return Rules.parse(settings.players, settings.variants)


def settings(rules: Rules) -> Settings:
    return Settings(rules.players, None, rules.variants)


def sides(rules: Rules) -> tuple[tuple[Seat, ...], ...]:
    """O2.2: each for themselves."""
    return tuple((seat,) for seat in range(rules.players))


def hands(match: Match) -> tuple[Stones, ...] | None:
    return match.round.hands if match.round else None


def face_down(happened: Sequence[events.Event]) -> bool:
    """O4.1"""
    return any(isinstance(event, events.StoneLaid) for event in happened)


def scored(match: Match) -> tuple[Scored, ...]:
    return tuple(Scored(played.points) for played in match.played)


def started_by(deal: Deal, seat: Seat) -> Deal:  # noqa: ARG001 -- nobody begins: all choose together
    return deal


def read_deal(rules: Rules, told: Mapping[str, Any]) -> Deal:  # noqa: ARG001 -- the hands say how many play
    """`hands`, each a text."""
    return opal.Deal(tuple(parse_stones(hand) for hand in told["hands"]))


def recipe(rules: Rules) -> DealRecipe:  # noqa: ARG001 -- the bag is the same for any number
    return DealRecipe(tuple(map(str, ALL_STONES)), (), (), "rounds", (), ("deal",))


def make_kit() -> Kit:
    return Kit(
        name=opal.NAME,
        module=__name__,
        game=opal,
        options=Options(players=PLAYERS, usual_players=3, variants=(LONG,), variants_help=LONG),
        agree=agree,
        settings=settings,
        sides=sides,
        talk_law=lambda _: None,
        to_record=record.to_record,
        replay=record.replay,
        taken=record.taken,
        read_rules=record.read_rules,
        hands=hands,
        landmark=lambda event: "stones" if isinstance(event, events.StonesRevealed) else None,
        face_down=face_down,
        scored=scored,
        dealt=lambda match: match.deal,
        started_by=started_by,
        read_deal=read_deal,
        recipe=recipe,
        orders=orders,
        book=book,
        law_titles=partial(law_titles, WORDS),
        aid=partial(player_aid, WORDS),
        tell=tell_match,
        view=Lazy("thirdgame.view:view"),
        view_type=Lazy("thirdgame.view:OpalView"),
        observation=Lazy("thirdgame.view:observation"),
        events=get_args(events.Event),
        catalogue=Lazy("thirdgame.catalogue:catalogue"),
        catalogue_type=Lazy("thirdgame.catalogue:OpalCatalogue"),
        bot_names=("Agate", "Beryl", "Garnet", "Onyx"),
        bots={"random": Lazy("karat.bots.random:Random"), "careful": Lazy("thirdgame.bots.careful:Careful")},
        usual_level="careful",
        perft=Engine(
            notation.parse_round,
            lambda state: state.to_act,
            one_round.legal_actions,
            one_round.apply,
            notation.show_round,
        ),
        laid_out=lambda match: match.round,
        judge=Lazy("thirdgame.judge:OpalJudge"),
    )
