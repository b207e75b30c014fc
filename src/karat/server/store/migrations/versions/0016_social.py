"""Friends, clubs, the table finder, moderators with what they decide, and an audit log that nobody can change."""

from alembic import op

revision = "0016"
down_revision = "0015"

OF_A_PERSON = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"
OF_A_CLUB = "club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE"

TABLES = (
    "ALTER TABLE people ADD COLUMN moderator INTEGER NOT NULL DEFAULT 0",
    "UPDATE people SET shows = shows || ' online'",
    f"""CREATE TABLE follows (
        {OF_A_PERSON},
        other TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, other)
    )""",
    "CREATE INDEX follows_by_other ON follows (other)",
    """CREATE TABLE online (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        at DOUBLE PRECISION NOT NULL
    )""",
    f"""CREATE TABLE sanctions (
        id TEXT PRIMARY KEY,
        {OF_A_PERSON},
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        words TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        until DOUBLE PRECISION,
        lifted DOUBLE PRECISION
    )""",
    "CREATE INDEX sanctions_by_person ON sanctions (person)",
    "ALTER TABLE reports ADD COLUMN verdict TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX reports_by_about ON reports (about) WHERE about IS NOT NULL",
    """CREATE TABLE audit (
        seq BIGINT PRIMARY KEY,
        at DOUBLE PRECISION NOT NULL,
        moderator TEXT NOT NULL,
        act TEXT NOT NULL,
        about TEXT NOT NULL,
        details TEXT NOT NULL,
        digest TEXT NOT NULL
    )""",
    "CREATE TABLE hash_keys (id TEXT PRIMARY KEY, body TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)",
    f"""CREATE TABLE addresses (
        {OF_A_PERSON},
        hash TEXT NOT NULL,
        first DOUBLE PRECISION NOT NULL,
        last DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, hash)
    )""",
    "CREATE INDEX addresses_by_hash ON addresses (hash)",
    "CREATE INDEX addresses_by_time ON addresses (last)",
    """CREATE TABLE clubs (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,
        capital_key TEXT NOT NULL UNIQUE,
        search TEXT NOT NULL,
        about TEXT NOT NULL,
        entry TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL
    )""",
    f"""CREATE TABLE club_members (
        {OF_A_CLUB},
        {OF_A_PERSON},
        role TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (club, person)
    )""",
    "CREATE INDEX club_members_by_person ON club_members (person)",
    f"""CREATE TABLE club_tables (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        {OF_A_CLUB}
    )""",
    "CREATE INDEX club_tables_by_club ON club_tables (club)",
    f"""CREATE TABLE club_events (
        id TEXT PRIMARY KEY,
        {OF_A_CLUB},
        at DOUBLE PRECISION NOT NULL,
        title TEXT NOT NULL,
        words TEXT NOT NULL,
        config TEXT NOT NULL,
        table_id TEXT REFERENCES tables (id) ON DELETE SET NULL
    )""",
    "CREATE INDEX club_events_by_club ON club_events (club, at)",
    """CREATE TABLE seekers (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        wish TEXT NOT NULL,
        since DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        table_id TEXT
    )""",
    "CREATE INDEX seekers_by_game ON seekers (game, since)",
    """CREATE TABLE pairings (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        waited DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX pairings_by_game ON pairings (game, at)",
)

# What the two databases say in their own ways: the log of moderators' acts takes new rows and nothing else.
GUARDS = {
    "sqlite": tuple(
        f"CREATE TRIGGER audit_no_{deed.lower()} BEFORE {deed} ON audit"
        " BEGIN SELECT RAISE(ABORT, 'the audit log is never rewritten'); END"
        for deed in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        (
            "CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'the audit log is never rewritten'; END $$"
        ),
        "CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays()",
        "CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION audit_stays()",
    ),
}


def upgrade() -> None:
    for statement in (*TABLES, *GUARDS[op.get_context().dialect.name]):
        op.execute(statement)
