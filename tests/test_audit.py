"""The audit of what is locked finds what it is for, and finds nothing here."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AUDIT = runpy.run_path(str(ROOT / "scripts" / "audit"))
HASH = "sha256:" + "a" * 64
NOTHING = {"taken": "2026-01-01", "from": "nowhere", "advisories": []}


def test_what_is_locked_here_passes_without_a_network():
    ran = subprocess.run([sys.executable, ROOT / "scripts" / "audit"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 problems" in ran.stdout


def test_a_package_without_a_pin_or_a_hash_is_found():
    text = f"good==1.0 \\\n    --hash={HASH}\nloose>=2\nbare==3.0\n"
    found = AUDIT["problems"]({"run.txt": text}, NOTHING, "")
    assert found == ["run.txt: 'loose>=2' is pinned to no version", "run.txt: bare 3.0 has no hash"]


def test_a_version_that_an_advisory_is_about_is_found_and_a_fixed_one_is_not():
    ranges = [{"introduced": "1.0", "fixed": "1.10.0"}]
    known = NOTHING | {"advisories": [{"id": "X-1", "package": "Zope.Interface", "ranges": ranges, "summary": "bad"}]}
    for version, hit in (("0.9", False), ("1.9.3", True), ("1.10.0", False)):
        text = f"zope-interface=={version} \\\n    --hash={HASH}\n"
        assert bool(AUDIT["problems"]({"run.txt": text}, known, "")) is hit


def test_a_base_image_without_a_digest_is_found():
    assert AUDIT["problems"]({}, NOTHING, "FROM python:3.13-slim AS build\n") != []
    assert AUDIT["problems"]({}, NOTHING, f"FROM python:3.13-slim@{HASH}\n") == []


def test_advisories_are_taken_from_an_export_of_osv(tmp_path: Path):
    events = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.0"}]}
    about = {"package": {"ecosystem": "PyPI", "name": "Mine"}, "ranges": [events]}
    other = about | {"package": {"ecosystem": "PyPI", "name": "other"}}
    (tmp_path / "1.json").write_text(json.dumps({"id": "G-1", "summary": "s", "affected": [about, other]}))
    (tmp_path / "2.json").write_text(json.dumps({"id": "G-2", "withdrawn": "then", "affected": [about]}))
    found = AUDIT["taken_down"](tmp_path, {"mine"})
    assert found == [{"id": "G-1", "package": "Mine", "ranges": [{"introduced": "0", "fixed": "2.0"}], "summary": "s"}]
