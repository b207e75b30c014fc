"""Answers by the plainest way there is, to check the fast ones by."""
