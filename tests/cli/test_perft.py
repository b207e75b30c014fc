import json
from pathlib import Path

TABLE = Path(__file__).parents[1] / "perft" / "aurum.perft"


def test_a_table_that_holds_is_told_so(karat):
    ran = karat("perft", TABLE, "--depth", "4")
    assert ran.code == 0
    assert "three-cards-each  perft 4  81  ok" in ran.out
    assert "WRONG" not in ran.out
    assert "perft 5" not in ran.out


def test_a_wrong_count_is_told_with_the_counts_under_each_first_action(karat, tmp_path):
    table = tmp_path / "wrong.perft"
    table.write_text("id a\nstate B1 B2 / P1 / S1\nperft 2 3\n")
    ran = karat("perft", table)
    assert ran.code == 1
    assert "perft 2  2  WRONG, expected 3" in ran.out
    assert "    0 bid B1: 1\n    0 bid B2: 1\n" in ran.out


def test_counts_can_be_divided_on_request(karat):
    assert "    0 bid B1: 27\n" in karat("perft", TABLE, "--depth", "1", "--divide", "4").out


def test_programs_get_json(karat):
    rows = [json.loads(line) for line in karat("perft", TABLE, "--depth", "1", "--json").out.splitlines()]
    assert rows[0]["id"] == "three-cards-each"
    assert all(row["count"] == row["expected"] for row in rows)


def test_a_table_that_cannot_be_read_is_wrong_use(karat, tmp_path):
    table = tmp_path / "bad.perft"
    for content, said in (
        (b"nonsense", "line 1"),
        (b"id a\nstate X1", "no card of Aurum is called 'X1'"),
        (b"\xff", "utf-8"),
        (b"x" * 5_000_000, "bytes"),
    ):
        table.write_bytes(content)
        ran = karat("perft", table)
        assert ran.code == 2
        assert said in ran.err
    assert karat("perft", tmp_path / "missing").code == 2
