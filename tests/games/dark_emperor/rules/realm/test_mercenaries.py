"""Mercenary groups: recruitment, assignment, placement; Cos dol Cos (19.1, 19.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    at,
    bare,
    hexes,
    in_the_box,
    new_state,
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
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    GROUP_POWERS,
    GROUPS,
    INACTIVE,
    LEADERS_OF,
    PIECE_KEY,
    POOL,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FLY
from palatine.games.dark_emperor.components.world import (
    CITY_HEXES,
    FERLARIE,
    LOYMARECH,
    PARTS,
    STARKEEP,
    STAVROR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.common.taxation import holder, master
from palatine.games.dark_emperor.rules.magic.casting import victims
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.restrictions import is_charmed
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.games.dark_emperor.rules.realm.mercenaries import Latecomers, win_group

MONTOY, COS, SAAR, SILWER = 10, 11, 12, 15


def position(side: int, *kingdoms: int) -> Any:
    """Return kingdoms of a side with a unit in each city, and all mercenaries in their Box."""
    s = bare(phasing=side)
    in_the_box(s, *GROUP_POWERS)
    wake(s, side, *kingdoms)
    for k in kingdoms:
        men = [u for u in UNITS_OF[k] if u not in s.cargo]
        for u, h in zip(men, CITY_HEXES[k], strict=False):
            put(s, hex_name(h), PIECE_KEY[u])
    return s


def win(s: Any, side: int, group: int) -> Any:
    s = s.copy()
    s.journal = []
    win_group(s, side, group)
    return run(s)


@pytest.mark.clause("19a", "19b", "19.1a", "5.4")
def test_six_groups_wait_in_the_box() -> None:
    s = new_state()
    assert len(GROUPS) == 6
    for group in GROUP_POWERS:
        members = [*LEADERS_OF[group], *UNITS_OF[group]]
        assert {s.where[p] for p in members} == {BOX}
        assert len(LEADERS_OF[group]) == 1
        assert bool(UNITS_OF[group]) == (group != SILWER)
        assert s.control[group] == INACTIVE


# Assigned


@pytest.mark.clause("19.13a")
def test_the_winner_assigns_a_group_to_a_kingdom_of_his_or_to_the_necromancer() -> None:
    s = win(position(KINGDOMS, STAVROR, LOYMARECH), KINGDOMS, SAAR)
    assert (asked(s), operands(s, "assign")) == (("AssignGroup", KINGDOMS), [LOYMARECH, STAVROR])
    assert refusal(s, ("assign", FERLARIE)).clause == "19.13a"
    s = act(s, ("assign", STAVROR))
    assert s.patron[SAAR - MONTOY] == STAVROR
    assert asked(s) == ("PlaceGroup", KINGDOMS)
    s = win(position(NECROMANCER, FERLARIE), NECROMANCER, SAAR)
    assert operands(s, "assign") == [LORD, FERLARIE]


@pytest.mark.clause("19.13a")
def test_with_one_kingdom_there_is_nothing_to_ask() -> None:
    s = win(position(KINGDOMS, STAVROR), KINGDOMS, SAAR)
    assert s.patron[SAAR - MONTOY] == STAVROR
    assert asked(s) == ("PlaceGroup", KINGDOMS)
    (entry,) = told(s, "group.assigned")
    assert (entry.clauses, entry.data) == (("19.13a",), {"group": SAAR, "power": STAVROR})


@pytest.mark.clause("19.13b")
def test_what_its_units_hold_is_held_for_the_assignee() -> None:
    s = act(win(position(KINGDOMS, STAVROR, LOYMARECH), KINGDOMS, SAAR), ("assign", LOYMARECH))
    assert master(s, piece("saarlumen-1")) == LOYMARECH
    wake(s, NECROMANCER, FERLARIE)
    put(s, "0614", "saarlumen-1")
    assert holder(s, hex_id("0614")) == LOYMARECH


@pytest.mark.clause("19.13a", "6.16b")
def test_a_betrayed_kingdom_takes_its_mercenaries_along() -> None:
    s = act(win(position(NECROMANCER, FERLARIE), NECROMANCER, SAAR), ("assign", FERLARIE))
    kept = act(win(position(NECROMANCER, FERLARIE), NECROMANCER, SAAR), ("assign", LORD))
    for each in (s, kept):
        betray(each, FERLARIE)
    assert (s.control[SAAR], kept.control[SAAR]) == (KINGDOMS, NECROMANCER)


# Placed


@pytest.mark.clause("19.12a")
def test_leader_and_units_are_placed_at_once_in_a_city_of_the_winner() -> None:
    s = win(position(KINGDOMS, STAVROR), KINGDOMS, MONTOY)
    assert set(operands(s, "place")) == set(CITY_HEXES[STAVROR])
    assert refusal(s, ("place", hex_id("2011"))).clause == "19.12a"
    s = act(s, ("place", hex_id("2020")))
    members = "lord-montoy montoys-rebels-1 montoys-rebels-2 montoys-rebels-3"
    assert {at(s, key) for key in members.split()} == {"2020"}
    assert not s.flow


@pytest.mark.clause("19.12a")
def test_no_city_with_enemies_in_it_or_contested_takes_them() -> None:
    s = position(KINGDOMS, STAVROR)
    put(s, "2020", "greater-vampire-1")
    assert "2020" not in hexes(win(s, KINGDOMS, MONTOY), "place")
    s.lift(s.units(KINGDOMS, hex_id("2020")), POOL)
    s.shift(pieces("greater-vampire-1"), hex_id("2120"))
    assert "2020" not in hexes(win(s, KINGDOMS, MONTOY), "place")


@pytest.mark.clause("19.12a")
def test_a_single_place_is_not_asked_for() -> None:
    s = bare(phasing=KINGDOMS)
    in_the_box(s, *GROUP_POWERS)
    wake(s, KINGDOMS, STAVROR)
    for h in CITY_HEXES[STAVROR][1:]:
        s.put((UNITS_OF[LORD][CITY_HEXES[STAVROR].index(h)],), h)
    put(s, "1820", "stavror-infantry-1")
    s = win(s, KINGDOMS, MONTOY)
    assert (asked(s), at(s, "lord-montoy"), at(s, "montoys-rebels-3")) == (None, "1820", "1820")


@pytest.mark.clause("19.12a", "18.22a")
def test_a_monster_of_the_enemys_keeps_them_out_of_a_city() -> None:
    s = position(KINGDOMS, STAVROR)
    put(s, "2020", "slug", LORD)
    assert "2020" not in hexes(win(s, KINGDOMS, MONTOY), "place")


@pytest.mark.clause("19.12b")
def test_beside_his_units_means_on_land_where_all_of_them_can_be_and_no_enemy_is() -> None:
    s = position(NECROMANCER)
    put(s, "2010", "greater-vampire-1")
    wake(s, KINGDOMS, STAVROR)
    put(s, "2011", "stavror-infantry-1")
    s.flames = ((hex_id("2110"), KINGDOMS),)
    put(s, "1309", "slug", LORD)
    s = win(s, NECROMANCER, SAAR)
    near = {"2010", "2009", "2110", "2111", "2011", "1911", "1910"}
    assert set(hexes(s, "place")) == {h for h in near if PARTS[hex_id(h)]} - {"2011", "2110"}


@pytest.mark.clause("19.12b", "8.14d")
def test_nobody_is_placed_in_a_hex_of_two_lands() -> None:
    s = position(NECROMANCER)
    put(s, "0413", "greater-vampire-1")
    assert "0514" not in hexes(win(s, NECROMANCER, SAAR), "place")


@pytest.mark.clause("19.12b")
def test_only_those_who_still_wait_are_placed() -> None:
    s = win(position(NECROMANCER), NECROMANCER, SAAR)
    put(s, "2011", "greater-vampire-1")
    s.put(pieces("saar"), hex_id("1309"))
    s = act(run(s, Latecomers()), ("place", hex_id("2011")))
    assert (at(s, "saar"), at(s, "saarlumen-1")) == ("1309", "2011")


@pytest.mark.clause("19.12b")
def test_without_a_city_they_come_in_or_beside_a_hex_with_units_of_the_winner() -> None:
    s = position(NECROMANCER)
    put(s, "2011", "greater-vampire-1 mezal")
    put(s, "1309", "tol-morn")
    put(s, "2111", "imperial-legion-i")
    s = win(s, NECROMANCER, SAAR)
    assert set(hexes(s, "place")) == {"2011", "2010", "2111", "2112", "2012", "1912", "1911"}
    s = act(s, ("place", hex_id("2012")))
    assert told(s, "activate"), "units that appear in a land wake it"


@pytest.mark.clause("19.12b", "19.1b")
def test_without_any_place_they_wait_and_come_when_there_is_one() -> None:
    s = win(position(NECROMANCER), NECROMANCER, SAAR)
    assert (asked(s), s.where[piece("saarlumen-1")], s.control[SAAR]) == (None, BOX, NECROMANCER)
    assert [(entry.clauses, entry.data) for entry in told(s, "group.waits")] == [(("19.12b",), {"group": SAAR})]
    s = run(s, Latecomers())
    assert s.where[piece("saarlumen-1")] == BOX
    put(s, "2011", "greater-vampire-1")
    s = act(run(s, Latecomers()), ("place", hex_id("2011")))
    assert at(s, "saarlumen-1") == "2011"
    (entry,) = told(s, "group.placed")
    assert (entry.clauses, entry.data) == (("19.12a",), {"group": SAAR, "hex": hex_id("2011"), "side": NECROMANCER})


@pytest.mark.clause("19b", "19.12a")
def test_silwer_comes_alone() -> None:
    s = act(win(position(KINGDOMS, STAVROR), KINGDOMS, SILWER), ("place", hex_id("1820")))
    assert at(s, "silwer-flagriel") == "1820"
    assert run(s, Latecomers()).flow == []


@pytest.mark.clause("6.15", "19.12b")
def test_silwer_wakes_nobody_for_he_is_no_unit() -> None:
    s = position(NECROMANCER)
    put(s, "2011", "greater-vampire-1")
    s = act(win(s, NECROMANCER, SILWER), ("place", hex_id("2012")))
    assert at(s, "silwer-flagriel") == "2012"
    assert s.control[:10] == [INACTIVE] * 10


@pytest.mark.clause("6.14b", "19.12b")
def test_placed_in_a_holy_place_he_wakes_starkeep() -> None:
    s = position(NECROMANCER)
    put(s, "2820", "greater-vampire-1")
    s = act(win(s, NECROMANCER, SILWER), ("place", hex_id("2819")))
    assert [k for k in range(10) if s.control[k] == KINGDOMS] == [STARKEEP]
    assert told(s, "activate")[0].clauses == ("6.14b",)


@pytest.mark.clause("8.16c", "19.12a")
def test_where_units_are_placed_enemy_leaders_alone_are_tested() -> None:
    s = position(KINGDOMS, STAVROR)
    s.lift(s.units(KINGDOMS, hex_id("1023")), POOL)
    put(s, "1023", "mezal")
    s = win(s, KINGDOMS, SAAR)
    s = act(s, ("place", hex_id("1023")), rolls=[("escape", 6)])
    assert told(s, "death")
    s = position(KINGDOMS, STAVROR)
    s.lift(s.units(KINGDOMS, hex_id("1023")), POOL)
    put(s, "1023", "mezal")
    s = act(win(s, KINGDOMS, SILWER), ("place", hex_id("1023")))
    assert at(s, "mezal") == "1023", "a leader harms nobody"


# Cos dol Cos


@pytest.mark.clause("19.3")
def test_no_magic_touches_cos_dol_cos_and_his_sons() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(16))
    put(s, "2011", "cos-dol-cos sons-of-the-morning-1 stavror-infantry-1 skydor padrech-dar-choim")
    assert victims(s, piece("padrech-dar-choim")) == [piece("stavror-infantry-1")]
    s.charms = ((piece("skydor"), FLY),)
    group = tuple(pieces("sons-of-the-morning-1 stavror-infantry-1 skydor"))
    assert is_charmed(s, piece("stavror-infantry-1"), group, FLY)
    assert not is_charmed(s, piece("sons-of-the-morning-1"), group, FLY)


@pytest.mark.clause("19.3", "13.11a")
def test_flames_do_not_stop_cos_dol_cos() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(16))
    put(s, "2011", "cos-dol-cos sons-of-the-morning-1 farnon")
    raise_undead(s, "2414", "imperial-legion-iii", LORD)
    s.flames = ((hex_id("2111"), NECROMANCER),)
    s = act(run(s, Movement(KINGDOMS)), ("stack", hex_id("2011")))
    s = act(s, *[("piece", p) for p in pieces("cos-dol-cos sons-of-the-morning-1")])
    assert "2111" in hexes(s, "go")
    assert "2111" not in hexes(act(s, ("piece", piece("farnon"))), "go")


@pytest.mark.clause("19.12a", "13.11a")
def test_a_city_in_flames_takes_a_group_as_it_takes_recruits() -> None:
    s = position(KINGDOMS, LOYMARECH)
    s.flames = tuple([(h, NECROMANCER) for h in CITY_HEXES[LOYMARECH]])
    assert sorted(operands(win(s, KINGDOMS, SAAR), "place")) == sorted(CITY_HEXES[LOYMARECH])
