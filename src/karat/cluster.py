"""A Ray cluster: how it is joined, for whatever is to be done there."""

from __future__ import annotations

import importlib
import os
import socket
from typing import Any

PATIENCE = 10
"""Seconds to wait for somebody to answer; Ray itself would try for minutes."""


class NoCluster(ValueError):
    """There is no cluster to play on; the message says why."""


def join(address: str) -> Any:
    """Ray itself, once it is part of the cluster at `address`; 'local' starts one here."""
    try:
        ray: Any = importlib.import_module("ray")  # an extra, and slow to load
    except ModuleNotFoundError:
        raise NoCluster("--ray needs Ray: pip install 'karat-games[ray]'") from None
    knock(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # who plays here is nobody's business
    try:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(f"cannot join the Ray cluster at {address!r}: {str(error).partition(chr(10))[0]}") from None
    return ray


def knock(address: str) -> None:
    """See that somebody answers there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():  # 'local' or 'auto'
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None


def processors(ray: Any) -> int:
    """How many the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
