import pytest


@pytest.fixture
def postgres_url(databases) -> str:
    """A database without tables: how they come to be there is what tests of the store are about."""
    return databases.lend(bare=True)
