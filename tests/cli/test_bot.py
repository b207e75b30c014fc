"""karat bot at the command line; what it plays is in tests/server/house/test_external_bots.py."""

import click
import pytest

from karat.cli.bot import at_server
from karat.client import Problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "has none"),
        ("class A:\n def choose(self, *_): ...\nclass B(A): pass", "has several, A, B: say which with --class"),
        ("import nothing_of_that_name", "cannot be run: ModuleNotFoundError"),
    ],
)
def test_a_file_without_one_bot_is_told(karat, tmp_path, text, said):
    file = tmp_path / "mine_for_the_test.py"
    file.write_text(text)
    ran = karat("bot", "run", file, "--token", "x")
    assert ran.code == 2
    assert said in " ".join(ran.err.split())


def test_a_bot_needs_a_token_and_a_file(karat, tmp_path, monkeypatch):
    monkeypatch.delenv("KARAT_TOKEN", raising=False)
    assert "a bot needs a token" in karat("bot", "run", tmp_path / "no.py").err
    assert "there is no file" in karat("bot", "run", tmp_path / "no.py", "--token", "x").err


def test_a_server_that_does_not_answer_is_told(karat, tmp_path):
    file = tmp_path / "lowest_for_the_test.py"
    file.write_text("class Lowest:\n    def choose(self, seen, legal, rng):\n        return legal[0]\n")
    ran = karat("bot", "list", "--server", "http://127.0.0.1:9")
    assert ran.code == 1
    assert "no server answers at http://127.0.0.1:9" in ran.err


def test_a_token_that_a_server_does_not_know_is_told_as_that():
    def work():
        raise Problem(401, "who_are_you", "this needs a session: join with a name first", {})

    with pytest.raises(click.ClickException, match=r"^http://there does not know this token, or it was revoked"):
        at_server("http://there", work)


def test_an_account_and_a_token_in_two_commands(karat, tmp_path):
    place = tmp_path / "karat.sqlite"
    made = karat("admin", "-d", place, "users", "add", "anna")
    assert made.code == 0, made.err
    assert "anna has an account; the password, shown this once:" in made.out
    again = karat("admin", "-d", place, "users", "add", "anna")
    assert again.code == 2
    token = karat("admin", "-d", place, "token", "anna", "goosebot", "--scope", "play")
    assert "the new token, shown this once: " in token.out
