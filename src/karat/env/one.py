"""One match, stepped from Python as fast as Python calls."""

from __future__ import annotations

from typing import Any, Protocol

from karat.kit import Kit
from karat.match import find_kit, rules_of


class NoKernel(ValueError):
    """A game whose rules are not compiled, and so has no environments."""


class SingleMatch(Protocol):
    """What the `Single` of every game has: one match, its seats by their numbers, its actions by theirs."""

    rules: Any
    players: int
    actions: int
    tensor: int
    count: int
    done: bool
    rewards: tuple[float, ...]

    @property
    def seat(self) -> int: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> list[int]: ...
    def reset(self, seed: str | int) -> None: ...
    def lay_out(self, table: Any) -> None: ...
    def step(self, action: int) -> None: ...
    def mask(self, seat: int, out: Any) -> None: ...
    def observe(self, seat: int, out: Any) -> None: ...
    @property
    def face_down(self) -> int: ...
    def view(self, seat: int) -> bytes: ...
    def another_world(self, seat: int, rng: Any) -> SingleMatch: ...


def kernel_of(game: str | Kit | None) -> tuple[Kit, Any]:
    """A game, and the parts of its kernel."""
    kit = find_kit(game)
    if kit.kernel is None:
        raise NoKernel(f"{kit.name} is not compiled, and only compiled games have environments")
    return kit, kit.kernel


def single(game: str | Kit | None = None, *, seed: str | int = 0, episode: str = "match", **agreed: Any) -> SingleMatch:
    """One match of a game under what is agreed: players, edition, variants, cards.

    >>> one = single("aurum", players=4, seed=7, episode="round")
    >>> one.seat, one.legal[:3]
    (3, [1, 9, 11])
    >>> one.step(9)
    >>> while not one.done:
    ...     one.step(one.legal[0])
    >>> len(one.rewards), sum(one.rewards)
    (4, 0.0)
    """
    kit, kernel = kernel_of(game)
    made: SingleMatch = kernel.single(rules_of(kit, **agreed), seed, episode=episode)
    return made
