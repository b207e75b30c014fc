from typing import Any

import pytest
from authenticator import Authenticator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people import GOOD_PASSWORD, Clock, accounts_in, register
from strategies import examples

from karat.server.people.accounts import AccountKind, Suspended, WrongLogin
from karat.server.people.names import BadName
from karat.server.people.passkeys import CHALLENGE_LASTS, BadPasskey, RelyingParty, WebAuthn
from karat.server.store.database import Database

SITE = RelyingParty("karat.example", ("https://karat.example",))


def passkeys_in(database: Database, clock: Clock | None = None) -> WebAuthn:
    return WebAuthn(database, accounts_in(database), SITE, clock or Clock())


async def test_an_account_adds_a_passkey_and_is_let_in_by_it(database: Database):
    (anna,) = await register(database, "Anna")
    passkeys, phone = passkeys_in(database), Authenticator()
    await passkeys.register(anna, phone.make(await passkeys.registration_options(anna)), "  my   phone ")
    for _ in range(2):
        assert await passkeys.login(phone.sign(await passkeys.login_options(), anna.id)) == anna
    ((_, label, _, used),) = await passkeys.listed(anna)
    assert label == "my phone"
    assert used is not None


async def test_a_guest_becomes_an_account_without_any_password(database: Database):
    accounts, passkeys, phone = accounts_in(database), passkeys_in(database), Authenticator()
    guest = await accounts.guest("Anna")
    anna = await passkeys.register(guest, phone.make(await passkeys.registration_options(guest, "Hanna")))
    assert (anna.id, anna.kind, anna.name) == (guest.id, AccountKind.ACCOUNT, "Hanna")
    with pytest.raises(WrongLogin):
        await accounts.login("Hanna", "")
    assert await passkeys.login(phone.sign(await passkeys.login_options())) == anna


async def test_a_name_that_is_taken_before_the_key_is_made_stays_taken(database: Database):
    accounts, passkeys, phone = accounts_in(database), passkeys_in(database), Authenticator()
    guest = await accounts.guest("Anna")
    options = await passkeys.registration_options(guest)
    await register(database, "Anna")
    with pytest.raises(BadName):
        await passkeys.register(guest, phone.make(options))
    assert (await accounts.find(guest.id)).kind is AccountKind.GUEST
    with pytest.raises(BadName):
        await passkeys.registration_options(guest)


async def test_an_answer_is_taken_once(database: Database):
    (anna,) = await register(database, "Anna")
    passkeys, phone = passkeys_in(database), Authenticator()
    made = phone.make(await passkeys.registration_options(anna))
    await passkeys.register(anna, made)
    with pytest.raises(BadPasskey, match="no such challenge"):
        await passkeys.register(anna, made)
    signed = phone.sign(await passkeys.login_options())
    await passkeys.login(signed)
    with pytest.raises(BadPasskey, match="no such challenge"):
        await passkeys.login(signed)


async def test_a_challenge_expires_and_is_for_one_person_and_one_purpose(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    clock = Clock()
    passkeys, phone = passkeys_in(database, clock), Authenticator()
    options = await passkeys.registration_options(anna)
    with pytest.raises(BadPasskey):
        await passkeys.register(otto, phone.make(options))
    with pytest.raises(BadPasskey):
        await passkeys.login(phone.sign({"rpId": SITE.rp_id, "challenge": options["challenge"]}))
    clock.pass_by(CHALLENGE_LASTS)
    with pytest.raises(BadPasskey):
        await passkeys.register(anna, phone.make(options))
    await passkeys.login_options()
    assert len(await database.fetch("SELECT 1 FROM challenges")) == 1


async def test_a_key_made_or_used_on_another_site_is_refused(database: Database):
    (anna,) = await register(database, "Anna")
    passkeys, phone = passkeys_in(database), Authenticator()
    lured = Authenticator(origin="https://karat.example.evil.example")
    with pytest.raises(BadPasskey, match="registration refused"):
        await passkeys.register(anna, lured.make(await passkeys.registration_options(anna)))
    options = await passkeys.registration_options(anna)
    options["rp"]["id"] = "evil.example"
    with pytest.raises(BadPasskey, match="registration refused"):
        await passkeys.register(anna, phone.make(options))
    await passkeys.register(anna, phone.make(await passkeys.registration_options(anna)))
    phone.origin = lured.origin
    with pytest.raises(BadPasskey, match="login refused"):
        await passkeys.login(phone.sign(await passkeys.login_options()))


async def test_a_copied_key_is_noticed_by_its_count(database: Database):
    (anna,) = await register(database, "Anna")
    passkeys, phone = passkeys_in(database), Authenticator()
    await passkeys.register(anna, phone.make(await passkeys.registration_options(anna)))
    copy = Authenticator(key=phone.key, id=phone.id)
    for _ in range(3):
        await passkeys.login(phone.sign(await passkeys.login_options()))
    with pytest.raises(BadPasskey):
        await passkeys.login(copy.sign(await passkeys.login_options()))


async def test_the_key_of_another_opens_nothing(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    passkeys, phone, other = passkeys_in(database), Authenticator(), Authenticator()
    await passkeys.register(anna, phone.make(await passkeys.registration_options(anna)))
    with pytest.raises(BadPasskey):
        await passkeys.login(other.sign(await passkeys.login_options(), anna.id))
    other.id = phone.id
    with pytest.raises(BadPasskey):
        await passkeys.login(other.sign(await passkeys.login_options(), anna.id))
    with pytest.raises(BadName):  # the id of a key stands once
        await passkeys.register(otto, other.make(await passkeys.registration_options(otto)))


async def test_who_is_suspended_is_not_let_in_by_a_key_either(database: Database):
    (anna,) = await register(database, "Anna")
    passkeys, phone = passkeys_in(database), Authenticator()
    await passkeys.register(anna, phone.make(await passkeys.registration_options(anna)))
    await accounts_in(database).suspend(anna)
    with pytest.raises(Suspended):
        await passkeys.login(phone.sign(await passkeys.login_options()))


async def test_the_last_way_in_is_not_removed(database: Database):
    accounts, passkeys, phone = accounts_in(database), passkeys_in(database), Authenticator()
    guest = await accounts.guest("Anna")
    anna = await passkeys.register(guest, phone.make(await passkeys.registration_options(guest)))
    ((key, *_),) = await passkeys.listed(anna)
    assert not await passkeys.remove(anna, key)
    await accounts.change_password(anna, None, GOOD_PASSWORD)
    assert await passkeys.remove(anna, key)
    assert await passkeys.listed(anna) == []


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
parts = ("clientDataJSON", "authenticatorData", "signature", "attestationObject", "userHandle")


@settings(examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(whole=st.dictionaries(st.text(), plain), part=st.sampled_from(parts), value=plain)
async def test_any_other_answer_is_refused(database: Database, whole: dict[str, Any], part: str, value: Any):
    passkeys, phone = passkeys_in(database), Authenticator()
    spoilt = phone.sign(await passkeys.login_options())
    spoilt["response"][part] = value
    for answer in (whole, spoilt):
        with pytest.raises(BadPasskey):
            await passkeys.login(answer)
