"""Small trained nets for Amul, run by compiled code."""
