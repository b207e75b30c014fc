"""Amul compiled: the same functions under the same names as in karat.rules.amul, on records of int16.

`edge` is the front for Python, `batch` for thousands of matches; `layout` tells what a record holds.
"""


def warm() -> None:
    """Compile, or load, every kernel that Python calls."""
    from karat.kernel.amul.warm import warm as go  # noqa: PLC0415 -- importing this package must cost nothing

    go()
