"""Overruns, in which some units hold the enemy and the rest go on (10.9.2)."""

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
from palatine.games.elric.components.spells import LAW
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.movement.movement import Movement


def invading(*enemies: Any, who: tuple[Any, ...] = ("Naclon", "Avan Astram", ("Vilmir", 3))) -> Any:
    """Return a match in which a stack of seat 0 from Jadmar meets enemies in Northern Vilmir."""
    s = new_state()
    put(s, 0, "Jadmar", *who)
    put(s, 1, "vil_n", *enemies)
    s.phasing = 0
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("all", 0))
    return choose(s, "go", "vil_n")


@pytest.mark.clause("10.9.2a", "10.9.2b", "10.9.2c")
def test_diverters_as_strong_as_the_enemy_let_the_rest_go_on() -> None:
    s = invading("Fadan", ("Ilmiora", 2))
    assert asked(s) == ("Overrun", 0)
    one, two = armies_of("Vilmir")[:2]
    assert operands(s, "piece") == [piece("Naclon"), piece("Avan Astram"), one]
    assert refusal(s, "on").clause == "10.9.2a"
    s = choose(s, "piece", "Naclon")
    assert refusal(s, "on").clause == "10.9.2b"
    s = act(s, ("piece", one), ("piece", two), ("on", 0))
    assert sorted(s.done) == sorted([piece("Naclon"), one, two])
    assert asked(s) == ("March", 0)
    s = choose(s, "go", "ilm_s")
    assert (at(s, "Avan Astram"), at(s, "Naclon")) == ("Southern Ilmiora", "Northern Vilmir")
    assert told(s, "overrun")


@pytest.mark.clause("10.9.2a", "9.5e", "9.5f")
def test_who_stays_to_fight_is_of_one_stack_with_those_who_fight_there_already() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Priest of Vilmir", ("Vilmir", 3))
    put(s, 0, "vil_n", "Mage of Lormyr")
    put(s, 1, "vil_n", "Fadan")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Mage of Lormyr", "Arioch")
    s.phasing = 0
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert asked(s) == ("Overrun", 0)
    s = act(s, ("fight", 0))
    assert asked(s) == ("ChooseAlignment", 0)
    s = act(s, ("keep", LAW))
    assert s.hand == {piece("Priest of Vilmir"): (spell("Arkyn"),)}
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("10.9.2a")
def test_who_goes_on_needs_a_leader() -> None:
    s = invading("Fadan")
    s = choose(s, "piece", "Naclon")
    assert refusal(s, "piece", "Avan Astram").clause == "10.9.2a"
    assert refusal(s, "piece", "Naclon").clause == "10.9.2a"
    assert refusal(s, "piece", armies_of("Vilmir")[1]).reason == "why.alike"


@pytest.mark.clause("10.9.2a")
def test_one_leader_alone_overruns_nobody() -> None:
    s = invading("Fadan", who=("Naclon", ("Vilmir", 9)))
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("10.9.2b")
def test_too_weak_a_stack_overruns_nobody() -> None:
    s = invading("Fadan", ("Ilmiora", 5))
    assert asked(s) == ("Movement", 0)
    assert piece("Naclon") in s.done


@pytest.mark.clause("10.9.2b", "7.2b")
def test_walls_do_not_count_against_an_overrun() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon", "Avan Astram")
    put(s, 1, "Old Hrolmar", ("Ilmiora", 3))
    s.phasing = 0
    s = act(run(s, Movement(0)), ("stack", area("vil_n")), ("all", 0), ("go", area("Old Hrolmar")))
    s = act(s, ("piece", piece("Naclon")), ("on", 0))
    assert "Jadmar" in names(s, "go")


@pytest.mark.clause("10.9.2c")
def test_a_stack_may_overrun_again_and_again() -> None:
    s = invading("Fadan", who=("Naclon", "Avan Astram", "Sealord of Vilmir"))
    put(s, 1, "ilm_s", ("Ilmiora", 2))
    s = act(s, ("piece", piece("Naclon")), ("on", 0), ("go", area("ilm_s")))
    s = act(s, ("piece", piece("Sealord of Vilmir")), ("on", 0), ("go", area("Ilmar")))
    assert at(s, "Avan Astram") == "Ilmar"
    assert sorted(s.done) == sorted([piece("Naclon"), piece("Sealord of Vilmir")])


