"""All that a host may ask of Aurum."""

from __future__ import annotations

import pkgutil
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from karat import aurum
from karat.aurum.book import book
from karat.aurum.orders import orders
from karat.aurum.rules import codec, events, notation, record
from karat.aurum.rules import round as one_round
from karat.aurum.rules.cards import Card
from karat.aurum.rules.deal import base_cards
from karat.aurum.rules.rules import PLAYERS, Edition, Rules, Variant
from karat.aurum.rules.scoring import collected
from karat.aurum.words.telling import tell_match
from karat.game import BadRules
from karat.kit import DailyTable, DealRecipe, Kernel, Kit, Lab, Lazy, Options, Piece, Scored, ScorePad, Settings
from karat.perft import Engine
from karat.words.aid import player_aid
from karat.words.laws import law_titles
from karat.words.texts import TextFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.aurum.rules.cards import Cards
    from karat.aurum.rules.deal import Deal
    from karat.aurum.rules.match import Match
    from karat.game import Seat

LANDMARKS: dict[type, str] = {
    events.BidsRevealed: "bids",
    events.TrickTaken: "trick",
    events.RoundScored: "scored",
}
WORDS = "karat.aurum.words"
BOTS = TextFile(WORDS, "bots.toml").texts
CARD_COLOURS = {
    r"\bB(?:10|[1-9])\b": "bold magenta",
    r"\bC(?:10|[1-9])\b": "bold red",
    r"\bP(?:10|[1-9])\b": "bold green",
    r"\bS(?:10|[1-9])\b": "bold white",
    r"\bZ(?:10|[1-9])\b": "bold cyan",
    r"\bG[0-8]\b": "bold yellow",
}
"""By metal."""


def agree(settings: Settings) -> Rules:
    """The rules that these settings name; BadRules where there are none such."""
    if settings.cards is not None:
        raise BadRules("the cards of Aurum are fixed: it has no card files")
    return Rules.parse(settings.players, settings.edition or Edition.DE, settings.variants)


def settings(rules: Rules) -> Settings:
    return Settings(rules.players, str(rules.edition), tuple(map(str, rules.variants)))


def hands(match: Match) -> tuple[Cards, ...] | None:
    return match.round.hands if match.round else None


def face_down(happened: Sequence[events.Event]) -> bool:
    """A3.3: three players bid in secret."""
    return any(isinstance(event, events.BidChosen) for event in happened) and not any(
        isinstance(event, events.BidsRevealed) for event in happened
    )


def scored(match: Match) -> tuple[Scored, ...]:
    """Every finished round, with what became of the bids."""
    return tuple(scored_round(match.rules, result.points, result.bids, result.tricks) for result in match.results)


def scored_round(rules: Rules, points: tuple[int, ...], bids: tuple[int, ...], tricks: tuple[int, ...]) -> Scored:
    taken = [sum(tricks[seat] for seat in side) for side in rules.sides]
    exact = tuple(int(has == bid) for has, bid in zip(taken, bids, strict=True))
    made = tuple(int(has >= bid) for has, bid in zip(taken, bids, strict=True))
    counts = {"exact": exact, "made": made, "missed": tuple(1 - one for one in made)}
    return Scored(points, counts, {"bid": bids, "tricks": tuple(taken)})


def stands(match: Match) -> tuple[tuple[int, ...], ...]:
    """A9, AV.2: nuggets decide, else the points of all rounds."""
    nuggets, totals = collected(match.rules, match.results)
    return tuple(zip(*((totals,) if match.rules.plays_for_total else (nuggets, totals)), strict=True))


def round_won(match: Match) -> tuple[float, ...] | None:
    """A8.3: by the nuggets of the first round."""
    if not match.played:
        return None
    nuggets = match.results[0].nuggets
    return tuple(won / sum(nuggets) for won in nuggets)


def started_by(deal: Deal, seat: Seat) -> Deal:
    return replace(deal, first=seat)


def read_deal(rules: Rules, told: Mapping[str, Any]) -> Deal:  # noqa: ARG001 -- the hands say how many play
    """`first`, `hands`, each hand a text, and `aside` where cards are left over."""
    *hands, aside = (tuple(sorted(map(Card.parse, text.split()))) for text in (*told["hands"], told.get("aside", "")))
    return aurum.Deal(told["first"], tuple(hands), aside)


def recipe(rules: Rules) -> DealRecipe:
    """A2: the first player of the first round, then the base cards."""
    pack = tuple(map(str, base_cards(rules.players)))
    return DealRecipe(pack, (rules.players,), (), "rounds", ("first",), ("deal", "aside"))


