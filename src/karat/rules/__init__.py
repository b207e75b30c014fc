"""The rules, told once: one package a game, and neither knows of the other."""
