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
    assert "agree on every rule" in karat("rules", "aurum", "--diff", "ru", "ru").out


def test_programs_get_json(karat):
    rules = json.loads(karat("rules", "aurum", "--edition", "ru", "--json").out)
    assert [rule["id"] for rule in rules] == list(book().ids)
    differences = json.loads(karat("rules", "aurum", "--diff", "fr", "ru", "--json").out)
    assert [set(row) for row in differences] == [{"id", "fr", "ru"}] * 2


def test_unknown_games_editions_and_rules_are_wrong_use(karat):
    assert karat("rules", "chess").code == 2
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
