"""What is stored: one small interface to two databases, and the schema."""
