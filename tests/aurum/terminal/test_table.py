"""Matches played through the screen, with Textual's pilot."""

import asyncio
import json
import time

import pytest

from karat.aurum import Metal, Rules, Swap
from karat.aurum.rules.events import BidLaid
from karat.aurum.rules.record import replay
from karat.aurum.terminal.cards import SYMBOLS
from karat.aurum.terminal.middle import Hand
from karat.aurum.terminal.seats import ScoreLine, SeatPanel
from karat.aurum.terminal.table import GameTable
from karat.aurum.terminal.words import say, tell
from karat.aurum.words.metals import METALS
from karat.bots.bot import Candidate
from karat.games import GAMES
from karat.language import LANGUAGES
from karat.screen.dialogs import AskPath, Prompt, TextPage
from karat.screen.seated_match import SeatedMatch
from karat.screen.widgets import Choices, InputLine, Log
from karat.terminal.playing import NoTerminal, TableOptions, play, table
from karat.words.seat_names import you

COMPACT, ROOMY = (80, 24), (120, 40)


def set_up(players=4, seat=0, seed="7", language="en"):
    return table(GAMES["aurum"], Rules(players=players), ["random"], seat, seed, TableOptions(language, pace=0))


async def until(reached):
    """Let the app go on until `reached` holds; a match that stands still fails the test."""
    deadline = time.monotonic() + 120
    while not reached():
        assert time.monotonic() < deadline, "the table stands still"
        await asyncio.sleep(0.002)


def asked(app):
    """Whether the person is asked on the screen, not only in the match."""
    return len(app.screen_stack) == 1 and app.match.owes and app.query_one(Choices).option_count > 0


def story(app):
    return app.screen_stack[0].query_one(Log).whole.plain


async def to_a_dim_card(app, pilot):
    """Choose first lines until a card in hand may not be played; that card."""
    while True:
        await until(lambda: asked(app))
        legal = {str(action) for action in app.match.legal}
        dim = [card for card in app.match.seen.hand if f"play {card}" not in legal]
        if app.match.seen.trick and dim:
            return dim[0]
        await pilot.press("enter")


@pytest.mark.parametrize(("players", "size"), [(3, ROOMY), (4, COMPACT)])
async def test_a_whole_match_is_played_by_taking_the_first_line(players, size):
    app = set_up(players)
    sheets = 0
    async with app.run_test(size=size) as pilot:
        while True:
            await until(lambda: asked(app) or isinstance(app.screen, (TextPage, Prompt)))
            if isinstance(app.screen, Prompt):
                break
            assert app.query_one(ScoreLine).render().cell_length <= 78  # a narrow terminal, less its padding
            if isinstance(app.screen, TextPage):
                sheets += 1
                assert "total" in app.screen.text
                await pilot.press("enter")
            else:  # as Enter does, without the pilot's waiting after each of some hundred keys
                before = app.match._state
                app.query_one(Choices).action_select()
                await until(lambda: app.match._state is not before)  # noqa: B023 -- awaited here
        assert "the match" in app.screen.text
        await pilot.press("q")
    assert sheets == len(app.return_value["rounds"])
    assert replay(app.return_value).result is not None


async def test_a_dim_card_is_refused_with_its_rule():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        card = await to_a_dim_card(app, pilot)
        before = app.record
        hand = app.query_one(Hand)
        await pilot.press("right", "home", *["right"] * hand.cards.index(card), "enter")
        await until(lambda: "A5.4" in story(app))
        assert f"must not follow. {GAMES['aurum'].book().text('A5.4', 'de')}" in story(app)
        assert f"You may not play {card}" in story(app)
        assert app.record == before


async def test_a_click_on_a_dim_card_asks_the_rules_too():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        card = await to_a_dim_card(app, pilot)
        hand = app.query_one(Hand)
        column = next(column for column in range(80) if hand.card_at(column) == hand.cards.index(card))
        await pilot.click(Hand, offset=(column + 2, 2))  # a column of padding, and into the card
        await until(lambda: f"You may not play {card}" in story(app))


@pytest.mark.parametrize("size", [(100, 30), (100, 40), ROOMY])
async def test_every_bid_is_in_sight_where_there_is_room(size):
    app = set_up()
    async with app.run_test(size=size) as pilot:
        await until(lambda: asked(app))
        await pilot.pause()
        choices = app.query_one(Choices)
        assert choices.option_count == 12
        assert not choices.show_vertical_scrollbar


async def test_letters_begin_a_line_and_the_line_is_an_action():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        card = app.match.seen.hand[3]
        await pilot.press(*str(card).lower(), "enter")
        await until(lambda: app.match.seen.bid_of(0) == card)
        assert f"You bid {card}{SYMBOLS[card.metal]}." in story(app)
        assert app.query_one(InputLine).value == ""


async def test_a_typed_change_of_bid_is_made():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("enter")
        await until(lambda: asked(app) and app.match.seen.bid_of(0) is not None)
        card = app.match.seen.hand[0]
        keys = ["space" if letter == " " else letter for letter in f"swap G0 0 {card}"]
        await pilot.press(*keys, "enter")
        await until(lambda: "You pay G0" in story(app))


async def test_a_change_of_bid_is_one_gesture():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("enter")
        await until(lambda: asked(app) and isinstance(app.match.legal[-1], Swap))
        choices = app.query_one(Choices)
        await pilot.press("2", "enter")
        assert "Whose bid?" in str(choices.border_title)
        await pilot.press("escape")
        assert "Change a bid?" in str(choices.border_title)
        await pilot.press("2", "enter", "2", "enter")
        assert "Which card on Geber’s bid?" in str(choices.border_title)
        card = app.match.seen.hand[1]
        await pilot.press("2", "enter")
        await until(lambda: "You pay G0☉ and change Geber’s bid" in story(app))
        assert f"to {card}" in story(app)


