"""Laws of facts that outlive or end with their turn, in random turns near the end of a nation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.lord_and_master.wild_orders import wild_positions
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.rules.common.naming import with_names
from palatine.games.lord_and_master.state import State


def played(seeds: range) -> Iterator[tuple[State, State]]:
    """Yield the positions before and after random turns that did not end the match."""
    for seed in seeds:
        for state in wild_positions(seed):
            before, after = state.copy(), state.copy()
            after.journal = []  # type: ignore[misc]
            sequence.run_turn(after)
            if after.outcome is None:
                yield before, after


@pytest.fixture(scope="module")
def turns() -> list[tuple[State, State]]:
    return list(played(range(4000, 4040)))


Turns = list[tuple[State, State]]


@pytest.mark.clause("LM-IPR-05")
def test_a_truce_lasts_to_the_end_of_its_term_and_no_longer(turns: Turns) -> None:
    kept = 0
    for before, after in turns:
        assert all(truce.until >= after.turn for truce in after.truces)
        lasting = [truce for truce in before.truces if truce.until >= after.turn]
        lasting = [truce for truce in lasting if not any(after.nations[seat].out for seat in truce.seats)]
        assert [truce for truce in lasting if truce not in after.truces] == []
        kept += len(lasting)
    assert kept > 0


@pytest.mark.clause("LM-IPR-01")
def test_an_alliance_lasts_as_long_as_its_members(turns: Turns) -> None:
    for before, after in turns:
        for group in before.alliances:
            left = {seat for seat in group if not after.nations[seat].out}
            assert len(left) < 2 or any(left <= set(each) for each in after.alliances)


@pytest.mark.clause("LM-FC-10", "LM-NEU-24")
def test_a_siege_is_in_force_only_if_it_was_laid_in_that_turn(turns: Turns) -> None:
    found = 0
    for _, after in turns:
        laid = {entry.data["place"] for entry in after.journal or () if entry.kind == "siege"}
        assert {with_names(after, {"place": each.place})["place"] for each in after.sieges} <= laid
        found += len(after.sieges)
    assert found > 0


@pytest.mark.clause("LM-A-19", "LM-A-21")
def test_a_call_is_answered_in_the_turn_after_it_and_made_once(turns: Turns) -> None:
    for before, after in turns:
        assert after.blessings == []
        for each in after.calls:
            assert (before.nations[each.seat].called, after.nations[each.seat].called) == (False, True)
        for old, new in zip(before.nations, after.nations, strict=True):
            assert new.called >= old.called


@pytest.mark.clause("LM-C-07")
def test_a_demon_stays_a_turn_less_each_turn_and_none_beyond_its_time(turns: Turns) -> None:
    seen = 0
    for before, after in turns:
        for n in before.demons.keys() & after.demons.keys():
            assert after.demons[n].turns == before.demons[n].turns - 1 > 0
            seen += 1
    assert seen > 0


@pytest.mark.clause("LM-IPR-10")
def test_what_was_sold_is_on_its_way_for_one_turn(turns: Turns) -> None:
    for before, after in turns:
        arrived = [entry for entry in after.journal or () if entry.kind == "arrived"]
        assert len(arrived) <= len(before.shipments)
        assert not any(each in after.shipments for each in before.shipments if each.units)


def test_an_office_is_held_as_long_as_its_holder_is_there(turns: Turns) -> None:
    """A leader keeps the office, captive or free, until dead or in another nation."""
    for before, after in turns:
        for seat, nation in enumerate(before.nations):
            if nation.leader in after.people and after.people[nation.leader].owner == seat:
                assert after.nations[seat].leader == nation.leader


def test_boneyards_and_ruins_are_for_ever(turns: Turns) -> None:
    grown = 0
    for before, after in turns:
        assert set(before.boneyards) <= set(after.boneyards)
        assert set(before.ruins) <= set(after.ruins)
        grown += len(after.boneyards) - len(before.boneyards)
    assert grown > 0
