from karat.games import GAMES


def test_a_title_is_in_the_language_that_was_asked_for():
    assert GAMES["aurum"].law_titles("en")["A5.4"] == "That metal already lies in the trick"
    assert GAMES["aurum"].law_titles("ru")["A5.4"] == "Этот металл уже лежит во взятке"
