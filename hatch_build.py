"""The wheel's build hook: the page is built before it is packed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only where there is something to build."""
        page = self._page()
        return [] if page is None or page.is_fresh() else [page.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Pack the page; an editable installation is served from the checkout, where ./karat builds it."""
        build_data["artifacts"].append("src/karat/static/**")
        page = self._page()
        if version != "editable" and page is not None and not page.is_fresh():
            page.build()

    def _page(self) -> ModuleType | None:
        path = Path(self.root, "web", "build.py")
        spec = importlib.util.spec_from_file_location("karat_page", path)
        if not path.exists() or spec is None or spec.loader is None:
            return None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
