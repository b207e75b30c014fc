"""Devices from which people have signed in, and when a session last proved who it is."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute(
        "CREATE TABLE devices (hash TEXT PRIMARY KEY,"
        " person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, used DOUBLE PRECISION NOT NULL)"
    )
    op.execute("CREATE INDEX devices_person ON devices (person)")
    op.execute("ALTER TABLE sessions ADD COLUMN proven DOUBLE PRECISION NOT NULL DEFAULT 0")
