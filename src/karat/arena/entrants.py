"""Who takes part in a tournament: a bot of the ladder, a class of yours, a net of yours, or a program of yours.

| written as                 | is                                                                                  |
|----------------------------|-------------------------------------------------------------------------------------|
| `casual`, `expert@200`     | a level, with a budget of its own where it searches                                 |
| `mypkg.bot:MyBot`          | a class with `choose(seen, legal, rng)`; by `MyBot.thinking(budget)` if it has that |
| `instant:runs/net.npz`     | a level that plays by a net, with another net than the package has      |
| `./engine`, `./engine@1s`  | a program that is asked line by line (engine.py)                                    |

The same may be named twice: then it meets itself, and what is measured is chance and the seats.
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.arena.engine import EngineBot
from karat.bots.bot import BadBudget, Bot, Budget, UnknownBot
from karat.kit import Kit

if TYPE_CHECKING:
    from collections.abc import Sequence


class BadTournament(ValueError):
    """A tournament that cannot be played; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """`budget` is None for a bot that does not search.

    >>> from karat.games import GAMES
    >>> kit = GAMES["aurum"]
    >>> str(Entrant(kit, "casual", None)), str(Entrant(kit, "strong", Budget(None, 5000)))
    ('casual', 'strong@5000')
    """

    kit: Kit
    bot: str
    budget: Budget | None
    twin: int = 0
    """Which of several of that name, from 0."""
    maker: Any = None
    """A class of bots that was handed over in Python, where it has no name to be found by."""

    def __str__(self) -> str:
        name = self.bot if self.budget is None else f"{self.bot}@{self.budget}"
        return f"{name} #{self.twin + 1}" if self.twin else name

    def make(self) -> Bot:
        """The bot itself, for one seat of one game: nothing that it remembers reaches another seat."""
        return self._thinking(self.budget)

    def hasty(self, tries: int) -> Bot:
        """The same with little to think, to have everything loaded and compiled before the clock runs."""
        return self._thinking(Budget(None, tries) if self.budget else None)

    def _thinking(self, budget: Budget | None) -> Bot:
        if is_engine(self.bot) and self.maker is None:
            return EngineBot(self.kit, self.bot, budget)
        maker = self.maker or find_maker(self.kit, self.bot)
        bot: Bot = maker.thinking(Budget.of(budget)) if hasattr(maker, "thinking") else maker()
        return bot


def is_engine(name: str) -> bool:
    """Whether it is the path of a program: no level and no module has a slash in front of a colon."""
    return "/" in name.partition(":")[0]


def find_maker(kit: Kit, name: str) -> Any:
    """What makes a bot of that name, called without arguments or by its `thinking`; UnknownBot where there is none."""
    module, colon, rest = name.partition(":")
    if not colon:
        return kit.find_bot(name, measuring=True)
    if module in kit.net_bots:
        try:
            content = Path(rest).read_bytes()
        except OSError as error:
            raise UnknownBot(f"{name!r}: {rest}: {error.strerror}") from None
        return lambda: kit.net_bots[module](content, rest)
    if module in kit.bots:
        known = ", ".join(kit.net_bots) or "none"
        raise UnknownBot(f"{name!r}: {module} plays by no net of yours; of {kit.name}'s levels {known} can")
    if "" not in sys.path:
        sys.path.insert(0, "")  # what lies in this folder, as for `python -m`
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        raise UnknownBot(f"{name!r}: no module {module!r} can be imported: {error}") from None
    if not callable(getattr(getattr(found, rest, None), "choose", None)):
        raise UnknownBot(f"{name!r}: module {module!r} has no class {rest!r} with a method `choose(seen, legal, rng)`")
    return getattr(found, rest)


def parse_entrants(kit: Kit, text: str, think: Budget) -> tuple[Entrant, ...]:
    """From a list with commas; `strong@5000` and `strong@0.5s` have a budget of their own, the others `think`."""
    return numbered([_parse(kit, name.strip(), think) for name in text.split(",")])


def entrants_of(kit: Kit, bots: Sequence[Any], think: Budget) -> tuple[Entrant, ...]:
    """From names as in `parse_entrants`, and from classes with a method `choose`."""
    return numbered([_parse(kit, bot, think) if isinstance(bot, str) else _handed(kit, bot, think) for bot in bots])


def numbered(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Those that go by one name are told apart by a number."""
    met: Counter[str] = Counter()
    found = []
    for entrant in entrants:
        found.append(replace(entrant, twin=met[str(entrant)]))
        met[str(entrant)] += 1
    return tuple(found)


def _handed(kit: Kit, bot: Any, think: Budget) -> Entrant:
    if not isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise BadTournament(f"{bot!r} is no class with a method `choose(seen, legal, rng)`, and no name of a bot")
    return Entrant(kit, bot.__name__, think if hasattr(bot, "thinking") else None, maker=bot)


def _parse(kit: Kit, text: str, think: Budget) -> Entrant:
    name, at, own = text.partition("@")
    try:
        searches = is_engine(name) or hasattr(find_maker(kit, name), "thinking")
        budget = Budget.parse(own) if at else think
    except (UnknownBot, BadBudget) as bad:
        raise BadTournament(str(bad)) from None
    if at and not searches:
        raise BadTournament(f"{text!r}: {name} does not search, so it takes no budget; write {name!r}")
    entrant = Entrant(kit, name, budget if searches else None)
    try:
        entrant.make()
    except ValueError as missing:  # a library that is not here, a net that does not fit, a program that is none
        raise BadTournament(str(missing)) from None
    return entrant
