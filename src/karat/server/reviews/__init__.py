"""Matches that are over, studied: reviews that are kept, moments tried again, and puzzles."""
