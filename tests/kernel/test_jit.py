"""Where compiled code is kept, whatever the machine is like; and that it is not needed for the results."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any

import numpy as np
import pytest

from karat.kernel import cache_folder, jit
from karat.kernel.cache_folder import Layer, fingerprint, layer_of

ROOT = Path(__file__).resolve().parent.parent.parent
WORD = "from karat.kernel import random; print(random.word(random.generator('x')), random.word.stats.cache_path)"
TOOLS = layer_of("karat.kernel.bits")


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
    drawn, folder = done.stdout.split()
    return drawn, Path(folder)


@cache
def expected() -> str:
    return word()[0]


def test_a_folder_can_be_chosen_and_is_filled(tmp_path: Path):
    drawn, folder = word(KARAT_CACHE=str(tmp_path / "here"))
    assert drawn == expected()
    assert folder.parent.parent == tmp_path / "here"
    assert list(folder.rglob("*.nbc"))


def test_it_works_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A read-only installation and no HOME: what is left is a folder for temporary files, shared by our processes."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "nowhere" / "\0"))
    monkeypatch.setattr(cache_folder.tempfile, "tempdir", str(tmp_path))
    for name in ("HOME", "XDG_CACHE_HOME", "KARAT_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(cache_folder, "cache_roots", lambda: iter([Path("/proc/no such folder")]))
    first, second = cache_folder.cache_folder(TOOLS), cache_folder.cache_folder(TOOLS)
    assert first == second
    assert first.is_relative_to(tmp_path)


def test_a_home_that_is_a_file_or_unset_does_not_matter(tmp_path: Path):
    (tmp_path / "file").touch()
    nowhere = "/proc/no such folder"
    code = f"import sys; sys.prefix = {nowhere!r}; {WORD}"
    for home in (str(tmp_path / "file"), None):
        done = python(code, HOME=home, XDG_CACHE_HOME=nowhere, KARAT_CACHE=nowhere, TMPDIR=str(tmp_path))
        assert done.returncode == 0, done.stderr
        drawn, folder = done.stdout.split()
        assert drawn == expected()
        assert Path(folder).is_relative_to(tmp_path)


def test_a_folder_that_anybody_may_write_to_is_not_trusted(tmp_path: Path):
    tmp_path.chmod(0o777)
    assert not cache_folder.is_ours(tmp_path)
    tmp_path.chmod(0o700)
    assert cache_folder.is_ours(tmp_path)


def test_two_processes_may_start_at_once(tmp_path: Path):
    env = {**os.environ, "KARAT_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", WORD], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate()[0].split()[0] for process in both] == [expected()] * 2
    assert [process.returncode for process in both] == [0, 0]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with two games, in whose sources nothing stands."""
    made = tmp_path / "karat"
    for room in ("kernel", "search", *(f"{game}/{room}" for game in ("aurum", "amul") for room in ROOMS)):
        (made / room).mkdir(parents=True)
        (made / room / "one.py").touch()
    (made / "shuffle.py").touch()
    monkeypatch.setattr(cache_folder, "PACKAGE", made)
    return made


ROOMS = ("rules", "kernel", "solver", "net", "search", "judge", "lab", "bots")
MODULES = {
    "tools": "karat.kernel.bits",
    "aurum-kernel": "karat.aurum.kernel.round",
    "aurum-above": "karat.aurum.solver.solve",
    "aurum-lab": "karat.aurum.lab.samples",
    "amul-kernel": "karat.amul.kernel.market",
    "amul-above": "karat.amul.search.flat",
    "outside": "bench.oracles.endings",
}
EVERYTHING = set(MODULES)


def layers() -> dict[str, Layer]:
    return {name: layer_of(module) for name, module in MODULES.items()}


