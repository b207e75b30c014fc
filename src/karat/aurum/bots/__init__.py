"""Players of Aurum that are programs. Each sees an Observation only, never a state."""
