"""The scenarios: starting nations and pieces (14)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import act, area, asked, at, new_state, operands, piece, power, refusal, run, spell
from games.elric.test_setup import begun, choosing
from palatine.games.elric.components.pieces import CYMORIL, ELRIC, POWER_NAME, THELEB
from palatine.games.elric.components.spells import NATION
from palatine.games.elric.components.tables import SCENARIOS
from palatine.games.elric.components.world import CITIES, CITY_AT, MELNIBONE, RLIN
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.random_attacks import draws_attacks
from palatine.games.elric.rules.realm.muster import muster_refusal
from palatine.games.elric.setup import Hands, Placing
from palatine.games.elric.state import NOBODY, SEATS


def ruled(s: Any, seat: int) -> set[str]:
    return {POWER_NAME[n] for n, ruler in enumerate(s.ruler) if ruler == seat}


@pytest.mark.clause("14.2a", "4.0g")
def test_dragon_masters_sets_pan_tang_with_dharijor_against_melnibone() -> None:
    s = begun("dragon-masters", 2)
    assert s.order == (0, 1)
    assert [ruled(s, seat) for seat in (0, 1)] == [{"Pan Tang", "Dharijor"}, {"Melnibone"}]
    assert at(s, "Jagreen Lern") == "Hwamgaarl (Pan Tang)"
    assert at(s, "Karnaal") == "Gromoorva"
    assert at(s, "Magnum Colim") == at(s, "Golden Battle Barge") == "Imrryr (Melnibone)"
    assert (s.owner[ELRIC], s.where[ELRIC]) == (NOBODY, -1), "he is to appear at random"
    assert s.hand[piece("Yyrkoon")], "the Melniboneans draw their spells"


@pytest.mark.clause("14.2a", "12.1.2b")
def test_by_choice_elric_begins_in_imrryr_under_cymoril() -> None:
    s = begun("dragon-masters", 2, **{"elric-starts": "imrryr"})
    assert (s.where[ELRIC], s.owner[ELRIC], s.controller) == (MELNIBONE, 1, CYMORIL)
    assert s.has_hand
    assert s.hand[ELRIC]
    elsewhere = begun("upstart", 4, **{"elric-starts": "imrryr"})
    assert elsewhere.where[ELRIC] == -1


@pytest.mark.clause("14.3a", "4.0g")
def test_successor() -> None:
    s = begun("successor", 2)
    assert s.order == (0, 1), "the side of Jharkor is the first player"
    assert [ruled(s, seat) for seat in (0, 1)] == [{"Shazaar", "Jharkor", "Tarkesh"}, {"Pan Tang", "Dharijor"}]


@pytest.mark.clause("14.4a", "14.4b", "14.4c", "14.4d")
def test_in_the_short_world_conflict_each_takes_a_continent_the_first_player_first() -> None:
    firsts = {begun("conflict-short", 3, seed).order[0] for seed in range(12)}
    assert firsts == {0, 1, 2}, "the first player is random"
    s = choosing("conflict-short", first=2)
    assert asked(s) == ("ChooseNation", 2)
    assert operands(s, "continent") == [0, 1, 2]
    assert refusal(s, "nation", power("Lormyr")).reason == "why.other-choice"
    assert refusal(s, "continent", 3).reason == "why.not-to-choose"
    s = act(s, ("continent", 1))
    assert refusal(s, "continent", 1).reason == "why.taken"
    s = act(s, ("continent", 0))
    assert ruled(s, 2) == {"Lormyr", "Filkhar", "Argimiliar", "Pikarayd"}
    assert ruled(s, 0) == {"Ilmiora", "Bakshaan", "Vilmir"}
    assert ruled(s, 1) == {"Shazaar", "Jharkor", "Tarkesh", "Dharijor"}


@pytest.mark.clause("14.4e")
@pytest.mark.parametrize(("scenario", "seats"), [("conflict-short", 3), ("conflict-long", 3), ("upstart", 4)])
def test_all_other_nations_can_be_mustered(scenario: str, seats: int) -> None:
    s = begun(scenario, seats)
    ours = next(p for p in s.persons(0))
    for city in CITIES:
        if (
            s.ruler[city.nation] == NOBODY
            and POWER_NAME[city.nation] != "Melnibone"
            and (city.capital or city.main)
        ):
            s.lift((ours,), -1)
            s.put((ours,), city.area)
            assert muster_refusal(s, ours, NATION, city.nation) is None, POWER_NAME[city.nation]
            assert s.city_owner(city.area) == NOBODY


@pytest.mark.clause("14.5")
def test_in_the_long_world_conflict_each_has_one_kingdom() -> None:
    for seed in range(4):
        s = begun("conflict-long", 3, seed)
        assert sorted([*ruled(s, 0), *ruled(s, 1), *ruled(s, 2)]) == ["Jharkor", "Lormyr", "Vilmir"]
        assert [len(ruled(s, seat)) for seat in range(3)] == [1, 1, 1]


@pytest.mark.clause("14.6")
def test_the_first_of_four_has_pan_tang_and_the_others_choose() -> None:
    s = choosing("upstart", 4, first=3)
    assert ruled(s, 3) == {"Pan Tang"}
    assert asked(s) == ("ChooseNation", 0)
    assert operands(s, "nation") == [power(name) for name in ("Dharijor", "Ilmiora", "Argimiliar")]
    s = act(s, ("nation", power("Argimiliar")), ("nation", power("Dharijor")))
    assert [ruled(s, seat) for seat in (0, 1, 2)] == [{"Argimiliar"}, {"Dharijor"}, {"Ilmiora"}]
    firsts = {begun("upstart", 4, seed).order[0] for seed in range(16)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.clause("14.7b", "12.1.1a")
def test_in_the_duel_elric_appears_at_random_against_theleb_kaarna() -> None:
    s = new_state("duel", 2)
    after = run(s, Placing())
    assert (after.owner[ELRIC], after.owner[THELEB]) == (0, 1)
    assert at(after, "Theleb K'aarna") == "Hwamgaarl (Pan Tang)"
    assert set(after.ruler) == {NOBODY}, "nobody has a nation"
    places = set()
    for seed in range(8):
        begun_s = begun("duel", 2, seed)
        assert CITIES[CITY_AT[begun_s.where[ELRIC]]].nation >= 0
        assert begun_s.owner[ELRIC] == 0
        assert begun_s.has_hand
        places.add(begun_s.where[ELRIC])
    assert len(places) > 2
    assert Hands.needs_decision is False


@pytest.mark.clause("14.7a", "14.7b")
def test_every_scenario_can_be_set_up_at_its_table() -> None:
    tables = {scenario.name: {len(seats) for seats in scenario.tables} for scenario in GAME.scenarios}
    assert tables == {**{each.key: {each.players} for each in SCENARIOS}, "free": {2, 3, 4}}
    for scenario in GAME.scenarios:
        for seats in scenario.tables:
            assert seats == SEATS[: len(seats)]
            s = GAME.setup(scenario.name, seats, seed=b"table")
            assert GAME.actors(s)


@pytest.mark.clause("14.7a")
def test_forces_and_spells_of_ones_own_are_a_position() -> None:
    text = """elric
scenario free
seats: Amber, Jade
step Movement
rules Amber: Eshmir
Amber in esh_elw: leader-of-eshmir, eshmir-army-1
Jade in tanelorn: rackhir
star mordaga: arioch
hand of rackhir: sleep"""
    s = GAME.read_position(text)
    assert s.stars == {area("mordaga"): spell("Arioch")}
    assert at(s, "Rackhir") == "Tanelorn"
    assert s.ruler[power("Eshmir")] == 0
    assert len(s.cup) == 67


@pytest.mark.clause("14.1c")
def test_no_random_attacks_in_the_founding() -> None:
    assert not draws_attacks(new_state("founding", 1), RLIN)
    assert draws_attacks(new_state("conflict-long", 3), RLIN)
