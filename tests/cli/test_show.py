import json


def test_a_match_is_told_trick_by_trick(karat, games):
    ran = karat("show", games, "--match", "3")
    assert ran.code == 0
    told = ran.out
    assert told.startswith("Aurum for 4, edition de, no variants\n")
    for words in ("Round 1", "is first player", "lie open", " bids ", "Trick 1", " leads ", "takes the trick for seat"):
        assert words in told
    assert "points" in told
    assert told.splitlines()[-1].endswith(")")
    assert "the match (nuggets " in told.splitlines()[-1]


def test_what_is_told_is_what_was_recorded(karat, games):
    record = json.loads(games.read_text().splitlines()[0])
    told = karat("show", games).out
    for number, row in enumerate(record["rounds"], start=1):
        assert f"Round {number}\n" in told
        for side in (0, 1):
            points = row["result"]["points"][side]
            assert f": {points} point{'s' * (points != 1)}" in told
    tricks = sum(sum(row["result"]["tricks"]) for row in record["rounds"])
    assert told.count("takes the trick for") == tricks


def test_one_round_can_be_told_alone(karat, games):
    told = karat("show", games, "--round", "2").out
    assert "Round 2" in told
    assert "Round 1" not in told


def test_three_players_turn_their_bids_up_together(karat, tmp_path):
    karat("simulate", "aurum", "-p", "3", "-n", "1", "--seed", "1", "-o", tmp_path / "g")
    assert "The bids are turned up: seat 0 bids" in karat("show", tmp_path / "g").out


def test_a_match_that_was_broken_off_says_so(karat, games):
    record = json.loads(games.read_text().splitlines()[0])
    record["rounds"] = record["rounds"][:1]
    record["rounds"][0]["actions"] = record["rounds"][0]["actions"][:9]
    record["rounds"][0]["result"] = record["result"] = None
    games.write_text(json.dumps(record))
    assert karat("show", games).out.splitlines()[-1].strip() == "The match was broken off here."


def test_a_match_that_does_not_exist_is_wrong_use(karat, games):
    ran = karat("show", games, "--match", "6")
    assert ran.code == 2
    assert "holds 5 matches, so there is no match 6" in ran.err
    assert karat("show", games, "--round", "9").code == 2


def test_a_bad_match_is_told_as_far_as_it_is_good(karat, games):
    record = json.loads(games.read_text().splitlines()[0])
    record["rounds"][0]["actions"][20] = [0, "sing"]
    games.write_text(json.dumps(record) + "\nnonsense\n")
    ran = karat("show", games)
    assert ran.code == 1
    assert "Trick 1" in ran.out
    assert "match 1 is bad from here on: round 1, action 20: K3.2" in ran.err
    assert karat("show", games, "--match", "2").code == 1


def test_colours_are_for_terminals_only(karat, games, monkeypatch):
    assert "\x1b[" not in karat("show", games).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in karat("show", games).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in karat("show", games).out


def test_a_match_is_told_in_every_language(karat, games):
    for language, words in (
        ("de", ("Aurum zu 4, Ausgabe de, ohne Varianten", "Runde 1", "Stich 1", " bietet ", "Wertung")),
        ("fr", ("Aurum à 4, édition de, sans variantes", "Manche 1", "Pli 1", " annonce ", "Score")),
        ("ru", ("Aurum на 4, издание de, без вариантов", "Раунд 1", "Взятка 1", " ставит ", "Подсчёт")),
    ):
        told = karat("show", games, "--language", language).out
        assert all(word in told for word in words)
        assert "seat" not in told


def test_a_round_is_found_in_any_language(karat, games):
    told = karat("show", games, "--round", "2", "-l", "ru").out
    assert "Раунд 2" in told
    assert "Раунд 1" not in told


def test_a_language_that_karat_does_not_speak_is_wrong_use(karat, games):
    ran = karat("show", games, "--language", "fi")
    assert ran.code == 2
    assert "'fi' is not one of 'en', 'de', 'fr', 'ru'" in ran.err
