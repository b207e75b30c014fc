"""What a seat of Opal may say in advance: which stone it lays next (O4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thirdgame.rules.actions import Lay

if TYPE_CHECKING:
    from collections.abc import Hashable

    from thirdgame.rules.observe import Observation


def orders(seen: Observation) -> dict[Lay, Hashable]:
    """Any that it holds; it stands until the round is over."""
    return {Lay(stone): len(seen.revealed) for stone in seen.hand}  # an onlooker holds none
