"""karat fair: were the cards dealt as the server had committed itself to?"""

from __future__ import annotations

import click

from karat.cli.files import reading
from karat.cli.main import BAD_CHECK
from karat.cli.options import card_files_option, games_with
from karat.record import BadRecord, game_of, lines, parse_line


@click.command()
@click.argument("file", default="-")
@click.option("--commitment", metavar="HEX", help="What the server had published before the first deal.")
@click.option("--salt", metavar="SALT", help="Your own: it must be among those that the seed was made of.")
@card_files_option
def fair(file: str, commitment: str | None, salt: str | None, cards: tuple[str, ...]) -> int:
    """Check that the cards of a match that was played on a server were nobody's choice.

    FILE holds records as a server gives them out, one a line. For each, the commitment must be that of the server's
    secret, the seed must follow from the secret and the players' salts, and every deal from the seed. Compare the
    commitment with the one that you saw when you sat down, or name it, and your salt. No network is used. The exit
    status is 1 when anything does not fit.

    \b
    karat fair match.jsonl
    karat fair match.jsonl --commitment 5f1d… --salt 9c02…
    """
    from karat.server.tables.fair import Unfair, check  # noqa: PLC0415 -- only this command needs it

    games = games_with(cards)
    good, bad = 0, 0
    with reading(file) as stream:
        for number, raw in lines(stream):
            try:
                record = parse_line(raw)
                game_of(record, games)
                deals = check(record, games, commitment, salt)
            except BadRecord as wrong:
                click.echo(f"line {number}: {wrong}")
                bad += 1
            except Unfair as unfair:
                click.echo(f"line {number}: not fair: {unfair}")
                bad += 1
            else:
                told = f"{deals} deal{'s' if deals != 1 else ''}"
                click.echo(f"line {number}: fair, {told}, commitment {record['fair']['commitment']}")
                good += 1
    click.echo(f"{good} fair, {bad} not")
    return BAD_CHECK if bad else 0
