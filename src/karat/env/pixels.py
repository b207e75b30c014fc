"""A table that prints itself, as pixels: for recorders of environments, which want arrays. Knows no game.

Letters are five wide and seven high, drawn here: each row of a letter is a number of five bits, the leftmost highest,
written as one digit to the base of 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.picture import DARK, PAPER, TEXT, pieces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

WIDE, HIGH, MARGIN, SCALE = 6, 10, 4, 2
"""Of a letter and a line with the space between, around it all, and how many pixels each of these has."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
LETTERS = dict(
    line.split(maxsplit=1)[::-1]
    for line in """
        EHHVHHH A
        UHHUHHU B
        EHGGGHE C
        UHHHHHU D
        VGGUGGV E
        VGGUGGG F
        EHGNHHF G
        HHHVHHH H
        E44444E I
        72222IC J
        HIKOKIH K
        GGGGGGV L
        HRLLHHH M
        HHPLJHH N
        EHHHHHE O
        UHHUGGG P
        EHHHLID Q
        UHHUKIH R
        FGGE11U S
        V444444 T
        HHHHHHE U
        HHHHHA4 V
        HHHLLLA W
        HHA4AHH X
        HHHA444 Y
        V1248GV Z
        EHJLPHE 0
        4C4444E 1
        EH1248V 2
        V2421HE 3
        26AIV22 4
        VGU11HE 5
        68GUHHE 6
        V124888 7
        EHHEHHE 8
        EHHF12C 9
        00E1FHF a
        GGMPHHU b
        00EGGHE c
        11DJHHF d
        00EHVGE e
        698S888 f
        0FHHF1E g
        GGMPHHH h
        40C444E i
        20622IC j
        GGIKOKI k
        C44444E l
        00QLLHH m
        00MPHHH n
        00EHHHE o
        00UHUGG p
        00DJF11 q
        00MPGGG r
        00FGE1U s
        88S8896 t
        00HHHJD u
        00HHHA4 v
        00HHLLA w
        00HA4AH x
        00HHF1E y
        00V248V z
        4444404 !
        AAVAVAA #
        OP248J3 %
        CIK8LID &
        4480000 '
        2488842 (
        8422248 )
        04LEL40 *
        044V440 +
        0000C48 ,
        000V000 -
        00000CC .
        01248G0 /
        0CC0CC0 :
        0CC0C48 ;
        248G842 <
        00V0V00 =
        8421248 >
        EH12404 ?
        EH1DLLE @
        E88888E [
        E22222E ]
        000000V _
        4444444 |
    """.strip().splitlines()
)
UNKNOWN = "VHHHHHV"
"""For a letter that is not drawn: an empty frame."""


def colour(hexadecimal: str) -> tuple[int, int, int]:
    """`#1d1a17` as red, green and blue."""
    red, green, blue = bytes.fromhex(hexadecimal[1:])
    return red, green, blue


def shape(letter: str) -> NDArray[np.bool_]:
    """Where a letter has ink: seven rows of five."""
    rows = [DIGITS.index(digit) for digit in LETTERS.get(letter, UNKNOWN)]
    return np.array([[row >> 4 - place & 1 for place in range(5)] for row in rows], np.bool_)


def pixels_of(text: str, colours: Mapping[str, str]) -> NDArray[np.uint8]:
    """The text as an array of height, width and three colours; `colours` is as in `Kit.card_colours`."""
    lines = text.splitlines() or [""]
    high, wide = HIGH * len(lines) + 2 * MARGIN, WIDE * max(map(len, lines)) + 2 * MARGIN
    out = np.empty((high, wide, 3), np.uint8)
    out[:] = colour(PAPER)
    for row, line in enumerate(lines):
        top = MARGIN + HIGH * row
        for place, part, tile in pieces(line, colours):
            left = MARGIN + WIDE * place
            if tile is not None:
                out[top : top + HIGH - 1, left - 1 : left + WIDE * len(part)] = colour(tile)
            for number, letter in enumerate(part):
                if not letter.isspace():
                    begin = left + WIDE * number
                    out[top + 1 : top + 8, begin : begin + 5][shape(letter)] = colour(TEXT if tile is None else DARK)
    return out.repeat(SCALE, 0).repeat(SCALE, 1)
