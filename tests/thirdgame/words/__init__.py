"""What Opal says to people."""
