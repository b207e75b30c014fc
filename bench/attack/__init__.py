"""Attacks on a running server, each of which must be held off; `scripts/attack` runs them."""
