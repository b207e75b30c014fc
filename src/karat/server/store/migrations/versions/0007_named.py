"""Whose names stand in the log of which table; guests are people since 0002."""

from alembic import op

revision = "0007"
down_revision = "0006"

INSIDE = {"sqlite": "json_extract(body, '$.{}.id')", "postgresql": "(CAST(body AS json) #>> '{{{},id}}')"}
"""The id of somebody in an entry; the one thing here that the two databases say in their own ways."""


def upgrade() -> None:
    op.execute("DROP TABLE guests")
    op.execute("""
        CREATE TABLE named (
            person TEXT NOT NULL,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (person, table_id)
        )
    """)
    op.execute("CREATE INDEX named_by_table ON named (table_id)")
    for who in ("host", "player"):
        found = INSIDE[op.get_context().dialect.name].format(who)
        op.execute(
            f"INSERT INTO named (person, table_id) SELECT DISTINCT {found}, table_id FROM entries"  # noqa: S608
            f" WHERE {found} IS NOT NULL ON CONFLICT (person, table_id) DO NOTHING"
        )
