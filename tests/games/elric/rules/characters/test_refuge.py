"""Destinations of escapes (10.8)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    ARMIES,
    BAY,
    CASTLE,
    JADMAR,
    PRIEST,
    arm,
    asked,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from games.elric.positions.people import fleeing, lost_field
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, KELMAIN, MOONGLUM, POWER_OF
from palatine.games.elric.components.world import AREA_BY_KEY, COASTS, MELNIBONE, PORT_SEA, SOUTHERN_WILDS
from palatine.games.elric.rules.characters.refuge import refuges
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.state import LOST, OFF


@pytest.mark.clause("10.8c")
def test_the_owner_chooses_among_the_nearest_provinces_without_enemies() -> None:
    s = lost_field("Naclon")
    put(s, 2, "vil_e", ("Lormyr", 1))
    s = fleeing(s, "Naclon", rolls=[1])
    assert asked(s) == ("ChooseRefuge", 0)
    assert set(operands(s, "to")) == {AREA_BY_KEY["vil_hro"], AREA_BY_KEY["vil_n"]}
    assert refusal(s, "to", "vil_e").reason == "why.no-escape-there"
    assert refusal(s, "to", CASTLE).reason == "why.nearer-haven"
    assert refusal(s, "to", BAY).clause == "10.8d"
    s = choose(s, "to", "vil_n")
    assert s.where[piece("Naclon")] == AREA_BY_KEY["vil_n"]
    assert piece("Naclon") in s.done


@pytest.mark.clause("10.8c")
def test_the_province_itself_is_the_nearest_when_no_enemy_is_left() -> None:
    s = fleeing(lost_field("Naclon", enemy=False), "Naclon", rolls=[1])
    assert (asked(s), s.where[piece("Naclon")]) == (None, JADMAR)


@pytest.mark.clause("10.8d")
def test_saved_at_sea_he_is_on_the_nearest_land() -> None:
    s = new_state()
    put(s, 0, BAY, "Naclon", "Avan Astram")
    s = fleeing(s, "Naclon", rolls=[1], at_sea=True)
    assert set(operands(s, "to")) == set(COASTS[BAY])
    s = choose(s, "to", JADMAR)
    assert s.where[piece("Naclon")] == JADMAR
    assert told(s, "escape.saved")[0].clauses == ("10.8d",)


@pytest.mark.clause("10.8c")
def test_with_nowhere_to_go_he_is_lost() -> None:
    s = lost_field("Naclon")
    army = iter([p for p in range(len(s.where)) if s.where[p] == OFF])
    for area in range(len(AREA_BY_KEY)):
        if not s.enemies(0, area):
            p = next(army)
            s.owner[p] = 1
            s.put((p,), area)
    s = fleeing(s, "Naclon", rolls=[1])
    assert (s.where[piece("Naclon")], len(told(s, "escape.nowhere"))) == (LOST, 1)


def test_nobody_escapes_into_imrryr_before_it_falls() -> None:
    s = new_state()
    sea = PORT_SEA[MELNIBONE]
    assert MELNIBONE not in refuges(s, 0, sea, (), True)
    s.fallen = True
    assert MELNIBONE in refuges(s, 0, sea, (), True)


def test_nobody_escapes_to_a_monster_that_lies_open() -> None:
    s = new_state()
    s.face_up[CASTLE] = (spell("Arioch"),)
    assert CASTLE not in refuges(s, 0, CASTLE, (), False)


@pytest.mark.clause("16.8d")
def test_a_place_to_follow_to_takes_those_who_are_saved() -> None:
    s = new_state()
    put(s, 0, BAY, "Naclon")
    s = fleeing(s, "Naclon", rolls=[1], at_sea=True, follow=JADMAR)
    assert (s.where[piece("Naclon")], s.done) == (JADMAR, ()), "and they may go on"


def test_those_who_are_saved_keep_spells_and_artifacts() -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Dead Gods Book")
    arm(s, PRIEST, "Chaos Shield")
    s = fleeing(s, PRIEST, rolls=[1])
    s = choose(s, "to", "vil_n")
    assert s.hand == {piece(PRIEST): (spell("Dead Gods Book"),)}
    assert s.bearer == {CHAOS_SHIELD: piece(PRIEST)}


@pytest.mark.clause("11.0o", "10.8c")
def test_who_is_of_a_horde_escapes_within_its_bounds() -> None:
    """Eastern Dorel borders on Central Dorel (within) and Southern Pikarayd (outside)."""
    s = new_state()
    (umba,) = put(s, 0, "dor_e", "Umba")
    put(s, 1, "dor_e", "Smiorgan")
    here, within, outside = (AREA_BY_KEY[key] for key in ("dor_e", "dor_c", "pik_s"))
    assert refuges(s, 0, here, (), False) == sorted([within, outside])
    assert refuges(s, 0, here, (umba,), False) == [within]
    put(s, 1, within, "Kargan")
    assert refuges(s, 0, here, (umba,), False) == [AREA_BY_KEY["dor_w"]], "two provinces off, but its own"
    for area in set(SOUTHERN_WILDS) - {here, within}:
        put(s, 2, area, *[p for p in ARMIES if s.where[p] == OFF and POWER_OF[p] == 0][:1])
    assert refuges(s, 0, here, (umba,), False) == [outside], "nowhere else to go"
    s.freed = (KELMAIN,)
    assert refuges(s, 0, here, (umba,), False) == refuges(s, 0, here, (), False)


@pytest.mark.clause("12.1.6b", "7.3d", "10.8d")
@pytest.mark.parametrize("flees", [False, True])
def test_moonglum_who_escapes_at_sea_is_aboard_elrics_ship(flees: bool) -> None:
    """Moonglum rolls for himself (A-130).

    He is placed with Elric, who has stayed aboard or retreated with the ship.
    """
    s = new_state()
    sail(s, 1, BAY, "Vilmir galley", "Naclon", "Elric", "Moonglum")
    put(s, 1, "rlin", "Sealord of Vilmir")
    s.controller, s.joined, s.has_hand = piece("Naclon"), True, True
    leave_ships(s, (MOONGLUM,))
    if flees:
        relocate(s, tuple(map(piece, ("Elric", "Naclon", "Vilmir galley"))), AREA_BY_KEY["hrol_sea"], together=True)
    s = run(s, Escapes(BAY, (MOONGLUM,), at_sea=True), rolls=[("escape", 4)])
    assert (s.where[MOONGLUM], s.ship[MOONGLUM]) == (s.where[ELRIC], piece("Vilmir galley"))


@pytest.mark.clause("12.1.6b", "8.0i")
def test_moonglum_who_escapes_in_wilderness_is_of_elrics_stack() -> None:
    s = new_state()
    put(s, 0, "Tanelorn", "Naclon", "Elric")
    put(s, 0, "Tanelorn", "Avan Astram")
    put(s, 0, "Jadmar", "Moonglum")
    s.controller, s.joined, s.has_hand = piece("Naclon"), True, True
    s = run(s, Escapes(JADMAR, (MOONGLUM,), at_sea=False), rolls=[("escape", 4)])
    assert s.stack_of(MOONGLUM) == (*sorted((piece("Naclon"), ELRIC, MOONGLUM)),)


@pytest.mark.clause("10.8a", "12.1.2a", "8.0i")
def test_a_controller_who_escapes_to_elric_in_wilderness_still_controls_him() -> None:
    """A personality who reaches Elric controls him without a search (12.1.2, A-126)."""
    s = new_state()
    put(s, 0, "wee_w", "Naclon", "Elric", "Sealord of Vilmir")
    put(s, 1, "wee_w", "Smiorgan")
    s.controller, s.has_hand = piece("Naclon"), True
    s = fleeing(s, "Elric", "Naclon", rolls=[("escape", 6)])
    s = choose(s, "to", "wee_e", rolls=[("escape", 3)])
    s = choose(s, "to", "wee_e")
    assert (s.controller, s.owner[ELRIC]) == (piece("Naclon"), 0)
    assert s.stack_of(ELRIC) == tuple(sorted((piece("Naclon"), ELRIC)))
