"""Values are known again by being the same object, and what was long ago makes way."""

from karat.same_object import kept_for_same


def test_the_same_object_is_asked_about_once_and_an_equal_one_again():
    asked = []

    @kept_for_same(2)
    def length(cards: tuple[str, ...]) -> int:
        asked.append(cards)
        return len(cards)

    first, equal, third = tuple("ab"), tuple("ab"), tuple("c")
    assert [length(first), length(first), length(equal), length(third)] == [2, 2, 2, 1]
    assert len(asked) == 3
    assert length(equal) == 2
    assert len(asked) == 3
    assert length(first) == 2  # it had made way
    assert len(asked) == 4
