import io
import json
import sys

import pytest


@pytest.fixture
def stdin(monkeypatch):
    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


def corrupt(games, line: int, change) -> None:
    lines = games.read_text().splitlines()
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = json.dumps(record)
    games.write_text("\n".join(lines) + "\n")


def test_good_records_are_counted(karat, games):
    ran = karat("verify", games)
    assert (ran.code, ran.out) == (0, "5 ok, 0 bad\n")


def test_a_bad_record_is_told_with_line_round_action_rule_and_reason(karat, games):
    corrupt(games, 2, lambda record: record["rounds"][0]["actions"].__setitem__(5, [9, "keep"]))
    corrupt(games, 4, lambda record: record["rounds"][1]["result"]["points"].__setitem__(0, 99))
    ran = karat("verify", games)
    assert ran.code == 1
    first, second, total = ran.out.splitlines()
    assert first.startswith("line 2, round 1, action 5: A0.1: seat 9 may not 'keep': it is the turn of seat ")
    assert second.startswith("line 4, round 2: A8.1: 'points' should be [")
    assert total == "3 ok, 2 bad"


def test_a_program_can_read_what_is_bad(karat, games):
    corrupt(games, 2, lambda record: record["rounds"][0]["actions"].__setitem__(5, [9, "keep"]))
    ran = karat("verify", games, "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["ok"], told["bad"]) == (1, 4, 1)
    (problem,) = told["problems"]
    assert (problem["line"], problem["round"], problem["action"], problem["rule"]) == (2, 1, 5, "A0.1")
    assert problem["reason"].startswith("seat 9 may not")


def test_standard_input_is_read(karat, games, stdin):
    stdin(games.read_bytes())
    assert karat("verify", "-").out == "5 ok, 0 bad\n"
    stdin(games.read_bytes())
    assert karat("verify").out == "5 ok, 0 bad\n"


def test_an_empty_file_holds_no_bad_record(karat, tmp_path):
    (tmp_path / "empty").touch()
    assert karat("verify", tmp_path / "empty").out == "0 ok, 0 bad\n"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (b'{"format": "karat/1", "game": "aurum", "pla', "K1.2"),
        (b'{"a": NaN}', "K1.2"),
        (b"[" * 200_000 + b"]" * 200_000, "K1.2"),
        (b'{"game": "aurum", "format": "karat/1", "players": 4, "edition": "de", "variants": '
         + b"[" * 900 + b"]" * 900 + b"}", "K1.2"),
        (b"\x00\xff\xfe", "K1.1"),
        (b"null", "K1.1"),
        (b"\x1b[2J", "K1.2"),
    ],
)  # fmt: skip
def test_whatever_a_line_holds_the_next_is_still_checked(karat, games, line, rule):
    good = games.read_bytes().splitlines()[0]
    games.write_bytes(line + b"\n" + good + b"\n")
    ran = karat("verify", games)
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith(f"line 1: {rule}: ")
    assert ran.out.splitlines()[-1] == "1 ok, 1 bad"
    assert ran.out.isascii()
    assert "\x1b" not in ran.out


def test_a_line_of_a_hundred_megabytes_is_refused_in_little_memory(process, games):
    good = games.read_bytes().splitlines()[0]
    with games.open("wb") as file:
        for _ in range(100):
            file.write(b"[" * 1024 * 1024)
        file.write(b"\n" + good + b"\n")

    def little_memory() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (400 * 1024 * 1024, 400 * 1024 * 1024))

    child = process("verify", games, preexec_fn=little_memory)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 1, err
    assert out.splitlines()[0] == b"line 1: K1.1: the line is longer than 1048576 bytes"
    assert out.splitlines()[-1] == b"1 ok, 1 bad"


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "\0"])
def test_a_file_that_cannot_be_read_is_wrong_use(karat, name):
    ran = karat("verify", name)
    assert ran.code == 2 or name == "."
    assert "cannot read" in ran.err or "Is a directory" in ran.err


def test_what_is_bad_goes_to_a_file_even_when_a_bar_is_drawn_in_the_terminal(games, tmp_path):
    """The bar is drawn on a real terminal at standard error; standard output is a file and must get the lines."""
    import os
    import pty
    import subprocess

    corrupt(games, 2, lambda record: record["rounds"][0]["actions"].__setitem__(5, [9, "keep"]))
    terminal, other_end = pty.openpty()
    with (tmp_path / "out").open("wb") as out:
        command = [sys.executable, "-m", "karat", "verify", str(games)]
        environment = os.environ | {"TERM": "xterm"}
        code = subprocess.run(command, stdout=out, stderr=other_end, env=environment, check=False).returncode
    os.close(other_end)
    os.close(terminal)
    assert code == 1
    assert (tmp_path / "out").read_text().splitlines()[-1] == "4 ok, 1 bad"
    assert "line 2, round 1, action 5" in (tmp_path / "out").read_text()
