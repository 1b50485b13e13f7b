"""The black swords and the Nightmares (12.1.4, 12.1.5, 13.3)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import arm, at, new_state, piece, put, run, told
from games.elric.positions.people import cup_of, free_elric, led_elric
from games.elric.rules.common.test_elric_appears import Dream
from palatine.games.elric.components.pieces import ELRIC, MOURNBLADE
from palatine.games.elric.rules.common.control import take_control
from palatine.games.elric.rules.common.stormbringer import Stormbringer, wielder
from palatine.games.elric.state import LOST, NOBODY


@pytest.mark.clause("12.1.4a")
@pytest.mark.clause("12.1.4c")
@pytest.mark.clause("12.1.4d")
@pytest.mark.clause("13.3")
@pytest.mark.parametrize("die", [5, 6])
def test_stormbringer_slays_his_controller(die: int) -> None:
    s = led_elric("Naclon", "Jadmar", "Avan Astram", seat=1)
    take_control(s, piece("Avan Astram"))
    s = cup_of(s, "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[("stormbringer", die), ("Elric's appearance", 1)])
    assert s.where[piece("Avan Astram")] == LOST
    assert at(s, "Naclon") == "Jadmar"
    assert at(s, "Elric") == "Nadsokor"
    assert (s.owner[ELRIC], s.balance) == (NOBODY, -1)


@pytest.mark.clause("12.1.6c", "12.1.5a")
def test_moonglum_never_falls_to_a_nightmare_but_who_controls_does() -> None:
    s = cup_of(led_elric("Naclon", "Jadmar", "Moonglum"), "Vulture Lions")
    s = run(s, Dream(1), rolls=[("nightmare", 6), ("Elric's appearance", 1)])
    assert s.where[piece("Naclon")] < 0 <= s.where[piece("Moonglum")]


@pytest.mark.clause("12.1.4c")
def test_four_or_less_spares_him() -> None:
    s = led_elric()
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[4])
    assert s.controller == piece("Naclon")
    assert (s.fought, s.balance) == ((), 0)


@pytest.mark.clause("12.1.4b")
def test_magic_alone_is_safe() -> None:
    assert run(led_elric(), Stormbringer(), rolls=[]).controller == piece("Naclon")


@pytest.mark.clause("12.1.4c")
@pytest.mark.clause("6.0l")
def test_a_nation_may_lose_its_last_leader_so() -> None:
    s = cup_of(led_elric("Naclon", "Jadmar", ("Vilmir", 3)), "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[6, 1])
    assert not s.stacks[0]


@pytest.mark.clause("12.1.4c")
def test_mournblade_slays_its_wielder_and_is_lost() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Dyvim Slorm", "Naclon")
    arm(s, "Dyvim Slorm", "Mournblade")
    s.fought = (MOURNBLADE,)
    s = run(s, Stormbringer(), rolls=[("mournblade", 5)])
    assert s.where[piece("Dyvim Slorm")] < 0
    assert not s.bearer
    assert s.balance == -1


@pytest.mark.clause("9.3.3b")
@pytest.mark.parametrize(
    ("who", "is_wielder"), [("Dyvim Slorm", True), ("Cymoril", True), ("Naclon", False), ("Elric", False)]
)
def test_only_melniboneans_wield_it_and_not_elric(who: str, is_wielder: bool) -> None:
    s = new_state()
    put(s, 0, "Jadmar", who)
    arm(s, who, "Mournblade")
    assert wielder(s) == (piece(who) if is_wielder else -1)


@pytest.mark.clause("12.1.5a")
@pytest.mark.clause("12.1.5c")
@pytest.mark.clause("16.4a")
def test_a_nightmare_slays_the_controller() -> None:
    s = cup_of(led_elric(seat=1), "Vulture Lions")
    s = run(s, Dream(0), rolls=[("nightmare", 5), 1])
    assert s.where[piece("Naclon")] < 0
    assert (at(s, "Elric"), s.owner[ELRIC], s.balance) == ("Nadsokor", NOBODY, -1)
    assert told(s, "nightmare.slays")[0].data["seat"] == 0


@pytest.mark.clause("12.1.5a")
def test_on_four_or_less_nothing_happens() -> None:
    s = run(led_elric(), Dream(0), rolls=[4])
    assert s.controller == piece("Naclon")


@pytest.mark.clause("12.1.5d")
@pytest.mark.clause("12.1.5e")
@pytest.mark.clause("13.3")
@pytest.mark.clause("16.8g")
def test_one_roll_serves_both_swords() -> None:
    s = cup_of(led_elric(), "Vulture Lions")
    put(s, 1, "Kariss", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s = run(s, Dream(2), rolls=[6, 1])
    assert s.where[piece("Naclon")] < 0
    assert s.where[piece("Dyvim Slorm")] < 0
    assert MOURNBLADE not in s.bearer
    assert s.balance == -2


@pytest.mark.clause("12.1.5d")
def test_mournblade_is_concerned_while_nobody_controls_elric() -> None:
    s = free_elric()
    put(s, 1, "Kariss", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s = run(s, Dream(2), rolls=[6])
    assert s.where[piece("Dyvim Slorm")] < 0
    assert at(s, "Elric") == "Jadmar"
    assert s.balance == -1


@pytest.mark.clause("12.1.5c")
def test_who_controls_elric_with_mournblade_in_hand_dies_once() -> None:
    s = cup_of(led_elric("Yyrkoon"), "Vulture Lions")
    arm(s, "Yyrkoon", "Mournblade")
    s = run(s, Dream(0), rolls=[6, 1])
    assert s.where[piece("Yyrkoon")] < 0
    assert (at(s, "Elric"), s.balance) == ("Nadsokor", -1)


@pytest.mark.clause("12.1.5a")
def test_without_a_victim_nobody_rolls() -> None:
    s = run(free_elric(), Dream(0), rolls=[])
    assert told(s, "nightmare.idle")
