import pytest
from people import register

from karat.server.people.accounts import NotPossible
from karat.server.people.relations import MOST_CONTEXT, Reason, Relation, Relations
from karat.server.store.database import Database


async def test_a_mute_hides_one_way_and_a_block_both(database: Database):
    anna, otto, ida = await register(database, "Anna", "Otto", "Ida")
    relations = Relations(database)
    await relations.set(anna, otto.id, Relation.MUTE)
    await relations.set(anna, ida.id, Relation.BLOCK)
    assert await relations.hidden_from(anna.id) == {otto.id, ida.id}
    assert await relations.hidden_from(otto.id) == set()
    assert await relations.hidden_from(ida.id) == {anna.id}
    assert [(name, kind) for _, name, kind in await relations.of(anna.id)] == [
        ("Ida", Relation.BLOCK),
        ("Otto", Relation.MUTE),
    ]


async def test_a_block_keeps_two_apart_and_a_mute_does_not(database: Database):
    anna, otto, ida = await register(database, "Anna", "Otto", "Ida")
    relations = Relations(database)
    await relations.set(anna, otto.id, Relation.MUTE)
    await relations.set(anna, ida.id, Relation.BLOCK)
    assert await relations.keeps_away(ida.id, [otto.id, anna.id])
    assert await relations.keeps_away(anna.id, [ida.id])
    assert not await relations.keeps_away(otto.id, [anna.id, ida.id])


async def test_peace_can_be_made_and_a_mute_become_a_block(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    relations = Relations(database)
    for relation in (Relation.MUTE, Relation.BLOCK):
        await relations.set(anna, otto.id, relation)
        assert [kind for _, _, kind in await relations.of(anna.id)] == [relation]
    await relations.set(anna, otto.id, None)
    assert await relations.of(anna.id) == []


async def test_nobody_hides_themself_or_who_is_not_there(database: Database):
    (anna,) = await register(database, "Anna")
    for other in (anna.id, "nobody"):
        with pytest.raises(NotPossible):
            await Relations(database).set(anna, other, Relation.MUTE)


async def test_a_report_is_kept_with_what_was_said_until_it_is_settled(database: Database):
    anna, otto = await register(database, "Anna", "Otto")
    relations = Relations(database)
    lines = [f"line {number}" for number in range(100)]
    report = await relations.report(anna, otto.id, Reason.CHEATING, " he told\nhis hand ", "t1", lines)
    (kept,) = await relations.reports()
    assert (kept.id, kept.person, kept.about, kept.words) == (report, anna.id, otto.id, "he told his hand")
    assert kept.context == tuple(lines[-MOST_CONTEXT:])
    assert await relations.settle(report)
    assert not await relations.settle(report)
    assert await relations.reports() == []
    assert [one.id for one in await relations.reports(settled=True)] == [report]
