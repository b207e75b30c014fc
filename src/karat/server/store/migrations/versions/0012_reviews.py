"""Reviews that are kept, matches that go on from a moment of another, what was tried again, and puzzles."""

from alembic import op

revision = "0012"
down_revision = "0011"

OF_A_PERSON = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"
OF_A_MATCH = "match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE"


def upgrade() -> None:
    op.execute(
        f"CREATE TABLE reviews ({OF_A_MATCH}, part TEXT NOT NULL, progress DOUBLE PRECISION NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, body TEXT NOT NULL, summary TEXT NOT NULL, PRIMARY KEY (match_id, part))"
    )
    op.execute("ALTER TABLE matches ADD COLUMN begun_from TEXT")
    op.execute(
        f"CREATE TABLE retries ({OF_A_PERSON}, {OF_A_MATCH}, step INTEGER NOT NULL, action TEXT NOT NULL,"
        " verdict TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, match_id, step))"
    )
    op.execute(
        f"CREATE TABLE puzzle_players ({OF_A_PERSON}, game TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL,"
        " sigma DOUBLE PRECISION NOT NULL, tries INTEGER NOT NULL, streak INTEGER NOT NULL, best INTEGER NOT NULL,"
        " PRIMARY KEY (person, game))"
    )
    op.execute(
        "CREATE TABLE puzzle_strengths (puzzle TEXT PRIMARY KEY, mu DOUBLE PRECISION NOT NULL,"
        " sigma DOUBLE PRECISION NOT NULL, tries INTEGER NOT NULL)"
    )
    op.execute(
        f"CREATE TABLE puzzle_tries ({OF_A_PERSON}, puzzle TEXT NOT NULL, game TEXT NOT NULL, action TEXT NOT NULL,"
        " is_right INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, puzzle))"
    )
