"""Records as tables of decisions, for tools that know no game."""
