"""The rules of Amul that an action, a deal, a record or a card file can break, under speaking names."""

from karat import game


class Law(game.Law):
    """Ids as in the rules of Amul (book/en.md), one name for each."""

    IN_TURN = "M0.1"
    OWN_CARDS = "M0.2"
    SECRET_CHOICE_STANDS = "M0.3"
    CARDS_BY_PLAYERS = "M3"
    EMIR_IS_A_SEAT = "M8"
    OFFERS_TOGETHER = "M13"
    TAKE_FROM_MARKET = "M14"
    PLAYS_TOGETHER = "M16"
    EFFECT_NAMES_ITS_PLACES = "M22"
    NINE_ROUNDS = "M27"
    COLOUR_BY_COLOUR = "M36"
    BAZAAR_AFTER_COLOURS = "M37"
    MAJORITY_OF_EACH_CLAN = "M38"
    MOST_POINTS_WIN = "M42"
    MOST_VALOUR_BREAKS_TIES = "M43"
    TEA_IN_THE_DECK = "M44"
    GAIN_WHAT_LIES_THERE = "R3"
    ALL_FROM_ONE_PLACE = "R18"
