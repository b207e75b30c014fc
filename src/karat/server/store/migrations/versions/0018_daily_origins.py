"""Whether an attempt at a deal of a day counts in the field, and from where a deal was begun before."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute("ALTER TABLE daily_attempts ADD COLUMN counts INTEGER NOT NULL DEFAULT 1")
    op.execute(
        "CREATE TABLE daily_origins (deal TEXT NOT NULL REFERENCES daily_deals (id), origin TEXT NOT NULL,"
        " attempts INTEGER NOT NULL, PRIMARY KEY (deal, origin))"
    )
