"""Bots from outside: where they sit, and where they are wanted."""

from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = (
    """CREATE TABLE bot_seats (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        PRIMARY KEY (person, table_id)
    )""",
    """CREATE TABLE invitations (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        host TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, table_id)
    )""",
    "CREATE INDEX bot_seats_by_table ON bot_seats (table_id)",
    "CREATE INDEX invitations_by_table ON invitations (table_id)",
)


def upgrade() -> None:
    for statement in TABLES:
        op.execute(statement)
