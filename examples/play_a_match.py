"""A match of Aurum between bots, told trick by trick."""

from karat.arena.match import play_match
from karat.games import GAMES
from karat.kit import Settings

kit = GAMES["aurum"]
rules = kit.agree(Settings(players=4, edition="de"))
bots = [kit.make_bot(level) for level in ("casual", "novice", "casual", "novice")]
match = play_match(kit.game, rules, bots, seed="an evening at the table")

for line in kit.tell(rules, kit.steps(kit.to_record(match)), "en"):
    print(line)
print("won by the seats", kit.game.outcome(match).sides[kit.game.outcome(match).winners[0]])
