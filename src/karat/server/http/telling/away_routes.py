"""What somebody leaves behind while they are not there, over REST: what they said in advance, and days off."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from karat.server.http.calls import Call, Row
from karat.server.http.people_routes import person
from karat.server.people.accounts import AccountKind
from karat.server.people.vacations import DAYS_A_YEAR
from karat.server.tables.commands import ActionText, Order
from karat.server.tables.decide import own_seat
from karat.server.wire import projection

MOST_ORDERS = 12


class NewOrders(Struct, frozen=True, forbid_unknown_fields=True):
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ORDERS)]
    """What one does when one is asked, the most wanted first; nothing takes it back."""


class ShownOrders(Struct, frozen=True):
    """What a seat has said in advance, which it alone is told."""

    orders: tuple[str, ...]
    """What still stands: each goes by itself when what it stood on has changed."""
    may_order: tuple[str, ...]
    """What may be said in advance now."""


class NewVacation(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=1, le=DAYS_A_YEAR)]
    """Of 24 hours each."""
    begins: float | None = None
    """Seconds since 1970; at once unless given."""


class ShownDays(Struct, frozen=True):
    year: int
    days: int


class ShownVacation(Struct, frozen=True):
    begins: float | None
    """Of the vacation that goes on, or comes; null where there is none."""
    ends: float | None
    left: tuple[ShownDays, ...]
    """How many days may still be taken, of this year's and of the next."""
    most: int
    """Days of a year."""


async def orders(call: Call) -> ShownOrders:
    player = call.known()
    table = await call.house.table(call.table_id)
    told = projection.turn(table, own_seat(table, player))
    return ShownOrders(told.orders, told.may_order)


async def order(call: Call) -> ShownOrders:
    fold = await call.submit(Order("rest", call.body.actions))
    told = projection.turn(fold.table, own_seat(fold.table, call.known()))
    return ShownOrders(told.orders, told.may_order)


async def vacation(call: Call) -> ShownVacation:
    return await shown(call, person(call, AccountKind.ACCOUNT).id)


async def take_days(call: Call) -> ShownVacation:
    who = person(call, AccountKind.ACCOUNT)
    await call.people.count("profile", who.id)
    await call.people.vacations.take(who.id, call.body.days, call.body.begins)
    await call.worker.society.resting.look()
    return await shown(call, who.id)


async def be_back(call: Call) -> ShownVacation:
    who = person(call, AccountKind.ACCOUNT)
    await call.people.count("profile", who.id)
    await call.people.vacations.end(who.id)
    await call.worker.society.resting.look()
    return await shown(call, who.id)


async def shown(call: Call, who: str) -> ShownVacation:
    taken = await call.people.vacations.of(who)
    left = await call.people.vacations.left(who)
    return ShownVacation(
        begins=taken.begins if taken else None,
        ends=taken.ends if taken else None,
        left=tuple(ShownDays(one.year, one.days) for one in left),
        most=DAYS_A_YEAR,
    )


ORDER_ROUTES = (
    Row("GET", "/api/tables/{table}/orders", "What one has said in advance", orders, None, ShownOrders,
        (401, 403, 404)),
    Row("POST", "/api/tables/{table}/orders", "Say in advance what one does when asked", order, NewOrders,
        ShownOrders, (401, 403, 404, 409)),
)  # fmt: skip
VACATION_ROUTES = (
    Row("GET", "/api/me/vacation", "One's days off", vacation, None, ShownVacation, (401, 403)),
    Row("POST", "/api/me/vacation", "Take days off, in which clocks of days rest", take_days, NewVacation,
        ShownVacation, (401, 403, 409)),
    Row("DELETE", "/api/me/vacation", "Be back, or call one's days off off", be_back, None, ShownVacation,
        (401, 403)),
)  # fmt: skip
