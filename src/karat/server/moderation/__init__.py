"""Moderation and fair play: an audit log of what moderators did, and signals that they look at."""
