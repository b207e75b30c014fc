"""All that a host may ask of Amul."""

from __future__ import annotations

import pkgutil
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from karat import amul
from karat.amul.book import book
from karat.amul.orders import orders
from karat.amul.rules import cardfile, events, market, record
from karat.amul.rules.cards import STANDARD, CardFile, parse_cards
from karat.amul.rules.codec import codec
from karat.amul.rules.counts import PLAYERS
from karat.amul.rules.deal import market_cards
from karat.amul.rules.notation import parse_market, show_market
from karat.amul.rules.rules import VARIANTS, Rules
from karat.amul.rules.scoring import score
from karat.amul.words.telling import tell_match
from karat.game import BadRules
from karat.kit import (
    CardFormat,
    DailyTable,
    DealRecipe,
    Kernel,
    Kit,
    Lab,
    Lazy,
    Options,
    Piece,
    Scored,
    ScorePad,
    Settings,
)
from karat.perft import Engine
from karat.words.aid import player_aid
from karat.words.laws import law_titles
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.amul.rules.cards import Cards
    from karat.amul.rules.deal import Deal
    from karat.amul.rules.match import Match
    from karat.amul.rules.observe import Observation
    from karat.amul.view import AmulView
    from karat.game import Seat

LANDMARKS: dict[type, str] = {
    events.OffersRevealed: "offers",
    events.PlaysRevealed: "plays",
    events.MatchScored: "scored",
}
WORDS = "karat.amul.words"
BOTS = TextFile(WORDS, "bots.toml").texts


def agree(settings: Settings, card_files: Mapping[str, CardFile]) -> Rules:
    """The rules that these settings name; BadRules where there are none such."""
    if settings.edition is not None:
        raise BadRules("Amul has one rulebook: it has no editions")
    cards = None
    if settings.cards not in (None, STANDARD):
        cards = card_files.get(settings.cards)
        if cards is None:
            raise BadRules(f"no card file {settings.cards!r} is at hand")
    return Rules.parse(settings.players, settings.variants, cards)


def settings(rules: Rules) -> Settings:
    return Settings(rules.players, None, rules.variants, rules.cards.identity)


def sides(rules: Rules) -> tuple[tuple[Seat, ...], ...]:
    """Every merchant plays for themselves."""
    return tuple((seat,) for seat in range(rules.players))


def hands(match: Match) -> tuple[Cards, ...] | None:
    return match.market.hands if match.market else None


def face_down(happened: Sequence[events.Event]) -> bool:
    """M13, M16: all offer and play in secret at the same time."""
    return any(isinstance(event, events.OfferChosen | events.PlayChosen) for event in happened) and not any(
        isinstance(event, events.OffersRevealed | events.PlaysRevealed) for event in happened
    )


def scored(match: Match) -> tuple[Scored, ...]:
    """A match is scored once, at its end."""
    return (Scored(match.sheet.points, facts=dict(match.sheet.rows)),) if match.sheet else ()


def stands(match: Match) -> tuple[tuple[int, ...], ...]:
    """M42, M43: by points, then by the symbol that breaks a tie; before the end by the areas as they lie."""
    if match.market is None:
        return ((0, 0),) * match.rules.players
    sheet = match.sheet or score(match.rules.cards, match.market.areas)
    return tuple(zip(sheet.points, sheet.tiebreak, strict=True))


def started_by(deal: Deal, seat: Seat) -> Deal:
    return replace(deal, first=seat)


def read_deal(rules: Rules, told: Mapping[str, Any]) -> Deal:
    """`first` and `deck`, a text of the top cards; the others lie below in the order of the card file."""
    top = parse_cards(told["deck"])
    left = Counter(market_cards(rules))
    left.subtract(top)
    return amul.Deal(told["first"], (*top, *left.elements()) if min(left.values()) >= 0 else top)


def recipe(rules: Rules) -> DealRecipe:
    """M6, M8: the emir, then the market deck."""
    pack = tuple(map(str, market_cards(rules)))
    return DealRecipe(pack, (rules.players,), (), "", ("first",), ("deck",), ordered=True)


def observation(shown: AmulView, card_files: Mapping[str, CardFile]) -> Observation:
    """What a view was made from; BadRules where its cards are not at hand."""
    rules = agree(Settings(shown.players, None, shown.variants, shown.cards), card_files)
    seen: Observation = Lazy("karat.amul.view:observation")(shown, rules)
    return seen


