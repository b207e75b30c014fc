"""What can be asked over REST about people themselves: accounts, passkeys, tokens, privacy, and one another."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from karat.server.house import handover
from karat.server.house.log import said_at
from karat.server.http.calls import Call, Done, Row
from karat.server.http.people import player, token_of
from karat.server.http.problems import Failed
from karat.server.http.table_routes import Me
from karat.server.people.accounts import AccountKind, Person
from karat.server.people.devices import COOKIE as DEVICE
from karat.server.people.limits import TooMuch
from karat.server.people.names import name_key
from karat.server.people.relations import MOST_CONTEXT, Reason, Relation
from karat.server.people.sessions import token_hash
from karat.server.people.tokens import TokenScope
from karat.server.tables.commands import Refused, Remove

Given = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=1000)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Label = Annotated[str, Meta(max_length=60)]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given
    password: Secret


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """A password, or a passkey's answer to `POST /api/passkeys/login/options`."""

    password: Secret = ""
    answer: dict[str, Any] | None = None


class Logout(Struct, frozen=True, forbid_unknown_fields=True):
    everywhere: bool = False


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    new: Secret
    old: Secret = ""
    """Not needed where there was none."""


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given
    """One's own, so that nobody is forgotten by a slip."""
    password: Secret = ""
    """Where there is one."""


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    name: Given | None = None
    """That a guest wants to go by as an account."""


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    answer: dict[str, Any]
    """A PublicKeyCredential as JSON."""
    label: Label = ""


class PasskeyOptions(Struct, frozen=True):
    options: dict[str, Any]
    """For navigator.credentials, as JSON."""


class ShownPasskey(Struct, frozen=True):
    id: str
    label: str
    created: float
    used: float | None


class Passkeys(Struct, frozen=True):
    passkeys: list[ShownPasskey]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Given
    """The name of the bot that comes with it; made when it is new."""
    scopes: Annotated[list[TokenScope], Meta(min_length=1, max_length=3)]
    label: Label = ""


class ShownToken(Struct, frozen=True):
    id: str
    bot: str
    label: str
    scopes: list[TokenScope]
    created: float
    used: float | None
    token: str | UnsetType = UNSET
    """Only when it is made, and never again."""


class TokenList(Struct, frozen=True):
    tokens: list[ShownToken]


class SetRelation(Struct, frozen=True, forbid_unknown_fields=True):
    person: Id
    relation: Relation | None
    """null makes peace."""


class ShownRelation(Struct, frozen=True):
    person: str
    name: str
    relation: Relation


class RelationList(Struct, frozen=True):
    relations: list[ShownRelation]
    hidden: list[str]
    """Whose words are not to be shown: also those of who blocked this person."""


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason
    about: Id | None = None
    table: Id | None = None
    words: Annotated[str, Meta(max_length=500)] = ""


class Export(Struct, frozen=True):
    format: str
    made: float
    person: dict[str, Any] | None
    bots: list[Any]
    sessions: list[Any]
    devices: list[Any]
    passkeys: list[Any]
    recovery_codes: list[Any]
    tokens: list[Any]
    relations: list[Any]
    follows: list[Any]
    seen: list[Any]
    sanctions: list[Any]
    addresses: list[Any]
    clubs: list[Any]
    seeking: list[Any]
    challenges: list[Any]
    reports: list[Any]
    ratings: list[Any]
    matches: list[Any]
    retries: list[Any]
    puzzle_ratings: list[Any]
    puzzles: list[Any]
    channels: list[Any]
    notices: list[Any]
    notice_choices: list[Any]
    notice_mutes: list[Any]
    waits: list[Any]
    vacations: list[Any]
    vacation_years: list[Any]
    daily: list[Any]
    tournaments: list[Any]
    tournaments_directed: list[Any]
    imports: list[Any]
    said: list[Any]


def person(call: Call, *kinds: AccountKind) -> Person:
    """Who asks; Failed unless they are of one of these kinds."""
    call.known()
    found = cast("Person", call.request.state.person)
    if kinds and found.kind not in kinds:
        raise Failed(403, "account_needed", "this is for accounts")
    return found


def me_of(who: Person) -> Me:
    return Me(who.id, who.name, who.kind, who.avatar)


async def signed_in(call: Call, who: Person) -> Me:
    """A new session, in place of the one that asked."""
    call.token = await call.people.sessions.start(who, replacing=token_of(call.request) or None)
    if who.kind is AccountKind.ACCOUNT:
        call.device = await call.people.devices.remember(who, device_of(call))
    return me_of(who)


async def welcomed_back(call: Call, who: Person) -> Me:
    """A session for who has an account; what they did as a guest until now comes with them."""
    if call.player is not None and call.player.kind == "guest":
        try:
            await handover.signed_in(call.house, call.player.id, player(who))
        except Refused as refused:
            where = refused.params["table"]
            raise Failed(
                409, refused.code, f"leave a seat first: guest and account both sit at table {where}"
            ) from None
    return await signed_in(call, who)


