"""karat admin moderators and audit: who moderates, and what was done."""

from __future__ import annotations

from dataclasses import asdict

import click

from karat.cli.admin.console import as_json_option, day, opened, run, say, somebody, tell_json
from karat.cli.main import BAD_CHECK
from karat.server.moderation.audit import OPERATOR, AuditLine, AuditLog, ModerationAct
from karat.server.people.accounts import Accounts, Person


@click.command()
@click.option("--add", metavar="WHO", help="Make somebody with an account a moderator.")
@click.option("--remove", metavar="WHO", help="Dismiss one.")
@as_json_option
@click.pass_obj
def moderators(where: str, add: str | None, remove: str | None, *, as_json: bool) -> None:
    """List moderators, name one, or dismiss one.

    Moderators see reports, mute and suspend people for a time, and look at signals of unfair play, on the page
    /moderation. All they do is in the audit log.
    """

    async def work() -> list[Person]:
        async with opened(where) as database:
            accounts, log = Accounts(database), AuditLog(database)
            for who, named in ((add, True), (remove, False)):
                if who:
                    person = await somebody(database, who)
                    act = ModerationAct.APPOINTED if named else ModerationAct.DISMISSED
                    await log.note(OPERATOR, act, person.id, along=[accounts.appointing(person, moderator=named)])
            return await accounts.moderators()

    found = run(work())
    if as_json:
        tell_json([{"id": person.id, "name": person.name} for person in found])
        return
    for person in found:
        say(f"{person.id}  {person.name}")
    say(f"{len(found)} moderators")


@click.command()
@click.option("--limit", default=50, show_default=True, help="How many, the newest first.")
@as_json_option
@click.pass_obj
def audit(where: str, limit: int, *, as_json: bool) -> int:
    """List what moderators did, and check that nothing was changed since."""

    async def work() -> tuple[list[AuditLine], int | None]:
        async with opened(where) as database:
            log = AuditLog(database)
            return await log.listed(limit=limit), await log.first_broken()

    lines, broken = run(work())
    if as_json:
        tell_json({"lines": [asdict(line) for line in lines], "first_broken": broken})
    else:
        for line in lines:
            details = " ".join(f"{name}={value}" for name, value in line.details.items())
            say(f"{line.seq:6}  {day(line.at)}  {line.moderator:16}  {line.act:18}  {line.about}  {details}")
        say(f"{len(lines)} lines")
    if broken is not None:
        say(f"line {broken} is not as it was written", err=True)
    return 0 if broken is None else BAD_CHECK
