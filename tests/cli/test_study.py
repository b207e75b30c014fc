"""The command that reports on balance."""

import json


def test_the_command(karat, tmp_path):
    ran = karat("study", "aurum", "--bots", "random", "--by", "starter,edition", "-n", "2", "-j", "1", "-o", tmp_path)
    assert ran.code == 0, ran.err
    figures = json.loads((tmp_path / "study.json").read_text())
    assert len(figures["cells"]) == 3
    assert {path.name for path in tmp_path.iterdir()} == {"report.md", "study.json", "starter.svg", "bid.svg"}
    assert karat("study", "aurum", "--bots", "nobody").code == 2
    assert "is by starter" in karat("study", "aurum", "--bots", "random", "--by", "x").err
