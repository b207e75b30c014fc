"""Nets in files: what is written is read again, and what is no net is refused with a sentence."""

from __future__ import annotations

import io
import json
import zipfile
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from karat.aurum.net.net import SHAPES
from karat.aurum.net.shipped import shipped_net
from karat.games import GAMES
from karat.search.net_file import BadNet, Net, load, read, save

SMALL = {"one": (2, 3), "two": (3,)}
WEIGHTS = np.arange(9, dtype=np.float32)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.npz"
    save(path, Net(WEIGHTS, {"seed": "7"}), SMALL)
    return path


def test_what_is_saved_is_loaded_again(file: Path) -> None:
    net = load(file, SMALL)
    assert net.weights.tolist() == WEIGHTS.tolist()
    assert net.about["seed"] == "7"
    assert [entry.name for entry in file.parent.iterdir()] == ["net.npz"]


def test_shipped_nets_are_sound_and_small() -> None:
    assert {shipped_net(players).about["players"] for players in (3, 4)} == {3, 4}
    rooms = [resources.files(f"karat.{game}.net") for game in GAMES]
    files = [entry for room in rooms for entry in room.iterdir() if entry.name.endswith(".npz")]
    assert len(files) == 4
    assert sum(len(entry.read_bytes()) for entry in files) <= 2_000_000


def changed(file: Path, weights: np.ndarray = WEIGHTS, **about: object) -> bytes:
    """The file with other content under the checksum of the old."""
    told = json.loads(np.load(file)["about"].tobytes()) | about
    made = io.BytesIO()
    np.savez(made, weights=weights, about=np.frombuffer(json.dumps(told).encode(), np.uint8))
    return made.getvalue()


def test_damage_is_told(file: Path) -> None:
    with pytest.raises(BadNet, match="checksum"):
        read(changed(file, WEIGHTS + 1), "net", SMALL)
    with pytest.raises(BadNet, match="weights are"):
        read(changed(file, WEIGHTS[:5]), "net", SMALL)
    whole = file.read_bytes()
    for content in (b"", b"hello", whole[: len(whole) // 2], b"PK\3\4" + bytes(50)):
        with pytest.raises(BadNet, match="is not a net of karat"):
            read(content, "net", SMALL)


def test_every_flipped_byte_is_refused_or_harmless(file: Path) -> None:
    whole = file.read_bytes()
    for place in range(0, len(whole), 7):
        content = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        try:
            assert read(content, "net", SMALL).weights.tolist() == WEIGHTS.tolist()
        except BadNet as refused:
            assert str(refused).startswith("net ")  # noqa: PT017 -- either way is right


def test_a_net_for_something_else_is_refused(file: Path) -> None:
    with pytest.raises(BadNet, match="other features"):
        load(file, {"one": (3, 3)})
    with pytest.raises(BadNet, match="other features"):
        load(file, SHAPES)
    with pytest.raises(BadNet, match="format 99"):
        read(changed(file, format=99), "net", SMALL)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match="can't be read"):
        load(tmp_path / "none.npz", SMALL)


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save(path, Net(np.full(9, np.nan, np.float32), {}), SMALL)
    with pytest.raises(BadNet, match="not finite"):
        load(path, SMALL)


def test_nothing_in_a_file_can_run(tmp_path: Path) -> None:
    """Objects are refused: numpy would have to unpickle them."""
    path = tmp_path / "net.npz"
    np.savez(path, weights=np.array([{}], object), about=np.zeros(2, np.uint8))
    assert zipfile.is_zipfile(path)
    with pytest.raises(BadNet, match="is not a net of karat"):
        load(path, SMALL)
