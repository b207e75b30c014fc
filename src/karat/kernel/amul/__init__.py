"""Amul compiled: the same functions under the same names as in karat.rules.amul, on records of int16."""
