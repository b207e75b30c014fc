"""Matches that are over: kept, found, rated and looked at again."""
