"""Relocation, which has the same effects however pieces move (9.5, 12.1.2, 13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, come, go_on, sail
from games.elric.positions.board import (
    BAY,
    JADMAR,
    PRIEST,
    act,
    area,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    run,
    take_card,
    told,
)
from games.elric.positions.journeys import marching
from games.elric.positions.people import fleeing, free_elric, led_elric, tipped
from palatine.games.elric.components.pieces import ELRIC, MOONGLUM, THELEB
from palatine.games.elric.components.world import STRAITS
from palatine.games.elric.rules.characters.immediate_spells import Duel
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.random_attacks import RandomAttack
from palatine.games.elric.rules.common.cup import needs_fit
from palatine.games.elric.rules.common.naval import put_out
from palatine.games.elric.rules.common.relocation import change_sides, come_on, go_off, join_friend, relocate
from palatine.games.elric.rules.common.stormbringer import Stormbringer
from palatine.games.elric.rules.common.takeover import Bids
from palatine.games.elric.rules.movement.flight import Flying
from palatine.games.elric.state import LOST, NOBODY, OFF, Flight

MAGICIAN = "Magician of Bakshaan"


def attacked_elric(*others: Any) -> Any:
    """Return Elric, his controller Yishana and others in a field.

    Fadan and five armies attack it.
    """
    s = led_elric("Yishana", FIELD, *others, seat=1)
    put(s, 0, FIELD, "Fadan", ("Ilmiora", 5))
    if "Dharmit" not in others:
        put(s, 1, "rlin", "Dharmit")
    come(s, 0, FIELD, "Sequa")
    return s


def stepped_back(s: Any, *who: str, rolls: Any = ()) -> Any:
    """Return the position after some withheld defenders have stepped back to Dhakos."""
    s = act(run(s, Battles()), ("done", 0))
    for each in who:
        s = choose(s, "withhold", each)
    return choose(act(s, ("done", 0)), "back", "Dhakos", rolls=rolls)


# Who controls Elric (12.1.2)


@pytest.mark.clause("10.2c", "12.1.2a", "12.1.4b")
def test_a_controller_who_steps_back_out_of_a_battle_leaves_elric_behind() -> None:
    """Elric is uncontrolled immediately.

    His 6 does not count, he does not move with an army, and no sword is rolled for.
    """
    s = stepped_back(attacked_elric(("Jharkor", 2)), "Yishana", rolls=[("attack", 6), ("defence", 1)])
    assert (at(s, "Yishana"), s.controller, s.owner[ELRIC]) == ("Dhakos", -1, NOBODY)
    (defence,) = told(s, "battle.defence")
    assert defence.data["total"] == 2 + 1
    assert at(s, "Elric") == FIELD
    assert not s.fought
    assert not run(s, Stormbringer()).fought


@pytest.mark.clause("10.2c", "12.1.2b")
def test_the_next_greatest_who_stays_controls_him() -> None:
    """Dharmit stays, so Elric's 6 counts with Dharmit's 3 and two armies."""
    rolls = [("attack", 1), ("defence", 1)]
    s = stepped_back(attacked_elric("Dharmit", ("Jharkor", 2)), "Yishana", rolls=rolls)
    assert s.controller == piece("Dharmit")
    assert told(s, "battle.defence")[0].data["total"] == 6 + 3 + 2 + 1
    assert s.fought == (ELRIC,)


@pytest.mark.clause("10.2c", "12.1.6a")
def test_elric_who_steps_back_beside_moonglum_is_joined_at_once() -> None:
    s = attacked_elric(("Jharkor", 2))
    put(s, 0, "Aflitain", "Moonglum")
    s = stepped_back(s, "Yishana", "Elric", rolls=[("attack", 1), ("defence", 1)])
    assert (at(s, "Elric"), at(s, "Moonglum"), s.owner[MOONGLUM]) == ("Dhakos", "Dhakos", 1)


@pytest.mark.clause("7.4.2b", "12.1.2b")
def test_a_controller_who_flies_off_leaves_him_to_the_next_before_anything_else() -> None:
    s = led_elric(PRIEST, "Jadmar", "Sealord of Vilmir")
    s.controller = piece(PRIEST)
    (bird,) = give_cards(s, PRIEST, "Jeweled Bird")
    s.flights = {bird: Flight(0, 1)}
    s = run(s, Flying(0, JADMAR, bird, (piece(PRIEST),), area("Karlaak")))
    assert (at(s, PRIEST), at(s, "Elric"), s.controller) == ("Karlaak", "Jadmar", piece("Sealord of Vilmir"))


@pytest.mark.clause("12.1.2a", "7.3d")
def test_elric_whom_nobody_controls_at_sea_escapes_to_the_nearest_land() -> None:
    """Elric cannot walk on water (A-12); his 6 saves him on any roll."""
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", "Elric")
    s.controller, s.has_hand = piece("Naclon"), True
    s = run(s, Duel(0, piece("Naclon")), rolls=[("duel", 1), ("Quaolnargn", 6), ("escape", 6)])
    assert s.owner[ELRIC] == NOBODY
    assert not s.ship
    assert s.where[ELRIC] >= 0
    assert at(s, "Elric") not in ("Straits of Vilmir", str(OFF))


@pytest.mark.clause("10.8a", "12.1.2b")
def test_who_escapes_together_with_elric_still_controls_him() -> None:
    """Elric escapes first.

    His controller follows to the same place before control is checked.
    """
    s = led_elric("Naclon", "Jadmar", "Avan Astram")
    put(s, 1, "Jadmar", ("Pan Tang", 1))
    put(s, 1, "Hwamgaarl", "Sealord of Pan Tang")
    s = fleeing(s, "Elric", "Naclon", rolls=[("escape", 6)])
    s = choose(s, "to", operands(s, "to")[0], rolls=[("escape", 1)])
    s = choose(s, "to", s.where[ELRIC])
    assert s.controller == piece("Naclon")
    assert not told(s, "elric.free")


# Wilderness that goes with a magician (13.4)


def walking_off(*others: Any) -> Any:
    """Return a match with the Sorcerer maintaining Balan in Jadmar.

    A stack with Law and a stack with Chaos are there.
    """
    s = tipped(-1)
    put(s, 0, "Jadmar", "Sorcerer of Dharijor", "Karnaal")
    s.maintained = {piece("Sorcerer of Dharijor"): take_card(s, "Balan")}
    put(s, 0, "Jadmar", PRIEST)
    put(s, 0, "Jadmar", MAGICIAN)
    put(s, 0, "Bakshaan", "Nikorn")
    put(s, 0, "rlin", "Sealord of Vilmir")
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, MAGICIAN, "Mabelrode")
    s.join_band((piece("Karnaal"),), piece("Sorcerer of Dharijor"))
    return s


@pytest.mark.clause("13.4m", "9.5e", "9.5f")
def test_law_and_chaos_part_as_soon_as_the_wilderness_has_walked_off() -> None:
    s = walking_off()
    assert not needs_fit(s, 0, JADMAR)
    s = choose(marching(s, "Jadmar", "Sorcerer of Dharijor"), "go", "vil_n", rolls=[])
    assert asked(s) == ("ChooseAlignment", 0)
    s = act(s, ("keep", 0))
    assert not s.bands.keys() & {piece(PRIEST), piece(MAGICIAN)}


@pytest.mark.clause("13.4m", "9.5e")
@pytest.mark.parametrize("way", ["relocate", "go_off", "come_on"])
def test_every_way_off_ends_the_wilderness(way: str) -> None:
    s, who = walking_off(), (piece("Sorcerer of Dharijor"),)
    if way == "relocate":
        relocate(s, who, area("Karlaak"))
    elif way == "go_off":
        go_off(s, who, OFF)
    else:
        come_on(s, who, 0, area("Karlaak"))
    assert not s.is_wild(JADMAR)
    assert [type(step).__name__ for step in s.flow] == ["Fit"]
    assert not any(s.where[p] == JADMAR for p in s.bands)


@pytest.mark.clause("13.4n", "9.5e")
def test_quaolnargn_who_is_beaten_in_its_lair_leaves_no_wilderness() -> None:
    s = walking_off()
    s.maintained = {}
    lair = take_card(s, "Quaolnargn")
    s.face_up = {JADMAR: (lair,)}
    give_cards(s, PRIEST, "Donblas")
    s = run(s, RandomAttack(0, JADMAR, (piece(PRIEST),), spell=lair))
    assert s.face_up == {JADMAR: (lair,)}
    s = choose(s, "cast", (PRIEST, "Donblas"), rolls=[("duel", 6), ("Quaolnargn", 1)])
    assert (s.face_up, asked(s)) == ({}, ("ChooseAlignment", 0))
    assert len(s.stacks_at(0, JADMAR)) == 1


@pytest.mark.clause("13.4m", "8.0i")
def test_who_brings_the_wilderness_along_is_a_stack_of_its_own() -> None:
    """Friends who were in the province before must be found (8.0, A-147)."""
    s = tipped(-1)
    put(s, 0, "Jadmar", "Sorcerer of Dharijor")
    s.maintained = {piece("Sorcerer of Dharijor"): take_card(s, "Balan")}
    put(s, 0, "vil_n", "Karnaal", ("Dharijor", 2))
    relocate(s, (piece("Sorcerer of Dharijor"),), area("vil_n"))
    assert s.stack_of(piece("Sorcerer of Dharijor")) == (piece("Sorcerer of Dharijor"),)
    assert len(s.stacks_at(0, area("vil_n"))) == 2


# Hands (9.5)


@pytest.mark.clause("9.5e", "9.5f")
def test_ships_put_out_of_a_fallen_port_join_those_that_lie_off_it() -> None:
    """The Chaos Fleet, which is never left in a port, brings a magician of Chaos to one of Law."""
    s = new_state()
    put(s, 1, "Jadmar", "Chaos Fleet", MAGICIAN)
    s.ship = {piece(MAGICIAN): piece("Chaos Fleet")}
    sail(s, 1, BAY, "Vilmir galley", PRIEST)
    give_cards(s, MAGICIAN, "Mabelrode")
    give_cards(s, PRIEST, "Arkyn")
    put_out(s, 1, JADMAR)
    assert asked(run(s)) == ("ChooseAlignment", 1)


@pytest.mark.clause("12.0e", "9.5e")
def test_who_changes_sides_is_of_one_stack_with_the_victors() -> None:
    s = new_state()
    put(s, 0, FIELD, PRIEST)
    put(s, 1, FIELD, "Dyvim Tvar")
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, "Dyvim Tvar", "Mabelrode")
    change_sides(s, (piece("Dyvim Tvar"),), 0)
    assert asked(run(s)) == ("ChooseAlignment", 0)


@pytest.mark.clause("8.0i", "12.1.2b", "9.5e")
def test_who_joins_another_stack_in_the_straits_is_settled_there() -> None:
    """The controller joins another stack and no longer belongs to Elric's."""
    s = new_state()
    sail(s, 0, STRAITS, "Vilmir galley", "Naclon", "Elric")
    s.join_band((ELRIC, piece("Naclon")), piece("Vilmir galley"))
    sail(s, 0, STRAITS, "Vilmir transport", "Sealord of Vilmir")
    s.join_band((piece("Sealord of Vilmir"),), piece("Vilmir transport"))
    s.controller, s.has_hand = piece("Naclon"), True
    join_friend(s, (piece("Naclon"),), piece("Vilmir transport"))
    assert (s.controller, s.owner[ELRIC]) == (-1, NOBODY)


