"""Compiled search: what bots think with. It stands on the kernels, and gets views, never states."""
