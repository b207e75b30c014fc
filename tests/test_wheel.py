"""What is released: a wheel with compiled kernels, what it says of itself, and the image that is made of it."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
TAG = "cp311-cp311-manylinux_2_27_x86_64"
ADDRESS = "https://code.example/karat"
CONTAINERFILE = (ROOT / "deploy" / "Containerfile").read_text("utf-8")


def load(path: Path) -> ModuleType:
    loader = SourceFileLoader(path.stem, str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A platform wheel, with something in place of kernels."""
    kernels, out = tmp_path_factory.mktemp("kernels"), tmp_path_factory.mktemp("dist")
    (kernels / "manifest.json").write_text(json.dumps({"tag": TAG}))
    (kernels / "some.nbc").write_bytes(b"code")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    env = {**os.environ, "KARAT_KERNELS": str(kernels), "KARAT_PROJECT_URL": ADDRESS}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = out.iterdir()
    return zipfile.ZipFile(made)


def about(wheel: zipfile.ZipFile, name: str) -> bytes:
    return wheel.read(next(file for file in wheel.namelist() if file.endswith(f".dist-info/{name}")))


def test_a_platform_wheel_holds_the_kernels_and_the_page_and_is_for_one_python(wheel: zipfile.ZipFile):
    assert wheel.filename
    assert Path(wheel.filename).name.endswith(f"-{TAG}.whl")
    assert {"karat/machine_code/some.nbc", "karat/static/index.html"} <= set(wheel.namelist())
    told = message_from_bytes(about(wheel, "WHEEL"))
    assert (told["Root-Is-Purelib"], told["Tag"]) == ("false", TAG)


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile):
    told = message_from_bytes(about(wheel, "METADATA"))
    assert told["Name"] == "karat-games"
    assert set(told["Keywords"].split(",")) > {"aurum", "amul", "card-game"}
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.11"} <= set(told.get_all("Classifier", []))
    assert {one.split(", ")[0] for one in told.get_all("Project-URL", [])} == {
        *("Source", "Documentation", "Changelog", "Issues")
    }
    links = re.findall(r"\]\(([^)]+)\)", str(told.get_payload()))
    assert links
    assert all(link.startswith(("https://", "#")) for link in links)


def test_links_of_the_readme_lead_outside_or_are_words():
    outside = load(ROOT / "hatch_build.py").outside
    text = "See [docs](docs/README.md#top), [us](https://us.example) and [below](#here).\n![A table](docs/table.png)\n"
    assert outside(text, ADDRESS, "v1") == (
        f"See [docs]({ADDRESS}/blob/v1/docs/README.md#top), [us](https://us.example) and [below](#here).\n"
        f"![A table]({ADDRESS}/raw/v1/docs/table.png)\n"
    )
    assert outside(text, "", "v1") == "See docs, [us](https://us.example) and [below](#here).\n\n"


def test_nobody_is_told_to_install_the_other_karat():
    """On PyPI `karat` is somebody else's."""
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / name for name in kept.split("\0") if name.endswith((".py", ".md", ".toml", ".service", ".svelte"))]
    files = [file for file in files if file.exists() and file != Path(__file__)]
    pattern = r"install ['\"]?karat(?![-\w/.])|\bkarat\[|metadata\.version\(.karat.\)"
    wrong = [f"{file}: {found[0]}" for file in files for found in re.finditer(pattern, file.read_text("utf-8"))]
    assert wrong == []


def test_the_commands_of_the_package_need_what_it_brings():
    """`pip install karat-games`, without extras, is enough for the page and for every level."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = {re.split(r"[\[<>=;]", one)[0] for one in project["dependencies"]}
    assert {"click", "numba", "numpy", "starlette", "textual", "uvicorn"} <= brought


# The image


def steps(name: str) -> list[list[str]]:
    """The words of every step of a kind."""
    lines = CONTAINERFILE.replace("\\\n", " ").splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith(f"{name} ")]


def test_everything_that_the_image_copies_is_in_the_checkout():
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    sources = [word for step in steps("COPY") if not step[0].startswith("--from") for word in step[:-1]]
    assert {"web", "src", "scripts", "deploy", "requirements"} <= set(sources)
    assert [one for one in sources if not any(f"{name}/".startswith(f"{one}/") for name in kept)] == []
    ignored = (ROOT / ".containerignore").read_text("utf-8").split()
    assert not set(sources) & set(ignored)


def test_every_program_that_the_image_runs_is_copied_and_can_be_run():
    copied = {word for step in steps("COPY") for word in step[:-1]}
    ours = [word for step in steps("RUN") for word in step if re.match(r"(deploy|scripts)/\w+$", word)]
    assert ours == ["scripts/wheel", "deploy/install"]
    for program in ours:
        assert program.split("/")[0] in copied
        assert os.access(ROOT / program, os.X_OK)
    locks = [word for step in steps("RUN") for word in step if word.startswith("requirements/")]
    assert locks == ["requirements/run.txt", "requirements/page.txt", "requirements/serve.txt"]
    assert all((ROOT / lock).exists() for lock in locks)


def test_the_wheel_of_the_image_is_built_with_options_that_there_are():
    (step,) = (step for step in steps("RUN") if "scripts/wheel" in step)
    options = [word for word in step if word.startswith("--")]
    told = subprocess.run([sys.executable, ROOT / "scripts" / "wheel", "--help"], capture_output=True, text=True)  # noqa: PLW1510
    assert options
    assert all(option in told.stdout for option in options)
    assert step[step.index("--only") + 1] in told.stdout


def test_the_image_runs_as_nobody_and_with_options_that_there_are():
    from karat.cli.serve import serve

    assert steps("USER") == [["nobody"]]
    (command,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINERFILE, re.MULTILINE)
    program, name, *options = json.loads(command)
    assert (program, name) == ("karat", "serve")
    serve.make_context("serve", options)


def pack(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A small wheel."""
    path, info = folder / f"{name}-1-py3-none-any.whl", f"{name}-1.dist-info"
    with zipfile.ZipFile(path, "w") as made:
        for file, text in files.items():
            made.writestr(file.replace("INFO", info), text)
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", "")
    return path


@pytest.mark.skipif(not importlib.util.find_spec("ensurepip"), reason="this Python makes no environment with pip")
def test_the_installing_of_the_image_takes_what_is_pinned_and_the_wheel(tmp_path: Path):
    pinned = pack(tmp_path, "pinned", {"pinned.py": "version = 1\n"})
    main = "def main():\n    import pinned\n    print('karat', pinned.version)\n"
    script = "[console_scripts]\nkarat = tiny:main\n"
    karat = pack(tmp_path, "tiny", {"tiny.py": main, "INFO/entry_points.txt": script})
    lock = tmp_path / "lock.txt"
    digest = hashlib.sha256(pinned.read_bytes()).hexdigest()
    (tmp_path / "python3").symlink_to(Path(sys._base_executable))
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PIP_NO_INDEX": "1"}

    def install(digest: str, folder: Path) -> subprocess.CompletedProcess[str]:
        lock.write_text(f"pinned @ {pinned.as_uri()} --hash=sha256:{digest}\n")
        command = ["sh", "-c", 'umask 002 && exec "$@"', "sh", ROOT / "deploy" / "install", karat, lock, folder]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    done = install(digest, tmp_path / "venv")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["karat", "1"]
    assert not [
        path for path in (tmp_path / "venv").rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o022
    ]
    assert install("0" * 64, tmp_path / "other").returncode != 0
