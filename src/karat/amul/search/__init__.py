"""Search for Amul: a quick way to play, worlds that fit a view, and two ways to compare choices on them."""
