"""Notices: who is waited for, what people are to be told and where, and the keys by which the house signs."""

from alembic import op

revision = "0014"
down_revision = "0013"

OF_A_PERSON = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"
TIME = "DOUBLE PRECISION"


def upgrade() -> None:
    op.execute("CREATE TABLE house_keys (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    op.execute(
        f"CREATE TABLE waits (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, {OF_A_PERSON},"
        f" since {TIME} NOT NULL, deadline {TIME}, PRIMARY KEY (table_id, person))"
    )
    op.execute("CREATE INDEX waits_person ON waits (person)")
    op.execute(
        f"CREATE TABLE notices ({OF_A_PERSON}, topic TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE,"
        f" link TEXT NOT NULL, slots TEXT NOT NULL, made {TIME} NOT NULL, due {TIME} NOT NULL, until {TIME},"
        f" told {TIME}, PRIMARY KEY (person, topic, kind))"
    )
    op.execute("CREATE INDEX notices_due ON notices (due) WHERE told IS NULL")
    op.execute("CREATE INDEX notices_told ON notices (told)")
    op.execute(
        f"CREATE TABLE channels (id TEXT PRIMARY KEY, {OF_A_PERSON}, kind TEXT NOT NULL, address TEXT NOT NULL,"
        " secret TEXT NOT NULL, language TEXT NOT NULL, label TEXT NOT NULL, stop TEXT NOT NULL UNIQUE,"
        f" made {TIME} NOT NULL, confirmed {TIME}, used {TIME}, failures INTEGER NOT NULL DEFAULT 0)"
    )
    op.execute("CREATE INDEX channels_person ON channels (person)")
    op.execute("CREATE INDEX channels_address ON channels (address)")
    op.execute(
        "CREATE TABLE deliveries (notice TEXT NOT NULL REFERENCES notices (id) ON DELETE CASCADE,"
        " channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,"
        f" due {TIME} NOT NULL, tries INTEGER NOT NULL DEFAULT 0, quietly INTEGER NOT NULL DEFAULT 0,"
        f" claim TEXT NOT NULL DEFAULT '', lease {TIME} NOT NULL DEFAULT 0, PRIMARY KEY (notice, channel))"
    )
    op.execute("CREATE INDEX deliveries_due ON deliveries (due)")
    op.execute("CREATE INDEX deliveries_channel ON deliveries (channel)")
    op.execute("CREATE INDEX deliveries_claim ON deliveries (claim)")
    op.execute(
        "CREATE TABLE notice_choices (person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,"
        " body TEXT NOT NULL)"
    )
    op.execute(
        f"CREATE TABLE notice_mutes ({OF_A_PERSON}, topic TEXT NOT NULL, at {TIME} NOT NULL,"
        " PRIMARY KEY (person, topic))"
    )
