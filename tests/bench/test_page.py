"""The measuring of the page, in short: that it measures at all, and what does not depend on the machine."""

import json
import os
import subprocess
import sys

from chromium import ROOT, page_tools

from bench.page import Figure


def test_a_figure_says_whether_its_limit_is_kept() -> None:
    assert Figure("first paint", 900, 1000).is_kept
    assert not Figure("first paint", 1100, 1000).is_kept
    assert not Figure("frames", 40, 50, more=True).is_kept
    assert "NOT KEPT" in str(Figure("frames", 40, 50, more=True))
    assert str(Figure("frames", 40)).split() == ["frames", "40.0"]


def test_it_measures_a_real_page() -> None:
    assert page_tools().is_fresh(), "run ./karat test, or web/build.py: the page is not built from these sources"
    command = [sys.executable, ROOT / "bench" / "page.py", "--visits", "1", "--clicks", "2", "--slowed", "1", "--json"]
    # No bot searches on its server, which would load all that this takes; to be measured in earnest it has to.
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=240, check=False)
    figures = json.loads(done.stdout)
    assert figures["first load: script, style and fonts with the covers, kB of gzip"] <= 200
    for game in ("aurum", "amul"):
        assert 0 < figures[f"{game}: board and art, kB of gzip"] <= 250
        assert figures[f"{game}: frames a second while cards fly, slowed 1 times"] > 0