async def register(call: Call) -> Me:
    people, wanted = call.people, call.body
    await people.quotas.take("register", call.address)
    if call.player is not None and call.player.kind == "guest":
        kept = await people.accounts.keep(person(call), wanted.name, wanted.password)
        await handover.signed_up(call.house, player(kept))
        return await signed_in(call, kept)
    return await signed_in(call, await people.accounts.register(wanted.name, wanted.password))


async def login(call: Call) -> Me:
    people, wanted = call.people, call.body
    key = name_key(wanted.name[:100])
    if not await comes_from_known_device(call, key):
        await people.quotas.take("login", call.address)
        await people.quotas.take("login-name", f"{key} {call.address}")
        await people.quotas.take("login-any", key)
    return await welcomed_back(call, await people.accounts.login(wanted.name, wanted.password))


def device_of(call: Call) -> str:
    return call.request.cookies.get(DEVICE, "")


async def comes_from_known_device(call: Call, key: str) -> bool:
    """Whether the account has signed in there before, and tries are left: strangers' guesses do not count there."""
    device = device_of(call)
    if not await call.people.devices.knows(device, key):
        return False
    try:
        await call.people.quotas.take("login-device", token_hash(device))
    except TooMuch:
        return False
    return True


async def prove(call: Call) -> Done:
    """Say again who one is, for what opens another way in."""
    people, who, given = call.people, person(call, AccountKind.ACCOUNT), call.body
    await people.quotas.take("password", who.id)
    if given.answer is not None:
        proven = (await people.passkeys.login(given.answer)).id == who.id
    else:
        proven = await people.accounts.has_password(who) and await people.accounts.proven(who, given.password)
    if not proven:
        raise Failed(403, "wrong_login", "that does not prove who you are")
    await people.sessions.prove(token_of(call.request))
    return Done()


async def need_proof(call: Call) -> None:
    """Failed where it was too long ago that this session proved who it is: it may be in other hands by now."""
    if not await call.people.sessions.is_proven(token_of(call.request)):
        raise Failed(403, "prove_yourself", "say again who you are first: POST /api/me/proof")


async def logout(call: Call) -> Done:
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    if call.body.everywhere:
        await people.devices.forget_all(who)
    await (people.sessions.end_all(who) if call.body.everywhere else people.sessions.end(token_of(call.request)))
    call.token = ""
    return Done()


async def change_password(call: Call) -> Me:
    """All other sessions end: whoever knew the old password is out."""
    people, who = call.people, person(call, AccountKind.ACCOUNT)
    await people.quotas.take("password", who.id)
    if not await people.accounts.has_password(who):
        await need_proof(call)
    await people.accounts.change_password(who, call.body.old, call.body.new)
    await people.sessions.end_all(who)
    await people.devices.forget_all(who)
    return await signed_in(call, who)


async def change_name(call: Call) -> Me:
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    await people.quotas.take("rename", who.id)
    renamed = await people.accounts.rename(who, call.body.name)
    return me_of(renamed)


async def export(call: Call) -> Export:
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    await people.quotas.take("export", who.id)
    return Export(**await people.privacy.export(who))


async def forget_me(call: Call) -> Done:
    """Leave the tables one sits at, and be forgotten."""
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    await people.quotas.take("password", who.id)
    if name_key(call.body.name) != name_key(who.name):
        raise Failed(409, "name_differs", "that is not your name")
    if who.kind is AccountKind.ACCOUNT and not await people.accounts.has_password(who):
        await need_proof(call)
    elif not await people.accounts.proven(who, call.body.password):
        raise Failed(403, "wrong_login", "that is not your password")
    for table_id in await people.privacy.tables_of(who.id):
        await call.house.submit(table_id, None, Remove(who.id))
    await people.privacy.forget(who)
    call.token = ""
    return Done()


async def passkey_options(call: Call) -> PasskeyOptions:
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    await people.quotas.take("passkey", call.address)
    if who.kind is AccountKind.ACCOUNT:
        await need_proof(call)
    return PasskeyOptions(await people.passkeys.registration_options(who, call.body.name))


async def add_passkey(call: Call) -> Me:
    people, who = call.people, person(call, AccountKind.GUEST, AccountKind.ACCOUNT)
    await people.quotas.take("passkey", call.address)
    if who.kind is AccountKind.ACCOUNT:
        await need_proof(call)
        kept = await people.passkeys.register(who, call.body.answer, call.body.label)
        return me_of(kept)
    kept = await people.passkeys.register(who, call.body.answer, call.body.label)
    await handover.signed_up(call.house, player(kept))
    return await signed_in(call, kept)


async def passkeys(call: Call) -> Passkeys:
    found = await call.people.passkeys.listed(person(call, AccountKind.ACCOUNT))
    return Passkeys([ShownPasskey(*one) for one in found])


