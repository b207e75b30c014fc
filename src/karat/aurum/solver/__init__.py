"""Exact play of late Aurum positions with all cards known."""
