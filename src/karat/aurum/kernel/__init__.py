"""Aurum compiled: the same functions under the same names as in karat.aurum, on records of int64.

`edge` is the front for Python, `batch` for thousands of matches; `layout` tells what a record holds.
"""
