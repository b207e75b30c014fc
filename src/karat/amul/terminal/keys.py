"""The keys of Amul's table, and the page that tells them together with a short player aid."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from textual.content import Content

from karat.amul.rules.rules import Rules
from karat.amul.terminal.cards import sign
from karat.screen.table import common_keys

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
    ("↑ ↓ or 1 2 3, Enter", "choose a card; a dim one tells you the rule"),
    ("← →   Esc", "look at hand, market, palace, bazaar; back again"),
    ("Space", "the card in full, and where that is known from"),
    ("v", "order, all areas, palace, bazaar, removed cards"),
    ("camel, take silk", "or type: a card, or an action as in records"),
    ("!", "a hint: what the strongest bot would do"),
    ("h   w", "read what happened; write the record to a file"),
    ("?   q", "this page; leave"),
)

SIGNS = (
    "▶ to act   ✓ has chosen or taken   # place in the order   ★ First Pick",
    "pts: points as areas lie now. Your neighbours: first and last row below you",
    "A arab   M mongol   V valour:letter   T trade   G gift   ≤6: at most 6",
)

AID = (
    "M13 Offer: all lay a hand card face down into the market, and turn them up.",
    "M14 Take: in turn order everyone takes a market card into hand.",
    "M16 Play: all lay a hand card face down into their area, and reveal them.",
    "    table stays; hand leaves the game, keep it for the end; both stays.",
    "M21 Effects: who played one takes a card from palace, bazaar or market.",
    "M28 From round n+1 on, valour decides the order; before, First Pick.",
    "M34 After round nine, hand cards marked hand or both join the area.",
    "M38 Most arab and most mongol symbols: 8, 4 and 2 points each.",
)


def help_page(rules: Rules, seed: str) -> Content:
    width = max(len(keys) for keys, _ in KEYS)
    keys = [Content.assemble((keys.ljust(width), "bold $primary"), "  ", words) for keys, words in KEYS]
    colours = Content("  ").join(Content.assemble(sign(name), f" {name}") for name in rules.cards.rows)
    signs = [Content.styled(line, "dim") for line in SIGNS]
    variants = "".join(f", {variant}" for variant in rules.variants)
    agreed = f"{rules.players} players{variants}; cards {rules.cards.identity[:12]}; seed {seed}"
    lines = [*keys, Content(""), *signs, colours, Content(""), *map(Content, AID)]
    return Content("\n").join([*lines, Content.styled(agreed, "dim")])
