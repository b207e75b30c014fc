"""Reviews of finished matches over REST: begun once, kept, and told as they fill in.

Only what is over and may be seen can be reviewed: a match is found as replays find it, and one that goes on is none.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from karat.judging import Likelihood
from karat.record import BadRecord, game_of
from karat.review.levels import LevelPlay
from karat.review.values import Judged, Review
from karat.server.house.bot_pool import NoAnswer
from karat.server.http.calls import Call, Row
from karat.server.http.history_routes import counted, reader
from karat.server.http.problems import Failed
from karat.server.http.replay_routes import SeatSeen, bad_record, no_such_match
from karat.server.people.accounts import Shown
from karat.server.people.limits import REPLAYS
from karat.server.reviews.across import LossesInGame, PastMistake
from karat.server.reviews.kept import LEVELS, Found, part_of
from karat.server.reviews.moments import OpenChoice, choice_at
from karat.server.reviews.studies import GradeStudy, KnownStudy, LevelsStudy, ReviewedLevels, ReviewedSeat, ReviewStudy
from karat.warming import REVIEW

if TYPE_CHECKING:
    from karat.kit import Kit
    from karat.record import Record

StepNumber = Annotated[int, Meta(ge=0, le=100_000)]
SHORTEST = Annotated[str, Meta(min_length=1, max_length=200)]


class WhoseReview(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatSeen | None = None
    """Whose choices; one's own seat unless given, and the first for who did not play."""


class WhichChoice(Struct, frozen=True, forbid_unknown_fields=True):
    step: StepNumber
    """Of the record, as a review counts them."""


class TriedAgain(Struct, frozen=True, forbid_unknown_fields=True):
    step: StepNumber
    """Of the record, as a review counts them."""
    action: SHORTEST


class WhichGame(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=20)] | None = None


class ShownReview(Struct, frozen=True):
    match: str
    seat: int
    progress: float
    """From 0 to 1, when it is complete; until then it fills in."""
    pictures: tuple[int, ...]
    """For every step of the record, the step of a replay in which it is seen."""
    review: Review | None
    """Null while it waits for its turn."""


class ShownLevels(Struct, frozen=True):
    match: str
    progress: float
    levels: tuple[LevelPlay, ...] | None
    """By level, from weak to strong; null until it is there."""


class KnownBefore(Struct, frozen=True):
    seat: int
    likelihood: Likelihood


class GradedChoice(Struct, frozen=True):
    judged: Judged
    """What was tried, beside what is best."""


class Losses(Struct, frozen=True):
    games: tuple[LossesInGame, ...]


class PastMistakes(Struct, frozen=True):
    mistakes: tuple[PastMistake, ...]


async def finished_match(call: Call) -> tuple[str, Record, Kit]:
    """A match that is over and that whoever asks may see, with its record and the game of its cards."""
    match = call.place("match")
    found = await call.people.history.records([match], reader(call))
    if not found:
        raise no_such_match()
    games = await call.house.card_files.games_for(found[0].get("cards"))
    try:
        return match, found[0], games[game_of(found[0], games)]
    except BadRecord as bad:
        raise bad_record(bad) from None


def reviewable(kit: Kit) -> None:
    """Failed for a game of which there are no reviews, and while what they need is compiled."""
    if kit.judge is None:
        raise Failed(409, "not_reviewable", f"matches of {kit.name} cannot be reviewed")
    if not all(piece.is_ready for piece in kit.pieces(REVIEW)):
        raise Failed(503, "compiling", "what reviews think with is still being compiled; try again in a minute")


async def seat_wanted(call: Call, match: str, seat: int | None, players: int) -> int:
    if seat is None:
        listed = await call.people.history.one(match, reader(call))
        mine = [place for place, one in enumerate(listed.seats if listed else ()) if one.person == reader(call)]
        return mine[0] if mine and call.player else 0
    if seat not in range(players):
        raise Failed(409, "bad_seat", f"a seat is a number from 0 to {players - 1}, not {seat}")
    return seat


async def begin_review(call: Call) -> ShownReview:
    """Nothing is counted against who asks for what is there or under way."""
    who = call.known()
    match, record, kit = await finished_match(call)
    reviewable(kit)
    seat = await seat_wanted(call, match, call.body.seat, kit.read_rules(record).players)
    reviewer = call.worker.studies.reviewer
    found = await reviewer.find(match, part_of(seat))
    if found is None:
        await call.people.quotas.take("review", who.id)
        found = await reviewer.begin(match, part_of(seat), ReviewStudy(kit, record, seat), who.id)
    return shown_review(match, seat, found)


async def review_so_far(call: Call) -> ShownReview:
    listed = await call.people.history.one(call.place("match"), reader(call))
    if listed is None:
        raise no_such_match()
    seat = await seat_wanted(call, listed.id, call.asked.seat, listed.players)
    found = await call.worker.studies.reviewer.find(listed.id, part_of(seat))
    if found is None:
        raise Failed(404, "no_such_review", "nobody has had this match reviewed for that seat")
    return shown_review(listed.id, seat, found)


