"""Days that people take off, how many of a year they have used, which tables know; and choices of notices by table."""

from alembic import op

revision = "0017"
down_revision = "0016"

OF_A_PERSON = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"


def upgrade() -> None:
    op.execute("ALTER TABLE notice_mutes ADD COLUMN kinds TEXT NOT NULL DEFAULT ''")
    op.execute(
        f"CREATE TABLE vacations (id TEXT PRIMARY KEY, {OF_A_PERSON}, begins DOUBLE PRECISION NOT NULL,"
        " ends DOUBLE PRECISION NOT NULL, made DOUBLE PRECISION NOT NULL)"
    )
    op.execute("CREATE INDEX vacations_person ON vacations (person)")
    op.execute("CREATE INDEX vacations_ends ON vacations (ends)")
    op.execute(
        f"CREATE TABLE vacation_years ({OF_A_PERSON}, year INTEGER NOT NULL, days INTEGER NOT NULL,"
        " PRIMARY KEY (person, year))"
    )
    op.execute(
        "CREATE TABLE vacation_tables (vacation TEXT NOT NULL REFERENCES vacations (id) ON DELETE CASCADE,"
        " table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, ends DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (vacation, table_id))"
    )
