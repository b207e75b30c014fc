"""Every example runs as it stands and says something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(example: Path, tmp_path: Path):
    command = [sys.executable, "-W", "error", str(example)]
    ran = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300, env=os.environ
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()
    assert list(tmp_path.iterdir()) == []  # nothing is left behind


def test_every_example_is_listed():
    listed = (ROOT / "examples" / "README.md").read_text("utf-8")
    assert [path.name for path in EXAMPLES if f"[{path.name}]({path.name})" not in listed] == []
