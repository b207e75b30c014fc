"""The ASGI app: REST, sockets, the page, and what operators ask for."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import threading
import time
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

import karat
from karat.games import GAMES
from karat.server.daily import attempts
from karat.server.daily.deals import DailyDeals
from karat.server.daily.field import DailyField
from karat.server.daily.keeper import DailyKeeper
from karat.server.house.admission import Admission
from karat.server.house.bot_pool import BotPool
from karat.server.house.external_bots import ExternalBots, invitations_met
from karat.server.house.house import House
from karat.server.house.listeners import Listeners
from karat.server.house.live import Live
from karat.server.house.mutes import Mutes
from karat.server.house.presence import Presence
from karat.server.house.resting import RestKeeper
from karat.server.house.scheduler import Scheduler
from karat.server.house.seating import RunningTables, seats_of
from karat.server.http import openapi, problems
from karat.server.http.all_routes import all_routes
from karat.server.http.calls import Call, EventRooms, Row, Society, Studies, Worker
from karat.server.http.draining import Drain
from karat.server.http.gate import Gate, own_names
from karat.server.http.logs import set_up_logs, tell_of_compiling
from karat.server.http.metrics import Measured, Metrics
from karat.server.http.pages import PageMount
from karat.server.http.people import People
from karat.server.http.problems import Failed
from karat.server.http.reading import read_body, read_query
from karat.server.http.sockets import Connection
from karat.server.matches.finished import closing, of_table
from karat.server.moderation.audit import AuditLog
from karat.server.moderation.signals import Signals
from karat.server.notices.mail import Mail
from karat.server.notices.of_tables import TableNotices
from karat.server.notices.reach import Reach
from karat.server.notices.sender import NoticeSender, Ways
from karat.server.notices.web_push import Signer, house_key
from karat.server.people.devices import set_cookie as device_cookie
from karat.server.people.follows import Follows
from karat.server.people.limits import REQUESTS, Limits, TooMuch
from karat.server.people.live_sessions import LiveSessions
from karat.server.people.privacy import still_known
from karat.server.people.quotas import address_key, is_within
from karat.server.people.sessions import from_other_site, set_cookie
from karat.server.reviews.across import AcrossReviews
from karat.server.reviews.puzzle_book import PuzzleBook
from karat.server.reviews.reviewer import Reviewer
from karat.server.social.clubs import Clubs
from karat.server.social.finder import Finder
from karat.server.social.friends import Friends
from karat.server.store.card_files import CardFiles
from karat.server.store.database import Statement, Unreachable
from karat.server.store.sqlite import Sqlite
from karat.server.tables.commands import Refused
from karat.server.tournaments import keeper as tournaments
from karat.server.tournaments.directing import Directing
from karat.server.tournaments.keeper import TournamentKeeper
from karat.warming import IDLE, Warming, for_play, for_reviews

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from karat.kit import Kit
    from karat.server.store.database import Database
    from karat.server.tables.entries import Player
    from karat.server.tables.table import Table

STATIC = Path(karat.__file__).parent / "static"
SETTINGS = "KARAT_SETTINGS"
"""The variable through which `karat serve` tells its workers."""
NO_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Karat</title>
<h1>Karat</h1><p>The server runs. The page is not built here; the calls are in <a href="/openapi.json">openapi.json</a>.
"""
LOOPBACK = ("127.0.0.0/8", "::1")
SIZES_EVERY = 5.0
WRITTEN_LATELY = 1.0
"""Seconds for which a row that could be written says that others can."""
TRY_WRITING = "INSERT INTO limits (id, full_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET full_at = excluded.full_at"

log = structlog.get_logger()


class ServerSettings(msgspec.Struct, frozen=True):
    """How a server runs."""

    database: str
    """A file for SQLite, or a postgresql:// address."""
    fast_sync: bool = False
    thinkers: int = 1
    limit_factor: float = 1.0
    origins: tuple[str, ...] = ()
    """Sites beside our own whose pages may use this server."""
    hosts: tuple[str, ...] = ()
    """Names beside those of this machine and of the addresses here under which browsers may find it; `*` for all."""
    metrics_from: tuple[str, ...] = ()
    """Networks beside this machine that may ask for metrics."""
    public_url: str = "http://localhost:8000"
    """Where browsers find this server; passkeys are for its domain."""
    cards: tuple[str, ...] = ()
    """Card files that tables may be played with."""
    quiet: bool = False
    """Whether only what goes wrong is logged."""
    drain: float = 0.0
    """Seconds for which a server that is told to stop goes on, while `/readyz` says no."""
    smtp: str = ""
    """Where mail is handed over, `smtp://USER@HOST`; empty where the house sends none."""
    mail_from: str = ""
    smtp_password_file: str = ""
    """In place of the variable KARAT_SMTP_PASSWORD."""
    private_endpoints: bool = False
    """Whether notices may go to addresses inside the server's own network, also without TLS."""


