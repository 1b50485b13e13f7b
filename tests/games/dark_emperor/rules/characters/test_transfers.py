"""Transfer, leaving, picking up and capture of devices (15.12, 15.14)."""

from __future__ import annotations

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
    farnon_with,
    lay,
    march,
    marching,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    world,
)
from palatine.games.dark_emperor.components.pieces import AIR_RUNE, BOX, FAMIR, INACTIVE
from palatine.games.dark_emperor.components.world import LAMMARECH, hex_id
from palatine.games.dark_emperor.rules.characters.transfers import (
    Recipient,
    capture_devices,
    transfer_refusal,
    transfers,
)
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.movement.movement import hand_over


@pytest.mark.clause("15.14a")
def test_a_device_can_be_left_where_units_guard_it_as_soon_as_they_are_there() -> None:
    s = marching(INLAND, f"farnon {MAN}")
    arm(s, "farnon", "dawn-lantern")
    s = run(s)
    drop = ("drop", piece("dawn-lantern"))
    assert drop in s.flow[-1].actions(s)
    away = march(s, MAN, NEXT)
    assert drop not in away.flow[-1].actions(away)
    put(away, NEXT, "stavror-infantry-2")
    back = march(run(away), "stavror-infantry-2", INLAND)
    assert drop in back.flow[-1].actions(back)


@pytest.mark.clause("15.12a", "15.12c")
def test_devices_are_handed_to_friendly_and_neutral_leaders_in_the_hex() -> None:
    s = farnon_with("sword-loslom the-scythe", company="nikon-v lordolam ferlarie-infantry-1")
    put(s, THERE, "paisach")
    s.turn_coat(LAMMARECH, INACTIVE)
    assert ("give", piece("sword-loslom")) in transfers(s, KINGDOMS)
    hand_over(s, KINGDOMS, ("give", piece("sword-loslom")))
    assert asked(s) == ("Recipient", KINGDOMS)
    assert operands(s, "to") == pieces("nikon-v lordolam")
    assert refusal(s, ("to", piece("paisach"))).clause == "15.12c"
    s = act(s, ("to", piece("lordolam")))
    assert bearer_of(s, "sword-loslom") == piece("lordolam")
    s.shift(pieces("nikon-v"), hex_id(THERE))
    hand_over(s, KINGDOMS, ("give", piece("the-scythe")))
    assert bearer_of(s, "the-scythe") == piece("lordolam"), "the only other leader there: nobody is asked"


@pytest.mark.clause("15.12d")
def test_a_device_with_a_neutral_leader_is_out_of_reach_until_his_kingdom_wakes() -> None:
    s = farnon_with("sword-loslom", company="lordolam")
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
    assert bearer_of(s, "the-scythe") == piece("saar")


@pytest.mark.clause("15.14a")
def test_devices_are_left_with_units_and_picked_up_again() -> None:
    s = farnon_with("the-scythe")
    assert transfers(s, KINGDOMS) == [("drop", piece("the-scythe"))]
    hand_over(s, KINGDOMS, ("drop", piece("the-scythe")))
    assert bearer_of(s, "the-scythe") == -1
    assert s.lying(hex_id(HERE)) == pieces("the-scythe")
    assert magic_strength(s, piece("farnon"), AIR_RUNE) == 0, "only leaders use devices"
    s.shift(pieces("farnon"), hex_id(THERE))
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("take", piece("the-scythe"))).reason == "why.nobody-to-take"
    put(s, HERE, "nikon-v skydor")
    assert transfers(s, KINGDOMS) == [("take", piece("the-scythe"))]
    hand_over(s, KINGDOMS, ("take", piece("the-scythe")))
    s = act(s, ("to", piece("skydor")))
    assert bearer_of(s, "the-scythe") == piece("skydor")
    assert transfer_refusal(s, KINGDOMS, ("take", piece("the-scythe"))).reason == "why.not-lying"


@pytest.mark.clause("15.14a")
def test_devices_are_not_left_without_units_nor_taken_from_under_the_enemy() -> None:
    s = farnon_with("the-scythe", company="greater-vampire-1")
    assert transfers(s, KINGDOMS) == []
    assert transfer_refusal(s, KINGDOMS, ("drop", piece("the-scythe"))).reason == "why.no-guard"
    assert transfer_refusal(s, KINGDOMS, ("give", piece("the-scythe"))).reason == "why.nobody-to-give-to"
    lay(s, HERE, "dawn-lantern")
    assert transfer_refusal(s, KINGDOMS, ("take", piece("dawn-lantern"))).reason == "why.guarded"
    assert transfer_refusal(s, KINGDOMS, ("take", 5)).reason == "why.no-device"
    assert transfer_refusal(s, KINGDOMS, ("give", 5)).reason == "why.no-device"


@pytest.mark.clause("18.3b")
def test_famir_is_not_handed_on() -> None:
    s = farnon_with("sword-famir", company="nikon-v ferlarie-infantry-1")
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
    assert bearer_of(s, "the-scythe") == -1
    put(s, HERE, "mezal")
    capture_devices(s, hex_id(HERE), NECROMANCER)
    assert bearer_of(s, "the-scythe") == piece("mezal")
    lay(s, HERE, "the-scythe")
    put(s, HERE, "tol-morn")
    capture_devices(s, hex_id(HERE), NECROMANCER)
    assert isinstance(s.flow[-1], Recipient)
    assert act(s, ("to", piece("tol-morn"))).carried(piece("tol-morn")) == pieces("the-scythe")
