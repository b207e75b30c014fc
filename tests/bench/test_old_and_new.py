"""Two checkouts measured beside each other; here the second is the first once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.old_and_new import Line, first_of, main

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_checkout_beside_itself_does_the_same(capsys: pytest.CaptureFixture[str]):
    brief = ["--rounds", "2", "--seconds", "0.01", "--game", "aurum"]
    assert main(["--old", str(ROOT), *brief, "--only", "4, fused"]) == 0
    heading, line, load = capsys.readouterr().out.splitlines()
    assert heading.split()[-4:] == ["ratio", "quartiles", "best", "tenths"]
    assert line.startswith("aurum 4, fused playout")
    assert load.startswith("load")


def test_the_ratio_is_the_median_of_pairs():
    line = Line("work", (100.0, 50.0, 100.0), (110.0, 55.0, 300.0), same=True)
    assert line.ratio == pytest.approx(1.1)
    assert line.quartiles == pytest.approx((1.1, 2.05))
    assert line.best == pytest.approx(3.0)
    assert "DIFFERENT" not in str(line)
    assert "DIFFERENT" in str(Line("work", (1.0,), (1.0,), same=False))


def test_another_checkout_must_be_named():
    with pytest.raises(SystemExit):
        main([])


def test_rooms_are_found_where_they_are():
    assert first_of("karat.rules.aurum", "karat.aurum").__name__ == "karat.aurum"
    with pytest.raises(ModuleNotFoundError, match="none of"):
        first_of("karat.nowhere", "karat.nowhere.else")
