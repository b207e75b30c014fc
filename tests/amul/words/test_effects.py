import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from karat.amul import Card, load_standard, score
from karat.amul.rules.cards import COLOURS
from karat.amul.rules.effects import (
    KINDS,
    By,
    Combo,
    DistinctSets,
    Flat,
    InstantEffect,
    Majority,
    PerDistinct,
    PerMatch,
    PerPair,
    Place,
    Rarity,
    Scope,
    Selector,
    SetTable,
    Symbol,
    Threshold,
)
from karat.amul.words.effects import (
    card_line,
    card_sentences,
    counted,
    effect_sentence,
    effect_short,
    instant_sentence,
    instant_short,
)
from karat.amul.words.scores import line_reason, line_sentences, line_short, line_title, row_name
from karat.language import LANGUAGES, UnknownLanguage

CARDS = load_standard()
SELECTORS = [
    Selector(By.IDS, ("gem",)),
    Selector(By.IDS, ("gem", "jade", "oil")),
    *(Selector(By.COLOUR, (colour,)) for colour in (*COLOURS, "bazaar")),
    *(Selector(By.SYMBOL, (symbol,)) for symbol in Symbol),
    *(Selector(By.DECK, (deck,)) for deck in ("palace", "bazaar")),
]


def vocabulary():
    """An effect of every kind with everything that it can count, wherever it can."""
    yield Flat(-1)
    yield PerDistinct(1, "colour")
    yield PerDistinct(1, "id", Selector(By.IDS, ("gem", "oil")), cap=2)
    yield DistinctSets("x", ("gem", "oil"), (1, 3))
    yield Combo((("gem", 2), ("oil", 1)), 5)
    for of, scope in itertools.product(SELECTORS, Scope):
        yield PerMatch(2, of, scope)
        yield Rarity(of, scope, (3, 2, 1))
        yield Majority(of, scope, 3, 0)
        yield from (Threshold(of, scope, 3, 0, least=least) for least in (1, 2))
        yield from (Threshold(of, scope, 3, 0, most=most) for most in (0, 2))
    for of in SELECTORS:
        yield SetTable("x", of, (1, 3), 2)
        yield PerPair(2, of, SELECTORS[0], cap=4)


def whole(sentence: str) -> bool:
    return not re.search(r"[{}]|  | [.,]|None|\b[a-z]+_[a-z]+\b", sentence) and sentence.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_does(language):
    for card, kind in CARDS.kinds.items():
        said = card_sentences(card, CARDS, language)
        assert len(said) == 1 + (kind.instant is not None)
        assert all(map(whole, said)), said
        assert language != "ru" or all(not re.search("[a-zA-Z]", sentence) for sentence in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_that_a_card_file_can_have_has_words(language):
    effects = list(vocabulary())
    assert {type(effect) for effect in effects} == set(KINDS.values())
    assert all(whole(effect_sentence(effect, CARDS, language)) for effect in effects)
    different = {repr(effect): effect_sentence(effect, CARDS, language) for effect in effects}
    # bazaar cards are the same by deck and by colour, and so are the neighbours that one may be compared with
    assert len(set(different.values())) > 0.85 * len(different)


GOLDEN = [
    line.split(" ", 2)
    for line in (Path(__file__).parent / "effects.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def test_there_is_an_example_of_every_kind_in_every_language():
    told = {(type(CARDS.kinds[card].scoring), language) for card, language, _ in GOLDEN}
    assert told == set(itertools.product(KINDS.values(), LANGUAGES))


@pytest.mark.parametrize(("card", "language", "said"), GOLDEN)
def test_cards_read_as_they_should(card, language, said):
    told = effect_sentence(CARDS.kinds[card].scoring, CARDS, language)
    assert told.replace("\N{NARROW NO-BREAK SPACE}", " ") == said


def test_instant_effects_name_their_places_and_how_many():
    two = InstantEffect((Place.PALACE, Place.MARKET), count=2)
    assert instant_sentence(two) == "Instant effect: take 2 cards from the palace or from the market into your area."
    assert instant_sentence(two, "de") == "Soforteffekt: Nimm 2 Karten aus dem Palast oder vom Markt in deine Auslage."
    assert "prenez 2 cartes du palais ou du marché" in instant_sentence(two, "fr")
    assert "возьмите 2 карты из дворца или с рынка" in instant_sentence(two, "ru")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "0 points, 1 point, 2 points, -1 point"),
        ("de", "0 Punkte, 1 Punkt, 2 Punkte, -1 Punkt"),
        ("fr", "0 point, 1 point, 2 points, -1 point"),
        ("ru", "0 очков, 1 очко, 2 очка, -1 очко"),
    ],
)
def test_plurals_are_those_of_the_language(language, said):
    assert ", ".join(counted(number, "point", language) for number in (0, 1, 2, -1)) == said


