"""A server, a table on it, and a program that plays there against bots of the house."""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time

from karat.client import Client


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


async def play(url: str) -> None:
    async with Client(url, name="Ada") as ada:
        table = await ada.open_table({"game": "aurum", "players": 3})
        await ada.fill(table, "novice")
        async with ada.follow(table) as followed:
            async for _ in followed:
                if followed.owes:
                    await followed.act(followed.legal[0])
        record = await ada.record(table)
        print(f"{len(record['rounds'])} rounds, won by side {record['result']['winners'][0]}: {url}/t/{table}")


def main() -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "karat", "serve", "--port", str(port), "--data", folder, "--quiet"]
        server = subprocess.Popen(command)
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.1)
            asyncio.run(play(url))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
