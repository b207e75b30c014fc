"""The colours of an alchemist's table: dark, warm, calm."""

from textual.theme import Theme

THEME = Theme(
    name="karat",
    primary="#e2b04a",
    secondary="#b08d57",
    accent="#e2b04a",
    warning="#e0a040",
    error="#f07860",
    success="#8fcf6a",
    foreground="#eadfcb",
    background="#17120f",
    surface="#1f1915",
    panel="#2a221c",
    dark=True,
    variables={
        "block-cursor-background": "#4a3c2a",
        "block-cursor-foreground": "#fff4dc",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#2a221c",
        "block-cursor-blurred-foreground": "#eadfcb",
        "border": "#e2b04a",
        "border-blurred": "#5a4a38",
        "input-selection-background": "#b08d57 50%",
    },
)
