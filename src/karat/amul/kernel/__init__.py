"""Amul compiled: the same functions under the same names as in karat.amul, on records of int16.

`edge` is the front for Python, `batch` for thousands of matches; `layout` tells what a record holds.
"""
