"""Matches of Amul played through the screen, with Textual's pilot."""

import asyncio
import json
import time

import pytest

from karat.amul import Phase, Rules
from karat.amul.rules.events import CardTaken
from karat.amul.rules.record import replay
from karat.amul.terminal.cards import SIGNS
from karat.amul.terminal.places import Details, Elsewhere
from karat.amul.terminal.seats import OwnArea, SeatRows, TitleLine
from karat.amul.terminal.table import GameTable
from karat.amul.terminal.words import tell
from karat.amul.words.cards import CardWords
from karat.amul.words.events import TEXTS as EVENTS
from karat.amul.words.scores import row_name
from karat.games import GAMES
from karat.language import LANGUAGES
from karat.screen.dialogs import AskPath, PagedText, Prompt, TextPage
from karat.screen.widgets import Choices, InputLine, Log
from karat.terminal.playing import TableOptions, table
from karat.words.seat_names import you

COMPACT, ROOMY = (80, 24), (120, 40)


def set_up(players=3, seat=0, seed="7", bots="random", language="en"):
    return table(GAMES["amul"], Rules(players=players), [bots], seat, seed, TableOptions(language, pace=0))


async def until(reached):
    """Let the app go on until `reached` holds; a match that stands still fails the test."""
    deadline = time.monotonic() + 120
    while not reached():
        assert time.monotonic() < deadline, "the table stands still"
        await asyncio.sleep(0.002)


def asked(app):
    """Whether the person is asked on the screen, not only in the match, and nobody else."""
    if len(app.screen_stack) > 1 or not app.match.owes or app.match.bot_to_act is not None:
        return False
    return bool(app._offers) and app._offers[0].choice in app.match.legal


def story(app):
    return app.screen_stack[0].query_one(Log).whole.plain


async def to_phase(app, phase, prefer=()):
    """Choose until the person is asked in that phase: first lines, but what they prefer is kept, taken and played."""
    while True:
        await until(lambda: asked(app))
        if app.match.seen.phase is phase:
            return
        liked = [index for index, offer in enumerate(app._offers) if offer.choice.card.id in prefer]
        others = [index for index in range(len(app._offers)) if index not in liked]
        offering = app.match.seen.phase is Phase.OFFER
        app.query_one(Choices).highlighted = (others + liked if offering else liked + others)[0]
        await choose(app)


async def choose(app):
    """Take the highlighted line as Enter does, without the pilot's waiting after each of many keys."""
    before = app.match._state
    app.query_one(Choices).action_select()
    await until(lambda: app.match._state is not before)


async def to_the_end(app):
    while True:
        await until(lambda: asked(app) or isinstance(app.screen, PagedText))
        if isinstance(app.screen, PagedText):
            return
        await choose(app)


@pytest.mark.parametrize(("players", "size"), [(3, COMPACT), (5, ROOMY), (8, COMPACT)])
async def test_a_whole_match_is_played_by_taking_the_first_line(players, size):
    app = set_up(players)
    async with app.run_test(size=size) as pilot:
        await to_the_end(app)
        sheet = app.match.seen.sheet
        text = app.screen.text
        assert all(row_name(name) in text for name, _ in sheet.rows)
        assert "total" in text
        assert "(M4" in text or "(R9)" in text
        for name in app.who.names:
            await pilot.press("right")
            await until(lambda: f"· {name} (" in str(app.screen.query_one(".dialog").border_title))  # noqa: B023
            assert f"total: {sheet.points[app.who.names.index(name)]}" in app.screen.text
            assert "Arab majority: " in app.screen.text
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Prompt))
        assert "win" in app.screen.text
        await pilot.press("q")
    assert app.return_value["result"]["points"] == list(sheet.points)
    assert replay(app.return_value).sheet == sheet


async def test_the_scores_can_be_read_again_and_a_rematch_has_other_cards():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        hand = app.match.seen.hand
        while app.match.outcome is None:
            app.match.advance()
            if app.match.owes:
                app.match.act(app.match.legal[0])
        app._acted.set()
        await until(lambda: isinstance(app.screen, PagedText))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Prompt))
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, PagedText))
        await pilot.press("2")
        await until(lambda: "total: " in app.screen.text)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Prompt))
        await pilot.press("r")
        await until(lambda: asked(app))
        assert app.match.seen.number == 1
        assert app.match.seen.hand != hand


