"""People: accounts, sessions, passkeys, tokens, limits; finished matches and ratings; talk."""

from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = (
    """CREATE TABLE people (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT UNIQUE,
        search TEXT NOT NULL,
        password TEXT,
        owner TEXT REFERENCES people (id) ON DELETE CASCADE,
        created DOUBLE PRECISION NOT NULL,
        suspended INTEGER NOT NULL
    )""",
    "CREATE INDEX people_by_owner ON people (owner) WHERE owner IS NOT NULL",
    """CREATE TABLE sessions (
        hash TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created DOUBLE PRECISION NOT NULL,
        used DOUBLE PRECISION NOT NULL,
        expires DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX sessions_by_person ON sessions (person)",
    "CREATE INDEX sessions_by_expiry ON sessions (expires)",
    """CREATE TABLE passkeys (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        public_key TEXT NOT NULL,
        sign_count BIGINT NOT NULL,
        label TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        used DOUBLE PRECISION
    )""",
    "CREATE INDEX passkeys_by_person ON passkeys (person)",
    """CREATE TABLE challenges (
        id TEXT PRIMARY KEY,
        purpose TEXT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        expires DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX challenges_by_expiry ON challenges (expires)",
    """CREATE TABLE tokens (
        id TEXT PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        owner TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        used DOUBLE PRECISION
    )""",
    "CREATE INDEX tokens_by_owner ON tokens (owner)",
    "CREATE INDEX tokens_by_person ON tokens (person)",
    """CREATE TABLE limits (
        id TEXT PRIMARY KEY,
        full_at DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX limits_by_time ON limits (full_at)",
    """CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        started DOUBLE PRECISION NOT NULL,
        ended DOUBLE PRECISION NOT NULL,
        outcome TEXT,
        rated INTEGER NOT NULL,
        visibility TEXT NOT NULL,
        imported_by TEXT,
        record TEXT NOT NULL
    )""",
    "CREATE INDEX matches_by_end ON matches (ended, id)",
    """CREATE TABLE match_seats (
        match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        person TEXT,
        player TEXT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        side INTEGER,
        place INTEGER,
        share DOUBLE PRECISION,
        mu DOUBLE PRECISION,
        sigma DOUBLE PRECISION,
        mu_after DOUBLE PRECISION,
        sigma_after DOUBLE PRECISION,
        PRIMARY KEY (match_id, seat)
    )""",
    "CREATE INDEX match_seats_by_person ON match_seats (person) WHERE person IS NOT NULL",
    "CREATE INDEX match_seats_by_name ON match_seats (name_key)",
    """CREATE TABLE ratings (
        player TEXT NOT NULL,
        pool TEXT NOT NULL,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        mu DOUBLE PRECISION NOT NULL,
        sigma DOUBLE PRECISION NOT NULL,
        matches INTEGER NOT NULL,
        changed DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (player, pool, game, players)
    )""",
    "CREATE INDEX ratings_by_pool ON ratings (pool, game, players)",
    """CREATE TABLE relations (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, other)
    )""",
    "CREATE INDEX relations_by_other ON relations (other)",
    """CREATE TABLE reports (
        id TEXT PRIMARY KEY,
        person TEXT,
        about TEXT,
        table_id TEXT,
        reason TEXT NOT NULL,
        words TEXT NOT NULL,
        context TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        settled DOUBLE PRECISION
    )""",
    "CREATE INDEX reports_open ON reports (at) WHERE settled IS NULL",
)


def upgrade() -> None:
    for statement in TABLES:
        op.execute(statement)
