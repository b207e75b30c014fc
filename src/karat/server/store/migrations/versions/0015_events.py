"""Everybody's deals of a day, tournaments, and which matches nobody may see before others have played their cards."""

from alembic import op

revision = "0015"
down_revision = "0014"

OF_A_PERSON = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"
OF_A_DEAL = "deal TEXT NOT NULL REFERENCES daily_deals (id)"
OF_A_TOURNAMENT = "tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE"


def upgrade() -> None:
    op.execute("ALTER TABLE matches ADD COLUMN event TEXT")
    op.execute("CREATE INDEX matches_event ON matches (event)")
    op.execute("CREATE TABLE sealed_events (event TEXT PRIMARY KEY)")
    op.execute(
        "CREATE TABLE daily_deals (id TEXT PRIMARY KEY, day TEXT NOT NULL, game TEXT NOT NULL,"
        " players INTEGER NOT NULL, seat INTEGER NOT NULL,"
        " level TEXT NOT NULL, tries INTEGER NOT NULL, secret TEXT NOT NULL,"
        " committed DOUBLE PRECISION NOT NULL, claimed DOUBLE PRECISION NOT NULL, bots TEXT NOT NULL)"
    )
    op.execute("CREATE INDEX daily_deals_day ON daily_deals (day)")
    op.execute(
        f"CREATE TABLE daily_attempts ({OF_A_DEAL}, {OF_A_PERSON}, table_id TEXT NOT NULL UNIQUE,"
        " began DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION, score INTEGER, points INTEGER, line TEXT NOT NULL,"
        " PRIMARY KEY (deal, person))"
    )
    op.execute("CREATE INDEX daily_attempts_score ON daily_attempts (deal, score)")
    op.execute("CREATE INDEX daily_attempts_person ON daily_attempts (person)")
    op.execute(
        f"CREATE TABLE daily_choices ({OF_A_DEAL}, line TEXT NOT NULL, action TEXT NOT NULL, people INTEGER NOT NULL,"
        " PRIMARY KEY (deal, line, action))"
    )
    op.execute(
        "CREATE TABLE tournaments (id TEXT PRIMARY KEY, name TEXT NOT NULL, director TEXT REFERENCES people (id)"
        " ON DELETE SET NULL, plan TEXT NOT NULL, secrets TEXT NOT NULL, status TEXT NOT NULL, round INTEGER NOT NULL,"
        " seq INTEGER NOT NULL, created DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION)"
    )
    op.execute("CREATE INDEX tournaments_status ON tournaments (status)")
    op.execute(
        f"CREATE TABLE tournament_entrants ({OF_A_TOURNAMENT}, number INTEGER NOT NULL, name TEXT NOT NULL,"
        " PRIMARY KEY (tournament, number))"
    )
    op.execute(
        f"CREATE TABLE tournament_members ({OF_A_TOURNAMENT}, entrant INTEGER NOT NULL, place INTEGER NOT NULL,"
        " person TEXT REFERENCES people (id) ON DELETE SET NULL, name TEXT NOT NULL,"
        " PRIMARY KEY (tournament, entrant, place), UNIQUE (tournament, person))"
    )
    op.execute("CREATE INDEX tournament_members_person ON tournament_members (person)")
    op.execute(
        f"CREATE TABLE tournament_tables ({OF_A_TOURNAMENT}, round INTEGER NOT NULL, number INTEGER NOT NULL,"
        " deal INTEGER NOT NULL, seats TEXT NOT NULL, table_id TEXT UNIQUE, claimed DOUBLE PRECISION NOT NULL,"
        " points TEXT, corrected TEXT, reason TEXT NOT NULL, PRIMARY KEY (tournament, round, number, deal))"
    )
