"""What people want of each other is told to whom it is for, and only while it is of use."""

import pytest
from people import register

from karat.server.http.people import player
from karat.server.notices.of_challenges import challenge_over, challenged
from karat.server.people.challenges import Challenges, Seats
from karat.server.people.relations import Relations
from karat.server.social.clubs import Clubs, Entrance
from karat.server.store.database import Database
from karat.server.tables.entries import Config

WAITING = "SELECT person, kind, link FROM notices ORDER BY person, kind"


@pytest.mark.parametrize("ends", ["decline", "withdraw"])
async def test_who_is_challenged_is_told_until_it_is_over(database: Database, ends: str):
    anna, otto = await register(database, "Anna", "Otto")
    challenges = Challenges(database, challenged, challenge_over)
    await challenges.send(player(anna), None, Config("aurum", 4), Seats(0, 1, None), 60)
    assert await database.fetch(WAITING) == []  # whoever likes is nobody in particular
    sent = await challenges.send(player(anna), otto.id, Config("aurum", 4), Seats(0, 1, None), 60)
    assert await database.fetch(WAITING) == [(otto.id, "challenge", "/")]
    if ends == "decline":
        await challenges.decline(player(otto), sent.id, "later")
    else:
        await challenges.withdraw(player(anna), sent.id)
    assert await database.fetch(WAITING) == []


async def test_who_is_invited_into_a_club_is_told_until_they_answer(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    clubs = Clubs(database, Relations(database))
    geese = await clubs.create(anna, "Geese", "", Entrance.INVITATION)
    await clubs.invite(geese, anna.id, otto)
    assert await database.fetch(WAITING) == [(otto.id, "invitation", f"/clubs/{geese.id}")]
    await clubs.remove(geese, otto.id, otto.id)
    assert await database.fetch(WAITING) == []
