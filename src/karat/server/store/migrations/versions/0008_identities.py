"""Who the people in tables' logs are, and what they said, beside the logs; these hold pseudonyms from now on.

The last time that entries are changed: earlier versions wrote ids, names and words into them.
"""

from alembic import op

revision = "0008"
down_revision = "0007"

TABLES = (
    """CREATE TABLE identities (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        pseudonym TEXT NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        PRIMARY KEY (table_id, pseudonym)
    )""",
    """CREATE TABLE words (
        table_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        pseudonym TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq),
        FOREIGN KEY (table_id, seq) REFERENCES entries (table_id, seq) ON DELETE CASCADE
    )""",
)

# What the two databases say in their own ways: an entry with a pseudonym for whoever it names and without the rest,
# and the facts of a table with pseudonyms for names.
HIDDEN = {
    "sqlite": "json_set(json_remove(body, '$.{who}.name', '$.{who}.kind', '$.text', '$.was'), '$.{who}.id', {alias})",
    "postgresql": "CAST(jsonb_set((CAST(body AS jsonb) - 'text' - 'was') #- '{{{who},name}}' #- '{{{who},kind}}',"
    " '{{{who},id}}', to_jsonb({alias})) AS text)",
}
SEATS = {
    "sqlite": "(SELECT json_group_array(COALESCE({alias}, value)) FROM"
    " (SELECT value FROM json_each(facts, '$.seats') ORDER BY key))",
    "postgresql": "(SELECT COALESCE(jsonb_agg(COALESCE({alias}, value) ORDER BY place), '[]') FROM"
    " jsonb_array_elements_text(CAST(facts AS jsonb) -> 'seats') WITH ORDINALITY AS each (value, place))",
}
FACTS = {
    "sqlite": "json_set(facts, '$.host', COALESCE({host}, ''), '$.seats', json({seats}))",
    "postgresql": "CAST(jsonb_set(jsonb_set(CAST(facts AS jsonb), '{{host}}', to_jsonb(COALESCE({host}, ''))),"
    " '{{seats}}', {seats}) AS text)",
}
HOST = {"sqlite": "json_extract(facts, '$.host')", "postgresql": "(CAST(facts AS jsonb) ->> 'host')"}


def upgrade() -> None:
    dialect = op.get_context().dialect.name

    def inside(*path: str) -> str:
        if dialect == "sqlite":
            return f"json_extract(body, '$.{'.'.join(path)}')"
        return f"(CAST(body AS json) #>> '{{{','.join(path)}}}')"

    for statement in TABLES:
        op.execute(statement)

    def of_whom(field: str) -> str:
        return f"COALESCE({inside('host', field)}, {inside('player', field)})"

    # Every entry that names a person, and the start of each match; bots of the house are nobody.
    op.execute(
        f"CREATE TABLE naming AS SELECT table_id, seq, {inside('e')} AS e, {of_whom('id')} AS person,"  # noqa: S608
        f" {of_whom('name')} AS name, COALESCE({of_whom('kind')}, 'guest') AS kind FROM entries"
        f" WHERE {inside('e')} IN ('opened', 'sat', 'said', 'handed', 'started') AND {inside('bot')} IS NULL"
    )
    op.execute("CREATE INDEX naming_by_person ON naming (table_id, person)")
    op.execute("CREATE INDEX naming_by_seq ON naming (table_id, seq)")

    # The name that was last shown at the table; of guests who became accounts during the match, the kind they began as.
    latest = (
        "(SELECT {} FROM naming AS other WHERE other.table_id = naming.table_id AND other.person = naming.person{}"
        " ORDER BY CASE WHEN other.e = 'said' THEN 1 ELSE 0 END, other.seq DESC LIMIT 1)"
    )
    before_the_start = (
        " AND NOT (other.e = 'handed' AND EXISTS (SELECT 1 FROM naming AS begun WHERE begun.e = 'started'"
        " AND begun.table_id = other.table_id AND begun.seq < other.seq))"
    )
    op.execute(
        "INSERT INTO identities (table_id, pseudonym, person, name, kind) SELECT table_id,"  # noqa: S608
        " 'p' || CAST(ROW_NUMBER() OVER (PARTITION BY table_id ORDER BY MIN(seq)) AS TEXT), person,"
        f" {latest.format('name', '')}, COALESCE({latest.format('kind', before_the_start)}, 'guest')"
        " FROM naming WHERE person IS NOT NULL GROUP BY table_id, person"
    )
    op.execute("CREATE INDEX identities_by_both ON identities (table_id, person)")
    op.execute(
        "INSERT INTO words (table_id, seq, pseudonym, body)"  # noqa: S608
        f" SELECT entries.table_id, entries.seq, pseudonym, {inside('text')} FROM entries"
        " JOIN naming ON naming.table_id = entries.table_id AND naming.seq = entries.seq"
        " JOIN identities ON identities.table_id = naming.table_id AND identities.person = naming.person"
        f" WHERE e = 'said' AND COALESCE({inside('text')}, '') <> ''"
    )
    for who, kinds in (("host", "('opened')"), ("player", "('sat', 'said', 'handed')")):
        alias = (
            "(SELECT pseudonym FROM identities WHERE identities.table_id = entries.table_id"  # noqa: S608
            f" AND identities.person = {inside(who, 'id')})"
        )
        op.execute(
            f"UPDATE entries SET body = {HIDDEN[dialect].format(who=who, alias=alias)}"  # noqa: S608
            f" WHERE EXISTS (SELECT 1 FROM naming WHERE naming.table_id = entries.table_id"
            f" AND naming.seq = entries.seq AND e IN {kinds})"
        )
    named = (
        "(SELECT pseudonym FROM identities WHERE table_id = tables.id AND name = {} AND name <> ''"
        " ORDER BY pseudonym LIMIT 1)"
    )
    seats = SEATS[dialect].format(alias=named.format("value"))
    facts = FACTS[dialect].format(host=named.format(HOST[dialect]), seats=seats)
    op.execute(f"UPDATE tables SET facts = {facts}")  # noqa: S608
    op.execute("UPDATE identities SET person = NULL, name = '' WHERE substr(person, 1, 5) = 'gone:'")
    op.execute("DROP TABLE naming")
    # Not before: who plays much would have all of their tables looked through for each entry.
    op.execute("DROP INDEX identities_by_both")
    op.execute("CREATE INDEX identities_by_person ON identities (person) WHERE person IS NOT NULL")
    op.execute("DROP TABLE named")
