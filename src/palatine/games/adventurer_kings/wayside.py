"""Random encounters with monsters on the way (1.6, 5.10)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.combatant import of_monster, of_person
from palatine.games.adventurer_kings.deaths import die
from palatine.games.adventurer_kings.duels import duelist
from palatine.games.adventurer_kings.fighting import SLAIN, Fight
from palatine.games.adventurer_kings.slaying import slay_monster
from palatine.games.adventurer_kings.state import NATIVE
from palatine.games.adventurer_kings.turn import Turn

WILD, SETTLED = 30, 20
"""Monsters are met with a weight of so many to their hit points, in natives' land and in a kingdom's."""
ON_THE_WAY: Final = -1


def random_encounter(t: Turn, n: int) -> None:
    """A monster may cross the way of somebody without an army; at home half as often (1.6)."""
    s = t.s
    person = s.people[n]
    if s.led_by(n) or person.died or t.masters(n, c.EX, 4) or t.masters(n, c.DR, 1):
        return
    percent: float = c.TERRAIN[s.terrain(person.place)].encounter
    if person.seat >= 0 and s.is_friendly(person.seat, person.place):
        percent /= 2
    for calm in t.gear(n, "calm"):
        percent *= calm
    if t.chance(percent, "random encounter"):
        meet_monster(t, n, who_comes(t, person.place))


def who_comes(t: Turn, place: int) -> int:
    """A monster of the terrain; the weaker, the likelier."""
    s = t.s
    base = WILD if s.owners[place] == NATIVE else SETTLED
    terrain = s.terrain(place)
    weights = [(m, base * 100 // kind.hp) for m, kind in enumerate(c.MONSTERS) if terrain in kind.terrains]
    at = t.die(sum([weight for _, weight in weights]), "which monster")
    for m, weight in weights:
        at -= weight
        if at <= 0:
            return m
    raise AssertionError("the weights add up")


def meet_monster(t: Turn, n: int, species: int) -> None:
    """He defends himself by his Special Plan (5.10)."""
    place = t.s.people[n].place
    t.tell("met", "AK-5.10-06", t.witnesses(n), who=n, monster=species, place=place)
    foe = of_monster(t, species)
    me = of_person(t, n, t.plans.get(n, ()))
    fight = Fight(t, duelist(t, me, foe.is_of("humanoid")), foe).run()
    learn_from(t, n, fight)
    if fight.end != SLAIN:
        return
    if fight.loser is me:
        die(t, n)
    else:
        slay_monster(t, n, species, foe.most)
        t.s.pay(t.s.people[n].seat, t.die(3, "what it carried")) if t.s.people[n].seat >= 0 else None


def learn_from(t: Turn, n: int, fight: Fight) -> None:
    """Experience of arrows, blows and spells (3.19)."""
    from palatine.games.adventurer_kings.encounters import fight_experience

    fight_experience(t, n, fight)
