"""Matches told in English: for the terminal and for logs."""
