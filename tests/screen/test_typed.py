"""What is said to a line that names no choice, in the language of the table."""

import pytest

from karat.game import BadText
from karat.language import LANGUAGES
from karat.screen.typed import Unclear

KINDS = (
    Unclear("unknown", said="xyz"),
    Unclear("no_line", number="7"),
    Unclear("no_card", card="silk:Q"),
    Unclear("several", said="guard", choices="take a, take b"),
)


@pytest.mark.parametrize("unclear", KINDS, ids=str)
def test_it_is_told_in_every_language_with_what_was_typed(unclear: Unclear):
    told = {language: unclear.told(language) for language in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert all(part in sentence for part in unclear.parts.values() for sentence in told.values())
    assert isinstance(unclear, BadText)
    assert str(unclear) == told["en"]
