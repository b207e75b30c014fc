"""`karat serve`, as who starts it sees it."""

import re
import subprocess
import sys
from pathlib import Path

import httpx


def test_who_serves_a_network_is_told_the_address_for_the_others(tmp_path: Path):
    options = ["--host", "0.0.0.0", "--no-open", "--quiet", "--data", str(tmp_path)]  # noqa: S104 -- what it is about
    server = subprocess.Popen(
        [sys.executable, "-m", "karat", "serve", *options], stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert server.stderr is not None
        said = ""
        while "Ctrl-C" not in said:
            said += (line := server.stderr.readline())
            assert line, said
        here, *others = re.findall(r"http://\S+/", said)
        assert here.startswith("http://127.0.0.1:")
        assert len(others) == said.count("for everyone on your network") <= 1  # none where there is no network
        patient = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=patient, timeout=30) as client:
            assert [client.get(f"{url}healthz").status_code for url in (here, *others)] == [200, *(200 for _ in others)]
    finally:
        server.terminate()
        server.communicate(timeout=30)
