"""Magical devices: what they add, two in a game-turn, how they change hands, the Staff of Empire."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.loslon import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    lay,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    told,
)
from games.dark_emperor.mages import HERE, THERE, cast, cast_now, world
from palatine.games.dark_emperor.components.pieces import (
    AIR_RUNE,
    DEVICES,
    FAMIR,
    INACTIVE,
    SERENITY,
    START_BEARER,
    TORCH,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FEAR, KILL, PEACE
from palatine.games.dark_emperor.components.world import LAMMARECH, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.characters.devices import (
    BATTLE,
    HEROISM,
    Wield,
    hero_rating,
    release_legions,
    usable,
    wield,
    wields,
)
from palatine.games.dark_emperor.rules.characters.transfers import (
    Recipient,
    capture_devices,
    hand_over,
    transfer_refusal,
    transfers,
)
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.magic.legions import ClaimLegions, claimable, command_actions
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, RenewMagic
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import BOX, POOL


def bearer(s: Any, device: str) -> int:
    found: int = s.bearer[piece(device) - DEVICES[0]]
    return found


def farnon(devices: str, *, company: str = "ferlarie-infantry-1", phasing: int = KINGDOMS) -> Any:
    """Farnon with devices and company; vampires are far away."""
    s = world(phasing)
    put(s, HERE, f"farnon {company}")
    arm(s, "farnon", devices)
    return s


def with_use(s: Any, purpose: int) -> Any:
    """The state after Farnon's devices are called on for a purpose, with the question if there is one."""
    twin = s.copy()
    wield(twin, KINGDOMS, piece("farnon"), purpose)
    return twin


# Using


@pytest.mark.clause("15")
def test_where_devices_come_from() -> None:
    begun = [d for d, leader in zip(DEVICES, START_BEARER, strict=True) if leader >= 0]
    assert begun == pieces("sword-loslom keepers-sceptre the-scythe staff-of-waters staff-of-empire")


@pytest.mark.clause("15.11a", "15.13b")
def test_a_devices_hero_rating_adds_to_its_users() -> None:
    s = farnon("sword-loslom staff-of-empire")
    assert hero_rating(s, piece("farnon")) == 2, "carrying is not using"
    s = with_use(s, HEROISM)
    assert asked(s) is None, "both may be used: nothing to decide"
    assert hero_rating(s, piece("farnon")) == 5
    assert wields(s, piece("farnon"), piece("sword-loslom"))
    arm(s, "paisach", "sword-loslom")
    assert hero_rating(s, piece("farnon")) == 3
    assert not wields(s, piece("farnon"), piece("sword-loslom"))


@pytest.mark.clause("15.11a")
def test_the_printed_example_of_he_sups() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    own = hero_rating(s, piece("padrech-dar-choim"))
    wield(s, NECROMANCER, piece("padrech-dar-choim"), HEROISM)
    assert hero_rating(s, piece("padrech-dar-choim")) == own + 1


@pytest.mark.clause("15.13a", "15.13c", "15.13d")
def test_two_devices_one_sword_among_them() -> None:
    s = with_use(farnon("sword-loslom forged-sword-1 dawn-lantern staff-of-empire"), HEROISM)
    assert asked(s) == ("Wield", KINGDOMS)
    s.heros = tuple(pieces("forged-sword-1"))
    assert operands(s, "use") == pieces("sword-loslom staff-of-empire forged-sword-1")
    assert refusal(s, ("use", piece("dawn-lantern"))).reason == "why.no-help"
    assert refusal(s, ("use", 3)).reason == "why.no-device"
    assert refusal(s, ("use", piece("the-scythe"))).reason == "why.not-carried"
    s = act(s, ("use", piece("sword-loslom")))
    assert operands(s, "use") == pieces("staff-of-empire")
    assert refusal(s, ("use", piece("forged-sword-1"))).clause == "15.13c"
    assert refusal(s, ("use", piece("sword-loslom"))).reason == "why.in-use"
    s = act(s, ("use", piece("staff-of-empire")))
    assert asked(s) is None
    assert usable(s, piece("farnon")) == pieces("sword-loslom staff-of-empire")
    s = with_use(s, BATTLE)
    assert asked(s) is None
    s.flow.append(Wield(KINGDOMS, piece("farnon"), BATTLE))
    assert refusal(s, ("use", piece("dawn-lantern"))).clause == "15.13a"


