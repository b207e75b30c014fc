"""Who has forfeited a match, and how it counts then; a second key for names, and a mark for those that look alike.

The keys of names are worked out when the server starts (`karat.server.people.accounts`): SQL cannot.
"""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.execute("ALTER TABLE match_seats ADD COLUMN forfeited INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE matches ADD COLUMN standing TEXT")
    op.execute("ALTER TABLE people ADD COLUMN capital_key TEXT")
    op.execute("ALTER TABLE people ADD COLUMN look_alike INTEGER NOT NULL DEFAULT 0")
    op.execute("CREATE UNIQUE INDEX people_by_capital_key ON people (capital_key)")
