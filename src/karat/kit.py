"""Everything that a host may ask of a game, as one typed value. Knows no game.

A kit is made in the game's own folder (`karat/aurum/kit.py`) and listed in `karat.games`; hosts get it from there and
ask nothing of a game that is not here. When a host needs to know one more thing, the kit learns it.

What needs more than the standard library is named as `Lazy` and imported when it is first wanted, so that whoever
reads a record waits for no compiler, no screen and no web server.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.bots.bot import Budget, UnknownBot
from karat.kernel.claims import claim

if TYPE_CHECKING:
    from karat.book import Book
    from karat.bots.bot import Bot
    from karat.game import Game, Law, Seat, Step
    from karat.language import Texts
    from karat.perft import Engine
    from karat.record import Record, Taken
    from karat.words.aid import AidSection


@dataclass(frozen=True, slots=True)
class Lazy:
    """Something of a game that is imported when it is first wanted, as `module:name`.

    >>> Lazy("math:sqrt")(9)
    3.0
    """

    path: str

    def load(self) -> Any:
        module, _, name = self.path.partition(":")
        return getattr(importlib.import_module(module), name)

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.load()(*args, **options)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is agreed before a match, as menus, commands and records write it."""

    players: int
    edition: str | None = None
    """None where the game has one rulebook, or for its usual one."""
    variants: tuple[str, ...] = ()
    cards: str | None = None
    """The identity of a card file; None where the cards are fixed, or for the usual ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What may be agreed on, for menus and command lines."""

    players: tuple[int, ...]
    usual_players: int
    editions: tuple[str, ...] = ()
    usual_edition: str | None = None
    variants: tuple[str, ...] = ()
    variants_help: str = ""
    """How a command line tells them, in English."""


@dataclass(frozen=True, slots=True)
class CardFormat:
    """How a game reads cards that are data; only for games whose cards can be other than their own."""

    usual: str
    """The identity of the game's own cards."""
    largest: int
    """Bytes of a file."""
    identity: Callable[[bytes], str]
    """By which records name a file."""
    read: Callable[[bytes, str], Any]
    """The cards in the bytes of a file, which errors call by that name; BadCardFile with every problem."""
    usual_bytes: Callable[[], bytes]
    """The game's own cards as a file, to be corrected."""
    pages: str
    """A module that tells of the cards in a language: `as_json`, `in_full`, `overview`, `sums` (see `karat cards`)."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What was scored at once: a round, or a whole match. By side."""

    points: tuple[int, ...]
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What else a tournament counts, 1 where it came about."""
    facts: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False)
    """What else a review tells of it, such as bids."""


@dataclass(frozen=True, slots=True)
class DealRecipe:
    """How deals follow from a seed and where a record tells them: whoever has it checks them without any rule.

    Deal r comes from stream r of the seed (`karat.shuffle`): some numbers are drawn, then the pack is shuffled and
    dealt into piles one after the other, as many cards to each as the record says lie there. What is left is not dealt.
    """

    pack: tuple[str, ...]
    """Every card, in the order in which the shuffle finds it."""
    first: tuple[int, ...]
    """The bounds of the numbers that are drawn before the first deal."""
    later: tuple[int, ...]
    """Before each other one."""
    rounds: str
    """Under which a record lists its deals; empty where it has one and tells it itself."""
    drawn: tuple[str, ...]
    """Under which it tells the numbers that were drawn."""
    piles: tuple[str, ...]
    """Under which it tells the piles, each a list of cards or a list of such lists."""
    ordered: bool = False
    """Whether the order within a pile is that of the dealing; else it means nothing."""


@dataclass(frozen=True, slots=True)
class ScorePad:
    """The score sheet for people with the box on the table."""

    entries: Lazy
    """The type of what is entered."""
    scores: Lazy
    """The type of what is told."""
    score: Lazy
    """`(entries, cards) -> scores`; BadRules or BadEntry."""


@dataclass(frozen=True, slots=True)
class DailyTable:
    """A table that is dealt anew every day, the same for everybody: one person, and bots that always answer alike."""

    settings: Settings
    level: str
    """Of the bots."""
    tries: int
    """That they have for a choice."""
    seat: int = 0
    """The person's."""


