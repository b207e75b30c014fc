"""People among each other: friends and where they are, clubs, and the finder that seats strangers together."""
