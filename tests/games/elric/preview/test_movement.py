"""Previews of marches, flights and the end of movement (6.0, 7, 10.1, 10.9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import area, new_state, piece, put
from games.elric.positions.guidance import foreseen
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.components.world import TEETH
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.common.naval import Overboard
from palatine.games.elric.state import Hold


def neighbours_of_war(*jade: Any) -> Any:
    """Return a match with Amber's Jharkor in Dhakos beside Jade's Dharijor in Sequa."""
    s = new_state("successor", 2)
    s.order = (0, 1)
    put(s, 0, "Dhakos", "Dharmit", "Yishana", ("Jharkor", 3))
    put(s, 1, "Gromoorva", "Karnaal", ("Dharijor", 2))
    if jade:
        put(s, 1, "Sequa", *jade)
    return s


def whole_stack(s: Any, where: str) -> Any:
    s = moving(s)
    for action in (("stack", area(where)), ("all", 0)):
        s = GAME.play(s, "Amber", action)
    return s


@pytest.mark.clause("10.9.1b")
def test_the_last_army_leaving_a_captured_city_is_warned_of_and_not_the_last_but_one() -> None:
    s = neighbours_of_war()
    put(s, 0, "Sequa", "Wizard of Jharkor", ("Jharkor", 2))
    s.holds[area("Sequa")] = Hold(0, 1)
    s = marching(s, "Sequa", "Wizard of Jharkor", *s.pieces(0, area("Sequa"))[1:])
    told = foreseen(s, "go", area("Dhakos"))
    assert "10.9.1b" in told.warned
    assert "Jade" in told.lines[0].text
    other = neighbours_of_war()
    put(other, 0, "Sequa", "Wizard of Jharkor", ("Jharkor", 2))
    other.holds[area("Sequa")] = Hold(0, 1)
    other = marching(other, "Sequa", "Wizard of Jharkor")
    assert "10.9.1b" not in foreseen(other, "go", area("Dhakos")).warned


@pytest.mark.clause("7.5.7d")
def test_an_own_city_left_bare_is_warned_of_where_an_enemy_is_near() -> None:
    s = whole_stack(neighbours_of_war(), "Dhakos")
    near = foreseen(s, "go", area("jha_n"))
    assert "7.5.7d" in near.warned
    s = neighbours_of_war()
    s.lift(s.pieces(1, area("Gromoorva")), -1)
    far = foreseen(whole_stack(s, "Dhakos"), "go", area("jha_n"))
    assert "7.5.7d" not in far.warned
    assert "7.5.7d" in far.noted


@pytest.mark.clause("10.1a", "10.6e")
def test_marching_into_enemies_tells_the_odds_and_warns_where_they_are_poor() -> None:
    good = foreseen(whole_stack(neighbours_of_war(("Dharijor", 1)), "Dhakos"), "go", area("Sequa"))
    (odds,) = good.odds
    assert "11 against 4" in odds.title
    assert sum(each.chance for each in odds.results) == pytest.approx(1)
    assert [(amount, clause) for amount, why, clause in odds.parts if "wall" in why] == [("−3", "7.5.7c")]
    taken = sum(each.chance for each in odds.results if "Sequa falls" in each.text)
    assert taken == pytest.approx(33 / 36)
    assert "10.1a" not in good.warned
    poor = foreseen(whole_stack(neighbours_of_war("Sarosto", ("Dharijor", 7)), "Dhakos"), "go", area("Sequa"))
    assert "10.1a" in poor.warned


@pytest.mark.clause("6.0l")
def test_the_last_leaders_of_a_nation_in_a_battle_are_told_of() -> None:
    s = whole_stack(neighbours_of_war("Sarosto", ("Dharijor", 7)), "Dhakos")
    assert "6.0l" in foreseen(s, "go", area("Sequa")).warned
    s = neighbours_of_war("Sarosto", ("Dharijor", 7))
    put(s, 0, "Thokora", "Wizard of Jharkor")
    assert "6.0l" not in foreseen(whole_stack(s, "Dhakos"), "go", area("Sequa")).warned


@pytest.mark.clause("7.5.8a", "7.5.8b")
def test_armies_in_the_wild_draw_an_attack_and_people_only_where_they_stay() -> None:
    s = new_state()
    put(s, 0, "Western Dharijor", "Ohada", ("Shazaar", 2))
    armed = foreseen(whole_stack(s, "Western Dharijor"), "go", area("nihrain"))
    (line,) = [each for each in armed.lines if each.weight == "warning" and each.event]
    assert (line.event, line.chance) == ("attack.draw", 1.0)
    alone = foreseen(marching(s, "Western Dharijor", "Ohada"), "go", area("nihrain"))
    assert not [each for each in alone.lines if each.event]
    assert "7.5.8b" in alone.noted


@pytest.mark.clause("7.5.4a")
def test_a_perilous_sea_is_told_with_its_chance() -> None:
    s = new_state()
    sail(s, 0, "shaz_gulf", "Vilmir galley", "Naclon")
    told = foreseen(marching(s, "shaz_gulf", "Vilmir galley"), "go", TEETH)
    (line,) = [each for each in told.lines if each.clause == "7.5.4a"]
    assert line.chance == pytest.approx(4 / 6)
    assert "4 in 6 (67%)" in line.text
    (odds,) = told.odds
    assert [each.chance for each in odds.results] == pytest.approx([4 / 6, 2 / 6])


@pytest.mark.clause("10.9.1b", "7.3c", "7.5.8b")
def test_the_end_of_movement_lists_what_is_left_undone() -> None:
    s = neighbours_of_war()
    put(s, 0, "Sequa", "Wizard of Jharkor")
    s.holds[area("Sequa")] = Hold(0, 1)
    told = foreseen(moving(s), "end")
    (city,) = [each for each in told.unused_options if each.clause == "10.9.1b"]
    assert (city.weight, city.spaces) == ("warning", ("dha_seq",))
    (stacks,) = [each for each in told.unused_options if each.clause == "7.0a"]
    assert "jha_dha" in stacks.spaces
    assert told.is_irrevocable


@pytest.mark.clause("12.1.2a", "12.1.6a")
def test_leaving_elric_behind_and_losing_moonglum_are_warned_of() -> None:
    s = new_state()
    put(s, 0, "Dhakos", "Yishana", "Elric", ("Jharkor", 1))
    s.controller, s.has_hand = piece("Yishana"), True
    s = moving(s)
    s = GAME.play(GAME.play(s, "Amber", ("stack", area("Dhakos"))), "Amber", ("piece", piece("Yishana")))
    assert "12.1.2a" in foreseen(s, "go", area("jha_n")).warned
    s = GAME.play(s, "Amber", ("piece", piece("Elric")))
    assert "12.1.2a" not in foreseen(s, "go", area("jha_n")).warned
    s = new_state()
    put(s, 1, "Sequa", "Karnaal", "Elric")
    s.controller, s.has_hand = piece("Karnaal"), True
    put(s, 0, "Southern Tarkesh", "Moonglum", "Hilran")
    s = marching(s, "Southern Tarkesh", "Moonglum")
    told = foreseen(s, "go", area("Gromoorva"))
    assert "12.1.6a" in told.warned


@pytest.mark.clause("7.1e")
def test_a_ship_that_sinks_is_warned_of() -> None:
    s = new_state()
    sail(s, 0, "bak_sea", "Vilmir galley", "Naclon", ("Vilmir", 3))
    ends = foreseen(moving(s), "end")
    assert [each.spaces for each in ends.unused_options if each.clause == "7.1e"] == [("bak_sea",)]
    assert "7.1e" in ends.warned
    s.order = (0, 1, 2)
    s.push(Overboard(0, piece("Vilmir galley"), area("bak_sea")))
    assert "3 armies" in foreseen(s, "sink").lines[0].text


@pytest.mark.clause("10.1g", "10.7g")
def test_armies_without_a_leader_and_people_without_armies_are_listed() -> None:
    s = neighbours_of_war()
    put(s, 0, "jha_n", ("Jharkor", 1))
    put(s, 0, "dha_w", "Wizard of Jharkor")
    told = {each.clause: each.spaces for each in foreseen(moving(s), "end").unused_options}
    assert told["10.1g"] == ("jha_n",)
    assert told["10.7g"] == ("dha_w",)
    s.lift(s.pieces(1, area("Gromoorva")), -1)
    assert "10.7g" not in {each.clause for each in foreseen(moving(s), "end").unused_options}, "nobody is near"
