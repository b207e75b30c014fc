"""Addresses that people give: the server goes to none that only it can reach."""

import socket

import pytest
from receiving import Endpoint

from karat.server.notices.reach import NotReached, Reach, Unwelcome, refuse_inside

INSIDE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0",  # noqa: S104
    "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "192.0.2.1", "198.18.0.1",
)  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_of_ones_own_networks_are_refused(address: str):
    with pytest.raises(Unwelcome):
        refuse_inside(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_world_are_not(address: str):
    refuse_inside(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "nonsense", "http://push.example/x", "ftp://push.example", "file:///etc/passwd", "https://", "https:///x",
        "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://a.localhost/", "https://db/x",
        "https://metadata.google.internal/", "https://printer.local/", "https://me:you@push.example/",
        "https://push.example:22/", "https://push.example:0/", "https://push.example:99999/", "https://a\nb/",
        "https://push.example/\u00fc", "https://2130706433/", "https://0x7f000001/", "https://" + "a" * 2100,
        "https://[fe80::1%25eth0]/", "https://[::1", "gopher://push.example:443/",
    ],
)  # fmt: skip
def test_addresses_that_would_never_be_called_are_refused_at_once(url: str):
    with pytest.raises(Unwelcome):
        Reach().check(url)


async def test_what_a_name_stands_for_is_seen_when_it_is_called(monkeypatch: pytest.MonkeyPatch):
    """A name may stand for something harmless when it is given and for the database when it is called."""
    asked = []

    def getaddrinfo(host: str, port: int, **_: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in ("8.8.8.8", "10.0.0.5")]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    reach = Reach()
    with pytest.raises(Unwelcome):
        await reach.post(reach.check("https://rebound.example/x"), {}, b"")
    assert asked == ["rebound.example"]
    await reach.close()


async def test_an_operator_may_let_notices_go_to_the_own_network_and_nobody_is_led_on():
    reach = Reach(private=True)
    async with Endpoint(statuses=[302, 200]).open() as endpoint:
        assert (await reach.post(endpoint.url + "/x", {"A": "b"}, b"hello")).status == 302
        assert (await reach.post(endpoint.url + "/x", {"A": "b"}, b"hello")).status == 200
        assert [(one.path, one.headers["a"], one.body) for one in endpoint.received] == [("/x", "b", b"hello")] * 2
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}/"
    with pytest.raises(NotReached):
        await reach.post(nobody, {}, b"")
    await reach.close()
