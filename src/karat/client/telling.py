"""What one leaves behind and is told while one is away: orders, days off, tables that wait, and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.client.calling import Caller

if TYPE_CHECKING:
    from collections.abc import Sequence


class Telling(Caller):
    """The calls about them."""

    async def order(self, table: str, *actions: str) -> list[str]:
        """Say in advance what one does when one is asked, the most wanted first; what stands then.

        As in `await ada.order(table, "keep")`: it is done until it ends by itself, as what it stood on has changed, or
        until one says otherwise; without actions it is taken back.
        """
        told = await self.call("POST", f"/api/tables/{table}/orders", {"actions": actions})
        return list(told["orders"])

    async def orders(self, table: str) -> dict[str, Any]:
        """`orders`, what one has said in advance and still stands, and `may_order`, what one may say."""
        told: dict[str, Any] = await self.call("GET", f"/api/tables/{table}/orders")
        return told

    async def waiting(self) -> list[dict[str, Any]]:
        """The tables that wait for one, the most urgent first: `table`, `game`, `who`, `since`, `deadline`."""
        found: list[dict[str, Any]] = (await self.call("GET", "/api/me/waiting"))["tables"]
        return found

    async def vacation(self) -> dict[str, Any]:
        """One's days off: `begins` and `ends` of those taken, and how many are `left` of a year's."""
        told: dict[str, Any] = await self.call("GET", "/api/me/vacation")
        return told

    async def take_days_off(self, days: int, *, begins: float | None = None) -> dict[str, Any]:
        """So many days off, at once or from a time on: clocks of days rest."""
        wanted = {"days": days, "begins": begins}
        told: dict[str, Any] = await self.call("POST", "/api/me/vacation", wanted)
        return told

    async def be_back(self) -> dict[str, Any]:
        """End one's days off, or call them off; those that have not begun are given back."""
        told: dict[str, Any] = await self.call("DELETE", "/api/me/vacation")
        return told

    async def notices(self, **wishes: Any) -> dict[str, Any]:
        """What one is told and where; with `off` or `quiet` given, chosen anew (docs/people.md)."""
        told: dict[str, Any] = await self.call("POST" if wishes else "GET", "/api/me/notices", wishes or None)
        return told

    async def add_webhook(self, url: str, *, language: str = "en", label: str = "") -> str:
        """Have a program called when there is something to tell; the secret that signs the calls."""
        wanted = {"url": url, "language": language, "label": label}
        return str((await self.call("POST", "/api/me/notices/webhook", wanted))["secret"])

    async def add_browser(self, endpoint: str, p256dh: str, auth: str, *, language: str = "en", label: str = "") -> str:
        """Be told by a push service, with a subscription as a browser's `PushManager` makes it; the channel's id."""
        wanted = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "language": language, "label": label}
        return str((await self.call("POST", "/api/me/notices/push", wanted))["id"])

    async def add_address(self, address: str, *, language: str = "en") -> str:
        """Have a code sent to an address for mail, which `confirm_address` takes; the channel's id."""
        wanted = {"address": address, "language": language}
        return str((await self.call("POST", "/api/me/notices/mail", wanted))["id"])

    async def confirm_address(self, code: str) -> None:
        """Be told by mail, with the code that came."""
        await self.call("POST", "/api/me/notices/mail/confirm", {"code": code})

    async def remove_channel(self, channel: str) -> None:
        """Be told there no more; `notices()["channels"]` has them."""
        await self.call("DELETE", f"/api/me/notices/channels/{channel}")

    async def try_notices(self) -> None:
        """Have a notice sent to all of one's channels, also in quiet hours."""
        await self.call("POST", "/api/me/notices/test")

    async def stop_mail(self, token: str) -> None:
        """End mail by what the link in it brings; nobody has to be signed in."""
        await self.call("POST", f"/api/notices/stop/{token}")

    async def mute_notices(self, table: str, *, muted: bool = True, off: Sequence[str] = ()) -> None:
        """Be told nothing of that table, or again; with `muted=False` and `off`, all but these kinds."""
        await self.call("POST", f"/api/tables/{table}/notices", {"muted": muted, "off": list(off)})
