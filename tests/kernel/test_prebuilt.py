"""Kernels that came with a wheel: found where they fit, never run where they may have been changed."""

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from hashlib import sha256
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

from karat.kernel import jit, prebuilt
from karat.kernel.cache_folder import layer_of, source_digest
from karat.kernel.prebuilt import BUILD_SETTINGS, FAMILY, Prebuilt, Untrusted, Unusable

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
    jit.family() != FAMILY or not jit.COMPILED, reason=f"this processor is none of {FAMILY}, or nothing is compiled"
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


@pytest.mark.parametrize(
    ("name", "features", "portable", "used"),
    [
        (None, None, False, True),
        (BUILD_SETTINGS["NUMBA_CPU_NAME"], BUILD_SETTINGS["NUMBA_CPU_FEATURES"], False, True),
        ("x86-64-v2", None, False, False),
        (FAMILY, "+sse2,+popcnt", False, False),
        (None, "+sse2,+popcnt", False, False),
        (None, None, True, False),
    ],
)
def test_who_says_what_to_compile_for_has_it_compiled(
    name: str | None, features: str | None, portable: bool, used: bool, monkeypatch: pytest.MonkeyPatch
):
    processor(monkeypatch, "skylake")
    monkeypatch.setattr(jit, "PORTABLE", portable)
    monkeypatch.setattr(jit.config, "CPU_NAME", name)
    monkeypatch.setattr(jit.config, "CPU_FEATURES", features)
    assert jit.family() == (FAMILY if used else None)


def processor(monkeypatch: pytest.MonkeyPatch, name: str, *lacking: str) -> None:
    """Run on another one, with all features of the family but some."""
    monkeypatch.setattr(jit, "PORTABLE", False)
    monkeypatch.setattr(jit.config, "CPU_NAME", None)
    monkeypatch.setattr(jit.config, "CPU_FEATURES", None)
    monkeypatch.setattr(jit, "has", lambda feature: feature not in lacking)
    monkeypatch.setattr(jit.binding, "get_host_cpu_name", lambda: name)


@pytest.mark.parametrize("name", jit.SLOW_DEPOSIT)
def test_processors_with_a_slow_bit_deposit_have_them_compiled(name: str, monkeypatch: pytest.MonkeyPatch):
    processor(monkeypatch, name)
    assert jit.family() is None


@pytest.mark.parametrize("lacking", ["avx2", "bmi2", "fma"])
def test_a_processor_that_lacks_something_of_the_family_is_none_of_it(lacking: str, monkeypatch: pytest.MonkeyPatch):
    processor(monkeypatch, "skylake", lacking)
    assert jit.family() is None


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


def look(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes | None:
    """What would be unpickled for the kernel in a folder."""
    monkeypatch.setattr(prebuilt, "PACKAGE", folder.parent)
    monkeypatch.setattr(prebuilt, "source_digest", lambda layer: json.loads(listed)["sources"][layer.name])
    listed = (folder / "manifest.json").read_text()
    digest = (folder / "__init__.py").read_text().split('"')[-2]
    known = Prebuilt(folder, digest, json.loads(listed)["made_for"])
    (signature,) = json.loads(listed)["kernels"]["karat.kernel.random.word"]
    return known.find("karat.kernel.random", "word", signature)


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
        prebuilt.installed(FAMILY)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert prebuilt.open_prebuilt(FAMILY) is None


CPUINFO = "vendor_id\t: {vendor}\ncpu family\t: {number}\nflags\t\t: fpu {flags}\n"


@pytest.mark.parametrize(
    ("vendor", "number", "lacking", "told"),
    [
        ("GenuineIntel", "6", "", FAMILY),
        ("AuthenticAMD", "25", "", FAMILY),
        ("AuthenticAMD", "23", "", None),  # its bit deposit is slow
        ("GenuineIntel", "6", "avx2", None),
    ],
)
def test_the_family_is_told_without_numba(
    vendor: str, number: str, lacking: str, told: str | None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    flags = " ".join(sorted(prebuilt.FLAGS - {lacking}))
    assert prebuilt.told_family(CPUINFO.format(vendor=vendor, number=number, flags=flags)) == told


def test_a_piece_of_work_is_there_if_its_kernels_and_what_calls_them_are_those_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(prebuilt, "PACKAGE", tmp_path)  # above it others may write, as in every temporary folder
    piece = "karat.aurum.search.warm:tree"
    layer = layer_of("karat.aurum.search.warm")

    def packed_with(source: str) -> Prebuilt:
        listed = {"made_for": {}, "sources": {layer.name: source}, "kernels": {}, "pieces": {piece: "as it calls them"}}
        (tmp_path / "manifest.json").write_text(json.dumps(listed))
        (tmp_path / "manifest.json").chmod(0o600)
        return Prebuilt(tmp_path, sha256(json.dumps(listed).encode()).hexdigest(), {})

    fresh, stale = packed_with(source_digest(layer)), packed_with("of before")
    assert [fresh.holds(piece, calls) for calls in ("as it calls them", "as it calls more")] == [True, False]
    assert not fresh.holds("karat.aurum.search.warm:ahead", "as it calls them")
    assert not stale.holds(piece, "as it calls them")
