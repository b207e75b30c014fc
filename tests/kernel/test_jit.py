"""Where compiled code is kept, whatever the machine is like; and that it is not needed for the results."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from karat.kernel import jit

ROOT = Path(__file__).resolve().parent.parent.parent
WORD = "from karat.kernel import jit, random; print(random.word(random.generator('x')), jit.CACHE, jit.COMPILED)"


def python(code: str, **env: str | None) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own; settings that are None are taken away."""
    settings = {**os.environ, **{name: value for name, value in env.items() if value is not None}}
    for name in [name for name, value in env.items() if value is None]:
        settings.pop(name, None)
    return subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=False)


def word(**env: str | None) -> tuple[str, Path]:
    """The first word of a generator, and where its kernel was kept."""
    done = python(WORD, **env)
    assert done.returncode == 0, done.stderr
    drawn, folder, _ = done.stdout.split()
    return drawn, Path(folder)


EXPECTED = word()[0]


def test_a_folder_can_be_chosen_and_is_filled(tmp_path: Path):
    drawn, folder = word(KARAT_CACHE=str(tmp_path / "here"))
    assert drawn == EXPECTED
    assert folder.parent == tmp_path / "here"
    assert list(folder.rglob("*.nbc"))


def test_it_works_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A read-only installation and no HOME: what is left is a folder for temporary files, shared by our processes."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "nowhere" / "\0"))
    monkeypatch.setattr(jit.tempfile, "tempdir", str(tmp_path))
    for name in ("HOME", "XDG_CACHE_HOME", "KARAT_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(jit, "cache_roots", lambda: iter([Path("/proc/no such folder")]))
    first, second = jit.cache_folder(), jit.cache_folder()
    assert first == second
    assert first.is_relative_to(tmp_path)


def test_a_home_that_is_a_file_or_unset_does_not_matter(tmp_path: Path):
    (tmp_path / "file").touch()
    nowhere = "/proc/no such folder"
    code = f"import sys; sys.prefix = {nowhere!r}; {WORD}"
    for home in (str(tmp_path / "file"), None):
        done = python(code, HOME=home, XDG_CACHE_HOME=nowhere, KARAT_CACHE=nowhere, TMPDIR=str(tmp_path))
        assert done.returncode == 0, done.stderr
        drawn, folder, _ = done.stdout.split()
        assert drawn == EXPECTED
        assert Path(folder).is_relative_to(tmp_path)


def test_a_folder_that_anybody_may_write_to_is_not_trusted(tmp_path: Path):
    tmp_path.chmod(0o777)
    assert not jit.is_ours(tmp_path)
    tmp_path.chmod(0o700)
    assert jit.is_ours(tmp_path)


def test_two_processes_may_start_at_once(tmp_path: Path):
    env = {**os.environ, "KARAT_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", WORD], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate()[0].split()[0] for process in both] == [EXPECTED, EXPECTED]
    assert [process.returncode for process in both] == [0, 0]


def test_the_name_of_the_folder_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "karat"
    (package / "aurum" / "kernel").mkdir(parents=True)
    (package / "shuffle.py").write_text("")
    source = package / "aurum" / "kernel" / "round.py"
    source.write_text("one")
    monkeypatch.setattr(jit, "PACKAGE", package)
    before = jit.fingerprint()
    assert jit.fingerprint() == before
    source.write_text("two")
    assert jit.fingerprint() != before


def test_what_is_built_on_the_kernels_changes_only_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "karat"
    (package / "kernel").mkdir(parents=True)
    (package / "search").mkdir()
    kernel, search = package / "kernel" / "bits.py", package / "search" / "tree.py"
    monkeypatch.setattr(jit, "PACKAGE", package)
    kernel.write_text("one")
    search.write_text("one")
    (package / "shuffle.py").write_text("")
    below, above = jit.fingerprint("kernel"), jit.fingerprint("above")
    search.write_text("two")
    assert jit.fingerprint("kernel") == below
    assert jit.fingerprint("above") != above
    above = jit.fingerprint("above")
    kernel.write_text("two")
    assert jit.fingerprint("kernel") != below
    assert jit.fingerprint("above") != above


def test_importing_the_kernels_compiles_nothing(tmp_path: Path):
    code = "from karat.aurum.kernel import batch, bench, edge"
    assert python(code, KARAT_CACHE=str(tmp_path)).returncode == 0
    assert not list(tmp_path.rglob("*.nbi"))


def test_nothing_outside_jit_imports_numba():
    package = ROOT / "src" / "karat"
    wrong = [file.name for file in package.rglob("*.py") if "import numba" in file.read_text("utf-8")]
    assert wrong == ["jit.py"]


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "KARAT_PORTABLE"])
def test_the_same_tests_pass_without_compiling_and_without_bmi2(setting: str):
    if os.environ.get(setting):
        pytest.skip("this is that run")
    tests = ["tests/kernel/test_random.py", "tests/kernel/test_bits.py", "tests/aurum/kernel/test_playout.py"]
    if setting == "NUMBA_DISABLE_JIT":
        tests[2:] = ["tests/aurum/kernel"]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, setting: "1", "KARAT_HYPOTHESIS": "brief"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