def test_russian_has_three_plurals():
    few = [number for number in range(1, 130) if counted(number, "point", "ru").endswith("очка")]
    assert few == [n for n in range(1, 130) if n % 10 in {2, 3, 4} and n not in {12, 13, 14, 112, 113, 114}]
    assert counted(111, "point", "ru") == "111 очков"


def lines(*areas: str):
    told = [tuple(map(Card.parse, area.split())) for area in areas]
    return score(CARDS, told).lines


def test_what_is_said_in_a_few_words():
    told = [line_short(line, CARDS) for line in lines("gem diplomat trader_persia fugitive silk tent", "tent", "")[0]]
    assert told == [
        "Gem: 7 points. Counted: 1.",
        "Diplomat: 0 points. Arab symbols: 1, Mongol symbols: 0.",
        "Trader from Persia: 0 points. Silk: 1, Gold: 0.",
        "Fugitive: 5 points. Counted: 0.",
        "Silk: 5 points. Own: 1; most elsewhere: 0.",
        "Tent: 2 points.",
        "Arab majority: 4 points. Symbols: 1; place 1, shared by 2.",
        "Mongol majority: 0 points. No symbol.",
    ]


SHORT = {
    "gold": ("4", "4", "4", "4"),
    "camel_drivers": (
        "2 per orange card, ≤8",
        "2 je orangefarbene Karte, ≤8",
        "2 par carte orange, ≤8",
        "2 × оранжевая карта, ≤8",
    ),
    "tea": ("set 1/4/8/12, +4", "Satz 1/4/8/12, +4", "série 1/4/8/12, +4", "набор 1/4/8/12, +4"),
    "fugitive": (
        "5 with no red card, else 1",
        "5 ohne rote Karte, sonst 1",
        "5 sans carte rouge, sinon 1",
        "5, если нет: красная карта, иначе 1",
    ),
    "trader_persia": (
        "7 for 2 Silk + 1 Gold",
        "7 für 2 Seide + 1 Gold",
        "7 pour 2 Soie + 1 Or",
        "7 за 2 Шёлк + 1 Золото",
    ),
}


@pytest.mark.parametrize(("card", "said"), SHORT.items())
def test_cards_in_a_few_words(card, said):
    assert tuple(effect_short(CARDS.kinds[card].scoring, CARDS, language) for language in LANGUAGES) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_few_words_too(language):
    for effect in vocabulary():
        few, sentence = effect_short(effect, CARDS, language), effect_sentence(effect, CARDS, language)
        assert few
        assert not re.search(r"[{}]|  |None", few), few
        assert len(few) < len(sentence), few


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_a_card_is_said_in_words(language):
    """Nobody learns signs by heart; where a figure stands alone, it says of what."""
    for card in CARDS.kinds:
        line = card_line(card, CARDS, language)
        assert re.search(r"[^\W\d_]{2}", line), line
        assert not re.search(r"[{}≤≥≠→]|  |None", line), line
        assert line.count("/") < 6, f"a row of figures is read by nobody: {line}"


def test_what_others_have_more_of_is_counted_in_the_plural():
    said = [card_line("city_watch", CARDS, language) for language in ("en", "de")]
    assert said == ["6 if no one has more valour symbols, else 2", "6, hat niemand mehr Tapferkeitssymbole, sonst 2"]


