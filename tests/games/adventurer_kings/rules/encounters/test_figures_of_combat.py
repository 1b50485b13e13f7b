"""Spells and rounds of personal combat in figures (4.2, 5.0, 5.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import against, bout, do, hero, master, monster, two
from games.adventurer_kings.positions.realm import NO, YES, dice, load, new_state, put_item, told
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.combat_spells import (
    apply_failure,
    best_span,
    cast_from_item,
    cast_in_combat,
    combat_cast_chance,
    comes_off,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    CHARMED,
    MELEE_RANGE,
    SLAIN,
    SPELL_RANGE,
    YIELDED,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.rounds import (
    act_in_order,
    by_initiative,
    double_arrows,
    end_round,
    fight_round,
    is_disrupted,
    learn_from_fight,
    priority,
)
from palatine.games.adventurer_kings.rules.encounters.tactics import (
    works_on,
)

ALL = "WH4 PS4 IL4 EL4 NE4"


# Casting (4.2, 5.1)


@pytest.mark.clause("AK-4.2-07", "AK-4.2-08", "AK-4.3.1-01", "AK-12.1-08")
@pytest.mark.parametrize(("case", "percent"), [
    ("plain", 45), ("pagan", 55), ("pagan of another kingdom", 45), ("alchemy", 50), ("battle-mage", 50),
    ("hierophant", 50),
    ("both titles", 55), ("thickened", 22.5), ("free", 45), ("sheltered", 45),
])  # fmt: skip
def test_the_chance_of_a_combat_spell(case: str, percent: float) -> None:
    s = new_state()
    n = hero(s, "EL1", seat=-1 if case == "free" else 0, alignment=tables.PAGAN if "pagan" in case else tables.EVIL)
    if case == "pagan":
        s.set_kingdom(0, alignment=tables.PAGAN)
    if case == "alchemy":
        s.set_kingdom(0, discoveries=([each.name for each in tables.DISCOVERIES].index("Alchemy"),))
    for title in {"battle-mage": (titles.BATTLE_MAGE,), "hierophant": (titles.HIEROPHANT,),
                  "both titles": (titles.BATTLE_MAGE, titles.HIEROPHANT)}.get(case, ()):  # fmt: skip
        s.title_holders[title] = n
    f = bout(s, n, hero(s, seat=1))
    f.sides[0].afflictions.thickened = 0.5 if case == "thickened" else 1.0
    f.sides[1].conduct.is_sheltered = case == "sheltered"
    assert combat_cast_chance(f, f.sides[0], tables.FIREBALL) == percent


@pytest.mark.clause("AK-4.2-07", "AK-4.2.5-13")
@pytest.mark.parametrize(("level", "percent"), [(1, 45), (2, 60), (3, 75), (4, 90), (5, 95), (9, 95)])
def test_the_chance_by_level_and_half_of_it_for_a_figurine_by_guesswork(level: int, percent: float) -> None:
    f = two(f"NE{level}", "")
    assert combat_cast_chance(f, f.sides[0], tables.KILL) == percent
    f.sides[1].conduct.is_sheltered = True
    assert combat_cast_chance(f, f.sides[0], tables.KILL) == percent / 2
    assert combat_cast_chance(f, f.sides[0], tables.HAND) == percent


@pytest.mark.clause("AK-4.2-05", "AK-4.2-06", "AK-12.1-06", "AK-3.19-10")
@pytest.mark.parametrize(
    ("spell", "succeeds"), [(tables.FIREBALL, True), (tables.BLAST, True), (tables.FIREBALL, False)]
)
def test_every_attempt_counts_and_only_success_is_glory(spell: int, succeeds: bool) -> None:
    f = two(ALL, "")
    me, _ = f.sides
    f.readers = [0]
    f.t.s.journal = []
    ability = tables.SPELLS[spell].ability
    load(f.t.s, combat_spell=YES if succeeds else NO)
    assert comes_off(f, me, spell) is succeeds
    assert (me.magic.used, me.magic.spells[ability], me.conduct.experiences) == (
        {spell},
        2,
        {("combat_spell", ability)},
    )
    renown = f.t.s.renown.get(me.number, (0,) * 40)
    assert (renown[titles.BATTLE_MAGE], renown[titles.HIEROPHANT]) == (
        succeeds,
        succeeds and ability == tables.ELEMENTAL_MAGIC,
    )
    assert [each.kind for each in f.t.s.journal or []] == ([] if succeeds else ["fight-spell-fails"])
    assert not me.may_cast(spell)


@pytest.mark.clause("AK-5.9-02")
@pytest.mark.parametrize(
    ("coin", "faces", "succeeds"), [(True, (NO, YES), True), (True, (NO, NO), False), (False, (NO,), False)]
)
def test_luck_gives_another_chance_to_cast(coin: bool, faces: tuple[int, ...], succeeds: bool) -> None:
    s = new_state()
    n = hero(s, "EL1")
    if coin:
        put_item(s, "Luck Coin", n)
    put_item(s, "Luck Coin")
    f = bout(s, n, "Warlock")
    rolls = list(zip(("combat spell", "combat spell, with luck"), faces, strict=False))
    with dice(s, rolls):
        assert comes_off(f, f.sides[0], tables.FIREBALL) is succeeds
    with dice(s, [("combat spell", NO)]):
        assert not comes_off(f, f.sides[1], tables.FIREBALL), "a coin that lies about is nobody's luck"
    assert 0 not in s.renown


@pytest.mark.clause("AK-4.2-05", "AK-5.9-05")
def test_monsters_cast_as_others_do() -> None:
    s = new_state()
    f = bout(s, hero(s), "Warlock")
    warlock = f.sides[1]
    assert combat_cast_chance(f, warlock, tables.FIREBALL) == 60
    load(s, combat_spell=YES, Fireball=3)
    cast_in_combat(f, warlock, tables.FIREBALL)
    assert (f.sides[0].body.hp, warlock.magic.spells[tables.ELEMENTAL_MAGIC]) == (10 - 5, 1)
    assert 0 not in s.renown


@pytest.mark.clause("AK-5.1-05", "AK-5.9-02")
def test_a_wand_is_told_spent_and_gone() -> None:
    s = new_state()
    n = hero(s)
    wand = put_item(s, "Wand of Fire", n, charges=2)
    f = bout(s, n, monster(s, "Ogre", 30).name and "Ogre")
    me, foe = f.sides
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    load(s, Fireball=8)
    before = foe.body.hp
    cast_from_item(f, me, wand)
    assert (foe.body.hp, s.items[wand].charges, me.magic.used) == (before - 10, 1, {tables.FIREBALL})
    assert wand in me.magic.charges
    cast_from_item(f, me, wand)
    assert wand not in s.items
    assert wand not in me.magic.charges
    assert [each.kind for each in s.journal if "wand" in each.kind] == [
        "fight-wand",
        "fight-wand",
        "fight-wand-spent",
    ]


@pytest.mark.clause("AK-4.2.5-22")
@pytest.mark.parametrize(("face", "hp"), [(1, 30), (26, 35), (51, 40)])
def test_a_failed_control_adds_half_as_much_again_to_twice_as_much(face: int, hp: int) -> None:
    f = against("Mummy", 20)
    foe = f.sides[1]
    with dice(f.t.s, [("rage of the undead", face)]):
        apply_failure(f, foe, tables.CONTROL)
    assert (foe.body.hp, foe.body.most) == (hp, hp)
    sides: list[int] = []
    f.t.die = lambda count, purpose: sides.append(count) or 1  # type: ignore[method-assign,func-returns-value]
    apply_failure(f, foe, tables.CONTROL)
    assert sides == [51]
    living = against("Ogre", 20)
    apply_failure(living, living.sides[1], tables.CONTROL)
    assert living.sides[1].body.hp == 20


@pytest.mark.clause("AK-4.2.5-11")
@pytest.mark.parametrize(
    ("case", "rages", "hp"),
    [("brave", True, 13), ("berserk", True, 14), ("king", False, 10), ("monster", False, 20)],
)
def test_who_escapes_a_killing_rages(case: str, rages: bool, hp: int) -> None:
    if case == "monster":
        f = against("Ogre", 20)
    else:
        s = new_state()
        load(s, rage=4 if case == "berserk" else 3)
        other = (
            s.kingdoms[1].king
            if case == "king"
            else hero(s, seat=1, temper=tables.BERSERK if case == "berserk" else tables.BRAVE)
        )
        f = bout(s, hero(s, "NE1"), other)
    foe = f.sides[1]
    f.readers = [0]
    f.t.s.journal = []
    load(f.t.s, rage=3)
    apply_failure(f, foe, tables.KILL)
    assert (foe.body.hp, foe.body.most) == (hp, hp)
    assert (foe.conduct.temper == tables.BERSERK) is rages
    assert bool(told(f.t.s.journal or [], "fight-kill-rage")) is rages
    apply_failure(f, foe, tables.FIREBALL)
    assert foe.body.hp == hp


@pytest.mark.clause("AK-4.2.1-14", "AK-2.0-01")
@pytest.mark.parametrize(("foe", "level", "cover", "burns"), [
    ("Ogre", 1, 0.9, 0), ("Ogre", 4, 0.6, 0), ("Zombie", 2, 0.6, 2), ("Demon", 3, 0.4, 3), ("Zombie", 6, 0.0, 6),
    ("Ogre", 10, 0.0, 0),
])  # fmt: skip
def test_the_holy_symbol(foe: str, level: int, cover: float, burns: int) -> None:
    f = against(foe, 40)
    do(f, tables.HOLY_SYMBOL, level, [("Holy Symbol", 3)] * burns)
    assert f.sides[0].guard.cover == pytest.approx(cover)
    assert f.sides[1].body.hp == 40 - 3 * burns
    assert f.sides[1].afflictions.thickened == 1.0


@pytest.mark.clause("AK-4.2.1-15")
@pytest.mark.parametrize(("foe", "level", "faces", "wracked", "silenced"), [
    ("Ogre", 1, [], 0.5, True), ("Ogre", 4, [], 2.0, True), ("Gryphon", 2, [("an animal's spirit", 500)], 0.5, True),
    ("Gryphon", 2, [("an animal's spirit", 501)], 0.5, False), ("Zombie", 2, [], 0.0, False),
    ("Clay Golem", 2, [], 0.0, False),
])  # fmt: skip
def test_spiritwrack(foe: str, level: int, faces: list[object], wracked: float, silenced: bool) -> None:
    f = against(foe, 20)
    hurt = do(f, tables.SPIRITWRACK, level, faces).afflictions
    assert (hurt.wracked, hurt.silenced) == (wracked, silenced)
    if foe == "Gryphon" and silenced:
        do(f, tables.SPIRITWRACK, level, [])
        assert hurt.silenced, "once silent, always"


@pytest.mark.clause("AK-4.2.2-08", "AK-2.0-01")
@pytest.mark.parametrize(("power", "face", "rounds"), [
    (tables.LONG_BLAST, 1, 3), (tables.LONG_BLAST, 4, 6), (tables.MASS_ORATORY, 1, 2), (tables.MASS_ORATORY, 4, 5),
])  # fmt: skip
def test_a_blast_stuns_two_to_five_rounds_and_a_masters_three_to_six(power: int, face: int, rounds: int) -> None:
    s = new_state()
    f = bout(s, master(s, power), hero(s, seat=1))
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    assert do(f, tables.BLAST, 5, [("Psychic Blast", face)]).afflictions.held == rounds + 1
    assert told(s.journal, "fight-held", 0)[0].data["rounds"] == rounds
    do(f, tables.BLAST, 5, [("Psychic Blast", 1)])
    assert f.sides[1].afflictions.held == rounds + 1, "the longer counts"


@pytest.mark.clause("AK-4.2.2-09", "AK-4.2.4-05", "AK-2.0-01")
@pytest.mark.parametrize(("span", "own"), [(SPELL_RANGE, 1), (BOW_RANGE, 2), (MELEE_RANGE, 4)])
def test_the_storm_strikes_its_caster_the_harder_the_nearer(span: int, own: int) -> None:
    f = against("Ogre", 40, span=span)
    f.readers = [0]
    f.t.s.journal = []
    do(f, tables.STORM, 1, [*[("Telekinetic Storm", 4)] * 4, *[("one's own storm", 2)] * own])
    assert (f.sides[1].body.hp, f.sides[0].body.hp) == (24, 10 - 2 * own)
    assert told(f.t.s.journal or [], "fight-own-storm", 0)[0].data["harm"] == 2 * own


@pytest.mark.clause("AK-4.2.4-05", "AK-2.0-01")
def test_fireballs() -> None:
    f = against("Ogre", 40)
    assert do(f, tables.FIREBALL, 3, [("Fireball", 8)]).body.hp == 40 - 11
    s = new_state()
    f = bout(s, master(s, tables.GREAT_FIREBALL), "Great Wyrm")
    before = f.sides[1].body.hp
    assert do(f, tables.FIREBALL, 5, [("Fireball", 6), ("Fireball", 2)]).body.hp == before - 13


@pytest.mark.clause("AK-4.2.4-06", "AK-4.2.4-07", "AK-4.2.4-08")
@pytest.mark.parametrize(("foe", "hp", "level", "faces", "held", "harm", "iced"), [
    ("Ogre", 8, 2, [], 4, 0, True), ("Ogre", 9, 2, [], 4, 0, False), ("Ogre", 16, 1, [], 2, 0, False),
    ("Ogre", 12, 1, [], 2, 0, False),
    ("Ogre", 11, 1, [], 3, 0, False), ("Gryphon", 20, 2, [("crash", 1), ("in the wreck", 3)], 4, 5, False),
    ("Gryphon", 4, 2, [("crash", 6), ("in the wreck", 1)], 2, 10, False), ("Ghost", 4, 2, [], 0, 0, False),
])  # fmt: skip
def test_ice(foe: str, hp: int, level: int, faces: list[object], held: int, harm: int, iced: bool) -> None:
    f = against(foe, hp)
    other = do(f, tables.ICE, level, faces)
    assert (other.afflictions.held, other.body.hp, f.iced is other) == (held, hp - harm, iced)
    assert f.span == (MELEE_RANGE if iced else SPELL_RANGE)


@pytest.mark.clause("AK-4.2.4-06")
@pytest.mark.parametrize(("text", "at", "arrows", "span"), [
    ("FI,ME", 0, 1, BOW_RANGE), ("FI,ME", 0, 0, MELEE_RANGE), ("FI,ME", 1, 1, MELEE_RANGE),
    ("CA-FI,ME", 0, 0, SPELL_RANGE),
    ("FL", 0, 0, SPELL_RANGE), ('SA"hm",FI', 0, 1, BOW_RANGE), ("", 0, 1, MELEE_RANGE),
])  # fmt: skip
def test_the_best_range_for_who_has_time(text: str, at: int, arrows: int, span: int) -> None:
    f = two("AR1 EL1", "", text)
    me = f.sides[0]
    me.conduct.at, me.arms.arrows = at, arrows
    assert best_span(f, me) == span


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-19", "AK-4.2.5-22")
@pytest.mark.parametrize(("spell", "foe", "works"), [
    (tables.KILL, "Ogre", True), (tables.KILL, "Zombie", False), (tables.KILL, "Djinn", False),
    (tables.HAND, "Ogre", True),
    (tables.HAND, "Zombie", False),
    (tables.HAND, "Gargoyle", False), (tables.HAND, "Clay Golem", False), (tables.CONTROL, "Zombie", True),
    (tables.CONTROL, "Ogre", False),
    (tables.STORM, "Kraken", False), (tables.FIREBALL, "Kraken", False), (tables.ICE, "Demon", False),
    (tables.SPIRITWRACK, "Zombie", False),
    (tables.SPIRITWRACK, "Clay Golem", False), (tables.SPIRITWRACK, "Ogre", True), (tables.BLAST, "Kraken", True),
    (tables.ICE, "Ogre", True),
    (tables.FIREBALL, "Ogre", True),
])  # fmt: skip
def test_on_whom_spells_work_and_that_the_computer_knows_it(spell: int, foe: str, works: bool) -> None:
    f = against(foe, 20)
    other = f.sides[1]
    f.readers = [0]
    f.t.s.journal = []
    load(f.t.s)
    do(f, spell, 3)
    fizzled = bool(told(f.t.s.journal or [], "fight-no-effect", 0))
    assert fizzled is not works
    assert works_on(spell, other) is works
    if works and spell in (tables.KILL, tables.CONTROL):
        assert other.is_dead
    if works and spell == tables.HAND:
        assert (f.sides[0].afflictions.gripping, other.afflictions.gripped) == (3, True)


@pytest.mark.clause("AK-4.2.5-13", "AK-4.2.2-02", "AK-4.2.3-08", "AK-4.2.3-10")
def test_kings_charm_invisibility_and_mirrors() -> None:
    s = new_state()
    f = bout(s, hero(s, ALL), s.kingdoms[1].king)
    me, king = f.sides
    assert not works_on(tables.KILL, king)
    do(f, tables.KILL, 3)
    assert not king.is_dead
    do(f, tables.INVISIBILITY, 1)
    assert (me.guard.cover, me.guard.is_unseen) == (0.5, True)
    do(f, tables.MIRROR, 3)
    assert f.phantasm is not None
    assert (f.phantasm.caster, f.phantasm.level, f.phantasm.image.name) == (me, 3, king.name)
    do(f, tables.CHARM, 1)
    assert (f.end, f.loser) == (CHARMED, me)


@pytest.mark.clause("AK-5.9-02")
@pytest.mark.parametrize(("spell", "face", "works"), [
    (tables.FIREBALL, 250, False), (tables.FIREBALL, 251, True), (tables.INVISIBILITY, 250, True),
    (tables.HOLY_SYMBOL, 250, True),
    (tables.HAND, 250, True),
])  # fmt: skip
def test_a_ward_turns_away_what_is_aimed_at_its_bearer(spell: int, face: int, works: bool) -> None:
    s = new_state()
    other = hero(s, seat=1)
    put_item(s, "Spell Ward", other)
    f = bout(s, hero(s, ALL), other)
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    load(s, spell_ward=face)
    do(f, spell, 1)
    assert bool(told(s.journal, "fight-warded", 0)) is not works


# Rounds (5.0, 5.1)


@pytest.mark.clause("AK-5.1-04")
@pytest.mark.parametrize(("shaken", "percent"), [(0, 0), (1, 30), (2, 40), (4, 50), (7, 65), (13, 95), (40, 95)])
def test_damage_and_misses_spoil_spells(shaken: int, percent: int) -> None:
    for face, spoilt in ((max(1, percent * 10), percent > 0), (percent * 10 + 1, False)):
        f = two("EL2", "")
        me = f.sides[0]
        f.readers = [0]
        f.t.s.journal = []
        me.afflictions.shaken = shaken
        load(f.t.s, spell_disrupted=face)
        assert is_disrupted(f, me, orders.Cast("EL-FI")) is spoilt
        assert (me.magic.used, me.magic.spells[tables.ELEMENTAL_MAGIC]) == (
            ({tables.FIREBALL}, 1) if spoilt else (set(), 2)
        )
        assert bool(told(f.t.s.journal or [], "fight-disrupted", 0)) is spoilt
        assert not is_disrupted(f, me, orders.Strike())


@pytest.mark.clause("AK-5.2-01")
@pytest.mark.parametrize(("mine", "theirs", "faces", "arrows"), [
    ("AR2", "AR1", (1, 101, 151), (3, 2)), ("AR2", "AR1", (101, 1, 151), (5, 2)), ("AR2", "AR1", (51, 51, 150), (0, 2)),
    ("AR1", "AR3", (51, 51, 150), (2, 0)), ("AR2", "AR2", (51, 51), (4, 4)), ("AR2", "", (), (2, 0)),
])  # fmt: skip
def test_two_archers(mine: str, theirs: str, faces: tuple[int, ...], arrows: tuple[int, int]) -> None:
    f = two(mine, theirs)
    names = ("arrows", "arrows", "no room to shoot")
    with dice(f.t.s, list(zip(names, faces, strict=False))):
        double_arrows(f)
    assert (f.sides[0].arms.arrows, f.sides[1].arms.arrows) == arrows


@pytest.mark.clause("AK-5.0-04", "AK-5.0-05")
@pytest.mark.parametrize(("span", "tactic", "expected"), [
    (SPELL_RANGE, orders.Cast("EL-FI"), (1, 2)), (BOW_RANGE, orders.Cast("EL-FI"), (0, 2)),
    (MELEE_RANGE, orders.Cast("EL-FI"),
    (0, 2)),
    (SPELL_RANGE, orders.UseItem(1), (1, 4)), (BOW_RANGE, orders.Fire(), (0, 3)), (SPELL_RANGE, orders.Fire(), (0, 0)),
    (MELEE_RANGE, orders.Strike(), (1, 1)),
    (BOW_RANGE, orders.Strike(), (0, 0)), (BOW_RANGE, orders.Flee(), (0, 0)),
    (SPELL_RANGE, orders.Cast("WH-HO"), (1, 0)),
])  # fmt: skip
def test_what_decides_who_goes_first(span: int, tactic: orders.Tactic, expected: tuple[int, int]) -> None:
    f = two("ME1 EL2 AR3 NE4", "", span=span)
    assert priority(f, f.sides[0], tactic) == expected


@pytest.mark.clause("AK-5.0-04", "AK-2.0-01")
def test_masters_go_first_and_equals_draw_lots() -> None:
    s = new_state()
    f = bout(s, master(s, tables.FIRST_BLOW), master(s, tables.FIRST_VOLLEY, seat=1), span=BOW_RANGE)
    one, other = f.sides
    assert priority(f, one, orders.Flee()) > priority(f, other, orders.Fire()) == (2, 0)
    assert priority(f, other, orders.Strike()) == (0, 0)
    chosen = [(one, orders.Strike()), (other, orders.Strike())]
    with dice(s, []):
        assert by_initiative(f, chosen) == chosen
        assert by_initiative(f, chosen[::-1]) == chosen
        assert by_initiative(f, chosen[:1]) == chosen[:1]
    g = two("ME1", "ME1", span=MELEE_RANGE)
    chosen = [(side, orders.Strike()) for side in g.sides]
    for face, order in ((1, chosen), (2, chosen[::-1])):
        with dice(g.t.s, [("who goes first", face)]):
            assert by_initiative(g, chosen) == order


@pytest.mark.clause("AK-5.0-04", "AK-5.1-03", "AK-5.9-05")
def test_a_round_from_its_beginning_to_its_end() -> None:
    s = new_state()
    f = bout(s, hero(s, "ME9"), "Troll", "ME", span=MELEE_RANGE)
    me, troll = f.sides
    troll.body.hp, troll.body.most, troll.afflictions.shaken, me.afflictions.held = 20, 21, 5, 2
    load(s, a_blow=NO, monster_casts=NO)
    fight_round(f)
    assert (troll.body.hp, troll.afflictions.shaken, me.afflictions.held) == (21, 0, 1)
    troll.body.hp = 18
    fight_round(f)
    assert (troll.body.hp, me.afflictions.held) == (20, 0)
    f.round = 31
    fight_round(f)
    assert troll.body.hp == 20, "not in a fight that will not end"
    assert troll.afflictions.shaken == 1


@pytest.mark.clause("AK-5.0-04", "AK-5.1-03")
def test_who_is_stunned_before_his_turn_does_nothing_and_the_slain_strike_no_more() -> None:
    f = two("PS9", "EL1", "CA-PS,ME", "CA-FI,ME")
    load(f.t.s, combat_spell=YES, Psychic_Blast=1)
    act_in_order(f)
    assert f.sides[1].magic.used == set()
    assert f.sides[0].body.hp == 10
    g = two("ME9", "", "ME", "ME", span=MELEE_RANGE)
    load(g.t.s, a_blow=YES, damage=6)
    act_in_order(g)
    assert (g.end, g.loser, g.sides[0].body.hp) == (SLAIN, g.sides[1], g.sides[0].body.most)


@pytest.mark.clause("AK-5.0-04", "AK-5.9-05", "AK-5.4-01")
@pytest.mark.parametrize(("hp", "half", "end", "loser", "left"), [
    ((0, 5), False, SLAIN, 0, (0, 5)), ((-3, -1), False, SLAIN, 0, (-3, 1)), ((5, 6), False, "", None, (5, 6)),
    ((5, 6), True, YIELDED, 0, (5, 6)), ((6, 6), True, "", None, (6, 6)), ((0, 3), True, SLAIN, 0, (0, 3)),
])  # fmt: skip
def test_the_end_of_a_round(
    hp: tuple[int, int], half: bool, end: str, loser: int | None, left: tuple[int, int]
) -> None:
    f = two("", "")
    f.to_half = half
    f.readers = [0]
    f.t.s.journal = []
    for side, points in zip(f.sides, hp, strict=True):
        side.body.hp = points
    end_round(f)
    assert (f.end, f.loser) == (end, None if loser is None else f.sides[loser])
    assert tuple(side.body.hp for side in f.sides) == left
    kinds = {"": [], SLAIN: ["fight-slain"], YIELDED: ["fight-yields"]}[end]
    assert [each.kind for each in f.t.s.journal or []] == kinds


@pytest.mark.clause("AK-5.9-05")
def test_a_phoenix_rises_once_at_half() -> None:
    s = new_state()
    f = Fight(bout(s, hero(s), "Phoenix").t, bout(s, hero(s), "Phoenix").sides[0], monster(s, "Phoenix", 31))
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    bird = f.sides[1]
    bird.body.hp = -2
    end_round(f)
    assert (bird.body.hp, f.end, [each.kind for each in s.journal]) == (15, "", ["fight-reborn"])
    bird.body.hp = 0
    end_round(f)
    assert (f.end, f.loser) == (SLAIN, bird)


@pytest.mark.clause("AK-3.19-09", "AK-3.19-10")
def test_the_living_learn_from_what_they_did() -> None:
    f = two("", "")
    one, other = f.sides
    one.conduct.experiences = {("melee", tables.MELEE), ("fire", tables.ARCHERY)}
    other.conduct.experiences = {("melee", tables.MELEE)}
    other.body.hp = 0
    with dice(f.t.s, [("experience: fire", 100), ("experience: melee", 101)]):
        learn_from_fight(f.t, f)
    levels = f.t.s.people[one.number].levels
    assert (levels[tables.ARCHERY], levels[tables.MELEE]) == (1, 0)