@pytest.mark.clause("15.13a")
def test_their_owner_may_keep_them_for_later() -> None:
    s = with_use(farnon("sword-loslom dawn-lantern staff-of-empire"), HEROISM)
    s = act(s, ("none", 0))
    assert hero_rating(s, piece("farnon")) == 2
    assert s.wielded == {}
    s.flow.append(Wield(KINGDOMS, piece("farnon"), HEROISM))
    assert refusal(s, ("none", 1)).reason == "why.no-button"


@pytest.mark.clause("15.13a")
def test_uses_end_with_the_game_turn() -> None:
    s = with_use(farnon("sword-loslom"), HEROISM)
    s = run(s, RenewMagic())
    assert (s.wielded, hero_rating(s, piece("farnon"))) == ({}, 2)


@pytest.mark.clause("15.2", "15.4", "15.16")
def test_lantern_and_living_sword_are_called_on_where_they_meet_vampires() -> None:
    s = farnon("dawn-lantern forged-sword-1")
    assert with_use(s, BATTLE).wielded == {}
    put(s, HERE, "lesser-vampire-1")
    assert with_use(s, BATTLE).wielded == {piece("farnon"): tuple(pieces("dawn-lantern"))}
    put(s, HERE, "greater-vampire-1")
    assert with_use(s, BATTLE).wielded == {piece("farnon"): tuple(pieces("dawn-lantern forged-sword-1"))}


@pytest.mark.clause("15.11d")
def test_a_device_of_the_opposed_rune_is_carried_but_never_used() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "kebir-whitehand ferlarie-infantry-1")
    arm(s, "kebir-whitehand", "he-sups-on-prana")
    assert usable(s, piece("kebir-whitehand")) == []
    wield(s, KINGDOMS, piece("kebir-whitehand"), HEROISM)
    assert hero_rating(s, piece("kebir-whitehand")) == 1


@pytest.mark.clause("17d")
def test_only_the_doge_uses_the_torch() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "grip-nud padron-pletyy")
    arm(s, "grip-nud", "torch-of-liberty")
    assert usable(s, piece("grip-nud")) == []
    s.doge = piece("grip-nud")
    assert usable(s, piece("grip-nud")) == [TORCH]
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("give", TORCH)).clause == "17d"


# Casting with a choice of devices


@pytest.mark.clause("15.13a", "15.11b")
def test_a_caster_with_too_many_devices_decides_whether_one_of_his_rune_helps() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    put(s, HERE, "farnon ferlarie-infantry-1")
    arm(s, "padrech-dar-choim", "he-sups-on-prana sword-loslom dawn-lantern")
    s = act(run(s, CombatMagic()), cast("padrech-dar-choim", KILL))
    assert asked(s) == ("Wield", NECROMANCER)
    assert operands(s, "use") == pieces("he-sups-on-prana")
    without = act(s, ("none", 0), rolls=[6])
    assert told(without, "magic.fails")[0].tally.value == 4
    assert without.spent == {piece("padrech-dar-choim"): 1}
    helped = act(s, ("use", piece("he-sups-on-prana")), rolls=[6])
    assert told(helped, "magic.fails")[0].tally.value == 5


@pytest.mark.clause("12.21b")
def test_a_caster_who_needs_the_device_to_cast_at_all_uses_it() -> None:
    s = world()
    put(s, HERE, "mezal the-keeper greater-vampire-1")
    s.serve(piece("the-keeper"), LORD)
    arm(s, "the-keeper", "keepers-sceptre sword-loslom dawn-lantern staff-of-empire")
    put(s, HERE, "ferlarie-infantry-1")
    s.spent = {piece("the-keeper"): 3, piece("mezal"): 3}
    assert magic_strength(s, piece("the-keeper"), SERENITY) == 1
    s = act(run(s, CombatMagic()), cast("the-keeper", PEACE), rolls=[6])
    assert s.wielded == {piece("the-keeper"): tuple(pieces("keepers-sceptre"))}


