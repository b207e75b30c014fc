"""What a review asks of Aurum: what choices are worth, why, and how much was luck."""
