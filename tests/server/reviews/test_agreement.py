"""Agreement reads the reviews that are kept of real matches, and a bot that plays for somebody shows in it."""

import asyncio
from typing import Any

import pytest
from entering import until
from studying import KIT, account, browser, done

from karat.arena.match import play_match
from karat.kit import Settings
from karat.review.values import FORCED
from karat.server.matches.finished import Finished, Sharing, Sitter, close
from karat.server.people.accounts import AccountKind
from karat.server.reviews.kept import part_of

MATCHES = 5


async def played(app: Any, people: list[str]) -> None:
    """The first lets a bot choose, the others lay whatever comes."""
    for number in range(MATCHES):
        bots = [KIT.make_bot(level) for level in ("careful", "random", "random")]
        record = KIT.to_record(play_match(KIT.game, KIT.agree(Settings(3)), bots, f"agreement {number}"))
        outcome = KIT.game.outcome(KIT.replay(record))
        sitters = tuple(Sitter(f"P{seat}", person, AccountKind.ACCOUNT) for seat, person in enumerate(people))
        times = {"started": float(number), "ended": number + 1.0, "sharing": Sharing.LINK}
        await close(app.database, Finished(f"agreed{number}", record, outcome, sitters, **times))


async def test_who_lets_a_bot_choose_agrees_more_than_others_and_the_counts_are_those_of_the_reviews(app: Any):
    app.thinking.may_end.set()
    async with browser(app) as anna, browser(app) as otto, browser(app) as ida, browser(app) as mod:
        people = [await account(one, name) for one, name in ((anna, "Anna"), (otto, "Otto"), (ida, "Ida"))]
        await played(app, people)
        moderator = await app.people.accounts.find(await account(mod, "Mod"))
        await app.database.write(app.people.accounts.appointing(moderator, moderator=True))
        path = f"/api/moderation/people/{people[0]}/agreement"
        before = await done(mod, "GET", path, game="opal")
        assert (before["progress"], before["choices"]) == (0, 0)
        await done(mod, "POST", path, game="opal")

        async def all_reviewed() -> Any:
            told = await done(mod, "GET", path, game="opal")
            return told if told["progress"] == 1 else None

        told = await asyncio.wait_for(until(all_reviewed), 60)
        choices = agreed = 0
        for number in range(MATCHES):
            kept = await app.reviewer.find(f"agreed{number}", part_of(0))
            free = [one for one in kept.body.review.choices if one.verdict != FORCED]
            choices += len(free)
            agreed += sum(one.played.action == one.best.action for one in free)
        assert (told["matches"], told["choices"], told["others"]) == (MATCHES, choices, 2 * MATCHES)
        assert told["rate"] == pytest.approx(agreed / choices)
        assert 0 < told["expected"] < told["rate"]
        assert told["excess"] == pytest.approx(told["rate"] - told["expected"])
        assert told["excess_error"] > 0
        others = await done(mod, "POST", f"/api/moderation/people/{people[1]}/agreement", game="opal")
        assert others["excess"] < told["excess"]
