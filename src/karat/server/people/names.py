"""Names that people go by: cleaned, bounded, and unique however they are written.

Two names are the same when one of their keys is. A key is the skeleton of UTS #39 (every sign replaced by what it
looks like) of the name in its normal form, without case and separators: once written small and once in capitals,
because what looks alike in one need not in the other. So letters of another script, digits that pass for letters and
accents written apart make no second Anna.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path

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

INVISIBLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
"""Letters and marks that Unicode calls default-ignorable: they show nothing. All others of that kind are neither."""
MOST_MARKS = 2
"""In a row on one letter; living languages need no more in a name."""

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
"""Latin letters, in small, with the Cyrillic and Greek ones and the digits that pass for them.

It goes further than Unicode's table, which knows no digit 5 for an s and no italics.
"""
LOOKS_LIKE = {ord(sign): letter for letter, signs in PASSES_FOR.items() for sign in signs}
CONFUSABLES = Path(__file__).with_name("confusables.txt")
KEPT = "="
"""Begins the key of a name that was there before another one was found to look like it; no other key has it."""


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
    if not _marks_are_few(name):
        raise BadName(NameFault.CHARACTERS, given)
    if len(plain(name)) < SHORTEST:
        raise BadName(NameFault.TOO_SHORT, given)
    bare = name.rstrip("0123456789")
    if any(name_key(bare) == name_key(word) or capital_key(bare) == capital_key(word) for word in RESERVED):
        raise BadName(NameFault.RESERVED, given)
    return name


def plain(name: str) -> str:
    """The name without case and separators: what its owner may type."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in folded if sign not in SEPARATORS)


def search_key(name: str) -> str:
    """By which parts of names are searched for, whatever passes for a letter in them."""
    return plain(name).translate(LOOKS_LIKE).replace("rn", "m").replace("vv", "w")


def name_key(name: str) -> str:
    """What two names must not share: what the name looks like in small letters."""
    return skeleton(plain(name).translate(LOOKS_LIKE)).translate(LOOKS_LIKE).replace("vv", "w")


def capital_key(name: str) -> str:
    """Nor this: what it looks like in capitals."""
    return skeleton(unicodedata.normalize("NFKC", plain(name).upper())).translate(LOOKS_LIKE).replace("vv", "w")


def kept_key(name: str) -> str:
    """The key of a name that looks like another and was there before anybody looked."""
    return KEPT + plain(name)


def skeleton(text: str) -> str:
    """What a text looks like, by UTS #39, without case."""
    looks = _looks()
    apart = unicodedata.normalize("NFD", text)
    # Twice: some looks are made of letters that have one of their own in small.
    for _ in range(2):
        apart = "".join(looks.get(sign, sign) for sign in apart).casefold()
    return unicodedata.normalize("NFD", apart)


@cache
def _looks() -> dict[str, str]:
    lines = [line.split(";") for line in CONFUSABLES.read_text("ascii").splitlines() if not line.startswith("#")]
    return {_sign(sign): "".join(map(_sign, look.split())) for look, signs in lines for sign in signs.split()}


def _sign(code: str) -> str:
    return chr(int(code, 16))


def _allowed(sign: str) -> bool:
    if any(first <= ord(sign) <= last for first, last in INVISIBLE):
        return False
    return sign in SEPARATORS or unicodedata.category(sign)[0] in "LM" or unicodedata.category(sign) == "Nd"


def _marks_are_few(name: str) -> bool:
    """Whether every mark stands on a letter, none twice in a row, and no letter carries a stack of them."""
    row = 0
    for before, sign in pairwise(name):
        if unicodedata.category(sign)[0] != "M":
            row = 0
            continue
        row += 1
        if row > MOST_MARKS or sign == before or not (before.isalpha() or row > 1):
            return False
    return True


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split(" ")[0]
