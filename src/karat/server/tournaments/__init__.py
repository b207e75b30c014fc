"""Duplicate tournaments of this house: entered, directed, and played at its tables."""