async def test_a_card_that_may_not_be_chosen_is_refused_with_its_rule():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        before = app.match._state
        await pilot.press("right")
        assert "‹ market ›" in str(app.query_one(Choices).border_title)
        await pilot.press("enter")
        await until(lambda: "✗" in story(app))
        assert "M0.1 in turn. Only a player who owes an action may act" in story(app)
        assert "what is due is to offer" in story(app)
        assert app.match._state is before
        await pilot.press("escape")
        assert "Offer which card" in str(app.query_one(Choices).border_title)


@pytest.mark.parametrize(
    ("typed", "law", "why"),
    [
        ("take yurt", "M14 take from market", "yurt does not lie face up in the market"),
        ("yurt", "M14 take from market", "yurt does not lie face up in the market"),
        ("play yurt", "M0.1 in turn", "what is due is to take"),
        ("gain bazaar trader_persia", "M0.1 in turn", "what is due is to take"),
    ],
)
async def test_a_typed_action_is_refused_with_its_rule(typed, law, why):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await to_phase(app, Phase.TAKE)
        app.query_one(InputLine).begin(typed)
        await pilot.press("enter")
        await until(lambda: law in story(app))
        assert why in story(app)


async def test_letters_begin_a_line_and_a_name_is_enough():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        card = app.match.seen.hand[-1]
        name = app.match.rules.cards.name(card)
        letters = f"{name} {card.letter}".strip().lower()
        await pilot.press(*("space" if letter == " " else letter for letter in letters), "enter")
        await until(lambda: app.match.seen.phase is Phase.TAKE)
        assert (0, card) in [(seat, action.card) for seat, action in app.match.seen.actions]
        assert app.query_one(InputLine).value == ""


async def test_an_action_as_in_records_is_typed():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await to_phase(app, Phase.TAKE)
        action = app.match.legal[-1]
        app.query_one(InputLine).begin(str(action))
        await pilot.press("enter")
        await until(lambda: (0, action) in app.match.seen.actions)
        assert "You take" in story(app)


@pytest.mark.parametrize("text", ["good evening", "take", "gain market nothing", "99", "play camel:Q"])
async def test_a_line_that_means_nothing_is_answered(text):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        before = app.match._state
        app.query_one(InputLine).begin(text)
        await pilot.press("enter")
        await until(lambda: "✗" in story(app))
        assert text.split()[-1] in story(app)
        assert app.match._state is before


@pytest.mark.parametrize("size", [COMPACT, ROOMY])
async def test_the_highlighted_card_is_told_in_full(size):
    app = set_up(5)
    async with app.run_test(size=size) as pilot:
        await until(lambda: asked(app))
        await pilot.press("2", "space")
        await until(lambda: isinstance(app.screen, TextPage))
        card = app._offers[1].choice.card
        assert str(card) in app.screen.text
        for told in ("points: ", "copies: ", "names: ru ", "known from: ", "rulebook"):
            assert told in app.screen.text
        await pilot.press("escape")
        await until(lambda: asked(app))
        if size == ROOMY:
            assert str(card) in app.query_one(Details).render().plain


async def test_everything_on_the_table_can_be_looked_at():
    app = set_up(4)
    async with app.run_test(size=COMPACT) as pilot:
        await to_phase(app, Phase.TAKE)
        await pilot.press("v")
        await until(lambda: isinstance(app.screen, PagedText))
        assert "(M15)" in app.screen.text
        read = app.screen.text
        for _ in range(6):
            await pilot.press("right")
            read += app.screen.text
        assert "points so far" in read
        assert "Trader from Assyria" in read
        assert "cards left the game" in read
        await pilot.press("escape")
        await until(lambda: asked(app))


async def test_an_instant_effect_is_a_choice_of_what_lies_there():
    app = set_up(seed="3")
    async with app.run_test(size=COMPACT) as pilot:
        errands = {}
        while len(errands) < 2:  # one from the palace, one from the bazaar or the market
            await to_phase(app, Phase.GAIN, prefer=("arab_merchant", "mongol_merchant", "deal", "looter"))
            seen = app.match.seen
            place = seen.errand.places[0]
            title = str(app.query_one(Choices).border_title)
            assert f"a card from the {place}. Which?" in title
            assert {offer.choice for offer in app._offers} == set(app.match.legal)
            errands[place] = app._offers[0].choice
            await pilot.press("enter")
            await until(lambda: (0, errands[place]) in app.match.seen.actions)  # noqa: B023
        assert story(app).count("You gain ") >= len(errands)