async def remove_passkey(call: Call) -> Done:
    if not await call.people.passkeys.remove(person(call, AccountKind.ACCOUNT), call.place("key")):
        raise Failed(409, "last_way_in", "there is no such key, or it is the only way in")
    return Done()


async def passkey_login_options(call: Call) -> PasskeyOptions:
    people = call.people
    await people.quotas.take("passkey", call.address)
    return PasskeyOptions(await people.passkeys.login_options())


async def passkey_login(call: Call) -> Me:
    people = call.people
    await people.quotas.take("passkey", call.address)
    return await welcomed_back(call, await people.passkeys.login(call.body.answer))


async def tokens(call: Call) -> TokenList:
    found = await call.people.tokens.listed(person(call, AccountKind.ACCOUNT))
    return TokenList([ShownToken(**to_builtins(token)) for token in found])


async def make_token(call: Call) -> ShownToken:
    people, who, wanted = call.people, person(call, AccountKind.ACCOUNT), call.body
    await people.quotas.take("token", who.id)
    await need_proof(call)
    secret, token = await people.tokens.make(who, wanted.bot, wanted.scopes, wanted.label)
    return ShownToken(**to_builtins(token), token=secret)


async def revoke_token(call: Call) -> Done:
    if not await call.people.tokens.revoke(person(call, AccountKind.ACCOUNT), call.place("id")):
        raise Failed(404, "no_such_token", "there is no such token of yours")
    return Done()


async def relations(call: Call) -> RelationList:
    who, people = person(call), call.people
    found = [ShownRelation(*one) for one in await people.relations.of(who.id)]
    return RelationList(found, sorted(await people.relations.hidden_from(who.id)))


async def set_relation(call: Call) -> RelationList:
    people, who = call.people, person(call)
    await people.quotas.take("relation", who.id)
    await people.relations.set(who, call.body.person, call.body.relation)
    return await relations(call)


async def report(call: Call) -> Done:
    people, who, wanted = call.people, person(call), call.body
    await people.quotas.take("report", who.id)
    if wanted.about is not None and await people.accounts.find(wanted.about) is None:
        raise Failed(404, "nobody", "there is nobody of that id")
    if wanted.table is not None:
        await call.house.table(wanted.table)  # NoSuchTable where there is none
    context = await said_at(call.house.database, wanted.table, MOST_CONTEXT) if wanted.table else []
    await people.relations.report(who, wanted.about, wanted.reason, wanted.words, wanted.table, context)
    return Done()


PEOPLE_ROUTES = (
    Row("POST", "/api/accounts", "Make an account; a guest keeps their matches", register, Login, Me, (409,)),
    Row("POST", "/api/login", "Sign in with name and password", login, Login, Me, (409,)),
    Row("POST", "/api/logout", "Sign out here or everywhere", logout, Logout, Done, (401,)),
    Row("POST", "/api/me/proof", "Say again who one is", prove, Proof, Done, (401, 409)),
    Row("POST", "/api/me/password", "Change the password", change_password, NewPassword, Me, (401, 409)),
    Row("POST", "/api/me/name", "Change the name", change_name, NewName, Me, (401, 409)),
    Row("GET", "/api/me/export", "All that is stored about oneself", export, None, Export, (401,)),
    Row("POST", "/api/me/delete", "Be forgotten", forget_me, Farewell, Done, (401, 409)),
    Row("GET", "/api/passkeys", "One's passkeys", passkeys, None, Passkeys, (401,)),
    Row("POST", "/api/passkeys", "Keep a new passkey", add_passkey, PasskeyAnswer, Me, (401, 409)),
    Row("POST", "/api/passkeys/options", "Begin a new passkey", passkey_options, NewPasskey, PasskeyOptions,
        (401, 409)),
    Row("DELETE", "/api/passkeys/{key}", "Forget a passkey", remove_passkey, None, Done, (401, 404, 409)),
    Row("POST", "/api/passkeys/login/options", "Begin to sign in", passkey_login_options, None, PasskeyOptions),
    Row("POST", "/api/passkeys/login", "Sign in with a passkey", passkey_login, PasskeyAnswer, Me, (409,)),
    Row("GET", "/api/tokens", "The tokens of one's bots", tokens, None, TokenList, (401,)),
    Row("POST", "/api/tokens", "Make a token for a bot", make_token, NewToken, ShownToken, (401, 409)),
    Row("DELETE", "/api/tokens/{id}", "Revoke a token", revoke_token, None, Done, (401, 404)),
    Row("GET", "/api/relations", "Whom one has muted or blocked", relations, None, RelationList, (401,)),
    Row("POST", "/api/relations", "Mute, block or make peace", set_relation, SetRelation, RelationList, (401, 409)),
    Row("POST", "/api/reports", "Ask the house to look at something", report, NewReport, Done, (401, 404, 409)),
)  # fmt: skip
