"""The Staff of Empire (15.7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    HERE,
    INLAND,
    KINGDOMS,
    MAN,
    NECROMANCER,
    NEXT,
    THERE,
    act,
    arm,
    asked,
    bearer_of,
    cast_now,
    farnon_with,
    march,
    marching,
    on_the_march,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    told,
    world,
)
from palatine.games.dark_emperor.components.pieces import INACTIVE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FEAR
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.characters.lone_leaders import Fate, release_legions
from palatine.games.dark_emperor.rules.magic.legions import ClaimLegions, claimable, command_actions
from palatine.games.dark_emperor.rules.magic.procedure import RenewMagic
from palatine.games.dark_emperor.rules.movement.movement import Movement, hand_over


@pytest.mark.clause("15.7b")
def test_legions_fall_away_the_moment_their_commander_leaves_or_they_leave_him() -> None:
    s = marching(INLAND, f"{MAN} nikon-v")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = act(s, ("command", 0))
    legion = piece("imperial-legion-iii")
    assert s.side(legion) == KINGDOMS
    assert march(s, "nikon-v imperial-legion-iii", NEXT).side(legion) == KINGDOMS
    assert march(s, "nikon-v", NEXT).side(legion) == NECROMANCER
    gone = march(s, "imperial-legion-iii", NEXT, halt=False)
    assert (gone.side(legion), asked(gone)) == (NECROMANCER, ("Movement", KINGDOMS))


@pytest.mark.clause("8.16c", "15.7b")
@pytest.mark.parametrize("leaving", ["march", "box"])
def test_whom_the_staff_leaves_alone_with_the_legions_is_tested(leaving: str) -> None:
    s = marching(INLAND, "nikon-v farnon")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = on_the_march(act(s, ("command", 0)), "nikon-v")
    s = act(s, ("go", hex_id(NEXT)) if leaving == "march" else ("box", 0), rolls=[("escape", 6)])
    assert s.side(piece("imperial-legion-iii")) == NECROMANCER
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("farnon")]


@pytest.mark.clause("8.16c", "15.7b")
@pytest.mark.parametrize("verb", ["give", "drop"])
def test_who_gives_up_the_staff_among_the_legions_alone_is_tested_then(verb: str) -> None:
    s = marching(INLAND, "nikon-v farnon")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = act(s, ("command", 0))
    s = act(s, (verb, piece("staff-of-empire")), rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == pieces("nikon-v farnon")
    assert asked(s) == ("Movement", KINGDOMS)


def legions(phasing: int = NECROMANCER) -> Any:
    """Return Nikon with the Staff among undead Legions of the Necromancer.

    One of them is from a battlefield.
    """
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
    s = run(farnon_with("the-scythe", company="nikon-v"), Movement(KINGDOMS))
    s = act(s, ("give", piece("the-scythe")))
    assert bearer_of(s, "the-scythe") == piece("nikon-v")
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


# Who is with them when they fall away


def commanding(company: str) -> Any:
    """Return Nikon's Movement Segment with a Legion under command, a siege train and others."""
    s = marching(INLAND, f"nikon-v stavror-siege-train {company}")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    return act(s, ("command", 0))


def fallen(s: Any) -> list[int]:
    return [entry.data["leader"] for entry in told(s, "alone.falls")]


@pytest.mark.clause("9.33c", "8.16c", "15.7b")
@pytest.mark.parametrize("choice", [(("give", "staff-of-empire"),), (("drop", "staff-of-empire"),),
                                    (("give", "staff-of-empire"), ("to", "paisach"))])  # fmt: skip
def test_trains_with_them_are_captured_and_leaders_tested_when_the_staff_is_given_up(choice: Any) -> None:
    company = "farnon paisach" if len(choice) > 1 else "farnon"
    s = commanding(company)
    tested = pieces(f"nikon-v {company}")
    s = act(s, *[(verb, piece(key)) for verb, key in choice], rolls=[("escape", 6)] * len(tested))
    assert s.side(piece("stavror-siege-train")) == NECROMANCER
    assert sorted(fallen(s)) == sorted(tested)
    kinds = [entry.kind for entry in s.journal]
    given = "device.left" if choice[0][0] == "drop" else "device.given"
    order = [kinds.index(kind) for kind in (given, "legion.released", "captured.train", "alone.falls")]
    assert order == sorted(order)


@pytest.mark.clause("9.33c", "15.7b")
def test_with_infantry_there_nobody_is_alone() -> None:
    s = act(commanding(f"farnon {MAN}"), ("give", piece("staff-of-empire")))
    assert (s.side(piece("imperial-legion-iii")), s.side(piece("stavror-siege-train"))) == (NECROMANCER, KINGDOMS)
    assert fallen(s) == []


@pytest.mark.clause("9.27d", "9.33c", "15.7b")
def test_trains_with_them_are_captured_when_their_commander_dies_elsewhere_in_the_midst_of_a_march() -> None:
    s = commanding("farnon")
    s.shift(pieces("nikon-v"), hex_id(NEXT))
    put(s, NEXT, "greater-vampire-1")
    s = run(s, Fate(piece("nikon-v")), rolls=[("escape", 6), ("escape", 6)])
    assert s.side(piece("stavror-siege-train")) == NECROMANCER
    assert fallen(s) == pieces("nikon-v farnon")


@pytest.mark.clause("9.33c", "15.7b")
def test_a_leader_sent_to_the_box_is_told_before_the_legions_that_fall_away() -> None:
    s = act(on_the_march(commanding(MAN), "nikon-v"), ("box", 0))
    kinds = [entry.kind for entry in s.journal]
    assert kinds.index("to-box") < kinds.index("legion.released")


@pytest.mark.clause("9.33d")
def test_a_train_that_the_legions_capture_marches_no_further_in_that_phase() -> None:
    s = marching(INLAND, f"nikon-v {MAN}")
    arm(s, "nikon-v", "staff-of-empire")
    put(s, INLAND, "necromancers-siege-train")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = act(s, ("command", 0))
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS
    assert piece("necromancers-siege-train") not in operands(act(s, ("stack", hex_id(INLAND))), "piece")


@pytest.mark.clause("15.7b", "14.31")
def test_a_legion_driven_off_is_its_raisers_before_the_next_spell() -> None:
    s = act(run(legions(), ClaimLegions()), ("command", 0))
    put(s, HERE, "mezal")
    s = cast_now(s, "mezal", FEAR, ("target", LEGIONS[0]))
    s = act(s, ("retreat", operands(s, "retreat")[0]))
    assert asked(s) == ("Cast", NECROMANCER)
    assert (s.side(LEGIONS[0]), s.side(LEGIONS[1])) == (NECROMANCER, KINGDOMS)


@pytest.mark.clause("15.7a")
def test_that_legions_are_claimed_is_told() -> None:
    s = act(run(legions(), ClaimLegions()), ("command", 0))
    (entry,) = told(s, "legion.claimed")
    assert entry.data == {"leader": piece("nikon-v"), "units": LEGIONS, "hex": hex_id(HERE)}
