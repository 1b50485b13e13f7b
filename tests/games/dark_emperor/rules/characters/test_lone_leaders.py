"""Leaders left alone among enemies, and kingdoms that wake (6.1, 8.16, 9.27)."""

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
    hexes,
    new_state,
    operands,
    piece,
    put,
    put_to_the_test,
    refusal,
    run,
    stranded,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import GONE, INACTIVE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    AHAUTSIERON,
    FERLARIE,
    HEXES,
    LAMMARECH,
    LOYMARECH,
    SCYTHE,
    STARKEEP,
    STAVROR,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone, activate, cast_in, provoke
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import Death

ESCAPE = "escape"

HERE, THERE, CITY, HOLY = "2011", "2414", "1812", "2819"


@pytest.mark.clause("9.27b", "8.16c")
@pytest.mark.parametrize(("roll", "survives"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_die_up_to_the_hero_rating_saves(roll: int, survives: bool) -> None:
    s = put_to_the_test(stranded("farnon", "greater-vampire-1"), roll)
    if survives:
        assert asked(s) == ("Escape", KINGDOMS)
        assert told(s, "alone.escapes")[0].tally.value == 2
    else:
        assert (asked(s), at(s, "farnon")) == (None, str(POOL))
        assert s.deaths == (Death(piece("farnon"), hex_id(HERE), 1),)


@pytest.mark.clause("9.27b", "8.16c")
def test_friendly_units_or_monsters_keep_a_leader_from_it_and_leaders_do_not() -> None:
    s = stranded("farnon", "greater-vampire-1")
    put(s, HERE, "stavror-infantry-1")
    assert put_to_the_test(s).journal == []
    s = stranded("mezal", "stavror-infantry-1")
    put(s, HERE, "slug", LORD)
    assert put_to_the_test(s).journal == []
    assert put_to_the_test(stranded("farnon nikon-v", "padrech-dar-choim")).journal == [], "leaders harm nobody"
    s = stranded("farnon nikon-v", "greater-vampire-1")
    assert [e.data["leader"] for e in told(put_to_the_test(s, 6, 6), "alone.falls")] == [
        piece("nikon-v"),
        piece("farnon"),
    ]


@pytest.mark.clause("9.27b")
def test_monsters_are_enemies_as_units_are() -> None:
    s = stranded("farnon", "padrech-dar-choim")
    put(s, HERE, "slug", LORD)
    assert at(put_to_the_test(s, 5), "farnon") == str(POOL)


@pytest.mark.clause("9.27b", "15.11a")
def test_devices_add_to_the_rating() -> None:
    s = stranded("farnon", "greater-vampire-1")
    arm(s, "farnon", "sword-loslom")
    s = put_to_the_test(s, 4)
    assert [(p.reason, p.amount) for p in told(s, "alone.escapes")[0].tally.parts] == [
        ("own-rating", 2),
        ("devices-in-use", 2),
    ]
    (entry,) = told(s, "device.used")
    assert (entry.clauses, entry.data) == (
        ("15.13b",),
        {"leader": piece("farnon"), "device": piece("sword-loslom")},
    )
    assert told(s, "alone.escapes")[0].tally.is_roll_under is True


@pytest.mark.clause("9.27b")
def test_a_leader_without_a_rating_never_escapes() -> None:
    s = stranded("nikon-v", "greater-vampire-1")
    s.hero[piece("nikon-v") - piece("padrech-dar-choim")] = 0
    assert at(put_to_the_test(s, 1), "nikon-v") == str(POOL)


@pytest.mark.clause("8.16c")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_the_phasing_sides_leaders_come_first(phasing: int) -> None:
    s = stranded("farnon", "greater-vampire-1", phasing=phasing)
    put(s, THERE, "mezal stavror-infantry-1")
    order = [e.data["leader"] for e in told(put_to_the_test(s, 6, 6), "alone.falls")]
    assert order == [piece(key) for key in (("mezal", "farnon") if phasing == NECROMANCER else ("farnon", "mezal"))]


@pytest.mark.clause("6.2", "8.16b")
def test_inactive_leaders_and_units_are_left_alone() -> None:
    s = stranded("farnon", "padrech-dar-choim")
    s.turn_coat(ZOLAHAURESLOR, INACTIVE)
    put(s, THERE, "zolahaureslor-infantry-1 mezal")
    assert put_to_the_test(s).journal == []


@pytest.mark.clause("18.32b")
def test_who_awaits_ssstoth_is_not_tested_before_it_is_dead() -> None:
    s = stranded("farnon", "greater-vampire-1")
    put(s, HERE, "ssstoth", LORD)
    arm(s, "farnon", "sword-famir")
    assert put_to_the_test(s).journal == []
    s.lift([piece("ssstoth")], GONE)
    assert told(put_to_the_test(s, 6), "alone.falls")


@pytest.mark.clause("9.27c", "8.16d")
def test_he_goes_to_any_hex_without_enemies_devices_and_all() -> None:
    s = stranded("farnon", "greater-vampire-1")
    put(s, THERE, "greater-vampire-2")
    arm(s, "farnon", "staff-of-waters the-scythe")
    s = put_to_the_test(s, 1)
    assert len(operands(s, ESCAPE)) == HEXES - 2
    assert refusal(s, (ESCAPE, hex_id(THERE))).reason == "why.escape-enemies"
    assert refusal(s, (ESCAPE, -2)).reason == "why.escape-on-the-map"
    s = act(s, (ESCAPE, hex_id("0101")))
    assert [at(s, key) for key in ("farnon", "staff-of-waters", "the-scythe")] == ["0101"] * 3
    (entry,) = told(s, "escape")
    data = {"leader": piece("farnon"), "hex": hex_id("2011"), "to": hex_id("0101")}
    assert (entry.clauses, entry.data) == (("9.27c",), data)
    assert asked(s) is None


@pytest.mark.clause("9.27c", "TEC-holy", "13.11a")
def test_holy_places_and_flames_are_closed() -> None:
    s = stranded("mezal", "stavror-infantry-1")
    s.flames = ((hex_id(THERE), NECROMANCER),)
    s = put_to_the_test(s, 1)
    assert refusal(s, (ESCAPE, hex_id(HOLY))).clause == "TEC-holy"
    assert refusal(s, (ESCAPE, hex_id(THERE))).clause == "13.11a"


@pytest.mark.clause("6.14b", "9.27c")
@pytest.mark.parametrize(("side", "after"), [(NECROMANCER, KINGDOMS), (KINGDOMS, INACTIVE)])
def test_an_escape_of_the_necromancers_leader_to_a_holy_place_wakes_starkeep(side: int, after: int) -> None:
    s = bare()
    wake(s, side, ZOLAHAURESLOR)
    put(s, HERE, "farnon")
    if side == NECROMANCER:
        wake(s, KINGDOMS, STAVROR)
    put(s, HERE, "stavror-infantry-1" if side == NECROMANCER else "greater-vampire-1")
    s = put_to_the_test(s, 1)
    assert act(s, (ESCAPE, hex_id("3020"))).control[STARKEEP] == INACTIVE, "its capital is no holy place"
    s = act(s, (ESCAPE, hex_id(HOLY)))
    assert s.control[STARKEEP] == after


@pytest.mark.clause("15.21", "6.14b")
def test_an_escape_does_not_make_the_test_forget_the_battle() -> None:
    """Farnon, on the Necromancer's side, escapes to a holy place.

    Padrech must still be tested.
    """
    s = bare(phasing=KINGDOMS)
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    wake(s, KINGDOMS, STAVROR)
    put(s, HERE, "farnon stavror-infantry-1")
    s = run(s, Alone(hex_id(HERE), NECROMANCER), rolls=[1])
    put(s, HERE, "padrech-dar-choim")
    s = act(s, (ESCAPE, hex_id(HOLY)), rolls=[6])
    assert (s.control[STARKEEP], s.outcome.clause) == (KINGDOMS, "20.1")


def march(s: Any, seat: int, start: str, key: str, *way: str) -> Any:
    """March with one piece; if it could go on, it stops in the last hex."""
    actions: list[Any] = [("stack", hex_id(start)), ("piece", piece(key)), *[("go", hex_id(name)) for name in way]]
    s = run(s, Movement(seat))
    s = act(s, *actions)
    return act(s, ("halt", 0)) if asked(s) == ("March", seat) else s


@pytest.mark.clause("6.11a", "6.1b")
def test_a_unit_entering_an_inactive_kingdom_wakes_it_against_its_side() -> None:
    s = new_state()
    put(s, "2705", "greater-vampire-1")
    after = march(s, NECROMANCER, "2705", "greater-vampire-1", "2805", "2806")
    assert after.control[LOYMARECH] == KINGDOMS
    assert told(after, "activate")[0].clauses == ("6.11a",)
    assert at(after, "paisach") == "2808"
    assert piece("paisach") in after.leaders(KINGDOMS, hex_id("2808")), "its leaders come with it"
    put(s, "2705", "ferlarie-fleet-1")
    wake(s, KINGDOMS, FERLARIE)
    s.phasing = KINGDOMS
    other = march(s, KINGDOMS, "2705", "ferlarie-fleet-1", "2706", "2806")
    assert other.control[LOYMARECH] == NECROMANCER


@pytest.mark.clause("6.11a")
def test_it_wakes_when_units_only_move_through() -> None:
    s = new_state()
    put(s, "2705", "greater-vampire-1")
    s = run(s, Movement(NECROMANCER))
    s = act(s, ("stack", hex_id("2705")), ("piece", piece("greater-vampire-1")), ("go", hex_id("2706")))
    assert s.control[LOYMARECH] == INACTIVE
    s = act(s, ("go", hex_id("2806")))
    assert s.control[LOYMARECH] == KINGDOMS, "in the middle of the march"
    assert asked(s) == ("March", NECROMANCER)


@pytest.mark.clause("6.11a", "8.13b")
def test_units_just_woken_cost_those_who_pass_them() -> None:
    s = new_state()
    put(s, "3107", "greater-vampire-1")
    s = march(s, NECROMANCER, "3107", "greater-vampire-1", "3007", "3008")
    legs = s.trails[piece("greater-vampire-1")]
    assert [(leg.cost, leg.passing) for leg in legs] == [(1, 0), (1, 1)], "an infantry of one at Sierech"


@pytest.mark.clause("6.11b", "6.11c")
def test_a_fleet_wakes_a_kingdom_on_its_coast_and_not_at_sea() -> None:
    s = new_state()
    wake(s, NECROMANCER, FERLARIE)
    put(s, "0102", "ferlarie-fleet-1")
    at_sea = march(s, NECROMANCER, "0102", "ferlarie-fleet-1", "0202")
    assert at_sea.control[SCYTHE] == INACTIVE
    landed = march(s, NECROMANCER, "0102", "ferlarie-fleet-1", "0202", "0303")
    assert landed.control[SCYTHE] == KINGDOMS


@pytest.mark.clause("6.15")
def test_leaders_with_devices_wake_nobody() -> None:
    s = bare()
    put(s, "2705", "tol-morn")
    arm(s, "tol-morn", "sword-famir")
    after = march(s, NECROMANCER, "2705", "tol-morn", "2706", "2806")
    assert at(after, "tol-morn") == at(after, "sword-famir") == "2806"
    assert after.control[LOYMARECH] == INACTIVE


@pytest.mark.clause("6.14b", "6.15")
def test_a_leader_of_the_necromancers_in_a_holy_place_wakes_starkeep() -> None:
    s = bare()
    wake(s, NECROMANCER, STAVROR)
    put(s, "2718", "stav-farren")
    after = march(s, NECROMANCER, "2718", "stav-farren", "2818", "2819")
    assert at(after, "stav-farren") == "2819"
    assert after.control[STARKEEP] == KINGDOMS
    assert told(after, "activate")[0].clauses == ("6.14b",)


@pytest.mark.clause("6.14b")
def test_a_leader_of_the_kingdoms_does_not() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    put(s, "2718", "stav-farren")
    after = march(s, KINGDOMS, "2718", "stav-farren", "2818", "2819")
    assert after.control[STARKEEP] == INACTIVE


@pytest.mark.clause("6.11a")
def test_units_that_appear_have_entered() -> None:
    s = bare()
    provoke(s, NECROMANCER, hex_id("2806"))
    assert s.control[LOYMARECH] == KINGDOMS
    provoke(s, KINGDOMS, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER
    provoke(s, KINGDOMS, hex_id("0101"))
    assert sum([side != INACTIVE for side in s.control[:10]]) == 2, "the sea is nobody's"
    provoke(s, NECROMANCER, hex_id("3519"))
    assert s.control[AHAUTSIERON] == KINGDOMS


@pytest.mark.clause("6.12b")
def test_a_spell_wakes_the_kingdom_it_is_cast_in() -> None:
    s = bare()
    cast_in(s, KINGDOMS, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER
    assert told(s, "activate")[0].clauses == ("6.12b",)
    cast_in(s, KINGDOMS, hex_id("3519"))
    assert s.control[AHAUTSIERON] == NECROMANCER


@pytest.mark.clause("6.1b", "6.13")
def test_activation_happens_once() -> None:
    s = bare()
    activate(s, LAMMARECH, NECROMANCER, "6.13")
    activate(s, LAMMARECH, KINGDOMS, "6.13")
    provoke(s, NECROMANCER, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER, "only betrayal and conquest change what is active"
    assert len(told(s, "activate")) == 1


@pytest.mark.clause("6.1b", "8.16c")
def test_rival_envoys_in_a_capital_just_won_are_tested() -> None:
    s = new_state()
    put(s, "1610", "mezal", LORD)
    wake(s, KINGDOMS, STAVROR)
    put(s, "1610", "stav-farren")
    activate(s, LAMMARECH, KINGDOMS, "6.13")
    with pytest.raises(AssertionError, match="ran out"):
        run(s, rolls=[])
    after = run(s, rolls=[("escape", 6)])
    assert after.where[piece("mezal")] == POOL
    assert at(after, "stav-farren") == "1610"


@pytest.mark.clause("6.2", "8.16b", "9a")
def test_who_sleeps_does_not_fight() -> None:
    s = new_state()
    put(s, "1610", "mezal")
    assert run(s, Battles()).flow == []
    assert len(s.units(INACTIVE, hex_id("1610"))) == 2


@pytest.mark.clause("6.21")
def test_an_active_kingdom_obeys_its_player() -> None:
    s = new_state()
    wake(s, KINGDOMS, LAMMARECH)
    s.phasing = KINGDOMS
    after = run(s, Movement(KINGDOMS))
    assert hexes(after, "stack") == ["1607", "1610"]
    assert run(s, Movement(NECROMANCER)).flow[-1].actions(s) == [("end", 0)]
