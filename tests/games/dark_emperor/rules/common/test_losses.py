"""Losses: their choice, and the places of lost units.

See 7.2, 7.34, 7.35, 9.25, 15.2, 15.3 and 18.22.
"""

from __future__ import annotations

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
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import COS, GONE, OUT, POOL, WHITE
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import FERLARIE, STAVROR, TAL_PLETOR, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.common.losses import GREATER_FOR_GOOD, LIVING_FOR_GOOD, Losses, eliminate

INLAND, COAST, SEA = "2011", "0224", "1020"
LOSE = "lose"
FINAL = GREATER_FOR_GOOD | LIVING_FOR_GOOD


def army(where: str, keys: str, side: int = KINGDOMS, **options: Any) -> Any:
    """Return pieces of one side in a hex; all kingdoms are the Kingdoms player's."""
    s = bare(**options)
    wake(s, KINGDOMS, *range(10))
    put(s, where, keys, LORD if side == NECROMANCER else -1)
    return s


def losing(where: str, keys: str, owed: int, side: int = KINGDOMS, death_flags: int = 0) -> Any:
    return run(army(where, keys, side), Losses(side, hex_id(where), owed, death_flags))


# Who picks what


@pytest.mark.clause("9.25b")
def test_the_owner_picks_and_units_alike_are_one_choice() -> None:
    s = losing(INLAND, "stavror-infantry-1 stavror-infantry-2 stavror-cavalry-1 lammarech-cavalry-1", 2)
    assert asked(s) == ("ChooseLoss", KINGDOMS)
    assert operands(s, LOSE) == pieces("lammarech-cavalry-1 stavror-infantry-1 stavror-cavalry-1")
    assert refusal(s, (LOSE, piece("stavror-infantry-2"))).reason == "why.alike"
    assert refusal(s, (LOSE, piece("greater-vampire-1"))).reason == "why.lose-your-own"
    s = act(s, (LOSE, piece("stavror-infantry-1")), (LOSE, piece("stavror-infantry-2")))
    assert asked(s) is None
    assert [at(s, f"stavror-infantry-{n}") for n in (1, 2)] == [str(POOL), str(POOL)]


@pytest.mark.clause("9.25b")
def test_nobody_is_asked_where_all_are_alike() -> None:
    s = losing(INLAND, "imperial-legion-i imperial-legion-iv imperial-legion-vi", 2)
    assert asked(s) is None
    assert s.stacks[KINGDOMS] == {hex_id(INLAND): (piece("imperial-legion-vi"),)}


@pytest.mark.clause("9.25b")
def test_units_that_serve_different_powers_are_not_alike() -> None:
    s = army(INLAND, "stavror-infantry-1 stavror-infantry-2")
    s.serve(piece("stavror-infantry-2"), FERLARIE)
    assert asked(run(s, Losses(KINGDOMS, hex_id(INLAND), 1))) == ("ChooseLoss", KINGDOMS)


@pytest.mark.clause("9.25c")
def test_losses_beyond_the_units_present_are_ignored() -> None:
    s = losing(INLAND, "stavror-infantry-1 lammarech-cavalry-1 nikon-v", 6)
    assert (asked(s), s.stacks[KINGDOMS], at(s, "nikon-v")) == (None, {}, INLAND)


@pytest.mark.clause("9.33a")
def test_a_siege_train_is_never_lost_in_combat() -> None:
    s = losing(INLAND, "stavror-infantry-1 stavror-siege-train lammarech-cavalry-1", 1)
    assert piece("stavror-siege-train") not in operands(s, LOSE)
    assert refusal(s, (LOSE, piece("stavror-siege-train"))).clause == "9.33a"
    s = losing(INLAND, "stavror-infantry-1 stavror-siege-train", 4)
    assert at(s, "stavror-siege-train") == INLAND


@pytest.mark.clause("18.22d", "18.22b")
def test_a_monster_goes_last_and_a_siege_train_does_not_shield_it() -> None:
    keys = "slug stavror-siege-train greater-vampire-1 lesser-vampire-1"
    s = losing(INLAND, keys, 1, NECROMANCER)
    assert operands(s, LOSE) == pieces("greater-vampire-1 lesser-vampire-1")
    assert refusal(s, (LOSE, piece("slug"))).clause == "18.22d"
    assert at(losing(INLAND, keys, 2, NECROMANCER), "slug") == INLAND
    s = losing(INLAND, keys, 3, NECROMANCER)
    assert (at(s, "slug"), at(s, "stavror-siege-train")) == (str(GONE), INLAND)


