"""Aurum's table drawn in a terminal."""
