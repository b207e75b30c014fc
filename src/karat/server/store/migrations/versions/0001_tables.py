"""Tables with their logs, and guests."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute("""
        CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            seq BIGINT NOT NULL,
            status TEXT NOT NULL,
            game TEXT NOT NULL,
            visibility TEXT NOT NULL,
            facts TEXT NOT NULL,
            deadline DOUBLE PRECISION,
            bot_due DOUBLE PRECISION,
            created DOUBLE PRECISION NOT NULL,
            changed DOUBLE PRECISION NOT NULL
        )
    """)
    op.execute("""
        CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seq BIGINT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, seq)
        )
    """)
    op.execute("CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL")
    op.execute("CREATE INDEX tables_by_bot_due ON tables (bot_due) WHERE bot_due IS NOT NULL")
    op.execute("CREATE INDEX tables_in_the_lobby ON tables (visibility, status, created)")
    op.execute("""
        CREATE TABLE guests (
            id TEXT PRIMARY KEY,
            token_hash TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL
        )
    """)
