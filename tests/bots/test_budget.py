import pytest

from karat.bots.bot import BadBudget, Budget, UnknownBot
from karat.games import GAMES, make_bot


@pytest.mark.parametrize("text", ["", "fast", "-1s", "0s", "0", "1h", "1.5", "nan s"])
def test_what_is_no_budget_is_quoted(text: str):
    with pytest.raises(BadBudget, match=repr(text)):
        Budget.parse(text)


@pytest.mark.parametrize("text", ["0.5s", "0.02s", "5000"])
def test_a_budget_is_written_as_it_is_read(text: str):
    assert str(Budget.parse(text)) == text


def test_milliseconds_are_seconds():
    assert Budget.parse("200ms") == Budget(0.2)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, kit in GAMES.items() for name in kit.bots])
def test_every_bot_there_is_can_be_had(game: str, name: str):
    assert hasattr(make_bot(game, name, Budget(None, 10)), "choose")


def test_an_unknown_bot_is_named_with_those_there_are():
    with pytest.raises(UnknownBot, match="'grandmaster' plays aurum; there are random, novice, casual, strong"):
        make_bot("aurum", "grandmaster")
