"""karat review: which choices cost most, and how much was luck."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from karat.cli.console import make_console, make_progress
from karat.cli.files import reading, writing
from karat.cli.main import BAD_CHECK
from karat.cli.options import card_files_option, games_with, language_option
from karat.cli.show import find
from karat.cli.warm import compile_first
from karat.record import BadRecord, game_of, lines, parse_line
from karat.review.page import page_of
from karat.review.words import across_in_words, in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.kit import Kit
    from karat.record import Record
    from karat.review.asked import AskedFor
    from karat.review.levels import LevelPlay
    from karat.review.values import Review


@click.command()
@click.argument("file", default="-")
@click.option("--match", "-m", "number", type=click.IntRange(1), default=1, show_default=True, help="Which, from 1.")
@click.option("--seat", "-s", type=click.IntRange(0), default=0, show_default=True, help="Whose choices, from 0.")
@click.option(
    "--effort",
    type=click.FloatRange(0.1, 100),
    default=1.0,
    show_default=True,
    help="So many times as many worlds; it takes as much longer.",
)
@click.option("--seed", default="review", show_default=True, help="The same seed and effort give the same review.")
@click.option("--levels", is_flag=True, help="Also let every level of bots play the same deals.")
@click.option(
    "--known", is_flag=True, help="With each costly choice, what was seen and where unseen cards may have lain."
)
@click.option("--all", "across", is_flag=True, help="All matches of FILE: losses by kind of decision, and over time.")
@click.option("--ray", metavar="ADDRESS", help="With --all: on a Ray cluster; 'local' starts one here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of words.")
@click.option("--html", "page", metavar="FILE", help="Write a page with the curves, which needs nothing else.")
@card_files_option
@language_option
def review(
    file: str, number: int, seat: int, effort: float, seed: str, cards: tuple[str, ...], language: str,
    **wanted: bool | str | None,
) -> int:  # fmt: skip
    """Tell which choices of a seat cost most in a match of FILE, and how much was luck.

    A choice is judged by what the seat could know alone: what was played and what was better are tried in the same
    worlds that fit. What cannot be told from chance is called equal. The ledger adds up to the result of the match.
    docs/development/review.md says how.

    \b
    karat review games.jsonl
    karat review games.jsonl --match 3 --seat 2 --language de
    karat review games.jsonl --html report.html
    karat review games.jsonl --json | jq .ledger
    karat review games.jsonl --all --seat 1
    """
    games, page = games_with(cards), wanted["page"]
    if wanted["ray"] and not wanted["across"]:
        raise click.UsageError("--ray goes with --all: one match is reviewed here")
    if page and wanted["across"]:
        raise click.UsageError("--html is of one match: leave out --all")
    if wanted["across"]:
        many = reviews_of_all(games, file, seat, (effort, seed, wanted["ray"]))
        tell_across(many, language, as_json=bool(wanted["as_json"]))
        return 0
    try:
        record = find(file, number)
        kit = games[game_of(record, games)]
        found = made(kit, record, seat, effort, seed)
        known = bool(wanted["known"] or page)
        asked = named(kit, record, found, language, levels=bool(wanted["levels"]), known=known)
    except BadRecord as bad:
        click.echo(f"match {number} is bad from here on: {bad}", err=True)
        return BAD_CHECK
    if page:
        with writing(str(page)) as out:
            out.write(page_of(found, language, asked))
    if wanted["as_json"]:
        more: dict[str, Any] = {"levels": [one.as_json() for one in asked.levels]}
        if wanted["known"]:
            more["known"] = {step: asdict(one) for step, one in asked.known.items()}
        click.echo(json.dumps({**found.as_json(), **more}))
    elif page != "-":
        for line in in_words(found, language, asked if wanted["known"] else replace(asked, known={})):
            click.echo(line)
    return 0


def named(kit: Kit, record: Record, found: Review, language: str, *, levels: bool, known: bool) -> AskedFor:
    """What stands beside the review: what it names in words, and what was asked for."""
    from karat.review.beside import beside  # noqa: PLC0415 -- numpy is loaded where it is needed

    return beside(kit, record, found, language, levels=levels_of(kit, record) if levels else (), known=known)


def reviews_of_all(
    games: Mapping[str, Kit], file: str, seat: int, how: tuple[float, str, bool | str | None]
) -> list[Review]:
    """A seat's reviews of all matches of a file, which must be of one game."""
    from karat.cluster import NoCluster  # noqa: PLC0415 -- and below: numpy is loaded where it is needed
    from karat.review.many import ReviewJob, reviews  # noqa: PLC0415
    from karat.review.reviewing import Effort, NotReviewable  # noqa: PLC0415

    effort, seed, ray = how
    try:
        with reading(file) as stream:
            jobs = [ReviewJob(parse_line(raw), seat) for _, raw in lines(stream)]
        names = dict.fromkeys(game_of(job.record, games) for job in jobs)
        if len(names) != 1:
            raise click.UsageError(
                f"{file!r} holds matches of {' and '.join(names) or 'no game'}: --all wants one game"
            )
        kit = games[next(iter(names))]
        if not ray:  # a cluster compiles on its own machines
            compile_first(kit.pieces("review"))
        many = reviews(kit, jobs, Effort().times(effort), seed=seed, cluster=str(ray) if ray else None)
        with make_progress(make_console(stderr=True)) as progress:
            return list(progress.track(many, total=len(jobs), description="reviewing"))
    except (BadRecord, NotReviewable, NoCluster) as cannot:
        raise click.UsageError(str(cannot)) from None


def tell_across(found: Sequence[Review], language: str, *, as_json: bool) -> None:
    from karat.review.many import across  # noqa: PLC0415

    together = across(found)
    if as_json:
        click.echo(json.dumps(asdict(together)))
        return
    for line in across_in_words(together, found[0].kinds, language):
        click.echo(line)


def made(kit: Kit, record: Record, seat: int, effort: float, seed: str) -> Review:
    """The complete review, with a bar in a terminal."""
    from karat.review.reviewing import Effort, NotReviewable  # noqa: PLC0415 -- numpy is loaded where it is needed
    from karat.review.reviewing import review as reviews  # noqa: PLC0415

    compile_first(kit.pieces("review"))
    last: Review | None = None
    try:
        with make_progress(make_console(stderr=True)) as progress:
            task = progress.add_task("reviewing", total=1.0)
            for last in reviews(kit, record, seat, Effort().times(effort), seed=seed):
                progress.update(task, completed=last.progress)
    except NotReviewable as cannot:
        raise click.UsageError(str(cannot)) from None
    assert last is not None  # noqa: S101 -- there is always one
    return last


def levels_of(kit: Kit, record: Record) -> tuple[LevelPlay, ...]:
    from karat.review.levels import same_deals  # noqa: PLC0415

    compile_first(kit.pieces(*kit.levels))
    return same_deals(kit, record)
