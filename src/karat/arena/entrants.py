"""Who takes part in a tournament: a bot and how much it may think."""

from __future__ import annotations

from dataclasses import dataclass

from karat.bots.bot import BadBudget, Bot, Budget, UnknownBot
from karat.kit import Kit


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

    def __str__(self) -> str:
        return self.bot if self.budget is None else f"{self.bot}@{self.budget}"

    def make(self) -> Bot:
        """The bot itself, for one seat of one game: nothing that it remembers reaches another seat."""
        return self.kit.make_bot(self.bot, self.budget, measuring=True)

    def hasty(self, tries: int) -> Bot:
        """The same with little to think, to have everything loaded and compiled before the clock runs."""
        return self.kit.make_bot(self.bot, Budget(None, tries), measuring=True)


def parse_entrants(kit: Kit, text: str, think: Budget) -> tuple[Entrant, ...]:
    """From a list with commas; `strong@5000` and `strong@0.5s` have a budget of their own, the others `think`."""
    entrants = tuple(_parse(kit, name.strip(), think) for name in text.split(","))
    named = [str(entrant) for entrant in entrants]
    for name in named:
        if named.count(name) > 1:
            raise BadTournament(f"{name!r} is named twice; a bot meets others, or itself with another budget")
    return entrants


def _parse(kit: Kit, text: str, think: Budget) -> Entrant:
    name, at, own = text.partition("@")
    try:
        searches = hasattr(kit.find_bot(name, measuring=True), "thinking")
        budget = Budget.parse(own) if at else think
    except (UnknownBot, BadBudget) as bad:
        raise BadTournament(str(bad)) from None
    if at and not searches:
        raise BadTournament(f"{text!r}: {name} does not search, so it takes no budget; write {name!r}")
    entrant = Entrant(kit, name, budget if searches else None)
    try:
        entrant.make()
    except UnknownBot as missing:  # it is known, but the library that it comes from is not here
        raise BadTournament(str(missing)) from None
    return entrant
