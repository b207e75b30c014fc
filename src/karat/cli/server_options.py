"""What `karat serve` and `karat admin` are told alike."""

from __future__ import annotations

import ipaddress
from urllib.parse import parse_qs, urlsplit

import click
from click.core import ParameterSource

DATABASE = "KARAT_DATABASE"
"""The variable that says where the database is, for addresses that are nobody else's business."""


def no_secret(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The address of a database; refused where a password stands on the command line, which all users here can read."""
    given = context.get_parameter_source(parameter.name or "")
    if value and given is ParameterSource.COMMANDLINE and value.startswith(("postgresql://", "postgres://")):
        address = urlsplit(value)
        if address.password or "password" in parse_qs(address.query):
            raise click.UsageError(
                f"everybody on this machine can read a command line: put the address with its password into the"
                f" variable {DATABASE}, or the password alone into ~/.pgpass",
                context,
            )
    return value


def networks(context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    for network in value:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            raise click.UsageError(f"{network!r} is no network, such as 10.0.0.0/8 or 192.168.1.7", context) from None
    return value


def mail_server(context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The address of a mail server; refused where a password stands in it, which all users here can read."""
    try:
        secret = urlsplit(value).password
    except ValueError:
        raise click.UsageError(f"{value!r} is no address of a mail server", context) from None
    if secret is not None:
        raise click.UsageError(
            "everybody on this machine can read a command line: put the password of the mail server into the"
            " variable KARAT_SMTP_PASSWORD, or into a file for --smtp-password-file",
            context,
        )
    return value
