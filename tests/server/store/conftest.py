"""Databases without tables: how these come to be there is what tests of the store are about."""

from pathlib import Path

import pytest


@pytest.fixture
def postgres_url(databases) -> str:
    return databases.lend(bare=True)


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "karat.sqlite"
