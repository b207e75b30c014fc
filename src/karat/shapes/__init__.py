"""Values of the rules as JSON knows them, and the types of that. Knows no game."""