# Changing hands


@pytest.mark.clause("15.12a", "15.12c")
def test_devices_are_handed_to_friendly_and_neutral_leaders_in_the_hex() -> None:
    s = farnon("sword-loslom the-scythe", company="nikon-v lordolam ferlarie-infantry-1")
    put(s, THERE, "paisach")
    s.turn_coat(LAMMARECH, INACTIVE)
    assert ("give", piece("sword-loslom")) in transfers(s, KINGDOMS)
    hand_over(s, KINGDOMS, ("give", piece("sword-loslom")))
    assert asked(s) == ("Recipient", KINGDOMS)
    assert operands(s, "to") == pieces("nikon-v lordolam")
    assert refusal(s, ("to", piece("paisach"))).clause == "15.12c"
    s = act(s, ("to", piece("lordolam")))
    assert bearer(s, "sword-loslom") == piece("lordolam")
    s.shift(pieces("nikon-v"), hex_id(THERE))
    hand_over(s, KINGDOMS, ("give", piece("the-scythe")))
    assert bearer(s, "the-scythe") == piece("lordolam"), "the only other leader there: nobody is asked"


@pytest.mark.clause("15.12d")
def test_a_device_with_a_neutral_leader_is_out_of_reach_until_his_kingdom_wakes() -> None:
    s = farnon("sword-loslom", company="lordolam")
    s.turn_coat(LAMMARECH, INACTIVE)
    hand_over(s, KINGDOMS, ("give", piece("sword-loslom")))
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("give", piece("sword-loslom"))).clause == "15.12d"
    s.turn_coat(LAMMARECH, NECROMANCER)
    assert transfers(s, NECROMANCER) == []
    put(s, HERE, "mezal")
    assert transfers(s, NECROMANCER) == [("give", piece("sword-loslom"))]


@pytest.mark.clause("15.12c", "19.1a")
def test_devices_change_hands_in_the_mercenary_box() -> None:
    s = world(KINGDOMS)
    for leader in pieces("farnon saar mezal"):
        s.where[leader] = BOX
    arm(s, "farnon", "the-scythe")
    s.turn_coat(12, INACTIVE)
    assert transfers(s, KINGDOMS) == [("give", piece("the-scythe"))]
    hand_over(s, KINGDOMS, ("give", piece("the-scythe")))
    assert bearer(s, "the-scythe") == piece("saar")


@pytest.mark.clause("15.14a")
def test_devices_are_left_with_units_and_picked_up_again() -> None:
    s = farnon("the-scythe")
    assert transfers(s, KINGDOMS) == [("drop", piece("the-scythe"))]
    hand_over(s, KINGDOMS, ("drop", piece("the-scythe")))
    assert bearer(s, "the-scythe") == -1
    assert s.lying(hex_id(HERE)) == pieces("the-scythe")
    assert magic_strength(s, piece("farnon"), AIR_RUNE) == 0, "only leaders use devices"
    s.shift(pieces("farnon"), hex_id(THERE))
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("take", piece("the-scythe"))).reason == "why.nobody-to-take"
    put(s, HERE, "nikon-v skydor")
    assert transfers(s, KINGDOMS) == [("take", piece("the-scythe"))]
    hand_over(s, KINGDOMS, ("take", piece("the-scythe")))
    s = act(s, ("to", piece("skydor")))
    assert bearer(s, "the-scythe") == piece("skydor")
    assert transfer_refusal(s, KINGDOMS, ("take", piece("the-scythe"))).reason == "why.not-lying"


@pytest.mark.clause("15.14a")
def test_devices_are_not_left_without_units_nor_taken_from_under_the_enemy() -> None:
    s = farnon("the-scythe", company="greater-vampire-1")
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("drop", piece("the-scythe"))).reason == "why.no-guard"
    assert transfer_refusal(s, KINGDOMS, ("give", piece("the-scythe"))).reason == "why.nobody-to-give-to"
    lay(s, HERE, "dawn-lantern")
    assert transfer_refusal(s, KINGDOMS, ("take", piece("dawn-lantern"))).reason == "why.guarded"
    assert transfer_refusal(s, KINGDOMS, ("take", 5)).reason == "why.no-device"
    assert transfer_refusal(s, KINGDOMS, ("give", 5)).reason == "why.no-device"


