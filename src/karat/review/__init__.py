"""Matches looked at afterwards: which choices cost most by what could be known, and how much was luck."""
