"""karat serve: tables online."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path

import click

from karat.cli.server_options import DATABASE, mail_server, networks, no_secret
from karat.kernel.threads import cores

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""A folder in which workers count together, as prometheus_client knows it."""
HOME, USUAL = "127.0.0.1", 8000
"""Where it is found unless said otherwise."""
NEXT = 20
"""Ports that are tried in turn, before any other will do."""
FILE = "karat.sqlite"
SOON = 0.1
"""Seconds between looks whether the server answers."""


@click.command()
@click.option("--host", default=HOME, show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"0 for any free one.  [default: {USUAL}, or the next that is free]"
)
@click.option(
    "--database", metavar="URL", envvar=DATABASE, callback=no_secret,
    help="postgresql://… in place of a file in the data folder; one with a password goes into KARAT_DATABASE.",
)  # fmt: skip
@click.option("--data", metavar="FOLDER", help="Where the file goes.  [default: ~/.local/share/karat]")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; needs PostgreSQL."
)
@click.option(
    "--thinkers", type=click.IntRange(1, 64), help="Processes a worker in which bots search.  [default: one a core]"
)
@click.option("--fast-sync", is_flag=True, help="SQLite: a power cut may cost the last moments, a crash still nothing.")
@click.option("--cards", multiple=True, metavar="FILE", help="A card file that tables may be played with.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another site whose pages may use this server.")
@click.option("--public-url", metavar="URL", help="Where browsers find it; passkeys are for its domain.")
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name by which browsers find it; * for any."
)
@click.option(
    "--metrics-from", multiple=True, metavar="NETWORK", callback=networks,
    help="Who may ask for /metrics beside this machine, such as 10.0.0.0/8.",
)  # fmt: skip
@click.option("--limit-factor", type=float, default=1.0, show_default=True, help="Widens all rate limits.")
@click.option(
    "--drain", type=float, default=0.0, show_default=True, metavar="SECONDS", help="Goes on so long when told to stop."
)
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy whose word about addresses counts."
)
@click.option("--smtp", default="", metavar="URL", callback=mail_server,
    help="Sends mail for notices by smtp://USER@HOST:PORT or smtps://…; the password is in KARAT_SMTP_PASSWORD.",
)  # fmt: skip
@click.option("--smtp-password-file", default="", metavar="FILE", help="Where the password is, in place of that.")
@click.option("--mail-from", default="", metavar="ADDRESS", help="Who that mail is from.")
@click.option(
    "--private-endpoints", is_flag=True, help="Notices may go to addresses of one's own network, without TLS."
)
@click.option("--quiet", is_flag=True, help="Log only what goes wrong.")
@click.option("--open/--no-open", "open_browser", default=True, help="Whether to open the page in a browser.")
def serve(
    host: str,
    port: int | None,
    database: str | None,
    data: str | None,
    workers: int,
    thinkers: int | None,
    cards: tuple[str, ...],
    origins: tuple[str, ...],
    public_url: str | None,
    hosts: tuple[str, ...],
    metrics_from: tuple[str, ...],
    limit_factor: float,
    drain: float,
    proxies: tuple[str, ...],
    smtp: str,
    smtp_password_file: str,
    mail_from: str,
    *,
    private_endpoints: bool,
    fast_sync: bool,
    quiet: bool,
    open_browser: bool,
) -> None:
    """Run a server on which people and bots play together.

    Everything is kept in one file, in the data folder. With --database any number of workers, on any number of
    machines, share a PostgreSQL. It stops on Ctrl-C or SIGTERM, and nothing that was acknowledged is ever lost.

    \b
    karat serve
    karat serve --host 0.0.0.0 --port 80 --no-open
    karat serve --database postgresql://karat@db/karat --workers 4 --no-open
    """
    import msgspec  # noqa: PLC0415 -- the server's own dependencies: documenting this command needs none of them
    import uvicorn  # noqa: PLC0415

    from karat.cli.options import games_with  # noqa: PLC0415
    from karat.server.http.app import SETTINGS, ServerSettings  # noqa: PLC0415
    from karat.server.http.logs import set_up_logs  # noqa: PLC0415

    if database is None and workers > 1:
        raise click.UsageError("--workers needs --database: a SQLite file belongs to one process")
    if database is not None and not database.startswith(("postgresql://", "postgres://")):
        raise click.UsageError("--database is a postgresql:// address; without it a file is used")
    check_mail(smtp, mail_from, smtp_password_file)
    games_with(tuple(cards))  # what is wrong with one is better said before the server starts
    port = choose_port(host, port)
    folder = Path(data) if data else Path.home() / ".local" / "share" / "karat"
    settings = ServerSettings(
        database=database or str(folder / FILE),
        fast_sync=fast_sync,
        thinkers=thinkers or max(1, cores() // workers),
        limit_factor=limit_factor,
        origins=origins,
        hosts=(*hosts, host),
        metrics_from=metrics_from,
        public_url=public_url or f"http://localhost:{port}",
        cards=tuple(str(Path(card).absolute()) for card in cards),
        quiet=quiet,
        drain=drain,
        smtp=smtp,
        mail_from=mail_from,
        smtp_password_file=str(Path(smtp_password_file).absolute()) if smtp_password_file else "",
        private_endpoints=private_endpoints,
    )
    if database is None:
        make_room_for(folder, usual=data is None)
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    if workers > 1 and SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="karat-metrics-")
    set_up_logs(logging.WARNING if quiet else logging.INFO)
    everywhere = host == "0.0.0.0"  # noqa: S104 -- what was asked
    shown = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}/"
    click.echo(f"karat: {url}", err=True)
    if everywhere and (shared := address_on_the_network()):
        url = f"http://{shared}:{port}/"  # from there, links lead others here too
        click.echo(f"karat: {url} for everyone on your network", err=True)
    click.echo("karat: Ctrl-C stops it, and every match goes on where it was.", err=True)
    if open_browser:
        threading.Thread(target=open_when_there, args=(host, port, url), daemon=True).start()
    uvicorn.run(
        "karat.server.http.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_config=None,
        access_log=False,
        http="karat.server.http.connection_guard:ConnectionGuard",
        ws="karat.server.http.connection_guard:SocketGuard",
        ws_max_size=16384,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=10,
        proxy_headers=bool(proxies),  # else anybody on this machine could be from anywhere
        forwarded_allow_ips=list(proxies),
        server_header=False,
    )


