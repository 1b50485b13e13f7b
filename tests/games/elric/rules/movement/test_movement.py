"""Movement on land: who goes, how far, who leads, and what stops them (7.0 to 7.3, 7.5.3, 7.5.8)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.elric.kingdoms import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)

from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.rules.movement.detaching import Drop, drop_refusal
from palatine.games.elric.rules.movement.movement import Movement, OpenMovement, Stopping


def moving(s: Any, seat: int = 0) -> Any:
    """The state with a player's movement under way."""
    s.phasing = seat
    return run(s, Movement(seat))


def marching(s: Any, where: str, *who: str | int, seat: int = 0) -> Any:
    """The state with these pieces picked in an area; armies are found by the names of their nations."""
    after = moving(s, seat)
    after = act(after, ("stack", area(where)))
    for each in who:
        after = act(after, ("piece", piece(each)))
    return after


def army(s: Any, nation: str, where: str) -> int:
    """The first army of a nation in an area."""
    return next(p for p in armies_of(nation) if s.where[p] == area(where))


def armies_at(s: Any, where: str) -> int:
    return sum([KIND[p] == ARMY for seat in range(4) for p in s.pieces(seat, area(where))])


# Who moves at all


@pytest.mark.clause("7.0a")
def test_nobody_needs_to_move() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    assert not choose(moving(s), "end").flow


@pytest.mark.clause("7.0a", "7.0b")
def test_a_player_moves_what_is_his() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 1, "Ilmar", "Fadan")
    s = moving(s)
    assert names(s, "stack") == ["Jadmar"]
    assert refusal(s, "stack", "Ilmar").clause == "7.0b"


@pytest.mark.clause("7.0b")
def test_spells_go_with_whoever_holds_them() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert s.hand == {piece("Priest of Vilmir"): (spell("Arkyn"),)}


@pytest.mark.clause("7.0c", "7.0d")
def test_a_march_goes_from_area_to_area_a_point_each() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert sorted(names(s, "go")) == ["Eastern Vilmir", "Northern Vilmir", "Old Hrolmar"]
    assert refusal(s, "go", "Ilmar").clause == "7.0c"
    s = choose(s, "go", "vil_n")
    assert at(s, "Naclon") == "Northern Vilmir"
    assert s.walked == {piece("Naclon"): 1}
    assert s.trail == {piece("Naclon"): (area("Jadmar"),)}


@pytest.mark.clause("7.2a")
def test_four_points_and_no_more() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    for way in ("vil_n", "ilm_s", "Ilmar"):
        s = choose(s, "go", way)
        assert asked(s) == ("March", 0)
    s = choose(s, "go", "ilm_n")
    assert asked(s) == ("Movement", 0)
    assert names(s, "stack") == []


@pytest.mark.clause("7.2a")
def test_the_most_travelled_holds_the_others_back() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    s.walked = {piece("Avan Astram"): 3}
    s = marching(s, "Jadmar", "Naclon", "Avan Astram")
    assert s.flow[-1].points == 1
    s = choose(s, "go", "vil_n")
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("7.2a")
def test_the_tired_are_not_taken_along() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    s.walked = {piece("Avan Astram"): 4}
    s = act(moving(s), ("stack", area("Jadmar")))
    assert operands(s, "piece") == [piece("Naclon")]
    assert refusal(s, "piece", "Avan Astram").clause == "7.2a"


@pytest.mark.clause("7.1a")
def test_any_number_share_a_province() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Priest of Vilmir", ("Vilmir", 9))
    put(s, 0, "vil_n", "Fadan", "Sharilla", ("Ilmiora", 10))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert armies_at(s, "vil_n") == 19


@pytest.mark.clause("7.1a")
def test_of_armies_just_alike_one_is_offered() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 3), ("Ilmiora", 2))
    s = act(moving(s), ("stack", area("Jadmar")))
    first, second, *_ = armies_of("Vilmir")
    assert operands(s, "piece") == [piece("Naclon"), armies_of("Ilmiora")[0], first]
    assert refusal(s, "piece", second).reason == "why.alike"
    assert second in operands(choose(s, "piece", first), "piece")