class StudyFact(NamedTuple):
    """Something that a study of a game counts: a win, or a part of one, that somebody had who did or got something."""

    question: str
    """What it is about: `starter`, `seat`, and what else the game has, such as `bid`."""
    subject: str
    """Which of the answers."""
    won: float
    """The part of the win: of the round's where rounds are won, else of the match's."""
    points: float


class MatchFacts(NamedTuple):
    """What a finished match tells a study."""

    facts: tuple[StudyFact, ...]
    measures: Mapping[str, float]
    """What is compared between rules, such as how many rounds it took; the same names for every match of a game."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Kernels that are compiled one after the other, in a process of their own."""

    call: Lazy
    """Calls each of them once."""
    used_by: tuple[str, ...]
    """The bots that think with them, and the commands that use them."""

    @property
    def name(self) -> str:
        """For people: `aurum search: tree`."""
        module, _, function = self.call.path.partition(":")
        return f"{' '.join(module.split('.')[1:-1])}: {function.replace('_', ' ')}"

    @property
    def is_ready(self) -> bool:
        """Whether it was compiled here, to its end."""
        return claim(self.call.path).is_done

    def compile(self) -> None:
        """Compile it unless it is compiled; of several processes on a machine one does, and the others wait for it."""
        wanted = claim(self.call.path)
        with wanted.held():
            if not wanted.is_done:
                self.call()
                wanted.finish()


LEARNER = "learner"
"""Who sits among compiled players where a learner does."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The compiled twin of the rules, by the names of its modules."""

    batch: Lazy
    """The class of thousands of matches at once."""
    single: Lazy
    """The class of one match that Python steps."""
    opponents: Lazy
    """The class of compiled players around one learner: `(batch, names, learners, seed)`."""
    opponent_names: tuple[str, ...]
    """Those there are; LEARNER stands for a seat that the learner acts for too."""
    encode: Callable[[Any, Any, Seat], int]
    """`(rules, action, seat)`: the number of an action."""
    decode: Callable[[Any, int, Seat], Any]
    """`(rules, number, seat)`: the other way."""
    replay: Lazy
    """The class that reads records as arrays of decisions: `(rules) -> Replayer` (karat.decisions)."""
    contenders: Lazy
    """Every way into it, for measuring."""
    pieces: tuple[Piece, ...]
    """What there is to compile, in the order in which it should be."""


