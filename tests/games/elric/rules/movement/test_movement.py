"""Movement on land: selection, distance, leaders, obstacles (7.0 to 7.3, 7.5.3, 7.5.8)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
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
    spell,
    told,
)
from games.elric.positions.journeys import armies_at, marching, moving

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


# What is not done


@pytest.mark.clause("7.0c")
def test_a_march_begins_with_somebody() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert s.flow[-1].message_case(s) == ""
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
    assert s.flow[-1].message_case(s) == "moved"
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
