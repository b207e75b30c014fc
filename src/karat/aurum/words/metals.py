"""The names of Aurum's metals in every language."""

from __future__ import annotations

from karat.aurum import Metal
from karat.language import Texts

METALS: dict[Metal, Texts] = {
    Metal.BISMUTH: {"en": "Bismuth", "de": "Wismut", "fr": "Bismuth", "ru": "Висмут"},
    Metal.COPPER: {"en": "Copper", "de": "Kupfer", "fr": "Cuivre", "ru": "Медь"},
    Metal.PHOSPHORUS: {"en": "Phosphorus", "de": "Phosphor", "fr": "Phosphore", "ru": "Фосфор"},
    Metal.SILVER: {"en": "Silver", "de": "Silber", "fr": "Argent", "ru": "Серебро"},
    Metal.ZINC: {"en": "Zinc", "de": "Zink", "fr": "Zinc", "ru": "Цинк"},
    Metal.GOLD: {"en": "Gold", "de": "Gold", "fr": "Or", "ru": "Золото"},
}
