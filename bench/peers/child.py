"""One entrant in a process of its own: `python -m bench.peers.child ORDER`, started by `contest`.

It says one line of JSON when it is ready, then one for every line with a number of seconds that it is sent.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TextIO, cast

from bench.peers.contest import Play
from karat import __version__

ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def main() -> None:
    order = json.loads(sys.argv[1])
    out = sys.stdout
    with redirect_stdout(sys.stderr):  # libraries greet people; our lines must stand alone
        play = _prepare(order, out)
        if play is None:
            return
        for line in sys.stdin:
            began = time.process_time()
            try:
                count = play(float(line))
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is told
                _say(out, trouble=_first_line(error))
                return
            worked = time.process_time() - began
            _say(out, moves=count.moves, games=count.games, seconds=count.seconds, worked=worked)


def _prepare(order: dict[str, Any], out: TextIO) -> Play | None:
    """The entrant warmed up, its readiness said; None when that was not to be."""
    if order["cores"]:
        os.sched_setaffinity(0, order["cores"])
        if len(order["cores"]) == 1:
            os.environ.update(ONE_THREAD)
    try:
        told = __version__ if order["library"] == "karat" else version(order["library"])
    except PackageNotFoundError:
        _say(out, trouble="not installed")
        return None
    module, _, function = order["make"].partition(":")
    try:
        play = cast("Play", getattr(importlib.import_module(module), function)(*order["arguments"]))
        play(0.05)
    except ModuleNotFoundError as missing:  # a library may be there without what its games need
        _say(out, version=told, trouble=f"not installed: {missing.name}")
        return None
    except Exception as error:  # noqa: BLE001 -- as above
        _say(out, version=told, trouble=_first_line(error))
        return None
    _say(out, version=told, detail=getattr(play, "detail", ""))
    return play


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0]


def _say(out: TextIO, **told: object) -> None:
    out.write(json.dumps(told) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
