"""Karat's games for other libraries, and their players for ours: translation only."""
