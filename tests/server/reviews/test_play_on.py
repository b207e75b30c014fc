"""Playing on from a moment: a private table against bots, from what a replay shows, with hidden cards hidden."""

from typing import Any

import pytest
from studying import KIT, account, browser, done, keep_match, opal_record

from karat.arena.match import play_match
from karat.games import GAMES
from karat.kit import Settings
from karat.server.matches.replaying import make_replay
from karat.server.reviews.moments import NoSuchMoment, going_on
from karat.server.tables import entries
from karat.server.tables.entries import Logged, Player
from karat.server.tables.table import Table


async def test_a_table_goes_on_from_a_moment_and_shows_one_seat_alone(app: Any):
    async with browser(app) as anna, browser(app) as eve:
        person = await account(anna, "Anna")
        record = await keep_match(app, "m1", person)
        seated = await done(anna, "POST", "/api/matches/m1/play-on", step=4, seat=2, level="careful")
        table = await app.house.table(seated["table"])
        assert (table.status, table.config.rated, table.people) == ("playing", False, (2,))
        assert table.running.state == list(KIT.taken(record))[4].step.state
        shown = await done(anna, "GET", f"/api/tables/{seated['table']}")
        assert [seat["bot"] for seat in shown["seats"] if seat.get("bot")] == ["careful", "careful"]
        await done(eve, "POST", f"/api/tables/{seated['table']}/join", 409, name="Eve")
        await done(anna, "POST", f"/api/tables/{seated['table']}/leave")
        kept = await done(anna, "GET", f"/api/matches/{seated['table']}")
        assert kept["sharing"] == "private"
        await done(eve, "GET", f"/api/matches/{seated['table']}", 404)
        assert "fair" not in await done(anna, "GET", f"/api/matches/{seated['table']}/record")
        # Practice is no part of anybody's statistics.
        me = await done(anna, "GET", f"/api/people/{person}")
        assert [kind["matches"] for kind in me["statistics"]["kinds"]] == [1]


async def test_any_record_will_do_and_what_is_over_cannot_go_on(app: Any):
    async with browser(app) as anna:
        record = opal_record()
        last = len(list(KIT.taken(record))) - 1
        for step, seat, status in ((2, 0, 200), (last, 0, 404), (2, 3, 404)):
            await done(anna, "POST", "/api/replay/play-on", status, record=record, step=step, seat=seat)
        refused = await done(anna, "POST", "/api/replay/play-on", 409, record={"format": "x"}, step=0, seat=0)
        assert refused["code"] == "bad_record"
        refused = await done(anna, "POST", "/api/replay/play-on", 409, record=record, step=0, seat=0, level="goose")
        assert refused["code"] == "no_such_bot"


@pytest.mark.parametrize("game", [*GAMES, "opal"])
def test_what_a_replay_shows_lies_on_the_table_and_nobody_takes_back_what_came_before(game: str):
    kit = KIT if game == "opal" else GAMES[game]
    bots = [kit.make_bot("random") for _ in range(3)]
    record = kit.to_record(play_match(kit.game, kit.agree(Settings(3)), bots, "2"))
    replay = make_replay(record, kit)
    part = make_replay(record, kit, seat=1, number=1)
    tried = 0
    for picture in range(0, replay.rounds[0].steps, 3):
        try:
            config, moment = going_on(kit, record, picture, 1, kit.usual_level)
        except NoSuchMoment:
            continue
        table = Table("t", Logged(1, 0.0, entries.Opened(config, Player("a"), "s", moment=moment)), {kit.name: kit})
        for seq, entry in enumerate(
            (entries.Sat(1, Player("a")), entries.Pledged(1), entries.Fixed(), entries.Started()), start=2
        ):
            table.follow(Logged(seq, 0.0, entry))
        state = table.running.state  # type: ignore[union-attr]
        if len(kit.game.to_act(state)) < 2:  # of choices made in secret a record tells none
            assert kit.view(kit.game.observe(state, 1), None) == part.steps[picture].view
        assert table.undone_to(1) is None
        tried += 1
    assert tried > 1
