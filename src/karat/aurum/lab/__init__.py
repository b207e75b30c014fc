"""Training of Aurum's nets: what is trained, and what it learns from."""