# Armies and their leaders


@pytest.mark.clause("7.2e")
def test_armies_abroad_do_not_stir_without_a_leader() -> None:
    s = new_state()
    put(s, 0, "Ilmar", ("Vilmir", 2))
    s = moving(s)
    assert names(s, "stack") == []
    assert refusal(s, "stack", "Ilmar").clause == "7.2e"


@pytest.mark.clause("7.2e", "7.2f", "7.2g")
def test_at_home_an_army_goes_one_province_by_itself() -> None:
    s = new_state()
    (own,) = put(s, 0, "Jadmar", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert s.where[own] == area("vil_n")
    assert names(s, "stack") == []


@pytest.mark.clause("7.2g")
def test_an_army_that_was_led_does_not_go_on_alone() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1))
    put(s, 0, "Old Hrolmar", ("Vilmir", 1))
    s.walked = {armies_of("Vilmir")[0]: 1}
    assert names(moving(s), "stack") == ["Old Hrolmar"]


@pytest.mark.clause("7.2h")
def test_an_army_alone_does_not_leave_its_country() -> None:
    s = new_state()
    put(s, 0, "vil_n", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("vil_n")))
    assert "Southern Ilmiora" not in names(s, "go")
    assert refusal(s, "go", "ilm_s").clause == "7.2h"


@pytest.mark.clause("7.2e", "7.2f")
def test_another_nations_country_is_no_home() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1), ("Ilmiora", 1))
    s = act(moving(s), ("stack", area("Jadmar")))
    assert operands(s, "piece") == [armies_of("Vilmir")[0]]
    assert refusal(s, "piece", armies_of("Ilmiora")[0]).clause == "7.2e"


@pytest.mark.clause("7.3n", "7.2g")
def test_armies_alone_start_no_fight() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1))
    put(s, 1, "vil_n", "Fadan")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert refusal(s, "go", "vil_n").clause == "7.3n"


@pytest.mark.clause("7.2b", "7.2d", "7.5.2b", "7.5.7b")
def test_a_city_is_its_province_and_lets_one_through() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    s = act(moving(s), ("stack", area("vil_n")), ("go", area("Nadsokor")), ("go", area("Bakshaan")))
    assert at(s, "Naclon") == "Bakshaan"
    assert asked(s) == ("March", 0)
    s = choose(s, "go", "Ilmar")
    assert at(s, "Naclon") == "Ilmar"


@pytest.mark.clause("7.5.2b", "7.3n")
def test_an_enemys_empty_city_does_not_stop_anybody() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    put(s, 1, "Karlaak", "Fadan")
    s = act(moving(s), ("stack", area("vil_n")), ("go", area("ilm_s")), ("go", area("Ilmar")))
    assert s.city_owner(area("Ilmar")) == 1
    assert asked(s) == ("March", 0)


# Enemies


@pytest.mark.clause("7.3n")
def test_who_enters_an_enemys_province_has_come_to_fight() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 2))
    put(s, 1, "vil_n", "Fadan", ("Ilmiora", 4))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert asked(s) == ("Movement", 0)
    assert names(s, "stack") == []
    assert piece("Naclon") in s.done


@pytest.mark.clause("7.3o", "7.3p")
def test_in_wilderness_enemies_pass_each_other() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon")
    put(s, 1, "sig_w", "Fadan", ("Ilmiora", 4))
    s = act(moving(s), ("stack", area("Rignariom")), ("go", area("sig_w")))
    assert asked(s) == ("March", 0)
    assert not s.done
    assert "Tanelorn" in names(s, "go")


@pytest.mark.clause("12.1.2e", "7.3n")
def test_melniboneans_do_not_set_upon_melniboneans_but_may_bid_for_elric() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Yyrkoon", "Cymoril")
    put(s, 1, "vil_n", "Elric", "Saxif D'aan")
    s.controller = piece("Saxif D'aan")
    together = marching(s, "Jadmar", "Yyrkoon", "Cymoril")
    assert refusal(together, "go", "vil_n").clause == "7.3n"
    alone = choose(marching(s, "Jadmar", "Cymoril"), "go", "vil_n")
    assert at(alone, "Cymoril") == "Northern Vilmir"
    assert piece("Cymoril") in alone.done


