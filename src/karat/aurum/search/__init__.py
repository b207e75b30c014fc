"""Search in Aurum: a quick rule policy, and information-set Monte Carlo tree search that plays out with it."""
