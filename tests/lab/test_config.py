"""Training as a file says it, and what TensorBoard is told: neither needs PyTorch."""

import struct
import tomllib
from dataclasses import fields

import pytest

from karat.lab.config import read_config
from karat.lab.plan import BadRun, TrainingPlan
from karat.lab.tensorboard import EventFile, masked


def config(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return read_config(file)


def test_every_setting_can_be_named(tmp_path):
    usual = TrainingPlan(rounds=5, minutes=1.5)
    lines = []
    for one in fields(TrainingPlan):
        value = getattr(usual, one.name)
        lines.append(f"{one.name} = {list(value) if isinstance(value, tuple) else repr(value)}")
    told = config(tmp_path, "[training]\n" + "\n".join(lines))
    assert TrainingPlan(**told.settings) == usual


def test_parts_are_found_by_dotted_names(tmp_path, monkeypatch):
    (tmp_path / "mypkg.py").write_text("class Mine: pass")
    monkeypatch.syspath_prepend(tmp_path)
    told = config(tmp_path, '[parts]\nmodel = "mypkg:Mine"\nalgorithm = "mypkg:Theirs"')
    assert told.part("model").__name__ == "Mine"
    assert told.part("subject") is None
    with pytest.raises(BadRun, match=r"\[parts\] algorithm = 'mypkg:Theirs': module 'mypkg' has no 'Theirs'"):
        told.part("algorithm")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[training]\nspeed = 1", "no setting 'speed'; there are seed, rounds"),
        ("[training]\nrounds = 1.5", "rounds is a whole number of at least 0, not 1.5"),
        ("[training]\nrate = -1", "rate is a number of at least 0, not -1"),
        ("[training]\nbatch = true", "batch is a whole number of at least 0, not True"),
        ("[training]\nepsilon = 0.1", "epsilon is 2 numbers, first and last, not 0.1"),
        ("[training]\nseed = 7", "seed is a text, not 7"),
        ("[net]\nwide = 1", r"there are the tables \[training\] and \[parts\], not 'net'"),
        ("[parts]\nmodel = 'mypkg.Mine'", "each as 'module:name', not model = 'mypkg.Mine'"),
        ("training", "is not TOML"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, text, said):
    with pytest.raises(BadRun, match=said):
        config(tmp_path, text)


def test_no_file_is_told(tmp_path):
    with pytest.raises(BadRun, match=r"cannot read .*: No such file"):
        read_config(tmp_path / "none.toml")


def test_the_example_of_the_docs_is_read(tmp_path):
    import pathlib

    page = pathlib.Path(__file__).parents[2].joinpath("docs", "training.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    assert config(tmp_path, example).settings["rounds"] == tomllib.loads(example)["training"]["rounds"]


def events_of(file):
    """Every event as its bytes, with its checksums compared."""
    content, found = file.read_bytes(), []
    while content:
        (length,) = struct.unpack("<Q", content[:8])
        assert content[8:12] == masked(content[:8])
        found.append(content[12 : 12 + length])
        assert content[12 + length : 16 + length] == masked(found[-1])
        content = content[16 + length :]
    return found


def test_numbers_reach_tensorboard_as_its_own_reader_wants_them(tmp_path):
    events = EventFile(tmp_path)
    events.add(300, {"loss": 0.5, "wins over random": 0.75})
    (file,) = tmp_path.glob("events.out.tfevents.*")
    version, told = events_of(file)
    assert version[9:] == b"\x1a\x0dbrain.Event:2"
    assert told[9:12] == b"\x10\xac\x02"  # step 300
    loss = b"\x0a\x04loss\x15" + struct.pack("<f", 0.5)
    wins = b"\x0a\x10wins over random\x15" + struct.pack("<f", 0.75)
    values = b"".join(b"\x0a" + bytes([len(one)]) + one for one in (loss, wins))
    assert told[12:] == b"\x2a" + bytes([len(values)]) + values
