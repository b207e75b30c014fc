"""Calls about what many play on the same cards."""
