import json

from karat.aurum.book import book


def test_all_rules_are_told(karat):
    told = karat("rules", "aurum").out
    for rule_id in book().ids:
        assert f"  {rule_id} " in told


def test_an_edition_is_told_its_own_way(karat):
    assert "golden round" in karat("rules", "aurum", "--edition", "fr").out
    assert "golden round" not in karat("rules", "aurum", "--edition", "de").out


def test_single_rules_and_chapters_can_be_asked_for(karat):
    told = karat("rules", "aurum", "A5.4", "A7").out
    assert "A5.4" in told
    assert "A7.5" in told
    assert "A5.3" not in told


def test_two_editions_are_set_side_by_side(karat):
    told = karat("rules", "aurum", "--diff", "de", "fr").out
    assert "A9.1" in told
    assert "A8.5" not in told
    assert "Our ruling: The rulebook says it of the alchemist with the stone." in told
    assert "agree on every rule" in karat("rules", "aurum", "--diff", "ru", "ru").out


def test_programs_get_json(karat):
    rules = json.loads(karat("rules", "aurum", "--edition", "ru", "--json").out)
    assert [rule["id"] for rule in rules] == list(book().ids)
    differences = json.loads(karat("rules", "aurum", "--diff", "fr", "ru", "--json").out)
    assert [row["id"] for row in differences] == ["A8.5", "A8.6", "A9.1", "A10.1", "A11.1"]
    assert all(set(row) == {"id", "fr", "ru", "rulings"} for row in differences)
    assert differences[3]["rulings"]["fr"] == ""
    assert differences[3]["rulings"]["ru"].startswith("The rulebook names the new gold 0 for four players only.")


def test_editions_are_compared_in_chapters_and_rules_that_are_asked_for(karat):
    told = karat("rules", "A8", "--diff", "de", "ru").out
    assert [line for line in told.splitlines() if not line.startswith(" ")] == ["A8.5", "A8.6"]
    assert told == karat("rules", "aurum", "a8", "--diff", "de", "ru").out
    assert "agree on these rules" in karat("rules", "A5", "A6.1", "--diff", "de", "ru").out
    assert karat("rules", "A8", "--diff", "de", "ru", "-l", "fr").out.count("Notre décision") == 4


def test_an_id_says_which_game_it_belongs_to(karat):
    assert karat("rules", "M42").out == karat("rules", "amul", "M42").out
    assert karat("rules", "a5.4", "A7").out == karat("rules", "aurum", "A5.4", "A7").out
    assert "no rule or chapter 'M42'" in karat("rules", "A5.4", "M42").err
    assert "which game: aurum or amul?" in karat("rules").err


def test_a_ruling_of_ours_is_told_as_such(karat):
    told = karat("rules", "A7.4", "-e", "fr").out
    assert "Our ruling: These rulebooks do not speak of a leader without cards" in told
    assert "Unsere Festlegung: Die Spielregel schweigt dazu." in karat("rules", "amul", "R1", "-l", "de").out
    assert "Our ruling" not in karat("rules", "A5").out
    (rule,) = json.loads(karat("rules", "A9.2", "--json").out)
    assert rule["ruling"].startswith("The rulebooks do not say what happens")


def test_unknown_games_editions_and_rules_are_wrong_use(karat):
    assert karat("rules", "chess").code == 2
    assert "no game, rule or chapter 'chess'; games are aurum, amul" in karat("rules", "chess").err
    assert "'en' is not one of 'de', 'fr', 'ru'" in karat("rules", "aurum", "--edition", "en").err
    assert "no rule or chapter 'A99'" in karat("rules", "aurum", "A99").err


def test_the_book_is_told_in_the_language_that_was_asked_for(karat):
    told = karat("rules", "aurum", "A5.4", "--language", "de").out
    assert "Ein Metall, das schon im Stich liegt" in told
    assert karat("rules", "aurum", "-l", "fr", "-e", "ru").out.startswith("Aurum, édition ru\n")
    differences = json.loads(karat("rules", "aurum", "--diff", "de", "fr", "-l", "ru", "--json").out)
    assert differences[0]["fr"].startswith("Кто будет первым игроком")
    assert "Выигрывает наибольшая сумма." in karat("rules", "amul", "M42", "-l", "ru").out


def test_a_language_without_a_book_is_wrong_use(karat):
    refused = karat("rules", "aurum", "--language", "fi")
    assert refused.code == 2
    assert "'fi' is not one of 'en', 'de', 'fr', 'ru'" in refused.err
