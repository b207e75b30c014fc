"""Training of Amul's nets: what is trained, and what it learns from."""