@dataclass(frozen=True, slots=True)
class Lab:
    """What is trained."""

    subject: Lazy
    """`(players) -> Subject`; 0 for a net for every number."""
    usual_players: int
    sparring: bool = False
    """Whether a search can be trained against."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Kit:
    """One game, whole."""

    name: str
    """As records, folders and commands write it."""
    module: str
    """Where the kit is made: a module with `make_kit(*card_files)`."""
    game: Game
    """The functions of the rules."""

    # What is agreed

    options: Options
    agree: Callable[[Settings], Any]
    """The rules of a match, a value with `players`; BadRules where the game has none such."""
    settings: Callable[[Any], Settings]
    """The other way."""
    sides: Callable[[Any], tuple[tuple[Seat, ...], ...]]
    """Who wins together under these rules."""
    talk_law: Callable[[Any], Law | None]
    """The rule by which players may not talk freely while a match of these rules goes on."""

    # Records

    to_record: Callable[[Any], Record]
    replay: Callable[[Record], Any]
    """The match at its end; BadRecord where it does not replay."""
    taken: Callable[[Record], Iterator[Taken]]
    """Every deal and action of a record in order, with who took it in which round; BadRecord."""
    read_rules: Callable[[Record], Any]

    # A match

    hands: Callable[[Any], Sequence[tuple[Any, ...]] | None]
    """All hands by seat, for who may see all cards; None where none are dealt."""
    landmark: Callable[[Any], str | None]
    """What an event is called that one wants to jump to."""
    face_down: Callable[[Sequence[Any]], bool]
    """Whether what happened is a choice that lies face down and was not turned up yet."""
    scored: Callable[[Any], tuple[Scored, ...]]
    """What was scored in a match so far, one after the other."""
    dealt: Callable[[Any], Any]
    """The deal that is being played, of a match in which one is."""
    stands: Callable[[Any], tuple[tuple[int, ...], ...]] | None = None
    """By side, how they stand: in what decides a match, then in what breaks a tie. By points scored if not given."""
    started_by: Callable[[Any, Seat], Any]
    """The deal with the same cards and another starter."""
    read_deal: Callable[[Any, Mapping[str, Any]], Any]
    """A deal under these rules as a file tells it, such as a tutorial."""
    recipe: Callable[[Any], DealRecipe]
    """How a match of these rules is dealt, as data."""
    round_won: Callable[[Any], tuple[float, ...] | None] | None = None
    """By side, the part of the win of the first round; None while it goes on. For games whose rounds can be won."""
    orders: Callable[[Any, Seat], Mapping[Any, Hashable]] | None = None
    """`(state, seat)`: the actions that a seat may say in advance by what it sees, and what each of them stands on.

    One is done for the seat when it is asked and the rules allow it, as long as it stands on the same. None for games
    in which nothing can sensibly be said in advance.
    """
    rounds_are_won: Callable[[Any], bool] = lambda _: False
    """Whether under these rules a round can be won by itself."""
    counts: tuple[str, tuple[str, ...]] | None = None
    """What a tournament counts beside points: what it is about, and the names in `Scored.counts`."""

    # Words

    book: Callable[..., Book]
    """The rules in a language; in English when none is given."""
    law_titles: Callable[[str], dict[str, str]]
    """What a refusal says in one line, by the id of the rule, in a language."""
    aid: Callable[[str], tuple[AidSection, ...]]
    """The game on half a page, in a language."""
    tell: Callable[[Any, Iterable[Step[Any]], str], Iterator[str]]
    """A match of these rules and steps in a language, by lines. A heading begins with `#`, of a round with `##`."""
    card_colours: Mapping[str, str] = field(default_factory=dict)
    """How a terminal colours cards in such lines: by pattern, a style as Rich writes it."""

    card_text: Lazy | None = None
    """`(rules, card, language) -> CardText` (karat.words.card_text): what a card is, named as views name it.

    For pages on which cards open that have no script to draw them.
    """

    # What hosts show

    view: Lazy
    """`(observation, legal actions or None, all hands or None) -> View`: what every page and every bot is shown.

    Without legal actions nothing is to be chosen, as in a replay, and what was done before is left out.
    """
    view_type: Lazy
    """A type that msgspec knows, with a field `game` that is the game's name."""
    observation: Callable[[Any], Any]
    """The other way: the observation that a View was made from; BadRules where its cards are not at hand."""
    events: tuple[type, ...]
    """Every kind of event, as the rules tell it: the one definition of what is told of a match on the wire."""
    catalogue: Lazy
    """`(cards) -> the type below`: every card, for a page to draw."""
    catalogue_type: Lazy
    pad: ScorePad | None = None
    tutorials: Mapping[str, str] = field(default_factory=dict)
    """The texts of tutorial files by the name of the course; the first is where one begins."""
    bot_names: tuple[str, ...] = ()
    """What bots at a table are called, by seat, in logs and records: one for each that there can be."""
    bots_called: Mapping[str, Texts] = field(default_factory=dict)
    """How languages write these names, where that differs."""
    daily: tuple[DailyTable, ...] = ()
    """What everybody can play once a day, on the same cards."""
    table: Lazy | None = None
    """`(seated match, seat names, pace, explain) -> TerminalTable`: the table in a terminal."""

    # Engines and players

    bots: Mapping[str, Lazy]
    """From weak to strong."""
    usual_level: str
    """The level of bots where nobody has wished for another; it plays at once, without compiled code."""
    compiled_bots: frozenset[str] = frozenset()
    """Those that think in compiled code, and so are there only where numba is."""
    searching: frozenset[str] = frozenset()
    """Those that think for as long as they may; the others answer at once, and must not wait for these."""
    bots_for_measuring: Mapping[str, Lazy] = field(default_factory=dict)
    """Players that the arena alone may seat, never a table: those of other libraries, and those that see all cards.

    One that sees all cards has `knows_all = True` and, in place of `choose`, `choose_knowing(state, legal, rng)`.
    """
    net_bots: Mapping[str, Lazy] = field(default_factory=dict)
    """Of the levels, those that can play by a net of the user's: `(bytes of its file, its name) -> Bot`; ValueError."""
    perft: Engine | None = None
    laid_out: Callable[[Any], Any] = lambda _: None
    """What lies on the table of a match, as perft takes it; None where nothing does, or it has no text."""
    kernel: Kernel | None = None
    solve: Lazy | None = None
    """`(match, win_only, budget) -> Solution`: exact play of late positions with all cards known; ValueError."""
    judge: Lazy | None = None
    """`(rules) -> Judge`: what choices are worth by what a seat could know, and how much was luck, for reviews."""
    study: Lazy | None = None
    """`(finished match) -> MatchFacts`: what a study of the game's balance counts."""
    luck: Lazy | None = None
    """`(rules, taken, seed, of_match=...) -> by side`: what of the win chance brought, which averages to nothing.

    Of the match's win or of its first round's. A tournament takes it from what was won, to be surer sooner.
    """
    solve_quickly: Lazy | None = None
    """`(match) -> Solution or None`: the solver where it answers at once, for reviews."""
    lab: Lab | None = None

    # Cards that are data

    card_files: CardFormat | None = None
    at_hand: tuple[Any, ...] = ()
    """The card files, beside the game's own, that records and settings may name."""

    def __repr__(self) -> str:
        return f"load_kit({', '.join(map(repr, (self.module, *self.at_hand)))})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Functions and modules do not travel to other processes; where the kit is made does.
        return load_kit, (self.module, *self.at_hand)

    def steps(self, record: Record) -> Iterator[Step[Any]]:
        """Every deal and action of a record in order; BadRecord at the first that is wrong."""
        return (one.step for one in self.taken(record))

    def bot_names_in(self, language: str) -> tuple[str, ...]:
        """What bots are called there, by seat."""
        return tuple(self.bots_called.get(name, {}).get(language, name) for name in self.bot_names)

    def standing(self, match: Any, sides: int) -> tuple[tuple[int, ...], ...]:
        """How so many sides stand: in what decides a match, then in what breaks a tie."""
        if self.stands is not None:
            return self.stands(match)
        rounds = [one.points for one in self.scored(match)]
        return tuple((sum(points[side] for points in rounds),) for side in range(sides))

    def with_cards(self, *card_files: Any) -> Kit:
        """The same game, with these card files at hand."""
        return load_kit(self.module, *card_files) if self.card_files else self

    @property
    def usual_rules(self) -> Any:
        """The rules of a match for which nobody has wished for anything."""
        return self.agree(Settings(self.options.usual_players))

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that can be had here, from weak to strong."""
        return tuple(name for name in self.bots if can_compile() or name not in self.compiled_bots)

    @property
    def ready_levels(self) -> tuple[str, ...]:
        """Those of the levels that can play now; what the others think with is still to be compiled."""
        waiting = {user for piece in self.pieces() if not piece.is_ready for user in piece.used_by}
        return tuple(name for name in self.levels if name not in waiting)

    def ready_level(self, wanted: str) -> str:
        """The wanted level if it can play now, else the strongest below it that can."""
        ready, known = self.ready_levels, self.levels
        weaker = known[: known.index(wanted)] if wanted in known else ()
        return wanted if wanted not in known or wanted in ready else [one for one in ready if one in weaker][-1]

    def pieces(self, *users: str) -> tuple[Piece, ...]:
        """What there is to compile for these bots and commands; for all of them if none are named."""
        if self.kernel is None or not can_compile():
            return ()
        return tuple(piece for piece in self.kernel.pieces if not users or set(users) & set(piece.used_by))

    def find_bot(self, name: str, *, measuring: bool = False) -> Any:
        """The class of a bot; with `measuring`, of one that sits at no table too."""
        known = {**self.bots, **(self.bots_for_measuring if measuring else {})}
        if name not in known:
            raise UnknownBot(f"no bot {name!r} plays {self.name}; there are {', '.join(known)}")
        return known[name].load()

    def make_bot(self, name: str, budget: Budget | str | float | None = None, *, measuring: bool = False) -> Bot:
        """A bot by its name. Those that search keep to the budget (`Budget.of`); the others do not need one."""
        maker = self.find_bot(name, measuring=measuring)
        bot: Bot = maker.thinking(Budget.of(budget)) if hasattr(maker, "thinking") else maker()
        return bot


@cache
def can_compile() -> bool:
    """Whether numba is installed; looked for once, as hosts ask before every move of a bot."""
    return importlib.util.find_spec("numba") is not None


@lru_cache(maxsize=64)
def load_kit(module: str, *card_files: Any) -> Kit:
    """The kit that a module makes, with these card files at hand."""
    kit: Kit = importlib.import_module(module).make_kit(*card_files)
    return kit
