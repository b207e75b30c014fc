"""karat admin users: who there is, and what may be done about them."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from typing import Any

import click

from karat.cli.admin.console import as_json_option, day, opened, run, say, somebody, tell_json, yes_option
from karat.server.people.accounts import Accounts, Person
from karat.server.people.privacy import Privacy
from karat.server.people.sessions import Sessions


@click.group()
def users() -> None:
    """People: add, list, show, rename, suspend, signout, delete."""


@users.command("add")
@click.argument("name")
@as_json_option
@click.pass_obj
def add_user(where: str, name: str, *, as_json: bool) -> None:
    """Make an account called NAME, with a password that is drawn and shown this once.

    The database is made where there is none yet. A token for a bot of that account is one command more:

    \b
    karat admin users add anna
    karat admin token anna goosebot --scope play
    """
    password = secrets.token_urlsafe(12)

    async def work() -> Person:
        async with opened(where, new=True) as database:
            accounts = Accounts(database)
            await accounts.make_keys()
            return await accounts.register(name, password)

    person = run(work())
    if as_json:
        tell_json({"id": person.id, "name": person.name, "password": password})
    else:
        say(f"{person.name} has an account; the password, shown this once: {password}")


@users.command("list")
@click.option("--search", default="", help="Part of the name.")
@as_json_option
@click.pass_obj
def list_users(where: str, search: str, *, as_json: bool) -> None:
    """List people."""

    async def work() -> list[Person]:
        async with opened(where) as database:
            found: list[Person] = []
            while page := await Accounts(database).listed(search, found[-1].id if found else ""):
                found += page
            return found

    people = run(work())
    if as_json:
        tell_json([asdict(person) | {"shows": sorted(person.shows)} for person in people])
        return
    for person in people:
        marks = [("suspended", person.suspended), ("looks like another", person.look_alike)]
        told = "".join(f"  {mark}" for mark, there in marks if there)
        say(f"{person.id}  {person.kind:7}  {day(person.created)}  {person.name}{told}")
    say(f"{len(people)} people")


@users.command("show")
@click.argument("who")
@as_json_option
@click.pass_obj
def show_user(where: str, who: str, *, as_json: bool) -> None:
    """Show all that is stored about WHO, a name or an id; with --json as they would get it themselves."""

    async def work() -> dict[str, Any]:
        async with opened(where) as database:
            return await Privacy(database).export(await somebody(database, who))

    told = run(work())
    if as_json:
        tell_json(told)
        return
    for name, value in told["person"].items():
        say(f"{name:12}  {value}")
    for section, rows in told.items():
        if isinstance(rows, list):
            say(f"{section:12}  {len(rows)}")


@users.command()
@click.argument("who")
@click.argument("name")
@click.pass_obj
def rename(where: str, who: str, name: str) -> None:
    """Give WHO another NAME."""

    async def work() -> Person:
        async with opened(where) as database:
            return await Accounts(database).rename(await somebody(database, who), name)

    say(f"now called {run(work()).name}")


@users.command()
@click.argument("who")
@click.option("--lift", is_flag=True, help="Let them in again.")
@click.pass_obj
def suspend(where: str, who: str, *, lift: bool) -> None:
    """Shut WHO and their bots out, at once and everywhere."""

    async def work() -> Person:
        async with opened(where) as database:
            person = await somebody(database, who)
            await Accounts(database).suspend(person, suspended=not lift)
            return person

    person = run(work())
    say(f"{person.name} is {'let in again' if lift else 'suspended'}")


@users.command()
@click.argument("who")
@click.pass_obj
def signout(where: str, who: str) -> None:
    """End all sessions of WHO."""

    async def work() -> Person:
        async with opened(where) as database:
            person = await somebody(database, who)
            await Sessions(database).end_all(person)
            return person

    say(f"{run(work()).name} is signed out everywhere")


@users.command()
@click.argument("who")
@yes_option
@click.pass_obj
def delete(where: str, who: str, *, yes: bool) -> None:
    """Forget WHO and their bots for good; their finished matches stay, by nobody."""

    async def find() -> Person:
        async with opened(where) as database:
            return await somebody(database, who)

    async def forget(person: Person) -> None:
        async with opened(where) as database:
            await Privacy(database).forget(person)

    person = run(find())
    if not yes:
        click.confirm(f"Forget {person.kind} {person.name} ({person.id}) for good?", abort=True, err=True)
    run(forget(person))
    say(f"{person.name} is forgotten")