def test_every_module_has_its_layer():
    assert {name: layer.name for name, layer in layers().items()} == {name: name for name in MODULES}
    assert layer_of("karat.aurum.net.net") == layer_of("karat.aurum.search.ismcts")
    assert layer_of("karat.search.something") == layer_of("__main__") == layer_of("bench.oracles.endings")


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("shuffle.py", EVERYTHING),
        ("kernel/one.py", EVERYTHING),
        ("aurum/rules/one.py", {"aurum-kernel", "aurum-above", "aurum-lab", "outside"}),
        ("aurum/kernel/one.py", {"aurum-kernel", "aurum-above", "aurum-lab", "outside"}),
        ("aurum/solver/one.py", {"aurum-above", "aurum-lab", "outside"}),
        ("amul/search/one.py", {"amul-above", "outside"}),
        ("search/one.py", {"aurum-above", "aurum-lab", "amul-above", "outside"}),
        ("aurum/lab/one.py", {"aurum-lab", "outside"}),
        ("aurum/judge/one.py", {"aurum-lab", "outside"}),
        ("aurum/bots/one.py", set()),
    ],
)
def test_the_name_of_a_folder_follows_the_sources_of_its_layer(package: Path, source: str, changed: set[str]):
    before = {name: fingerprint(layer) for name, layer in layers().items()}
    assert before == {name: fingerprint(layer) for name, layer in layers().items()}
    (package / source).write_text("two")
    assert {name for name, layer in layers().items() if fingerprint(layer) != before[name]} == changed


def test_checkouts_with_the_same_sources_share_what_is_compiled(tmp_path: Path):
    """The place inside the cache is told by the module, not by where the checkout lies."""
    for name in ("one", "two"):
        copytree(ROOT / "src" / "karat" / "kernel", tmp_path / name / "karat" / "kernel")
        for file in ("__init__.py", "shuffle.py"):
            copyfile(ROOT / "src" / "karat" / file, tmp_path / name / "karat" / file)
    seen = [
        python(
            f"{WORD}; print(*random.word.stats.cache_hits.values(), random.__file__)",
            PYTHONPATH=str(tmp_path / name),
            KARAT_CACHE=str(tmp_path / "cache"),
        ).stdout.split()
        for name in ("one", "two")
    ]
    assert [words[-1].startswith(str(tmp_path / name)) for words, name in zip(seen, ("one", "two"), strict=True)]
    assert seen[0][:2] == seen[1][:2]
    assert [words[2:-1] for words in seen] == [[], ["1"]]


USERS = """
import os
import numba
from numba.core import config

def settings():
    return {name: getattr(config, name) for name in dir(config) if name.isupper()}

before = dict(os.environ), settings()
import first
import karat.aurum.kernel.edge as edge
import second
assert (dict(os.environ), settings()) == before
edge.deal(edge.start(__import__("karat.aurum").aurum.Rules(4)), "x")
assert (dict(os.environ), settings()) == before
for module in (first, second):
    assert module.twice(21) == 42
    print(module.twice.stats.cache_path)
"""


def test_the_settings_and_the_functions_of_the_user_stay_as_they_are(tmp_path: Path):
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text("import numba\n@numba.njit(cache=True)\ndef twice(n):\n    return 2 * n\n")
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    done = python(USERS, PYTHONPATH=path, KARAT_CACHE=str(tmp_path / "ours"), NUMBA_CACHE_DIR=None)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(tmp_path / "__pycache__")] * 2
    assert len(list((tmp_path / "__pycache__").glob("*.nbc"))) == 2
    theirs = tmp_path / "theirs"
    done = python(USERS, PYTHONPATH=path, KARAT_CACHE=str(tmp_path / "ours"), NUMBA_CACHE_DIR=str(theirs))
    assert done.returncode == 0, done.stderr
    assert all(Path(place).is_relative_to(theirs) for place in done.stdout.split())


