"""A kit is complete: whatever a host may ask of it has an answer."""

import dataclasses
import importlib.util
import pickle
import re
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from contract.case import Case
from contract.cases import CASES, every_game
from hypothesis import given
from hypothesis import strategies as st

from karat.bots.bot import Budget, UnknownBot
from karat.game import BadRules, Game
from karat.kit import Kit, Lazy, Settings
from karat.language import LANGUAGES, UnknownLanguage
from karat.server.http.calls import LARGEST
from karat.server.wire.events import event_types
from karat.shuffle import Stream

NOT_ALWAYS_HERE = {"torch", "pyspiel"}
"""Large, and in no requirement file, or only in that for tests."""
every_language = pytest.mark.parametrize("language", LANGUAGES)


def lazies(value: object) -> list[Lazy]:
    """Everything in a kit that is loaded when it is wanted."""
    if isinstance(value, Lazy):
        return [value]
    if isinstance(value, dict):
        return list(chain.from_iterable(map(lazies, value.values())))
    if dataclasses.is_dataclass(value):
        return [one for field in dataclasses.fields(value) for one in lazies(getattr(value, field.name))]
    return []


def is_there(lazy: Lazy) -> bool:
    """Whether it can be loaded; where it stands on a library that is not here, whether it is written."""
    module, _, name = lazy.path.partition(":")
    try:
        return lazy.load() is not None
    except ModuleNotFoundError as missing:
        spec = importlib.util.find_spec(module)
        source = Path(str(spec.origin)).read_text("utf-8") if spec else ""
        return missing.name in NOT_ALWAYS_HERE and bool(re.search(rf"^(class|def) {name}\b", source, re.MULTILINE))


@every_game
def test_all_that_is_loaded_later_can_be_loaded(case: Case):
    found = lazies(case.kit)
    assert len(found) > 4
    assert [lazy.path for lazy in found if not is_there(lazy)] == []


@every_game
def test_its_game_has_every_function_of_the_protocol(case: Case):
    wanted = [name for name in vars(Game) if not name.startswith("_") and name != "NAME"]
    assert len(wanted) == 13
    assert [name for name in wanted if not callable(getattr(case.kit.game, name, None))] == []
    assert case.kit.name == case.kit.game.NAME


@every_game
def test_it_travels_to_other_processes_by_the_name_of_its_module(case: Case):
    packed = pickle.dumps(case.kit)
    assert len(packed) < 200
    assert pickle.loads(packed).name == case.kit.name  # noqa: S301 -- our own
    assert pickle.loads(packed).module == case.kit.module  # noqa: S301


@every_game
@given(data=st.data())
def test_settings_are_rules_and_rules_are_settings(case: Case, data: st.DataObject):
    rules = data.draw(case.rules)
    agreed = case.kit.settings(rules)
    assert case.kit.agree(agreed) == rules
    assert rules.players == agreed.players
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301


@every_game
def test_its_options_are_what_it_agrees_to(case: Case):
    kit, may = case.kit, case.kit.options
    assert list(may.players) == sorted(set(may.players))
    assert may.usual_players in may.players
    assert kit.usual_rules.players == may.usual_players
    for players in may.players:
        assert kit.agree(Settings(players)).players == players
        for edition in may.editions:
            assert kit.settings(kit.agree(Settings(players, edition))).edition == edition
        for variant in may.variants:
            assert kit.settings(kit.agree(Settings(players, None, (variant,)))).variants
    assert (may.usual_edition in may.editions) if may.editions else may.usual_edition is None
    assert bool(may.variants) == bool(may.variants_help)


@every_game
def test_what_it_does_not_have_is_refused(case: Case):
    usual = case.kit.options.usual_players
    for wrong in (
        Settings(0),
        Settings(max(case.kit.options.players) + 1),
        Settings(usual, "xx"),
        Settings(usual, None, ("blindfolded",)),
        Settings(usual, None, (), "0" * 64),
    ):
        with pytest.raises(BadRules):
            case.kit.agree(wrong)


@every_game
@given(data=st.data())
def test_sides_share_out_the_seats(case: Case, data: st.DataObject):
    rules = data.draw(case.rules)
    sides = case.kit.sides(rules)
    assert sorted(seat for side in sides for seat in side) == list(range(rules.players))
    assert len({len(side) for side in sides}) == 1
    assert len(sides) > 1


@every_game
@given(data=st.data())
def test_a_deal_can_be_started_by_any_seat(case: Case, data: st.DataObject):
    game, rules = case.kit.game, data.draw(case.rules)
    fresh = game.start(rules)
    deal = game.shuffled(fresh, Stream(data.draw(st.text(max_size=5))))
    for seat in range(rules.players):
        dealt = game.deal(fresh, case.kit.started_by(deal, seat)).state
        assert case.kit.hands(dealt) is not None
        # Where somebody begins, it is that seat; where all choose together, nobody does.
        assert game.to_act(dealt)[0] == seat or len(game.to_act(dealt)) == rules.players


@every_game
@every_language
def test_every_law_has_a_short_title(case: Case, language: str):
    titles = case.kit.law_titles(language)
    assert set(titles) == {law.value for law in case.laws}
    assert all(8 < len(title) < 90 and not title.endswith(".") for title in titles.values())


@every_game
@every_language
def test_an_aid_has_headings_and_lines_that_cite_the_book(case: Case, language: str):
    sections, ids = case.kit.aid(language), set(case.kit.book(language).ids)
    assert all(section.heading and section.lines for section in sections)
    lines = [line for section in sections for line in section.lines]
    assert all(line.rules and set(line.rules) <= ids for line in lines)
    assert all(line.text.endswith((".", ")")) for line in lines)
    assert len(lines) <= 16
    assert sum(len(line.text) for line in lines) < 1700


