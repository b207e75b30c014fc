"""Why one action was better, from facts that can be checked."""

import pytest

from karat import amul
from karat.amul.words.reasons import tell_reason
from karat.language import LANGUAGES
from karat.shuffle import Stream

MATCH = amul.start(amul.Rules(3))
SEEN = amul.observe(amul.deal(MATCH, amul.shuffled(MATCH, Stream("reasons"))).state, 0)
SILK, CAMEL = amul.parse_action("take silk"), amul.parse_action("take camel")
PLAYED = (50.0, 40.0, 41.0)
"""Points that the three seats may expect."""


def test_own_points_come_first_where_they_differ():
    why = tell_reason(SEEN, SILK, CAMEL, (PLAYED, (52.5, 40.0, 41.0)))
    assert why.texts["en"] == "With taking Camel you may expect 52.5 points at the end, with taking Silk 50.0."
    assert (why.rules, why.cards) == (("M36",), ("camel", "silk"))
    assert set(why.texts) == set(LANGUAGES)


def test_who_is_given_points_is_named_beside_ones_own():
    why = tell_reason(SEEN, SILK, CAMEL, (PLAYED, (52.5, 40.0, 38.0)))
    assert why.texts["en"].endswith("And with taking Silk seat 2 may expect 3.0 points more.")
    assert why.rules == ("M36", "M42")
    own, given = why.facts
    assert (own.about, own.rules, own.cards) == ("points", ("M36",), ("camel", "silk"))
    assert (given.about, given.rules, given.cards) == ("given", ("M42",), ("silk",))
    assert [one.text for one in given.pieces["de"] if one.card == "silk"] == ["Seide"]
    for language in LANGUAGES:
        assert " ".join("".join(one.text for one in fact.pieces[language]) for fact in why.facts) == why.texts[language]


def test_where_they_are_the_same_it_is_the_others_who_get_less():
    why = tell_reason(SEEN, SILK, CAMEL, (PLAYED, (50.1, 38.0, 41.0)))
    assert "with taking Silk seat 1 may expect 2.0 points more" in why.texts["en"]
    assert why.rules == ("M42",)


def test_where_nothing_differs_on_average_it_says_no_more_than_that():
    why = tell_reason(SEEN, SILK, CAMEL, (PLAYED, (50.1, 40.1, 41.0)))
    assert "you are ahead more often" in why.texts["en"]


@pytest.mark.parametrize("text", ["offer silk", "play silk", "gain palace palace_silk"])
def test_every_kind_of_action_has_a_name_in_every_language(text):
    why = tell_reason(SEEN, amul.parse_action(text), CAMEL, (PLAYED, (52.5, 40.0, 41.0)))
    assert len(set(why.texts.values())) == len(LANGUAGES)
