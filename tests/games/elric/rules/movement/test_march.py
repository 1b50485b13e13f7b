"""The end of a march: who has finished, hand limits, merged stacks (7.3, 9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    PRIEST,
    act,
    area,
    armies_of,
    asked,
    choose,
    embark,
    give_cards,
    new_state,
    piece,
    put,
    run,
    take_card,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.components.spells import SHIP_OF_LAND_AND_SEA
from palatine.games.elric.rules.movement.march import Advance, Arrival, FlyingMarch
from palatine.games.elric.state import Flight


def between_law_and_chaos(where: str) -> Any:
    """Return a match with the Priest of Vilmir holding Law in Jadmar.

    The Alchemist of Ilmiora holds Chaos in another area.
    """
    s = new_state()
    put(s, 0, "Jadmar", PRIEST)
    put(s, 0, where, "Alchemist of Ilmiora")
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, "Alchemist of Ilmiora", "Arioch")
    return s


@pytest.mark.clause("9.5e", "7.3n")
@pytest.mark.parametrize("enemy", [False, True])
def test_a_magician_of_law_who_comes_to_one_of_chaos_to_stay_or_to_fight_decides_between_them(enemy: bool) -> None:
    s = between_law_and_chaos("vil_n")
    if enemy:
        put(s, 1, "vil_n", "Dharmit")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    if not enemy:
        assert asked(s) == ("March", 0), "to pass by is not to stay"
        s = choose(s, "halt")
    assert asked(s) == ("ChooseAlignment", 0)
    assert (piece(PRIEST) in s.done) is enemy


@pytest.mark.clause("7.3n")
def test_who_has_come_to_fight_goes_no_further() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 1, "vil_n", "Dharmit")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert (asked(s), s.done) == (("Movement", 0), (piece("Naclon"),))


@pytest.mark.clause("9.5e", "10.9.2a")
def test_those_who_fight_instead_of_diverting_the_enemy_decide_between_law_and_chaos() -> None:
    s = between_law_and_chaos("vil_n")
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    put(s, 1, "vil_n", "Dharmit")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert asked(s) == ("Overrun", 0)
    assert asked(choose(s, "fight")) == ("ChooseAlignment", 0)


@pytest.mark.clause("9.5e")
def test_those_who_came_and_have_finished_on_their_way_decide_too() -> None:
    s = between_law_and_chaos("Jadmar")
    s.done = (piece(PRIEST),)
    assert asked(run(s, Arrival(0, area("Jadmar"), (piece(PRIEST),), 3))) == ("ChooseAlignment", 0)


@pytest.mark.clause("7.3n", "7.4.1d")
@pytest.mark.parametrize("enemy", [False, True])
def test_the_winged_who_come_down_on_a_ship_among_enemies_have_come_to_fight(enemy: bool) -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Clackars")
    put(s, 0, "st_vilmir", "Vilmir galley")
    if enemy:
        put(s, 1, "st_vilmir", "Ilmiora galley")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("st_vilmir")))
    s = choose(s, "ship", "Vilmir galley")
    assert s.ship == {piece("Clackars"): piece("Vilmir galley")}
    assert (piece("Clackars") in s.done) is enemy


@pytest.mark.clause("7.3v", "8.0j")
def test_in_wilderness_at_sea_who_goes_over_is_of_the_stack_of_the_ship() -> None:
    s = new_state()
    s.tipped, s.ends = -1, 9
    s.face_up[area("st_vilmir")] = (take_card(s, "Arioch"),)
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", "Avan Astram")
    put(s, 0, "st_vilmir", "Ilmiora galley", "Fadan")
    embark(s, "Vilmir galley", "Naclon", "Avan Astram")
    embark(s, "Ilmiora galley", "Fadan")
    s = choose(marching(s, "st_vilmir", "Naclon"), "ship", "Ilmiora galley")
    assert set(s.stack_of(piece("Naclon"))) == {piece("Ilmiora galley"), piece("Fadan"), piece("Naclon")}
    assert set(s.stack_of(piece("Avan Astram"))) == {piece("Vilmir galley"), piece("Avan Astram")}


# Who of a group is left


def parted() -> Any:
    """Return Naclon and an army in Jadmar.

    Of their group, Avan Astram is elsewhere and Fadan is another player's.
    """
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    put(s, 0, "Ilmar", "Avan Astram")
    put(s, 1, "Jadmar", "Fadan")
    return s


@pytest.mark.clause("7.0b", "7.0c")
def test_of_a_group_those_remain_who_are_there_and_still_the_players() -> None:
    s = parted()
    army = armies_of("Vilmir")[0]
    group = (piece("Naclon"), piece("Avan Astram"), piece("Fadan"), army)
    assert s.remaining(0, area("Jadmar"), group) == (piece("Naclon"), army)
    assert s.remaining(1, area("Jadmar"), group) == (piece("Fadan"),)
    assert s.remaining(1, area("Ilmar"), group) == ()


@pytest.mark.clause("7.0c")
def test_nobody_goes_on_of_a_group_that_is_gone() -> None:
    s = parted()
    gone = (piece("Avan Astram"), piece("Fadan"))
    for step in (
        Advance(0, area("Jadmar"), gone, -1, area("vil_n")),
        Arrival(0, area("Jadmar"), gone, 4),
        FlyingMarch(0, area("Jadmar"), gone, 0, area("vil_n")),
    ):
        assert asked(run(s, step)) is None
    after = run(s, Arrival(0, area("Jadmar"), (piece("Naclon"), *gone), 4))
    assert after.done == (piece("Naclon"),), "who has come to fight Fadan"


@pytest.mark.clause("12.1.2a", "12.1.6b")
@pytest.mark.parametrize(
    ("joined", "there", "comes"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_moonglum_goes_on_with_elric_whom_the_group_has_found_if_he_has_joined_him_and_is_there(
    joined: bool, there: bool, comes: bool
) -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Elric")
    put(s, 0, "Jadmar" if there else "Ilmar", "Moonglum")
    s.controller, s.joined = piece("Naclon"), joined
    found = Arrival(0, area("Jadmar"), (piece("Naclon"),), 3).survivors(s)
    assert found == tuple(sorted([piece("Naclon"), piece("Elric"), *[piece("Moonglum")] * comes]))


@pytest.mark.clause("7.4.2a", "16.3s")
@pytest.mark.parametrize(
    ("lasts", "holder", "flies"), [(True, PRIEST, True), (False, PRIEST, False), (True, "Fadan", False)]
)
def test_the_ship_of_land_and_sea_bears_a_group_while_the_spell_lasts_and_its_magician_is_of_it(
    lasts: bool, holder: str, flies: bool
) -> None:
    s = new_state()
    put(s, 0, "Jadmar", PRIEST, "Naclon")
    put(s, 0, "Ilmar", "Fadan")
    (ship,) = give_cards(s, holder, SHIP_OF_LAND_AND_SEA)
    s.flights = {ship: Flight(0, 1)} if lasts else {}
    group = (piece("Naclon"), piece(PRIEST))
    after = run(s, FlyingMarch(0, area("Jadmar"), tuple(sorted(group)), ship, area("vil_n")))
    assert {after.where[p] for p in group} == {area("vil_n" if flies else "Jadmar")}
