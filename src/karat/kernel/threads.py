"""Kernels on several cores: they run without Python's lock, so plain threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="karat-kernel")


def spread(work: Callable[[int, int], object], size: int, threads: int) -> None:
    """Call `work(begin, end)` over 0 to `size` in as many even slices as there are threads; wait for all."""
    threads = max(1, min(threads, size))
    if threads == 1:
        work(0, size)
        return
    ends = [size * (number + 1) // threads for number in range(threads)]
    begins = [0, *ends[:-1]]
    others = [_pool(threads - 1).submit(work, *ends) for ends in zip(begins[1:], ends[1:], strict=True)]
    try:
        work(begins[0], ends[0])  # this thread takes part
    finally:
        for other in others:
            other.result()
