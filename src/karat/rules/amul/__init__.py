"""Amul: drafting from an open market, for three to eight."""
