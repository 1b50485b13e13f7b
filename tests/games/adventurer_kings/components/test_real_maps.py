"""The map of Europe (12.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    bare_state,
    founded,
    idle,
    new_state,
    put_army,
    run,
    set_land,
    told,
    world,
)  # fmt: skip
from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.real_maps import CHARTS, nations
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.strength import terrain_strength

EUROPE = {
    "Caliphate of Cordoba": {"SA": 2}, "Normandy": {"NA": 1}, "England": {"NA": 1}, "Germany": {"DR": 1},
    "Papal States": {"WH": 1}, "South Russia": {"EX": 1, "NA": 1}, "North Russia": {"EX": 1, "AR": 1},
    "Kingdom of Magyars": {"NE": 1}, "Byzantine Empire": {"SA": 1, "SP": 1}, "Golden Horde": {"MA": 1},
    "Northern Seljuk Turks": {"ME": 1}, "Caliphate of Baghdad": {"SA": 1, "TH": 1},
}  # fmt: skip


@pytest.mark.clause("AK-12.2-01")
def test_in_europe_the_map_is_known_three_provinces_from_home() -> None:
    s = world("europe", 12)
    for seat, kingdom in enumerate(s.kingdoms):
        assert sorted(s.known[seat]) == s.atlas.within(kingdom.home, 3)


@pytest.mark.clause("AK-12.2-02")
@pytest.mark.parametrize(("scenario", "value"), [("standard", 2), ("europe", 3), ("earth", 3), ("super", 2)])
def test_light_cavalry_is_heavier_and_dearer_on_real_maps(scenario: str, value: int) -> None:
    s = new_state(scenario=scenario)
    set_land(s, 504, types=(tables.LIGHT,), terrain=tables.MOUNTAIN)
    army = s.armies[put_army(s, "LC", 0, 504)]
    assert terrain_strength(a_turn(s), army, at(s, 504), False, 0) == value
    act(a_turn(s), s.kingdoms[0].king, "RE LC")
    assert s.kingdoms[0].gold == 10 - value
    idle(s)
    entries = run(s)
    assert told(entries, "paid-armies", 0)[0].data["gold"] == 2 * value
    assert s.pay_of(tables.HEAVY) == 3


@pytest.mark.clause("AK-12.2-03")
def test_the_twelve_lands_of_europe_and_their_bonuses() -> None:
    found = {nation.name: {tables.ABILITIES[a]: n for a, n in nation.bonus.items()} for nation in nations("europe")}
    assert found == EUROPE


@pytest.mark.clause("AK-12.2-03")
def test_a_land_of_europe_brings_its_bonus_to_the_king_and_his_heroes() -> None:
    s = founded("europe", 'realm "Byzantine Empire"; king "Alexios" levels TA,TA,SP,ME')
    assert s.kingdoms[0].name == "Byzantine Empire"
    assert s.atlas.numbers[s.kingdoms[0].home] == 612
    king = s.king(0)
    assert (king.levels[tables.SAGE], king.levels[tables.SPY]) == (1, 2)
    assert (king.aptitudes[tables.SAGE], king.aptitudes[tables.SPY]) == (3, 5)
    for _, hero in s.at_home(0):
        assert hero.levels[tables.SAGE] >= 1
        assert hero.levels[tables.SPY] >= 1


@pytest.mark.clause("AK-12.2-04")
def test_rival_wishes_are_decided_by_lot_and_the_loser_has_his_next() -> None:
    england = 'realm "England"; realm "Normandy"'
    winners = set()
    for seed in range(10):
        s = founded("europe", england, england, 'realm "Papal States"', seed=b"%d" % seed)
        names = [kingdom.name for kingdom in s.kingdoms]
        assert sorted(names) == ["England", "Normandy", "Papal States"]
        winners.add(names.index("England"))
    assert winners == {0, 1}


@pytest.mark.clause("AK-12.2-04")
def test_a_first_wish_goes_before_a_second() -> None:
    for seed in range(6):
        s = founded(
            "europe", 'realm "England"', 'realm "England"; realm "Germany"', 'realm "Germany"', seed=b"%d" % seed
        )
        assert s.kingdoms[2].name == "Germany"


@pytest.mark.clause("AK-12.2-04")
def test_there_is_no_land_of_any_other_name() -> None:
    s = bare_state(8, "europe")
    problems = GAME.check(s, s.seats[0], parse('realm "Atlantis"\nrealm "England"\nrealm "England"'))
    assert [(problem.line, problem.clause) for problem in problems] == [(1, "AK-12.2-03"), (3, "AK-1.3-01")]


def test_a_name_has_its_quotation_marks_around_it() -> None:
    (realm,) = parse('realm "Seljuk Turks"').orders
    assert realm.name == "Seljuk Turks"
    with pytest.raises(SyntaxProblem, match="inside"):
        parse('realm Turks" Seljuk Turks"')


@pytest.mark.clause("AK-12.2-05")
def test_neighbours_in_europe_are_told_how_to_reach_each_other() -> None:
    s = founded(
        "europe",
        'realm "England"; contact "by raven"',
        'realm "Normandy"',
        'realm "Caliphate of Baghdad"; contact "none"',
    )
    entries = [*told(s.journal or [], "neighbour"), *told(s.journal or [], "neighbour-silent")]
    heard = {(entry.readers, entry.data["rival"], entry.data["contact"]) for entry in entries}
    assert ((1,), "England", "by raven") in heard
    assert ((0,), "Normandy", "") in heard
    assert ((0,), "Caliphate of Baghdad", "none") not in heard, "Normandy lies between"


def test_the_map_of_europe() -> None:
    chart = CHARTS["europe"]
    assert not chart.ice
    homes = [nation.home for nation in nations("europe")]
    assert min(atlas("europe").distance(a, b) for i, a in enumerate(homes) for b in homes[:i]) == 3
    assert all(chart.terrains[home] != tables.SEA for home in homes)
    assert all(chart.terrains[place] != tables.SEA for place in chart.names)
