"""Attaching and detaching armies and fleets on the way (7.3i to 7.3k)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    embark,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    spell,
)
from games.elric.positions.journeys import armies_at, marching, moving
from palatine.games.elric.components.spells import CHAOS
from palatine.games.elric.rules.movement.detaching import Drop, drop_refusal


def army(s: Any, nation: str, where: str) -> int:
    """Return the first army of a nation in an area."""
    return next(p for p in armies_of(nation) if s.where[p] == area(where))


@pytest.mark.clause("7.3i")
def test_a_leader_picks_up_an_army_on_his_way() -> None:
    s = new_state()
    put(s, 0, "Ilmar", "Naclon")
    put(s, 0, "ilm_s", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("Ilmar")), ("go", area("ilm_s")), ("halt", 0))
    s = act(s, ("stack", area("ilm_s")), ("all", 0), ("go", area("Nadsokor")))
    assert armies_at(s, "Nadsokor") == 1
    assert s.changed == (armies_of("Vilmir")[0],)


@pytest.mark.clause("7.3j", "7.3k")
def test_an_army_picked_up_is_not_left_alone_again() -> None:
    s = new_state()
    put(s, 0, "Ilmar", "Naclon")
    (own,) = put(s, 0, "ilm_s", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("Ilmar")), ("go", area("ilm_s")), ("halt", 0))
    s = act(s, ("stack", area("ilm_s")), ("all", 0), ("go", area("Nadsokor")))
    assert refusal(s, "drop").clause == "7.3k"
    assert drop_refusal(s, Drop(0, area("Nadsokor"), s.flow[-1].group), own).clause == "7.3j"
    s = act(s, ("halt", 0), ("stack", area("Nadsokor")), ("piece", piece("Naclon")))
    assert names(s, "go") == []
    assert refusal(s, "go", "vil_n").clause == "7.3j"


@pytest.mark.clause("7.3j")
def test_an_army_left_behind_is_not_picked_up_by_another() -> None:
    s = new_state()
    put(s, 0, "Ilmar", "Fadan", ("Ilmiora", 1))
    put(s, 0, "ilm_s", "Naclon")
    own = army(s, "Ilmiora", "Ilmar")
    s = act(moving(s), ("stack", area("Ilmar")), ("piece", piece("Fadan")), ("go", area("ilm_n")), ("halt", 0))
    assert s.changed == (own,)
    s = act(s, ("stack", area("ilm_s")), ("go", area("Ilmar")), ("halt", 0))
    s = act(s, ("stack", area("Ilmar")))
    alone = choose(s, "piece", own)
    assert "Northern Ilmiora" in names(alone, "go"), "it may still go a province by itself"
    assert refusal(alone, "piece", "Naclon").clause == "7.3j"
    s = choose(s, "piece", "Naclon")
    assert refusal(s, "piece", own).clause == "7.3j"
    s = act(s, ("halt", 0), ("stack", area("Ilmar")), ("all", 0))
    assert s.flow[-1].group == (piece("Naclon"),), "all who can go together"


@pytest.mark.clause("7.2e", "7.2g")
def test_all_without_a_leader_are_those_who_can_go_by_themselves() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 3), ("Ilmiora", 2))
    one, two, three = armies_of("Vilmir")[:3]
    s.walked, s.trail = {one: 1}, {one: (area("vil_e"),)}
    s.changed = (two,)
    s = act(moving(s), ("stack", area("Jadmar")))
    assert operands(s, "piece") == [two, three]
    assert choose(s, "all").flow[-1].group == (two, three)


@pytest.mark.clause("7.3a", "7.3b", "7.3r")
def test_from_an_island_only_those_set_out_who_can_leave_it() -> None:
    s = new_state()
    put(s, 0, "Unholy Fortress", "Naclon")
    assert names(moving(s), "stack") == []
    s.walked = {piece("Ohada"): 2}
    put(s, 0, "Unholy Fortress", "Ohada")
    assert names(moving(s), "stack") == [], "two points are not enough for the sea and the shore"
    s.walked = {}
    assert names(moving(s), "stack") == ["Unholy Fortress"]
    s = new_state()
    put(s, 0, "Unholy Fortress", "Naclon")
    put(s, 0, "n_pale", "Vilmir galley")
    assert names(moving(s), "stack") == ["Unholy Fortress"]
    s = new_state()
    put(s, 0, "Hwamgaarl", "Naclon", "Pan Tang warship")
    assert names(moving(s), "stack") == ["Hwamgaarl (Pan Tang)"]


@pytest.mark.clause("7.3j", "7.3k")
def test_an_army_that_its_leader_has_brought_and_leaves_is_finished() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    own = army(s, "Vilmir", "Jadmar")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("halt", 0))
    s = act(s, ("stack", area("vil_n")), ("piece", piece("Naclon")), ("go", area("ilm_s")), ("halt", 0))
    assert (s.changed, s.done) == ((own,), (own,))


@pytest.mark.clause("7.3j")
def test_to_divide_a_stack_between_its_leaders_is_no_change() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 2))
    s = marching(s, "Jadmar", "Naclon", armies_of("Vilmir")[0])
    s = act(s, ("go", area("vil_n")), ("halt", 0))
    assert s.changed == ()


@pytest.mark.clause("7.3k")
def test_who_is_dropped_stays_and_the_army_is_finished() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 2))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    own = armies_of("Vilmir")[0]
    s = act(s, ("piece", own), ("piece", piece("Avan Astram")), ("done", 0), ("go", area("ilm_s")), ("halt", 0))
    assert (s.where[own], at(s, "Avan Astram")) == (area("vil_n"), "Northern Vilmir")
    assert s.done == (own,)
    s = act(s, ("stack", area("vil_n")))
    assert operands(s, "piece") == [piece("Avan Astram")]
    assert refusal(s, "piece", own).clause == "7.3k"


@pytest.mark.clause("7.3k", "9.5e", "9.5f")
def test_a_magician_who_is_dropped_is_of_one_stack_with_those_there_once_the_others_have_gone_on() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Priest of Vilmir")
    put(s, 0, "vil_n", "Mage of Lormyr", ("Vilmir", 1))
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Mage of Lormyr", "Arioch")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    s = act(s, ("piece", piece("Priest of Vilmir")))
    assert asked(s) != ("ChooseAlignment", 0), "while the others are there, it is not known who will be together"
    s = act(s, ("done", 0)) if asked(s) == ("Drop", 0) else s
    s = act(s, ("go", area("ilm_s")))
    assert asked(s) == ("ChooseAlignment", 0)
    s = act(s, ("keep", CHAOS))
    assert s.hand == {piece("Mage of Lormyr"): (spell("Arioch"),)}
    assert at(s, "Naclon") == "Southern Ilmiora"


@pytest.mark.clause("7.3k", "7.2e")
def test_the_last_leader_is_not_dropped() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 2))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    assert refusal(s, "piece", "Naclon").clause == "7.2e"


@pytest.mark.clause("7.3j", "7.3k")
@pytest.mark.parametrize("way", ["sets out without it", "drops it"])
def test_an_army_left_behind_keeps_no_other_leader_who_comes_the_same_way(way: str) -> None:
    """Naclon leaves his army in Northern Vilmir.

    Avan Astram follows from Jadmar and can go on.
    """
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Sealord of Vilmir", "Avan Astram", ("Vilmir", 1))
    own = army(s, "Vilmir", "Jadmar")
    s = act(marching(s, "Jadmar", "Naclon", own), ("go", area("vil_n")))
    if way == "drops it":
        s = act(s, ("drop", 0), ("piece", own), ("go", area("ilm_s")), ("halt", 0))
    else:
        s = act(
            s, ("halt", 0), ("stack", area("vil_n")), ("piece", piece("Naclon")), ("go", area("ilm_s")), ("halt", 0)
        )
    assert (at(s, "Naclon"), s.done) == ("Southern Ilmiora", (own,))
    s = act(marching(s, "Jadmar", "Avan Astram"), ("go", area("vil_n")), ("halt", 0), ("stack", area("vil_n")))
    s = act(s, ("piece", piece("Avan Astram")))
    assert "Southern Ilmiora" in names(s, "go")


@pytest.mark.clause("12.1.2d", "7.3k")
def test_who_controls_elric_is_not_dropped_before_him() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon", "Avan Astram")
    s.controller, s.has_hand = piece("Avan Astram"), True
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    assert operands(s, "piece") == [piece("Elric"), piece("Naclon")]
    assert refusal(s, "piece", "Avan Astram").clause == "12.1.2d"
    s = choose(s, "piece", "Elric")
    assert piece("Avan Astram") in operands(s, "piece")


@pytest.mark.clause("7.3j", "7.3k")
def test_an_army_left_at_sea_by_one_leader_goes_ashore_with_no_other() -> None:
    """The army aboard was left behind this turn by a leader who came another way than Fadan."""
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Fadan", ("Vilmir", 1))
    own = armies_of("Vilmir")[0]
    embark(s, "Vilmir galley", "Fadan", own)
    s.changed, s.trail = (own,), {piece("Fadan"): (area("dragon"),), own: (area("purple_sea"),)}
    s = act(moving(s), ("stack", area("st_vilmir")), ("piece", piece("Fadan")))
    assert "Jadmar" in names(s, "go")
    s = choose(s, "piece", own)
    assert names(s, "go") == []
    assert refusal(s, "go", "Jadmar").reason == "why.changed"


@pytest.mark.clause("16.8c", "16.8d", "7.3k")
def test_from_aboard_the_chaos_fleet_nobody_is_dropped() -> None:
    s = new_state()
    put(s, 0, "Banarva", "Chaos Fleet", "Sarosto", "Yishana", ("Tarkesh", 1))
    own = army(s, "Tarkesh", "Banarva")
    embark(s, "Chaos Fleet", "Sarosto", own)
    group = tuple(sorted((piece("Chaos Fleet"), piece("Sarosto"), piece("Yishana"), own)))
    step = Drop(0, area("Banarva"), group)
    assert [drop_refusal(s, step, p).clause for p in (piece("Sarosto"), own)] == ["16.8d", "16.8c"]


@pytest.mark.clause("7.3k")
def test_there_is_one_button_to_have_dropped_enough() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    assert refusal(s, "done", 1).reason == "why.no-button"
