"""The real command, in this process where that is enough and in one of its own where it is not."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from karat.cli.main import status


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def karat(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run a command in this process."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str | Path) -> Ran:
        code = status([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(code, out, err)

    return run


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a command as a process; none outlives its test."""
    children = []

    def start(*arguments: str | Path, **settings: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", "from karat.cli import main; main()", *map(str, arguments)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        children.append(subprocess.Popen(command, **(pipes | settings)))
        return children[-1]

    yield start
    for child in children:
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe:
                pipe.close()


@pytest.fixture
def games(karat: Callable[..., Ran], tmp_path: Path) -> Path:
    """A file of five matches."""
    file = tmp_path / "games.jsonl"
    assert karat("simulate", "aurum", "-n", "5", "--seed", "7", "-o", file).code == 0
    return file
