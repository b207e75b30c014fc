import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from karat import __version__
from karat.cli import VERSION
from karat.cli.main import COMMANDS


def test_help_names_every_command_and_shows_examples(karat):
    told = karat("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in told
    assert "karat verify games.jsonl" in told


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_by_example(karat, command):
    told = karat(command, "--help").out
    assert f"\n  karat {command} " in told


def test_the_version_is_told(karat):
    assert karat("--version").out == f"karat, version {__version__}\n" == VERSION


def test_an_unknown_command_is_wrong_use(karat):
    ran = karat("dance")
    assert ran.code == 2
    assert "No such command 'dance'" in ran.err


def test_help_is_told_without_loading_any_command():
    code = (
        "import sys; from karat.cli.main import status; status(['--help']);"
        "assert not [name for name in sys.modules if name.split('.')[0] in ('rich', 'textual')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_version_is_told_without_loading_what_reads_options():
    code = (
        "import atexit, sys; from karat.cli import main; sys.argv[1:] = ['--version'];"
        "atexit.register(lambda: print('click' in sys.modules)); main()"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == f"{VERSION}False\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("asked", ["--version", "--help", "cards"])
@pytest.mark.parametrize("closed", [">&-", "> /dev/full"])
def test_what_cannot_be_told_ends_in_no_traceback(closed, asked, unbuffered):
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}  # a stream with a buffer fails later, and once more at exit
    command = ["sh", "-c", f'"$0" -m karat {asked} {closed}', sys.executable]
    ran = subprocess.run(command, capture_output=True, env=env, check=False)
    assert b"Traceback" not in ran.stderr, ran.stderr
    assert b"Exception ignored" not in ran.stderr, ran.stderr


def test_python_can_run_it_as_a_module():
    ran = subprocess.run([sys.executable, "-m", "karat", "--version"], check=True, capture_output=True, text=True)
    assert ran.stdout == f"karat, version {__version__}\n"


EVERYTHING = "<&- >&- 2>&-"


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        *(("verify -", closed) for closed in ("<&-", ">&-", "2>&-")),
        *((command, EVERYTHING) for command in ("show -", "simulate -n 1", "rules aurum", "cards amul", "play")),
    ],
)
def test_a_stream_that_was_closed_beforehand_is_an_empty_one(command, closed):
    line = f'"{sys.executable}" -m karat {command} {closed}'
    ran = subprocess.run(["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stdout + ran.stderr
    assert ran.returncode in (0, 2)


def test_help_for_a_reader_who_has_left_ends_as_other_programs_do():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        ran = subprocess.run(
            [sys.executable, "-m", "karat", "--help"], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.parametrize("command", [["cards", "amul", "camel"], ["simulate", "-n", "1"], ["rules", "amul"]])
def test_a_terminal_that_knows_ascii_only_gets_what_it_can_show(command):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-m", "karat", *command], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.isascii()


def test_without_a_command_the_page_is_served_here_and_opened(karat, monkeypatch):
    ran = []
    monkeypatch.setattr("uvicorn.run", lambda app, **settings: ran.append((app, settings)))
    monkeypatch.setattr("karat.cli.serve.open_when_there", lambda *where: ran.append(where))
    monkeypatch.setattr("karat.server.http.logs.set_up_logs", lambda _level: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setattr("karat.cli.serve.USUAL", free.getsockname()[1])
    told = karat()
    (host, port, url) = next(one for one in ran if len(one) == 3)
    (_, settings) = next(one for one in ran if len(one) == 2)
    assert (settings["host"], settings["port"]) == (host, port)
    assert (host, url) == ("127.0.0.1", f"http://127.0.0.1:{port}/")
    assert told.err.splitlines() == [f"karat: {url}", "karat: Ctrl-C stops it, and every match goes on where it was."]


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The usual port, on which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setattr("karat.cli.serve.USUAL", port)
        yield port


def test_where_the_usual_port_is_taken_the_next_free_one_is_said(taken: int, capsys: pytest.CaptureFixture[str]):
    from karat.cli.serve import choose_port

    port = choose_port("127.0.0.1", None)
    assert taken < port < taken + 20
    assert capsys.readouterr().err == f"karat: port {taken} is taken, so this is {port}.\n"


def test_a_port_that_was_asked_for_and_is_taken_is_refused(karat, taken: int, tmp_path: Path):
    told = karat("serve", "--no-open", "--port", taken, "--data", tmp_path)
    assert told.code == 2
    assert told.err.splitlines()[-1] == (
        f"Error: port {taken} of 127.0.0.1 is taken: stop what listens there, or choose another with --port"
    )


def test_an_address_that_is_not_ours_is_refused(karat, tmp_path: Path):
    told = karat("serve", "--no-open", "--host", "203.0.113.9", "--data", tmp_path)
    assert told.code == 2
    assert "of 203.0.113.9 cannot be had: Cannot assign requested address" in told.err


@pytest.mark.parametrize("display", ["", ":0"])
def test_where_there_is_no_browser_the_address_is_told(
    display: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from karat.cli.serve import open_when_there

    for name in ("BROWSER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr("webbrowser.open", lambda _url: False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        open_when_there(*server.getsockname(), "http://there/")
    assert capsys.readouterr().err == "karat: there is no browser to open here; open http://there/ in one.\n"


OF_THE_SERVER = {"alembic", "argon2", "asyncpg", "msgspec", "openskill", "prometheus_client", "starlette", "structlog",
                 "uvicorn", "webauthn"}  # fmt: skip
WITHOUT_EXTRAS = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {words}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from karat.cli.main import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["admin", "--help"], 0, "backup"),
        (["serve", "--help"], 0, "--database"),
        (["admin", "users", "list"], 2, "pip install 'karat-games'"),
        (["serve", "--no-open"], 2, "pip install 'karat-games'"),
    ],
)
def test_without_the_server_help_is_told_and_the_rest_says_what_to_install(
    arguments: list[str], status: int, said: str
):
    program = WITHOUT_EXTRAS.replace("{words}", repr(OF_THE_SERVER))
    ran = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    assert (ran.returncode, said in ran.stdout + ran.stderr) == (status, True), ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
