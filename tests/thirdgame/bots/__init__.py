"""Players of Opal that are programs; each sees an Observation only."""
