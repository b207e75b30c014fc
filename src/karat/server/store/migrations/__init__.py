"""The schema's way forward from every released version, as alembic revisions of plain SQL in `versions/`.

Alembic orders the revisions and writes the script; the database runs it in a transaction of its own, with its own
driver. So one revision serves both databases: keep to SQL that both know, one statement for each `op.execute`.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
NEWEST = "heads"
"""The newest schema, as alembic calls it."""


def newest() -> set[str]:
    """The revisions that no other follows, read without alembic: most starts find the schema up to date."""
    return revisions() - named_as("down_revision")


def revisions() -> set[str]:
    """All that there ever were."""
    return named_as("revision")


def named_as(name: str) -> set[str]:
    texts = [file.read_text("utf-8") for file in (HERE / "versions").glob("*.py")]
    lines = [line for text in texts for line in re.findall(rf"^{name} = (.*)$", text, re.MULTILINE)]
    return {revision for one in lines for revision in re.findall(r'"(\w+)"', one)}


def upgrade_script(dialect: str, versions: Sequence[str], until: str = NEWEST) -> list[str]:
    """The statements that lead from these versions (none for an empty database) to the newest.

    With another `until`, as for a backup of an earlier version, only an empty database is brought there.
    """
    if set(versions) == newest() or (versions and until != NEWEST):
        return []
    from alembic.operations import Operations  # noqa: PLC0415 -- a third of the time that a server takes to start
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    script = ScriptDirectory(str(HERE))

    def steps(revision: Any, context: Any) -> Any:  # noqa: ARG001 -- as alembic calls it
        return script._upgrade_revs(until, revision)  # noqa: SLF001 -- what alembic's own upgrade command calls

    written = io.StringIO()
    options = {"as_sql": True, "output_buffer": written, "starting_rev": tuple(versions) or None, "fn": steps}
    context = MigrationContext.configure(dialect_name=dialect, opts=options | {"transactional_ddl": False})
    with Operations.context(context):
        context.run_migrations()
    statements = (statement.strip() for statement in written.getvalue().split(";\n"))
    return [statement for statement in statements if any(not line.startswith("--") for line in statement.splitlines())]
