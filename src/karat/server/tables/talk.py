"""What may be said at a table, by whom, and who hears it.

Words are cleaned and bounded here and escaped where they are shown. Where a game's rules forbid free talk during a
match, players have set phrases, known by their ids and put into words by the client.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

LONGEST = 280
"""In characters, once cleaned."""
MOST_GIVEN = 2000
MOST_MARKS = 3
"""Accents in a row on one letter; more only make noise on the lines around."""
JOINER = "\u200d"
"""Holds emoji together; the one sign without a shape that is kept."""


class BadTalk(ValueError):
    """Something that is not passed on; `why` is a word that a client can translate."""

    def __init__(self, why: TalkFault) -> None:
        super().__init__(why.value)
        self.why = why


class TalkFault(StrEnum):
    EMPTY = "nothing_said"
    TOO_LONG = "talk_too_long"
    PHRASES_ONLY = "phrases_only"
    NO_SUCH_PHRASE = "no_such_phrase"
    NOT_HERE = "talk_not_here"


class Phrase(StrEnum):
    """Courtesies; none of them can be about cards."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    THANKS = "thanks"
    YOU_ARE_WELCOME = "you_are_welcome"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    I_AM_BACK = "i_am_back"
    MY_CONNECTION = "my_connection"
    WELL_PLAYED = "well_played"
    GOOD_GAME = "good_game"
    ANOTHER = "another"
    GOODBYE = "goodbye"


class Room(StrEnum):
    TABLE = "table"
    SPECTATORS = "spectators"


class Manner(StrEnum):
    FREE = "free"
    PHRASES = "phrases"
    SILENT = "silent"


def clean_words(given: str) -> str:
    """The words as they are passed on: one line, nothing invisible, nothing endless; BadTalk where none are left."""
    if len(given) > MOST_GIVEN:
        raise BadTalk(TalkFault.TOO_LONG)
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", given):
        category = unicodedata.category(sign)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] == "Z" or category == "Cc":
            kept.append(" ")
        elif (category[0] != "C" or sign == JOINER) and marks <= MOST_MARKS:
            kept.append(sign)
    words = " ".join("".join(kept).split())
    if not words.strip(JOINER + " "):
        raise BadTalk(TalkFault.EMPTY)
    if len(words) > LONGEST:
        raise BadTalk(TalkFault.TOO_LONG)
    return words


def manner(room: Room, *, seated: bool, running: bool, silenced: bool) -> Manner:
    """How somebody may talk in a room. Players keep out of the spectators' room until their match is over.

    `silenced` says that the rules of the game forbid free talk in a running match.
    """
    if room is Room.SPECTATORS:
        return Manner.SILENT if seated and running else Manner.FREE
    if not seated:
        return Manner.SILENT
    return Manner.PHRASES if running and silenced else Manner.FREE


def said(words: str, phrase: str, how: Manner) -> tuple[str, str]:
    """The words and the phrase to be passed on, one of them empty; BadTalk where that may not be said."""
    if how is Manner.SILENT:
        raise BadTalk(TalkFault.NOT_HERE)
    if phrase:
        if phrase not in list(Phrase):
            raise BadTalk(TalkFault.NO_SUCH_PHRASE)
        return "", phrase
    if how is Manner.PHRASES:
        raise BadTalk(TalkFault.PHRASES_ONLY)
    return clean_words(words), ""
