"""Classes of the rules as types of the wire, and their values as values of those types. Knows no game."""
