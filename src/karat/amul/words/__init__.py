"""What is said of Amul to people."""
