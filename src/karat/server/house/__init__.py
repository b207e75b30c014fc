"""The tables of a worker: what is wanted of them taken to the log, and who is told."""
