"""Encounters of characters: who can be met, and what happens (3.12, 5)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.encounter_plans import SAYS
from palatine.games.adventurer_kings.rules.common.belongings import place_item
from palatine.games.adventurer_kings.rules.common.deaths import die_in_fight
from palatine.games.adventurer_kings.rules.common.intent import call_off, current_action
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import SLAIN
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import duelist, of_person, power_of_person, refuses
from palatine.games.adventurer_kings.rules.encounters.hostility import begins_fight, is_hostile
from palatine.games.adventurer_kings.rules.encounters.negotiating import talk_to_person
from palatine.games.adventurer_kings.rules.encounters.random_encounters import without_talk
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out, learn_from_fight
from palatine.games.adventurer_kings.rules.encounters.stealing import steal_from_person

EVADES: Final = 50
"""Percentage of Kings' hostile visits that Heroes evade (3.12)."""


def encounter(t: Turn, n: int, action: orders.Encounter) -> None:
    """Meet another character here, peacefully or not (3.12)."""
    s = t.s
    other = s.people.get(action.character)
    if other is None or other.died or other.place != s.people[n].place or action.character == n:
        raise Failed("AK-3.12-01", "fail.not-here", other=action.character)
    meet(t, n, action.character, action.plan)


def meet(t: Turn, n: int, foe: int, plan: orders.Plan) -> None:
    """Try to meet a character and resolve the encounter (3.12)."""
    s = t.s
    hostile = is_hostile(s, n, plan)
    if hostile and not accepts(t, n, foe):
        t.log("evaded", "AK-3.12-02", t.witnesses(n), who=n, other=foe)
        return
    if hostile and refuses(t, n, power_of_person(t, foe)):
        t.log("refused", "AK-2.4-06", t.witnesses(n), who=n)
        return
    contact(t, n, foe, hostile)
    t.log("meets", "AK-5.0-01", t.witnesses(n, foe), who=n, other=foe, place=s.people[n].place)
    confront(t, n, foe, plan)


def accepts(t: Turn, n: int, foe: int) -> bool:
    """Return whether a meeting takes place (3.12).

    Kings and leaders of armies meet only mutually; a Hero evades a King half of the time.
    """
    s = t.s
    if is_mutual(t, n, foe):
        return True
    if s.people[foe].is_king or s.is_general(foe):
        return False
    return not (s.people[n].is_king and t.chance(EVADES, "evading a King"))


def plan_against(t: Turn, foe: int, n: int) -> orders.Plan | None:
    """Return a character's plan for seeking another in this phase; None without one.

    It comes from an order or a continued pursuit. A general pursues for battle instead (A111). See 3.12, 3.16.
    """
    action = current_action(t, foe)
    if isinstance(action, orders.Encounter) or (isinstance(action, orders.Pursue) and not t.s.led_by(foe)):
        return action.plan if action.character == n else None
    return None


def is_mutual(t: Turn, n: int, foe: int) -> bool:
    """Return whether each of two characters seeks the other in this place and phase (3.12)."""
    return plan_against(t, foe, n) is not None


def contact(t: Turn, n: int, foe: int, hostile: bool = False) -> None:
    """Record that two characters have met; a peaceful meeting connects their kingdoms (12.1)."""
    s = t.s
    one, two = s.people[n].seat, s.people[foe].seat
    for seat, person in ((one, foe), (two, n)):
        if seat >= 0:
            s.spot(seat, person)
    if not hostile and one >= 0 and two >= 0:
        s.introduce(one, two)


def speak(t: Turn, tactic: orders.Say, *people: int) -> None:
    """Report words said before anything else; they take no time (5.4)."""
    t.log("says", "AK-5.4-04", t.witnesses(*people), who=people[0], text=tactic.text[:SAYS])


def confront(t: Turn, n: int, foe: int, plan: orders.Plan) -> None:
    """Carry out a plan tactic by tactic until decided; blows after talk only if that fails.

    See 5.0.
    """
    for at, tactic in enumerate(plan):
        rest = plan[at + 1 :]
        if isinstance(tactic, orders.Say):
            speak(t, tactic, n, foe)
        elif isinstance(tactic, orders.GiveItem):
            hand_item(t, n, foe, tactic.item)
        elif isinstance(tactic, orders.Talk):
            if talk_to_person(t, n, foe):
                return
        elif isinstance(tactic, orders.Steal):
            if steal_from_person(t, n, foe, plan[:at]) == "fight":
                fight_person(t, n, foe, rest, t.die(3, "range") - 1)
            return
        elif isinstance(tactic, orders.Flee):
            return
        elif begins_fight(t.s, n, plan, at):
            fight_person(t, n, foe, plan[at:])
            return


def hand_item(t: Turn, n: int, to: int, item: int) -> None:
    """Give an item to another character (3.18, 5.7); visitors from Valhalla keep theirs (10.3)."""
    found = t.s.items.get(item)
    if found is None or found.bearer != n or t.s.people[n].visitor:
        return
    place_item(t, item, bearer=to)
    t.log("given", "AK-3.18-01", t.witnesses(n, to), who=n, other=to, item=item)


def plan_of_defence(t: Turn, n: int, foe: int) -> orders.Plan:
    """Return the plan of the other side: its own for this meeting, or the Special Plan (A115)."""
    own = plan_against(t, foe, n)
    return t.ordered.plans.get(foe, ()) if own is None else without_talk(own)


def fight_person(t: Turn, n: int, foe: int, plan: orders.Plan, span: int = 0, temper: int = -1) -> Fight:
    """Fight personal combat of two characters (5); `temper` replaces one enraged (4.2.5)."""
    mutual = is_mutual(t, n, foe)
    me = duelist(t, of_person(t, n, without_talk(plan), temper), True)
    other = duelist(t, of_person(t, foe, plan_of_defence(t, n, foe)), True)
    other.conduct.is_defending = not mutual
    fight = fight_out(Fight(t, me, other, span))
    learn_from_fight(t, fight)
    if mutual:
        call_off(t, foe)
    t.record_observable(t.s.people[n].place, n, "seen-fight", who=n, other=foe)
    if fight.end == SLAIN and fight.loser is not None and fight.winner is not None:
        t.s.honour(fight.winner.number, titles.SLAYER, 2)
        die_in_fight(t, fight.loser.number, fight.winner.number)
    return fight


def enrage(t: Turn, caster: int, victim: int) -> None:
    """Make the victim of a failed killing spell attack the caster this phase, berserk.

    See 4.2.5, A104.
    """
    other = t.s.people.get(victim)
    if other is None or other.died or other.is_king or t.s.people[caster].died:
        return
    t.log("enraged", "AK-4.2.5-11", t.witnesses(caster, victim), who=victim, other=caster)
    plan = without_talk(
        tuple(each for each in t.ordered.plans.get(victim, ()) if not isinstance(each, orders.Flee))
    )
    fight_person(t, victim, caster, plan or (orders.Strike(),), temper=tables.BERSERK)
