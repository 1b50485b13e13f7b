"""Move: one province a phase, or on toward a far one (3.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, NATIVE, NO_LEADER, PEACE
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter
from palatine.games.adventurer_kings.rules.movement.earth_map import sails_through
from palatine.games.adventurer_kings.rules.movement.exploring import describe_neighbours, uncover
from palatine.games.adventurer_kings.rules.movement.initiative import comes_to
from palatine.games.adventurer_kings.rules.movement.movement_points import spend
from palatine.games.adventurer_kings.rules.movement.transport import crossing, is_wet


def move(t: Turn, n: int, action: o.Move) -> None:
    """Into an adjacent province, or a step nearer to a far one, which goes on in phases of practice (3.1)."""
    s = t.s
    to = s.atlas.place(action.to)
    here = s.people[n].place
    need(to >= 0, "AK-3.1-01", "fail.no-province", number=action.to)
    need(to != here, "AK-3.1-01", "fail.already-there", place=to)
    t.pursuits.posts.pop(n, None)
    t.pursuits.patrols.pop(n, None)
    if to in s.atlas.neighbours[here]:
        t.pursuits.marches.pop(n, None)
        step(t, n, to)
        return
    t.pursuits.marches[n] = to
    step(t, n, next_step(t, n, to))
    if not s.people[n].died and leaps(t, n):
        step(t, n, next_step(t, n, to))
    if s.people[n].place == to:
        t.pursuits.marches.pop(n, None)


def leaps(t: Turn, n: int) -> bool:
    """Whether he goes on at once: by an artifact always, by the Flying Machine or a master's march once a turn."""
    is_alone = not t.s.led_by(n)
    if is_alone and any(t.gear(n, "stride")):
        return True
    flies = is_alone and t.power(t.s.people[n].seat, "flying_machine")
    if n in t.marching.leapt or not (flies or t.masters(n, c.DOUBLE_MARCH)):
        return False
    t.marching.leapt.add(n)
    return True


def next_step(t: Turn, n: int, to: int) -> int:
    """The nearer neighbour that is most welcome: own or allied, an enemy King's, a Hero's, a neutral King's (3.1)."""
    s = t.s
    person = s.people[n]
    far = s.atlas.distances(to)
    nearer = [p for p in s.atlas.neighbours[person.place] if far[p] < far[person.place]]
    legal = [p for p in nearer if can_go(t, n, p)]
    if not legal:
        t.pursuits.marches.pop(n, None)
        raise Failed("AK-3.1-08", "fail.no-way", place=to)
    return min(legal, key=lambda p: (welcome(t, person.seat, p), s.atlas.numbers[p]))


def welcome(t: Turn, seat: int, place: int) -> int:
    """In which order ways alike long are taken (3.1)."""
    s = t.s
    owner = s.owners[place]
    if s.is_friendly(seat, place):
        return 0
    if owner == NATIVE:
        return 2
    return 1 if s.relation(seat, owner) == ENEMY else 3


def can_go(t: Turn, n: int, to: int) -> bool:
    try:
        check_step(t, n, to)
    except Failed:
        return False
    return True


def check_step(t: Turn, n: int, to: int) -> tuple[list[int], list[int]]:
    """The armies that would go on a step, and those of them that would be carried. Fails where it is not allowed (2.0,
    7.6, 8.1)."""
    s = t.s
    person = s.people[n]
    armies = s.led_by(n)
    if not armies:
        return [], []
    need(n not in t.phase.held_back, "AK-3.1-05", "fail.held-back", place=person.place)
    owner = s.owners[to]
    relation = s.relation(person.seat, owner)
    if relation == PEACE and to in s.known[person.seat]:
        s.learn(person.seat, to, owner=owner, hero=0)
    if not sails_through(s, person.seat, armies, to):
        need(owner == NATIVE or relation != PEACE, "AK-8.1-02", "fail.neutral-king", place=to, realm=owner)
    if is_contesting(t, n) and not t.masters(n, c.FREE_EXIT):
        need(relation == ALLIED, "AK-7.6-06", "fail.contested", place=person.place)
    try:
        return armies, crossing(t, armies, person.place, to)
    except Failed:
        sworn = [a for a in armies if not s.armies[a].follows]
        if sworn in ([], armies):
            raise
        return sworn, crossing(t, sworn, person.place, to)


def is_contesting(t: Turn, n: int) -> bool:
    """Whether a leader has invaded the province he is in, and it still holds against him (7.6)."""
    s = t.s
    person = s.people[n]
    armies = s.led_by(n)
    if not armies or sails_through(s, person.seat, armies, person.place):
        return False
    has_invaded = any(s.armies[a].origin >= 0 for a in armies)
    return has_invaded and s.relation(person.seat, s.owners[person.place]) == ENEMY