def make_kit() -> Kit:
    return Kit(
        name=aurum.NAME,
        module=__name__,
        game=aurum,
        options=Options(
            players=PLAYERS,
            usual_players=4,
            editions=tuple(map(str, Edition)),
            usual_edition=str(Edition.DE),
            variants=tuple(map(str, Variant)),
            variants_help=f"{', '.join(Variant)}, or both",
        ),
        agree=agree,
        settings=settings,
        sides=lambda rules: rules.sides,
        talk_law=lambda rules: rules.silenced_by,
        to_record=record.to_record,
        replay=record.replay,
        taken=record.taken,
        read_rules=record.read_rules,
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
        round_won=round_won,
        rounds_are_won=lambda rules: not rules.plays_for_total,
        counts=("bids", ("exact", "made", "missed")),
        book=book,
        law_titles=partial(law_titles, WORDS),
        aid=partial(player_aid, WORDS),
        tell=tell_match,
        card_text=Lazy("karat.aurum.words.card_text:card_text"),
        card_colours=CARD_COLOURS,
        view=Lazy("karat.aurum.view:view"),
        view_type=Lazy("karat.aurum.view:AurumView"),
        observation=Lazy("karat.aurum.view:observation"),
        events=get_args(events.Event),
        catalogue=Lazy("karat.aurum.catalogue:catalogue"),
        catalogue_type=Lazy("karat.aurum.catalogue:AurumCatalogue"),
        pad=ScorePad(
            Lazy("karat.aurum.pad:AurumEntries"), Lazy("karat.aurum.pad:AurumScores"), Lazy("karat.aurum.pad:score")
        ),
        tutorials={
            course: (pkgutil.get_data("karat.aurum", file) or b"").decode("utf-8")
            for course, file in (("first", "tutorial.toml"), ("partners", "tutorial-partners.toml"))
        },
        bot_names=tuple(BOTS),
        bots_called=BOTS,
        daily=(DailyTable(Settings(4), "strong", tries=12_000), DailyTable(Settings(3), "strong", tries=12_000)),
        table=Lazy("karat.aurum.terminal.table:GameTable"),
        bots={
            "random": Lazy("karat.bots.random:Random"),
            "novice": Lazy("karat.aurum.bots.novice:Novice"),
            "casual": Lazy("karat.aurum.bots.casual:Casual"),
            "strong": Lazy("karat.aurum.bots.strong:Strong"),
            "instant": Lazy("karat.aurum.bots.instant:Instant"),
            "expert": Lazy("karat.aurum.bots.expert:Expert"),
        },
        net_bots={"instant": Lazy("karat.aurum.bots.instant:with_net")},
        usual_level="casual",
        compiled_bots=frozenset({"strong", "instant", "expert"}),
        searching=frozenset({"strong", "expert"}),
        bots_for_measuring={
            "openspiel": Lazy("karat.aurum.bots.openspiel:OpenSpiel"),
            "oracle": Lazy("karat.aurum.bots.oracle:Oracle"),
        },
        perft=Engine(
            notation.parse_round,
            lambda state: state.to_act,
            one_round.legal_actions,
            one_round.apply,
            notation.show_round,
        ),
        laid_out=lambda match: match.round,
        kernel=Kernel(
            batch=Lazy("karat.aurum.kernel.batch:Batch"),
            single=Lazy("karat.aurum.kernel.single:Single"),
            opponents=Lazy("karat.aurum.search.opponents:Opponents"),
            opponent_names=("random", "rules", "instant"),
            encode=lambda rules, action, seat: codec.encode(action, seat, rules.players),
            decode=lambda rules, number, seat: codec.decode(number, seat, rules.players),
            replay=Lazy("karat.aurum.decisions:Replayer"),
            contenders=Lazy("karat.aurum.kernel.bench:contenders"),
            pieces=(
                Piece(Lazy("karat.aurum.search.warm:tree"), ("strong", "expert")),
                Piece(Lazy("karat.aurum.net.warm:actions"), ("instant",)),
                Piece(Lazy("karat.aurum.search.warm:ahead"), ("expert", "review")),
                Piece(Lazy("karat.aurum.search.warm:last_tricks"), ("strong", "expert", "review")),
                Piece(Lazy("karat.aurum.search.warm:replies"), ("strong", "expert", "review")),
                Piece(Lazy("karat.aurum.judge.warm:looks"), ("review", "luck")),
                Piece(Lazy("karat.aurum.judge.warm:open_cards"), ("review",)),
                Piece(Lazy("karat.aurum.solver.warm:solver"), ("solve",)),
                Piece(Lazy("karat.aurum.kernel.warm:edge_of_it"), ("bench",)),
                Piece(Lazy("karat.aurum.kernel.warm:batches"), ("bench", "env")),
                Piece(Lazy("karat.aurum.kernel.warm:contenders_in_bench"), ("bench",)),
                Piece(Lazy("karat.aurum.kernel.warm:one_match"), ("env",)),
                Piece(Lazy("karat.aurum.decisions:reading_of_records"), ("export",)),
                Piece(Lazy("karat.aurum.search.warm:around_a_learner"), ("env",)),
                Piece(Lazy("karat.aurum.net.warm:moment"), ("train",)),
            ),
        ),
        solve=Lazy("karat.aurum.solver.solve:solve_match"),
        judge=Lazy("karat.aurum.judge.judge:AurumJudge"),
        study=Lazy("karat.aurum.study:facts_of"),
        luck=Lazy("karat.aurum.judge.chance:luck_of_sides"),
        solve_quickly=Lazy("karat.aurum.judge.open_cards:solve_quickly"),
        lab=Lab(Lazy("karat.aurum.lab.subject:Subject"), usual_players=4, sparring=True),
    )
