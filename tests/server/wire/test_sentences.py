"""Whatever the rooms behind refuse is told in a sentence, not by its code alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import karat.server
from karat.server.people.names import NameFault
from karat.server.people.passwords import PasswordFault
from karat.server.tables.talk import TalkFault
from karat.server.wire.sentences import SENTENCES, sentence

OTHERS = {"no_hints", "no_hints_when_rated", "one_identity", "barred_from_play", "barred_from_talk",
          "tournament_started", *NameFault, *PasswordFault, *TalkFault}  # fmt: skip
"""Those that are chosen elsewhere than where they are raised."""


def raised() -> set[str]:
    files = Path(karat.server.__file__).parent.rglob("*.py")
    return {code for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))) for code in codes(node)}


def codes(node: ast.AST) -> Iterator[str]:
    """Of a call that refuses: its code, or both that it chooses between."""
    match node:
        case ast.Call(func=ast.Name(id="Refused" | "NotPossible"), args=[chosen, *_]):
            either = (chosen.body, chosen.orelse) if isinstance(chosen, ast.IfExp) else (chosen,)
            yield from (one.value for one in either if isinstance(one, ast.Constant))


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert raised() | OTHERS == set(SENTENCES)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_sentence_says_more_than_its_code(code: str):
    told = sentence(code, dict.fromkeys(re.findall(r"{(\w+)}", SENTENCES[code]), "3"))
    assert len(told) > 12
    assert told != code.replace("_", " ")
    assert not told.endswith((".", ":", " "))