@pytest.mark.parametrize("text", ["good evening", "B77", "99"])
async def test_a_line_that_means_nothing_is_answered(text):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        app.query_one(InputLine).begin(text)
        await pilot.press("enter")
        await until(lambda: "✗" in story(app))
        assert text in story(app)
        assert app.match.seen.bid_of(0) is None


async def test_numbers_move_in_the_list():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        choices = app.query_one(Choices)
        for digit, line in (("3", 3), ("1", 1), ("2", 12), ("5", 5), ("0", 5)):
            await pilot.press(digit)
            assert choices.highlighted == line - 1


async def test_bid_changes_need_not_be_asked_for():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("a", "enter")
        await until(lambda: asked(app) and app.match.seen.bid_of(0) is not None)
        assert not any(isinstance(action, Swap) for action in app.match.legal)
        assert "You keep the bids." in story(app)


async def test_what_happened_can_be_read_again():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("l")
        await until(lambda: isinstance(app.screen, TextPage))
        assert "Round 1." in app.screen.text
        await pilot.press("escape")
        await until(lambda: asked(app))


async def test_help_opens_and_closes():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, TextPage))
        assert "don’t ask me for bid changes" in app.screen.text
        await pilot.press("escape")
        await until(lambda: asked(app))


async def test_the_record_is_written_but_over_no_other_file(tmp_path):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        taken, free = tmp_path / "taken.jsonl", tmp_path / "free.jsonl"
        taken.write_text("mine\n")
        for path in (taken, free):
            await pilot.press("w")
            await until(lambda: isinstance(app.screen, AskPath))
            app.screen.query_one("Input").value = str(path)
            await pilot.press("enter", "escape")
            await until(lambda: asked(app))
        assert taken.read_text() == "mine\n"
        assert replay(json.loads(free.read_text())).deal is not None
        assert str(free) in story(app).replace("\n", "")


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_leaving_is_asked_first(key):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, Prompt))
        await pilot.press("n")
        await until(lambda: asked(app))
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, Prompt))
        await pilot.press("y")
    assert app.return_value["result"] is None
    assert app.return_code == 0


async def test_a_rematch_has_other_cards():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        dealt = app.record["rounds"][0]["deal"]
        while app.match.outcome is None:
            app.match.advance()
            if app.match.owes:
                app.match.act(app.match.legal[0])
        app._acted.set()
        await until(lambda: isinstance(app.screen, TextPage))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Prompt))
        await pilot.press("r")
        await until(lambda: asked(app))
        assert app.record["rounds"][0]["deal"] != dealt


async def test_no_colour_is_needed(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        card = await to_a_dim_card(app, pilot)
        bright = [card for card in app.match.seen.hand if card in app.query_one(Hand)._bright]
        lines = app.query_one(Hand).render().plain.split("\n")
        assert f"│{bright[0]}" in lines[1]
        assert f"│{card}" in lines[2]


@pytest.mark.usefixtures("capsys")
def test_without_a_terminal_it_says_so():
    with pytest.raises(NoTerminal, match="standard"):
        play(GAMES["aurum"], Rules(), ["random"], 0, "7")


def test_seats_and_bots_must_fit():
    with pytest.raises(ValueError, match="no seat 4"):
        play(GAMES["aurum"], Rules(), ["random"], 4, "7")
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        play(GAMES["aurum"], Rules(), ["random", "random"], 0, "7")
    assert isinstance(set_up(seat=3), GameTable)


async def test_a_hint_tells_what_the_strongest_bot_would_do(monkeypatch: pytest.MonkeyPatch):
    app = set_up()
    best = []

    def think(match):
        best.append(match.legal[-1])
        return "expert", (Candidate(best[0], 7.25, 0.613, 900), Candidate(match.legal[0], 5.0, 0.4, 100))

    monkeypatch.setattr(SeatedMatch, "hint", think)
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("!")
        await until(lambda: isinstance(app.screen, TextPage))
        lines = app.screen.text.splitlines()
        assert lines[0].split("   ") == [str(best[0]), "wins  61%", "  7.2 points", "tried 900 times"]
        assert len(lines) == 2


async def test_a_hint_comes_from_a_bot_that_can_be_had_here():
    app = set_up()
    async with app.run_test(size=COMPACT):
        await until(lambda: asked(app))
        level, found = app.match.hint()
        assert level == GAMES["aurum"].ready_levels[-1]  # which one is compiled, no test before this need have said
        assert found[0].action in app.match.legal


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_speaks_the_language_and_fits_a_small_screen(language):
    app = set_up(language=language)
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        assert say("ask.bid", app.who) in str(app.query_one(Choices).border_title)
        await pilot.press("enter")
        await until(lambda: app.match.seen.bid_of(0) is not None and asked(app))
        bid = app.match.seen.bid_of(0)
        assert tell(BidLaid(0, bid, bid.rank), app.who).plain in story(app)
        assert you(language) in story(app)
        assert len(app.query_one(InputLine).placeholder) <= 78
        for panel in app.query(SeatPanel):
            assert all(line.cell_length <= panel.size.width for line in panel.render().split("\n"))
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, TextPage))
        assert METALS[Metal.SILVER][language] in app.screen.text
        assert GAMES["aurum"].aid(language)[0].heading in app.screen.text
