"""The script ./karat, copied into small checkouts that need no network."""

import ast
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "karat"

# A build backend that needs nothing installed: its wheel points back to the checkout and makes `karat`.
BACKEND = """
import pathlib, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "karat-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder, name), "w") as wheel:
        wheel.writestr("karat.pth", f"{pathlib.Path.cwd()}\\n{pathlib.Path.cwd()}/src\\n")
        info = "karat-0.1.0.dist-info"
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: karat\\nVersion: 0.1.0\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/entry_points.txt", "[console_scripts]\\nkarat = tiny:main\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "karat"
version = "0.1.0"
"""
TINY = "import os, sys\ndef main():\n    print(os.getcwd(), *sys.argv[1:])\n    sys.exit(7)\n"
# A page that is built once; not at all where a file called `broken` lies beside it, and beside one called `patient` not
# before the environment is there.
PAGE = """
import pathlib, sys, time
here = pathlib.Path(__file__).parent
def is_fresh():
    return (here / "built").exists()
if __name__ == "__main__":
    while (here / "patient").exists() and not (here.parent / ".venv" / "karat-setup").exists():
        time.sleep(0.05)
    if (here / "broken").exists():
        sys.exit("npm error code ENOTFOUND")
    (here / "built").write_text("page")
"""
PYTEST = "import os, sys\nprint('pytest', os.getcwd(), *sys.argv[1:])\nsys.exit(3)\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return make_checkout(tmp_path)


