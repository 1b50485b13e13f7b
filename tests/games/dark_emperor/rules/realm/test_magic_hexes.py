"""Magic hex markers, encounters with monsters, Heroic Combat (18.1, 18.2)."""

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
    lay,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    DEVICES,
    GONE,
    INACTIVE,
    NO_POWER,
    POOL,
    SIRAX,
    SLUG,
    SSSTOTH,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import PENTACLES, STAVROR, TAL_PLETOR, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.characters.monsters import gain_monster, slay_monster
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import Duel, HeroicCombat, Reveal, fighters
from palatine.games.dark_emperor.secrecy import determinize

MARKER, OTHER = "2114", "0709"
PARLEY, FIGHT = ("parley", 0), ("fight", 0)


def position(keys: str, marker: int = -1, *, phasing: int = KINGDOMS) -> Any:
    """Return leaders on a magic hex, with a marker if given; Stavror and the Empire are awake."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, STAVROR, ZOLAHAURESLOR)
    if marker >= 0:
        s.markers = {hex_id(MARKER): marker, hex_id(OTHER): piece("dawn-lantern")}
    put(s, MARKER, keys)
    return s


def met(keys: str, monster: str, power: int = NO_POWER, *, phasing: int = KINGDOMS) -> Any:
    """Return leaders in the hex of a monster that was found earlier."""
    s = position(keys, phasing=phasing)
    put(s, MARKER, monster, power)
    return s


def carries(s: Any, leader: str, device: str) -> bool:
    return bool(s.bearer[piece(device) - DEVICES[0]] == piece(leader))


# Markers


@pytest.mark.clause("18", "5.2b")
def test_what_lies_face_down_is_dealt_anew_for_those_who_guess() -> None:
    s = position("farnon")
    s.markers = dict(zip(PENTACLES, (SLUG, SIRAX, SSSTOTH, *DEVICES[:4]), strict=True))
    dealt = {tuple(determinize(s, None, bytes([n])).markers.values()) for n in range(20)}
    assert len(dealt) > 10
    assert {tuple(sorted(each)) for each in dealt} == {tuple(sorted(s.markers.values()))}


@pytest.mark.clause("18.12a")
def test_markers_are_turned_under_leaders_of_the_phasing_side_alone() -> None:
    s = run(position("farnon", piece("silk-negator")), Reveal())
    assert list(s.markers) == [hex_id(OTHER)]
    s = run(position("farnon", piece("silk-negator"), phasing=NECROMANCER), Reveal())
    assert len(s.markers) == 2


@pytest.mark.clause("18.12a")
def test_of_several_leaders_the_owner_picks_the_finder() -> None:
    s = run(position("farnon nikon-v", piece("silk-negator")), Reveal())
    assert asked(s) == ("ChooseFinder", KINGDOMS)
    assert refusal(s, ("finder", piece("mezal"))).clause == "18.12a"
    assert carries(act(s, ("finder", piece("nikon-v"))), "nikon-v", "silk-negator")


@pytest.mark.clause("18.12b")
def test_a_device_found_is_picked_up() -> None:
    s = run(position("farnon", piece("he-sups-on-prana")), Reveal())
    assert carries(s, "farnon", "he-sups-on-prana")
    assert at(s, "he-sups-on-prana") == MARKER


# Meeting a monster


@pytest.mark.clause("18.12c", "18.14", "18.13a", "18.13b")
def test_a_monster_found_is_won_with_ten_or_more() -> None:
    s = run(position("farnon", SIRAX), Reveal())
    assert (asked(s), s.flow[-1].actions(s)) == (("Meet", KINGDOMS), [PARLEY, FIGHT])
    s = act(s, PARLEY, rolls=[("diplomacy", 3), ("diplomacy", 4)])
    assert (asked(s), s.power[SIRAX]) == (None, ALLIANCE)
    assert run(s, HeroicCombat()).journal == s.journal
    (entry,) = told(s, "found.monster")
    assert (entry.clauses, entry.data["monster"], entry.data["leader"]) == (("18.12c",), SIRAX, piece("farnon"))


@pytest.mark.clause("18.12c", "18.34")
def test_ssstoth_is_met_as_any_other_monster_by_one_without_famir() -> None:
    s = position("farnon", SSSTOTH)
    assert asked(run(s, Reveal())) == ("Meet", KINGDOMS)
    put(s, "2011", "nikon-v")
    arm(s, "nikon-v", "sword-famir")
    assert asked(run(s, Reveal())) == ("Meet", KINGDOMS), "though another bears it elsewhere"


@pytest.mark.clause("18.13a", "18.13c", "18.14", "DIP-f")
def test_less_than_ten_brings_the_fight_in_the_segment_for_it() -> None:
    s = run(position("farnon", SIRAX), Reveal())
    s = act(s, PARLEY, rolls=[("diplomacy", 3), ("diplomacy", 3)])
    assert (s.side(SIRAX), s.duels) == (INACTIVE, (SIRAX, piece("farnon")))
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert s.where[piece("farnon")] == POOL


@pytest.mark.clause("18.12c")
def test_a_leader_may_choose_to_fight_at_once() -> None:
    s = act(run(position("farnon", SLUG), Reveal()), FIGHT)
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 1)])
    assert s.where[SLUG] == GONE


@pytest.mark.clause("18.21c", "6.12a")
def test_a_monster_won_in_a_sleeping_land_wakes_it_for_the_enemy() -> None:
    s = bare(phasing=KINGDOMS)
    put(s, OTHER, "slug", NO_POWER)
    gain_monster(s, KINGDOMS, SLUG)
    assert s.control[TAL_PLETOR] == NECROMANCER


@pytest.mark.clause("8.16c", "18.13b")
def test_a_monster_won_is_an_enemy_for_a_leader_beside_it() -> None:
    s = met("farnon mezal", "the-dragon-sirax")
    gain_monster(s, KINGDOMS, SIRAX)
    s = run(s, rolls=[("escape", 6)])
    assert s.where[piece("mezal")] == POOL
    assert at(s, "farnon") == MARKER


@pytest.mark.clause("18.15d")
def test_a_monster_that_serves_nobody_may_be_courted_in_a_later_phase() -> None:
    s = run(met("mezal", "slug", phasing=NECROMANCER), Diplomacy())
    assert operands(s, "parley") == [piece("mezal")]
    left = act(s, ("end", 0))
    assert run(left, HeroicCombat()).journal == left.journal, "nobody must"
    lost = act(s, ("parley", piece("mezal")), rolls=[("diplomacy", 2), ("diplomacy", 3)])
    assert lost.duels == (SLUG, piece("mezal"))
    won = act(s, ("parley", piece("mezal")), rolls=[("diplomacy", 2), ("diplomacy", 4)])
    assert won.power[SLUG] == LORD


@pytest.mark.clause("18.15d")
def test_a_monster_in_somebodys_service_is_not_courted() -> None:
    s = met("farnon", "slug", LORD)
    assert asked(run(s, Diplomacy())) is None


# Heroic Combat


@pytest.mark.clause("18.15a", "18.15b", "HER")
@pytest.mark.parametrize(
    ("leader", "monster", "highest"), [("farnon", SIRAX, 2), ("nikon-v", SLUG, 1), ("stav-farren", SSSTOTH, 2)]
)
def test_a_die_up_to_the_table_slays_and_makes_a_greater_hero(leader: str, monster: int, highest: int) -> None:
    s = position(leader)
    s.put([monster], hex_id(MARKER))
    before = s.rating(piece(leader))
    won = run(s, Duel(piece(leader), monster), rolls=[("heroic combat", highest)])
    assert (won.where[monster], won.rating(piece(leader))) == (GONE, before + 1)
    lost = run(s, Duel(piece(leader), monster), rolls=[("heroic combat", highest + 1)])
    assert (lost.where[monster], lost.where[piece(leader)]) == (hex_id(MARKER), POOL)
    assert lost.side(monster) == INACTIVE


@pytest.mark.clause("18.15a", "15.11a")
def test_devices_that_a_hero_takes_into_use_help_him() -> None:
    s = met("farnon", "the-dragon-sirax")
    arm(s, "farnon", "sword-loslom")
    s.duels = (SIRAX,)
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 3)])
    assert s.where[SIRAX] == GONE
    assert s.rating(piece("farnon")) == 3, "his own rating rises by one, the sword apart"


@pytest.mark.clause("18.15a")
def test_without_a_hero_rating_nobody_slays_anything() -> None:
    s = met("farnon", "ssstoth")
    s.hero[piece("farnon") - piece("padrech-dar-choim")] = 0
    s = run(s, Duel(piece("farnon"), SSSTOTH), rolls=[("heroic combat", 1)])
    assert s.where[piece("farnon")] == POOL


@pytest.mark.clause("18.15c", "15.12b")
def test_what_an_eaten_leader_carried_lies_there_for_whoever_comes() -> None:
    s = met("farnon", "slug")
    arm(s, "farnon", "sword-loslom")
    s = run(s, Duel(piece("farnon"), SLUG), rolls=[("heroic combat", 6)])
    assert s.lying(hex_id(MARKER)) == [piece("sword-loslom")]
    put(s, MARKER, "nikon-v")
    s = run(s, Duel(piece("nikon-v"), SLUG), rolls=[("heroic combat", 1)])
    assert carries(s, "nikon-v", "sword-loslom")


@pytest.mark.clause("18.15c")
def test_a_monster_won_takes_what_lies_with_it_for_its_master() -> None:
    s = met("farnon", "slug")
    lay(s, MARKER, "sword-loslom")
    gain_monster(s, KINGDOMS, SLUG)
    assert carries(s, "farnon", "sword-loslom")


@pytest.mark.clause("18.151")
def test_one_after_the_other_until_the_monster_or_all_are_dead() -> None:
    s = met("farnon nikon-v stav-farren", "slug")
    s.duels = (SLUG,)
    s = run(s, HeroicCombat())
    assert asked(s) == ("ChooseFighter", KINGDOMS)
    assert refusal(s, ("fighter", piece("mezal"))).clause == "18.151"
    s = act(s, ("fighter", piece("nikon-v")), rolls=[("heroic combat", 6)])
    assert operands(s, "fighter") == [piece("stav-farren"), piece("farnon")]
    rolls = [("heroic combat", 6), ("heroic combat", 6)]
    s = act(s, ("fighter", piece("farnon")), rolls=rolls)
    assert len(told(s, "duel.lost")) == 3
    assert not s.flow


@pytest.mark.clause("18.151")
def test_when_the_monster_is_dead_the_others_are_spared() -> None:
    s = met("farnon nikon-v", "slug")
    s.duels = (SLUG,)
    s = act(run(s, HeroicCombat()), ("fighter", piece("farnon")), rolls=[("heroic combat", 1)])
    assert not s.flow
    assert at(s, "nikon-v") == MARKER


# Whom it binds


@pytest.mark.clause("18.13c", "18.151")
def test_who_owes_a_fight_has_it_though_his_kingdom_is_betrayed_in_between() -> None:
    s = met("stav-farren mezal", "slug", phasing=NECROMANCER)
    wake(s, NECROMANCER, STAVROR)
    s = run(s, Diplomacy())
    s = act(s, ("parley", piece("stav-farren")), rolls=[("diplomacy", 1), ("diplomacy", 1)])
    betray(s, STAVROR)
    s = run(s, HeroicCombat())
    assert sorted(operands(s, "fighter")) == [piece("mezal"), piece("stav-farren")]
    s = act(s, ("fighter", piece("stav-farren")), rolls=[("heroic combat", 6), ("heroic combat", 6)])
    assert [s.where[piece(key)] for key in ("stav-farren", "mezal")] == [POOL, POOL], "until all of them are dead"
    assert s.duels == ()


@pytest.mark.clause("18.13c")
def test_alone_he_fights_for_himself() -> None:
    s = met("stav-farren", "slug", phasing=NECROMANCER)
    wake(s, NECROMANCER, STAVROR)
    s = act(run(s, Diplomacy()), ("parley", piece("stav-farren")), rolls=[("diplomacy", 1), ("diplomacy", 1)])
    betray(s, STAVROR)
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 1)])
    assert (s.where[SLUG], s.rating(piece("stav-farren"))) == (GONE, 2)


@pytest.mark.clause("18.15d")
def test_of_two_wild_monsters_in_a_hex_he_picks_with_whom_to_negotiate() -> None:
    s = met("mezal", "slug", phasing=NECROMANCER)
    put(s, MARKER, "the-dragon-sirax", NO_POWER)
    s = run(s, Diplomacy())
    assert operands(s, "parley") == [piece("mezal")], "and is offered once"
    s = act(s, ("parley", piece("mezal")))
    assert (asked(s), operands(s, "monster")) == (("ChooseMonster", NECROMANCER), [SLUG, SIRAX])
    assert refusal(s, ("monster", SSSTOTH)).clause == "18.15d"
    s = act(s, ("monster", SIRAX), rolls=[("diplomacy", 6), ("diplomacy", 6)])
    assert (s.side(SIRAX), s.side(SLUG)) == (NECROMANCER, INACTIVE)
    assert operands(s, "parley") == [piece("mezal")], "the other is left"
    s = act(s, ("parley", piece("mezal")), rolls=[("diplomacy", 1), ("diplomacy", 1)])
    assert s.duels == (SLUG, piece("mezal"))


# What lies with a monster


def hoard(keys: str, owner: int) -> Any:
    """Return leaders with the Slug, where a leader of this side has left the Scythe.

    Stavror is the Necromancer's.
    """
    s = met(keys, "slug")
    wake(s, NECROMANCER, STAVROR)
    lay(s, MARKER, "the-scythe")
    s.left_by = {piece("the-scythe"): owner}
    return s


@pytest.mark.clause("15.14b", "18.15b")
@pytest.mark.parametrize("guards", ["stavror-infantry-1", "stavror-siege-train stavror-infantry-2"])
def test_who_slays_a_monster_does_not_take_what_an_enemy_stack_guards(guards: str) -> None:
    s = hoard(f"farnon {guards}", NECROMANCER)
    rolls = [("heroic combat", 1), ("escape", 1)]
    s = act(run(s, Duel(piece("farnon"), SLUG), rolls=rolls), ("escape", hex_id(OTHER)))
    assert (s.where[SLUG], s.lying(hex_id(MARKER))) == (GONE, [piece("the-scythe")])
    assert s.left_by == {piece("the-scythe"): NECROMANCER}


@pytest.mark.clause("15.14b", "18.13b")
def test_nor_does_who_wins_one() -> None:
    s = hoard("farnon stavror-infantry-1", NECROMANCER)
    gain_monster(s, KINGDOMS, SLUG)
    s = run(s)
    assert (s.side(SLUG), s.lying(hex_id(MARKER))) == (KINGDOMS, [piece("the-scythe")])
    assert told(s, "device.captured") == []


@pytest.mark.clause("15.12b", "18.15c")
@pytest.mark.parametrize("owner", [NECROMANCER, KINGDOMS])
def test_what_nobody_guards_is_the_slayers_and_so_is_what_his_own_side_lost(owner: int) -> None:
    s = hoard("farnon zolahaureslor-infantry-1", owner)
    s = run(s, Duel(piece("farnon"), SLUG), rolls=[("heroic combat", 1)])
    assert carries(s, "farnon", "the-scythe")


@pytest.mark.clause("15.14b")
def test_another_wild_monster_guards_nothing() -> None:
    s = hoard("farnon the-dragon-sirax", INACTIVE)
    assert s.side(SIRAX) == INACTIVE
    s = run(s, Duel(piece("farnon"), SLUG), rolls=[("heroic combat", 1)])
    assert carries(s, "farnon", "the-scythe")


@pytest.mark.clause("18.15a")
def test_a_monster_that_is_slain_owes_no_more_duels_and_others_do() -> None:
    s = position("farnon", SIRAX)
    s.duels = (SIRAX, piece("farnon"))
    s.put((SLUG,), hex_id("2011"))
    slay_monster(s, SLUG)
    assert (s.where[SLUG], s.duels) == (GONE, (SIRAX, piece("farnon")))
    s.duels = (SLUG, SIRAX)
    s.put((SLUG,), hex_id("2011"))
    slay_monster(s, SLUG)
    assert s.duels == (SIRAX,)


@pytest.mark.clause("18.13c", "18.151")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_who_meets_a_monster(phasing: int) -> None:
    """All leaders of the phasing side with it meet it.

    Of the other side, those who owe it a fight and are still there meet it.
    """
    s = met("farnon nikon-v tol-morn", "slug", phasing=phasing)
    put(s, OTHER, "mezal paisach")
    mine = {NECROMANCER: {piece("tol-morn")}, KINGDOMS: {piece("farnon"), piece("nikon-v")}}[phasing]
    other = piece("farnon" if phasing == NECROMANCER else "tol-morn")
    s.duels = (SLUG,)
    assert set(fighters(s, SLUG)) == mine
    s.duels = (SLUG, other, piece("mezal"), piece("paisach"))
    assert fighters(s, SLUG) == sorted({*mine, other})
    s.where[SLUG] = GONE
    assert fighters(s, SLUG) == []
