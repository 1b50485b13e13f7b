"""Fighters: equipment, blows, shots and endurance in figures (2.4, 4.1, 5.0 to 5.3, 5.9)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, master, monster, plan, two
from games.adventurer_kings.positions.realm import (
    NO,
    YES,
    a_turn,
    dice,
    load,
    new_state,
    put_army,
    put_feature,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import (
    arrow_chance,
    blow,
    close_range,
    fire,
    hit_chance,
    holds_on,
    needs_to_close,
    squeeze,
    strike,
    swing,
    volley,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    FLED,
    MELEE_RANGE,
    SPELL_RANGE,
    Combatant,
    like,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import (
    of_monster,
    of_person,
    power_of,
    power_of_person,
    refuses,
    roll_hp,
    wield,
)
from palatine.games.adventurer_kings.rules.encounters.flight import flee, flight_chance, mercy_chance
from palatine.games.adventurer_kings.rules.encounters.random_encounters import against_monster

# Who enters (5.0, 5.9)


@pytest.mark.clause("AK-5.0-08", "AK-2.4-01", "AK-5.9-02", "AK-12.1-08", "AK-2.0-01")
@pytest.mark.parametrize(("case", "points"), [
    ("plain", 10), ("girdle", 14), ("two girdles", 18), ("giant-killer", 12), ("tough", 12), ("rage", 13),
    ("other rage", 13), ("calmed", 10),
])  # fmt: skip
def test_the_hit_points_of_a_character(case: str, points: int) -> None:
    s = new_state()
    n = (
        master(s, tables.TOUGHNESS)
        if case == "tough"
        else hero(s, temper=tables.BERSERK if case in ("rage", "calmed") else tables.BRAVE)
    )
    for _ in range({"girdle": 1, "two girdles": 2}.get(case, 0)):
        put_item(s, "Girdle of the Bull", n)
    if case == "giant-killer":
        s.title_holders[titles.GIANT_KILLER] = n
    load(s, rage=3)
    temper = {"other rage": tables.BERSERK, "calmed": tables.CAUTIOUS}.get(case, -1)
    me = of_person(a_turn(s), n, temper=temper)
    assert (me.body.hp, me.body.most) == (points, points)
    assert me.conduct.temper == (temper if temper >= 0 else s.people[n].temper)


@pytest.mark.clause("AK-5.0-01", "AK-4.1.4-01", "AK-4.2-05")
def test_a_character_as_he_enters() -> None:
    s = new_state()
    n = hero(s, "ME2 AR3 EL2 NE4", temper=tables.CAUTIOUS, alignment=tables.UNDEAD)
    t = a_turn(s)
    me = of_person(t, n, plan("ME,FL"))
    assert (me.name, me.number, me.seat, me.is_king, me.alignment) == (s.people[n].name, n, 0, False, tables.UNDEAD)
    assert (me.conduct.plan, me.conduct.at, me.conduct.is_sheltered) == (plan("ME,FL"), 0, False)
    assert (me.arms.melee, me.arms.damage, me.arms.missile, me.arms.missile_damage, me.arms.arrows) == (
        2,
        6,
        3,
        6,
        3,
    )
    assert (me.magic.levels, me.magic.spells) == (
        {tables.ELEMENTAL_MAGIC: 2, tables.NECROMANCY: 4},
        {tables.ELEMENTAL_MAGIC: 2, tables.NECROMANCY: 3},
    )
    assert me.kinds == {"humanoid", "undead"}
    assert (me.is_monster, me.mind, me.speed) == (False, tables.HIGH, 1)
    put_army(s, "LE", 0, 504, n)
    assert of_person(t, n).conduct.is_sheltered
    assert of_person(t, hero(s)).kinds == {"humanoid"}
    assert of_person(t, s.kingdoms[0].king).is_king
    s.title_holders[titles.MASTER_ARCHER] = n
    put_item(s, "Quiver of Plenty", n)
    assert of_person(t, n).arms.arrows == 5
    assert of_person(t, master(s, tables.HEAVY_ARROWS)).arms.missile_damage == 8
    assert of_person(t, master(s, tables.FAR_SHOT)).arms.missile_damage == 6


@pytest.mark.clause("AK-5.9-05", "AK-5.0-08", "AK-4.2-05")
def test_a_monster_as_it_enters() -> None:
    s = new_state()
    t = a_turn(s)
    lair = put_feature(s, "Dungeon", 504, "Ice Devil", hp=23)
    me = of_monster(t, tables.MONSTER_BY_NAME["Ice Devil"], s.features[lair])
    assert (me.name, me.number, me.seat, me.is_monster, me.is_king) == ("the Ice Devil", 0, -1, True, False)
    assert (me.body.hp, me.body.most, me.conduct.is_sheltered) == (23, 23, True)
    assert (me.arms.melee, me.arms.damage, me.arms.missile, me.arms.missile_damage, me.arms.arrows) == (
        2,
        7,
        1,
        6,
        1,
    )
    assert (me.speed, me.mind, me.alignment, me.special) == (1, tables.HIGH, tables.EVIL, "")
    assert me.kinds == {"anti-holy", "part-material"}
    assert (me.magic.levels, me.magic.spells) == ({tables.ELEMENTAL_MAGIC: 2}, {tables.ELEMENTAL_MAGIC: 2})
    s.set_feature(lair, has_magic=False)
    assert of_monster(t, tables.MONSTER_BY_NAME["Ice Devil"], s.features[lair]).magic.levels == {}
    for face, points in ((1, 21), (21, 26), (41, 31)):
        with dice(s, [("monster hit points", face)]):
            assert roll_hp(t, tables.MONSTER_BY_NAME["Ice Devil"]) == points
    load(s, monster_hit_points=21)
    met = of_monster(t, tables.MONSTER_BY_NAME["Warlock"])
    assert (met.body.hp, met.conduct.is_sheltered, met.magic.spells) == (
        10,
        False,
        {tables.ELEMENTAL_MAGIC: 2, tables.PSYCHIC_MAGIC: 1},
    )


@pytest.mark.clause("AK-5.9-02", "AK-5.1-05")
@pytest.mark.parametrize(("item", "mind", "melee", "reach", "cover"), [
    ("", tables.EVIL, 1, 0, 1.0), ("Excalibur", tables.EVIL, 4, 2, 1.0),
    ("Axe of the Dwarven Lords", tables.EVIL, 3, 3, 1.0),
    ("Invisible Sword", tables.EVIL, 3, 0, 0.7), ("Holy Sword", tables.EVIL, 1, 0, 1.0),
    ("Holy Sword", tables.GOOD, 3, 0, 1.0),
    ("Holy Sword", tables.DIVINE, 3, 0, 1.0), ("Sword of Sharpness", tables.EVIL, 1, 2, 1.0),
    ("Spear of Reach", tables.EVIL, 2, 0, 1.0), ("Champion's Gauntlets", tables.EVIL, 2, 0, 1.0),
])  # fmt: skip
def test_a_weapon_in_hand(item: str, mind: int, melee: int, reach: int, cover: float) -> None:
    s = new_state()
    n = hero(s, "ME1", alignment=mind)
    t = a_turn(s)
    number = put_item(s, item, n) if item else 0
    me = of_person(t, n)
    assert (me.arms.melee, me.arms.reach) == (melee, reach)
    assert me.guard.cover == pytest.approx(cover)
    if "Sword" in item or item in ("Excalibur", "Spear of Reach"):
        wield(t, me, 0)
        assert (me.arms.melee, me.arms.reach, me.arms.weapon) == (1, 0, 0)
        assert me.guard.cover == pytest.approx(1.0)
        wield(t, me, number)
        assert (me.arms.melee, me.arms.reach, me.arms.weapon) == (melee, reach, number)


@pytest.mark.clause("AK-5.9-02")
def test_armour_wards_wands_and_boots() -> None:
    s = new_state()
    n = hero(s)
    for item in ("Proof Armour", "Proof Armour", "Shield of Turning", "Spell Ward", "Boots of Flight"):
        put_item(s, item, n)
    wand, lyre = put_item(s, "Wand of Fire", n), put_item(s, "War Lyre", n)
    flail = put_item(s, "Psychic Flail", n)
    me = of_person(a_turn(s), n)
    assert (me.guard.melee_cover, me.guard.missile_cover, me.guard.ward) == (pytest.approx(0.64), 0.5, 25)
    assert me.conduct.flee == 25
    assert me.magic.charges == {wand: tables.FIREBALL, flail: tables.BLAST}
    assert lyre not in me.magic.charges
    assert me.arms.weapon == flail


@pytest.mark.clause("AK-5.0-09", "AK-10.1-04")
@pytest.mark.parametrize(("foe", "mind", "office", "melee", "arrows"), [
    ("Ogre", tables.NEUTRAL, False, 2, 2), ("Gryphon", tables.NEUTRAL, False, 1, 1), ("Ogre", tables.EVIL, False, 1, 1),
    ("Gryphon", tables.EVIL, True, 2, 1), ("Ogre", tables.NEUTRAL, True, 3, 2),
])  # fmt: skip
def test_against_monsters(foe: str, mind: int, office: bool, melee: int, arrows: int) -> None:
    s = new_state()
    n = hero(s, "ME1 AR1", alignment=mind)
    if office:
        s.holders[titles.DEFENDER] = n
    me = against_monster(a_turn(s), n, plan("TA,ME"), monster(s, foe, 20))
    assert (me.arms.melee, me.arms.arrows) == (melee, arrows)
    assert me.conduct.plan == (orders.Strike(),)
    other = hero(s, "ME1 AR1", seat=1, alignment=tables.NEUTRAL)
    s.set_kingdom(1, alignment=tables.GOOD)
    assert against_monster(a_turn(s), other, (), monster(s, "Ogre", 20)).arms.melee == 1, "of no Neutral kingdom"


@pytest.mark.clause("AK-2.4-06", "AK-2.4-07", "AK-2.4-11")
@pytest.mark.parametrize(("temper", "more", "percent"), [
    (tables.BERSERK, 40, 0), (tables.BRAVE, 40, 0), (tables.CAUTIOUS, 0, 1), (tables.CAUTIOUS, -8, 1),
    (tables.CAUTIOUS, 10, 25.5), (tables.CAUTIOUS, 20, 50),
    (tables.CAUTIOUS, 40, 50), (tables.COWARDLY, 0, 50), (tables.COWARDLY, 10, 75), (tables.COWARDLY, 20, 100),
    (tables.COWARDLY, -9, 50),
])  # fmt: skip
def test_who_refuses_a_fight_by_temper_and_odds(temper: int, more: int, percent: float) -> None:
    for face, refused in ((max(1, round(percent * 10)), percent > 0), (round(percent * 10) + 1, percent == 100)):
        s = new_state()
        n = hero(s, "ME1 AR1 EL1", temper=temper)
        t = a_turn(s)
        load(s, refusal=face)
        assert power_of_person(t, n) == 10 + 4 + 3 + 4
        assert refuses(t, n, 21 + more) is refused
        s.set_person(n, is_king=True)
        assert not refuses(t, n, 21 + more)


@pytest.mark.clause("AK-2.4-07")
def test_power_goes_by_the_best_magic() -> None:
    s = new_state()
    assert power_of(of_person(a_turn(s), hero(s, "ME2 AR1 EL1 NE3"))) == 10 + 8 + 3 + 12
    assert power_of(monster(s, "Ogre", 18)) == 18 + 4
    assert power_of_person(a_turn(s), hero(s, temper=tables.BERSERK)) == 10, "rage apart"


# Arrows (4.1.4, 5.2)


@pytest.mark.clause("AK-5.2-02", "AK-4.1.4-01", "AK-12.1-06", "AK-3.19-09")
def test_arrows_fly_all_at_once_and_what_is_told_of_them() -> None:
    f = two("AR3", "")
    me, foe = f.sides
    f.readers = [0]
    f.t.s.journal = []
    fire(f, me)
    assert (f.span, me.arms.arrows, me.conduct.experiences) == (BOW_RANGE, 3, set())
    with dice(
        f.t.s, [("an arrow", 600), ("an arrow", 601), ("an arrow", 600), ("arrow damage", 6), ("arrow damage", 2)]
    ):
        fire(f, me)
    assert (foe.body.hp, foe.afflictions.shaken, me.arms.arrows, me.conduct.experiences) == (
        2,
        9,
        0,
        {("fire", tables.ARCHERY)},
    )
    assert f.t.s.renown[me.number][titles.MASTER_ARCHER] == 2
    with dice(f.t.s, []):
        fire(f, me)
    kinds = [
        (each.kind, each.data.get("shots"), each.data.get("hits"), each.data.get("harm"))
        for each in f.t.s.journal or []
    ]
    assert kinds == [
        ("fight-closes-to-bow", None, None, None),
        ("fight-arrows", 3, 2, 8),
        ("fight-arrows-miss", 0, 0, 0),
    ]


@pytest.mark.clause("AK-4.1.4-01")
def test_monsters_shoot_for_nobodys_glory() -> None:
    s = new_state()
    f = bout(s, hero(s), "Dragon", span=BOW_RANGE)
    load(s, an_arrow=YES, arrow_damage=8)
    fire(f, f.sides[1])
    assert f.sides[0].body.hp == 10 - 16
    assert 0 not in s.renown


@pytest.mark.clause("AK-2.0-01", "AK-5.2-02")
@pytest.mark.parametrize(("power", "span", "closes"), [
    (tables.FAR_SHOT, SPELL_RANGE, False), (tables.HEAVY_ARROWS, SPELL_RANGE, True),
    (tables.HEAVY_ARROWS, BOW_RANGE, False),
])  # fmt: skip
def test_only_a_master_shoots_from_afar(power: int, span: int, closes: bool) -> None:
    s = new_state()
    f = bout(s, master(s, power), hero(s, seat=1), span=span)
    assert needs_to_close(f, f.sides[0]) is closes
    load(s, an_arrow=NO)
    fire(f, f.sides[0])
    assert (f.span, f.sides[0].arms.arrows) == ((BOW_RANGE, 5) if closes else (span, 0))


@pytest.mark.clause("AK-4.1.4-01", "AK-5.1-02", "AK-2.0-01")
@pytest.mark.parametrize(("levels", "cover", "missile", "unseen", "percent"), [
    ("AR1", 1.0, 1.0, False, 40), ("AR4", 1.0, 1.0, False, 70), ("AR9", 1.0, 1.0, False, 95),
    ("AR2", 0.5, 1.0, False, 25), ("AR2", 0.5, 0.5, False, 12.5), ("AR2", 0.5, 1.0, True, 25),
])  # fmt: skip
def test_the_chance_of_an_arrow(levels: str, cover: float, missile: float, unseen: bool, percent: float) -> None:
    f = two(levels, "")
    me, foe = f.sides
    foe.guard.cover, foe.guard.missile_cover, foe.guard.melee_cover, foe.guard.is_unseen = (
        cover,
        missile,
        0.1,
        unseen,
    )
    assert arrow_chance(f, me, foe) == percent


@pytest.mark.clause("AK-2.0-01")
def test_who_hits_the_unseen_better_and_who_shoots_twice_as_often_at_first() -> None:
    s = new_state()
    keen, other = master(s, tables.ARROWS_AT_UNSEEN), hero(s, seat=1)
    f = bout(s, keen, other)
    assert arrow_chance(f, *f.sides) == 80
    f.sides[1].guard.is_unseen = True
    assert arrow_chance(f, *f.sides) == 120
    s = new_state()
    f = bout(s, master(s, tables.DOUBLE_VOLLEY), hero(s, "AR4", seat=1))
    for number, shots in ((0, (5, 4)), (1, (10, 4)), (2, (5, 4))):
        f.round = number
        assert tuple(volley(f, side) for side in f.sides) == shots


# Blows (4.1.5, 5.3)


@pytest.mark.clause("AK-5.3-01", "AK-2.0-01")
@pytest.mark.parametrize(("power", "before", "after"), [
    (tables.QUICK_CLOSING, SPELL_RANGE, MELEE_RANGE), (tables.QUICK_CLOSING, BOW_RANGE, MELEE_RANGE),
    (tables.TOUGHNESS, SPELL_RANGE, BOW_RANGE), (tables.TOUGHNESS, BOW_RANGE, MELEE_RANGE),
])  # fmt: skip
def test_closing_in(power: int, before: int, after: int) -> None:
    s = new_state()
    f = bout(s, master(s, power), hero(s, seat=1), span=before)
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    with dice(s, []):
        strike(f, f.sides[0])
    assert f.span == after
    assert [each.kind for each in s.journal] == ["fight-closes" if after == MELEE_RANGE else "fight-closes-to-bow"]
    assert f.sides[0].conduct.experiences == {("melee", tables.MELEE)}


@pytest.mark.clause("AK-5.9-02")
@pytest.mark.parametrize(("held", "gripping", "blows"), [(0, 0, 1), (1, 0, 0), (0, 2, 0)])
def test_the_spear_strikes_first_unless_its_bearer_cannot(held: int, gripping: int, blows: int) -> None:
    s = new_state()
    n = hero(s)
    put_item(s, "Spear of Reach", n)
    f = bout(s, hero(s, seat=1), n, span=SPELL_RANGE)
    f.sides[1].afflictions.held, f.sides[1].afflictions.gripping = held, gripping
    with dice(s, []):
        close_range(f, f.sides[0])
    with dice(s, [("a blow", NO)] * blows):
        close_range(f, f.sides[0])
    assert f.span == MELEE_RANGE


@pytest.mark.clause("AK-2.4-02", "AK-2.4-03", "AK-2.4-04", "AK-2.4-05", "AK-4.1.5-01", "AK-4.2.5-19", "AK-5.1-02")
@pytest.mark.parametrize(("mine", "foes", "changes", "percent"), [
    (tables.BRAVE, tables.BRAVE, {}, 60), (tables.CAUTIOUS, tables.BRAVE, {}, 50),
    (tables.BRAVE, tables.CAUTIOUS, {}, 50), (tables.BRAVE, tables.BERSERK, {}, 55),
    (tables.CAUTIOUS, tables.BERSERK, {}, 40), (tables.COWARDLY, tables.BERSERK, {}, 35),
    (tables.BERSERK, tables.BERSERK, {}, 50), (-1, tables.BERSERK, {}, 50),
    (-1, -1, {"gripped": True}, 25), (-1, -1, {"cover": 0.5}, 25), (-1, -1, {"melee_cover": 0.8}, 40),
    (-1, -1, {"missile_cover": 0.5}, 50), (-1, -1, {"gripping": 3}, 20), (-1, -1, {"melee": 9}, 95),
    (-1, -1, {"guard": 9}, 0),
    (-1, -1, {"late": True, "guard": 9}, 5), (-1, -1, {"late": True}, 50), (-1, -1, {"sapped": 2}, 30),
    (-1, -1, {"foe sapped": 2}, 70), (-1, -1, {"melee": 9, "cover": 0.5}, 47.5),
])  # fmt: skip
def test_the_chance_of_a_blow(mine: int, foes: int, changes: dict[str, float], percent: float) -> None:
    f = two("", "", span=MELEE_RANGE)
    me, foe = f.sides
    me.conduct.temper, foe.conduct.temper = mine, foes
    me.afflictions.gripped = bool(changes.get("gripped", False))
    foe.guard.cover, foe.guard.melee_cover = changes.get("cover", 1.0), changes.get("melee_cover", 1.0)
    foe.guard.missile_cover = changes.get("missile_cover", 1.0)
    foe.afflictions.gripping = int(changes.get("gripping", 0))
    me.arms.melee, foe.arms.melee = int(changes.get("melee", 0)), int(changes.get("guard", 0))
    me.afflictions.sapped, foe.afflictions.sapped = int(changes.get("sapped", 0)), int(changes.get("foe sapped", 0))
    f.round = 31 if changes.get("late") else 30
    assert hit_chance(f, me, foe) == percent


@pytest.mark.clause("AK-4.1.5-01", "AK-4.2.1-15", "AK-5.9-02", "AK-10.1-12")
@pytest.mark.parametrize(("die", "wracked", "faces", "harm"), [
    (4, 0.0, [], 4), (4, 1.0, [], 3), (4, 0.5, [("weakness", 500)], 3), (4, 0.5, [("weakness", 501)], 4),
    (4, 1.5, [("weakness", 500)], 2), (4, 2.5, [("weakness", 501)], 2), (1, 3.0, [], 0),
])  # fmt: skip
def test_what_weakness_takes_off_a_blow(die: int, wracked: float, faces: list[object], harm: int) -> None:
    f = two("", "", span=MELEE_RANGE)
    f.sides[0].afflictions.wracked = wracked
    with dice(f.t.s, [("damage", die), *faces]):
        assert blow(f, *f.sides) == harm
    f.round = 31
    with dice(f.t.s, [("damage", die), *faces]):
        assert blow(f, *f.sides) == max(1, harm)


@pytest.mark.clause("AK-5.9-02", "AK-10.1-12")
@pytest.mark.parametrize(("item", "mind", "foe", "harm", "sapped"), [
    ("Shadow Sword", tables.EVIL, "Ogre", 3 + 1 + 1, 1), ("Shadow Sword", tables.UNDEAD, "Ogre", 3 + 1 + 1, 1),
    ("Shadow Sword", tables.GOOD, "Ogre", 3 + 1, 1),
    ("Holy Sword", tables.GOOD, "Zombie", 2 * (3 + 2), 0), ("Holy Sword", tables.GOOD, "Demon", 2 * (3 - 1), 0),
    ("Holy Sword", tables.GOOD, "Ogre", 3 + 1, 0),
    ("Holy Sword", tables.EVIL, "Zombie", 3, 0), ("", tables.GOOD, "Zombie", 3, 0),
])  # fmt: skip
def test_swords_that_slay_and_sap(item: str, mind: int, foe: str, harm: int, sapped: int) -> None:
    s = new_state()
    n = hero(s, alignment=mind)
    if item:
        put_item(s, item, n)
    f = bout(s, n, foe, span=MELEE_RANGE)
    with dice(s, [("damage", 3)]):
        assert blow(f, *f.sides) == harm
    assert f.sides[1].afflictions.sapped == sapped


@pytest.mark.clause("AK-5.1-04", "AK-4.2.5-21")
def test_what_is_told_of_a_swing_and_how_it_shakes() -> None:
    f = two("", "", span=MELEE_RANGE)
    me, foe = f.sides
    f.readers = [0]
    f.t.s.journal = []
    with dice(f.t.s, [("a blow", NO)]):
        swing(f, me)
    assert (foe.afflictions.shaken, foe.body.hp) == (1, 10)
    me.afflictions.wracked = 6.0
    with dice(f.t.s, [("a blow", YES), ("damage", 6)]):
        swing(f, me)
    assert (foe.afflictions.shaken, foe.body.hp) == (1, 10)
    me.afflictions.wracked = 0.0
    foe.afflictions.gripping, me.afflictions.gripped = 2, True
    with dice(f.t.s, [("a blow", YES), ("damage", 3)]):
        swing(f, me)
    assert (foe.afflictions.shaken, foe.body.hp) == (4, 7)
    assert (foe.afflictions.gripping, me.afflictions.gripped) == (0, False)
    with dice(f.t.s, [("a blow", YES), ("damage", 1)]):
        swing(f, me)
    assert foe.afflictions.shaken == 4, "the worst counts"
    assert [(each.kind, each.data.get("harm")) for each in f.t.s.journal or []] == [
        ("fight-misses", None), ("fight-glances", 0), ("fight-hits", 3), ("fight-grip-broken", None),
        ("fight-hits", 1)]  # fmt: skip


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(
    ("power", "face", "holds"),
    [(tables.FIRM_HAND, 500, True), (tables.FIRM_HAND, 501, False), (tables.SURE_KILL, 1, False)],
)
def test_a_master_keeps_a_firm_hand_half_of_the_time(power: int, face: int, holds: bool) -> None:
    s = new_state()
    f = bout(s, hero(s), master(s, power, seat=1), span=MELEE_RANGE)
    me, foe = f.sides
    foe.afflictions.gripping, me.afflictions.gripped = 2, True
    load(s, a_blow=YES, damage=1, **{"the_Hand_keeps_its_grip": face})
    swing(f, me)
    assert (foe.afflictions.gripping, me.afflictions.gripped) == ((2, True) if holds else (0, False))
    assert holds_on(f, foe) is holds


@pytest.mark.clause("AK-2.0-01")
def test_the_extra_swing_is_not_for_the_dead() -> None:
    s = new_state()
    f = bout(s, master(s, tables.EXTRA_SWING), hero(s, seat=1), span=MELEE_RANGE)
    f.round = 6
    f.sides[1].body.hp = 1
    with dice(s, [("a blow", YES), ("damage", 6)]):
        strike(f, f.sides[0])
    other = bout(s, hero(s, "ME4"), hero(s, seat=1), span=MELEE_RANGE)
    other.round = 6
    with dice(s, [("a blow", NO)]):
        strike(other, other.sides[0])


@pytest.mark.clause("AK-4.2.5-20")
@pytest.mark.parametrize(
    ("level", "face", "harm"), [(1, 500, 2), (1, 501, 1), (2, 1, 2), (3, 500, 3), (3, 501, 2), (4, 1, 3)]
)
def test_the_hand_squeezes(level: int, face: int, harm: int) -> None:
    f = two("", "", span=MELEE_RANGE)
    me, foe = f.sides
    f.readers = [0]
    f.t.s.journal = []
    me.afflictions.gripping = level
    load(f.t.s, squeeze=face)
    squeeze(f, me)
    assert foe.body.hp == 10 - harm
    assert told(f.t.s.journal or [], "fight-squeeze", 0)[0].data["harm"] == harm


# Flight and mercy (2.4, 5.6)


@pytest.mark.clause("AK-5.6-01", "AK-2.4-05", "AK-4.2.3-09", "AK-5.9-02")
@pytest.mark.parametrize(("foe", "temper", "items", "unseen", "percent"), [
    ("Zombie", tables.BRAVE, (), False, 80), ("Ogre", tables.BRAVE, (), False, 50),
    ("Gryphon", tables.BRAVE, (), False, 20),
    ("Ogre", tables.CAUTIOUS, (), False, 60), ("Ogre", tables.COWARDLY, (), False, 50),
    ("Ogre", tables.BRAVE, ("Boots of Flight",), False, 75),
    ("Ogre", tables.BRAVE, ("Feather of the Great Eagle",), False, 80), ("Gryphon", tables.BRAVE, (), True, 50),
    ("Gryphon", tables.CAUTIOUS, ("Boots of Flight", "Feather of the Great Eagle"), True, 115),
])  # fmt: skip
def test_the_chance_of_flight(foe: str, temper: int, items: tuple[str, ...], unseen: bool, percent: int) -> None:
    s = new_state()
    n = hero(s, temper=temper)
    for item in items:
        put_item(s, item, n)
    f = bout(s, n, foe)
    f.sides[0].guard.is_unseen = unseen
    assert flight_chance(*f.sides) == percent
    f.readers = [0]
    s.journal = []  # type: ignore[misc]
    if percent < 100:
        load(s, flight=percent * 10 + 1)
        flee(f, f.sides[0])
        assert (f.end, [each.kind for each in s.journal]) == ("", ["fight-cannot-flee"])
    load(s, flight=percent * 10)
    flee(f, f.sides[0])
    assert (f.end, f.loser, f.winner) == (FLED, f.sides[0], f.sides[1])
    assert s.journal[-1].kind == "fight-flees"


@pytest.mark.clause("AK-2.4-08")
@pytest.mark.parametrize(("mine", "foe", "percent"), [
    (tables.NEUTRAL, tables.NEUTRAL, 65), (tables.GOOD, tables.GOOD, 85), (tables.DIVINE, tables.GOOD, 80),
    (tables.UNDEAD, tables.DIVINE, 55), (tables.EVIL, tables.EVIL, 50),
    (tables.GOOD, tables.EVIL, 30), (tables.EVIL, tables.UNDEAD, 45), (tables.GOOD, tables.PAGAN, 50),
])  # fmt: skip
def test_the_chance_of_mercy(mine: int, foe: int, percent: int) -> None:
    f = two("", "", alignment=foe)
    f.sides[0].alignment = mine
    assert mercy_chance(*f.sides) == percent


@pytest.mark.clause("AK-2.4-08")
@pytest.mark.parametrize(("foe", "temper", "hp", "begs"), [
    ("Ogre", tables.COWARDLY, 3, True), ("Ogre", tables.COWARDLY, 4, False), ("Ogre", tables.CAUTIOUS, 1, False),
    ("Ghoul", tables.COWARDLY, 3, False),
    ("Gryphon", tables.COWARDLY, 3, False), ("Clay Golem", tables.COWARDLY, 3, False),
    ("Demon", tables.COWARDLY, 3, True),
])  # fmt: skip
def test_only_a_coward_near_death_begs_and_only_a_living_mind_hears(
    foe: str, temper: int, hp: int, begs: bool
) -> None:
    s = new_state()
    f = bout(s, hero(s, temper=temper), foe)
    f.sides[0].body.hp = hp
    load(s, flight=NO, mercy=YES)
    flee(f, f.sides[0])
    assert (f.end == "begged") is begs
    assert f.sides[0].conduct.has_begged is (temper == tables.COWARDLY and hp <= 3)


# Images (4.2.3)


@pytest.mark.clause("AK-4.2.3-10")
def test_an_image_is_like_its_original_at_this_moment() -> None:
    one = Combatant("Original", 10)
    one.number, one.seat, one.alignment, one.mind, one.speed = 7, 1, tables.EVIL, tables.LOW, 2
    one.kinds, one.conduct.temper, one.guard.cover, one.body.hp = frozenset({"undead"}), tables.BERSERK, 0.5, 4
    one.arms.melee, one.arms.reach = 3, 1
    hurt = one.afflictions
    hurt.wracked, hurt.gripped, hurt.sapped, hurt.held, hurt.gripping = 1.5, True, 2, 3, 4
    image = like(one)
    assert (image.name, image.number, image.alignment, image.mind, image.speed) == (
        "Original",
        7,
        tables.EVIL,
        tables.LOW,
        2,
    )
    assert (image.kinds, image.conduct.temper, image.guard.cover) == ({"undead"}, tables.BERSERK, 0.5)
    assert (image.body.hp, image.body.most, image.arms) == (4, 4, one.arms)
    assert image.arms is not one.arms
    assert (image.afflictions.wracked, image.afflictions.gripped, image.afflictions.sapped) == (1.5, True, 2)
    assert (image.afflictions.held, image.afflictions.gripping) == (0, 0)
    one.body.hp = 0
    assert like(one).body.hp == 1


@pytest.mark.clause("AK-5.0-01")
def test_a_fight_and_its_sides() -> None:
    s = new_state()
    f = bout(s, hero(s), hero(s, seat=1))
    a, b = f.sides
    assert (f.foe(a), f.foe(b), f.winner, f.span, f.is_duel, f.to_half) == (b, a, None, SPELL_RANGE, False, False)
    assert (f.round, f.end, f.iced, f.phantasm, f.loser, f.readers) == (0, "", None, None, None, [0, 1])
    assert [f.is_late for f.round in (30, 31)] == [False, True]
    assert Fight(f.t, a, monster(s, "Ogre", 9)).readers == [0]
    a.suffer(0)
    assert a.afflictions.shaken == 0
    a.suffer(3)
    a.suffer(1)
    assert (a.body.hp, a.afflictions.shaken, a.is_dead) == (6, 4, False)
    a.suffer(6)
    assert a.is_dead