def make_checkout(folder: Path) -> Path:
    """A checkout of a tiny karat without requirements, in a folder with a space in its name."""
    root = folder / "a checkout"
    (root / "requirements").mkdir(parents=True)
    shutil.copy(SCRIPT, root)
    for name in ("uv", "run", "dev", "page", "docs"):
        (root / "requirements" / f"{name}.txt").write_text("")
    (root / "pyproject.toml").write_text(PYPROJECT)
    (root / "backend.py").write_text(BACKEND)
    (root / "tiny.py").write_text(TINY)
    (root / "pytest.py").write_text(PYTEST)
    (root / "web").mkdir()
    (root / "web" / "build.py").write_text(PAGE)
    return root


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings under which neither pip nor uv reaches anything; the PATH holds no uv of the user's."""
    for name in list(os.environ):
        if name.startswith(("PIP_", "UV_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_RETRIES", "1")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setenv("HOME", str(tmp_path))


pytestmark = pytest.mark.usefixtures("env")


def load(script: Path) -> Any:
    """The script as a module, whose paths are those of the checkout it lies in."""
    loader = SourceFileLoader("karat_script", str(script))
    spec = spec_from_loader("karat_script", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def no_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the script leaves no __pycache__ beside it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def call(script: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(script), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, **options)
    assert "Traceback" not in result.stderr
    return result


def pretend_set_up(root: Path, *groups: str) -> Any:
    """Lay out what a finished set-up leaves behind, with a shell script for its Python."""
    script = load(root / "karat")
    (root / ".venv" / "bin").mkdir(parents=True)
    python = root / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$PWD" "$@"\nexit 7\n')
    python.chmod(0o755)
    (root / ".venv" / "bin" / "karat").touch()
    stamp(script, *groups)
    return script


def stamp(script: types.ModuleType, *groups: str) -> None:
    Path(script.STAMP).write_text("\n".join([script.home(), *map(script.mark, groups)]))


@contextmanager
def started(script: Path, *arguments: str, stdin: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """A ./karat under way, as the leader of a group that a Ctrl-C can be sent to."""
    process = subprocess.Popen(
        [sys.executable, str(script), *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def test_first_use_sets_up_and_the_second_only_runs(checkout: Path, tmp_path: Path) -> None:
    stray = checkout / ".venv" / "of another tool"
    stray.mkdir(parents=True)
    link = tmp_path / "link"
    link.symlink_to(checkout / "karat")

    first = call(link, cwd=tmp_path)
    assert (first.returncode, first.stdout) == (7, f"{tmp_path}\n")
    assert "building the page" in first.stderr
    assert "making .venv" in first.stderr
    assert not stray.exists()

    second = call(link, "deal", "--seed", "a b", cwd=tmp_path)
    assert (second.returncode, second.stdout) == (7, f"{tmp_path} deal --seed a b\n")
    assert second.stderr == ""

    stamp(load(checkout / "karat"), "dev")
    tests = call(link, "test", "-k", "x or y", cwd=tmp_path)
    assert (tests.returncode, tests.stdout) == (3, f"pytest {checkout} -k x or y\n")
    assert tests.stderr == ""


def test_bytecode_is_kept_of_what_a_start_loads(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = checkout / "src" / "karat"
    for name in ("cli/serve.py", "server/http/app.py", "kernel/jit.py", "other.py"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).touch()
    script = pretend_set_up(checkout, "run")
    monkeypatch.setattr(script, "PYTHON", sys._base_executable)  # in which there is no other karat
    monkeypatch.setenv("PYTHONPATH", str(checkout / "src"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    script.keep_bytecode()
    assert {file.parent.parent.name for file in source.rglob("*.pyc")} == {"cli", "http"}
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # nobody would write the rest later on
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    script.keep_bytecode()
    assert {file.parent.parent.name for file in source.rglob("*.pyc")} == {"cli", "http", "kernel", "karat"}


def test_tests_are_kept_as_pytest_rewrote_them(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    pretend_set_up(checkout, "dev")
    (checkout / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho "kept ${PYTHONDONTWRITEBYTECODE-always}"\n')
    assert call(checkout / "karat", "test", "quick").stdout == "kept always\n"
    assert call(checkout / "karat", "deal").stdout == "kept 1\n"


def test_a_start_needs_nothing_but_the_stamp(checkout: Path) -> None:
    pretend_set_up(checkout, "run")
    result = call(checkout / "karat", "deal", cwd=checkout)
    assert (result.returncode, result.stderr) == (7, "")
    assert result.stdout == f"{checkout} {checkout}/.venv/bin/karat deal\n"


def test_a_set_up_for_tests_serves_to_run_but_not_the_reverse(checkout: Path) -> None:
    script = pretend_set_up(checkout, "dev")
    assert script.is_ready("dev")
    assert script.is_ready("run")
    stamp(script, "run")
    assert script.is_ready("run")
    assert not script.is_ready("dev")


def append(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_text((root / name).read_text() + "# more\n")


def dangle(root: Path) -> None:
    (root / ".venv/bin/python").unlink()
    (root / ".venv/bin/python").symlink_to(root / "gone")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(append("requirements/run.txt"), id="other requirements"),
        pytest.param(append("pyproject.toml"), id="other pyproject"),
        pytest.param(dangle, id="its Python is gone"),
        pytest.param(lambda root: (root / ".venv/bin/karat").unlink(), id="its command is gone"),
        pytest.param(lambda root: (root / ".venv/karat-setup").unlink(), id="set-up cut short"),
        pytest.param(lambda root: (root / ".venv/karat-setup").write_bytes(b"run"), id="damaged stamp"),
        pytest.param(lambda root: shutil.rmtree(root / ".venv"), id="no .venv"),
    ],
)
def test_what_changed_is_set_up_again(checkout: Path, change: Callable[[Path], object]) -> None:
    script = pretend_set_up(checkout, "run")
    assert script.is_ready("run")
    change(checkout)
    assert not script.is_ready("run")


def test_another_python_or_folder_has_another_home(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = load(checkout / "karat")
    here = script.home()
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert script.home() != here
    monkeypatch.undo()
    assert script.home() == here
    monkeypatch.setattr(script, "ROOT", "elsewhere")
    assert script.home() != here


def test_two_at_once_wait_for_each_other(checkout: Path) -> None:
    with (checkout / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with started(checkout / "karat", "deal") as process:
            assert process.stderr
            assert process.stdout
            assert "waiting for another ./karat" in process.stderr.readline()
            pretend_set_up(checkout, "run")
            fcntl.flock(lock, fcntl.LOCK_UN)
            assert process.stdout.read().endswith(".venv/bin/karat deal\n")
            assert process.stderr.read() == ""
            assert process.wait(30) == 7


def test_ctrl_c_leaves_nothing_that_is_trusted(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "requirements" / "uv.txt").write_text(f"uv==1 --hash=sha256:{'0' * 64}\n")
    script = load(checkout / "karat")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{silent.getsockname()[1]}/simple")
        with started(checkout / "karat") as process:
            silent.settimeout(30)
            connection, _ = silent.accept()  # pip is waiting for an answer
            with connection:
                os.killpg(process.pid, signal.SIGINT)
                _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "karat: stopped; the next ./karat finishes the set-up."
    assert "Traceback" not in errors
    assert (checkout / ".venv" / "bin" / "python").exists()
    assert not script.is_ready("run")
    assert script.stamped() == []  # so the next one begins anew


def test_no_network_is_said_in_one_sentence(checkout: Path) -> None:
    (checkout / "requirements" / "uv.txt").write_text(f"uv==1 --hash=sha256:{'0' * 64}\n")
    result = call(checkout / "karat")
    assert result.returncode == 1
    assert "uv==1" in result.stderr  # the last lines of pip
    assert result.stderr.splitlines()[-1] == (
        "karat: fetching uv failed: no package index was reached; check the network and the index and "
        "proxy settings of pip, and run ./karat again."
    )


def test_a_folder_that_is_no_checkout_is_said(checkout: Path) -> None:
    shutil.rmtree(checkout / "requirements")
    result = call(checkout / "karat")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"karat: requirements/run.txt is missing from {checkout}: run ./karat in a whole checkout.\n"
    )


def test_a_folder_that_cannot_be_written_is_said(checkout: Path) -> None:
    (checkout / ".venv.lock").mkdir()  # root may write everywhere else
    result = call(checkout / "karat")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"karat: {checkout}/.venv.lock: Is a directory: ")
    assert len(result.stderr.splitlines()) == 1


def python_for(somebody: dict[str, Any]) -> str:
    """A new enough Python that they may run; ours may lie where nobody else may look."""
    check = "import sys; sys.exit(sys.version_info < (3, 11))"
    for python in (os.path.realpath(sys.executable), "/usr/bin/python3", "/usr/local/bin/python3"):
        with suppress(OSError):
            if subprocess.run([python, "-c", check], cwd="/", check=False, **somebody).returncode == 0:
                return python
    pytest.skip("there is no Python that others may run")


def test_a_checkout_that_belongs_to_somebody_else_is_said() -> None:
    with tempfile.TemporaryDirectory() as folder:  # pytest's own may not be entered by others
        Path(folder).chmod(0o755)
        root = make_checkout(Path(folder))
        root.chmod(0o555)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        python = python_for(nobody)
        result = subprocess.run(
            [python, root / "karat"], capture_output=True, text=True, check=False, cwd="/", **nobody
        )
        root.chmod(0o755)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"karat: {root}/.venv.lock: Permission denied: that may not be written; use a checkout of your own, "
        "or ask its owner, and run ./karat again.\n"
    )


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a script in this process, with `true` in place of pip, and nothing started in the end; what it says."""

    def run(script: Any, *arguments: str) -> str:
        monkeypatch.setattr(script, "installers", lambda: [["true"]])
        monkeypatch.setattr(script, "warm", lambda _group: None)
        monkeypatch.setattr(os, "execv", lambda *_command: sys.exit(0))
        monkeypatch.chdir(script.ROOT)  # as it may itself
        monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # as well
        with pytest.raises(SystemExit) as ended:
            script.main(list(arguments))
        return f"{capsys.readouterr().err}{ended.value.code or ''}"

    return run


def test_a_full_disk_is_said_in_one_sentence(checkout: Path, run_here: Callable[..., str]) -> None:
    script = pretend_set_up(checkout, "run")
    append("requirements/run.txt")(checkout)
    (checkout / ".venv" / "karat-setup.new").symlink_to("/dev/full")
    assert run_here(script, "deal").splitlines()[-1] == (
        f"karat: {checkout}: No space left on device: the disk is full; free some space, and run ./karat again."
    )


@pytest.mark.parametrize(
    ("output", "cure"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("[Errno 13] Permission denied: '.venv'", "may not be written"),
        ("[Errno 30] Read-only file system: '.venv'", "may not be written"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the one that was recorded"),
        ("SSLError: certificate verify failed: self-signed", "certificate"),
        ("Temporary failure in name resolution", "check the network"),
    ],
)
def test_known_failures_come_with_a_cure(output: str, cure: str) -> None:
    assert cure in load(SCRIPT).cure(output)


def test_no_cure_is_invented() -> None:
    assert load(SCRIPT).cure("SyntaxError: invalid syntax") is None


def test_settings_of_pip_are_handed_to_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    script = load(SCRIPT)
    settings = script.pip_settings(
        ":env:.find-links='/wheels'\n"
        "download.index-url='https://not.this/simple'\n"
        "global.cert='/certs.pem'\n"
        "global.extra-index-url='https://b.test/simple\\nhttps://c.test/simple'\n"
        "global.find-links='/other /wheels'\n"
        "global.index-url='https://not.this.either/simple'\n"
        "install.index-url='https://a.test/simple'\n"
    )
    monkeypatch.setenv("SSL_CERT_FILE", "/mine.pem")
    variables = script.uv_settings(settings)
    assert variables["UV_DEFAULT_INDEX"] == "https://a.test/simple"
    assert variables["UV_INDEX"] == "https://b.test/simple https://c.test/simple"
    assert variables["UV_FIND_LINKS"] == "/wheels"
    assert "SSL_CERT_FILE" not in variables
    assert "ALL_PROXY" not in variables


def test_an_old_python_reads_the_script_and_leaves_for_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 6))
    for name, status in {"python3.13": 1, "python3.12": 0}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / name).chmod(0o755)
    script = load(SCRIPT)
    calls: list[list[str]] = []

    def execv(_: str, arguments: list[str]) -> None:
        calls.append(arguments)
        raise SystemExit

    monkeypatch.setattr(os, "execv", execv)
    monkeypatch.setattr(sys, "argv", ["karat", "deal"])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit):
        script.leave_old_python()
    assert calls == [[f"{tmp_path}/python3.12", str(SCRIPT), "deal"]]

    (tmp_path / "python3.12").unlink()
    with pytest.raises(SystemExit, match=r"3\.11 or newer is needed"):
        script.leave_old_python()


def pretend_with_real_python(root: Path, group: str) -> Any:
    script = pretend_set_up(root, group)
    (root / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    return script


@pytest.mark.parametrize("arguments", [[], ["serve"], ["test"]])
def test_the_page_is_built_for_what_shows_it(
    checkout: Path, arguments: list[str], run_here: Callable[..., str]
) -> None:
    script = pretend_with_real_python(checkout, "dev")
    assert "building the page" in run_here(script, *arguments)
    assert (checkout / "web" / "built").exists()
    assert run_here(script, *arguments) == ""


@pytest.mark.parametrize("line", ["simulate", "--help", "-h", "--version", "serve --help", "test quick"])
def test_commands_that_show_no_page_do_not_wait_for_it(checkout: Path, line: str, run_here: Callable[..., str]) -> None:
    assert run_here(pretend_with_real_python(checkout, "dev"), *line.split()) == ""
    assert not (checkout / "web" / "built").exists()


def test_a_page_that_cannot_be_built_says_what_to_do(checkout: Path, run_here: Callable[..., str]) -> None:
    script = pretend_with_real_python(checkout, "run")
    (checkout / "web" / "broken").touch()
    assert "building the page failed: no package index was reached" in run_here(script, "serve")


# In place of the kernels' compiler: says that it has begun, and when who wanted it has gone.
WARMING = """
import pathlib, sys
here = pathlib.Path(__file__).parent
(here / "begun").write_text(" ".join(sys.argv[1:]))
sys.stdin.read()
(here / "ended").touch()
"""
# In place of the server: lives until it is told to go, and says whether the compiler went before it.
WAITING = """
import pathlib, sys
def main():
    print((pathlib.Path(__file__).parent / "src/karat/ended").exists(), flush=True)
    sys.stdin.readline()
"""


def test_page_and_kernels_are_begun_beside_the_environment_and_the_kernels_end_with_the_server(checkout: Path) -> None:
    karat = checkout / "src" / "karat"
    karat.mkdir(parents=True)
    (karat / "warming.py").write_text(WARMING)
    (checkout / "tiny.py").write_text(WAITING)
    # The page ends only if both the environment is made and kernels are compiled meanwhile.
    (checkout / "web" / "patient").touch()
    stamped = '(here.parent / ".venv" / "karat-setup").exists()'
    assert stamped in PAGE
    both = f'({stamped} and (here.parent / "src" / "karat" / "begun").exists())'
    (checkout / "web" / "build.py").write_text(PAGE.replace(stamped, both))
    with started(checkout / "karat", stdin=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "False\n"
        process.stdin.close()
        said = [line.strip().removeprefix("karat: ") for line in process.stderr]
        assert process.wait(240) == 0
    assert said[0].startswith("making .venv")
    assert sorted(said[1:3]) == ["building the page", "installing requirements/run.txt"]
    end = time.monotonic() + 240
    while not (karat / "ended").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert (karat / "begun").read_text() == ""


def test_a_page_that_fails_leaves_the_environment_in_order(checkout: Path) -> None:
    (checkout / "web" / "broken").touch()
    result = call(checkout / "karat")
    assert result.returncode == 1
    assert "building the page failed: no package index was reached" in result.stderr
    assert call(checkout / "karat", "deal").stderr == ""  # nothing is left to do
    (checkout / "web" / "broken").unlink()
    assert call(checkout / "karat").stderr.splitlines()[-1] == "karat: building the page"


def test_an_environment_that_fails_does_not_wait_for_the_page(checkout: Path) -> None:
    (checkout / "web" / "patient").touch()  # for ever
    (checkout / "requirements" / "run.txt").write_text(f"nothing==1 --hash=sha256:{'0' * 64}\n")
    result = call(checkout / "karat")
    assert result.returncode == 1
    assert "installing requirements/run.txt failed" in result.stderr


def test_the_documentation_is_made_with_requirements_of_its_own(checkout: Path) -> None:
    script = pretend_set_up(checkout, "docs")
    assert script.is_ready("run")
    assert not script.is_ready("dev")
    assert call(checkout / "karat", "docs", "--no-open").stdout.endswith(f"{checkout}/scripts/site --no-open\n")
