"""Action spells: chances, limits, masters and reports (3.10, 3.11, 4.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    NO,
    YES,
    Turn,
    a_turn,
    act,
    at,
    bury,
    dice,
    failed,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.rules.common.spellcraft import province
from palatine.games.adventurer_kings.rules.common.turn import Failed
from palatine.games.adventurer_kings.rules.magic.action_spells import EFFECTS, tornado_risk
from palatine.games.adventurer_kings.rules.magic.casting import (
    ability_to_cast,
    cast_chance,
    cast_percentage,
    sees_no_more,
)
from palatine.games.adventurer_kings.rules.magic.necromancy import afflict, plague_risk, spread_plagues
from palatine.games.adventurer_kings.state import State

QUIET = {"action_spell": YES, "experience:_action_spell": NO}


def effect(t: Turn, n: int, spell: int, level: int, target: int = 0, terrain: str = "") -> list[str]:
    """Apply a successful spell; return the kinds of entries that the first King can read."""
    t.s.journal = []  # type: ignore[misc]
    EFFECTS[spell](t, n, level, target, terrain)
    return [each.kind for each in t.s.journal or [] if 0 in (each.readers or ())]


def caster(power: int, **changes: object) -> tuple[State, int]:
    s = new_state()
    n = master(s, power)
    if changes:
        s.set_person(n, **changes)
    return s, n


# Casting (3.10, 3.11)


@pytest.mark.clause("AK-3.10-02", "AK-4.2-08", "AK-4.3.1-01", "AK-12.1-08", "AK-10.1-04", "AK-2.0-01")
@pytest.mark.parametrize(("case", "code", "percent"), [
    ("plain", "EL-FL", 45), ("plain", "WH-BL", 45), ("pagan", "EL-FL", 55), ("pagan", "WH-BL", 45),
    ("alchemy", "EL-FL", 50),
    ("hierophant", "EL-FL", 50), ("hierophant", "WH-BL", 50), ("priest", "WH-BL", 55), ("priest", "EL-FL", 45),
])  # fmt: skip
def test_the_chance_of_an_action_spell(case: str, code: str, percent: int) -> None:
    s = new_state()
    n = hero(s, "EL2 WH2", alignment=tables.PAGAN if case == "pagan" else tables.EVIL)
    if case == "pagan":
        s.set_kingdom(0, alignment=tables.PAGAN)
    if case == "alchemy":
        s.set_kingdom(0, discoveries=([each.name for each in tables.DISCOVERIES].index("Alchemy"),))
    if case == "hierophant":
        s.title_holders[titles.HIEROPHANT] = n
    if case == "priest":
        s.holders[titles.PRIEST] = n
    assert cast_percentage(s, n, code) == percent


@pytest.mark.clause("AK-2.0-01", "AK-3.10-02")
@pytest.mark.parametrize(("power", "code", "percent"), [
    (tables.SURE_RESURRECTION, "WH-RE", 95), (tables.SURE_RESURRECTION, "WH-BL", 90), (tables.HEALING, "WH-RE", 90),
    (tables.SURE_KILL, "NE-KI", 95),
    (tables.SURE_KILL, "NE-PL", 90), (tables.FIRM_HAND, "NE-KI", 90),
])  # fmt: skip
def test_masters_cast_one_spell_better_and_nobody_better_than_95(power: int, code: str, percent: int) -> None:
    s, n = caster(power)
    assert cast_percentage(s, n, code) == percent
    s.title_holders[titles.HIEROPHANT] = n
    assert cast_percentage(s, n, code) == 95


@pytest.mark.clause("AK-4.2-01", "AK-4.2-02", "AK-4.2-03", "AK-10.1-04")
@pytest.mark.parametrize(
    ("level", "office", "most"),
    [(1, False, 1), (2, False, 1), (3, False, 2), (4, False, 3), (1, True, 2), (4, True, 4)],
)
def test_so_many_action_spells_a_turn_of_each_magic(level: int, office: bool, most: int) -> None:
    s = new_state()
    n = hero(s, f"EL{level} WH1")
    if office:
        s.holders[titles.ARCHMAGE] = n
    t = a_turn(s)
    for _ in range(most):
        assert ability_to_cast(t, n, tables.FLOOD) == tables.ELEMENTAL_MAGIC
        t.spells.casts[n, tables.ELEMENTAL_MAGIC] = t.spells.casts.get((n, tables.ELEMENTAL_MAGIC), 0) + 1
    with pytest.raises(Failed, match="no-more-spells"):
        ability_to_cast(t, n, tables.FLOOD)
    assert ability_to_cast(t, n, tables.BLESS) == tables.WHITE_MAGIC
    with pytest.raises(Failed, match="no-action-spell"):
        ability_to_cast(t, n, tables.FIREBALL)
    with pytest.raises(Failed, match="no-skill"):
        ability_to_cast(t, n, tables.SKELETONS)


@pytest.mark.clause("AK-3.10-01", "AK-12.1-06", "AK-3.14-02")
@pytest.mark.parametrize(("spell", "face", "expected", "glory"), [
    ("EL-FL", 1, ["cast", "spell-flood"], 1), ("EL-FL", 46, ["cast-fails"], 0),
    ("WH-BL", 45, ["cast", "spell-bless"], 0),
])  # fmt: skip
def test_what_is_told_of_a_casting(spell: str, face: int, expected: list[str], glory: int) -> None:
    s = new_state()
    n = hero(s, "EL2 WH2")
    load(s, action_spell=face, **{"experience:_action_spell": NO})
    t = a_turn(s)
    entries = act(t, n, f"CA {spell} 504")
    assert [each.kind for each in entries] == expected
    assert entries[0].readers == (0,)
    assert entries[0].tally is not None
    assert s.renown.get(n, (0,) * 40)[titles.HIEROPHANT] == glory
    assert [each.kind for each in t.phase.events] == ["seen-spell"] * (expected[0] == "cast")
    assert t.spells.casts[n, tables.SPELLS[tables.SPELL_BY_CODE[spell]].ability] == 1


@pytest.mark.clause("AK-5.9-02")
def test_luck_gives_another_roll_once_a_turn() -> None:
    s = new_state()
    n = hero(s, "EL4")
    put_item(s, "Luck Coin", n)
    t = a_turn(s)
    assert cast_chance(t, n, tables.FLOOD) == pytest.approx(0.75 + 0.25 * 0.75), "15% and 15% a level, twice"
    quiet = ("experience: action_spell", NO)
    assert told(act(t, n, "CA FL 504", [("action spell", 100), ("action spell, with luck", 1), quiet]), "cast")
    assert told(act(t, n, "CA FL 504", [("action spell", 100), quiet]), "cast-fails")
    assert cast_chance(t, n, tables.FLOOD) == 0.75


@pytest.mark.clause("AK-3.11-01", "AK-5.9-02")
def test_items_cast_what_they_hold_until_they_are_used_up() -> None:
    s = new_state()
    n = hero(s)
    urn, wand, foreign = (
        put_item(s, "Flood Urn", n, charges=2),
        put_item(s, "Wand of Fire", n),
        put_item(s, "Flood Urn"),
    )
    t = a_turn(s)
    assert failed(t, n, f"US {foreign} 504") == ("AK-3.11-01", "fail.no-item")
    assert failed(t, n, f"US {wand} 504") == ("AK-3.11-01", "fail.item-casts-nothing")
    assert failed(t, n, f"US {put_item(s, 'Grey Cloak', n)} 504") == ("AK-3.11-01", "fail.item-casts-nothing")
    with dice(s, []):
        entries = act(t, n, f"US {urn} 504")
    assert [each.kind for each in entries] == ["used", "spell-flood"]
    assert s.items[urn].charges == 1
    assert [each.kind for each in act(t, n, f"US {urn} 505")] == ["used", "spell-flood", "used-up"]
    assert urn not in s.items


@pytest.mark.clause("AK-4.2-07", "AK-4.2.2-07", "AK-2.0-01")
def test_how_far_spells_reach_and_how_many_are_watched() -> None:
    s, n = caster(tables.DOUBLE_CLAIRVOYANCE)
    t = a_turn(s)
    assert [province(t, n, number) for number in (0, 504, 505)] == [at(s, 504), at(s, 504), at(s, 505)]
    with pytest.raises(Failed, match="too-far"):
        province(t, n, 506)
    assert province(t, n, 506, 2) == at(s, 506)
    assert province(t, n, 814, -1) == at(s, 814)
    with pytest.raises(Failed, match="no-province"):
        province(t, n, 999)
    people = [hero(s, seat=1) for _ in range(3)]
    assert sees_no_more(t, n)
    for target, watched in zip(people, (people[:1], people[:2], people[1:]), strict=True):
        assert effect(t, n, tables.CLAIRVOYANCE, 5, target) == ["spell-clairvoyance"]
        assert t.spells.watched[n] == tuple(watched)
        assert s.seen[0][target][0] == at(s, 504)
        assert sees_no_more(t, n) is (len(watched) < 2)
    with pytest.raises(Failed, match="no-such-character"):
        EFFECTS[tables.CLAIRVOYANCE](t, n, 5, 99, "")


# Mind and illusion (4.2.2, 4.2.3)


@pytest.mark.clause("AK-4.2.2-01", "AK-2.0-01")
@pytest.mark.parametrize(("power", "face", "result"), [
    (tables.CHARM_OF_LEADERS, 500, "spell-charm"), (tables.CHARM_OF_LEADERS, 501, "spell-charm-fails"),
    (tables.LONG_BLAST, 1, "fail.leads-armies"),
])  # fmt: skip
def test_only_a_master_charms_who_leads_armies_and_half_of_the_time(power: int, face: int, result: str) -> None:
    s, n = caster(power)
    free = hero(s, seat=FREE, alignment=tables.NEUTRAL)
    put_army(s, "LE", MERCENARY, 504, free)
    load(s, **{"the_Charm_of_a_general": face})
    t = a_turn(s)
    try:
        found = effect(t, n, tables.CHARM, 5, free)[-1]
    except Failed as failure:
        found = failure.reason
    assert found == result
    assert s.people[free].seat == (0 if result == "spell-charm" else FREE)


@pytest.mark.clause("AK-4.2.2-01", "AK-2.3-04")
@pytest.mark.parametrize(
    ("mind", "pay"), [(tables.NEUTRAL, 1), (tables.PAGAN, 2), (tables.EVIL, 3), (tables.DIVINE, 3)]
)
def test_the_charmed_are_paid_what_they_would_ask_but_four_at_most(mind: int, pay: int) -> None:
    s, n = caster(tables.LONG_BLAST)
    free = hero(s, seat=FREE, alignment=mind, whim=1)
    effect(a_turn(s), n, tables.CHARM, 5, free)
    assert (s.people[free].seat, s.people[free].pay) == (0, pay)
    dear = hero(s, seat=FREE, alignment=tables.DIVINE, race=tables.ELF, temper=tables.COWARDLY, whim=5)
    effect(a_turn(s), n, tables.CHARM, 5, dear)
    assert s.people[dear].pay == 4


@pytest.mark.clause("AK-4.2.2-01", "AK-2.3-04")
@pytest.mark.parametrize(
    ("kingdom", "mind", "comes"),
    [(tables.GOOD, tables.EVIL, False), (tables.GOOD, tables.PAGAN, True), (tables.DIVINE, tables.NEUTRAL, False)],
)
def test_charm_wins_nobody_who_would_never_serve(kingdom: int, mind: int, comes: bool) -> None:
    s, n = caster(tables.LONG_BLAST)
    s.set_kingdom(0, alignment=kingdom)
    free = hero(s, seat=FREE, alignment=mind)
    if comes:
        effect(a_turn(s), n, tables.CHARM, 5, free)
    else:
        with pytest.raises(Failed, match="will-not-serve"):
            effect(a_turn(s), n, tables.CHARM, 5, free)
    assert (s.people[free].seat == 0) is comes


@pytest.mark.clause("AK-4.2.2-05")
@pytest.mark.parametrize(("levels", "mind", "face", "after"), [
    ("ME2", tables.DIVINE, 1, tables.UNDEAD), ("ME3", tables.GOOD, 1, tables.DRUIDIC),
    ("ME3", tables.GOOD, 3, tables.PAGAN),
    ("ME3", tables.EVIL, 3, tables.UNDEAD),
])  # fmt: skip
def test_corruption(levels: str, mind: int, face: int, after: int) -> None:
    s = new_state()
    n, own_hero = hero(s, "NE4", alignment=tables.UNDEAD), hero(s, levels, alignment=mind)
    s.set_kingdom(0, alignment=tables.UNDEAD, king=n)
    s.set_person(n, is_king=True)
    load(s, corruption=face)
    assert effect(a_turn(s), n, tables.CHARM, 4, own_hero) == ["spell-corrupt"]
    assert s.people[own_hero].alignment == after


@pytest.mark.clause("AK-4.2.2-06", "AK-4.2.3-04")
@pytest.mark.parametrize(
    ("spell", "kind"), [(tables.ORATORY, "spell-oratory"), (tables.PHANTASM, "spell-phantasm")]
)
@pytest.mark.parametrize("case", ["oneself", "mate", "ally", "stranger", "elsewhere", "dead", "no such"])
def test_on_whom_friendly_spells_are_cast(spell: int, kind: str, case: str) -> None:
    s = new_state()
    n = hero(s, "PS2 IL2")
    other = hero(s, seat=0 if case in ("mate", "elsewhere", "dead") else 1)
    if case == "ally":
        relate(s, 0, 1, ALLIED)
    s.set_person(other, place=at(s, 505 if case == "elsewhere" else 504), died=int(case == "dead"))
    t = a_turn(s)
    target = {"oneself": 0, "no such": 99}.get(case, other)
    if case in ("oneself", "mate", "ally"):
        assert effect(t, n, spell, 2, target) == [kind]
        marked = t.spells.hearts if spell == tables.ORATORY else set(t.spells.phantoms)
        assert marked == {n if case == "oneself" else other}
        assert effect(t, n, spell, 2, n) == [kind]
    else:
        with pytest.raises(Failed, match="no-ally" if case == "stranger" else "not-here"):
            effect(t, n, spell, 2, target)


@pytest.mark.clause("AK-4.2.3-04", "AK-2.0-01")
@pytest.mark.parametrize(("power", "own_level"), [(tables.DOUBLE_PHANTASM, 5), (tables.LASTING_ILLUSION, None)])
def test_phantoms_do_not_add_up_and_a_master_has_some_beside(power: int, own_level: int | None) -> None:
    s, n = caster(power)
    other = hero(s)
    t = a_turn(s)
    for level, after in ((1, 1), (3, 3), (2, 3)):
        effect(t, n, tables.PHANTASM, level, other)
        assert t.spells.phantoms[other] == after
    effect(t, n, tables.PHANTASM, 5, other)
    assert t.spells.phantoms.get(n) == own_level


@pytest.mark.clause("AK-4.2.2-06", "AK-2.0-01")
def test_oratory_of_masters() -> None:
    s, n = caster(tables.MASS_ORATORY)
    mate, stranger, far = hero(s), hero(s, seat=1), put_person(s, "Far", 0, 505)
    t = a_turn(s)
    effect(t, n, tables.ORATORY, 5)
    assert (t.spells.hearts, t.spells.crowds, t.spells.zealous) == (
        {s.kingdoms[0].king, n, mate},
        {(0, at(s, 504))},
        set(),
    )
    assert not {stranger, far} & t.spells.hearts
    s, n = caster(tables.ZEALOUS_ORATORY)
    mate = hero(s)
    t = a_turn(s)
    effect(t, n, tables.ORATORY, 5, mate)
    assert (t.spells.hearts, t.spells.crowds, t.spells.zealous) == ({mate}, set(), {mate})


@pytest.mark.clause("AK-4.2.3-01", "AK-4.2.3-05")
def test_illusions_and_hidden_features_are_told() -> None:
    s, n = caster(tables.LASTING_ILLUSION)
    lair = put_feature(s, "Dungeon", 504, "Ogre", boldness=3)
    far = put_feature(s, "Dungeon", 505, "Ogre")
    t = a_turn(s)
    assert effect(t, n, tables.ILLUSION, 5, 505, "sea") == ["spell-illusion"]
    assert s.illusions == {at(s, 505): tables.SEA}
    assert effect(t, n, tables.HIDE, 5, lair) == ["spell-hide"]
    assert (s.features[lair].is_hidden, s.features[lair].boldness) == (True, 0)
    with pytest.raises(Failed, match="no-feature"):
        effect(t, n, tables.HIDE, 5, far)


# Elements (4.2.4)


@pytest.mark.clause("AK-4.2.4-01", "AK-2.0-01")
@pytest.mark.parametrize(
    ("power", "friendly", "count"),
    [(tables.DOUBLE_FLOOD, False, 2), (tables.DOUBLE_FLOOD, True, 1), (tables.FOG, False, 1)],
)
def test_a_master_floods_foreign_land_next_door_too(power: int, friendly: bool, count: int) -> None:
    s, n = caster(power)
    near = [s.atlas.numbers[p] for p in s.atlas.neighbours[at(s, 505)]]
    if friendly:
        own(s, 0, *near)
    else:
        own(s, 0, near[1])
        set_land(s, near[0], terrain=tables.MOUNTAIN)
        sea(s, near[2])
    t = a_turn(s)
    assert effect(t, n, tables.FLOOD, 5, 505) == ["spell-flood"] * count
    assert len(t.spells.flooded) == count
    assert at(s, 505) in t.spells.flooded
    assert not {at(s, each) for each in near[:3]} & t.spells.flooded


@pytest.mark.clause("AK-4.2.1-11", "AK-4.2.4-01", "AK-4.2.1-08")
def test_floods_and_parted_seas() -> None:
    s, n = caster(tables.FOG)
    sea(s, 505)
    t = a_turn(s)
    with pytest.raises(Failed, match="no-flood"):
        effect(t, n, tables.FLOOD, 5, 505)
    with pytest.raises(Failed, match="no-sea"):
        effect(t, n, tables.PART_SEA, 5, 504)
    assert effect(t, n, tables.PART_SEA, 5, 505) == ["spell-part-sea"]
    assert t.spells.parted == {at(s, 505)}
    assert effect(t, n, tables.FLOOD, 5, 505) == ["spell-refill"]
    assert (t.spells.parted, t.spells.flooded) == (set(), set())
    assert effect(t, n, tables.FLOOD, 5, 504) == ["spell-flood"]
    assert effect(t, n, tables.PART_SEA, 5, 504) == ["spell-drain"]
    assert t.spells.flooded == set()


@pytest.mark.clause("AK-4.2.4-03", "AK-2.0-01")
@pytest.mark.parametrize(
    ("power", "level", "percent"),
    [(tables.GREAT_TORNADO, 5, 75), (tables.FOG, 5, 50), (tables.FOG, 1, 10), (tables.GREAT_TORNADO, 2, 30)],
)
def test_how_many_armies_a_tornado_scatters(power: int, level: int, percent: int) -> None:
    s, n = caster(power)
    mine, theirs, wild = put_army(s, "LE", 0, 505), put_army(s, "LE", 1, 505), put_army(s, "LE", NATIVE, 505)
    t = a_turn(s)
    assert tornado_risk(t, n, level) == percent
    with dice(s, [("tornado", percent * 10), ("tornado", percent * 10), ("tornado", percent * 10 + 1)]):
        assert effect(t, n, tables.TORNADO, level, 505) == ["spell-tornado"]
    assert [a in s.armies for a in (mine, theirs, wild)] == [False, False, True]
    scattered = told(s.journal or [], "scattered")
    assert [each.readers for each in scattered] == [(1,)]
    assert s.fallen == {}
    load(s, tornado=NO)
    assert effect(t, n, tables.TORNADO, level, 505) == ["spell-tornado-spares"]


@pytest.mark.clause("AK-4.2.4-04", "AK-2.0-01")
@pytest.mark.parametrize(("power", "number", "works"), [
    (tables.FAR_EARTHQUAKE, 506, True), (tables.FAR_EARTHQUAKE, 507, False), (tables.FOG, 506, False),
    (tables.FOG, 505, True),
])  # fmt: skip
def test_a_masters_earthquake_reaches_two_provinces(power: int, number: int, works: bool) -> None:
    s, n = caster(power)
    own(s, 1, number)
    relate(s, 0, 1, ENEMY)
    t = a_turn(s)
    if works:
        assert effect(t, n, tables.EARTHQUAKE, 5, number) == ["spell-earthquake"]
        assert t.spells.quaked == {at(s, number)}
        assert [each.readers for each in told(s.journal or [], "shaken")] == [(1,)]
    else:
        with pytest.raises(Failed, match="too-far"):
            effect(t, n, tables.EARTHQUAKE, 5, number)
    relate(s, 0, 1, PEACE)
    own(s, 1, 505)
    with pytest.raises(Failed, match="no-enemy-land"):
        effect(t, n, tables.EARTHQUAKE, 5, 505)


# Necromancy (4.2.5)


@pytest.mark.clause("AK-4.2.5-01", "AK-4.2.5-02", "AK-2.0-01", "AK-12.1-06", "AK-12.1-08")
@pytest.mark.parametrize(
    ("case", "level", "count"), [("plain", 2, 2), ("titled", 2, 3), ("master", 5, 6), ("few", 9, 8)]
)
def test_how_many_skeletons_rise(case: str, level: int, count: int) -> None:
    s, n = caster(tables.MORE_SKELETONS if case == "master" else tables.FIRM_HAND)
    if case == "titled":
        s.title_holders[titles.SOVEREIGN] = n
    for _ in range(8):
        bury(s, "LE", 504, race=tables.ELF, quality=tables.VETERAN)
    bury(s, "HC", 504, turn=s.turn)
    t = a_turn(s)
    assert effect(t, n, tables.SKELETONS, level) == ["spell-skeletons"]
    risen = [s.armies[a] for a in s.led_by(n)]
    assert len(risen) == count
    assert {(army.type, army.race, army.quality, army.owner, army.is_skeletal, army.origin) for army in risen} == {
        (tables.LEGION, tables.ELF, tables.VETERAN, 0, True, -1)}  # fmt: skip
    assert len(s.fallen[at(s, 504)]) == 9 - count
    assert s.renown[n][titles.SOVEREIGN] == count
    assert not t.phase.invaders


@pytest.mark.clause("AK-4.2.5-06")
def test_the_last_graves_are_empty_and_in_enemy_land_there_is_an_invasion() -> None:
    s, n = caster(tables.FIRM_HAND)
    own(s, 1, 504)
    relate(s, 0, 1, ENEMY)
    bury(s, "LE", 504)
    t = a_turn(s)
    effect(t, n, tables.SKELETONS, 5)
    (army,) = s.led_by(n)
    assert at(s, 504) not in s.fallen
    assert (s.armies[army].origin, dict(t.phase.invaders)) == (at(s, 504), {army: at(s, 504)})
    with pytest.raises(Failed, match="no-graves"):
        effect(t, n, tables.SKELETONS, 5)


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-12", "AK-4.2.5-15")
@pytest.mark.parametrize(("case", "faces", "expected"), [
    ("plain", [("a deathly coma", 251)], ["spell-kill"]),
    ("plain", [("a deathly coma", 250)], ["spell-imbecile"]),
    ("general", [("a figurine from afar", 500), ("a deathly coma", 251)], ["spell-kill"]),
    ("general", [("a figurine from afar", 501)], ["spell-kill-fails", "enraged"]),
    ("undead", [], ["spell-kill-fails", "enraged"]),
    ("guest", [], ["spell-kill-fails", "enraged"]),
])  # fmt: skip
def test_what_a_killing_does(case: str, faces: list[object], expected: list[str]) -> None:
    s, n = caster(tables.FIRM_HAND)
    victim = hero(
        s, "ME2", seat=1, alignment=tables.UNDEAD if case == "undead" else tables.GOOD, visitor=int(case == "guest")
    )
    if case == "general":
        put_army(s, "LE", 1, 504, victim)
    t = a_turn(s)
    s.dice = s.dice.copy()
    load(
        s,
        a_blow=NO,
        an_arrow=NO,
        experience__melee=NO,
        rage=1,
        flight=YES,
        **{str(purpose).replace(" ", "_"): face for purpose, face in faces},
    )  # type: ignore[has-type, misc]
    t.ordered.plans[n] = ()
    found = [each for each in effect(t, n, tables.KILL, 5, victim) if not each.startswith("fight")]
    assert found[: len(expected)] == expected
    if "spell-kill-fails" not in expected:
        assert bool(s.people[victim].died) is (expected == ["spell-kill"])
    assert s.people[victim].is_imbecile is (expected == ["spell-imbecile"])
    if expected == ["spell-imbecile"]:
        assert (sum(s.people[victim].levels), s.people[victim].lost_levels[tables.MELEE]) == (0, 2)
        assert [each.readers for each in told(s.journal or [], "imbecile")] == [(1,)]
        effect(t, n, tables.KILL, 5, victim)
        assert s.people[victim].lost_levels[tables.MELEE] == 2


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-13")
@pytest.mark.parametrize(("case", "reason"), [
    ("dead", "not-here"), ("elsewhere", "not-here"), ("oneself", "not-here"), ("king", "king-immune"),
    ("no such", "not-here"),
])  # fmt: skip
def test_whom_a_killing_cannot_mean(case: str, reason: str) -> None:
    s, n = caster(tables.FIRM_HAND)
    victim = s.kingdoms[1].king if case == "king" else hero(s, seat=1)
    s.set_person(victim, place=at(s, 505 if case == "elsewhere" else 504), died=int(case == "dead"))
    with pytest.raises(Failed, match=reason):
        effect(a_turn(s), n, tables.KILL, 5, {"oneself": n, "no such": 99}.get(case, victim))


@pytest.mark.clause("AK-4.2.5-16", "AK-4.3.1-01")
@pytest.mark.parametrize(("race", "bones", "physic", "level", "percent"), [
    (tables.HUMAN, False, False, 1, 20), (tables.ORC, False, False, 4, 50), (tables.ELF, False, True, 1, 10),
    (tables.TROLLS, False, False, 4, 0),
    (tables.HUMAN, True, False, 4, 0),
])  # fmt: skip
def test_the_risk_of_a_plague(race: int, bones: bool, physic: bool, level: int, percent: float) -> None:
    s = new_state()
    if physic:
        s.set_kingdom(0, discoveries=([each.name for each in tables.DISCOVERIES].index("Herbal Physic"),))
    army = put_army(s, "LE", 0, 505, race=race, is_skeletal=bones)
    assert plague_risk(a_turn(s), s.armies[army], level) == percent


@pytest.mark.clause("AK-4.2.5-16", "AK-4.2.5-17", "AK-4.2.5-18")
def test_a_plague_kills_makes_immune_weakens_and_strikes_once() -> None:
    s = new_state()
    own(s, 2, 505)
    dies, lives, weak, bones = (put_army(s, "LE", seat, 505) for seat in (0, 1, 0, 0))
    s.set_army(weak, is_immune=True)
    s.set_army(bones, is_skeletal=True)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    with dice(s, [("plague", 300), ("plague", 301), ("plague", 300)]):
        afflict(t, at(s, 505), 2)
    assert [a in s.armies for a in (dies, lives, weak, bones)] == [False, True, True, True]
    assert (s.armies[lives].is_immune, s.armies[weak].quality, s.armies[bones].is_immune) == (
        True,
        tables.GREEN,
        False,
    )
    assert [(each.kind, each.readers) for each in s.journal] == [("plague", (0, 2))]
    assert len(s.fallen[at(s, 505)]) == 1
    with dice(s, []):
        afflict(t, at(s, 505), 2)
    s.journal = []  # type: ignore[misc]
    s.set_army(lives, quality=tables.SUB_DEPLETED)
    load(s, plague=1)
    t.spells.plagues.clear()
    for a in (weak, bones):
        del s.armies[a]
    afflict(t, at(s, 505), 2)
    assert s.armies[lives].quality == tables.SUB_DEPLETED
    assert [(each.kind, each.readers) for each in s.journal] == [("plague-spares", (2,))]


@pytest.mark.clause("AK-4.2.5-18", "AK-2.0-01")
@pytest.mark.parametrize(
    ("masterly", "face", "spreads"),
    [(False, 150, True), (False, 151, False), (True, 250, True), (True, 251, False)],
)
def test_how_a_plague_spreads(masterly: bool, face: int, spreads: bool) -> None:
    s, n = caster(tables.SPARING_PLAGUE if masterly else tables.FIRM_HAND)
    near = s.atlas.neighbours[at(s, 505)]
    t = a_turn(s)
    load(s, plague_spreads=face, plague=NO)
    assert effect(t, n, tables.PLAGUE, 3, 505) == ["spell-plague"]
    spread_plagues(t)
    assert set(t.spells.plagues) == {at(s, 505)}, "not in the same phase"
    t.begin_phase(2)
    spread_plagues(t)
    friendly = {p for p in near if s.is_friendly(0, p)}
    expected = {at(s, 505), *(near if spreads else ())} - (friendly if masterly else set())
    assert set(t.spells.plagues) == expected
    assert {plague.level for plague in t.spells.plagues.values()} == {3}
    assert {plague.master for plague in t.spells.plagues.values()} == {n if masterly else 0}
