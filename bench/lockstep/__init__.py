"""Both engines of a game walked side by side, and what they must agree on."""
