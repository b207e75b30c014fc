"""The keys of Aurum's table, and the page that tells them together with a short player aid."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from textual.content import Content

from karat.aurum.rules.cards import BASE_METALS, Metal
from karat.aurum.rules.rules import Rules
from karat.aurum.terminal.cards import COLOURS, SYMBOLS
from karat.screen.table import common_keys

FIRST_LETTERS = "bcpszgkeBCPSZGKE"
"""With these an action or a card begins, so typing one begins the line. No key of the table is among them."""

BINDINGS: list[BindingType] = [
    *common_keys(FIRST_LETTERS, log="l"),
    Binding("a", "keep_bids", "don't ask for bid changes"),
    Binding("left", "card(-1)", show=False),
    Binding("right", "card(1)", show=False),
]

KEYS = (
    ("↑ ↓ or 1 2 3, Enter", "choose from the list"),
    ("← →, Enter; or click", "choose a card; a dim one tells you the rule"),
    ("B7, keep, swap G0 2 P6", "or type: a card alone, or an action as in records"),
    ("a", "don't ask me for bid changes this round"),
    ("Esc", "back, out of a bid change or a typed line"),
    ("!", "a hint: what the strongest bot would do"),
    ("l   w", "read what happened; write the record to a file"),
    ("?   q", "this page; leave"),
)

SIGNS = (
    "▶ to act   ★ first player   ●○ nuggets   Σ points so far   now: if it ended now",
    "tricks 2 (3/7): the player's own, and the side's against its bid",
)

AID = (
    "A3 Bid a card: its rank in tricks. Of partners' bids the higher counts.",
    "A4 Before a trick, one gold card pays for swapping a bid card.",
    "A5 Lead a base metal; follow with one NOT yet in the trick, or any gold.",
    "A6 Highest gold, else highest base card, takes the trick. The lowest base",
    "   card wins gold of its rank and leads next. Ties: the later card.",
    "A7 With no base card to play, play gold or end the round.",
    "A8 Exactly the bid: twice the bid; more: the bid; fewer: 0.",
    "   Gold 1-3: one point, 4-6: two, 7-8: three. Most points: a nugget.",
)


def help_page(rules: Rules, seed: str) -> Content:
    width = max(len(keys) for keys, _ in KEYS)
    keys = [Content.assemble((keys.ljust(width), "bold $primary"), "  ", words) for keys, words in KEYS]
    signs = [Content.styled(line, "dim") for line in SIGNS]
    metals = [metal_name(metal) for metal in (*BASE_METALS, Metal.GOLD)]
    variants = "".join(f", {variant}" for variant in rules.variants)
    agreed = f"{rules.players} players, edition {rules.edition}{variants}; seed {seed}"
    lines = [*keys, Content(""), *signs, Content(" ").join(metals), Content(""), *map(Content, AID)]
    return Content("\n").join([*lines, Content.styled(agreed, "dim")])


def metal_name(metal: Metal) -> Content:
    return Content.styled(f"{SYMBOLS[metal]} {metal} {metal.name.lower()}", COLOURS[metal])
