"""What a review asks of Amul: what choices are worth, why, and how much was luck."""
