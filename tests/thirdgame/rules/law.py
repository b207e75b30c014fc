"""The rules of Opal that an action, a deal or a record can break, under speaking names."""

from karat import game


class Law(game.Law):
    """Ids as in the rules of Opal (book/en.md), one name for each."""

    IN_TURN = "O1.1"
    OWN_STONES = "O1.2"
    CHOICE_STANDS = "O1.3"
    THESE_STONES = "O2.1"
    THREE_EACH = "O3.1"
    LOWEST_ALONE = "O5.1"
    SO_MANY_ROUNDS = "O6.1"
    MOST_POINTS_WIN = "O6.2"
