"""Everybody's deal of the day: the same cards, seats and opponents, and how one did against the field."""
