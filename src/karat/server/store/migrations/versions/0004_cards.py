"""Card files that tables are played with, by their identity."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE card_files (
            identity TEXT PRIMARY KEY,
            body TEXT NOT NULL,
            added DOUBLE PRECISION NOT NULL
        )
    """)
