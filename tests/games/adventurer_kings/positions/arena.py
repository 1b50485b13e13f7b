"""Fights for the tests of Adventurer Kings: two combatants face to face, with plans in a line."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import a_turn, new_state, put_person
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.orders.encounter_plans import read_plan
from palatine.games.adventurer_kings.orders.tokens import Words
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import SPELL_RANGE, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster, of_person
from palatine.games.adventurer_kings.state import State


def plan(text: str) -> o.Plan:
    """Tactics as they are written on a sheet: "CA-FI,ME"."""
    return read_plan(Words(text)) if text else ()


def hero(s: State, levels: str = "", seat: int = 0, **changes: object) -> int:
    """A Hero of a seat in 504: brave, human, Evil, so that no kingdom's order of knights or mages helps him."""
    return put_person(s, f"Hero{s.last_person + 1}", seat, 504, levels, **{"alignment": c.EVIL, **changes})


def fighter(t: Turn, who: int | str, tactics: str = "") -> Combatant:
    """A character by number, or a monster by name, as he stands in a fight."""
    if isinstance(who, str):
        return of_monster(t, c.MONSTER_BY_NAME[who])
    return of_person(t, who, plan(tactics))


def bout(
    s: State, a: int | str, b: int | str, a_plan: str = "", b_plan: str = "", span: int = SPELL_RANGE,
    is_duel: bool = False,
) -> Fight:  # fmt: skip
    """A fight about to begin."""
    t = a_turn(s)
    return Fight(t, fighter(t, a, a_plan), fighter(t, b, b_plan), span, is_duel)


def two(a: str, b: str, a_plan: str = "", b_plan: str = "", span: int = SPELL_RANGE, **changes: object) -> Fight:
    """A fight of two brave Heroes with these levels; `changes` are the second one's."""
    s = new_state()
    return bout(s, hero(s, a), hero(s, b, 1, **changes), a_plan, b_plan, span)


def monster(s: State, name: str, hp: int) -> Combatant:
    """A monster with so many hit points."""
    found = fighter(a_turn(s), name)
    found.body.hp = found.body.most = hp
    return found
