import json

from karat.amul import load_cards, load_standard


def test_every_card_is_listed_with_what_it_does_and_its_sources(karat):
    told = "\n" + karat("cards", "amul").out
    for card in load_standard().kinds:
        assert f"\n{card} " in told
    assert "RR····R·" in told  # the camel: names, copies and way of scoring from the rulebook


def test_a_card_is_told_in_full(karat):
    told = karat("cards", "amul", "camel", "arab_guard").out
    assert "Camel (camel)" in told
    assert "All Camel cards in your area count together, by their number: 3 / 8 / 14 / 20 / 27 / 35 points" in told
    assert "values         from: our reconstruction" in told
    assert "letters    B F M" in told


def test_programs_get_json(karat):
    (camel,) = json.loads(karat("cards", "amul", "camel", "--json").out)
    assert camel["names"]["de"] == "Kamel"
    assert camel["copies"] == {str(players): 6 for players in range(3, 9)}
    assert camel["source"]["scoring"] == "rulebook"


def test_the_standard_file_can_be_had_corrected_checked_and_played_with(karat, tmp_path):
    mine, games = tmp_path / "my-amul.toml", tmp_path / "games.jsonl"
    assert karat("cards", "amul", "--export", mine).code == 0
    mine.write_text(mine.read_text().replace("[3, 8, 14, 20, 27, 35]", "[1, 2, 3, 4, 5, 6]"))
    ran = karat("cards", "amul", "--check", mine)
    assert ran.code == 0
    assert "8 players: 139 market cards, as many as nine rounds use up; 8 Tea cards" in ran.out
    assert f"Records name it {load_cards(mine).identity}." in ran.out
    assert "by their number: 1 / 2 / 3 / 4 / 5 / 6 points" in karat("cards", "amul", "camel", "--cards", mine).out
    assert karat("simulate", "amul", "-p", "3", "-n", "2", "--cards", mine, "-o", games).code == 0
    assert karat("verify", games, "--cards", mine).out == "2 ok, 0 bad\n"
    assert karat("show", games, "--cards", mine).code == 0
    ran = karat("verify", games)
    assert ran.code == 1
    assert "which is not at hand" in ran.out


def test_a_bad_file_is_told_by_card_and_field_and_by_the_sums_that_do_not_come_out(karat, tmp_path):
    mine = tmp_path / "my-amul.toml"
    karat("cards", "amul", "--export", mine)
    mine.write_text(mine.read_text().replace("copies = { 3 = 6 }", "copies = { 3 = 5 }"))
    ran = karat("cards", "amul", "--check", mine)
    assert ran.code == 1
    assert "3 players have 50 cards, but 51 leave the deck in nine rounds (M47)" in ran.out
    for command in (["simulate", "amul"], ["play", "amul"], ["cards", "amul"], ["verify", mine], ["show", mine]):
        ran = karat(*command, "--cards", mine)
        assert ran.code == 2
        assert "(M47)" in ran.err


def test_files_that_are_no_card_files_are_told(karat, tmp_path):
    for content, said in ((b"\xff\xfe", "UTF-8"), (b"[[card]\n", "TOML"), (b"x" * 2_000_000, "bytes"), (b"", "card")):
        (tmp_path / "bad.toml").write_bytes(content)
        ran = karat("cards", "amul", "--check", tmp_path / "bad.toml")
        assert ran.code == 1
        assert said in ran.out
    ran = karat("cards", "amul", "--check", tmp_path / "missing.toml")
    assert ran.code == 2
    assert "No such file" in ran.err


def test_a_corrected_file_is_not_written_over(karat, tmp_path):
    mine = tmp_path / "my-amul.toml"
    mine.write_text("corrected")
    ran = karat("cards", "amul", "--export", mine)
    assert ran.code == 2
    assert mine.read_text() == "corrected"
    assert karat("cards", "amul", "--check", mine, "--json").code == 2


def test_unknown_cards_and_games_are_wrong_use(karat):
    assert "no card 'unicorn'" in karat("cards", "amul", "unicorn").err
    assert karat("cards", "aurum").code == 2


def test_cards_are_told_in_every_language(karat):
    german = karat("cards", "amul", "camel", "--language", "de").out
    assert "Kamel (camel)" in german
    assert "Alle Karten „Kamel“ in deiner Auslage zählen zusammen" in german
    assert "  Exemplare      aus: Spielregel" in german
    assert "reconstructed" not in german
    assert karat("cards", "camel", "--language", "de").out == german
    assert karat("cards", "--language", "de").out == karat("cards", "amul", "-l", "de").out
    french = karat("cards", "amul", "-l", "fr").out
    assert "Chameau, orange, table, copies" in french
    assert "Sources" in french
    (camel,) = json.loads(karat("cards", "amul", "camel", "--json", "-l", "ru").out)
    assert camel["effect"].startswith("Все карты «Верблюд»")
    assert camel["colour"] == "orange"  # ids stay ids, whatever is spoken
