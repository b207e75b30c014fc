"""Aurum compiled: the same functions under the same names as in karat.rules.aurum, on records of int64.

`edge` is the front for Python, `batch` for thousands of matches; `layout` tells what a record holds.
"""


def warm() -> None:
    """Compile, or load, every kernel that Python calls."""
    from karat.kernel.aurum.warm import warm as go  # noqa: PLC0415 -- importing this package must cost nothing

    go()
