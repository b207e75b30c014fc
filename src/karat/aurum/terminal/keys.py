"""The keys of Aurum's table, and the page that tells them together with a short player aid."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from textual.content import Content

from karat.aurum.rules.cards import BASE_METALS, Metal
from karat.aurum.rules.rules import Rules
from karat.aurum.terminal.cards import COLOURS, SYMBOLS
from karat.aurum.terminal.words import say
from karat.aurum.words.metals import METALS
from karat.screen.spoken import aid_lines
from karat.screen.table import common_keys
from karat.words.aid import player_aid
from karat.words.seat_names import SeatNames

FIRST_LETTERS = "bcpszgkeBCPSZGKE"
"""With these an action or a card begins, so typing one begins the line. No key of the table is among them."""

BINDINGS: list[BindingType] = [
    *common_keys(FIRST_LETTERS, log="l"),
    Binding("a", "keep_bids", "don't ask for bid changes"),
    Binding("left", "card(-1)", show=False),
    Binding("right", "card(1)", show=False),
]

KEYS = (
    ("↑ ↓ 1 2 3, Enter", "list"),
    ("← →, Enter; click", "card"),
    ("B7, keep, swap G0 2 P6", "type"),
    ("a", "keep"),
    ("Esc", "back"),
    ("!", "hint"),
    ("l   w", "log"),
    ("?   q", "help"),
)
"""Keys, and which text tells of them."""


def help_page(rules: Rules, seed: str, who: SeatNames) -> Content:
    """Keys and signs, and Aurum on half a page."""
    width = max(len(keys) for keys, _ in KEYS)
    lines = [
        Content.assemble((keys.ljust(width), "bold $primary"), "  ", say(f"keys.{text}", who)) for keys, text in KEYS
    ]
    lines += [Content(""), *(Content.styled(say(f"keys.{text}", who), "dim") for text in ("signs", "tricks"))]
    lines.append(Content(" ").join(metal_name(metal, who) for metal in (*BASE_METALS, Metal.GOLD)))
    lines += [Content(""), *aid_lines(player_aid("karat.aurum.words", who.language))]
    variants = "".join(f", {variant}" for variant in rules.variants)
    agreed = {"players": rules.players, "edition": str(rules.edition), "variants": variants, "seed": seed}
    return Content("\n").join([*lines, Content.styled(say("keys.agreed", who, **agreed), "dim")])


def metal_name(metal: Metal, who: SeatNames) -> Content:
    return Content.styled(f"{SYMBOLS[metal]} {metal} {METALS[metal][who.language]}", COLOURS[metal])
