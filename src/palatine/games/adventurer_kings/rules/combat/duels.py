"""Supreme commanders and their duel before a battle (5.10, 7.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force, leader_of
from palatine.games.adventurer_kings.rules.common.command import transfer
from palatine.games.adventurer_kings.rules.common.deaths import die_in_fight
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters import fighters
from palatine.games.adventurer_kings.rules.encounters.combatant import CHARMED, FLED, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import duelist, of_person
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out, learn_from_fight

EXCUSE: Final = 200 / 3
"""Percentage of a coward's excuses that are believed (2.4)."""


def commander_of(t: Turn, armies: list[int]) -> int:
    """Return the leader of the largest contingent, on a tie the best in Tactics (7.1).

    Returns 0 for the garrison commander.
    """
    counts: dict[int, int] = {}
    for n in armies:
        leader = t.s.armies[n].leader
        counts[leader] = counts.get(leader, 0) + 1
    leaders = [leader for leader in counts if leader != NO_LEADER]
    if not leaders:
        return 0
    return max(leaders, key=lambda n: (counts[n], t.skill(n, tables.TACTICAL), -n))


def challenges(t: Turn, n: int) -> bool:
    """Return whether a Special Plan makes a commander challenge: aggressive, without flight.

    See 5.10.
    """
    person = t.s.people[n]
    if person.rules >= 0 and person.seat < 0:
        return person.temper == tables.BERSERK
    plan = t.ordered.plans.get(n, ())
    return is_hostile(t.s, n, plan) and not any(isinstance(each, orders.Flee) for each in plan)


def flees_challenge(t: Turn, n: int) -> bool:
    """Return whether a commander's plan begins with flight (5.10)."""
    plan = t.ordered.plans.get(n, ())
    return bool(plan) and isinstance(plan[0], orders.Flee)


def duel(b: Battle) -> None:
    """Fight a duel of the commanders if one challenges and the other cannot avoid it.

    An heir crowned on the field in this phase is not challenged (A123). See 5.10, 7.1.
    """
    t = b.t
    a, d = b.forces
    if not a.commander or not d.commander:
        return
    if not (challenges(t, a.commander) or challenges(t, d.commander)):
        return
    if t.phase.heirs & {a.commander, d.commander}:
        return
    for force, other in ((a, d), (d, a)):
        if challenges(t, other.commander) and gets_out(b, force, other):
            return
    if not any(dares(t, force, other) for force, other in ((a, d), (d, a))):
        return
    fight = fight_out(Fight(t, side_of(t, a), side_of(t, d), is_duel=True))
    settle_duel(b, fight)


def side_of(t: Turn, force: Force) -> Combatant:
    return duelist(t, of_person(t, force.commander, t.ordered.plans.get(force.commander, ())), foe_is_person=True)


def dares(t: Turn, force: Force, other: Force) -> bool:
    """Return whether a commander carries out a planned challenge (2.4, 5.6).

    If both plan one, both do.
    """
    n, foe = force.commander, other.commander
    return challenges(t, n) and (challenges(t, foe) or not declines(t, n, foe))


def gets_out(b: Battle, force: Force, other: Force) -> bool:
    """Return whether a challenged commander flees or refuses; cowards may find an excuse.

    See 2.4, 5.10, A119.
    """
    t, n = b.t, force.commander
    person = t.s.people[n]
    if flees_challenge(t, n):
        demoralise_led_armies(b, force)
        b.log_battle("declined", "AK-5.10-03", who=n)
        return True
    if not declines(t, n, other.commander):
        return False
    if person.seat >= 0 and person.temper == tables.COWARDLY and t.chance(EXCUSE, "a coward's excuse"):
        b.log_battle("excuse", "AK-2.4-09", who=n)
        return True
    demoralise_led_armies(b, force)
    b.log_battle("declined", "AK-2.4-10", who=n)
    return True


def declines(t: Turn, n: int, foe: int) -> bool:
    """Return whether a cautious or cowardly commander refuses; a King never does (2.4).

    The chance is at least half for cowards and at most half for the cautious.
    """
    return fighters.refuses(t, n, fighters.power_of_person(t, foe))


def demoralise_led_armies(b: Battle, force: Force) -> None:
    """Reduce the strength of the commander's own armies by a quarter (5.10)."""
    armies = b.t.s.armies
    force.demoralised |= {a for a in b.present(force) if leader_of(force, armies[a]) == force.commander}
    force.fell = True


def settle_duel(b: Battle, fight: Fight) -> None:
    """Apply the result of a duel to both sides."""
    assert fight.loser is not None
    assert fight.winner is not None
    learn_from_fight(b.t, fight)
    loser, winner = fight.loser.number, fight.winner.number
    force = next(each for each in b.forces if each.commander == loser)
    if fight.end == CHARMED:
        demoralise_led_armies(b, force)
        b.log_battle("charmed", "AK-5.10-04", who=loser)
        return
    demoralise_led_armies(b, force)
    if fight.end == FLED:
        b.log_battle("fled", "AK-5.10-04", who=loser)
        return
    b.log_battle("duel", "AK-5.10-05", who=winner, other=loser)
    b.t.s.honour(winner, titles.SLAYER, 2)
    b.t.s.honour(winner, titles.ARBITER, 2)
    force.bier = loser
    if not b.t.s.people[loser].is_king:
        pass_on(b, loser)
    heir = die_in_fight(b.t, loser, winner)
    b.t.phase.heirs.add(heir)
    force.commander = successor(b, force, heir)


def pass_on(b: Battle, n: int) -> None:
    """Keep the armies of a slain Hero in the battle under another leader of the kingdom.

    See 7.1, A122.
    """
    s = b.t.s
    mates = [m for m in s.people_at(b.place) if m != n and s.people[m].seat == s.people[n].seat]
    to = max(mates, key=lambda m: (len(s.led_by(m)), b.t.skill(m, tables.TACTICAL), -m), default=NO_LEADER)
    transfer(b.t, s.led_by(n), to)


def successor(b: Battle, force: Force, heir: int) -> int:
    """Return the next commander, of the next largest contingent or the best present (7.1, A122).

    There is no second duel.
    """
    if heir:
        return heir
    t = b.t
    armies = b.present(force)
    found = commander_of(t, armies)
    if found:
        return found
    present = [n for n in t.s.people_at(b.place) if t.s.people[n].seat in force.seats and t.s.people[n].seat >= 0]
    return max(present, key=lambda n: (t.skill(n, tables.TACTICAL), -n), default=0)
