"""Card files: the standard one, and what is said of one that cannot be played with."""

import pickle
import re
from pathlib import Path

import pytest
from marks import rule

from karat.amul.rules.cardfile import LARGEST, BadCardFile, load_cards, load_standard, read_cards, standard_bytes
from karat.amul.rules.cards import Card, Deck
from karat.amul.rules.effects import KINDS
from karat.amul.rules.rules import Rules

STANDARD = standard_bytes().decode("utf-8")


def problems(text: str | bytes) -> list[str]:
    raw = text.encode("utf-8") if isinstance(text, str) else text
    with pytest.raises(BadCardFile) as error:
        read_cards(raw, "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    return [str(problem) for problem in error.value.problems]


def entry(card: str) -> str:
    """The table of one card in the standard file."""
    found = re.search(rf'\[\[card\]\]\nid = "{card}"\n.*?\n\n', STANDARD, re.DOTALL)
    assert found
    return found[0]


def changed(card: str, old: str, new: str) -> str:
    """The standard file with a change in one card."""
    table = entry(card)
    assert old in table
    return STANDARD.replace(table, table.replace(old, new, 1))


@rule("M2")
def test_the_standard_file_has_the_cards_of_the_box():
    kinds = load_standard().kinds.values()
    copies = {deck: sum(len(kind.all_copies) for kind in kinds if kind.deck is deck) for deck in Deck}
    assert copies == {Deck.MARKET: 139, Deck.TEA: 8, Deck.PALACE: 16, Deck.BAZAAR: 9}


def test_every_card_says_where_its_fields_come_from():
    for kind in load_standard().kinds.values():
        assert {"names", "counts", "distribution", "scoring", "values"} <= set(kind.source)


@pytest.mark.parametrize("name", ["camel", "silver", "trader_assyria"])
def test_the_symbol_that_the_legend_points_at_is_noted(name: str):
    """On one of three sample cards; which one is lost, so the card file says so of each."""
    kind = load_standard().kinds[name]
    assert not kind.symbols
    assert "legend marks an attribute symbol on one of its three sample cards" in kind.notes


@rule("M22")
def test_five_kinds_of_cards_have_an_instant_effect():
    found = {kind.id for kind in load_standard().kinds.values() if kind.instant}
    assert found == {"arab_merchant", "mongol_merchant", "deal", "looter", "mughal_padishah"}


@rule("R17")
def test_copies_with_valour_have_letters_that_occur_once():
    lettered = [card for kind in load_standard().kinds.values() for _, card in kind.all_copies if card.letter]
    assert sorted(card.letter for card in lettered) == list("ABCDEFGHIJKLMNOP")
    assert all(load_standard().kinds[card.id].valour for card in lettered)
    assert Card("arab_guard", "F") in load_standard()
    assert Card("arab_guard") not in load_standard()
    assert Card("camel", "F") not in load_standard()


def test_a_file_is_known_by_its_bytes(tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_bytes(standard_bytes())
    assert load_cards(mine).identity == "standard"
    mine.write_bytes(standard_bytes() + b"# mine\n")
    own = load_cards(str(mine))
    assert re.fullmatch("[0-9a-f]{64}", own.identity)
    assert own != load_standard()
    assert own == read_cards(mine.read_bytes(), "again")
    assert pickle.loads(pickle.dumps(Rules(4, own))) == Rules(4, own)  # noqa: S301
    assert pickle.loads(pickle.dumps(Rules(4, tea=2))) == Rules(4, tea=2)  # noqa: S301


WRONG_KINDS = """
[meta]
colour_order = [1, {}]
market_cards = 3
[[card]]
id = "a"
names = 1
copies = []
symbols = []
letters = 1
scoring = 2
instant = []
face = 3
colour = {}
zone = []
deck = 3
variant = 4
source = 1
"""

MALFORMED = {
    "unknown effect": (
        changed("gold", 'kind = "flat"', 'kind = "doubles"'),
        ["card gold, scoring.kind: unknown effect 'doubles'"],
    ),
    "unknown scope": (
        changed("thief", '"neighbours"', '"opposite"'),
        ["card thief, scoring.scope: must be one of own, neighbours"],
    ),
    "unknown selector": (
        changed("smuggler", '{ colour = "blue" }', '{ weight = "heavy" }'),
        ["card smuggler, scoring.of: must be a table of one selector"],
    ),
    "unknown colour to count": (
        changed("smuggler", '{ colour = "blue" }', '{ colour = "pink" }'),
        ["card smuggler, scoring: there is no colour 'pink' to count"],
    ),
    "unknown field of a card": (
        changed("gold", 'zone = "hand"', 'zone = "hand"\nweight = 3'),
        ["card gold, weight: unknown field"],
    ),
    "unknown field of an effect": (
        changed("gold", "points = 4", "points = 4, times = 2"),
        ["card gold, scoring.times: unknown field of flat"],
    ),
    "missing field": (changed("gold", ", points = 4", ""), ["card gold, scoring.points: is missing"]),
    "unknown symbol": (changed("poppy", "gift = 1", "grief = 1"), ["card poppy, symbols: unknown symbol 'grief'"]),
    "negative copies": (changed("gold", "3 = 4", "3 = -4"), ["card gold, copies.3: must be a number from 1 to 1000"]),
    "no copies": (changed("gold", "3 = 4", "3 = 0"), ["card gold, copies.3: must be a number from 1"]),
    "true is no number": (changed("gold", "3 = 4", "3 = true"), ["card gold, copies.3: must be"]),
    "for two players": (changed("gold", "3 = 4", "2 = 4"), ["card gold, copies: a player count is 3 to 8, not '2'"]),
    "missing face": (
        changed("palace_gem", 'face = "gem"', 'face = "pearl"'),
        ["card palace_gem, face: there is no card pearl"],
    ),
    "face in a circle": (
        changed("palace_gem", 'face = "gem"', 'face = "palace_oil"').replace(
            'deck = "palace"\nface = "oil"', 'deck = "palace"\nface = "palace_gem"'
        ),
        [
            "card palace_oil, face: goes in a circle: palace_oil -> palace_gem -> palace_oil",
            "card palace_gem, face: goes in a circle: palace_gem -> palace_oil -> palace_gem",
        ],
    ),
    "a copy of a copy": (
        changed("palace_gem", 'face = "gem"', 'face = "palace_oil"'),
        ["card palace_gem, face: palace_gem -> palace_oil -> oil: a copy must show a card"],
    ),
    "a copy that scores otherwise": (
        changed("palace_gold", "points = 4", "points = 5"),
        ["card palace_gold, face: the scoring must be as on gold (R10)"],
    ),
    "unknown id": (
        changed("lamp", 'ids = ["oil"]', 'ids = ["water"]').replace(
            'ids = ["oil"] }, scope', 'ids = ["water"] }, scope'
        ),
        ["card lamp, scoring: there is no card 'water'", "card palace_lamp, scoring: there is no card 'water'"],
    ),
    "a copy's id": (
        changed("trader_assyria", "oil = 1", "palace_oil = 1"),
        ["card trader_assyria, scoring: palace_oil is a copy; what is counted is oil"],
    ),
    "a group of two minds": (
        changed("jade", "25]", "26]"),
        ["card jade, scoring.group: luxuries scores otherwise than on carpet"],
    ),
    "a group of two colours": (changed("jade", '"yellow"', '"blue"'), ["card jade, colour: group luxuries is yellow"]),
    "too few letters": (
        changed("looter", '"E", "K", "O"', '"E", "K"'),
        ["card looter, letters: every copy with valour has one letter: 3 copies, 2 letters (R17)"],
    ),
    "a letter twice": (
        changed("looter", '"E"', '"A"'),
        [
            "card mongol_guard, letters: A occurs 2 times in the file (R17)",
            "card looter, letters: A occurs 2 times in the file (R17)",
        ],
    ),
    "a letter without valour": (
        changed("camel_drivers", "symbols", 'letters = ["Z"]\nsymbols'),
        ["card camel_drivers, letters: only cards with valour have letters (R17)"],
    ),
    "an instant effect in hand": (
        changed("deal", 'zone = "table"', 'zone = "hand"'),
        ["card deal, deck: only a market card with the zone table or both can have an instant effect (M22)"],
    ),
    "an unknown instant": (changed("deal", 'kind = "take"', 'kind = "steal"'), ["card deal, instant.kind: unknown"]),
    "an unknown place": (changed("deal", '["bazaar"]', '["harbour"]'), ["card deal, instant.from: must be a list"]),
    "a wrong total": (
        changed("gold", "3 = 4", "3 = 3"),
        [
            "meta.market_cards.3: the cards for 3 players come to 50, not 51 (M3)",
            "meta.market_cards.3: 3 players have 50 cards, but 51 leave the deck in nine rounds (M47)",
            "meta.market_cards.4: the cards for 4 players come to 73",
        ],
    ),
    "a wrong palace": (
        changed("palace_gold", "4 = 1", "4 = 2"),
        ["meta.palace_cards.4: the cards for 4 players come to 9, not 8 (M3)"],
    ),
    "another number of rounds": (
        STANDARD.replace("rounds = 9", "rounds = 8"),
        ["meta.rounds: must be 9, which is a rule and not a matter of cards"],
    ),
    "a card twice": (STANDARD + "\n" + entry("gold"), ["card gold, id: stands twice in the file"]),
    "no name": (changed("gold", 'id = "gold"', 'id = "Gold!"'), ["card number 6, id: must be a name of small letters"]),
    "a rarity of other cards": (
        changed("poppy", 'ids = ["poppy"]', 'ids = ["gem"]'),
        ["card poppy, scoring: a rarity must count the card itself"],
    ),
    "a threshold of nothing": (
        changed("fugitive", "max_count = 0, ", ""),
        ["card fugitive, scoring: needs either min or max_count"],
    ),
    "a trader that copies": (
        changed("trader_assyria", 'deck = "bazaar"', 'deck = "bazaar"\nface = "oil"'),
        ["card trader_assyria, face: only a palace card can copy, and only a market card"],
    ),
    "a table too short": (
        STANDARD.replace("[3, 7, 12, 18, 25]", "[3, 7, 12, 18]"),
        ["card carpet, scoring: the table has 4 values for sets of up to 5 cards"],
    ),
    "a distinct count by colour of something": (
        changed("dervish", 'by = "colour"', 'by = "colour", of = { colour = "red" }'),
        ["card dervish, scoring: by colour there is no of"],
    ),
    "a distinct count by id of a colour": (
        changed("dervish", 'by = "colour"', 'by = "id", of = { colour = "red" }'),
        ["card dervish, scoring: by id needs of = { ids = [...] }"],
    ),
    "a rarity by colour, symbol and deck": (
        changed("poppy", 'ids = ["poppy"]', 'colour = "red"')
        .replace('"rarity", of = { ids = ["gem"]', '"rarity", of = { symbol = "arab"', 1)
        .replace('"rarity", of = { ids = ["gem"]', '"rarity", of = { deck = "bazaar"', 1),
        [
            "card poppy, scoring: a rarity must",
            "card gem, scoring: a rarity must",
            "card palace_gem, scoring: a rarity",
        ],
    ),
    "a palace card for the hand": (
        changed("tent", 'zone = "table"', 'zone = "hand"'),
        ["card tent, deck: a palace card has the zone table"],
    ),
    "a trader of a colour": (
        changed("trader_india", 'colour = "bazaar"', 'colour = "red"'),
        ["card trader_india, deck: bazaar cards, and no others, have the colour bazaar"],
    ),
    "tea without its route": (
        changed("tea", 'variant = "tea_route"\n', ""),
        ["card tea, deck: tea cards have the variant tea_route"],
    ),
    "gold on the tea route": (
        changed("gold", 'zone = "hand"', 'zone = "hand"\nvariant = "tea_route"'),
        ["card gold, deck: only tea and bazaar cards can have the variant tea_route"],
    ),
    "an unknown table": ("[extra]\n" + STANDARD, ["extra: unknown table; there are meta, vocabulary and card"]),
    "an unknown field of the head": (STANDARD.replace("rounds = 9", "rounds = 9\nhouse = 1"), ["meta.house: unknown"]),
    "an unknown word": (
        STANDARD.replace('"combo", "thr', '"combo", "bingo", "thr', 1),
        ["vocabulary.scoring: may list only flat"],
    ),
    "an unknown list of words": (STANDARD.replace("instants =", "moods ="), ["vocabulary.moods: unknown field"]),
    "too many cards": ("[meta]\n" + "[[card]]\n" * 1001, ["card: more than 1000 cards"]),
    "a card that is no table": ("card = [3]\n[meta]", ["card number 1: must be a table"]),
    "no symbols": (changed("poppy", "gift = 1", "gift = 0"), ["card poppy, symbols.gift: must be a number from 1"]),
    "values of a wrong kind": (
        changed("nomad", "points = 1", 'points = "1"')
        .replace("max = 8", "max = -1")
        .replace("table = [5, 4, 3]", "table = []"),
        [
            "card nomad, scoring.points: must be a whole number from -1000 to 1000",
            "card camel_drivers, scoring.max: must be a whole number from 0",
            "card poppy, scoring.table: must be a list of whole numbers",
        ],
    ),
    "names of a wrong kind": (
        changed("camel", 'group = "camel"', 'group = ""')
        .replace('ids = ["gold", "silver", "gem"]', 'ids = ["gold", "gold"]')
        .replace('ids = ["silk"]', 'ids = "silk"')
        .replace("needs = { tea = 2, gold = 1 }", "needs = {}")
        .replace('by = "colour"', 'by = "smell"')
        .replace("needs = { spices = 2, jade = 1 }", "needs = { spices = 0 }"),
        [
            "card camel, scoring.group: must be a text",
            "card thief, scoring.of: must be a list of ids, each once",
            "card silk, scoring.of: must be a list of ids",
            "card trader_tea, scoring.needs: must be a table",
            "card dervish, scoring.by: must be colour or id",
            "card trader_khotan, scoring.needs: must be a whole number from 1",
        ],
    ),
    "not TOML": ("[[card]\nid = 3", ["not TOML: "]),
    "not UTF-8": (b"\xff\xfe\x00", ["not UTF-8 at byte 0"]),
    "nested too deeply": ("a = [\n" + "[\n" * 5000, ["not TOML: "]),
    "a key of many parts": ("a." * 5000 + "a = 1", ["line 1 is longer than 4096 bytes or has more than 64 dots"]),
    "a number of thousands of digits": (
        STANDARD.replace("copies = { 3 = 6 }", "copies = { 3 = 0x" + "F" * 4000 + " }"),
        ["card camel, copies.3: must be a number from 1 to 1000, not a number of 16000 bits"],
    ),
    "a name that moves the cursor": (
        STANDARD.replace('en = "Camel"', 'en = "\\u001b[31mCamel"'),
        ["card camel, names: must be a table of printable texts"],
    ),
    "notes that are no text": (
        STANDARD.replace('notes = "the rulebook picture of this card', 'notes.a.b = 1 # "the picture', 1),
        ["card camel, notes: must be a printable text"],
    ),
    "too large": (b"#" * (LARGEST + 1), ["the file is larger than 262144 bytes"]),
    "empty": ("", ["meta: the table is missing", "card: there must be [[card]] tables"]),
    "cards that are none": ("card = 3\nmeta = 4", ["meta: the table is missing", "card: there must be"]),
    "everything of a wrong kind": (
        WRONG_KINDS,
        ["meta.schema: must be 1", "meta.game", "meta.rounds", "meta.start_hand"],
    ),
}


@rule("M47")
@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_file_is_told_by_card_and_field(case: str):
    text, expected = MALFORMED[case]
    found = problems(text)
    for wanted in expected:
        assert any(given.startswith(wanted) for given in found), found


def test_all_problems_are_found_at_once_and_their_number_is_bounded():
    two = changed("gold", "points = 4", "points = 'four'").replace("palace_cards = { 3 = 6", "palace_cards = { 3 = 7")
    assert len(problems(two)) == 2
    many = problems(STANDARD.replace('zone = "table"', 'zone = "shelf"'))
    assert len(many) == 50
    with pytest.raises(BadCardFile, match=r"\.\.\. and \d+ more"):
        read_cards(STANDARD.replace('zone = "table"', 'zone = "shelf"').encode(), "mine.toml")


def test_a_large_file_is_not_read_whole(tmp_path: Path):
    large = tmp_path / "large.toml"
    with large.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    with pytest.raises(BadCardFile, match="larger than"):
        load_cards(large)


def test_a_file_that_is_not_there_is_a_bad_card_file(tmp_path: Path):
    with pytest.raises(BadCardFile, match="cannot be read"):
        load_cards(tmp_path / "none.toml")
    with pytest.raises(BadCardFile, match="cannot be read"):
        load_cards(tmp_path)


def test_the_page_on_cards_explains_every_kind_of_effect():
    page = (Path(__file__).parents[3] / "docs" / "amul-cards.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \| [a-z, _?]+ \|", page.partition("## Scoring")[2], re.MULTILINE) == list(KINDS)


def test_no_deck_is_larger_than_anybody_could_look_through():
    first = STANDARD.index('\ndeck = "palace"')
    copies = STANDARD.index("copies = { ", first)
    end = STANDARD.index("\n", copies)
    many = STANDARD[:copies] + "copies = { 3 = 900 }" + STANDARD[end:]
    found = problems(many)
    assert any(given.startswith("meta.palace_cards") and "a deck has at most 200" in given for given in found), found
