"""Arrays that begin where a line of the processor's cache does.

A register of 64 bytes is then filled from one line. numpy begins an array wherever it fits to 16 bytes, where nearly
each such register takes two lines, and twice as long.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

LINE = 64

NumberT = TypeVar("NumberT", bound=np.generic)


def aligned(array: NDArray[NumberT]) -> NDArray[NumberT]:
    """The same numbers, aligned to a line: in the same memory if they lie so, else in a copy.

    >>> aligned(np.arange(5)).ctypes.data % 64, aligned(np.arange(5)).tolist()
    (0, [0, 1, 2, 3, 4])
    """
    if array.ctypes.data % LINE == 0 and array.flags.c_contiguous:
        return array
    room = np.zeros(array.nbytes + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    found = room[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found