def test_locators_of_the_user_are_not_asked_for_our_kernels(tmp_path: Path):
    _, folder = word(NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator", KARAT_CACHE=str(tmp_path))
    assert folder.is_relative_to(tmp_path)


def test_a_kernel_that_was_typed_at_a_prompt_is_compiled_and_kept_nowhere(tmp_path: Path):
    code = "from karat.kernel.jit import kernel; print(kernel(eval('lambda n: 2 * n'))(21))"
    done = python(code, KARAT_CACHE=str(tmp_path))
    assert done.stdout.split() == ["42"], done.stderr
    assert not list(tmp_path.rglob("*.nbi"))


def test_importing_the_kernels_compiles_nothing(tmp_path: Path):
    code = "from karat.aurum.kernel import batch, bench, edge"
    assert python(code, KARAT_CACHE=str(tmp_path)).returncode == 0
    assert not list(tmp_path.rglob("*.nbi"))


def test_three_modules_know_numba_and_no_other():
    package = ROOT / "src" / "karat"
    imports = re.compile("^(from|import) numba", re.MULTILINE)
    known = [file for file in package.rglob("*.py") if imports.search(file.read_text("utf-8"))]
    assert sorted(file.name for file in known) == ["compiler.py", "jit.py", "vectors.py"]


PARTS = """
from karat.kernel import jit

@jit.kernel
def twice(n):
    return 2 * n

@jit.outlined
def more(n):
    return twice(n) + 1
"""


def test_what_is_only_a_part_of_others_is_kept_in_no_file(tmp_path: Path):
    """And what Python calls works, whether it was called by another kernel before or not."""
    (tmp_path / "parts.py").write_text(PARTS)
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    cache = tmp_path / "cache"
    done = python("import parts; print(parts.more(4))", PYTHONPATH=path, KARAT_CACHE=str(cache))
    assert done.stdout.split() == ["9"], done.stderr
    assert [file.name.split("-")[0] for file in cache.rglob("*.nbi")] == ["parts.more"]
    done = python("import parts; print(parts.twice(4), parts.more(4))", PYTHONPATH=path, KARAT_CACHE=str(cache))
    assert done.stdout.split() == ["8", "9"], done.stderr
    assert sorted(file.name.split("-")[0] for file in cache.rglob("*.nbi")) == ["parts.more", "parts.twice"]


def test_two_processes_that_keep_kernels_of_one_function_do_not_mix_them_up(tmp_path: Path):
    """numba numbers the files of a function by what it finds there; each signature must get its own."""
    (tmp_path / "parts.py").write_text(PARTS)
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    env = {**os.environ, "PYTHONPATH": path, "KARAT_CACHE": str(tmp_path / "cache")}
    code = "import parts, numpy, sys; print(*(parts.twice(getattr(numpy, kind)(3)) for kind in sys.argv[1:]))"
    kinds = ("int8", "uint16", "float32", "float64")
    # Compiled at the same time, then loaded by one that finds all of them.
    for together in ([(kind,) for kind in kinds], [kinds]):
        working = [
            subprocess.Popen([sys.executable, "-c", code, *some], env=env, stdout=subprocess.PIPE, text=True)
            for some in together
        ]
        assert " ".join(process.communicate()[0].strip() for process in working) == "6 6 6.0 6.0"


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


HALVES = """
@kernel
def half(number):
    return number >> 1

@kernel
def halves(narrow, wide, unsigned, out):
    out[0], out[1], out[2] = half(narrow[0]), half(wide[0]), half(-9)
    out[3] = half(unsigned[0]) >> np.uint64(61)
"""


def test_a_part_is_compiled_once_for_signed_numbers_of_all_widths_and_once_for_words_without_a_sign():
    made: dict[str, Any] = {"kernel": jit.kernel, "np": np}
    exec(compile(HALVES, "<from no file, and so never from the cache>", "exec"), made)  # noqa: S102
    out = np.zeros(4, np.int64)
    made["halves"](np.array([-7], np.int16), np.array([1 << 40]), np.array([(1 << 64) - 1], np.uint64), out)
    assert out.tolist() == [-4, 1 << 39, -5, 3]
    if jit.COMPILED:
        part = made["half"].get_overload.__self__
        assert sorted(str(kinds) for kinds in part.overloads) == ["(int64,)", "(uint64,)"]
