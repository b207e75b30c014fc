import asyncio
import time

import pytest
from people import GOOD_PASSWORD, QUICK, accounts_in, register

from karat.server.people.accounts import AccountKind, Accounts, NotPossible, Suspended, WrongLogin
from karat.server.people.names import BadName
from karat.server.people.passwords import BadPassword, Cost, Passwords, check_password
from karat.server.people.sessions import Sessions
from karat.server.store.database import Database, Statement


async def test_an_account_is_let_in_by_its_password_however_the_name_is_written(database: Database):
    (anna,) = await register(database, "Anna")
    assert await accounts_in(database).login("ANNA", GOOD_PASSWORD) == anna


@pytest.mark.parametrize(("name", "password"), [("Anna", "five geese in a row"), ("Otto", GOOD_PASSWORD), ("", "")])
async def test_a_wrong_login_does_not_say_what_was_wrong(database: Database, name: str, password: str):
    await register(database, "Anna")
    with pytest.raises(WrongLogin, match=r"^wrong_login$"):
        await accounts_in(database).login(name, password)


async def test_an_unknown_name_takes_as_long_as_a_wrong_password(database: Database):
    accounts = Accounts(database, Passwords(Cost(passes=8, kibibytes=8 * 1024)))
    await accounts.register("Anna", GOOD_PASSWORD)

    async def seconds(name: str) -> float:
        begun = time.perf_counter()
        with pytest.raises(WrongLogin):
            await accounts.login(name, "not the password")
        return time.perf_counter() - begun

    taken = [(await seconds("Anna"), await seconds("Otto")) for _ in range(8)]  # in turns: a busy machine slows both
    known, unknown = (min(times) for times in zip(*taken, strict=True))
    assert 0.5 < unknown / known < 2


async def test_of_two_who_want_a_name_at_once_one_gets_it(database: Database):
    accounts = accounts_in(database)
    tried = await asyncio.gather(
        *(accounts.register(name, GOOD_PASSWORD) for name in ("Anna", "ANNA", "an-na")), return_exceptions=True
    )
    assert sum(isinstance(one, BadName) for one in tried) == 2


async def test_a_guest_becomes_an_account_and_stays_who_they_were(database: Database):
    accounts = accounts_in(database)
    guest = await accounts.guest("Anna")
    anna = await accounts.keep(guest, "Anna", GOOD_PASSWORD)
    assert (anna.id, anna.kind) == (guest.id, AccountKind.ACCOUNT)
    assert await accounts.login("anna", GOOD_PASSWORD) == anna
    with pytest.raises(NotPossible):
        await accounts.keep(anna, "Anna", GOOD_PASSWORD)


async def test_guests_may_share_a_name_but_not_that_of_an_account(database: Database):
    accounts = accounts_in(database)
    await accounts.guest("Otto")
    await accounts.guest("Otto")
    await register(database, "Anna")
    with pytest.raises(BadName):
        await accounts.guest("ANNA")


async def test_passwords_are_hashed_anew_when_the_cost_changes(database: Database):
    await register(database, "Anna")
    dearer = Accounts(database, Passwords(Cost(passes=2, kibibytes=16)))
    await dearer.login("Anna", GOOD_PASSWORD)
    ((hashed,),) = await database.fetch("SELECT password FROM people")
    assert "m=16,t=2,p=1" in str(hashed)
    await accounts_in(database).login("Anna", GOOD_PASSWORD)


async def test_a_password_is_changed_by_who_knows_the_old_one(database: Database):
    (anna,) = await register(database, "Anna")
    accounts = accounts_in(database)
    with pytest.raises(WrongLogin):
        await accounts.change_password(anna, "a guess of mine", "six geese in a row")
    await accounts.change_password(anna, GOOD_PASSWORD, "six geese in a row")
    assert await accounts.login("Anna", "six geese in a row") == anna


@pytest.mark.parametrize("password", ["short", "x" * 257, "aaaaaaaaaaaa", "1234567890", "AnnaAnna", "anna1987"])
def test_a_password_that_is_soon_guessed_is_refused(password: str):
    with pytest.raises(BadPassword):
        check_password(password, "Anna")


async def test_a_password_longer_than_any_fits_nobody():
    hashed = await QUICK.hashed("x" * 256)
    assert await QUICK.fits("x" * 256, hashed)
    assert not await QUICK.fits("x" * 257, hashed)


async def test_a_new_name_is_free_for_nobody_else_and_the_old_one_for_all(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    accounts = accounts_in(database)
    with pytest.raises(BadName):
        await accounts.rename(otto, "anna")
    assert (await accounts.rename(anna, "Hanna")).name == "Hanna"
    assert (await accounts.rename(otto, "Anna")).name == "Anna"


async def test_who_is_suspended_is_out_at_once_and_back_when_forgiven(database: Database):
    (anna,) = await register(database, "Anna")
    accounts, sessions = accounts_in(database), Sessions(database)
    token = await sessions.start(anna)
    await accounts.suspend(anna)
    assert await sessions.who(token) is None
    with pytest.raises(Suspended):
        await accounts.login("Anna", GOOD_PASSWORD)
    await accounts.suspend(anna, suspended=False)
    await accounts.login("Anna", GOOD_PASSWORD)


async def test_people_are_found_by_a_part_of_their_name(database: Database):
    await register(database, "Anna", "Hannah", "Otto", "x_y")
    accounts = accounts_in(database)
    assert {person.name for person in await accounts.listed("ann")} == {"Anna", "Hannah"}
    assert await accounts.listed("%") == []
    everybody = await accounts.listed()
    assert len(everybody) == 4
    assert await accounts.listed(after=everybody[1].id) == everybody[2:]


async def test_names_that_look_alike_and_were_there_are_kept_and_marked(database: Database):
    """As a database of the version before has them: one key for each name, by another rule."""
    accounts = accounts_in(database)
    for number, name in enumerate(["Magnus", "M\u0251gnus", "Otto"]):
        hashed = await accounts.passwords.hashed(f"{GOOD_PASSWORD} {number}")
        await database.write(
            Statement(
                "INSERT INTO people (id, kind, name, name_key, search, password, created, suspended)"
                " VALUES (?, 'account', ?, ?, '', ?, ?, 0)",
                (f"p{number}", name, name.lower(), hashed, float(number)),
            )
        )
    assert await accounts.make_keys() == 3
    assert await accounts.make_keys() == 0
    people = [await accounts.find(f"p{number}") for number in range(3)]
    assert [(one.name, one.look_alike) for one in people if one] == [
        ("Magnus", False),
        ("M\u0251gnus", True),
        ("Otto", False),
    ]
    for number, name in enumerate(["magnus", "m\u0251gnus", "OTTO"]):
        assert (await accounts.login(name, f"{GOOD_PASSWORD} {number}")).id == f"p{number}"
    with pytest.raises(BadName):
        await accounts.register("Magnu\u0455", GOOD_PASSWORD)
