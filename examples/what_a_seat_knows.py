"""An observation holds what a seat may know and nothing else; a refusal names its rule."""

from karat import aurum
from karat.aurum.book import rule_text
from karat.shuffle import Stream

match = aurum.start(aurum.Rules(players=4))
match = aurum.deal(match, aurum.shuffled(match, Stream("a deal"))).state
while len(match.actions) < 9:  # four bids, four decisions on them, and the lead
    seat = aurum.to_act(match)[0]
    match = aurum.apply(match, seat, aurum.legal_actions(match, seat)[0]).state

(seat,) = aurum.to_act(match)
seen = aurum.observe(match, seat)
print("seat", seat, "holds", *seen.hand)
print("it may", *map(str, aurum.legal_actions(match, seat)), sep="\n  ")
for card in seen.hand:
    law = aurum.breach(match, seat, aurum.Play(card))
    if law:
        print(f"{card} may not be played. {law.value}: {rule_text(law.value)}")