@pytest.mark.clause("11.0s", "9.5e")
def test_theleb_who_is_called_home_leaves_elric_and_fits_in() -> None:
    s = free_elric("Karlaak")
    put(s, 1, "Karlaak", "Theleb K'aarna")
    s.owner[ELRIC], s.controller = 1, THELEB
    s.stacks[NOBODY].clear()
    s.stacks[1][area("Karlaak")] = tuple(sorted((ELRIC, THELEB)))
    put(s, 0, "Hwamgaarl", "Jagreen Lern")
    give_cards(s, THELEB, "Arkyn")
    give_cards(s, "Jagreen Lern", "Mabelrode")
    come_on(s, (THELEB,), 0, area("Hwamgaarl"))
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)
    assert asked(run(s)) == ("ChooseAlignment", 0)


# The Chaos Fleet, which people leave by a heroic escape alone (16.8)


def aboard_chaos(seat: int, where: str | int, *who: str) -> Any:
    """Put people of a seat aboard the Chaos Fleet, with Moonglum.

    If Elric is among them, Naclon controls him.
    """
    s = new_state()
    put(s, seat, where, "Chaos Fleet", "Moonglum", *who)
    s.ship = dict.fromkeys(map(piece, ("Moonglum", *who)), piece("Chaos Fleet"))
    put(s, seat, "rlin", "Sealord of Vilmir")
    s.has_hand = True
    if "Elric" in who:
        s.controller, s.joined = piece("Naclon"), True
    return s