def test_a_card_says_that_it_is_worth_more_the_rarer_it_is_where_that_is_so():
    gem = CARDS.kinds["gem"]
    said = [card_line("gem", CARDS, language).replace("\N{NARROW NO-BREAK SPACE}", " ") for language in LANGUAGES]
    assert said == [
        "7 to 3: the rarer, the more", "7 bis 3: je seltener, desto mehr", "7 à 3 : plus c’est rare, plus ça vaut",
        "от 7 до 3: чем реже, тем больше",
    ]  # fmt: skip
    rising = replace(gem, scoring=replace(gem.scoring, table=(1, 2, 4)))
    assert card_line("gem", replace(CARDS, kinds={**CARDS.kinds, "gem": rising}), "en") == "1/2/4 by Gem of all"


def test_an_instant_effect_in_a_few_words():
    two = InstantEffect((Place.PALACE, Place.MARKET), count=2)
    told = [instant_short(two, language).replace("\N{NARROW NO-BREAK SPACE}", " ") for language in LANGUAGES]
    assert told == [
        "takes 2 from palace or market", "nimmt 2: Palast oder Markt", "prend 2 : palais ou marché",
        "берёт 2: дворец или рынок",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_score_sheet_has_its_points_and_a_reason(language):
    everything = " ".join(str(copy) for kind in CARDS.kinds.values() for copy in kind.copies_for(8)[:2])
    for line in itertools.chain.from_iterable(lines(everything, "tent camel", "tent gem gem", "yurt", "")):
        said = line_sentences(line, CARDS, language)
        assert counted(line.points, "point", language) in said
        assert said.startswith(line_title(line, CARDS, language))
        assert whole(said), said


def test_a_set_is_one_line_with_its_size():
    (camels, *_) = lines("camel camel", "", "")[0]
    assert line_title(camels, CARDS, "de") == "Kamel × 2"
    assert line_sentences(camels, CARDS, "de").endswith("Größe des Satzes: 2.")
    (luxuries, *_) = lines("carpet carpet jade", "", "")[0]
    assert line_sentences(luxuries, CARDS, "ru").endswith("Размеры наборов: 2, 1.")


def test_a_reason_speaks_of_whoever_owns_the_line():
    silk = lines("", "silk", "silk silk")[1][0]
    reasons = [line_reason(silk, CARDS, language).replace("\N{NARROW NO-BREAK SPACE}", " ") for language in LANGUAGES]
    assert reasons == [
        "Own: 1; most elsewhere: 2.",
        "Eigene: 1; die meisten anderswo: 2.",
        "À soi : 1 ; le plus ailleurs : 2.",
        "Своих: 1; больше всего у других: 2.",
    ]


def test_a_clan_is_told_by_its_place():
    *_, arab, mongol = lines("tent", "tent", "")[0]
    assert line_sentences(arab, CARDS) == "Arab majority: 4 points. Symbols: 1; place 1, shared by 2."
    assert line_sentences(mongol, CARDS, "fr").endswith("Aucun symbole.")
    three_tied = lines("tent tent", "tent", "tent", "tent", "")
    assert "Претендентов больше, чем осталось мест." in line_sentences(three_tied[1][-2], CARDS, "ru")
    fourth = lines("tent tent tent tent", "tent tent tent", "tent tent", "tent")[3][-2]
    assert line_sentences(fourth, CARDS, "de").endswith("Symbole: 1; Platz 4. Nur drei Plätze zählen.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_the_score_pad_has_a_name(language):
    names = [row_name(row, language) for row in (*CARDS.rows, "arab", "mongol")]
    assert len(set(names)) == len(names) == 9


def test_a_language_without_words_is_named():
    with pytest.raises(UnknownLanguage, match="'fi'"):
        card_sentences("gold", CARDS, "fi")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_a_card_fits_on_it_and_is_no_bare_number(language):
    lines = {card_line(card, CARDS, language) for card in CARDS.kinds}
    assert max(map(len, lines)) <= 58
    assert [line for line in lines if line.isdigit()] == []
    assert [line for line in lines if "{" in line] == []
