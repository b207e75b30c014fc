"""What is wrong with a line that was typed, in every language."""

from __future__ import annotations

from karat.game import BadText
from karat.words.texts import TextFile

TEXTS = TextFile("karat.screen", "table.toml")


class Unclear(BadText):
    """A typed line that means nothing here, or several things."""

    def __init__(self, what: str, **parts: str) -> None:
        self.what, self.parts = what, parts
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """In a sentence."""
        return TEXTS.say(f"typed.{self.what}", language, **self.parts)