# Attaching and detaching


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


@pytest.mark.clause("7.3k", "7.2e")
def test_the_last_leader_is_not_dropped() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 2))
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")), ("drop", 0))
    assert refusal(s, "piece", "Naclon").clause == "7.2e"


# Elric and his own


@pytest.mark.clause("12.1.2d")
def test_elric_goes_with_his_controller_or_not_at_all() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon", "Avan Astram")
    s.controller = piece("Avan Astram")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert refusal(s, "piece", "Elric").clause == "12.1.2d"
    s = act(s, ("piece", piece("Avan Astram")), ("piece", piece("Elric")), ("go", area("vil_n")))
    assert (at(s, "Elric"), s.controller) == ("Northern Vilmir", piece("Avan Astram"))


@pytest.mark.clause("12.1.2b")
def test_a_controller_who_leaves_elric_leaves_him_to_the_next() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon", "Avan Astram")
    s.controller = piece("Avan Astram")
    s = choose(marching(s, "Jadmar", "Avan Astram"), "go", "vil_n")
    assert s.controller == piece("Naclon")


@pytest.mark.clause("12.1.6b")
def test_moonglum_goes_where_elric_goes() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Moonglum", "Naclon")
    s.controller, s.joined = piece("Naclon"), True
    s = marching(s, "Jadmar", "Naclon")
    assert refusal(s, "piece", "Moonglum").clause == "12.1.6b"
    s = act(s, ("piece", piece("Elric")), ("go", area("vil_n")))
    assert at(s, "Moonglum") == "Northern Vilmir"


@pytest.mark.clause("12.1.2a")
def test_whoever_comes_upon_elric_goes_on_with_him() -> None:
    s = new_state()
    s.has_hand = True
    put(s, 4, "vil_n", "Elric")
    put(s, 0, "Jadmar", "Naclon")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")), ("go", area("ilm_s")))
    assert (at(s, "Elric"), s.controller) == ("Southern Ilmiora", piece("Naclon"))
    assert s.flow[-1].points == 2


@pytest.mark.clause("12.1.2c")
def test_in_movement_a_greater_one_may_take_control() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon", "Avan Astram")
    s.controller = piece("Naclon")
    s = choose(moving(s), "control", "Avan Astram")
    assert s.controller == piece("Avan Astram")


# Mountains and hordes


@pytest.mark.clause("7.5.3")
def test_mountains_bar_the_way() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon")
    s = act(moving(s), ("stack", area("Rignariom")))
    assert refusal(s, "go", "Tanelorn").clause == "7.5.3"


@pytest.mark.clause("11.0m")
def test_a_horde_keeps_to_its_bounds_until_it_is_freed() -> None:
    s = new_state()
    put(s, 0, "wee_w", "Terarn Gashtek")
    bound = act(moving(s), ("stack", area("wee_w")))
    assert sorted(names(bound, "go")) == ["Mordaga's Castle", "Weeping Waste (east)", "Weeping Waste (south)"]
    assert refusal(bound, "go", "Karlaak").clause == "11.0m"
    s.freed = (18,)
    assert "Karlaak" in names(act(moving(s), ("stack", area("wee_w"))), "go")


# Random attacks on the way


@pytest.mark.clause("7.5.8a")
def test_armies_are_attacked_in_each_wilderness_they_enter() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon", ("Vilmir", 1))
    s.cup = [spell("Grome"), spell("Misha"), spell("Elenoin")]
    s = act(moving(s), ("stack", area("Rignariom")), ("all", 0))
    s = act(s, ("go", area("sig_w")), rolls=[("random attack", 1)])
    s = act(s, ("go", area("Tanelorn")), rolls=[("random attack", 1)])
    assert [entry.data["area"] for entry in told(s, "attack.draw")] == [area("sig_w"), area("Tanelorn")]