@pytest.mark.clause("18.3b")
def test_famir_is_not_handed_on() -> None:
    s = farnon("sword-famir", company="nikon-v ferlarie-infantry-1")
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("give", FAMIR)).clause == "18.3b"
    assert transfer_refusal(s, KINGDOMS, ("drop", FAMIR)).clause == "18.3b"


@pytest.mark.clause("9.27e", "15.14b")
def test_devices_alone_among_enemies_go_to_their_leader_or_lie_with_their_stack() -> None:
    s = world()
    put(s, HERE, "greater-vampire-1")
    lay(s, HERE, "the-scythe sword-famir")
    capture_devices(s, hex_id(HERE), NECROMANCER)
    assert [entry.data["device"] for entry in told(s, "device.captured")] == pieces("the-scythe"), "Famir waits"
    assert bearer(s, "the-scythe") == -1
    put(s, HERE, "mezal")
    capture_devices(s, hex_id(HERE), NECROMANCER)
    assert bearer(s, "the-scythe") == piece("mezal")
    lay(s, HERE, "the-scythe")
    put(s, HERE, "tol-morn")
    capture_devices(s, hex_id(HERE), NECROMANCER)
    assert isinstance(s.flow[-1], Recipient)
    assert act(s, ("to", piece("tol-morn"))).carried(piece("tol-morn")) == pieces("the-scythe")


# The Staff of Empire


def legions(phasing: int = NECROMANCER) -> Any:
    """Nikon with the Staff among undead Legions of the Necromancer, one of them from a battlefield."""
    s = world(phasing)
    raise_undead(s, HERE, "imperial-legion-i imperial-legion-iii ferlarie-infantry-1", LORD)
    put(s, HERE, "nikon-v zolahaureslor-infantry-1")
    arm(s, "nikon-v", "staff-of-empire")
    return s


LEGIONS = pieces("imperial-legion-i imperial-legion-iii")


@pytest.mark.clause("15.7a", "15.7b", "15.7c")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_the_staffs_wielder_takes_command_of_undead_legions(phasing: int) -> None:
    s = run(legions(phasing), ClaimLegions())
    assert asked(s) == ("Claim", KINGDOMS)
    assert refusal(s, ("command", 1)).clause == "15.7a"
    left = act(s, ("leave", 0))
    assert left.legions == {}
    s = act(s, ("command", 0))
    assert [s.power[u] for u in LEGIONS] == [ZOLAHAURESLOR] * 2
    assert [s.side(u) for u in LEGIONS] == [KINGDOMS] * 2
    assert s.side(piece("ferlarie-infantry-1")) == NECROMANCER, "no Legion"
    assert s.wielded == {piece("nikon-v"): tuple(pieces("staff-of-empire"))}
    assert asked(run(s, ClaimLegions())) is None, "they are his"


@pytest.mark.clause("15.7b")
def test_they_are_their_raisers_again_when_he_leaves_dies_or_gives_the_staff_away() -> None:
    commanding = act(run(legions(), ClaimLegions()), ("command", 0))
    stays = commanding.copy()
    stays.shift([*LEGIONS, piece("nikon-v")], hex_id(THERE))
    release_legions(stays)
    assert set(stays.legions) == set(LEGIONS), "they go with him"
    leaves = commanding.copy()
    leaves.shift([piece("nikon-v")], hex_id(THERE))
    release_legions(leaves)
    gives = commanding.copy()
    put(gives, HERE, "farnon")
    hand_over(gives, KINGDOMS, ("give", piece("staff-of-empire")))
    for s in (leaves, gives):
        assert s.legions == {}
        assert [s.power[u] for u in LEGIONS] == [LORD, LORD]
        assert set(LEGIONS) <= set(s.fighters(NECROMANCER, hex_id(HERE)))


