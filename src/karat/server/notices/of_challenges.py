"""Who is challenged is told so, and left alone once it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.server.notices.writing import Notice, NoticeKind, looked, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.server.people.challenges import Sent
    from karat.server.store.database import Statement


def challenged(sent: Sent, now: float) -> Sequence[Statement]:
    """For the unit that sends a challenge; one to whoever likes is told to nobody."""
    if sent.to is None:
        return ()
    slots = {"who": sent.by.name, "game": sent.game.capitalize()}
    return written(Notice(NoticeKind.CHALLENGE, sent.to, sent.id, "/", slots, until=sent.expires), now)


def challenge_over(person: str, challenge: str) -> Sequence[Statement]:
    """For the unit that ends one."""
    return (looked(person, challenge, (NoticeKind.CHALLENGE,)),)
