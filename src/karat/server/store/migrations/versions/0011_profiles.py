"""Profiles: an avatar, what others may see, codes for who has lost every way in; matches that are private or shared."""

from alembic import op

revision = "0011"
down_revision = "0010"

INSIDE = {"sqlite": "json_extract(record, '$.edition')", "postgresql": "(CAST(record AS json) ->> 'edition')"}
"""The edition in a record; the one thing here that the two databases say in their own ways."""


def upgrade() -> None:
    op.execute("ALTER TABLE people ADD COLUMN avatar TEXT NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE people ADD COLUMN shows TEXT NOT NULL DEFAULT 'ratings statistics matches'")
    op.execute("ALTER TABLE identities ADD COLUMN avatar TEXT NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE matches ADD COLUMN private_by TEXT")
    op.execute("ALTER TABLE matches ADD COLUMN edition TEXT NOT NULL DEFAULT ''")
    op.execute(f"UPDATE matches SET edition = COALESCE({INSIDE[op.get_context().dialect.name]}, '')")  # noqa: S608
    op.execute("ALTER TABLE match_seats ADD COLUMN tally TEXT")
    op.execute(
        "CREATE TABLE recovery_codes (hash TEXT PRIMARY KEY,"
        " person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, made DOUBLE PRECISION NOT NULL)"
    )
    op.execute("CREATE INDEX recovery_codes_person ON recovery_codes (person)")
