"""Nets in files: one array of float32, and what is to be known about it, checked before anything is made of it.

A file is a zip of two numpy arrays, so that numpy alone reads it, and nothing in it can run: `weights`, and `about`,
the bytes of a JSON object. Its `shapes` must be those of the code that wants to use it, its `sha256` that of the array.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.kernel.aligned import aligned

FORMAT = 1
Shapes = Mapping[str, tuple[int, ...]]


class BadNet(ValueError):
    """A file that holds no net, or none that this program can use; says why."""


@dataclass(frozen=True)
class Net:
    """Weights as the kernels take them, and how they came to be."""

    weights: NDArray[np.float32]
    about: Mapping[str, Any]


def save(path: Path, net: Net, shapes: Shapes) -> None:
    """Write a net; whoever reads `path` meanwhile finds the old file or the new one, never half of it."""
    weights = np.ascontiguousarray(net.weights, np.float32)
    about = {**net.about, "format": FORMAT, "shapes": _listed(shapes), "sha256": _digest(weights)}
    made = io.BytesIO()
    np.savez(made, weights=weights, about=np.frombuffer(json.dumps(about).encode(), np.uint8))
    passing = path.with_name(f"{path.name}.{os.getpid()}.part")
    passing.write_bytes(made.getvalue())
    passing.replace(path)


def load(path: Path, shapes: Shapes) -> Net:
    """Read a net from a file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadNet(f"{path} can't be read: {error.strerror}") from error
    return read(content, str(path), shapes)


def read(content: bytes, name: str, shapes: Shapes) -> Net:
    """A net from the bytes of a file, which errors call `name`."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            weights, text = file["weights"], file["about"].tobytes()
        about = json.loads(text)
        version, has, digest = about["format"], about["shapes"], about["sha256"]
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        NotImplementedError,
        RuntimeError,
        zipfile.BadZipFile,
    ) as error:
        raise BadNet(f"{name} is not a net of karat, or it is damaged: {error}") from error
    if version != FORMAT:
        raise BadNet(f"{name} is written in format {version!r}, and this karat reads format {FORMAT}: train it again")
    if has != _listed(shapes):
        wanted = next((part for part in shapes if has.get(part) != list(shapes[part])), "something")
        sizes = f"{has.get(wanted)} and not {list(shapes.get(wanted, ()))}"
        raise BadNet(f"{name} was made for other features or another net: its {wanted!r} is {sizes}; train it again")
    if weights.dtype != np.float32 or weights.shape != (sum(int(np.prod(shape)) for shape in shapes.values()),):
        raise BadNet(f"{name} is damaged: its weights are {weights.dtype} of shape {weights.shape}")
    if _digest(weights) != digest:
        raise BadNet(f"{name} is damaged: its checksum does not fit its weights; get it or train it again")
    if not np.isfinite(weights).all():
        raise BadNet(f"{name} is of no use: some weights are not finite; train it again")
    return Net(aligned(weights), about)


def parts_of(weights: NDArray[np.float32], shapes: Shapes) -> dict[str, NDArray[np.float32]]:
    """The weights by part, each in its shape; none is copied."""
    ends = np.cumsum([math.prod(shape) for shape in shapes.values()])
    pieces = np.split(weights, ends[:-1].tolist())
    return {part: piece.reshape(shape) for (part, shape), piece in zip(shapes.items(), pieces, strict=True)}


@cache
def shipped(package: str, name: str) -> bytes:
    """The bytes of a net that comes with the package."""
    return resources.files(package).joinpath(f"{name}.npz").read_bytes()


def _listed(shapes: Shapes) -> dict[str, list[int]]:
    return {part: list(shape) for part, shape in shapes.items()}


def _digest(weights: NDArray[np.float32]) -> str:
    return hashlib.sha256(weights.astype("<f4").tobytes()).hexdigest()
