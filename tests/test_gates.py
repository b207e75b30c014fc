"""What every commit must keep to, beyond the behaviour of the code."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import karat

ROOT = Path(__file__).resolve().parent.parent


def tool(*command: str) -> None:
    """Run a tool of the development set-up on the checkout; what it prints is the message of a failure."""
    result = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{result.stdout}{result.stderr}", pytrace=False)


def checkout_files() -> list[Path]:
    """Every file that is in git, or would be after `git add`."""
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def lines_matching(pattern: str, files: list[Path]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1)
        if re.search(pattern, line)
    ]


def pins(name: str) -> set[str]:
    text = (ROOT / "requirements" / name).read_text("utf-8")
    return set(re.findall(r"^[\w.-]+==[\w.+!-]+", text, re.MULTILINE))


def test_code_is_formatted() -> None:
    tool("ruff", "format", "--check", ".")


def test_lint_is_clean() -> None:
    tool("ruff", "check", ".")


def test_types_are_strict() -> None:
    tool("mypy", "--strict", "src", "karat")


def test_no_file_names_a_package_registry() -> None:
    hosts = r"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|yarnpkg\.com|crates\.io|debian\.org"
    assert lines_matching(hosts, checkout_files()) == []


def test_requirements_name_no_place_to_fetch_from() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert [lock.name for lock in locks] == ["dev.txt", "docs.txt", "page.txt", "run.txt", "serve.txt", "uv.txt"]
    assert lines_matching(r"://|index|find-links|trusted-host", locks) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    folders = r"(?<![\w.~*-])/(home|root|work|Users)/\w"
    assert lines_matching(folders, checkout_files()) == []


def test_a_set_up_for_tests_also_serves_to_run() -> None:
    assert pins("run.txt") | pins("page.txt") | pins("docs.txt") <= pins("dev.txt")
    assert pins("run.txt") <= pins("docs.txt")


def test_a_server_runs_with_the_pins_of_everybody() -> None:
    assert pins("serve.txt") < pins("run.txt")


def test_package_and_pyproject_tell_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == karat.__version__


def test_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    tool("hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    source = ROOT / "src"
    files = {str(file.relative_to(source)) for file in checkout_files() if file.is_relative_to(source)}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert files <= held
    assert "karat/static/index.html" in held  # the page, which git does not keep
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in held if "machine_code" in name], "kernels that are compiled for one machine"
