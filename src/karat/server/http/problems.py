"""Everything that can go wrong with a request, as a status and a small JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from karat.game import BadCardFile
from karat.server.house.log import NoSuchTable
from karat.server.matches.history import BadCursor, NotShared
from karat.server.matches.importing import TooLarge
from karat.server.matches.replaying import NoSuchRound, NoSuchSeat
from karat.server.people.accounts import NotPossible, Suspended, WrongLogin
from karat.server.people.challenges import NoSuchChallenge
from karat.server.people.limits import TooMuch
from karat.server.people.names import BadName
from karat.server.people.passkeys import BadPasskey
from karat.server.people.passwords import BadPassword
from karat.server.people.recovery import WrongCode
from karat.server.reviews.moments import NoSuchMoment
from karat.server.reviews.puzzle_book import NoSuchPuzzle
from karat.server.store.database import Unreachable, Unwritable
from karat.server.tables.commands import Refused
from karat.server.tables.talk import BadTalk
from karat.server.tournaments.directing import NoSuchTournament
from karat.server.wire.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an error looks like to a client: a code for programs, a sentence for people who read logs."""

    code: str
    message: str
    params: dict[str, str] = {}
    law: str = ""
    """The rule of the game, or of the form of records, that forbids it."""
    legal: tuple[str, ...] = ()
    """What could be done instead."""
    problems: tuple[str, ...] = ()
    """All that is wrong with a file, each with its place."""


class Failed(Exception):
    """A request that cannot be done."""

    def __init__(
        self, status: int, code: str, message: str, *, law: str = "", params: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.law = law
        self.params = dict(params or {})


_STATUS = {
    "host_only": 403,
    "wrong_password": 403,
    "not_seated": 403,
    "kept_apart": 403,
    "director_only": 403,
    "members_only": 403,
    "barred_from_play": 403,
    "barred_from_talk": 403,
}
"""Of what tables refuse; 409 for the rest."""

_KNOWN: dict[type[Exception], tuple[int, str, str]] = {
    NoSuchTable: (404, "no_such_table", "there is no such table"),
    NoSuchChallenge: (404, "no_such_challenge", "there is no such challenge"),
    NoSuchRound: (404, "no_such_round", ""),
    NoSuchSeat: (409, "bad_seat", ""),
    NoSuchMoment: (404, "no_such_moment", ""),
    NoSuchPuzzle: (404, "no_such_puzzle", ""),
    NoSuchTournament: (404, "no_such_tournament", "there is no such tournament"),
    BadCursor: (409, "bad_cursor", ""),
    TooLarge: (413, "too_large", ""),
    WrongLogin: (403, "wrong_login", "no account has this name and this password"),
    WrongCode: (403, "wrong_code", "no account has this name and this code, or the code was used"),
    NotShared: (409, "kept_private", ""),
    BadPasskey: (403, "bad_passkey", "that does not prove who you are"),
    Suspended: (403, "suspended", "this account may not be used"),
}
"""Errors of the rooms behind: status, code, and a sentence where the error's own is not for clients."""

_NAMES = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def answer(error: Exception) -> Response:
    """The response to an error; one that is not known here is the server's own fault and says nothing."""
    match error:
        case Failed(status=status, code=code, message=message):
            return problem(status, Problem(code, message, error.params, error.law))
        case BadCardFile(problems=problems):
            return problem(409, Problem("bad_card_file", str(error), problems=tuple(map(str, problems))))
        case Refused(code=code, params=params, law=law, legal=legal):
            return problem(_STATUS.get(code, 409), Problem(code, sentence(code, params), params, law, legal))
        case BadName(why=why) | BadPassword(why=why) | BadTalk(why=why):
            return problem(409, Problem(why, sentence(why)))
        case NotPossible():
            return problem(409, Problem(str(error), sentence(str(error))))
        case TooMuch(retry_after=retry_after):
            seconds = str(int(retry_after) + 1)
            return problem(429, Problem("too_much", str(error)), {"Retry-After": seconds})
        case Unreachable():
            cannot = "written" if isinstance(error, Unwritable) else "reached"
            lost = Problem("unreachable", f"the database cannot be {cannot}")
            return problem(503, lost, {"Retry-After": "2"})
    for kind, (status, code, message) in _KNOWN.items():
        if isinstance(error, kind):
            return problem(status, Problem(code, message or str(error)))
    return problem(500, Problem("failed", "the server made a mistake; it is in its log"))


def plain_http(status: int, detail: str, headers: Mapping[str, str] | None) -> Response:
    """What the framework itself refuses: unknown paths and methods."""
    return problem(status, Problem(_NAMES.get(status, "refused"), detail), headers)


def problem(status: int, body: Problem, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
