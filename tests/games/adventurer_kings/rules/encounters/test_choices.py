"""Choices of fighters by plan, by temper and by the computer (2.4, 5.0 to 5.3, 5.10)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, plan, two
from games.adventurer_kings.positions.realm import NO, dice, load, new_state, put_item
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters import tactics
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    MELEE_RANGE,
    SPELL_RANGE,
)
from palatine.games.adventurer_kings.rules.encounters.tactics import (
    best_attack,
    best_spell,
    can,
    choose,
    death_risk,
    fights_on,
    keeps,
    loses_heart,
    odds,
)

# Tactics (2.4, 5.0)


@pytest.mark.clause("AK-5.0-02", "AK-5.2-02", "AK-5.3-01")
@pytest.mark.parametrize(("tactic", "span", "at", "stays"), [
    ("FI,ME", SPELL_RANGE, 0, True), ("FI,ME", BOW_RANGE, 0, False), ("ME,FL", BOW_RANGE, 0, True),
    ("ME,FL", MELEE_RANGE, 0, False),
    ("ME,FL", MELEE_RANGE, 1, True), ("FL,ME", MELEE_RANGE, 0, False), ("CA-FI", SPELL_RANGE, 0, False),
])  # fmt: skip
def test_which_tactics_are_still_to_be_done(tactic: str, span: int, at: int, stays: bool) -> None:
    f = two("AR1 EL1", "", tactic, span=span)
    me = f.sides[0]
    me.conduct.at = at
    assert keeps(f, me, me.conduct.plan[at]) is stays


@pytest.mark.clause("AK-5.10-03")
@pytest.mark.parametrize(("text", "at", "hp", "held", "fights"), [
    ("ME,FL", 1, 6, 0, True), ("ME,FL", 1, 5, 0, False), ("FI,FL", 1, 10, 0, True), ("CA-FI,FL", 1, 10, 0, False),
    ("FL,ME", 0, 10, 0, False),
    ("ME,FL", 1, 10, 1, False),
])  # fmt: skip
def test_who_fights_on_before_fleeing(text: str, at: int, hp: int, held: int, fights: bool) -> None:
    f = two("AR1 EL1", "", text)
    me, foe = f.sides
    me.conduct.at, me.body.hp, foe.afflictions.held = at, hp, held
    assert fights_on(f, me) is fights


@pytest.mark.clause("AK-4.2-05", "AK-5.1-05", "AK-4.2.5-14")
@pytest.mark.parametrize(("tactic", "changes", "possible"), [
    ("CA-FI", {}, True), ("CA-FL", {}, False), ("CA-HO", {}, False), ("CA-FI", {"silenced": True}, False),
    ("CA-KI", {}, True),
    ("CA-KI", {"defending": True}, False), ("FI", {}, True), ("FI", {"arrows": 0}, False),
    ("FI", {"span": MELEE_RANGE}, False),
    ("FI", {"silenced": True}, False), ("ME", {}, True), ("FL", {}, True), ("ME", {"gripping": 2}, False),
    ("FL", {"gripping": 2}, True),
    ("ST", {}, False), ("CA-FI", {"used": True}, False),
])  # fmt: skip
def test_what_can_be_done_now(tactic: str, changes: dict[str, int], possible: bool) -> None:
    f = two("AR1 EL1 NE1", "")
    me = f.sides[0]
    me.afflictions.silenced = bool(changes.get("silenced"))
    me.afflictions.gripping = changes.get("gripping", 0)
    me.conduct.is_defending = bool(changes.get("defending"))
    me.arms.arrows = changes.get("arrows", 1)
    f.span = changes.get("span", SPELL_RANGE)
    me.magic.used = {tables.FIREBALL} if changes.get("used") else set()
    assert can(f, me, plan(tactic)[0]) is possible


@pytest.mark.clause("AK-5.1-05", "AK-4.2.5-14")
def test_wands_once_a_spell_and_no_killing_in_self_defence() -> None:
    s = new_state()
    n = hero(s)
    wand, figurine, foreign = (
        put_item(s, "Wand of Fire", n),
        put_item(s, "Wax Figurine", n),
        put_item(s, "Frost Wand"),
    )
    sword = put_item(s, "Sword of Sharpness", s.kingdoms[0].king)
    f = bout(s, n, hero(s, seat=1))
    me = f.sides[0]
    assert [can(f, me, orders.UseItem(each)) for each in (wand, figurine, foreign, sword, 99)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert me.arms.weapon == 0
    me.conduct.is_defending = True
    assert [can(f, me, orders.UseItem(each)) for each in (wand, figurine)] == [True, False]
    me.magic.used.add(tables.FIREBALL)
    assert not can(f, me, orders.UseItem(wand))


@pytest.mark.clause("AK-5.0-02")
@pytest.mark.parametrize(("levels", "span", "changes", "tactic"), [
    ("", SPELL_RANGE, {}, orders.Strike()), ("EL1 NE1", SPELL_RANGE, {}, orders.Cast("EL-FI")),
    ("EL1", SPELL_RANGE, {"silenced": True}, orders.Strike()),
    ("AR2 ME1", SPELL_RANGE, {}, orders.Fire()), ("AR1 ME1", SPELL_RANGE, {}, orders.Strike()),
    ("AR2", MELEE_RANGE, {}, orders.Strike()),
    ("AR2", BOW_RANGE, {"silenced": True}, orders.Strike()), ("AR2", BOW_RANGE, {"arrows": 0}, orders.Strike()),
    ("EL1", SPELL_RANGE, {"gripping": 1}, orders.Strike()),
    ("WH1", SPELL_RANGE, {}, orders.Cast("WH-SP")), ("NE1", SPELL_RANGE, {}, orders.Cast("NE-HA")),
    ("PS1", SPELL_RANGE, {}, orders.Cast("PS-TE")),
])  # fmt: skip
def test_what_the_computer_does_for_a_character(
    levels: str, span: int, changes: dict[str, int], tactic: orders.Tactic
) -> None:
    f = two(levels, "", span=span)
    me = f.sides[0]
    me.afflictions.silenced, me.afflictions.gripping = bool(changes.get("silenced")), changes.get("gripping", 0)
    me.arms.arrows = changes.get("arrows", me.arms.arrows)
    assert best_attack(f, me) == tactic
    assert choose(f, me) == tactic


@pytest.mark.clause("AK-5.0-02", "AK-5.9-05")
def test_what_monsters_do() -> None:
    s = new_state()
    f = bout(s, hero(s), "Dragon", span=BOW_RANGE)
    assert best_attack(f, f.sides[1]) == orders.Fire()
    f.span = MELEE_RANGE
    for face, tactic in ((500, orders.Cast("EL-FI")), (501, orders.Strike())):
        load(s, monster_casts=face)
        assert best_attack(f, f.sides[1]) == tactic
    assert best_spell(f, f.sides[0]) == -1
    other = bout(s, hero(s), "Ogre")
    with dice(s, []):
        assert best_attack(other, other.sides[1]) == orders.Strike()


@pytest.mark.clause("AK-2.4-07", "AK-2.4-11")
@pytest.mark.parametrize(("temper", "hp", "flees"), [
    (tables.BERSERK, 1, False), (-1, 1, False), (tables.BRAVE, 1, True), (tables.BRAVE, 10, False),
    (tables.CAUTIOUS, 1, True),
    (tables.CAUTIOUS, 10, False),
    (tables.COWARDLY, 6, True),
])  # fmt: skip
def test_who_loses_heart_against_a_stronger_foe(temper: int, hp: int, flees: bool) -> None:
    f = two("", "ME3", span=MELEE_RANGE)
    me, foe = f.sides
    me.conduct.temper, me.body.hp = temper, hp
    load(f.t.s, a_coward_is_hurt=NO)
    assert loses_heart(f, me) is flees
    foe.afflictions.held = 1
    assert not loses_heart(f, me)
    foe.afflictions.held, f.round = 0, 31
    assert not loses_heart(f, me)


@pytest.mark.clause("AK-2.4-07")
@pytest.mark.parametrize(("span", "hp", "arrows", "damage", "risk"), [
    (MELEE_RANGE, 6, 0, 6, 0.6 / 6), (MELEE_RANGE, 7, 0, 6, 0.0), (MELEE_RANGE, 1, 0, 6, 0.6),
    (MELEE_RANGE, 4, 0, 6, 0.6 * 3 / 6),
    (BOW_RANGE, 6, 1, 6, 0.4 / 6), (BOW_RANGE, 7, 1, 6, 0.0), (BOW_RANGE, 12, 2, 6, 0.4 / 12),
    (SPELL_RANGE, 1, 0, 6, 0.0),
    (BOW_RANGE, 1, 1, 8, 0.4),
])  # fmt: skip
def test_the_risk_of_death(span: int, hp: int, arrows: int, damage: int, risk: float) -> None:
    f = two("", "AR1", span=span)
    me, foe = f.sides
    me.body.hp, foe.arms.arrows, foe.arms.missile_damage = hp, arrows, damage
    assert death_risk(f, foe, me) == pytest.approx(risk)


@pytest.mark.clause("AK-2.4-07")
def test_hope_goes_by_how_long_each_would_last() -> None:
    f = two("", "", span=MELEE_RANGE)
    me, foe = f.sides
    assert odds(f, me, foe) == 0.5
    foe.body.hp = 30
    assert odds(f, me, foe) == 0.25
    me.afflictions.wracked = 9.0
    assert odds(f, me, foe) == pytest.approx(0.6 * 0.5 * 10 / (0.6 * 0.5 * 10 + 0.6 * 3.5 * 30))
    me.body.hp = foe.body.hp = 0
    assert odds(f, me, foe) == 0.5


@pytest.mark.clause("AK-2.4-04", "AK-2.4-06")
@pytest.mark.parametrize(("temper", "risk", "odds", "flees"), [
    (tables.BRAVE, 0.4, 0.29, True), (tables.BRAVE, 0.39, 0.29, False), (tables.BRAVE, 0.4, 0.3, False),
    (tables.CAUTIOUS, 0.15, 0.9, True), (tables.CAUTIOUS, 0.14, 0.1, False),
])  # fmt: skip
def test_the_risk_at_which_a_temper_flees(
    monkeypatch: pytest.MonkeyPatch, temper: int, risk: float, odds: float, flees: bool
) -> None:
    f = two("", "ME3", span=MELEE_RANGE)
    me = f.sides[0]
    me.conduct.temper, me.body.hp = temper, 5
    monkeypatch.setattr(tactics, "death_risk", lambda *_: risk)
    monkeypatch.setattr(tactics, "odds", lambda *_: odds)
    assert loses_heart(f, me) is flees
