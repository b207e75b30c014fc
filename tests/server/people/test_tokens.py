import pytest
from people import GOOD_PASSWORD, accounts_in, register

from karat.server.people.accounts import AccountKind, NotPossible, WrongLogin
from karat.server.people.names import BadName
from karat.server.people.tokens import MOST_EACH, Tokens, TokenScope
from karat.server.store.database import Database


def tokens_in(database: Database) -> Tokens:
    return Tokens(database, accounts_in(database))


async def test_a_token_is_a_bot_with_its_scopes_and_not_its_owner(database: Database):
    (anna,) = await register(database, "Anna")
    tokens = tokens_in(database)
    secret, token = await tokens.make(
        anna, "Goosebot", [TokenScope.READ, TokenScope.PLAY, TokenScope.PLAY], label="at home"
    )
    admitted = await tokens.who(secret)
    assert admitted is not None
    assert (admitted.person.kind, admitted.person.name, admitted.person.owner) == (AccountKind.BOT, "Goosebot", anna.id)
    assert admitted.scopes == {TokenScope.PLAY, TokenScope.READ}
    (listed,) = await tokens.listed(anna)
    assert (listed.id, listed.scopes, listed.label) == (token.id, (TokenScope.PLAY, TokenScope.READ), "at home")
    assert listed.used is not None
    assert secret not in str(await database.fetch("SELECT * FROM tokens"))


async def test_a_bot_has_no_password(database: Database):
    (anna,) = await register(database, "Anna")
    await tokens_in(database).make(anna, "Goosebot", [TokenScope.PLAY])
    for password in ("", GOOD_PASSWORD):
        with pytest.raises(WrongLogin):
            await accounts_in(database).login("Goosebot", password)


async def test_a_revoked_token_lets_nobody_in(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    tokens = tokens_in(database)
    secret, token = await tokens.make(anna, "Goosebot", [TokenScope.PLAY])
    assert not await tokens.revoke(otto, token.id)
    assert await tokens.who(secret)
    assert await tokens.revoke(anna, token.id)
    assert await tokens.who(secret) is None
    assert await tokens.listed(anna) == []


async def test_the_bots_of_who_is_suspended_are_out_too(database: Database):
    (anna,) = await register(database, "Anna")
    tokens = tokens_in(database)
    secret, _ = await tokens.make(anna, "Goosebot", [TokenScope.PLAY])
    await accounts_in(database).suspend(anna)
    assert await tokens.who(secret) is None


async def test_a_bot_takes_nobodys_name_and_several_tokens_may_be_for_one(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    tokens = tokens_in(database)
    await tokens.make(anna, "Goosebot", [TokenScope.PLAY])
    await tokens.make(anna, "goosebot", [TokenScope.CHAT])
    for name in ("Otto", "Anna", "Goosebot"):
        with pytest.raises(BadName):
            await tokens.make(otto, name, [TokenScope.PLAY])
    assert [token.bot for token in await tokens.listed(anna)] == ["Goosebot", "Goosebot"]


async def test_guests_and_bots_have_no_tokens_and_accounts_not_too_many(database: Database):
    (anna,) = await register(database, "Anna")
    tokens, accounts = tokens_in(database), accounts_in(database)
    for person in (await accounts.guest("Otto"), await accounts.bot(anna, "Goosebot")):
        with pytest.raises(NotPossible):
            await tokens.make(person, "Duckbot", [TokenScope.PLAY])
    with pytest.raises(NotPossible):
        await tokens.make(anna, "Goosebot", [])
    for _ in range(MOST_EACH):
        await tokens.make(anna, "Goosebot", [TokenScope.READ])
    with pytest.raises(NotPossible):
        await tokens.make(anna, "Goosebot", [TokenScope.READ])


@pytest.mark.parametrize("secret", ["", "karat_", "karat_x", "Bearer", "\x00", "karat_" + "x" * 10_000])
async def test_what_is_no_token_lets_nobody_in(database: Database, secret: str):
    assert await tokens_in(database).who(secret) is None
