import pytest
from people import GOOD_PASSWORD, Clock, accounts_in, register

from karat.server.people.accounts import NotPossible, Suspended, WrongLogin
from karat.server.people.devices import Devices
from karat.server.people.passwords import BadPassword
from karat.server.people.privacy import Privacy
from karat.server.people.recovery import HOW_MANY, LETTER_FOR, Recovery, WrongCode
from karat.server.people.sessions import Sessions
from karat.server.store.database import Database

NEW = "eleven herons on a hill"


async def test_a_code_opens_the_account_once_and_puts_everybody_else_out(database: Database):
    (anna,) = await register(database, "Anna")
    accounts, sessions, devices = accounts_in(database), Sessions(database), Devices(database)
    recovery = Recovery(database, accounts, Clock())
    session, device = await sessions.start(anna), await devices.remember(anna, "")
    codes = await recovery.make(anna)
    assert len(set(codes)) == HOW_MANY == (await recovery.left(anna)).count
    assert str(await database.fetch("SELECT * FROM recovery_codes")).count(codes[0]) == 0

    typed = codes[3].upper().replace("-", " ")
    assert (await recovery.use("anna", typed, NEW)).id == anna.id
    assert await sessions.who(session) is None
    assert not await devices.knows(device or "", "anna")
    assert (await accounts.login("Anna", NEW)).id == anna.id
    with pytest.raises(WrongLogin):
        await accounts.login("Anna", GOOD_PASSWORD)
    assert (await recovery.left(anna)).count == HOW_MANY - 1
    with pytest.raises(WrongCode):
        await recovery.use("Anna", codes[3], NEW)
    await recovery.use("Anna", codes[0], NEW)


async def test_a_code_by_mail_is_good_once_for_a_while_and_counts_among_none_on_paper(database: Database):
    (anna,) = await register(database, "Anna")
    clock = Clock()
    recovery = Recovery(database, accounts_in(database), clock)
    paper, *_ = await recovery.make(anna)
    first, second = await recovery.in_letter(anna), await recovery.in_letter(anna)
    assert (await recovery.left(anna)).count == HOW_MANY
    with pytest.raises(WrongCode):
        await recovery.use("Anna", first, NEW)  # a later letter takes its place
    clock.pass_by(LETTER_FOR + 1)
    with pytest.raises(WrongCode):
        await recovery.use("Anna", second, NEW)
    third = await recovery.in_letter(anna)
    assert (await recovery.use("Anna", third, NEW)).id == anna.id
    with pytest.raises(WrongCode):
        await recovery.use("Anna", third, NEW)
    await recovery.use("Anna", paper, NEW)  # paper does not wear out


async def test_new_codes_take_the_place_of_the_old(database: Database):
    (anna,) = await register(database, "Anna")
    recovery = Recovery(database, accounts_in(database))
    (old, *_), _ = await recovery.make(anna), await recovery.make(anna)
    with pytest.raises(WrongCode):
        await recovery.use("Anna", old, NEW)


async def test_a_code_is_one_accounts_and_tells_nothing_of_others(database: Database):
    anna, _otto = await register(database, "Anna", "Otto")
    recovery = Recovery(database, accounts_in(database))
    code, *_ = await recovery.make(anna)
    for name in ("Otto", "Nobody"):
        with pytest.raises(WrongCode):
            await recovery.use(name, code, NEW)
    with pytest.raises(BadPassword):
        await recovery.use("Anna", code, "short")
    assert (await recovery.left(anna)).count == HOW_MANY  # a password that is not taken uses none up


async def test_guests_have_none_and_suspended_accounts_stay_shut(database: Database):
    accounts = accounts_in(database)
    (anna,) = await register(database, "Anna")
    recovery = Recovery(database, accounts)
    with pytest.raises(NotPossible):
        await recovery.make(await accounts.guest("Eve"))
    code, *_ = await recovery.make(anna)
    await accounts.suspend(anna)
    with pytest.raises(Suspended):
        await recovery.use("Anna", code, NEW)


async def test_codes_are_told_of_in_the_export_and_go_with_the_person(database: Database):
    (anna,) = await register(database, "Anna")
    recovery = Recovery(database, accounts_in(database), Clock(5.0))
    codes = await recovery.make(anna)
    told = await Privacy(database).export(anna)
    assert told["recovery_codes"] == [{"made": 5.0}] * HOW_MANY
    assert not any(code in str(told) for code in codes)
    await Privacy(database).forget(anna)
    assert await database.fetch("SELECT 1 FROM recovery_codes") == []
