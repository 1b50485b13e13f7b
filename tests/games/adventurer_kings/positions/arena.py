"""Helpers that build fights between two combatants for the tests of Adventurer Kings."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import NO, YES, Turn, a_turn, dice, load, new_state, put_person
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.encounter_plans import read_plan
from palatine.games.adventurer_kings.orders.tokens import OrderWords
from palatine.games.adventurer_kings.rules.encounters.combat_spells import apply_in_combat
from palatine.games.adventurer_kings.rules.encounters.combatant import SPELL_RANGE, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster, of_person
from palatine.games.adventurer_kings.state import State


def plan(text: str) -> orders.Plan:
    """Return the plan with these tactics, written as on a sheet: "CA-FI,ME"."""
    return read_plan(OrderWords(text)) if text else ()


def hero(s: State, levels: str = "", seat: int = 0, **changes: object) -> int:
    """Add a brave, human, Evil Hero of a seat in 504.

    Evil, so that no kingdom's order of knights or mages helps the Hero.
    """
    return put_person(s, f"Hero{s.last_person + 1}", seat, 504, levels, **{"alignment": tables.EVIL, **changes})


def fighter(t: Turn, who: int | str, tactics: str = "") -> Combatant:
    """Return a combatant: a character by number, or a monster by name."""
    if isinstance(who, str):
        return of_monster(t, tables.MONSTER_BY_NAME[who])
    return of_person(t, who, plan(tactics))


def bout(
    s: State, a: int | str, b: int | str, a_plan: str = "", b_plan: str = "", span: int = SPELL_RANGE,
    is_duel: bool = False,
) -> Fight:  # fmt: skip
    """Return a fight between two combatants before its first round."""
    t = a_turn(s)
    return Fight(t, fighter(t, a, a_plan), fighter(t, b, b_plan), span, is_duel)


def two(a: str, b: str, a_plan: str = "", b_plan: str = "", span: int = SPELL_RANGE, **changes: object) -> Fight:
    """Return a fight of two brave Heroes with these levels; `changes` apply to the second."""
    s = new_state()
    return bout(s, hero(s, a), hero(s, b, 1, **changes), a_plan, b_plan, span)


def monster(s: State, name: str, hp: int) -> Combatant:
    """Return a monster with this number of hit points."""
    found = fighter(a_turn(s), name)
    found.body.hp = found.body.most = hp
    return found


def mage(levels: str, **changes: object) -> tuple[State, int]:
    """Return a Hero with these levels in 504 whose spells all succeed."""
    s = new_state()
    n = hero(s, levels, **changes)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    return s, n


def master(s: State, power: int, seat: int = 0, **changes: object) -> int:
    """Add a Hero of level 5 in the ability of a secret power, with only that power."""
    ability, which = divmod(power, tables.POWERS_EACH)
    row = [each for each in range(tables.POWERS_EACH) if each != which]
    s.mastery[ability] = (which, *row)
    return hero(s, f"{tables.ABILITIES[ability]}5", seat=seat, **changes)


def pair(**changes: object) -> tuple[State, int, int]:
    """Return two Heroes of different Kings in 504."""
    s = new_state()
    return s, hero(s, "ME4"), hero(s, "ME1", seat=1, **changes)


def strong(s: State) -> None:
    """Make every blow hit with maximum damage, and the first side act first."""
    load(s, a_blow=YES, damage=6, who_goes_first=1, experience__melee=NO)


def against(name: str, hp: int, levels: str = "WH1 PS1 IL1 EL1 NE1", span: int = SPELL_RANGE) -> Fight:
    """Return a fight of a brave Hero with these levels against a monster with `hp` hit points."""
    s = new_state()
    return Fight(a_turn(s), of_person(a_turn(s), hero(s, levels)), monster(s, name, hp), span)


def do(f: Fight, spell: int, level: int, rolls: list[object] | None = None) -> Combatant:
    """Apply a spell of the first side and return the other side."""
    if rolls is None:
        apply_in_combat(f, f.sides[0], spell, level)
    else:
        with dice(f.t.s, rolls):
            apply_in_combat(f, f.sides[0], spell, level)
    return f.sides[1]