@pytest.mark.clause("10.9.2a", "12.1.2d", "12.1.6b")
def test_elric_goes_on_with_his_controller_or_stays_with_another() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Moonglum", "Naclon", "Avan Astram")
    put(s, 1, "vil_n", ("Ilmiora", 2))
    s.controller, s.joined = piece("Avan Astram"), True
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert operands(s, "piece") == [piece("Elric"), piece("Naclon")]
    assert refusal(s, "piece", "Avan Astram").clause == "12.1.2d"
    assert refusal(s, "piece", "Moonglum").clause == "12.1.6b"
    s = choose(s, "piece", "Elric")
    assert refusal(s, "on").clause == "12.1.2a"
    s = choose(choose(s, "piece", "Naclon"), "on")
    assert {piece("Elric"), piece("Moonglum"), piece("Naclon")} <= set(s.done)
    s = choose(s, "go", "ilm_s")
    assert (at(s, "Elric"), s.controller) == ("Northern Vilmir", piece("Naclon"))


@pytest.mark.clause("10.9.2a")
def test_all_may_stay_and_fight() -> None:
    s = choose(invading("Fadan"), "fight")
    assert asked(s) == ("Movement", 0)
    assert names(s, "stack") == []


@pytest.mark.clause("10.9.2a", "7.3n")
def test_those_who_could_go_on_may_stay_after_all() -> None:
    s = act(invading("Fadan"), ("piece", piece("Naclon")), ("on", 0), ("halt", 0))
    assert piece("Avan Astram") in s.done


@pytest.mark.clause("10.9.2c")
def test_the_tired_do_not_go_on() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 3))
    put(s, 1, "vil_n", "Fadan")
    s.phasing = 0
    s.walked = dict.fromkeys(map(piece, ("Naclon", "Avan Astram")), 3)
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("10.9.2a")
def test_at_sea_there_are_no_overruns() -> None:
    s = new_state()
    ships = put(s, 0, "dragon", "Ilmiora galley", "Fadan", "Sharilla")
    s.ship = dict.fromkeys(ships[1:], ships[0])
    put(s, 1, "hrol_sea", "Vilmir transport")
    s.phasing = 0
    s = act(run(s, Movement(0)), ("stack", area("dragon")), ("all", 0), ("go", area("hrol_sea")))
    assert asked(s) == ("Movement", 0)


# Melniboneans (12.0)


def raiding(*enemies: Any, who: tuple[Any, ...]) -> Any:
    """Return a match in which a stack with Melniboneans meets an enemy and can leave diverters."""
    s = invading(*enemies, who=who)
    assert asked(s) == ("Overrun", 0)
    return s


@pytest.mark.clause("10.9.2a", "12.0c", "10.1a")
def test_melniboneans_alone_divert_no_melniboneans() -> None:
    """Yyrkoon (5) abstains from a battle with Dyvim Slorm (3), so there would be none."""
    s = raiding("Dyvim Slorm", who=("Yyrkoon", "Naclon", "Avan Astram"))
    assert refusal(choose(s, "piece", "Yyrkoon"), "on").reason == "why.no-leader-diverts"
    s = choose(choose(s, "piece", "Avan Astram"), "on")
    assert [battle.area for battle in pending(s)] == [area("vil_n")]


@pytest.mark.clause("10.9.2b", "12.0d")
def test_who_abstains_does_not_count_toward_what_diverts() -> None:
    """Naclon (3) and Yyrkoon (5) face Dyvim Slorm (3) and an army (1): 3 against 4."""
    s = raiding("Dyvim Slorm", ("Melnibone", 1), who=("Yyrkoon", "Naclon", "Avan Astram"))
    s = act(s, ("piece", piece("Yyrkoon")), ("piece", piece("Naclon")))
    found = refusal(s, "on")
    assert (found.reason, found.data) == ("why.too-few-divert", {"own": 3, "enemy": 4})


@pytest.mark.clause("10.9.2b", "12.0d")
def test_with_abstainers_too_weak_a_stack_overruns_nobody() -> None:
    """Naclon (3) and the Priest (1) against Dyvim Slorm (3) and two armies; Yyrkoon (5) abstains."""
    s = invading("Dyvim Slorm", ("Melnibone", 2), who=("Yyrkoon", "Naclon", "Priest of Vilmir"))
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("10.9.2a", "12.0c")
def test_melniboneans_divert_others_as_anybody_does() -> None:
    s = choose(raiding("Fadan", who=("Yyrkoon", "Naclon")), "piece", "Yyrkoon")
    assert choose(s, "on").done == (piece("Yyrkoon"),)


@pytest.mark.clause("10.9.2a", "10.9.2c")
def test_who_has_no_point_left_does_not_lead_those_who_go_on() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 3))
    put(s, 1, "vil_n", ("Ilmiora", 1))
    s.walked = {piece("Naclon"): 3}
    s.phasing = 0
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("all", 0), ("go", area("vil_n")))
    assert asked(s) == ("Overrun", 0)
    assert piece("Naclon") in operands(s, "piece")
    assert refusal(s, "piece", "Avan Astram").reason == "why.nobody-goes-on"
