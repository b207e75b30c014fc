"""What is said of Aurum to people."""