@pytest.mark.clause("9.25b", "9.11b")
def test_a_ship_takes_its_cargo_along_and_cargo_may_be_lost_alone() -> None:
    s = army(SEA, "ferlarie-fleet-1 ferlarie-fleet-2 stavror-infantry-1")
    s.cargo = {piece("ferlarie-fleet-1"): piece("stavror-infantry-1")}
    s = run(s, Losses(KINGDOMS, hex_id(SEA), 1))
    assert operands(s, LOSE) == pieces("ferlarie-fleet-1 ferlarie-fleet-2 stavror-infantry-1")
    alone = act(s, (LOSE, piece("stavror-infantry-1")))
    assert (alone.cargo, at(alone, "ferlarie-fleet-1")) == ({}, SEA)
    both = act(s, (LOSE, piece("ferlarie-fleet-1")))
    assert (both.cargo, at(both, "stavror-infantry-1"), at(both, "ferlarie-fleet-2")) == ({}, str(POOL), SEA)
    assert [u for u, _, _ in both.slain] == pieces("ferlarie-fleet-1 stavror-infantry-1")


@pytest.mark.clause("9.33a")
@pytest.mark.parametrize(("where", "left"), [(COAST, COAST), (SEA, str(POOL))])
def test_a_siege_train_aboard_stays_where_there_is_land(where: str, left: str) -> None:
    s = army(where, "stavror-fleet-1 stavror-siege-train")
    s.cargo = {piece("stavror-fleet-1"): piece("stavror-siege-train")}
    s = run(s, Losses(KINGDOMS, hex_id(where), 1))
    assert (at(s, "stavror-siege-train"), s.cargo) == (left, {})


# Where the lost go


@pytest.mark.clause("7.2c", "7.34b", "7.35c", "7.2d", "13.61b", "18.22b", "7.36", "9.33f")
@pytest.mark.parametrize(
    ("keys", "death_flags", "place"),
    [
        ("stavror-infantry-1", 0, POOL), ("stavror-infantry-1", FINAL, GONE),
        ("montoys-rebels-1", 0, POOL), ("stavror-siege-train", 0, POOL),
        ("greater-vampire-1", 0, POOL), ("greater-vampire-1", FINAL, GONE),
        ("lesser-vampire-1", 0, POOL), ("lesser-vampire-1", FINAL, POOL),
        ("necromancers-siege-train", 0, GONE), ("white-fleet-1", 0, OUT), ("sirax", 0, GONE),
    ],
)  # fmt: skip
def test_where_an_eliminated_unit_goes(keys: str, death_flags: int, place: int) -> None:
    key = "the-dragon-sirax" if keys == "sirax" else keys
    s = army(INLAND, key, NECROMANCER)
    eliminate(s, piece(key), death_flags=death_flags)
    assert at(s, key) == str(place)
    assert not s.stacks[NECROMANCER]


@pytest.mark.clause("9.33f", "13.61b")
@pytest.mark.parametrize(("key", "owner"), [("stavror-siege-train", STAVROR), ("white-fleet-1", WHITE)])
def test_what_was_captured_or_built_goes_back_to_whose_it_was(key: str, owner: int) -> None:
    s = army(COAST, key, NECROMANCER)
    eliminate(s, piece(key))
    assert s.power[piece(key)] == owner


@pytest.mark.clause("7.2d", "14.12e")
def test_undead_are_gone_for_good_and_cannot_be_raised_again() -> None:
    s = bare()
    raise_undead(s, INLAND, "stavror-infantry-1", LORD)
    eliminate(s, piece("stavror-infantry-1"), in_combat=True)
    assert (at(s, "stavror-infantry-1"), s.undead, s.slain) == (str(GONE), (), ())
    assert s.power[piece("stavror-infantry-1")] == STAVROR


