"""The built client as files."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from karat.server.http.pages import PageMount


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>page")
    (tmp_path / "sw.js").write_text("self")
    (tmp_path / "assets" / "app-4f2a.js").write_text("let long = 'script'")
    (tmp_path / "assets" / "app-4f2a.js.gz").write_bytes(gzip.compress(b"let long = 'script'"))
    (tmp_path / "assets" / "app-4f2a.js.br").write_bytes(b"packed")
    (tmp_path / "assets" / "card-11.svg").write_text("<svg/>")
    app = Starlette(routes=[Route("/api/here", lambda _: Response(), methods=["POST"]), PageMount(tmp_path)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://karat") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/index.html", "/table/abc", "/rules/aurum", "/wsomething"])
async def test_the_page_answers_for_its_own_paths_and_is_asked_for_anew(http: httpx.AsyncClient, path: str):
    told = await http.get(path)
    assert (told.status_code, told.text) == (200, "<!doctype html>page")
    assert told.headers["cache-control"] == "no-cache"
    assert told.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/ws", "/assets/gone-1.js", "/assets/gone", "/favicon.ico"])
async def test_what_is_no_page_is_not_found(http: httpx.AsyncClient, path: str):
    assert (await http.get(path)).status_code == 404


async def test_files_with_a_hash_are_kept_for_ever_and_others_are_not(http: httpx.AsyncClient):
    assert "immutable" in (await http.get("/assets/card-11.svg")).headers["cache-control"]
    assert (await http.get("/sw.js")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None), ("br;q=1.0, gzip;q=0.5", "br"), ("", None)],
)
async def test_a_packed_file_goes_to_who_can_unpack_it(http: httpx.AsyncClient, accepts: str, encoding: str | None):
    request = http.build_request("GET", "/assets/app-4f2a.js", headers={"Accept-Encoding": accepts})
    told = await http.send(request, stream=True)
    assert told.headers.get("content-encoding") == encoding
    assert told.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "Accept-Encoding" in told.headers["vary"]
    assert "immutable" in told.headers["cache-control"]


async def test_nothing_from_elsewhere_and_no_inline_script(http: httpx.AsyncClient):
    told = (await http.get("/table/abc")).headers["content-security-policy"].split("; ")
    assert "script-src 'self'" in told
    assert "default-src 'none'" in told


async def test_what_has_not_changed_is_not_sent_again(http: httpx.AsyncClient):
    first = await http.get("/")
    again = await http.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


async def test_a_call_with_a_wrong_method_is_told_the_right_ones(http: httpx.AsyncClient):
    told = await http.delete("/api/here")
    assert (told.status_code, told.headers["allow"]) == (405, "POST")
