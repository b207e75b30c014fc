"""Aurum compiled: the same functions under the same names as in karat.rules.aurum, on records of int64."""
