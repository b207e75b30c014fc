import io
import json

import pytest

from karat.record import LONGEST_LINE, BadRecord, Form, lines, parse_line, quoted, same, verify


def complaint(raw: bytes | None) -> str:
    with pytest.raises(BadRecord) as error:
        parse_line(raw)
    return str(error.value)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"format": "karat/1"', "K1.2: not JSON: Expecting ',' delimiter at character 20"),
        (b"{'format': 1}", "K1.2: not JSON"),
        (b'{"a": NaN}', "K1.2: NaN is not JSON"),
        (b'{"a": [-Infinity]}', "K1.2: -Infinity is not JSON"),
        (b'{"a": 1, "a": 2}', "K1.2: the key 'a' stands twice in one object"),
        (b'{"a": ' + b"9" * 5000 + b"}", "K1.2: not JSON that can be read: Exceeds the limit"),
        (b"[1, 2]", "K1.1: a record is a JSON object, not [1, 2]"),
        (b"null", "K1.1: a record is a JSON object, not None"),
        (b'{"a": "\xff"}', "K1.1: not UTF-8 at byte 7"),
        (b"\xef\xbb\xbf{}", "K1.2: not JSON: Unexpected UTF-8 BOM"),
        (None, f"K1.1: the line is longer than {LONGEST_LINE} bytes"),
    ],
)
def test_a_line_that_is_no_record_says_what_is_wrong(raw: bytes | None, said: str):
    assert complaint(raw).startswith(said)


def test_a_line_without_end_is_passed_over_without_being_kept():
    """The reader is asked for bounded pieces only, so a line of any length takes no more memory than that."""

    class Endless(io.RawIOBase):
        left = 3 * LONGEST_LINE

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            if not self.left:
                return b""
            piece = min(size, self.left)
            self.left -= piece
            return b"x" * (piece - 1) + (b"x" if self.left else b"\n")

    assert list(lines(Endless())) == [(1, None)]  # type: ignore[arg-type]


def test_the_longest_line_that_is_allowed_is_read():
    exactly = b"x" * LONGEST_LINE
    assert list(lines(io.BytesIO(exactly + b"\n{}\n"))) == [(1, exactly + b"\n"), (2, b"{}\n")]
    assert list(lines(io.BytesIO(exactly + b"x\n{}"))) == [(1, None), (2, b"{}")]
    assert list(lines(io.BytesIO(exactly + b"x"))) == [(1, None)]


def test_empty_lines_are_counted_but_hold_nothing():
    assert [number for number, _ in lines(io.BytesIO(b"{}\n\n  \n{}"))] == [1, 4]


def test_records_after_a_bad_one_are_still_checked():
    deep = b'{"game": "g", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    file = io.BytesIO(b'{"game": "g"}\nnonsense\n' + deep + b'\n{"game": "h"}\n{"game": "g"}')
    verdicts = [(number, bad and bad.law.value) for number, bad in verify(file, {"g": lambda _: None})]
    assert verdicts == [(1, None), (2, "K1.2"), (3, "K1.2"), (4, "K2.1"), (5, None)]


def test_a_value_nested_to_just_below_the_limit_is_refused_too():
    """JSON of some depth can be read but not written again."""
    file = io.BytesIO(b"".join(b'{"game": "g", "x": ' + b"[" * n + b"]" * n + b"}\n" for n in range(100, 2000, 50)))

    def look(record: dict) -> None:
        same(record["x"], quoted(record["x"]))
        raise BadRecord(Form.FIELDS, quoted(record["x"]))

    assert all(bad for _, bad in verify(file, {"g": look}))


def test_a_value_from_outside_is_quoted_short_and_in_ascii():
    assert quoted("a" * 1000).endswith("...")
    assert len(quoted("a" * 1000)) < 100
    assert quoted("line\nbreak \x1b[31m") == r"'line\nbreak \x1b[31m'"
    assert quoted("\ud800 ж") == r"'\ud800 \u0436'"
    assert len(quoted([[["deep"] * 100] * 100] * 100)) < 100


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [(1, 1, True), (1, True, False), (1, 1.0, False), ([1], [1], True), ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True)],
)
def test_equality_is_that_of_json(one: object, other: object, *, equal: bool):
    assert same(one, other) is equal
    assert (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)) is equal
