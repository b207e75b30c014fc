"""Names that people go by: cleaned, bounded, and unique however they are written.

Two names are the same when their keys are: letters of another script that look alike, digits that pass for letters,
case, accents written apart and separators make no second Anna.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

SHORTEST, LONGEST = 2, 24
"""In characters, once cleaned."""
MOST_GIVEN = 200
"""What was typed is not even looked at beyond this."""
SEPARATORS = " _-.'"
RESERVED = ("admin", "administrator", "bot", "deleted", "guest", "karat", "moderator", "root", "server", "system")
"""Nobody goes by these, or by one of these with digits after it."""

WRITTEN_TOGETHER = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "LATIN"}),
    frozenset({"CJK", "BOPOMOFO", "LATIN"}),
    frozenset({"HANGUL", "CJK", "LATIN"}),
)
"""Scripts, by the first word of Unicode's names for their letters, that one name may mix."""
COMPOSED = frozenset({"LATIN", "CYRILLIC", "GREEK"})
"""Scripts whose accents are part of a letter in NFKC; loose ones there only make noise."""

PASSES_FOR = {
    "a": "аα",
    "b": "вьЬ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еє",
    "h": "һн",
    "j": "јϳ",
    "k": "кκ",
    "l": "iі1|ӏιılӀ",
    "m": "м",
    "n": "пη",
    "o": "оο0",
    "p": "рρ",
    "q": "ԛ",
    "r": "г",
    "s": "ѕ5",
    "t": "тτ",
    "u": "иυ",
    "v": "ν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγ",
}
"""Latin letters, in small, with the Cyrillic and Greek ones and the digits that pass for them."""
LOOKS_LIKE = {ord(sign): letter for letter, signs in PASSES_FOR.items() for sign in signs}


class BadName(ValueError):
    """A name that nobody may go by; `why` is a word that a client can translate."""

    def __init__(self, why: NameFault, name: str) -> None:
        super().__init__(f"{why.value}: {name[:40]!a}")
        self.why = why


class NameFault(StrEnum):
    TOO_SHORT = "name_too_short"
    TOO_LONG = "name_too_long"
    CHARACTERS = "name_characters"
    SCRIPTS = "name_mixed_scripts"
    RESERVED = "name_reserved"
    TAKEN = "name_taken"


def clean_name(given: str) -> str:
    """The name as it is shown; BadName where it is none. Cleaning a clean name changes nothing."""
    if len(given) > MOST_GIVEN:
        raise BadName(NameFault.TOO_LONG, given)
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    if len(name) > LONGEST:
        raise BadName(NameFault.TOO_LONG, given)
    if len(name) < SHORTEST:
        raise BadName(NameFault.TOO_SHORT, given)
    if not name[0].isalnum() or not all(_allowed(sign) for sign in name):
        raise BadName(NameFault.CHARACTERS, given)
    scripts = {_script(sign) for sign in name if sign.isalpha()}
    if not scripts and not any(sign.isdigit() for sign in name):
        raise BadName(NameFault.CHARACTERS, given)
    if len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER):
        raise BadName(NameFault.SCRIPTS, given)
    if scripts & COMPOSED and any(unicodedata.combining(sign) for sign in name):
        raise BadName(NameFault.CHARACTERS, given)
    if len(name_key(name)) < SHORTEST:
        raise BadName(NameFault.TOO_SHORT, given)
    if name_key(name.rstrip("0123456789")) in map(name_key, RESERVED):
        raise BadName(NameFault.RESERVED, given)
    return name


def name_key(name: str) -> str:
    """What two names must not share: the name without case, separators and look-alikes."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(sign for sign in folded if sign not in SEPARATORS)
    return plain.translate(LOOKS_LIKE).replace("rn", "m").replace("vv", "w")


def _allowed(sign: str) -> bool:
    return sign in SEPARATORS or unicodedata.category(sign)[0] in "LM" or unicodedata.category(sign) == "Nd"


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split(" ")[0]