def step(t: Turn, n: int, to: int, quiet: bool = False) -> None:
    """Go into the next province, with all armies led (3.1)."""
    s = t.s
    person = s.people[n]
    here = person.place
    armies, carried = check_step(t, n, to)
    for a in s.led_by(n):
        if a not in armies:
            stay_behind(t, n, a)
    origin = here if s.relation(person.seat, s.owners[to]) == ENEMY else -1
    wet = is_wet(t, here, to)
    if not wet and any(s.armies[a].type == c.FLEET for a in armies):
        t.marching.reacted_fleets.add(n)
    for a in armies:
        if a in carried:
            t.marching.carried.add(a)
        else:
            spend(t, a)
            if not wet and s.armies[a].type not in c.AIR:
                t.marching.marched.add(a)
        s.set_army(a, place=to, origin=origin)
    s.set_person(n, place=to)
    if not quiet:
        t.tell("moved", "AK-3.1-01", t.witnesses(n), who=n, place=here, to=to, armies=armies)
        t.happen(to, n, "seen-move", who=n, place=here, to=to, with_armies=len(armies))
    enter_province(t, n, to, armies, wet)


def enter_province(t: Turn, n: int, to: int, armies: list[int], wet: bool) -> None:
    """What entering brings: knowledge, invasion, followers, experience, chance meetings."""
    s = t.s
    seat = s.people[n].seat
    if seat >= 0:
        uncover(t, n, to, half=True)
        describe_neighbours(t, seat, to)
    if armies:
        invade(t, n, to, armies)
        learn_from_way(t, n, armies, wet)
        s.honour(n, titles.SWIFT_SWORD, 1)
        recruit_followers(t, n, to)
    elif not travels_with_army(t, n, to):
        random_encounter(t, n)


def learn_from_way(t: Turn, n: int, armies: list[int], wet: bool) -> None:
    """With armies over land March, with fleets by sea Naval (3.19)."""
    if not wet:
        learn_by_doing(t, n, c.MA, "march")
    elif any(t.s.armies[a].type in c.NAVAL for a in armies):
        learn_by_doing(t, n, c.NA, "sail")


def invade(t: Turn, n: int, to: int, armies: list[int]) -> None:
    """Armies in a province of Enemies: a battle, or the province at the end of the phase; its leaders stay (3.1)."""
    s = t.s
    seat = s.people[n].seat
    if s.relation(seat, s.owners[to]) != ENEMY or sails_through(s, seat, armies, to):
        return
    t.phase.invasions.append((to, n))
    for other in {s.armies[a].leader for a in s.armies_at(to) if a not in armies}:
        if other and s.relation(seat, s.people[other].seat) == ENEMY:
            t.phase.held_back.add(other)


FOLLOWS: Final = 25
"""The percentage of mercenaries of his race that follow a passing general (3.6)."""


def recruit_followers(t: Turn, n: int, place: int) -> None:
    """Mercenaries may follow a general who comes through, as long as they do not hold him up; they have invaded
    from nowhere, and retreat with the others (3.6, A264, A265)."""
    s = t.s
    person = s.people[n]
    for a in s.armies_at(place):
        army = s.armies[a]
        is_free = army.owner == MERCENARY and army.race == person.race and army.barred != s.turn
        if is_free and t.chance(FOLLOWS, "mercenaries follow"):
            s.set_army(a, owner=person.seat, leader=n, follows=True, origin=-1)
            t.tell("followed", "AK-3.6-03", t.witnesses(n), who=n, army=a, place=place)


def stay_behind(t: Turn, n: int, a: int) -> None:
    """Who has come along by chance, and cannot go on with the others, is a mercenary again (3.6, A264)."""
    s = t.s
    t.tell("left-behind", "AK-3.6-03", t.witnesses(n), who=n, army=a, place=s.armies[a].place)
    s.set_army(a, owner=MERCENARY, leader=NO_LEADER, follows=False, origin=-1)


def travels_with_army(t: Turn, n: int, to: int) -> bool:
    """Whether he began the phase with a leader of armies, whosever, who has come here too or is about to (5.10)."""
    s = t.s
    began = t.phase.began.get(n, -1)
    company = [m for m, where in t.phase.began.items() if where == began and m != n and s.led_by(m)]
    return any(s.people[m].place == to or (m not in t.phase.deeds and comes_to(t, m, to)) for m in company)
