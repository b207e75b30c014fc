"""Where people sit, as it was kept of bots from outside."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("ALTER TABLE bot_seats RENAME TO seats")
