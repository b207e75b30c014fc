"""The build hooks: what a wheel packs, and a README for readers elsewhere.

The page is built before it is packed, unless it is there already. Compiled kernels are packed where they are given.

| variable            | meaning                                                                                     |
|---------------------|---------------------------------------------------------------------------------------------|
| `KARAT_KERNELS`     | the folder that `scripts/kernels` filled: the wheel is for one Python and family of processors |
| `KARAT_PROJECT_URL` | where the repository can be seen; without it links to its files become plain text           |
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#|mailto:)([^)\s]+)\)")


class PackingHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only where there is something to build."""
        page = self._page()
        return [] if page is None or page.is_fresh() else [page.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Pack the page; an editable installation is served from the checkout, where ./karat builds it."""
        build_data["artifacts"].append("src/karat/static/**")
        if version == "editable":
            return
        page = self._page()
        if page is not None and not page.is_fresh():
            page.build()
        kernels = os.environ.get("KARAT_KERNELS")
        if kernels and self.target_name == "wheel":
            manifest = json.loads(Path(kernels, "manifest.json").read_text("utf-8"))
            build_data["force_include"][kernels] = "karat/machine_code"
            build_data["pure_python"] = False
            build_data["tag"] = manifest["tag"]

    def _page(self) -> ModuleType | None:
        path = Path(self.root, "web", "build.py")
        spec = importlib.util.spec_from_file_location("karat_page", path)
        if not path.exists() or spec is None or spec.loader is None:
            return None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


class ReadmeHook(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set what follows from where the repository can be seen, which no file of it says."""
        address = os.environ.get("KARAT_PROJECT_URL", "").rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        readme = outside(text, address, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        if address:
            metadata["urls"] = {
                "Source": address,
                "Documentation": f"{address}/blob/v{metadata['version']}/docs/README.md",
                "Changelog": f"{address}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }


def outside(text: str, address: str, revision: str) -> str:
    """A text of the repository for readers elsewhere: its links lead to `address`, or are words where there is none."""

    def link(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        if not address:
            return "" if mark else words
        return f"{mark}[{words}]({address}/{'raw' if mark else 'blob'}/{revision}/{target})"

    return LINK.sub(link, text)