async def test_the_stalls_can_be_walked_through():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        for stall in ("‹ bazaar ›", "‹ palace ›", "‹ market ›", "Offer which"):
            await pilot.press("left")
            assert stall in str(app.query_one(Choices).border_title)


@pytest.mark.parametrize("players", [3, 8])
async def test_all_that_counts_is_on_a_small_screen(players):
    app = set_up(players, seat=1)
    async with app.run_test(size=COMPACT):
        await to_phase(app, Phase.PLAY)
        await choose(app)
        await to_phase(app, Phase.PLAY)
        assert "round 2 of 9" in app.query_one(TitleLine).render().plain
        rows = app.query_one(SeatRows).render().plain.split("\n")
        assert [row[5:].split()[0] for row in rows[1:]] == [app.who.names[seat] for seat in app.who.clockwise]
        assert all(len(row) <= 78 for row in rows)
        assert app.query_one(SeatRows).size.height == players + 1
        assert "Your area" in app.query_one(OwnArea).render().plain
        elsewhere = app.query_one(Elsewhere).render().plain
        assert all(place in elsewhere for place in ("market", "palace", "bazaar"))
        choices = app.query_one(Choices)
        assert choices.size.height >= min(7, choices.option_count)
        assert app.query_one(Log).size.height >= 2


async def test_help_and_what_happened_open_and_close():
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        for key, said in (("question_mark", "look at hand, market"), ("h", "Round 1.")):
            await pilot.press(key)
            await until(lambda: isinstance(app.screen, TextPage))
            assert said in app.screen.text
            await pilot.press("escape")
            await until(lambda: asked(app))


async def test_the_record_is_written(tmp_path):
    app = set_up()
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("w")
        await until(lambda: isinstance(app.screen, AskPath))
        assert app.screen.query_one("Input").value == "amul-7.jsonl"
        app.screen.query_one("Input").value = str(tmp_path / "match.jsonl")
        await pilot.press("enter")
        await until(lambda: asked(app))
    assert replay(json.loads((tmp_path / "match.jsonl").read_text())).deal is not None


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


def test_the_rules_say_which_table_is_set():
    assert isinstance(set_up(8, seat=7), GameTable)
    with pytest.raises(ValueError, match="no seat 3"):
        set_up(3, seat=3)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_speaks_the_language_and_fits_a_small_screen(language):
    app = set_up(5, language=language)
    async with app.run_test(size=COMPACT):
        await to_phase(app, Phase.TAKE)
        await until(lambda: asked(app))
        words = CardWords(app.match.rules.cards, language)
        assert you(language) in app.query_one(SeatRows).render().plain
        assert "…" not in app.query_one(TitleLine).render().plain
        assert len(app.query_one(InputLine).placeholder) <= 78
        shown = app._offers[0].words.plain
        assert shown.startswith(f"{SIGNS[words.kind(app._offers[0].choice.card).colour]} ")
        assert words.name(app._offers[0].choice.card)[:16] in shown
        taken = tell(CardTaken(1, app._offers[0].choice.card), app.match.rules.cards, app.who)
        assert taken is not None
        offered = EVENTS.text("OffersRevealed", language, "short").partition("{")[0]
        assert offered in story(app)
        if language != "en":
            assert "Offers" not in story(app)


async def test_a_card_is_typed_by_its_name_in_the_language():
    app = set_up(language="fr")
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        card = app.match.seen.hand[-1]
        app.query_one(InputLine).begin(CardWords(app.match.rules.cards, "fr").name(card))
        await pilot.press("enter")
        await until(lambda: app.match.seen.phase is Phase.TAKE)
        assert (0, card) in [(seat, action.card) for seat, action in app.match.seen.actions]


async def test_a_refusal_is_told_in_the_language():
    app = set_up(language="de")
    async with app.run_test(size=COMPACT) as pilot:
        await until(lambda: asked(app))
        await pilot.press("right", "enter")
        await until(lambda: "✗" in story(app))
        assert GAMES["amul"].law_titles("de")["M0.1"] in story(app)
        assert "You may not" not in story(app)
