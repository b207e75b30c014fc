"""A record to begin with."""

from karat.amul.kernel import edge
from karat.amul.kernel.layout import Record
from karat.amul.rules.rules import Rules


def dealt(rules: Rules, seed: str, number: int | None = None) -> Record:
    """A match of the kernel that is dealt from a seed."""
    state = edge.start(rules)
    edge.deal(state, seed, number)
    return state
