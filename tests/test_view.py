"""A view tells all that an observation does: the one can be made from the other and back, over the wire."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import amul_matches, aurum_matches

from karat import amul
from karat.game import BadRules
from karat.games import GAMES
from karat.kit import Kit
from karat.shuffle import Stream


def sent(kit: Kit, seen: Any, legal: Any = ()) -> Any:
    """The view of an observation as the other side of the wire has it."""
    return msgspec.json.decode(msgspec.json.encode(kit.view(seen, legal)), type=kit.view_type.load())


def there_and_back(kit: Kit, state: Any) -> None:
    for seat in (None, *range(state.rules.players)):
        seen = kit.game.observe(state, seat)
        legal = kit.game.legal_actions(state, seat) if seat in kit.game.to_act(state) else ()
        assert kit.observation(sent(kit, seen, legal)) == seen
        assert hash(kit.observation(sent(kit, seen, legal)).actions) == hash(seen.actions)


@given(aurum_matches)
def test_every_observation_of_aurum_comes_back_from_its_view(state: Any):
    there_and_back(GAMES["aurum"], state)


@given(amul_matches)
def test_every_observation_of_amul_comes_back_from_its_view(state: Any):
    there_and_back(GAMES["amul"], state)


@given(st.sampled_from(("aurum", "amul")))
def test_so_it_does_before_the_first_deal(name: str):
    kit = GAMES[name]
    there_and_back(kit, kit.game.start(kit.usual_rules))


def test_another_card_file_has_to_be_at_hand():
    text = amul.rules.cardfile.standard_bytes() + b"\n# corrected\n"
    cards = amul.rules.cardfile.read_cards(text, "mine.toml")
    kit = GAMES["amul"].with_cards(cards)
    state = amul.start(amul.Rules(3, cards))
    state = amul.deal(state, amul.shuffled(state, Stream("1"))).state
    seen = amul.observe(state, 0)
    assert kit.observation(sent(kit, seen)) == seen
    with pytest.raises(BadRules, match="card file"):
        GAMES["amul"].observation(sent(kit, seen))