def shown_review(match: str, seat: int, found: Found) -> ShownReview:
    if not isinstance(found.body, ReviewedSeat):
        return ShownReview(match, seat, found.progress, (), None)
    return ShownReview(match, seat, found.progress, found.body.pictures, found.body.review)


async def begin_levels(call: Call) -> ShownLevels:
    who = call.known()
    match, record, kit = await finished_match(call)
    reviewable(kit)
    reviewer = call.worker.studies.reviewer
    found = await reviewer.find(match, LEVELS)
    if found is None:
        await call.people.quotas.take("review", who.id)
        found = await reviewer.begin(match, LEVELS, LevelsStudy(kit, record), who.id)
    return shown_levels(match, found)


async def levels_so_far(call: Call) -> ShownLevels:
    listed = await call.people.history.one(call.place("match"), reader(call))
    if listed is None:
        raise no_such_match()
    found = await call.worker.studies.reviewer.find(listed.id, LEVELS)
    if found is None:
        raise Failed(404, "no_such_review", "nobody has had the deals of this match played by bots")
    return shown_levels(listed.id, found)


def shown_levels(match: str, found: Found) -> ShownLevels:
    return ShownLevels(match, found.progress, found.body.levels if isinstance(found.body, ReviewedLevels) else None)


async def open_choice(call: Call) -> OpenChoice:
    call.limits.take(f"replay {call.address}", REPLAYS)
    _, record, kit = await finished_match(call)
    return await asyncio.to_thread(choice_at, kit, record, call.asked.step)


async def known_before(call: Call) -> KnownBefore:
    who = call.known()
    _, record, kit = await finished_match(call)
    reviewable(kit)
    choice = await asyncio.to_thread(choice_at, kit, record, call.asked.step)
    if len(choice.legal) == 1:
        raise no_choice()
    await call.people.quotas.take("retry", who.id)
    return KnownBefore(choice.seat, await studied(call, KnownStudy(kit, record, call.asked.step), who.id))


def no_choice() -> Failed:
    return Failed(409, "no_choice", "there was only one thing to do")


async def try_again(call: Call) -> GradedChoice:
    who, wanted = call.known(), call.body
    match, record, kit = await finished_match(call)
    reviewable(kit)
    choice = await asyncio.to_thread(choice_at, kit, record, wanted.step)
    if wanted.action not in choice.legal:
        raise Failed(409, "no_such_action", f"{wanted.action!r} cannot be done there", params={"action": wanted.action})
    if len(choice.legal) == 1:
        raise no_choice()
    await call.people.quotas.take("retry", who.id)
    judged: Judged = await studied(call, GradeStudy(kit, record, wanted.step, wanted.action), who.id)
    await call.worker.studies.across.tried(who.id, match, wanted.step, wanted.action, judged.verdict)
    return GradedChoice(judged)


async def studied(call: Call, study: Any, person: str) -> Any:
    try:
        return await call.worker.studies.study(study, [person])
    except NoAnswer:
        raise Failed(503, "not_found_out", "that could not be found out; try again in a moment") from None


async def losses(call: Call) -> Losses:
    """To others only where the person shows their statistics."""
    await counted(call, "search")
    found = await call.people.accounts.find(call.place("person"))
    apart = found is not None and call.player is not None and await call.people.keep_apart(call.player, [found.id])
    if found is None or apart or (Shown.STATISTICS not in found.shows and reader(call) != found.id):
        raise Failed(404, "nobody", "there is nobody of that id, or they keep this to themself")
    return Losses(tuple(await call.worker.studies.across.losses(found.id)))


async def mistakes(call: Call) -> PastMistakes:
    await counted(call, "search")
    who = call.known()
    if call.asked.game is not None:
        call.kit(call.asked.game)
    return PastMistakes(tuple(await call.worker.studies.across.mistakes(who.id, call.asked.game)))


REVIEW_ROUTES = (
    Row("POST", "/api/matches/{match}/review", "Have a finished match reviewed for a seat", begin_review, WhoseReview,
        ShownReview, (401, 404)),
    Row("GET", "/api/matches/{match}/review", "A review, as far as it is", review_so_far, None, ShownReview, (404,),
        WhoseReview),
    Row("POST", "/api/matches/{match}/levels", "Have its deals played by every level of bots", begin_levels, None,
        ShownLevels, (401, 404, 409)),
    Row("GET", "/api/matches/{match}/levels", "What every level did with its deals", levels_so_far, None, ShownLevels,
        (404,)),
    Row("GET", "/api/matches/{match}/choice", "A choice as its seat saw it, without what was chosen", open_choice, None,
        OpenChoice, (404,), WhichChoice),
    Row("GET", "/api/matches/{match}/known", "What could have been known before a choice", known_before, None,
        KnownBefore, (401, 404), WhichChoice),
    Row("POST", "/api/matches/{match}/choice", "Try a choice again: what another action is worth", try_again,
        TriedAgain, GradedChoice, (401, 404)),
    Row("GET", "/api/people/{person}/losses", "What a person's reviews come to, by kind and over time", losses, None,
        Losses, (404,)),
    Row("GET", "/api/me/mistakes", "Choices of one's own that cost something, to be tried again", mistakes, None,
        PastMistakes, (401, 404), WhichGame),
)  # fmt: skip
