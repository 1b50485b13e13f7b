"""Blessings and resurrections (4.2.1)."""

from __future__ import annotations

import msgspec
import pytest

from games.adventurer_kings.positions.arena import hero, master
from games.adventurer_kings.positions.realm import (
    NO,
    YES,
    Turn,
    a_turn,
    at,
    bury,
    know,
    load,
    new_state,
    own,
    put_person,
    set_land,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.turn import Failed
from palatine.games.adventurer_kings.rules.magic.action_spells import EFFECTS
from palatine.games.adventurer_kings.rules.magic.necromancy import afflict
from palatine.games.adventurer_kings.rules.magic.white_magic import lift_curse, raise_another
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


# White Magic (4.2.1)


@pytest.mark.clause("AK-4.2.1-12", "AK-4.2.1-13", "AK-10.1-15", "AK-12.1-06", "AK-2.0-01", "AK-5.8-04")
def test_blessings() -> None:
    s, n = caster(tables.WIDE_BLESSING)
    own(s, 0, 506, 507)
    set_land(s, 506, tax=5)
    set_land(s, 507, tax=7)
    cursed, far = put_person(s, "Cursed", 1, 814), put_person(s, "Far", 1, 813)
    for each in (cursed, far):
        s.set_person(each, cursed=tables.MELEE)
    know(s, 0, 814)
    bury(s, "LE", 814)
    t = a_turn(s)
    load(s, rest_for_the_dead=601)
    assert effect(t, n, tables.BLESS, 5, 814) == ["spell-bless"]
    assert t.spells.blessed == {at(s, 814), at(s, 504)}, "the richest of one's own"
    assert (s.people[cursed].cursed, s.people[cursed].levels[tables.MELEE], s.people[far].cursed) == (
        -1,
        1,
        tables.MELEE,
    )
    assert (s.merit[n][titles.PRIEST], s.renown[n][titles.BEACON]) == (2, 1)
    assert at(s, 814) in s.fallen
    load(s, rest_for_the_dead=600)
    assert effect(t, n, tables.BLESS, 5, 814) == ["spell-bless", "spell-rest"]
    assert at(s, 507) in t.spells.blessed
    assert at(s, 814) not in s.fallen
    with pytest.raises(Failed, match="unknown-province"):
        effect(t, n, tables.BLESS, 5, 813)


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(("power", "healed"), [(tables.HEALING, True), (tables.SURE_RESURRECTION, False)])
def test_a_master_heals_a_plagued_province(power: int, healed: bool) -> None:
    s, n = caster(power)
    t = a_turn(s)
    afflict(t, at(s, 504), 1)
    effect(t, n, tables.BLESS, 5, 504)
    assert (at(s, 504) not in t.spells.plagues) is healed
    assert t.spells.blessed == {at(s, 504)}


@pytest.mark.clause("AK-4.2.1-01", "AK-4.2.1-02", "AK-10.1-15", "AK-12.1-06")
@pytest.mark.parametrize(("caster_mind", "king", "mind", "after"), [
    (tables.NEUTRAL, False, tables.EVIL, tables.EVIL), (tables.NEUTRAL, False, tables.UNDEAD, tables.NEUTRAL),
    (tables.DIVINE, True, tables.EVIL, tables.GOOD),
    (tables.DIVINE, False, tables.EVIL, tables.EVIL),
])  # fmt: skip
def test_the_raised(caster_mind: int, king: bool, mind: int, after: int) -> None:
    s = new_state()
    n = hero(s, "WH3", alignment=caster_mind, is_king=king)
    if king:
        s.set_kingdom(0, king=n, alignment=caster_mind)
    dead = hero(s, "ME2", seat=1, alignment=mind)
    s.set_person(dead, died=1, lost_levels=(2,) * 15, is_imbecile=True, cursed=tables.TACTICAL)
    t = a_turn(s, phase=2)
    assert "spell-raised" in effect(t, n, tables.RESURRECT, 3, dead)
    person = s.people[dead]
    assert (person.died, person.seat, person.alignment, person.is_imbecile, person.lost_levels) == (
        0,
        0,
        after,
        False,
        (),
    )
    assert (person.levels[tables.MELEE], person.levels[tables.TACTICAL], person.cursed) == (2, 3, -1)
    assert 1 <= person.pay <= 4
    assert t.dealings.hired_in[dead] == 2
    assert (s.merit[n][titles.PRIEST], s.renown[n][titles.VOICE_OF_HEAVEN]) == (2, 2)


@pytest.mark.clause("AK-4.2.1-01", "AK-4.2.1-04", "AK-4.2.1-06", "AK-10.3-05")
@pytest.mark.parametrize(("case", "reason"), [
    ("elsewhere", "not-here"), ("guest", "not-here"), ("no such", "not-here"), ("alive", "alive"),
    ("dead king", "bones"),
])  # fmt: skip
def test_who_cannot_be_raised(case: str, reason: str) -> None:
    s = new_state()
    n = hero(s, "WH3")
    target = hero(s, visitor=int(case == "guest"), is_king=case == "dead king")
    s.set_person(
        target,
        died=int(case in ("elsewhere", "dead king", "guest")),
        place=at(s, 505 if case == "elsewhere" else 504),
    )
    with pytest.raises(Failed, match=reason):
        effect(a_turn(s), n, tables.RESURRECT, 3, 99 if case == "no such" else target)


@pytest.mark.clause("AK-2.0-01", "AK-5.8-04", "AK-4.2.5-15")
def test_a_master_raises_another_of_ones_own_first_and_curses_and_comas_are_lifted() -> None:
    s, n = caster(tables.DOUBLE_RESURRECTION)
    own_weak, own_able, other, king, far = (
        hero(s),
        hero(s, "ME2"),
        hero(s, "ME9", seat=1),
        hero(s, is_king=True),
        put_person(s, "Far", 0, 505),
    )
    for each in (own_weak, own_able, other, king, far):
        s.set_person(each, died=1)
    t = a_turn(s)
    for expected in ([own_able], [own_able, own_weak], [own_able, own_weak, other], [own_able, own_weak, other]):
        raise_another(t, n)
        assert [each for each in (own_able, own_weak, other, king, far) if not s.people[each].died] == expected
    s.set_person(own_able, cursed=tables.MELEE)
    s.journal = []  # type: ignore[misc]
    assert "spell-uncursed" in effect(t, n, tables.RESURRECT, 5, own_able)
    assert s.people[own_able].levels[tables.MELEE] == 3
    s.set_person(own_able, is_imbecile=True, lost_levels=(1,) * 15)
    assert effect(t, n, tables.RESURRECT, 5, own_able) == ["spell-wits"]
    assert (s.people[own_able].levels, s.people[own_able].lost_levels) == ((1,) * 15, ())
    s.set_person(own_able, cursed=tables.MELEE, levels=(9,) * 15)
    lift_curse(t, own_able)
    assert s.people[own_able].levels[tables.MELEE] == 9
    before = msgspec.structs.replace(s.people[own_able])
    lift_curse(t, own_able)
    assert s.people[own_able] == before
