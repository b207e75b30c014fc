"""The nets for Aurum that come with the package."""

from __future__ import annotations

from functools import cache

from karat.aurum.net.net import SHAPES
from karat.search.net_file import Net, read, shipped


@cache
def shipped_net(players: int) -> Net:
    """The trained net for three or for four players."""
    name = f"aurum{players}"
    return read(shipped(__package__, name), f"{name}.npz", SHAPES)
