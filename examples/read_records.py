"""Records written, verified, and asked for what happened in them."""

import io
from collections import Counter

from karat.amul import Take
from karat.arena.match import play_match
from karat.games import GAMES
from karat.kit import Settings
from karat.record import dump_line, verify

kit = GAMES["amul"]
rules = kit.agree(Settings(players=3))
bots = [kit.make_bot("casual")] * 3
records = [kit.to_record(play_match(kit.game, rules, bots, seed=f"record {number}")) for number in range(5)]

# One match a line: what `karat simulate -o games.jsonl` writes and `karat verify` checks.
lines = "".join(dump_line(record) + "\n" for record in records).encode()
assert all(bad is None for _, bad in verify(io.BytesIO(lines), {kit.name: kit.replay}))

taken = Counter(one.action.card.id for record in records for one in kit.taken(record) if isinstance(one.action, Take))
for card, times in taken.most_common(5):
    print(f"{card:20} taken {times} times")
