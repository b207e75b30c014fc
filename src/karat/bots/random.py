"""The bot that plays anything, for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.shuffle import Stream

ActionT = TypeVar("ActionT")


class Random:
    """Every legal action is equally likely."""

    def choose(self, seen: object, legal: Sequence[ActionT], rng: Stream) -> ActionT:  # noqa: ARG002
        return rng.choice(legal)
