"""Kernels that came with a wheel: found where they fit, never run where they may have been changed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

from karat.kernel import jit, prebuilt
from karat.kernel.claims import Claim
from karat.kernel.prebuilt import BUILD_SETTINGS, FAMILY, FEATURES, FLAGS, Prebuilt, Untrusted, Unusable

ROOT = Path(__file__).resolve().parent.parent.parent
GATHER = """
import importlib.util, sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from karat.kernel import random
loader = SourceFileLoader("kernels", sys.argv[1])
kernels = importlib.util.module_from_spec(importlib.util.spec_from_loader("kernels", loader))
loader.exec_module(kernels)
call = lambda: random.word(random.generator("x"))
missed = kernels.gather(Path(sys.argv[2]), call)
print(len(missed), random.__file__)
"""
WORD = """
from karat.kernel import random
drawn = random.word(random.generator("x"))
print(drawn, sum(random.word.stats.cache_hits.values()), sum(random.word.stats.cache_misses.values()))
"""
FOREIGN = pytest.mark.skipif(
    prebuilt.family() != FAMILY or not jit.COMPILED,
    reason=f"this processor is none of {FAMILY}, or nothing is compiled",
)


def python(code: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-c", code, *arguments]
    return subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the one kernel that `random.word` is, compiled; as an installed wheel is."""
    top = tmp_path_factory.mktemp("packed")
    copytree(ROOT / "src" / "karat", top / "lib" / "karat", ignore=lambda *_: ["static", "__pycache__"])
    env = {**BUILD_SETTINGS, "KARAT_CACHE": str(top / "cache"), "PYTHONPATH": str(top / "lib")}
    asked = [python(GATHER, str(ROOT / "scripts" / "kernels"), str(top / "code"), **env) for _ in range(2)]
    assert [done.stdout.split()[:1] for done in asked][1:] == [["0"]], asked[1].stderr
    assert asked[0].stdout.split()[0] != "0", "the first time there was nothing to gather"
    return top


