"""Who has a connection to which table, on which worker, and which workers are alive."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("CREATE TABLE workers (id TEXT PRIMARY KEY, seen DOUBLE PRECISION NOT NULL)")
    op.execute("""
        CREATE TABLE presence (
            table_id TEXT NOT NULL,
            person TEXT NOT NULL,
            worker TEXT NOT NULL,
            PRIMARY KEY (table_id, person, worker)
        )
    """)
    op.execute("CREATE INDEX presence_by_worker ON presence (worker)")
    op.execute("CREATE INDEX presence_by_person ON presence (person)")
