"""Deaths of leaders, their devices, and permanent deaths (9.27d, 15.12b, 15.21, 16b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    lay,
    operands,
    piece,
    put,
    put_to_the_test,
    raise_undead,
    refusal,
    run,
    stranded,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import DEVICES, GONE, INACTIVE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import KELARON, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.characters.leaders import Returns
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone, kill
from palatine.games.dark_emperor.rules.combat.combat import Battles

HERE, THERE, CITY, HOLY = "2011", "2414", "1812", "2819"


def carries(s: Any, leader: str, device: str) -> bool:
    return bool(s.bearer[piece(device) - DEVICES[0]] == piece(leader))


@pytest.mark.clause("9.27d", "15.12b")
def test_the_slayers_leader_takes_what_the_dead_carried() -> None:
    s = stranded("farnon", "greater-vampire-1 mezal")
    arm(s, "farnon", "staff-of-waters the-scythe")
    s = put_to_the_test(s, 6)
    assert carries(s, "mezal", "staff-of-waters")
    assert carries(s, "mezal", "the-scythe")


@pytest.mark.clause("15.12b")
def test_his_owner_chooses_among_several() -> None:
    s = stranded("farnon", "greater-vampire-1 mezal tol-morn")
    arm(s, "farnon", "staff-of-waters")
    s = put_to_the_test(s, 6)
    assert asked(s) == ("Recipient", NECROMANCER)
    assert carries(act(s, ("to", piece("tol-morn"))), "tol-morn", "staff-of-waters")


@pytest.mark.clause("15.12b", "15.14b")
def test_without_a_leader_there_they_lie_with_the_stack() -> None:
    s = stranded("farnon", "greater-vampire-1")
    arm(s, "farnon", "staff-of-waters")
    s = put_to_the_test(s, 6)
    assert (at(s, "staff-of-waters"), s.lying(hex_id(HERE))) == (HERE, [piece("staff-of-waters")])


@pytest.mark.clause("9.27d")
def test_nobody_takes_the_devices_of_one_who_was_not_slain_by_a_side() -> None:
    s = stranded("farnon mezal", "padrech-dar-choim")
    arm(s, "farnon", "staff-of-waters")
    kill(s, piece("farnon"))
    assert s.lying(hex_id(HERE)) == [piece("staff-of-waters")]


@pytest.mark.clause("15.6b")
def test_the_torch_goes_to_the_next_doge_and_not_to_the_slayers() -> None:
    s = stranded("padron-pletyy", "greater-vampire-1 mezal")
    put(s, THERE, "grip-nud zelara-do-fornoy")
    arm(s, "padron-pletyy", "torch-of-liberty the-scythe")
    s.doge = piece("padron-pletyy")
    s = run(s, Alone(), rolls=[("escape", 6), ("election", 1)])
    assert (s.doge, carries(s, "grip-nud", "torch-of-liberty")) == (piece("grip-nud"), True)
    assert carries(s, "mezal", "the-scythe")
    assert s.control[KELARON] == KINGDOMS


@pytest.mark.clause("18.37a", "18.37b", "18.37c", "18.37d")
def test_famir_must_be_taken_by_whoever_is_there_while_ssstoth_lives() -> None:
    s = stranded("farnon nikon-v", "greater-vampire-1 mezal")
    arm(s, "farnon", "sword-famir")
    kill(s, piece("farnon"), NECROMANCER)
    assert asked(s) == ("NextBearer", KINGDOMS), "its last owner says who"
    assert operands(s, "bearer") == [piece("mezal"), piece("nikon-v")]
    assert refusal(s, ("bearer", piece("farnon"))).clause == "18.37c"
    assert carries(act(s, ("bearer", piece("mezal"))), "mezal", "sword-famir")
    s = stranded("farnon", "greater-vampire-1")
    arm(s, "farnon", "sword-famir")
    kill(s, piece("farnon"), NECROMANCER)
    assert (asked(s), s.lying(hex_id(HERE))) == (None, [piece("sword-famir")])


@pytest.mark.clause("15.7b")
def test_legions_under_the_staff_leave_with_its_dead_wielder() -> None:
    s = stranded("nikon-v", "stavror-infantry-1")
    (legion,) = raise_undead(s, HERE, "imperial-legion-iii", ZOLAHAURESLOR)
    s.legions = {legion: LORD}
    arm(s, "nikon-v", "staff-of-empire")
    s.wielded = {piece("nikon-v"): (piece("staff-of-empire"),)}
    kill(s, piece("nikon-v"), NECROMANCER)
    assert (s.power[legion], s.legions) == (LORD, {})


@pytest.mark.clause("9.27e", "15.14b")
@pytest.mark.parametrize(("bright", "captured"), [("stavror-infantry-1", True), ("lammarech-cavalry-1", False)])
def test_devices_left_alone_by_a_beaten_stack_are_captured(bright: str, captured: bool) -> None:
    """One against three, the stack is eliminated.

    The cavalry holds out, two to one against it.
    """
    s = stranded("mezal", f"greater-vampire-1 greater-vampire-2 {bright}")
    lay(s, HERE, "the-scythe")
    s.left_by = {piece("the-scythe"): KINGDOMS}
    s = run(s, Battles(), rolls=[("combat", 6 if captured else 2)])
    assert carries(s, "mezal", "the-scythe") is captured


@pytest.mark.clause("9.27e", "15.14a")
def test_a_victor_has_not_captured_what_he_left_with_his_own_stack() -> None:
    s = stranded("mezal", "greater-vampire-1 greater-vampire-2 stavror-infantry-1")
    lay(s, HERE, "the-scythe")
    s.left_by = {piece("the-scythe"): NECROMANCER}
    s = run(s, Battles(), rolls=[("combat", 6)])
    assert (told(s, "device.captured"), carries(s, "mezal", "the-scythe")) == ([], False)


@pytest.mark.clause("15.12b", "15.14b")
def test_slayers_take_what_he_carried_and_not_what_his_stack_guards() -> None:
    s = stranded("farnon", "greater-vampire-1 mezal stavror-infantry-1")
    arm(s, "farnon", "the-scythe")
    lay(s, HERE, "dawn-lantern")
    s.left_by = {piece("dawn-lantern"): KINGDOMS}
    kill(s, piece("farnon"), NECROMANCER)
    assert (carries(s, "mezal", "the-scythe"), carries(s, "mezal", "dawn-lantern")) == (True, False)


@pytest.mark.clause("9.27e", "15.6a")
@pytest.mark.parametrize(("guard", "captured"), [("", True), ("stavror-infantry-1", False)])
def test_the_torch_that_lies_in_keep_kelar_is_captured_when_it_is_left_alone(guard: str, captured: bool) -> None:
    s = stranded("mezal", f"greater-vampire-1 {guard}")
    lay(s, HERE, "torch-of-liberty")
    assert carries(put_to_the_test(s), "mezal", "torch-of-liberty") is captured
    s.turn_coat(KELARON, INACTIVE)
    assert not carries(put_to_the_test(s), "mezal", "torch-of-liberty")


def slain_by(blade: str, bearer: str, leader: str, *rolls: int, extra: str = "") -> Any:
    """Let cavalry under a leader with a blade beat a leader of the Necromancer with one vampire."""
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(10))
    put(s, HERE, f"greater-vampire-1 {leader}")
    put(s, HERE, " ".join(f"lammarech-cavalry-{n}" for n in range(1, 7)) + f" {bearer} {extra}")
    if blade:
        arm(s, bearer, blade)
    return run(s, Battles(), rolls=rolls)


def combat_and_escape(*rolls: int) -> Iterable[Any]:
    return tuple(zip(("combat", "escape"), rolls, strict=True))


@pytest.mark.clause("15.21", "16b", "20.1")
@pytest.mark.parametrize("blade", ["sword-loslom", "sword-famir"])
def test_padrech_killed_where_the_enemys_hero_uses_loslom_or_famir_is_the_end(blade: str) -> None:
    s = slain_by(blade, "farnon", "padrech-dar-choim", *combat_and_escape(6, 6))
    assert s.outcome.winners == ("Kingdoms",)
    assert s.outcome.clause == "20.1"
    assert at(s, "padrech-dar-choim") == str(GONE)


@pytest.mark.clause("15.21", "16b")
def test_tol_morns_end_ends_nothing_else() -> None:
    s = slain_by("sword-loslom", "farnon", "tol-morn", *combat_and_escape(6, 6))
    assert (s.outcome, at(s, "tol-morn"), s.deaths[0].final) == (None, str(GONE), True)
    s.turn = 9
    assert at(run(s, Returns()), "tol-morn") == str(GONE)


@pytest.mark.clause("15.21")
@pytest.mark.parametrize("blade", ["forged-sword-1", "he-sups-on-prana", ""])
def test_no_other_blade_does_it(blade: str) -> None:
    s = slain_by(blade, "farnon", "padrech-dar-choim", *combat_and_escape(6, 6))
    assert (s.outcome, at(s, "padrech-dar-choim")) == (None, str(POOL))


@pytest.mark.clause("15.21", "9.27b")
def test_it_takes_a_failed_test_in_that_battle() -> None:
    s = slain_by("sword-loslom", "farnon", "padrech-dar-choim", *combat_and_escape(6, 2))
    assert (s.outcome, asked(s)) == (None, ("Escape", NECROMANCER))


@pytest.mark.clause("15.21")
def test_the_sword_must_be_the_heros() -> None:
    """Paisach leads; Farnon beside him has used Loslom earlier in the game-turn."""
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(10))
    put(s, HERE, "greater-vampire-1 padrech-dar-choim paisach farnon")
    put(s, HERE, " ".join(f"lammarech-cavalry-{n}" for n in range(1, 7)))
    s.hero[piece("paisach") - piece("padrech-dar-choim")] = 5
    s.wielded = dict.fromkeys([piece("farnon")], tuple(arm(s, "farnon", "sword-loslom")))
    s = act(run(s, Battles()), ("hero", piece("paisach")), rolls=combat_and_escape(6, 6))
    assert (s.outcome, at(s, "padrech-dar-choim")) == (None, str(POOL))


@pytest.mark.clause("15.21", "16b", "20.1")
def test_a_sword_of_the_necromancers_own_hero_saves_nobody() -> None:
    """Mezal attacks with Famir and Farnon defends with Loslom; Padrech is left alone."""
    s = bare(phasing=NECROMANCER)
    wake(s, KINGDOMS, *range(10))
    put(s, HERE, "greater-vampire-1 padrech-dar-choim mezal farnon")
    put(s, HERE, " ".join(f"lammarech-cavalry-{n}" for n in range(1, 7)))
    arm(s, "mezal", "sword-famir")
    arm(s, "farnon", "sword-loslom")
    s = act(run(s, Battles()), ("hero", piece("mezal")), rolls=combat_and_escape(6, 6))
    assert s.outcome.clause == "20.1"


@pytest.mark.clause("16b")
def test_who_falls_elsewhere_at_that_moment_is_not_dead_for_good() -> None:
    s = stranded("padrech-dar-choim", "stavror-infantry-1", phasing=KINGDOMS)
    s = run(s, Alone(hex_id(THERE), NECROMANCER), rolls=[6])
    assert (s.outcome, at(s, "padrech-dar-choim")) == (None, str(POOL))


@pytest.mark.clause("9.27d", "14.22b")
def test_every_death_is_remembered_and_the_last_of_one_who_dies_again() -> None:
    s = bare()
    wake(s, KINGDOMS, *range(10))
    put(s, "2011", "farnon nikon-v")
    kill(s, piece("farnon"))
    s.turn = 2
    kill(s, piece("nikon-v"))
    s.turn = 3
    put(s, "2111", "farnon")
    kill(s, piece("farnon"))
    assert [(death.leader, death.turn) for death in s.deaths] == [(piece("nikon-v"), 2), (piece("farnon"), 3)]
