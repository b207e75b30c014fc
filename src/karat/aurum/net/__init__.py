"""Small trained nets for Aurum, run by compiled code."""
