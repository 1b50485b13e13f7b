"""The spells of Terror and Serenity (14.3, 14.4)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    SILWER,
    act,
    asked,
    cast,
    cast_now,
    hexes,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import BOX, COS, DEVICES, INACTIVE, NO_POWER, POOL, SLUG
from palatine.games.dark_emperor.components.spells import FEAR, INTIMIDATION, PEACE, SWEET_REASON
from palatine.games.dark_emperor.components.world import CAPITAL, FERLARIE, NEIGHBOURS, PENTACLES, hex_id, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.magic.procedure import USES, CombatMagic, DiplomacyMagic
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_chance


@pytest.mark.clause("14.31")
def test_fear_drives_an_enemy_unit_of_the_casters_choice_from_the_hex() -> None:
    s = world()
    put(s, HERE, "mezal greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1 ferlarie-infantry-2 lammarech-cavalry-1")
    s = cast_now(s, "mezal", FEAR)
    assert operands(s, "target") == pieces("ferlarie-infantry-1 lammarech-cavalry-1")
    s = act(s, ("target", piece("lammarech-cavalry-1")))
    assert asked(s) == ("RetreatTo", KINGDOMS), "its owner picks the hex (C25)"
    s = act(s, ("retreat", NEIGHBOURS[hex_id(HERE)][0]))
    assert s.where[piece("lammarech-cavalry-1")] == NEIGHBOURS[hex_id(HERE)][0]
    (entry,) = told(s, "magic.drives")
    data = {"unit": piece("lammarech-cavalry-1"), "spell": FEAR, "hex": hex_id(HERE)}
    assert (entry.clauses, entry.data) == (("14.31",), data)


@pytest.mark.clause("14.31")
def test_a_unit_that_cannot_flee_from_fear_is_eliminated_and_does_not_rise() -> None:
    s = world()
    put(s, HERE, "mezal padrech-dar-choim greater-vampire-1")
    (victim,) = put(s, HERE, "ferlarie-infantry-1")
    s.flames = tuple((n, NECROMANCER) for n in NEIGHBOURS[hex_id(HERE)])
    s = cast_now(s, "mezal", FEAR)
    assert s.where[victim] == POOL
    assert s.slain == ()


@pytest.mark.clause("14.31")
def test_fear_moves_greater_vampires_as_well() -> None:
    s = world(KINGDOMS)
    s.serve(put(s, HERE, "mezal")[0], FERLARIE)
    put(s, HERE, "greater-vampire-1")
    s = cast_now(s, "mezal", FEAR)
    assert asked(s) == ("RetreatTo", NECROMANCER)


@pytest.mark.clause("14.41a", "14.41b")
def test_peace_sends_an_enemy_away_but_no_greater_vampire() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "the-keeper ferlarie-infantry-1 silwer-flagriel")
    put(s, HERE, "greater-vampire-1")
    step = run(s, CombatMagic())
    assert refusal(step, cast("the-keeper", PEACE)).clause == "14.41a"
    put(s, HERE, "lesser-vampire-1 necromancers-siege-train")
    s = cast_now(s, "the-keeper", PEACE)
    assert operands(s, "target") == sorted(pieces("lesser-vampire-1 necromancers-siege-train"))
    assert GAME.clause_of(s.flow[-1]) == "14.41a"
    assert refusal(s, ("target", piece("greater-vampire-1"))).clause == "14.41b"
    s = act(s, ("target", piece("lesser-vampire-1")))
    assert asked(s) == ("RetreatTo", NECROMANCER)
    assert set(hexes(s, "retreat")) <= {hex_name(n) for n in NEIGHBOURS[hex_id(HERE)]}


@pytest.mark.clause("14.32", "14.42")
@pytest.mark.parametrize(
    ("leader", "spell", "side", "once"),
    [("mezal", INTIMIDATION, NECROMANCER, 1), ("the-keeper", SWEET_REASON, KINGDOMS, 2)],
)
def test_successes_in_a_segment_add_up(leader: str, spell: int, side: int, once: int) -> None:
    s = world(side)
    s.turn_coat(FERLARIE, INACTIVE)
    put(s, hex_name(CAPITAL[FERLARIE]), leader)
    s = run(s, DiplomacyMagic())
    s = act(s, cast(leader, spell), cast(leader, spell), rolls=[3, 2])
    assert s.sway == {piece(leader): 2 * once}
    assert [entry.data for entry in told(s, "magic.sway")] == [
        {"leader": piece(leader), "amount": count * once} for count in (1, 2)
    ]


@pytest.mark.clause("14.32", "14.42")
def test_they_are_cast_only_where_there_is_somebody_to_sway() -> None:
    s = world(NECROMANCER)
    (mezal,) = put(s, hex_name(CAPITAL[FERLARIE]), "mezal")
    assert asked(run(s, DiplomacyMagic())) is None, "Ferlarie is awake"
    refusals = [USES[spell](s, mezal) for spell in (INTIMIDATION, SWEET_REASON)]
    assert [found and found.clause for found in refusals] == ["14.32", "14.42"]
    s.shift([mezal], PENTACLES[0])
    s.markers = {PENTACLES[0]: DEVICES[0]}
    put(s, hex_name(PENTACLES[0]), "slug", NO_POWER)
    assert asked(run(s, DiplomacyMagic())) is None, "no spell affects a monster (18.22)"
    s.lift([mezal], BOX)
    assert asked(run(s, DiplomacyMagic())) is None, "all mercenaries serve"
    s.turn_coat(COS, INACTIVE)
    assert asked(run(s, DiplomacyMagic())) is None, "nor Cos dol Cos (19.3)"
    s.turn_coat(SILWER, INACTIVE)
    assert asked(run(s, DiplomacyMagic())) == ("Cast", NECROMANCER)


@pytest.mark.clause("19.3", "18.22c", "14.32", "14.42")
def test_they_help_with_nobody_whom_no_magic_affects() -> None:
    s = world(NECROMANCER)
    (mezal,) = put(s, HERE, "mezal")
    s.sway = {mezal: 3}
    plain = [diplomacy_chance(s, NECROMANCER, mezal, target).tally.value for target in (COS, SLUG, FERLARIE)]
    assert plain == [-4, 4, -3 + 3]


@pytest.mark.clause("14.31", "14.41a", "19.3")
@pytest.mark.parametrize(("caster", "spell"), [("mezal", FEAR), ("the-keeper", PEACE)])
def test_a_ship_driven_off_leaves_the_sons_of_the_morning_on_land(caster: str, spell: int) -> None:
    s = world(KINGDOMS if spell == PEACE else NECROMANCER)
    if spell == PEACE:
        wake(s, NECROMANCER, COS, FERLARIE)
    put(s, "0224", f"{caster} {'stavror-infantry-1' if spell == PEACE else 'greater-vampire-1'}")
    (ship,) = put(s, "0224", "ferlarie-fleet-1")
    (son,) = put(s, "0224", "sons-of-the-morning-1")
    s.cargo = {ship: son}
    s = act(cast_now(s, caster, spell), ("retreat", hex_id("0125")))
    assert (s.where[ship], s.where[son], s.cargo) == (hex_id("0125"), hex_id("0224"), {})


@pytest.mark.clause("14.31", "14.41a")
def test_the_only_enemy_there_is_driven_off_without_asking_which() -> None:
    s = world()
    put(s, HERE, "mezal greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1 ferlarie-infantry-2")
    s = cast_now(s, "mezal", FEAR)
    assert asked(s) == ("RetreatTo", KINGDOMS), "both are alike"


@pytest.mark.clause("14.31", "18.22c", "19.3")
def test_fear_is_turned_on_neither_monsters_nor_friends() -> None:
    s = world()
    put(s, HERE, "mezal greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1 ferlarie-infantry-2 lammarech-cavalry-1 sons-of-the-morning-1")
    put(s, HERE, "slug", FERLARIE)
    s = cast_now(s, "mezal", FEAR)
    keys = ("slug", "sons-of-the-morning-1", "greater-vampire-1", "ferlarie-infantry-2")
    assert [refusal(s, ("target", piece(key))).clause for key in keys] == ["18.22c", "19.3", "14.31", "14.31"]
