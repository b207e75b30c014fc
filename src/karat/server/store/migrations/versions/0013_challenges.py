"""Challenges to a match: from whom, to whom, under which rules, and what became of them."""

from alembic import op

revision = "0013"
down_revision = "0012"

PERSON = "REFERENCES people (id) ON DELETE CASCADE"


def upgrade() -> None:
    # `challenges` are those of passkeys
    op.execute(
        f"CREATE TABLE match_challenges (id TEXT PRIMARY KEY, person TEXT NOT NULL {PERSON}, other TEXT {PERSON},"
        " config TEXT NOT NULL, seat INTEGER NOT NULL, other_seat INTEGER NOT NULL, pledge TEXT,"
        " made DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL, state TEXT NOT NULL,"
        " reason TEXT NOT NULL DEFAULT '', ended DOUBLE PRECISION,"
        " taken_by TEXT REFERENCES people (id) ON DELETE SET NULL,"
        " table_id TEXT REFERENCES tables (id) ON DELETE SET NULL)"
    )
    op.execute("CREATE INDEX match_challenges_person ON match_challenges (person)")
    op.execute("CREATE INDEX match_challenges_other ON match_challenges (other)")
    op.execute("CREATE INDEX match_challenges_expires ON match_challenges (expires)")
