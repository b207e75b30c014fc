"""Studies of a game's balance: many matches of the same bots under different rules, and what they say."""