def make_database(settings: ServerSettings) -> Database:
    if settings.database.startswith(("postgresql://", "postgres://")):
        from karat.server.store.postgres import Postgres  # noqa: PLC0415 -- its driver is not needed for a file

        return Postgres(settings.database)
    return Sqlite(Path(settings.database), fast_sync=settings.fast_sync, alone=True)


class App:
    """Everything that one worker has, put together. With `early`, bots load what they need before they are asked."""

    def __init__(self, settings: ServerSettings, games: Mapping[str, Kit] = GAMES, *, early: bool = False) -> None:
        rows = all_routes(games)
        self.settings = settings
        self.early = early
        self.origins = (*settings.origins, settings.public_url.rstrip("/"))
        self.metrics = metrics = Metrics()
        self.limits = Limits(settings.limit_factor)
        self.offered = [Path(path).read_bytes().decode() for path in settings.cards]

        self.database: Database = Measured(make_database(settings), metrics)
        card_files = CardFiles(self.database, games)
        self.people = people = People.at(card_files, self.limits, settings.public_url, settings.origins)
        self.live_sessions = LiveSessions(self.database, people)
        self.bot_pool = BotPool(settings.thinkers, metrics.thought)
        kits = tuple(games.values())
        self.warming = Warming([*for_play(kits), *for_reviews(kits)] if early else (), niceness=IDLE)
        self.reviewer = Reviewer(self.database, self.bot_pool.review)
        self.scheduler = Scheduler(self.bot_pool)
        self.daily = DailyKeeper(DailyDeals(self.database, games), self.bot_pool.review)
        self.presence = Presence(self.database)
        self.external_bots = ExternalBots(self.database, self.live_sessions, self.presence, people.challenges)
        self.notices = NoticeSender(self.database)
        self.mail = Mail.at(settings.smtp, settings.mail_from, settings.smtp_password_file) if settings.smtp else None

        self.house = House(
            self.database,
            card_files,
            Live(self.database, card_files),
            along=(
                still_known,
                seats_of,
                invitations_met,
                self.presence.missing,
                TableNotices().along,
                metrics.committed,
            ),
            ended=(partial(close_match, self.database), attempts.count, tournaments.count),
            changed=(self.scheduler.changed, self.external_bots.changed, metrics.changed, self._tournament_changed),
        )
        self.tournaments = TournamentKeeper(self.house, self.bot_pool.review)
        self.resting = RestKeeper(self.house)
        self.mutes = Mutes(self.database, self.house.live, people.hidden_from)
        admission = Admission(self.database, people.relations)
        self.worker = Worker(
            house=self.house,
            listeners=Listeners(self.house, self.presence, people.hidden_from, people.history.is_open, admission.check),
            external_bots=self.external_bots,
            people=people,
            limits=self.limits,
            live_sessions=self.live_sessions,
            metrics=metrics,
            running_tables=RunningTables(self.database, settings.limit_factor),
            consider=self.bot_pool.consider,
            notices=self.notices,
            studies=Studies(
                reviewer=self.reviewer,
                study=self.bot_pool.study,
                across=AcrossReviews(self.database),
                puzzles=PuzzleBook(self.database, card_files.standard),
            ),
            events=EventRooms(
                deals=self.daily.deals,
                field=DailyField(self.database),
                directing=Directing(self.house, self.tournaments.look_at),
            ),
            society=Society(
                friends=Friends(self.database, Follows(self.database), people.relations),
                clubs=Clubs(self.database, people.relations),
                finder=Finder(self.house, people.relations, people.sanctions),
                admission=admission,
                audit=AuditLog(self.database),
                signals=Signals(self.database),
                resting=self.resting,
            ),
        )

        self.connections: set[Connection] = set()
        self._wrote = -WRITTEN_LATELY
        self.drain = Drain(settings.drain, goodbye=(self.external_bots.stop, self._send_away))
        self.rows = rows

    def asgi(self) -> Starlette:
        """The app as a server runs it."""
        # The first that fits a path answers for it, so those without parts that differ come first.
        rows = sorted(self.rows, key=lambda row: "{" in row.path)
        routes: list[BaseRoute] = [Route(row.path, self._endpoint(row), methods=[row.method]) for row in rows]
        routes += [
            WebSocketRoute("/ws", self._socket),
            Route("/openapi.json", self._openapi),
            Route("/healthz", self._healthz),
            Route("/readyz", self._readyz),
            Route("/metrics", self._metrics),
            PageMount(STATIC) if STATIC.is_dir() else Route("/", self._no_page),
        ]
        handlers: dict[Any, Any] = {HTTPException: self._refused, Exception: self._failed}
        names = own_names(self.origins, self.settings.hosts)
        return Starlette(
            routes=merged(routes),
            lifespan=self._lifespan,
            exception_handlers=handlers,
            middleware=[Middleware(Gate, names=names)],
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        await self.database.open()
        await self.people.accounts.make_keys()
        await self.people.sanctions.load()
        for text in self.offered:
            self.house.offered.add(await self.house.card_files.keep(text))
        self.drain.install()
        self.scheduler.start(self.house)
        self.presence.start(self.house)
        self.notices.start(await self._ways())
        await self.daily.start()
        self.tournaments.start()
        self.resting.start()
        looking = [asyncio.create_task(self._look_at_oneself()), asyncio.create_task(self.live_sessions.look_at_all()),
                   asyncio.create_task(self.people.sanctions.look_for_ever())]  # fmt: skip
        if self.early:
            spare_the_start()
            self.bot_pool.start(self.house.games.values())
            self.warming.start()
            threading.Thread(target=tell_of_compiling, args=(self.warming,), daemon=True).start()
        log.info("server.started")
        try:
            yield
        finally:
            self.drain.uninstall()
            self.external_bots.stop()
            for task in looking:
                task.cancel()
            await self.notices.stop()
            await self.daily.stop()
            await self.tournaments.stop()
            await self.resting.stop()
            await self.presence.stop()
            await self.scheduler.stop()
            await self.reviewer.stop()
            await asyncio.to_thread(self.warming.stop)
            await asyncio.to_thread(self.bot_pool.close)
            await self.database.close()
            log.info("server.stopped")

    async def _ways(self) -> Ways:
        """How notices leave this house."""
        home = self.settings.public_url.rstrip("/")
        host = home.partition("://")[2].partition(":")[0]
        contact = home if home.startswith("https://") else f"mailto:notices@{host}"
        signer = Signer(await house_key(self.database), contact)
        return Ways(home, signer, Reach(private=self.settings.private_endpoints), self.mail)

    def _endpoint(self, row: Row) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            try:
                response = await self._answer(row, request)
            except (Failed, LookupError, ValueError, OSError) as error:
                response = problems.answer(error)
                if isinstance(error, Refused):
                    self.metrics.refused(error)
                if response.status_code >= 500:
                    log.exception("request.failed", call=row.handler.__name__)
            self.metrics.requests.labels(row.handler.__name__, str(response.status_code)).inc()
            self.metrics.seconds.observe(time.perf_counter() - began)
            log.info(
                "request",
                call=row.handler.__name__,
                status=response.status_code,
                ms=round(1000 * (time.perf_counter() - began), 1),
            )
            return response

        return endpoint

    async def _answer(self, row: Row, request: Request) -> Response:
        address = address_key(request.client.host if request.client else None)
        self.limits.take(f"address {address}", REQUESTS)
        if from_other_site(request.method, request.headers, self.origins):
            raise Failed(403, "cross_site", "a page of another site may not do this")
        asked = read_query(request, row.asks) if row.asks else None
        body = await read_body(request, row.takes, row.longest) if row.takes else None
        player = await self.people.who(request)
        if player is not None:
            self.limits.take(f"session {player.id}", REQUESTS)
            if not self.people.may(request, "read" if request.method == "GET" else "play"):
                raise Failed(403, "not_in_scope", "the token is not for this")
            await self._note(row, player, address)
        call = Call(request, self.worker, address, player, body, asked)
        given = await row.handler(call)
        if isinstance(given, Response):
            response = given
        else:
            response = Response(msgspec.json.encode(given), media_type="application/json")
        token = call.token if call.token is not None else getattr(request.state, "prolonged", None)
        if token is not None:
            response.headers.append("set-cookie", set_cookie(token, https=request.url.scheme == "https"))
        if call.device is not None:
            response.headers.append("set-cookie", device_cookie(call.device, https=request.url.scheme == "https"))
        return response

    async def _note(self, row: Row, player: Player, address: str) -> None:
        """Refuse who is suspended, and keep that somebody is there, with what they play from if they do."""
        if row.plays:
            self.people.sanctions.check_play(player.id)
            await self.people.addresses.note(player, address)
        await self.people.attendance.note(player)

    async def _socket(self, socket: WebSocket) -> None:
        address = address_key(socket.client.host if socket.client else None)
        if from_other_site("GET", socket.headers, self.origins, socket=True):
            await socket.send_denial_response(
                problems.answer(Failed(403, "cross_site", "a page of another site may not do this"))
            )
            return
        try:
            self.limits.enter(address)
        except TooMuch as much:
            await socket.send_denial_response(problems.answer(much))
            return
        self.metrics.sockets.inc()
        try:
            await socket.accept()
            connection = Connection(socket, self.worker)
            self.connections.add(connection)
            try:
                await connection.run()
            finally:
                self.connections.discard(connection)
        finally:
            self.metrics.sockets.dec()
            self.limits.leave(address)

    def _tournament_changed(self, table: Table) -> None:
        self.tournaments.hear(table)

    def _send_away(self) -> None:
        for connection in tuple(self.connections):
            connection.send_away()

    @cached_property
    def document(self) -> bytes:
        """What `/openapi.json` gives; made when it is first asked for, as it takes a moment."""
        return msgspec.json.encode(openapi.document(self.rows, self.house.games))

    async def _openapi(self, _request: Request) -> Response:
        return Response(await asyncio.to_thread(lambda: self.document), media_type="application/json")

    async def _healthz(self, _request: Request) -> Response:
        return Response(b'{"ok":true}', media_type="application/json")

    async def _readyz(self, _request: Request) -> Response:
        if self.drain.draining:
            return problems.answer(Failed(503, "draining", "this server stops in a moment"))
        try:
            await asyncio.wait_for(self._can_write(), 2)
        except OSError as error:
            return problems.answer(error if isinstance(error, Unreachable) else Unreachable())
        return Response(b'{"ok":true}', media_type="application/json")

    async def _can_write(self) -> None:
        """Write a row, though not for everybody who asks: what was found holds for a moment."""
        if time.monotonic() - self._wrote > WRITTEN_LATELY:
            await self.database.write(Statement(TRY_WRITING, ("readyz", time.time())))
            self._wrote = time.monotonic()

    async def _metrics(self, request: Request) -> Response:
        if not self._may_measure(request):
            return problems.answer(Failed(403, "not_from_outside", "metrics are for this machine alone"))
        self._tell_sizes()
        with contextlib.suppress(OSError):  # what the worker itself knows is told without the database too
            await self.metrics.count_tables(self.database)
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    def _may_measure(self, request: Request) -> bool:
        """Whether metrics are for who asks; what a proxy passes on comes from elsewhere, wherever the proxy is."""
        address = request.client.host if request.client else ""
        passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        return is_within(address, self.settings.metrics_from) or (not passed_on and is_within(address, LOOPBACK))

    async def _look_at_oneself(self) -> None:
        """Keep the sizes up to date: with several workers, another one may be asked for them."""
        while True:
            self._tell_sizes()
            await asyncio.sleep(SIZES_EVERY)

    def _tell_sizes(self) -> None:
        self.metrics.rooms.set(len(self.house.live))
        self.metrics.streams.set(self.external_bots.streams)

    async def _no_page(self, _request: Request) -> Response:
        return HTMLResponse(NO_PAGE)

    async def _refused(self, _request: Request, error: HTTPException) -> Response:
        return problems.plain_http(error.status_code, error.detail, error.headers)

    async def _failed(self, _request: Request, error: Exception) -> Response:
        log.error("request.failed", exc_info=error)
        return problems.answer(error)


def merged(routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Routes of one path that differ in their method, behind one that knows which methods there are."""
    by_path: dict[str, list[Route]] = {}
    for route in routes:
        if isinstance(route, Route):
            by_path.setdefault(route.path, []).append(route)
    result: list[BaseRoute] = []
    for route in routes:
        if not isinstance(route, Route) or len(by_path[route.path]) == 1:
            result.append(route)
        elif route is by_path[route.path][0]:
            result.append(one_of(by_path[route.path]))
    return result


def one_of(routes: Sequence[Route]) -> Route:
    endpoints = {method: route.endpoint for route in routes for method in route.methods or ()}

    async def choose(request: Request) -> Response:
        response: Response = await endpoints[request.method](request)
        return response

    return Route(routes[0].path, choose, methods=list(endpoints))


async def close_match(database: Database, table: Table) -> Sequence[Statement]:
    """What else belongs into the unit that ends a table: history and ratings."""
    finished = of_table(table, time.time())
    return [] if finished is None else await closing(database, finished)


def from_environment() -> Starlette:
    """The app of a worker that `karat serve` has started."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=ServerSettings)
    set_up_logs(logging.WARNING if settings.quiet else logging.INFO)
    return App(settings, early=True).asgi()


def spare_the_start() -> None:
    """Have the garbage collector pass over what stays as long as the process does.

    Modules and their functions are two thirds of all objects that it looks at, in pauses of a tenth of a second in
    which nobody is answered. Without them the pauses are as long as the tables at hand are many.
    """
    gc.collect()
    gc.freeze()
