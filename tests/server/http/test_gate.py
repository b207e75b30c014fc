"""What holds of every request: names by which the server is called, what browsers keep, and odd paths."""

import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from karat.record import BadRecord, Form, parse_line
from karat.server.http.gate import name_of, own_names


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200), ("127.0.0.1", 200), ("192.168.1.20:8000", 200), ("[::1]:8000", 200),
        ("LOCALHOST.", 200), ("aurum.localhost", 200), ("karat.example", 200), ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421), ("1e100", 421),
    ],
)  # fmt: skip
async def test_a_name_that_is_not_ours_is_refused(serve: Any, tmp_path: Any, host: str, status: int):
    server = await serve(str(tmp_path / "karat.sqlite"), public_url="https://karat.example")
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get("/api/tables", headers={"Host": host})
        assert answer.status_code == status
        assert status == 200 or answer.json()["code"] == "wrong_host"
    # A page of such a name would be of our own origin to a browser.
    where, headers = server.url.replace("http", "ws") + "/ws", {"Host": host, "Origin": f"http://{host}"}
    if status == 421:
        with pytest.raises(InvalidStatus) as refused:
            await connect(where, additional_headers=headers)
        assert refused.value.response.status_code == 421


async def test_more_names_can_be_allowed_and_all(serve: Any, tmp_path: Any):
    for number, allowed in enumerate((("friends.example",), ("*",))):
        server = await serve(str(tmp_path / f"{number}.sqlite"), hosts=allowed)
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/healthz", headers={"Host": "friends.example"})).status_code == 200


def test_this_machine_is_known_by_its_own_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.home")
    assert own_names(["http://localhost:8000", "https://karat.example"], ["Other"]) == {
        "localhost", "laptop.home", "laptop.local", "karat.example", "other"
    }  # fmt: skip
    assert name_of("[fe80::1]:80") == "fe80::1"


async def test_nothing_is_kept_or_guessed_at_that_nobody_said_may_be(server: Any):
    async with httpx.AsyncClient(base_url=server.url) as http:
        guest = await http.post("/api/guests", json={"name": "Ada"})
        for answer in (guest, await http.get("/api/me"), await http.get("/api/nothing"), await http.get("/healthz")):
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"
        rules = await http.get("/api/rules/aurum")
        assert rules.headers["cache-control"].startswith("public")


@pytest.mark.parametrize("path", ["/%00", "/index.html%00", "/assets/%00.js", "/api/tables/%00", "/table/a%00b"])
async def test_a_path_with_a_zero_is_not_found(server: Any, path: str):
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get(path)).status_code == 404


async def test_half_a_character_is_no_text(server: Any):
    line = json.dumps({"format": "karat/1", "game": "aurum", "names": ["\ud800", "b", "c"]})
    with pytest.raises(BadRecord, match="half of a character") as bad:
        parse_line(line.encode())
    assert bad.value.law is Form.STRICT_JSON
    parse_line(json.dumps({"name": "\N{GRINNING FACE}"}).encode())
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/replay", json={"record": line})
        assert (answer.status_code, answer.json()["code"]) == (409, "bad_record")


@pytest.mark.parametrize(
    ("headers", "networks", "status"),
    [({}, (), 200), ({"X-Forwarded-For": "8.8.8.8"}, (), 403), ({"X-Forwarded-For": "8.8.8.8"}, ("8.8.8.0/24",), 200)],
)
async def test_metrics_are_for_this_machine_unless_said_otherwise(
    serve: Any, tmp_path: Any, headers: dict[str, str], networks: tuple[str, ...], status: int
):
    server = await serve(str(tmp_path / "karat.sqlite"), metrics_from=networks)
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/metrics", headers=headers)).status_code == status
