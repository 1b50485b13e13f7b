"""The next bearers of Famir (18.34, 18.37)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    lay,
    march,
    piece,
    put,
    refusal,
    run,
    told,
)
from games.dark_emperor.quests import FIRST, FREE, HERE, LAIR, bearer, lair, quest
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    FAMIR,
    GONE,
    NO_POWER,
    POOL,
    SSSTOTH,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import hex_id
from palatine.games.dark_emperor.rules.combat.combat import candidates
from palatine.games.dark_emperor.rules.magic.procedure import DiplomacyMagic
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal


@pytest.mark.clause("18.37a", "18.37b")
def test_a_leader_in_the_hex_where_he_dies_goes_on_with_the_quest() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "mezal")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert bearer(s) == piece("mezal")


@pytest.mark.clause("18.34")
@pytest.mark.parametrize("power", [NO_POWER, LORD])
def test_his_heir_fights_in_the_next_diplomacy_phase_and_not_at_once(power: int) -> None:
    s = lair(power, HERE)
    put(s, HERE, "nikon-v")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert (bearer(s), s.where[SSSTOTH]) == (piece("nikon-v"), hex_id(HERE))
    assert [entry.data["leader"] for entry in told(s, "duel.lost")] == [piece("farnon")]
    s = run(s, DiplomacyMagic(), Diplomacy(), Reveal(), HeroicCombat(), rolls=[("heroic combat", 1)])
    assert told(s, "duel.won")[0].data["leader"] == piece("nikon-v")


@pytest.mark.clause("18.34", "18.151")
def test_where_diplomacy_has_failed_his_heir_is_one_of_those_who_must_fight_on() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "nikon-v")
    s = run(s, Diplomacy())
    s = act(s, ("parley", piece("nikon-v")), rolls=[("diplomacy", 2), ("diplomacy", 2)])
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6), ("heroic combat", 1)])
    assert told(s, "duel.won")[0].data["leader"] == piece("nikon-v")


@pytest.mark.clause("18.34", "18.3a")
def test_who_finds_the_sword_in_ssstoths_hex_fights_in_the_next_diplomacy_phase() -> None:
    s = lair(LORD, FIRST)
    put(s, FIRST, "nikon-v")
    s.bearer[0] = -1
    s.markers = {hex_id(FIRST): FAMIR}
    s = run(s, Reveal(), HeroicCombat())
    assert (bearer(s), s.journal[-1].kind) == (piece("nikon-v"), "found.device")


@pytest.mark.clause("18.33a")
def test_his_own_sides_ssstoth_does_not_sail_away_from_him_who_must_attack_it() -> None:
    s = lair(ALLIANCE, HERE)
    put(s, HERE, "nikon-v")
    moving = run(s, Movement(KINGDOMS))
    picked = act(moving, ("stack", hex_id(HERE)))
    assert refusal(picked, ("piece", SSSTOTH)).clause == "18.33a"
    assert at(march(moving, "farnon", "2010"), "farnon") == "2010", "he whom the sword leaves free may go"
    s.shift([piece("farnon")], hex_id(LAIR))
    assert ("piece", SSSTOTH) in act(run(s, Movement(KINGDOMS)), ("stack", hex_id(HERE))).flow[-1].actions(s)


@pytest.mark.clause("18.33a")
def test_alone_with_him_it_cannot_even_be_picked() -> None:
    s = lair(ALLIANCE, HERE)
    s.stopped = (piece("farnon"),)
    assert refusal(run(s, Movement(KINGDOMS)), ("stack", hex_id(HERE))).reason == "why.stays"


@pytest.mark.clause("18.32b")
def test_ssstoth_that_comes_upon_the_bearer_binds_him_as_if_he_had_come_to_it() -> None:
    """Only the place counts (B18).

    The bearer adds nothing to the battle that Ssstoth's owner brings.
    """
    s = lair(LORD, "2110")
    put(s, HERE, "stavror-infantry-1")
    s.phasing = NECROMANCER
    assert candidates(s, KINGDOMS, hex_id(HERE)) == [piece("farnon")]
    s.shift([SSSTOTH], hex_id(HERE))
    assert candidates(s, KINGDOMS, hex_id(HERE)) == []


@pytest.mark.clause("18.37c")
def test_of_several_the_last_owner_says_who_takes_it() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "mezal nikon-v")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert asked(s) == ("NextBearer", KINGDOMS)
    assert refusal(s, ("bearer", piece("tol-morn"))).clause == "18.37c"
    s = act(s, ("bearer", piece("mezal")))
    assert bearer(s) == piece("mezal")
    assert at(s, "nikon-v") == HERE, "who does not bear the sword need not fight"


@pytest.mark.clause("18.37c", "9.27b")
def test_the_sword_passes_before_those_left_alone_are_tested() -> None:
    s = lair(LORD, HERE)
    put(s, HERE, "greater-vampire-1 nikon-v paisach")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    assert asked(s) == ("NextBearer", KINGDOMS)
    s = act(s, ("bearer", piece("nikon-v")), rolls=[("escape", 6)])
    assert (bearer(s), at(s, "paisach")) == (piece("nikon-v"), str(POOL)), "he who awaits Ssstoth is not tested"


@pytest.mark.clause("9.27e", "15.12b")
def test_devices_of_him_whom_wild_ssstoth_eats_among_enemies_are_captured_at_once() -> None:
    s = lair(NO_POWER, HERE)
    put(s, HERE, "greater-vampire-1")
    arm(s, "farnon", "staff-of-empire")
    s = run(s, HeroicCombat(), rolls=[("heroic combat", 6)])
    staff = piece("staff-of-empire")
    assert [entry.data["device"] for entry in told(s, "device.captured")] == [staff]
    assert s.left_by[staff] == NECROMANCER


@pytest.mark.clause("18.37d", "18.37c")
def test_with_nobody_there_it_waits_for_the_next_who_comes() -> None:
    s = lair()
    s.bearer[0] = -1
    s.left_by = {FAMIR: NECROMANCER}
    lay(s, "2111", "sword-famir")
    put(s, HERE, "nikon-v stavror-infantry-1")
    moving = run(s, Movement(KINGDOMS))
    assert bearer(march(moving, "stavror-infantry-1", "2111")) < 0
    assert bearer(march(moving, "nikon-v", "2111")) == piece("nikon-v")
    both = march(moving, "nikon-v farnon", "2111", halt=False)
    assert asked(both) == ("NextBearer", NECROMANCER), "its last owner's side says who"


@pytest.mark.clause("18.37d")
def test_who_came_to_it_without_moving_takes_it_when_movement_begins() -> None:
    s = lair()
    s.bearer[0] = -1
    lay(s, HERE, "sword-famir")
    s = quest(s, FREE)
    assert bearer(s) == piece("farnon")
    assert told(s, "quest.free")


@pytest.mark.clause("18.37e")
def test_when_ssstoth_is_dead_taking_it_up_is_optional() -> None:
    s = lair()
    s.lift([SSSTOTH], GONE)
    s.bearer[0] = -1
    lay(s, "2111", "sword-famir")
    s = march(run(s, Movement(KINGDOMS)), "farnon", "2111")
    assert bearer(s) < 0
    assert bearer(act(s, ("take", FAMIR))) == piece("farnon")
