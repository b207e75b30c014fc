"""The rules of Aurum that an action, a deal or a result can break, under speaking names."""

from karat import game


class Law(game.Law):
    """Ids as in docs/rules/aurum.md, one name for each."""

    IN_TURN = "A0.1"
    OWN_CARDS = "A0.2"
    SECRET_CHOICE_STANDS = "A0.3"
    THESE_CARDS = "A1.1"
    DEAL_FOR_FOUR = "A2.1"
    DEAL_FOR_THREE = "A2.2"
    TOKEN_PASSES_LEFT = "A2.4"
    BID_IS_RANK = "A3.1"
    HIGHER_BID_COUNTS = "A3.2"
    SWAP_WITHIN_SIDE = "A4.3"
    LEAD_IS_BASE = "A5.2"
    MUST_NOT_FOLLOW = "A5.4"
    TRICKS_ARE_STACKED = "A6.6"
    END_ONLY_WHEN_STUCK = "A7.1"
    BID_POINTS = "A8.1"
    GOLD_POINTS = "A8.2"
    MOST_POINTS_WIN_A_NUGGET = "A8.3"
    NUGGETS_WIN = "A9.1"
    NO_FREE_TALK = "A11.1"
    THREE_ROUND_TOTAL = "AV.2"
