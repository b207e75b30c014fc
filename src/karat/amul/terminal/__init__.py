"""Amul's table drawn in a terminal."""
