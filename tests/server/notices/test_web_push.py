"""What browsers' push services ask for: the standards' own example, and what a receiver makes of our messages."""

import json
import time

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from receiving import Browser, raw, signed_by, text

from karat.server.notices.web_push import BadSubscription, BrowserKeys, Signer, encrypt

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
RECEIVER = raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
AUTH, SALT = raw("BTBZMqHH6r4Tts7J_aSIgg"), raw("DGv6ra1nlYgDCS1FRnbzlw")
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key(number: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def test_the_example_of_the_standard_comes_out_byte_for_byte():
    receiver = Browser(key(RECEIVER), AUTH)
    keys = BrowserKeys.read(text(receiver.public), text(AUTH))
    assert text(encrypt(PLAIN, keys, own=key(SENDER), salt=SALT)) == SEALED
    assert receiver.read(raw(SEALED)) == PLAIN


def test_every_message_is_sealed_anew_and_read_by_its_browser_alone():
    mine, other = Browser(), Browser()
    keys = BrowserKeys(mine.public, mine.auth)
    first, second = (encrypt(b"your turn", keys) for _ in range(2))
    assert first != second
    assert mine.read(first) == mine.read(second) == b"your turn"
    with pytest.raises(InvalidTag):
        other.read(first)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("AAAA", "AAAA"),
        (text(b"\x04" + bytes(64)), text(bytes(16))),
        (text(Browser().public), text(bytes(3))),
    ],
    ids=["nothing", "too short", "on no curve", "short secret"],  # a key of its own would be another in every process
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str):
    with pytest.raises(BadSubscription):
        BrowserKeys.read(p256dh, auth)


def test_a_word_is_signed_for_each_push_service_and_kept_for_some_hours():
    signer = Signer(ec.generate_private_key(ec.SECP256R1()), "https://karat.example")
    now = time.time()
    one = signer.authorization("https://push.example/a?b", now)
    assert signed_by(one, "https://push.example") == signer.public
    assert signer.authorization("https://push.example/other", now + 60) == one
    assert signer.authorization("https://push.example/other", now + 7 * 3600) != one
    assert signed_by(signer.authorization("https://else.example:444/x", now), "https://else.example:444")
    assert json.loads(raw(one.split(".")[1]))["sub"] == "https://karat.example"
