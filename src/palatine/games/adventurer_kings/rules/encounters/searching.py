"""Searching a feature: its guardian by a plan of tactics, then scouting (3.3, 5)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components.pieces import Feature
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import place_item
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.encounters.combatant import FLED
from palatine.games.adventurer_kings.rules.encounters.encounters import speak
from palatine.games.adventurer_kings.rules.encounters.feature_functions import scout
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster, power_of, refuses
from palatine.games.adventurer_kings.rules.encounters.guardians import fight_guardian
from palatine.games.adventurer_kings.rules.encounters.hostility import begins_fight, is_hostile
from palatine.games.adventurer_kings.rules.encounters.negotiating import answer_riddle, fulfil, talk_to_monster
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter
from palatine.games.adventurer_kings.rules.encounters.stealing import steal_from_monster


def search(t: Turn, n: int, action: orders.Search) -> None:
    """Search a feature: face its guardian for the treasure, then perhaps scout it (3.3)."""
    s = t.s
    number, plan = action.feature, action.plan
    person = s.people[n]
    feature = feature_here(t, n, number)
    hostile = is_hostile(s, n, plan)
    is_guarded = feature.monster >= 0 and (hostile or person.seat not in feature.friends)
    if is_guarded and (hostile or not plan) and is_refused(t, n, feature):
        t.log("refused", "AK-2.4-06", t.witnesses(n), who=n)
        return
    learn_of(t, person.seat, number)
    t.log("searches", "AK-3.3-02", t.witnesses(n), who=n, feature=number, place=person.place)
    used: set[type] = set()
    if is_guarded:
        face_guardian(t, n, number, plan, used)
    if not s.people[n].died and any(isinstance(each, orders.Scout) for each in plan):
        scout(t, n, number, used)
    if not s.people[n].died:
        random_encounter(t, n)


def feature_here(t: Turn, n: int, number: int) -> Feature:
    """Return a feature in the character's place; a hidden one only if known (3.3, 4.2.3)."""
    feature = t.s.features.get(number)
    person = t.s.people[n]
    if feature is None or feature.place != person.place:
        raise Failed("AK-3.3-01", "fail.no-feature", number=number)
    lore = t.s.lore[person.seat].get(number)
    need(not feature.is_hidden or (lore is not None and not lore.is_rumour), "AK-4.2.3-05", "fail.no-feature",
         number=number)  # fmt: skip
    return feature


def is_refused(t: Turn, n: int, feature: Feature) -> bool:
    return refuses(t, n, power_of(of_monster(t, feature.monster, feature)))


def face_guardian(t: Turn, n: int, number: int, plan: orders.Plan, used: set[type]) -> None:
    """Carry out a plan against a guardian until decided; without a plan, fight (5.0)."""
    if answer_riddle(t, n, number, plan):
        return
    for at, tactic in enumerate(plan):
        used.add(type(tactic))
        if do(t, n, number, tactic, plan, at) or t.s.people[n].died or t.s.features[number].monster < 0:
            return
        if begins_fight(t.s, n, plan, at):
            fight_in_search(t, n, number, plan[at:], used)
            return
    if not plan:
        fight_in_search(t, n, number, (), used)


def do(t: Turn, n: int, number: int, tactic: orders.Tactic, plan: orders.Plan, at: int) -> bool:
    """Carry out a peaceful tactic and return whether it settles the matter (5.3 to 5.7)."""
    rest = plan[at + 1 :]
    if isinstance(tactic, orders.Say):
        speak(t, tactic, n)
    elif isinstance(tactic, orders.GiveItem):
        give_to_guardian(t, n, number, tactic.item)
    elif isinstance(tactic, orders.Talk):
        result = talk_to_monster(t, n, number)
        if result == "attacks":
            fight_guardian(t, n, number, rest)
        return result != "ignores"
    elif isinstance(tactic, orders.Fulfil):
        return fulfil(t, n, number, rest)
    elif isinstance(tactic, orders.Steal):
        if steal_from_monster(t, n, number, plan[:at]):
            fight_guardian(t, n, number, rest, t.die(3, "range") - 1)
        return True
    elif isinstance(tactic, orders.Flee):
        t.log("withdraws", "AK-5.6-01", t.witnesses(n), who=n)
        return True
    return False


def fight_in_search(t: Turn, n: int, number: int, plan: orders.Plan, used: set[type]) -> None:
    fought = fight_guardian(t, n, number, plan)
    if fought.end == FLED and fought.loser is not None and fought.loser.number == n:
        used.add(orders.Flee)


def give_to_guardian(t: Turn, n: int, number: int, item: int) -> None:
    """Put a present for a guardian into its treasure (5.7)."""
    found = t.s.items.get(item)
    if found is not None and found.bearer == n and not t.s.people[n].visitor:
        place_item(t, item, feature=number)
        t.log("gift-to-guardian", "AK-5.7-01", t.witnesses(n), who=n, item=item,
               monster=t.s.features[number].monster)  # fmt: skip
