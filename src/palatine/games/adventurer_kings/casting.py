"""Action spells, cast by skill or from items (3.10, 3.11, 4.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.action_spells import EFFECTS
from palatine.games.adventurer_kings.experience import learn_by_doing
from palatine.games.adventurer_kings.turn import Failed, Turn, need

BASE, PER_LEVEL, MOST = 15, 15, 95
MAGICIANS: Final = 10
HIEROPHANT: Final = 4


def cast(t: Turn, n: int, action: o.CastSpell) -> None:
    """15% and 15% a level; only as many a turn as the level allows, in each magic (3.10, 4.2)."""
    spell = c.SPELL_BY_CODE[action.spell]
    need(c.SPELLS[spell].action, "AK-3.10-01", "fail.no-action-spell", spell=spell)
    ability = magic_of(t, n, spell)
    level = t.skill(n, ability)
    need(level > 0, "AK-4.0-01", "fail.no-skill", ability=ability)
    tried = t.casts.get((n, ability), 0)
    most = c.ACTION_SPELLS[level] + t.has_office(n, c.ARCHMAGE)
    need(tried < most, "AK-4.2-02", "fail.no-more-spells", ability=ability)
    t.casts[n, ability] = tried + 1
    learn_by_doing(t, n, ability, "action_spell")
    if not t.chance(percent_to_cast(t, n, ability, spell), "action spell"):
        t.tell("cast-fails", "AK-4.2-07", t.witnesses(n), who=n, spell=spell)
        if spell == c.KILL:
            enrage(t, n, action.target)
        return
    work(t, n, spell, level, action.target, action.terrain)


def magic_of(t: Turn, n: int, spell: int) -> int:
    """The ability a spell is cast with: Charm of the Undead is Necromancy (4.2.2)."""
    if spell == c.CHARM and t.s.people[n].alignment == c.UNDEAD:
        return c.NE
    return c.SPELLS[spell].ability


def percent_to_cast(t: Turn, n: int, ability: int, spell: int) -> int:
    s = t.s
    person = s.people[n]
    percent = BASE + PER_LEVEL * t.level(n, ability)
    alignment = s.kingdoms[person.seat].alignment
    if alignment == c.PAGAN == person.alignment and ability != c.WH:
        percent += MAGICIANS
    percent += t.power(person.seat, "casting") or 0
    percent += 5 * t.has_title(n, HIEROPHANT)
    if ability == c.WH and t.has_office(n, c.PRIEST):
        percent += 10
    if spell == c.RESURRECT and t.masters(n, c.WH, 0):
        percent += 10
    if spell == c.KILL and t.masters(n, c.NE, 4):
        percent += 10
    return min(MOST, percent)


def enrage(t: Turn, n: int, victim: int) -> None:
    """Whoever was to be killed comes for the caster in this very phase (4.2.5)."""
    from palatine.games.adventurer_kings.encounters import fight_person

    other = t.s.people.get(victim)
    if other is not None and not other.died and not other.is_king:
        t.tell("enraged", "AK-4.2.5-11", t.witnesses(n, victim), who=victim, other=n)
        fight_person(t, victim, n, (o.Strike(),), fury=True)


def use(t: Turn, n: int, action: o.Use) -> None:
    """An item's spell cannot fail; its charge is spent (3.11, 5.9)."""
    s = t.s
    found = s.items.get(action.item)
    if found is None or found.bearer != n:
        raise Failed("AK-3.11-01", "fail.no-item", number=action.item)
    kind = c.ITEMS[found.kind]
    need(kind.spell >= 0 and c.SPELLS[kind.spell].action, "AK-3.11-01", "fail.item-casts-nothing", item=action.item)
    t.tell("used", "AK-3.11-01", t.witnesses(n), who=n, item=action.item)
    work(t, n, kind.spell, kind.level, action.target, action.terrain)
    if found.charges > 1:
        s.set_item(action.item, charges=found.charges - 1)
    else:
        del s.items[action.item]
        t.forget_skills()


def work(t: Turn, n: int, spell: int, level: int, target: int, terrain: str) -> None:
    """A spell that has come off does what it does."""
    EFFECTS[spell](t, n, level, target, terrain)
    t.happen(t.s.people[n].place, n, "seen-spell", who=n, spell=spell)
