"""Magical devices: bonuses, two uses in a game-turn, transfers, the Staff of Empire."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    cast,
    farnon_with,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    world,
)
from palatine.games.dark_emperor.components.pieces import DEVICES, SERENITY, START_BEARER, TORCH
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import KILL, PEACE
from palatine.games.dark_emperor.rules.characters.devices import (
    BATTLE,
    HEROISM,
    Wield,
    has_room_for_all,
    hero_rating,
    usable,
    wield,
    wields,
)
from palatine.games.dark_emperor.rules.characters.transfers import transfer_refusal, transfers
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, RenewMagic


def with_use(s: Any, purpose: int) -> Any:
    """Return the state after Farnon uses devices for a purpose, with the question if there is one."""
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
    s = farnon_with("sword-loslom staff-of-empire")
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
    s = with_use(farnon_with("sword-loslom forged-sword-1 dawn-lantern staff-of-empire"), HEROISM)
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
    s = with_use(farnon_with("sword-loslom dawn-lantern staff-of-empire"), HEROISM)
    s = act(s, ("none", 0))
    assert hero_rating(s, piece("farnon")) == 2
    assert s.wielded == {}
    s.flow.append(Wield(KINGDOMS, piece("farnon"), HEROISM))
    assert refusal(s, ("none", 1)).reason == "why.no-button"


@pytest.mark.clause("15.13a")
def test_uses_end_with_the_game_turn() -> None:
    s = with_use(farnon_with("sword-loslom"), HEROISM)
    s = run(s, RenewMagic())
    assert (s.wielded, hero_rating(s, piece("farnon"))) == ({}, 2)


@pytest.mark.clause("15.2", "15.4", "15.16")
def test_lantern_and_living_sword_are_called_on_where_they_meet_vampires() -> None:
    s = farnon_with("dawn-lantern forged-sword-1")
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


# The Staff of Empire


@pytest.mark.clause("15.2", "15.4")
def test_no_monster_is_a_vampire_for_lantern_or_living_sword() -> None:
    for devices in ("dawn-lantern", "forged-sword-1"):
        s = farnon_with(devices)
        put(s, HERE, "slug", LORD)
        assert asked(with_use(s, BATTLE)) is None
        assert not with_use(s, BATTLE).wielded


@pytest.mark.clause("15.13b")
@pytest.mark.parametrize(("devices", "room"), [
    ("silk-negator sword-loslom", True), ("sword-loslom forged-sword-1", False),
    ("sword-loslom silk-negator the-scythe", False), ("sword-loslom", True),
])  # fmt: skip
def test_two_devices_are_used_at_once_and_one_sword(devices: str, room: bool) -> None:
    s = farnon_with(devices)
    assert has_room_for_all(s, piece("farnon")) is room