@pytest.mark.clause("14.12c", "14.12d")
def test_only_what_has_an_undead_side_is_kept_for_raising() -> None:
    keys = "stavror-infantry-1 sons-of-the-morning-1 lesser-vampire-1 slug stavror-siege-train"
    s = army(INLAND, keys, NECROMANCER)
    for u in pieces(keys):
        eliminate(s, u, in_combat=True)
    assert s.slain == ((piece("stavror-infantry-1"), hex_id(INLAND), LORD),)
    s = army(INLAND, "stavror-infantry-1")
    eliminate(s, piece("stavror-infantry-1"))
    assert s.slain == (), "not of what spells and attrition eliminate"


# Blades that make death final


def struck(blade: str, bearer: str, dark: str, bright: str, *rolls: int, phasing: int = KINGDOMS) -> Any:
    """Return a battle in which one leader uses one device."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(10))
    put(s, INLAND, dark)
    put(s, INLAND, bright)
    arm(s, bearer, blade)
    return run(s, Battles(), rolls=rolls)


@pytest.mark.clause("15.2", "7.35b")
@pytest.mark.parametrize(
    ("blade", "place"),
    [("sword-loslom", GONE), ("sword-famir", GONE), ("forged-sword-1", GONE), ("he-sups-on-prana", POOL)],
)
def test_greater_vampires_killed_by_these_blades_never_return(blade: str, place: int) -> None:
    cavalry = " ".join(f"lammarech-cavalry-{n}" for n in range(1, 6))
    s = struck(blade, "nikon-v", "greater-vampire-1 lesser-vampire-1", f"{cavalry} nikon-v", 6)
    assert (at(s, "greater-vampire-1"), at(s, "lesser-vampire-1")) == (str(place), str(POOL))


@pytest.mark.clause("15.2")
def test_a_heros_sword_is_none_of_them() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(10))
    put(s, INLAND, "greater-vampire-1 lammarech-cavalry-1 lammarech-cavalry-2 lammarech-cavalry-3 nikon-v")
    s.heros = tuple(arm(s, "nikon-v", "forged-sword-1"))
    assert at(run(s, Battles(), rolls=[6]), "greater-vampire-1") == str(POOL)


@pytest.mark.clause("15.2")
def test_it_takes_the_hero_of_the_side_that_kills() -> None:
    """A side whose hero has no blade kills a vampire; the vampire's own hero has one."""
    cavalry = " ".join(f"lammarech-cavalry-{n}" for n in range(1, 7))
    s = struck("sword-loslom", "tol-morn", "greater-vampire-1 tol-morn", f"{cavalry} paisach", 5, 1)
    assert at(s, "greater-vampire-1") == str(POOL)


@pytest.mark.clause("15.3", "7.2e")
@pytest.mark.parametrize(("bearer", "place"), [("padrech-dar-choim", GONE), ("mezal", POOL)])
def test_he_sups_keeps_the_living_from_their_pool_in_a_death_leaders_hand(bearer: str, place: int) -> None:
    dark = f"greater-vampire-1 greater-vampire-2 greater-vampire-3 {bearer}"
    s = struck("he-sups-on-prana", bearer, dark, "stavror-infantry-1", 6, phasing=NECROMANCER)
    assert at(s, "stavror-infantry-1") == str(place)
    assert [u for u, _, _ in s.slain] == [piece("stavror-infantry-1")], "unless it is raised"


@pytest.mark.clause("15.3")
def test_he_sups_does_nothing_to_undead_in_particular() -> None:
    s = bare()
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, INLAND, "greater-vampire-1 greater-vampire-2 padrech-dar-choim nikon-v")
    raise_undead(s, INLAND, "imperial-legion-iii", ZOLAHAURESLOR)
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    s = run(s, Battles(), rolls=[6, 6])
    assert [entry.clauses for entry in told(s, "eliminated.for-good")] == [("7.2d",)]


@pytest.mark.clause("15.3", "19.3")
def test_he_sups_does_not_keep_the_sons_of_the_morning_whom_no_magic_affects() -> None:
    s = bare()
    wake(s, KINGDOMS, COS)
    put(s, INLAND, "greater-vampire-1 greater-vampire-2 greater-vampire-3 padrech-dar-choim")
    put(s, INLAND, "sons-of-the-morning-1")
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    s = run(s, Battles(), rolls=[6])
    assert piece("he-sups-on-prana") in s.wielded[piece("padrech-dar-choim")]
    assert at(s, "sons-of-the-morning-1") == str(POOL)


