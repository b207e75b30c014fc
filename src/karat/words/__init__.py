"""What is said to people: matches told in English; titles of laws, effects, scores and player aids in every language."""
