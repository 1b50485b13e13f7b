"""Random encounters with monsters on the way (1.6, 5.10)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import die_in_fight
from palatine.games.adventurer_kings.rules.common.experience import slay_monster
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import SLAIN, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import duelist, of_monster, of_person, raise_melee
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out, learn_from_fight

MOST_GOLD: Final = 3
WILD, SETTLED = 30, 20
"""Divisors of weights by hit points, in natives' land and in a kingdom's."""


def random_encounter(t: Turn, n: int) -> None:
    """Roll for a random encounter, half as likely at home (1.6).

    Not used for moves with an army.
    """
    s = t.s
    person = s.people[n]
    if person.died or t.masters(n, tables.SAFE_ROADS) or t.masters(n, tables.PEACE_WITH_MONSTERS):
        return
    percent: float = tables.TERRAIN[t.terrain(person.place)].encounter
    if person.seat >= 0 and s.is_friendly(person.seat, person.place):
        percent /= 2
    for calm in t.gear(n, "calm"):
        percent *= calm
    if t.chance(percent, "random encounter"):
        meet_monster(t, n, who_comes(t, person.place))


def who_comes(t: Turn, place: int) -> int:
    """Return a random monster of the terrain, weaker ones more likely."""
    s = t.s
    base = WILD if s.owners[place] == NATIVE else SETTLED
    terrain = t.terrain(place)
    weights = [(m, base * 100 // kind.hp) for m, kind in enumerate(tables.MONSTERS) if terrain in kind.terrains]
    at = t.die(sum([weight for _, weight in weights]), "which monster")
    for m, weight in weights:
        at -= weight
        if at <= 0:
            return m
    raise AssertionError("the weights add up")


def without_talk(plan: orders.Plan) -> orders.Plan:
    """Return a plan without gifts and thefts, which do not occur in a fight."""
    return tuple(
        each
        for each in plan
        if isinstance(each, orders.Cast | orders.UseItem | orders.Fire | orders.Strike | orders.Flee | orders.Say)
    )


def against_monster(t: Turn, n: int, plan: orders.Plan, foe: Combatant) -> Combatant:
    """Return a character against a monster, with bonuses of Duelists and the Defender.

    Duelists have theirs against humanoids. See 5.0, 10.1.
    """
    me = duelist(t, of_person(t, n, without_talk(plan)), foe.is_of("humanoid"))
    raise_melee(me, t.has_office(n, titles.DEFENDER))
    return me


def meet_monster(t: Turn, n: int, species: int) -> None:
    """Fight a monster by the Special Plan; the loser's combat items lie in the place.

    See 5.9, 5.10.
    """
    s = t.s
    seat, place = s.people[n].seat, s.people[n].place
    t.log("met", "AK-5.10-01", t.witnesses(n), who=n, monster=species, place=place)
    foe = of_monster(t, species)
    me = against_monster(t, n, t.ordered.plans.get(n, ()), foe)
    me.conduct.is_defending = True
    fight = fight_out(Fight(t, me, foe))
    learn_from_fight(t, fight)
    if fight.end != SLAIN:
        return
    if fight.loser is me:
        die_in_fight(t, n, 0)
        return
    slay_monster(t, n, foe.body.most)
    if seat >= 0:
        gold = t.die(MOST_GOLD, "what it carried")
        s.pay(seat, gold)
        t.log("wayside-gold", "AK-9.1-02", t.witnesses(n), who=n, gold=gold)