# Each of those aboard is judged for himself


def at_sea(*laden: tuple[str, str]) -> Any:
    """Return a battle at sea of the Kingdoms' fleets with cargo.

    Padrech with He-Sups and Stavror's fleets fights them.
    """
    s = bare()
    wake(s, KINGDOMS, ZOLAHAURESLOR, FERLARIE, TAL_PLETOR, COS)
    wake(s, NECROMANCER, STAVROR)
    put(s, SEA, "stavror-fleet-1 stavror-fleet-2 stavror-fleet-3 stavror-fleet-4 padrech-dar-choim")
    for ship, load in laden:
        put(s, SEA, f"{ship} {load}")
        s.cargo[piece(ship)] = piece(load)
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    return s


@pytest.mark.clause("15.3", "19.3", "9.11b")
def test_he_sups_keeps_a_lost_ship_from_its_pool_and_not_the_sons_aboard() -> None:
    s = run(at_sea(("ferlarie-fleet-1", "sons-of-the-morning-1")), Battles(), rolls=[6])
    assert (at(s, "ferlarie-fleet-1"), at(s, "sons-of-the-morning-1")) == (str(GONE), str(POOL))


@pytest.mark.clause("15.3", "9.33f")
def test_a_siege_train_that_goes_down_before_he_sups_is_no_living_unit() -> None:
    s = run(at_sea(("ferlarie-fleet-1", "tal-pletor-siege-train")), Battles(), rolls=[6])
    assert (at(s, "ferlarie-fleet-1"), at(s, "tal-pletor-siege-train")) == (str(GONE), str(POOL))


@pytest.mark.clause("15.3", "13.61b")
def test_nor_is_a_fleet_that_magic_has_built_while_the_men_aboard_are() -> None:
    s = at_sea()
    put(s, SEA, "white-fleet-1", FERLARIE)
    put(s, SEA, "ferlarie-infantry-1")
    s.cargo = {piece("white-fleet-1"): piece("ferlarie-infantry-1")}
    s = run(s, Battles(), rolls=[6])
    assert (at(s, "white-fleet-1"), at(s, "ferlarie-infantry-1")) == (str(OUT), str(GONE))


@pytest.mark.clause("19.3", "15.3")
def test_a_spell_that_destroys_a_ship_leaves_the_sons_where_there_is_land() -> None:
    s = army(COAST, "ferlarie-fleet-1 sons-of-the-morning-1")
    s.turn_coat(COS, KINGDOMS)
    s.cargo = {piece("ferlarie-fleet-1"): piece("sons-of-the-morning-1")}
    eliminate(s, piece("ferlarie-fleet-1"), by_magic=True)
    assert (at(s, "ferlarie-fleet-1"), at(s, "sons-of-the-morning-1"), s.cargo) == (str(POOL), COAST, {})


@pytest.mark.clause("7.2e", "7.35a")
@pytest.mark.parametrize(("key", "clause"), [("greater-vampire-1", "7.35a"), ("stavror-infantry-1", "7.2e")])
def test_by_which_clause_the_fallen_are_gone_for_good(key: str, clause: str) -> None:
    s = army(INLAND, key, NECROMANCER)
    eliminate(s, piece(key), death_flags=FINAL)
    assert [entry.clauses for entry in told(s, "eliminated.for-good")] == [(clause,)]


@pytest.mark.clause("15.2")
@pytest.mark.parametrize(("phasing", "die"), [(KINGDOMS, 6), (NECROMANCER, 1)])
def test_the_blade_of_attacker_and_defender_alike_is_for_the_other_sides_dead(phasing: int, die: int) -> None:
    cavalry = " ".join(f"lammarech-cavalry-{n}" for n in range(1, 7))
    s = struck("sword-loslom", "nikon-v", "greater-vampire-1", f"{cavalry} nikon-v", die, phasing=phasing)
    assert at(s, "greater-vampire-1") == str(GONE)