@pytest.mark.clause("12.1.6a", "16.8d")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_moonglum_joins_elric_from_the_chaos_fleet_only_by_an_escape(die: int, saved: bool) -> None:
    """Elric comes next to its port, and Moonglum must escape with his 4."""
    s = aboard_chaos(0, "Jadmar")
    put(s, 1, "Kariss", "Yishana", "Elric")
    s.controller = piece("Yishana")
    relocate(s, (ELRIC, piece("Yishana")), area("vil_n"))
    s = run(s, rolls=[("escape", die)])
    assert (at(s, "Moonglum"), s.joined) == (("Northern Vilmir", True) if saved else (str(OFF), False))


@pytest.mark.clause("12.1.6a", "16.8d")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_moonglum_who_debarks_beside_elric_escapes_before_he_joins_him(die: int, saved: bool) -> None:
    s = aboard_chaos(0, BAY, "Pyaray")
    put(s, NOBODY, "vil_n", "Elric")
    s = choose(marching(s, "st_vilmir", "Moonglum"), "go", "Jadmar", rolls=[("escape", die)])
    assert (at(s, "Moonglum"), s.joined) == (("Northern Vilmir", True) if saved else (str(OFF), False))


@pytest.mark.clause("12.1.2e", "12.1.2g", "12.1.6b", "16.8d")
@pytest.mark.parametrize(("die", "where"), [(4, "Kariss"), (5, str(OFF))])
def test_who_takes_elric_from_the_chaos_fleet_has_his_company_escape_first(die: int, where: str) -> None:
    """Smiorgan (4) takes him from Naclon (3); Elric's 6 saves him on any roll."""
    s = aboard_chaos(1, "Jadmar", "Naclon", "Elric")
    put(s, 0, "Jadmar", "Smiorgan")
    put(s, 0, "Kariss", "Jiku")
    s.trail = {piece("Smiorgan"): (area("vil_n"),)}
    s = run(s, Bids(), rolls=[("escape", 6), ("escape", die)])
    assert at(s, "Elric") == at(s, "Smiorgan") == "Kariss"
    assert at(s, "Moonglum") == where


