"""Whom one meets: challenges, friends, clubs, the finder, ladders, and moderation."""
