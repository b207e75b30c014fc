"""The keys of Amul's table, and the page that tells them together with a short player aid."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from textual.content import Content

from karat.amul.rules.rules import Rules
from karat.amul.terminal.cards import sign
from karat.amul.terminal.words import say
from karat.amul.words.cards import CardWords
from karat.screen.spoken import aid_lines
from karat.screen.table import common_keys
from karat.words.aid import player_aid
from karat.words.seat_names import SeatNames

KEYS_OF_TABLE = "hqvw"
FIRST_LETTERS = "".join(letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in KEYS_OF_TABLE)
"""With these an action or a card's name begins, so typing one begins the line."""

BINDINGS: list[BindingType] = [
    *common_keys(FIRST_LETTERS + FIRST_LETTERS.upper(), log="h"),
    Binding("v", "view", "everything on the table"),
    Binding("space", "details", "the highlighted card"),
    Binding("left", "stall(-1)", show=False),
    Binding("right", "stall(1)", show=False),
]

KEYS = (
    ("↑ ↓ 1 2 3, Enter", "list"),
    ("← →   Esc", "stalls"),
    ("Space", "details"),
    ("v", "view"),
    ("camel, take silk", "type"),
    ("!", "hint"),
    ("h   w", "log"),
    ("?   q", "help"),
)
"""Keys, and which text tells of them."""


def help_page(rules: Rules, seed: str, who: SeatNames) -> Content:
    """Keys and signs, and Amul on half a page."""
    width, words = max(len(keys) for keys, _ in KEYS), CardWords(rules.cards, who.language)
    lines = [
        Content.assemble((keys.ljust(width), "bold $primary"), "  ", say(f"keys.{text}", who.language))
        for keys, text in KEYS
    ]
    signs = (say(f"keys.{text}", who.language) for text in ("signs", "points", "letters"))
    lines += [Content(""), *(Content.styled(line, "dim") for line in signs)]
    colours = (Content.assemble(sign(name), f" {words.say(f'colour.{name}')}") for name in rules.cards.rows)
    lines += [Content("  ").join(colours), Content(""), *aid_lines(player_aid("karat.amul.words", who.language))]
    variants = "".join(f", {variant}" for variant in rules.variants)
    agreed = {"players": rules.players, "variants": variants, "cards": rules.cards.identity[:12], "seed": seed}
    return Content("\n").join([*lines, Content.styled(say("keys.agreed", who.language, **agreed), "dim")])
