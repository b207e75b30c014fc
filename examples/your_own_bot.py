"""A bot of one's own: anything with `choose`. It sees what its seat may know, and what is legal."""

from karat import aurum
from karat.arena.match import play_match
from karat.games import make_bot


class Modest:
    """Bids about two tricks, takes them with its highest cards, and then plays low for gold."""

    def choose(self, seen, legal, rng):
        bids = [action for action in legal if isinstance(action, aurum.Bid)]
        if bids:
            return min(bids, key=lambda action: abs(action.card.rank - 2))
        if aurum.Keep() in legal:
            return aurum.Keep()
        plays = [action for action in legal if isinstance(action, aurum.Play)]
        if not plays:
            return rng.choice(legal)
        wanted = seen.bid_of(seen.seat).rank > seen.tricks[seen.seat]
        return (max if wanted else min)(plays, key=lambda action: action.card.rank)


DEALS = 20
modest, random = Modest(), make_bot("aurum", "random")
shares = []
for deal in range(DEALS):
    # Each deal twice with the sides exchanged, so that luck with the cards cancels out.
    for seats, side in (([modest, random] * 2, 0), ([random, modest] * 2, 1)):
        match = play_match(aurum, aurum.Rules(players=4), seats, seed=f"example {deal}")
        shares.append(aurum.outcome(match).share(side))
print(f"Modest wins {sum(shares) / len(shares):.0%} of {len(shares)} matches against random play")
