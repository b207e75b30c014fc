"""What is said to people: matches in English; titles of laws, effects, scores and player aids in every language."""