@pytest.mark.clause("15.7b")
@pytest.mark.parametrize(("h", "aboard", "side"), [("1803", True, KINGDOMS), (HERE, False, NECROMANCER)])
def test_a_legion_aboard_that_he_leaves_goes_ashore_or_shares_the_fleets_owner(
    h: str, aboard: bool, side: int
) -> None:
    s = act(run(legions(), ClaimLegions()), ("command", 0))
    fleet, legion = piece("zolahaureslor-fleet-1"), LEGIONS[0]
    put(s, h, "zolahaureslor-fleet-1")
    s.shift([legion], hex_id(h))
    s.cargo[fleet] = legion
    s.shift([piece("nikon-v")], hex_id(THERE))
    release_legions(s)
    assert (legion in s.cargo.values(), s.side(legion)) == (aboard, side)
    assert [bool(told(s, kind)) for kind in ("cargo.stays", "land")] == [aboard, not aboard]


@pytest.mark.clause("15.7b", "15.13a")
def test_command_goes_on_over_game_turns_as_a_use_of_the_staff() -> None:
    s = act(run(legions(), ClaimLegions()), ("command", 0))
    s = run(s, RenewMagic())
    assert set(s.legions) == set(LEGIONS)
    assert s.wielded == {piece("nikon-v"): tuple(pieces("staff-of-empire"))}


@pytest.mark.clause("15.7a")
def test_who_may_not_use_the_staff_or_has_no_undead_legion_there_is_not_asked() -> None:
    s = legions()
    s.wielded = {piece("nikon-v"): tuple(pieces("dawn-lantern sword-loslom"))}
    assert asked(run(s, ClaimLegions())) is None
    s = legions()
    s.undead = ()
    assert asked(run(s, ClaimLegions())) is None
    s = legions()
    s.turn_coat(ZOLAHAURESLOR, INACTIVE)
    assert asked(run(s, ClaimLegions())) is None


@pytest.mark.clause("15.7a", "18.32b")
def test_who_awaits_ssstoth_takes_no_command() -> None:
    s = legions()
    assert claimable(s, piece("nikon-v")) == LEGIONS
    put(s, HERE, "ssstoth", LORD)
    arm(s, "nikon-v", "sword-famir")
    assert claimable(s, piece("nikon-v")) == []


@pytest.mark.clause("15.7a")
def test_command_is_offered_in_the_movement_segment_too() -> None:
    s = run(legions(KINGDOMS), Movement(KINGDOMS))
    s = act(s, ("command", 0))
    assert set(s.legions) == set(LEGIONS)
    assert refusal(s, ("command", 0)).clause == "15.7a"
    assert ("stack", hex_id(HERE)) in s.flow[-1].actions(s)
    assert command_actions(legions(), NECROMANCER) == []


@pytest.mark.clause("15.12c")
def test_devices_change_hands_in_the_movement_segment() -> None:
    s = run(farnon("the-scythe", company="nikon-v"), Movement(KINGDOMS))
    s = act(s, ("give", piece("the-scythe")))
    assert bearer(s, "the-scythe") == piece("nikon-v")
    assert refusal(s, ("take", piece("the-scythe"))).reason == "why.not-lying"


@pytest.mark.clause("15.7b")
def test_leaders_whom_their_legions_desert_are_tested() -> None:
    s = legions()
    s.lift(pieces("ferlarie-infantry-1"), POOL)
    s.undead = tuple(LEGIONS)
    put(s, HERE, "mezal")
    s = act(run(s, ClaimLegions()), ("command", 0), rolls=[("escape", 6)])
    assert s.death_of(piece("mezal"))


@pytest.mark.clause("15.7b", "14.31")
def test_a_legion_that_fear_drives_from_its_commander_is_its_raisers_again() -> None:
    s = act(run(legions(), ClaimLegions()), ("command", 0))
    put(s, HERE, "mezal")
    s = cast_now(s, "mezal", FEAR, ("target", LEGIONS[0]))
    s = act(s, ("retreat", operands(s, "retreat")[0]), ("end", 0))
    assert (s.side(LEGIONS[0]), s.side(LEGIONS[1])) == (NECROMANCER, KINGDOMS)
    assert set(s.legions) == {LEGIONS[1]}
