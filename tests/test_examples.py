"""Every example runs as it stands and says something."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SHORTENED = {
    "ppo": "--minutes 0.02 --envs 8 --steps 8 --batch 32 --tell 1 --threads 1 --imitate 0.5 --deals 1",
    "dmc": "--minutes 0.02 --rows 8 --steps 120 --batch 256 --tell 1 --threads 1 --deals 1",
}
"""Those that learn for minutes, and how they are run here."""
TORCH = importlib.util.find_spec("torch") is not None


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(example: Path, tmp_path: Path):
    if example.stem in SHORTENED and not TORCH:
        pytest.skip("it learns with PyTorch, which is not installed here")
    command = [sys.executable, "-W", "error", str(example), *SHORTENED.get(example.stem, "").split()]
    ran = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300, env=os.environ
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()
    assert list(tmp_path.iterdir()) == []  # nothing is left behind


@pytest.mark.skipif(not TORCH, reason="PyTorch is not installed here")
def test_ppo_goes_on_where_it_was_saved(tmp_path: Path):
    """What was spent counts on, and what is over is not learned again."""
    few = "--envs 8 --steps 8 --batch 32 --tell 1 --threads 1 --deals 0"

    def ran(options: str) -> list[str]:
        command = [sys.executable, str(ROOT / "examples" / "ppo.py"), *few.split(), *options.split()]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300, env=os.environ
        ).stdout.splitlines()

    begun = ran("--minutes 0.01 --save pair.pt")
    decisions = int(begun[-1].split()[2].replace(",", ""))
    further = ran("--minutes 0.02 --load pair.pt")
    assert int(further[0].split()[2].replace(",", "")) == decisions + 64
    assert ran("--minutes 0.01 --load pair.pt") == []


def test_every_example_is_listed():
    listed = (ROOT / "examples" / "README.md").read_text("utf-8")
    assert [path.name for path in EXAMPLES if f"[{path.name}]({path.name})" not in listed] == []


@pytest.mark.skipif(TORCH, reason="PyTorch is installed here")
@pytest.mark.parametrize("stem", SHORTENED)
def test_who_has_no_torch_is_told_so_in_a_sentence(stem: str):
    ran = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{stem}.py")], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 1
    assert ran.stderr.strip() == "this example needs PyTorch, which is not installed: pip install torch"