def make_kit(*card_files: CardFile) -> Kit:
    at_hand = {cards.identity: cards for cards in card_files}
    return Kit(
        name=amul.NAME,
        module=__name__,
        game=amul,
        options=Options(
            players=tuple(PLAYERS),
            usual_players=5,
            variants=VARIANTS,
            variants_help="tea, or tea:N for N Tea cards",
        ),
        agree=partial(agree, card_files=at_hand),
        settings=settings,
        sides=sides,
        talk_law=lambda _: None,
        to_record=record.to_record,
        replay=partial(record.replay, card_files=at_hand),
        taken=partial(record.taken, card_files=at_hand),
        read_rules=partial(record.read_rules, card_files=at_hand),
        hands=hands,
        landmark=lambda event: LANDMARKS.get(type(event)),
        face_down=face_down,
        scored=scored,
        dealt=lambda match: match.deal,
        stands=stands,
        started_by=started_by,
        read_deal=read_deal,
        recipe=recipe,
        orders=orders,
        book=book,
        law_titles=partial(law_titles, WORDS),
        aid=partial(player_aid, WORDS),
        tell=tell_match,
        card_text=Lazy("karat.amul.words.card_text:card_text"),
        view=Lazy("karat.amul.view:view"),
        view_type=Lazy("karat.amul.view:AmulView"),
        observation=partial(observation, card_files=at_hand),
        events=get_args(events.Event),
        catalogue=Lazy("karat.amul.catalogue:catalogue"),
        catalogue_type=Lazy("karat.amul.catalogue:AmulCatalogue"),
        pad=ScorePad(
            Lazy("karat.amul.pad:AmulEntries"), Lazy("karat.amul.pad:AmulScores"), Lazy("karat.amul.pad:score")
        ),
        tutorials={"first": (pkgutil.get_data("karat.amul", "tutorial.toml") or b"").decode("utf-8")},
        bot_names=tuple(BOTS),
        bots_called=BOTS,
        daily=(DailyTable(Settings(4), "strong", tries=1_500),),
        table=Lazy("karat.amul.terminal.table:GameTable"),
        bots={
            "random": Lazy("karat.bots.random:Random"),
            "novice": Lazy("karat.amul.bots.novice:Novice"),
            "casual": Lazy("karat.amul.bots.casual:Casual"),
            "strong": Lazy("karat.amul.bots.strong:Strong"),
            "expert": Lazy("karat.amul.bots.expert:Expert"),
        },
        usual_level="casual",
        compiled_bots=frozenset({"strong", "expert"}),
        searching=frozenset({"strong", "expert"}),
        perft=Engine(parse_market, lambda state: state.to_act, market.legal_actions, market.apply, show_market),
        laid_out=lambda match: match.market,
        kernel=Kernel(
            batch=Lazy("karat.amul.kernel.batch:Batch"),
            single=Lazy("karat.amul.kernel.single:Single"),
            opponents=Lazy("karat.amul.search.opponents:Opponents"),
            opponent_names=("random", "rules", "instant"),
            encode=lambda rules, action, _: codec(rules.cards).encode(action),
            decode=lambda rules, number, _: codec(rules.cards).decode(number),
            replay=Lazy("karat.amul.decisions:Replayer"),
            contenders=Lazy("karat.amul.kernel.bench:contenders"),
            pieces=(
                Piece(Lazy("karat.amul.search.warm:choices"), ("strong", "expert", "review")),
                Piece(Lazy("karat.amul.search.warm:last_round"), ("expert", "review")),
                Piece(Lazy("karat.amul.search.warm:secrets"), ("expert", "review")),
                Piece(Lazy("karat.amul.search.warm:views"), ("strong", "expert", "review")),
                Piece(Lazy("karat.amul.judge.warm:deals"), ("review",)),
                Piece(Lazy("karat.amul.judge.chance:compiled"), ("luck",)),
                Piece(Lazy("karat.amul.judge.warm:looks"), ("review",)),
                Piece(Lazy("karat.amul.kernel.warm:edge_of_it"), ("bench",)),
                Piece(Lazy("karat.amul.kernel.warm:batches"), ("bench", "env")),
                Piece(Lazy("karat.amul.kernel.warm:contenders_in_bench"), ("bench",)),
                Piece(Lazy("karat.amul.kernel.warm:one_match"), ("env",)),
                Piece(Lazy("karat.amul.decisions:reading_of_records"), ("export",)),
                Piece(Lazy("karat.amul.search.warm:around_a_learner"), ("env",)),
                Piece(Lazy("karat.amul.net.warm:moment"), ("train",)),
            ),
        ),
        judge=Lazy("karat.amul.judge.judge:AmulJudge"),
        study=Lazy("karat.amul.study:facts_of"),
        luck=Lazy("karat.amul.judge.chance:luck_of_sides"),
        lab=Lab(Lazy("karat.amul.lab.subject:Subject"), usual_players=0),
        card_files=CardFormat(
            usual=STANDARD,
            largest=cardfile.LARGEST,
            identity=cardfile.identity,
            read=cardfile.read_cards,
            usual_bytes=cardfile.standard_bytes,
            pages="karat.amul.terminal.card_pages",
        ),
        at_hand=card_files,
    )
