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
          *NameFault, *PasswordFault, *TalkFault}  # fmt: skip
"""Those that are chosen elsewhere than where they are raised."""


def raised() -> set[str]:
    files = Path(karat.server.__file__).parent.rglob("*.py")
    return {code for file in files for code in codes(ast.parse(file.read_text("utf-8")))}


def codes(tree: ast.AST) -> Iterator[str]:
    """The codes that are raised there, both of them where one of two is."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("Refused" | "NotPossible"), args=[code, *_]):
                either = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
                yield from (one.value for one in either if isinstance(one, ast.Constant))


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert raised() | OTHERS == set(SENTENCES)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_sentence_says_more_than_its_code(code: str):
    told = sentence(code, dict.fromkeys(re.findall(r"{(\w+)}", SENTENCES[code]), "3"))
    assert len(told) > 12
    assert told != code.replace("_", " ")
    assert not told.endswith((".", ":", " "))
