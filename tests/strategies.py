"""What tests draw from: rules, deals and matches at any point that play can come to."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from karat import amul, aurum
from karat.shuffle import Stream


def examples(count: int) -> settings:
    """So many in the usual profile, where each takes long; fewer in a brief run and more in a thorough one."""
    usual = settings.get_profile("karat").max_examples
    return settings(max_examples=max(1, count * settings.default.max_examples // usual))


aurum_rules = st.builds(
    aurum.Rules,
    players=st.sampled_from((3, 4)),
    edition=st.sampled_from(aurum.Edition),
    variants=st.sets(st.sampled_from(aurum.Variant)).map(tuple),
)
seeds = st.integers(0, 2**32).map(str)


def walk(rules: aurum.Rules, seed: str, actions: int, taste: str = "any") -> aurum.Match:
    """The match after that many actions of a seeded player, or at its end. `taste` makes rare things common."""
    state = aurum.start(rules)
    rng = Stream(f"{seed}/walk")
    for _ in range(actions):
        if aurum.outcome(state):
            break
        if aurum.awaits_deal(state):
            state = aurum.deal(state, aurum.shuffled(state, Stream(seed, len(state.played)))).state
        seat = rng.choice(aurum.to_act(state))
        legal = aurum.legal_actions(state, seat)
        state = aurum.apply(state, seat, rng.choice(_liked(legal, taste, rng))).state
    return state


def _liked(legal: tuple[aurum.Action, ...], taste: str, rng: Stream) -> tuple[aurum.Action, ...]:
    """Players who keep their gold, or throw it about, reach positions that chance alone hardly sees."""
    kinds = {
        "keeps": (aurum.Keep, aurum.Play, aurum.End, aurum.Bid),
        "spends": (aurum.Keep, aurum.PlayGold, aurum.Bid),
    }
    if taste in kinds and rng.below(8):
        return tuple(action for action in legal if isinstance(action, kinds[taste])) or legal
    return legal


tastes = st.sampled_from(("any", "keeps", "spends"))
aurum_matches = st.builds(walk, aurum_rules, seeds, st.integers(0, 220), tastes)
"""At any point: before a deal, in the middle of bids, late in a third round, over."""
running_matches = aurum_matches.filter(aurum.to_act)

amul_rules = st.builds(lambda players, tea: amul.Rules(players, tea=tea), st.integers(3, 8), st.integers(0, 8))


def amul_walk(rules: amul.Rules, seed: str, actions: int, taste: str = "any", until: str = "") -> amul.Match:
    """The match of Amul after that many actions of a seeded player, or at its end, seats choosing in any order.

    With `until` it goes on to the next such phase.
    """
    state = amul.start(rules)
    state = amul.deal(state, amul.shuffled(state, Stream(seed))).state
    rng = Stream(f"{seed}/walk")
    done = 0
    while amul.to_act(state) and (done < actions or (until and state.market and state.market.phase != until)):
        done += 1
        seat = rng.choice(amul.to_act(state))
        legal = amul.legal_actions(state, seat)
        if taste == "effects":  # plays what has an instant effect, so that several meet in a round
            kinds = rules.cards.kinds
            liked = [action for action in legal if isinstance(action, amul.Play) and kinds[action.card.id].instant]
            legal = tuple(liked) or legal
        state = amul.apply(state, seat, rng.choice(legal)).state
    return state


amul_matches = st.builds(
    amul_walk,
    amul_rules,
    seeds,
    st.integers(0, 250),
    st.sampled_from(("any", "effects")),
    st.sampled_from(("", "take", "play", "gain")),
)
"""At any point: the first offer, in the middle of secret choices, between two effects, over."""
running_amul_matches = amul_matches.filter(amul.to_act)
