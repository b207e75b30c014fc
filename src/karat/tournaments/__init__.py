"""Duplicate tournaments as values: who meets whom, what a result is worth, and how everybody stands."""
