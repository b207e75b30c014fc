"""What is said to people, in every language: texts with slots, names of seats, titles of laws, player aids."""