def check_mail(smtp: str, sender: str, password_file: str) -> None:
    """What is wrong with how mail is to be sent is said before the server starts."""
    from karat.server.notices.mail import BadMailSettings, Mail  # noqa: PLC0415

    if not smtp:
        if sender or password_file:
            raise click.UsageError("--mail-from and --smtp-password-file need --smtp")
        return
    try:
        Mail.at(smtp, sender, password_file)
    except BadMailSettings as bad:
        raise click.UsageError(str(bad)) from None


def make_room_for(folder: Path, *, usual: bool) -> None:
    """Have a folder for the database, and say so where another server has it already.

    Our own folder is made private, however an earlier version has left it; one that was named is its owner's affair.
    """
    from karat.server.store.database import InUse  # noqa: PLC0415
    from karat.server.store.sqlite import hold, make_private  # noqa: PLC0415

    try:
        make_private(folder / FILE)
        if usual:
            folder.chmod(0o700)
        hold(folder / FILE).close()
    except InUse as taken:
        raise click.ClickException(str(taken)) from None
    except OSError as error:
        raise click.ClickException(f"nothing can be kept in {str(folder)!r}: {error.strerror}") from None


def choose_port(host: str, asked: int | None) -> int:
    """The port that was asked for, which must be free; else the usual one or the next that is free, which is said."""
    if asked is not None:
        try:
            return bound(host, asked)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise click.UsageError(
                    f"port {asked} of {host} is taken: stop what listens there, or choose another with --port"
                ) from None
            raise click.UsageError(f"port {asked} of {host} cannot be had: {error.strerror}") from None
    for port in (*range(USUAL, USUAL + NEXT), 0):
        with contextlib.suppress(OSError):
            found = bound(host, port)
            if found != USUAL:
                click.echo(f"karat: port {USUAL} is taken, so this is {found}.", err=True)
            return found
    return choose_port(host, 0)  # which says what is wrong


def address_on_the_network() -> str | None:
    """By which others on its network reach this machine; None where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: it only says which way out, nothing is sent
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(found).is_loopback else found


def bound(host: str, port: int) -> int:
    """The number of a port that can be listened on; an OSError if this one cannot."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as free:
        # As servers do: a port whose last server has just stopped is free.
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind((host, port))
        return int(free.getsockname()[1])


def serve_at_home(context: click.Context) -> None:
    """What `karat` does when no command is named: the page, here, now, without a word too many."""
    # The same port as last time if it can be: what a browser remembers, it remembers for a port.
    context.invoke(serve, quiet=True)


def open_when_there(host: str, port: int, url: str) -> None:
    """Open the page once the server answers."""
    for _ in range(100):
        try:
            socket.create_connection((host, port), 1).close()
        except OSError:
            time.sleep(SOON)
        else:
            if not open_page(url):
                click.echo(f"karat: there is no browser to open here; open {url} in one.", err=True)
            return


def open_page(url: str) -> bool:
    """Whether a browser took it. One that draws in the terminal is not asked: it would lie over what we say there."""
    windows = sys.platform in {"darwin", "win32"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    try:
        return windows and webbrowser.open(url)
    except webbrowser.Error:
        return False
