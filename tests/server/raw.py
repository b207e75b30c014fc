"""A socket without a client around it, for tests that look at frames."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import connect

Frame = dict[str, Any]


class Raw:
    """With a table given, the first frame is the answer to its `hello`."""

    def __init__(self, url: str, token: str = "", table: str = "", **hello: Any) -> None:
        self.url, self.token, self.table, self.hello = url.replace("http", "ws") + "/ws", token, table, hello

    async def __aenter__(self) -> Self:
        self.socket = await connect(self.url, compression=None)
        if self.table:
            self.first = await self.ask("hello", token=self.token, **self.hello)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def send(self, kind: str, **inside: Any) -> None:
        await self.socket.send(json.dumps({"v": 2, "t": kind, "table": self.table, "d": inside}))

    async def ask(self, kind: str, **inside: Any) -> Frame:
        await self.send(kind, **inside)
        return await self.hear()

    async def hear(self, seconds: float = 20) -> Frame:
        return json.loads(await asyncio.wait_for(self.socket.recv(), seconds))

    async def until(self, wanted: Callable[[Frame], bool], seconds: float = 30) -> Frame:
        """The next frame of which that is true; others are passed over."""
        async with asyncio.timeout(seconds):
            while not wanted(frame := await self.hear(seconds)):
                pass
        return frame

    async def event(self, name: str, **told: Any) -> dict[str, Any]:
        """The next event of that name with these fields."""

        def fits(event: dict[str, Any]) -> bool:
            return event["e"] == name and all(event.get(key) == value for key, value in told.items())

        frame = await self.until(lambda frame: frame["t"] == "events" and any(map(fits, frame["d"]["events"])))
        return next(filter(fits, frame["d"]["events"]))

    async def answer(self, kind: str, **inside: Any) -> Frame:
        """What the server says to a frame, whatever it tells in between."""
        await self.send(kind, **inside)
        return await self.until(lambda frame: frame["t"] in ("ok", "rejected"))

    async def silent(self, seconds: float = 0.4) -> list[Frame]:
        """What is heard in that time."""
        heard = []
        try:
            async with asyncio.timeout(seconds):
                while True:
                    heard.append(await self.hear(60))
        except TimeoutError:
            return heard
