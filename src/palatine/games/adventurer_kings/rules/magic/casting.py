"""Casting of action spells by skill or from items (3.10, 3.11, 4.2)."""

from __future__ import annotations

from palatine.core import Tally
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import spend_charge
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.spellcraft import RENOWNED, magicians
from palatine.games.adventurer_kings.rules.common.turn import Failed, TallyPart, Turn, need
from palatine.games.adventurer_kings.rules.encounters.encounters import enrage
from palatine.games.adventurer_kings.rules.magic.action_spells import EFFECTS
from palatine.games.adventurer_kings.rules.magic.necromancy import victim_of
from palatine.games.adventurer_kings.state import State

BASE, PER_LEVEL, MOST = 15, 15, 95
PRIESTLY, MASTERLY = 10, 10


def cast(t: Turn, n: int, action: orders.CastSpell) -> None:
    """Cast a spell with 15 % plus 15 % per level, within the limit per magic and turn.

    See 3.10, 4.2.
    """
    spell = tables.SPELL_BY_CODE[action.spell]
    ability = ability_to_cast(t, n, spell)
    if spell == tables.KILL:
        victim_of(t, n, action.target)
    if spell == tables.CLAIRVOYANCE:
        need(sees_no_more(t, n), "AK-4.2.2-07", "fail.sees-already", spell=spell)
    t.spells.casts[n, ability] = t.spells.casts.get((n, ability), 0) + 1
    tally, level = roll_casting(t, n, ability, spell), t.skill(n, ability)
    learn_by_doing(t, n, ability, "action_spell")
    if not tally.succeeds:
        t.log("cast-fails", "AK-4.2-07", t.witnesses(n), tally, who=n, spell=spell)
        if spell == tables.KILL:
            enrage(t, n, action.target)
        return
    t.log("cast", "AK-3.10-02", t.witnesses(n), tally, who=n, spell=spell)
    t.s.honour(n, titles.HIEROPHANT, int(ability == tables.ELEMENTAL_MAGIC))
    apply_spell(t, n, spell, level, action.target, action.terrain)


def ability_to_cast(t: Turn, n: int, spell: int) -> int:
    """Return the ability for casting a spell now.

    Fails for other spells, without skill, or beyond the limit of this turn (3.10, 4.2).
    """
    need(tables.SPELLS[spell].action, "AK-3.10-01", "fail.no-action-spell", spell=spell)
    ability = tables.magic_of(spell, t.s.people[n].alignment)
    level = t.skill(n, ability)
    need(level > 0, "AK-4.0-01", "fail.no-skill", ability=ability)
    most = tables.ACTION_SPELLS[level] + t.has_office(n, titles.ARCHMAGE)
    need(t.spells.casts.get((n, ability), 0) < most, "AK-4.2-02", "fail.no-more-spells", ability=ability)
    return ability


def sees_no_more(t: Turn, n: int) -> bool:
    """Return whether a Clairvoyance is left this turn: one, for a master two (4.2.2)."""
    return len(t.spells.watched.get(n, ())) < 1 + t.masters(n, tables.DOUBLE_CLAIRVOYANCE)


def roll_casting(t: Turn, n: int, ability: int, spell: int) -> Tally:
    """Roll a casting with all bonuses; luck grants a second one (3.10)."""
    parts = chances(t, n, ability, spell)
    tally = t.attempt("action spell", *parts)
    if not tally.succeeds and t.second_try(n):
        tally = t.attempt("action spell, with luck", *parts)
    t.s.dice.record_result(("action spell", n), tally.succeeds)
    return tally


def chances(t: Turn, n: int, ability: int, spell: int) -> list[TallyPart]:
    """Return the parts of an action spell's chance, at most 95 % (3.10, 4.2)."""
    s = t.s
    person = s.people[n]
    parts: list[TallyPart] = [
        (BASE, "AK-3.10-02", "cast-base"),
        (PER_LEVEL * t.level(n, ability), "AK-3.10-02", "cast-skill"),
        (magicians(s, person.seat, person.alignment, ability), "AK-4.2-08", "cast-magicians"),
        (int(t.power(person.seat, "casting") or 0), "AK-4.3.1-01", "cast-alchemy"),
        (RENOWNED * t.has_title(n, titles.HIEROPHANT), "AK-12.1-08", "cast-title"),
        (
            PRIESTLY * (ability == tables.WHITE_MAGIC and t.has_office(n, titles.PRIEST)),
            "AK-10.1-04",
            "cast-priest",
        ),
        (MASTERLY * is_masterly(t, n, spell), "AK-2.0-01", "cast-master"),
    ]
    whole = sum([amount for amount, _, _ in parts])
    return [*parts, (min(0, MOST - whole), "AK-2.0-02", "at-most")]


def cast_chance(t: Turn, n: int, spell: int) -> float:
    """Return the probability of casting an action spell, luck included (3.10, 5.9)."""
    ability = tables.magic_of(spell, t.s.people[n].alignment)
    once = sum([amount for amount, _, _ in chances(t, n, ability, spell)]) / 100
    return once + (1 - once) * once * t.has_luck(n)


def cast_percentage(s: State, n: int, code: str) -> int:
    """Return `cast_chance` in percent, by the code of the spell."""
    return round(100 * cast_chance(Turn(s), n, tables.SPELL_BY_CODE[code]))


def is_masterly(t: Turn, n: int, spell: int) -> bool:
    """Return whether a master casts this spell better."""
    if spell == tables.RESURRECT:
        return t.masters(n, tables.SURE_RESURRECTION)
    return spell == tables.KILL and t.masters(n, tables.SURE_KILL)


def use(t: Turn, n: int, action: orders.Use) -> None:
    """Use an item's spell, which cannot fail and spends a charge (3.11, 5.9)."""
    s = t.s
    found = s.items.get(action.item)
    if found is None or found.bearer != n:
        raise Failed("AK-3.11-01", "fail.no-item", number=action.item)
    kind = tables.ITEMS[found.kind]
    need(
        kind.spell >= 0 and tables.SPELLS[kind.spell].action,
        "AK-3.11-01",
        "fail.item-casts-nothing",
        item=action.item,
    )
    t.log("used", "AK-3.11-01", t.witnesses(n), who=n, item=action.item, spell=kind.spell)
    apply_spell(t, n, kind.spell, kind.level, action.target, action.terrain)
    if action.item not in s.items:
        return  # A guest from Valhalla killed by the spell takes all belongings along.
    spend_charge(t, action.item)
    if action.item not in s.items:
        t.log("used-up", "AK-5.9-02", t.witnesses(n), who=n, item_kind=found.kind)


def apply_spell(t: Turn, n: int, spell: int, level: int, target: int, terrain: str) -> None:
    """Apply a successful action spell."""
    place = t.s.people[n].place
    EFFECTS[spell](t, n, level, target, terrain)
    t.record_observable(place, n, "seen-spell", who=n, spell=spell)