@every_game
def test_an_aid_says_the_same_numbers_in_every_language(case: Case):
    aids = ([line for section in case.kit.aid(language) for line in section.lines] for language in LANGUAGES)
    for told in zip(*aids, strict=True):
        numbers = [sorted(re.findall(r"\d+", line.text)) for line in told]
        assert all(found == numbers[0] for found in numbers), told[0]
        assert len({line.text for line in told}) == len(LANGUAGES)


@every_game
def test_no_language_borrows_from_another(case: Case):
    titles = [case.kit.law_titles(language) for language in LANGUAGES]
    assert all(len({told[law] for told in titles}) == len(LANGUAGES) for law in titles[0])


@every_game
@every_language
def test_the_book_has_the_same_rules_in_every_language(case: Case, language: str):
    english, book = case.kit.book(), case.kit.book(language)
    assert [(rule.id, rule.editions) for rule in book.rules] == [(rule.id, rule.editions) for rule in english.rules]
    assert [chapter.id for chapter in book.chapters] == [chapter.id for chapter in english.chapters]
    assert book.introduction
    if language != "en":
        assert not {rule.text for rule in book.rules} & {rule.text for rule in english.rules}


@every_game
def test_a_language_that_it_does_not_speak_is_named(case: Case):
    for ask in (case.kit.book, case.kit.law_titles, case.kit.aid):
        with pytest.raises(UnknownLanguage, match="'fi'; there are en, de, fr, ru"):
            ask("fi")


@every_game
@given(data=st.data())
def test_the_rule_against_talk_stands_in_the_book(case: Case, data: st.DataObject):
    law = case.kit.talk_law(data.draw(case.rules))
    assert law is None or law.value in case.kit.book().ids


@every_game
def test_its_view_is_named_after_it(case: Case):
    view = case.kit.view_type.load()
    assert view.__struct_config__.tag_field == "game"
    assert view.__struct_config__.tag == case.kit.name
    assert view.__name__ == f"{case.kit.name.capitalize()}View"
    assert len(set(case.kit.events)) == len(case.kit.events) > 0


def test_no_two_games_call_a_type_of_the_wire_the_same():
    found: dict[str, str] = {}
    for case in CASES:
        kinds = [case.kit.view_type.load(), case.kit.catalogue_type.load(), *event_types(case.kit)]
        _, components = msgspec.json.schema_components(kinds)
        assert found.keys() & components.keys() == set()
        found |= dict.fromkeys(components, case.kit.name)


@every_game
def test_its_catalogue_tells_every_card(case: Case):
    kit = case.kit
    cards = kit.card_files.read(kit.card_files.usual_bytes(), "usual") if kit.card_files else None
    told = kit.catalogue(cards)
    assert isinstance(told, kit.catalogue_type.load())
    assert msgspec.json.decode(msgspec.json.encode(told), type=type(told)) == told


@every_game
def test_its_card_files_fit_through_the_door(case: Case):
    if case.kit.card_files is not None:
        assert len(case.kit.card_files.usual_bytes()) < case.kit.card_files.largest <= LARGEST


@every_game
def test_bots_are_there_by_name(case: Case):
    kit = case.kit
    assert next(iter(kit.bots)) == "random"
    assert kit.usual_level in kit.levels
    assert kit.usual_level not in kit.compiled_bots
    assert kit.compiled_bots <= set(kit.bots)
    assert not kit.compiled_bots or kit.kernel is not None
    assert set(kit.bots).isdisjoint(kit.bots_for_measuring)
    assert len(set(kit.bot_names)) == len(kit.bot_names) >= max(kit.options.players)
    for name in ("nobody", *kit.bots_for_measuring):
        with pytest.raises(UnknownBot, match=name):
            kit.make_bot(name)
    for name in kit.bots:
        assert callable(kit.make_bot(name, Budget(None, 1)).choose)


@every_game
@given(data=st.data())
def test_a_round_is_won_where_rounds_are_won(case: Case, data: st.DataObject):
    kit, state = case.kit, data.draw(case.finished)
    if kit.round_won is None:
        assert not kit.rounds_are_won(state.rules)
        return
    assert kit.round_won(kit.game.start(state.rules)) is None
    if kit.rounds_are_won(state.rules):
        shares = kit.round_won(state)
        assert shares is not None
        assert sum(shares) == pytest.approx(1)
        assert len(shares) == len(kit.sides(state.rules))


def test_a_kit_has_no_field_that_nobody_fills():
    """What every kit leaves at its default would be an option that nobody plays."""
    usual = {
        field.name: field.default_factory() if field.default is dataclasses.MISSING else field.default
        for field in dataclasses.fields(Kit)
        if field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
    }
    left = {name for name, value in usual.items() if all(getattr(case.kit, name) == value for case in CASES)}
    assert left == {"at_hand"}  # the hosts' own card files


@every_game
@every_language
def test_a_card_that_is_opened_has_a_name_and_says_what_it_is(case: Case, language: str):
    kit = case.kit
    if kit.card_text is None:
        return
    ids = set(kit.book(language).ids)
    for card in case.cards:
        told = kit.card_text(kit.usual_rules, str(card), language)
        assert told.name
        assert told.short in {told.sign, told.name}
        assert all(told.lines)
        assert set(told.rules) <= ids
        assert told.paper != told.ink