@pytest.mark.clause("7.5.8a")
def test_a_stack_that_loses_to_a_monster_goes_no_further() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon", ("Vilmir", 1))
    s.cup = [spell("Slortar the Old")]
    s = act(moving(s), ("stack", area("Rignariom")), ("all", 0))
    s = act(s, ("go", area("sig_w")), rolls=[("random attack", 1), ("stack", 1), ("monster", 6)])
    assert (at(s, "Naclon"), asked(s)) == ("Sighing Desert (west)", ("Movement", 0))
    assert names(s, "stack") == []


@pytest.mark.clause("7.5.8b")
def test_people_alone_are_attacked_only_where_they_end() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon")
    s.cup = [spell("Grome"), spell("Misha")]
    s = act(moving(s), ("stack", area("Rignariom")), ("go", area("sig_w")), ("go", area("Tanelorn")), rolls=[])
    s = act(s, ("halt", 0), ("end", 0), rolls=[])
    s = run(s, Stopping(), rolls=[("random attack", 1)])
    assert [entry.data["area"] for entry in told(s, "attack.draw")] == [area("Tanelorn")]


@pytest.mark.clause("7.5.8b")
def test_who_stays_in_wilderness_is_left_in_peace() -> None:
    s = new_state()
    put(s, 0, "Tanelorn", "Naclon")
    put(s, 0, "Jadmar", "Avan Astram")
    s.trail = {piece("Avan Astram"): (area("vil_n"),)}
    s = run(s, Stopping(), rolls=[])
    assert not told(s, "attack.draw")


@pytest.mark.clause("13.4m", "13.4n")
def test_face_up_chaos_attacks_those_who_start_among_it() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s.tipped = -1
    s.cup.remove(spell("Slortar the Old"))
    s.face_up = {area("Jadmar"): (spell("Slortar the Old"),)}
    s = run(s, OpenMovement(), rolls=[("stack", 6), ("monster", 1)])
    assert told(s, "attack.beaten")
    assert not s.face_up


@pytest.mark.clause("13.4n")
def test_face_up_chaos_attacks_those_who_come_there() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s.tipped = -1
    s.cup.remove(spell("Slortar the Old"))
    s.face_up = {area("vil_n"): (spell("Slortar the Old"),)}
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")), rolls=[("stack", 6), ("monster", 1)])
    assert told(s, "attack.beaten")
    assert asked(s) == ("March", 0)


# What is not done


@pytest.mark.clause("7.0c")
def test_a_march_begins_with_somebody() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert s.flow[-1].case == ""
    assert refusal(s, "go", "vil_n").reason == "why.no-group"
    assert refusal(s, "piece", "Fadan").clause == "7.0b"
    assert refusal(s, "drop").clause == "7.3k"
    assert refusal(s, "ship", 0).clause == "7.3v"
    assert not choose(choose(s, "halt"), "end").flow


@pytest.mark.clause("7.0c")
def test_nobody_joins_a_march_under_way() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 0, "vil_n", "Avan Astram")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert s.flow[-1].case == "moved"
    assert refusal(s, "piece", "Avan Astram").reason == "why.on-the-march"
    assert refusal(s, "all").reason == "why.on-the-march"


@pytest.mark.clause("8.0i")
def test_stacks_in_wilderness_do_not_join_unfound() -> None:
    s = new_state()
    put(s, 0, "Tanelorn", "Naclon")
    put(s, 0, "Tanelorn", "Avan Astram")
    s = marching(s, "Tanelorn", "Naclon")
    assert refusal(s, "piece", "Avan Astram").clause == "8.0i"


@pytest.mark.clause("9.5f")
def test_magicians_who_come_together_settle_their_alignment() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    put(s, 0, "vil_n", "Alchemist of Ilmiora")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Alchemist of Ilmiora", "Arioch")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")), ("halt", 0))
    assert asked(s) not in (("March", 0), ("Movement", 0))


@pytest.mark.clause("7.0c")
def test_a_march_is_told() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")), ("go", area("ilm_s")))
    first, second = told(s, "move")
    assert first.data == {
        "seat": 0, "area": area("Jadmar"), "to": area("vil_n"), "group": (piece("Naclon"),), "onward": False
    }  # fmt: skip
    assert second.data["onward"] is True