@pytest.mark.clause("12.1.2a", "12.1.6b", "16.8d")
@pytest.mark.parametrize(("die", "where"), [(4, "Jadmar"), (5, str(OFF))])
def test_the_company_of_elric_whom_nobody_controls_on_the_chaos_fleet_escapes_to_the_port(
    die: int, where: str
) -> None:
    s = aboard_chaos(1, "Jadmar", "Naclon", "Elric")
    go_off(s, (piece("Naclon"),), OFF)
    s = run(s, rolls=[("escape", 6), ("escape", die)])
    assert (at(s, "Elric"), s.owner[ELRIC], at(s, "Moonglum")) == ("Jadmar", NOBODY, where)


# Several at once (10.8)


@pytest.mark.clause("10.8a", "12.1.2b")
def test_nobody_controls_elric_who_is_lost_with_his_controller() -> None:
    """Avan Astram (4) and Naclon (3) both fail, and the Sealord, who stays, controls Elric."""
    s = led_elric("Avan Astram", "Jadmar", "Naclon", "Sealord of Vilmir")
    s = fleeing(s, "Avan Astram", "Naclon", rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["person"] for entry in told(s, "elric.controlled")][1:] == [piece("Sealord of Vilmir")]
    assert s.controller == piece("Sealord of Vilmir")


@pytest.mark.clause("12.1.2a", "6.0c")
def test_an_army_that_comes_on_gains_nobody() -> None:
    """Elric was left in Jadmar, where Naclon is.

    Only a personality who arrives controls him (A-127).
    """
    s = free_elric()
    (army,) = put(s, 0, "vil_n", ("Vilmir", 1))
    s.lift((army,), LOST)
    put(s, 0, "Jadmar", "Naclon")
    come_on(s, (army,), 0, JADMAR)
    s = run(s)
    assert s.controller == -1
    come_on(s, (piece("Avan Astram"),), 0, JADMAR)
    assert run(s).controller == piece("Avan Astram")


@pytest.mark.clause("10.8a", "12.1.2b", "10.7f")
@pytest.mark.parametrize(("die", "free"), [(3, False), (4, True)])
def test_elric_waits_for_a_controller_who_has_fallen(die: int, free: bool) -> None:
    """Naclon (3) falls and Elric retreats.

    Control is checked after Naclon's escape roll.
    """
    s = led_elric("Naclon", FIELD, seat=1)
    put(s, 1, "rlin", "Avan Astram")
    put(s, 0, FIELD, "Smiorgan", "Kargan", ("Ilmiora", 5))
    come(s, 0, FIELD, "Sequa")
    s = go_on(s, ("attack", 3), ("defence", 1), step=Battles())
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Dhakos", rolls=[("escape", die)])
    kinds = [entry.kind for entry in s.journal if entry.kind.startswith(("escape", "elric"))]
    assert kinds.index("elric.free") > 1 if free else not told(s, "elric.free")