@pytest.fixture
def wheel(packed: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    copytree(packed / "lib", tmp_path / "lib")
    copytree(packed / "code", tmp_path / "lib" / "karat" / "machine_code")
    return tmp_path / "lib"


def word(wheel: Path) -> tuple[list[int], str]:
    """The word drawn, how often its kernel was found and how often not; and what was said about that."""
    done = python(WORD, KARAT_CACHE=str(wheel.parent / "empty"), PYTHONPATH=str(wheel))
    assert done.returncode == 0, done.stderr
    return [int(text) for text in done.stdout.split()], done.stderr


EXPECTED = int(python(WORD).stdout.split()[0])


@FOREIGN
def test_what_came_with_the_wheel_is_not_compiled(wheel: Path):
    assert word(wheel) == ([EXPECTED, 1, 0], "")
    assert not list((wheel.parent / "empty").rglob("*.nb*"))


@pytest.fixture
def processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run on another one, with all features of the family but some."""
    for name in BUILD_SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(prebuilt, "PORTABLE", False)
    monkeypatch.setattr(prebuilt, "CPUINFO", tmp_path / "cpuinfo")

    def become(vendor: str = "GenuineIntel", family: int = 6, lacking: str = "") -> None:
        flags = " ".join(flag for flag in FLAGS if flag != lacking)
        first = f"processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: {family}\nflags\t\t: {flags} sha_ni\n"
        (tmp_path / "cpuinfo").write_text(f"{first}\nprocessor\t: 1\nflags\t: none\n")

    return become


@pytest.mark.parametrize(
    ("told", "portable", "used"),
    [
        ({}, False, True),
        (BUILD_SETTINGS, False, True),
        ({"NUMBA_CPU_NAME": "x86-64-v2"}, False, False),
        ({"NUMBA_CPU_NAME": FAMILY}, False, False),
        ({**BUILD_SETTINGS, "NUMBA_CPU_FEATURES": "+sse2,+popcnt"}, False, False),
        ({"NUMBA_CPU_FEATURES": "+sse2,+popcnt"}, False, False),
        ({}, True, False),
    ],
)
def test_who_says_what_to_compile_for_has_it_compiled(
    told: dict[str, str],
    portable: bool,
    used: bool,
    processor: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
):
    processor()
    monkeypatch.setattr(prebuilt, "PORTABLE", portable)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert prebuilt.family() == (FAMILY if used else None)


@pytest.mark.parametrize(
    ("vendor", "family", "slow"),
    [
        ("AuthenticAMD", 21, True),  # Excavator
        ("AuthenticAMD", 23, True),  # Zen and Zen 2
        ("HygonGenuine", 24, True),  # Zen by another name
        ("AuthenticAMD", 25, False),  # Zen 3
        ("GenuineIntel", 6, False),
    ],
)
def test_processors_with_a_slow_bit_deposit_have_them_compiled(
    vendor: str, family: int, slow: bool, processor: Callable[..., None]
):
    processor(vendor, family)
    assert prebuilt.family() == (None if slow else FAMILY)


@pytest.mark.parametrize("lacking", ["avx2", "bmi2", "fma", "abm"])
def test_a_processor_that_lacks_something_of_the_family_is_none_of_it(lacking: str, processor: Callable[..., None]):
    processor(lacking=lacking)
    assert prebuilt.family() is None


def test_where_linux_tells_nothing_all_is_compiled(processor: Callable[..., None]):
    assert processor
    assert prebuilt.family() is None


@FOREIGN
def test_linux_and_the_compiler_see_the_same_processor():
    assert all(jit.has(feature) for feature in FEATURES)
    assert jit.has_bmi2()


@FOREIGN
def test_a_changed_source_is_compiled_again(wheel: Path):
    with (wheel / "karat" / "kernel" / "bits.py").open("a") as source:
        source.write("# changed\n")
    assert word(wheel) == ([EXPECTED, 0, 1], "")


def change_a_byte(folder: Path) -> None:
    (file,) = folder.glob("*.nbc")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def change_the_manifest(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest))


@FOREIGN
def test_what_may_have_been_changed_is_compiled_and_that_is_said(wheel: Path):
    change_a_byte(wheel / "karat" / "machine_code")
    result, told = word(wheel)
    assert result == [EXPECTED, 0, 1]
    assert "is not the file that was packed: install karat-games again; compiling instead" in told


def opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Prebuilt:
    """The code of a folder, as if it came with this package."""
    monkeypatch.setattr(prebuilt, "PACKAGE", folder.parent)
    monkeypatch.setattr(prebuilt, "source_digest", lambda layer: known["sources"].get(layer.name))
    known = json.loads((folder / "manifest.json").read_text())
    digest = (folder / "__init__.py").read_text().split('"')[-2]
    return Prebuilt(folder, digest, known["made_for"])


def look(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes | None:
    """What would be unpickled for the kernel in a folder."""
    (signature,) = json.loads((folder / "manifest.json").read_text())["kernels"]["karat.kernel.random.word"]
    return opened(folder, monkeypatch).find("karat.kernel.random", "word", signature)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (change_a_byte, "is not the file that was packed"),
        (change_the_manifest, "is not the file that was packed"),
        (lambda folder: folder.chmod(0o777), "can be written by others"),
        (lambda folder: folder.parent.chmod(0o777), "can be written by others"),
        (lambda folder: (folder / "manifest.json").chmod(0o666), "can be written by others"),
        (lambda folder: next(folder.glob("*.nbc")).chmod(0o666), "can be written by others"),
        (lambda folder: next(folder.glob("*.nbc")).unlink(), "No such file"),
    ],
)
def test_nothing_that_may_have_been_changed_is_read(
    packed: Path, tmp_path: Path, harm: Callable[[Path], None], said: str, monkeypatch: pytest.MonkeyPatch
):
    folder = copytree(packed / "code", tmp_path / "karat" / "machine_code")
    assert look(folder, monkeypatch)
    harm(folder)
    with pytest.raises((RuntimeWarning, Untrusted), match=said):
        look(folder, monkeypatch)


@pytest.mark.parametrize("name", ["python", "platform", "numba", "llvmlite", "numpy", "processor"])
def test_code_for_something_else_is_refused_by_name(packed: Path, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prebuilt, "PACKAGE", packed / "code")
    folder = packed / "code"
    digest = (folder / "__init__.py").read_text().split('"')[-2]
    here = prebuilt.made_for(FAMILY)
    assert Prebuilt(folder, digest, here).find("karat.kernel.random", "no such function", "()") is None
    with pytest.raises(Unusable, match=f"are for {name} .*, and this is another"):
        Prebuilt(folder, digest, {**here, name: "another"})


def test_a_file_of_another_user_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    about = tmp_path.stat()
    prebuilt.check_owner(about, tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: about.st_uid + 1)
    mine_no_more = os.stat_result((about.st_mode, 0, 0, 1, about.st_uid or 4711, 0, 0, 0, 0, 0))
    with pytest.raises(Untrusted, match="belongs to another user"):
        prebuilt.check_owner(mine_no_more, tmp_path)


def test_a_group_may_write_only_if_it_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tmp_path.chmod(0o775)
    monkeypatch.setattr(prebuilt, "is_private", lambda group, user: (group, user) == (about.st_gid, about.st_uid))
    about = tmp_path.stat()
    prebuilt.check_owner(about, tmp_path)
    monkeypatch.setattr(prebuilt, "is_private", lambda *_: False)
    with pytest.raises(Untrusted, match="can be written by others"):
        prebuilt.check_owner(about, tmp_path)


def test_a_group_is_private_if_nobody_else_is_in_it(monkeypatch: pytest.MonkeyPatch):
    import grp
    import pwd
    from types import SimpleNamespace

    people = [
        SimpleNamespace(pw_name="bea", pw_uid=1000, pw_gid=1000),
        SimpleNamespace(pw_name="ali", pw_uid=1001, pw_gid=1001),
        SimpleNamespace(pw_name="cem", pw_uid=1002, pw_gid=1001),
        SimpleNamespace(pw_name="dia", pw_uid=1003, pw_gid=1003),
    ]
    members = {1000: [], 1001: [], 1003: ["bea"]}
    monkeypatch.setattr(pwd, "getpwall", lambda: people)
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: {one.pw_uid: one for one in people}[uid])
    monkeypatch.setattr(grp, "getgrgid", lambda gid: SimpleNamespace(gr_mem=members[gid]))
    asked = product((1000, 1001, 1003, 9), (1000, 1001, 1003, 5))
    assert [pair for pair in asked if prebuilt.is_private.__wrapped__(*pair)] == [(1000, 1000)]


def test_a_checkout_has_none():
    with pytest.raises(Unusable, match="no compiled kernels came"):
        prebuilt.installed()
    assert prebuilt.prebuilt.__wrapped__() is None


def test_a_piece_of_work_whose_kernels_were_brought_is_done(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = copytree(packed / "code", tmp_path / "karat" / "machine_code")
    path = "karat.aurum.search.warm:tree"
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setattr("karat.kernel.claims.folder_of_layer", lambda _: tmp_path / "cache")
    assert not Claim(path).is_done
    known = opened(folder, monkeypatch)
    monkeypatch.setattr("karat.kernel.claims.prebuilt", lambda: known)
    assert Claim(path).is_done
    assert not Claim("karat.aurum.search.warm:first_choice").is_done, "what nobody has packed"
    assert not known.covers(path, b"# calls something else")
