"""Defend: generals who come to the help of their neighbours (3.15)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.command import invasions, relocate, transfer
from palatine.games.adventurer_kings.rules.common.intent import set_out
from palatine.games.adventurer_kings.rules.common.movement_points import points_left, spend
from palatine.games.adventurer_kings.rules.common.transport import crossing, is_wet
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need

FARTHEST: Final = 2
"""Largest distance to the centre of what is defended (3.15)."""


def defend(t: Turn, n: int, action: orders.Defend) -> None:
    """Make a general ready to march for the rest of the turn.

    The centre may be two provinces away (3.15).
    """
    s = t.s
    here = s.people[n].place
    place = s.atlas.place(action.province) if action.province else here
    need(place >= 0, "AK-3.15-07", "fail.no-province", number=action.province)
    need(s.atlas.distance(here, place) <= FARTHEST, "AK-3.15-07", "fail.too-far", place=place)
    set_out(t, n, patrol=False)
    t.pursuits.posts[n] = place
    t.log("defends", "AK-3.15-01", t.witnesses(n), who=n, place=place)


def react(t: Turn, order: list[int]) -> None:
    """Let every Defending general answer one invasion.

    This happens after the actions of a phase, before its battles (A77).
    """
    invaded = sorted({place for place, _ in invasions(t)})
    for n in order:
        if n in t.pursuits.posts and not t.s.people[n].died and n not in t.phase.reacted:
            where = [p for p in invaded if concerns(t, n, p)]
            if where:
                answer_invasion(t, n, where)


def concerns(t: Turn, n: int, place: int) -> bool:
    """Return whether an invasion concerns a Defending general (3.15).

    The invaded land must be the general's own, or an ally's invaded by a common Enemy. It must be next to the general
    and to the defended province.
    """
    s = t.s
    seat, here, post = s.people[n].seat, s.people[n].place, t.pursuits.posts[n]
    if s.relation(seat, s.owners[place]) != ALLIED or not invaders_of(t, place, seat):
        return False
    near = s.atlas.neighbours[place]
    if here in near:
        return post == place or post in near
    return (n, here) in t.pursuits.sallied and post in near


def invaders_of(t: Turn, place: int, seat: int) -> list[int]:
    """Return a seat's Enemies who invaded a province in this phase and lead armies there (3.15)."""
    s = t.s
    return [m for p, m in invasions(t) if p == place and s.relation(seat, s.people[m].seat) == ENEMY]


def way_to(t: Turn, n: int, place: int) -> tuple[int, ...]:
    """Return the provinces on the way.

    The way is direct; after an earlier reaction it leads back across the general's post (3.15, A176).
    """
    here = t.s.people[n].place
    return (here, place) if here in t.s.atlas.neighbours[place] else (here, t.pursuits.posts[n], place)


def answer_invasion(t: Turn, n: int, where: list[int]) -> None:
    """March with the armies that can be spared.

    The kingdom's invaded provinces come first, then home, then the richest (3.15, A77).
    """
    s = t.s
    seat, here = s.people[n].seat, s.people[n].place
    armies = s.led_by(n)
    if not armies:
        return
    to = min(
        where,
        key=lambda p: (s.owners[p] != seat, s.kingdoms[seat].home != p, -s.lands[p].tax, s.atlas.numbers[p]),
    )
    attacked = bool(invaders_of(t, here, seat))
    sent = spare(t, n, armies, here) if attacked else armies
    deputy = deputy_of(t, n)
    if not sent or (sent != armies and deputy == NO_LEADER and s.owners[here] != seat):
        return
    way = way_to(t, n, to)
    if not can_march(t, n, sent, way):
        return
    t.phase.reacted.add(n)
    for a, b in pairwise(way):
        march_step(t, n, sent, a, b)
    leave_home_guard(t, n, sent, deputy)
    s.set_person(n, place=to)
    t.pursuits.sallied.add((n, to))
    t.log("reacts", "AK-3.15-01", t.witnesses(n), who=n, to=to, armies=sent)


def deputy_of(t: Turn, n: int) -> int:
    """Return who takes over the armies that a general leaves behind.

    It is another leader of the kingdom here, or the garrison commander.
    """
    s = t.s
    mates = [m for m in s.people_at(s.people[n].place) if m != n and s.people[m].seat == s.people[n].seat]
    return max([m for m in mates if s.led_by(m)], key=lambda m: (len(s.led_by(m)), -m), default=NO_LEADER)


def leave_home_guard(t: Turn, n: int, sent: list[int], deputy: int) -> None:
    """Put the armies that are left behind under another's command (3.15, A77).

    Skeletons follow only the Undead.
    """
    left = [a for a in t.s.led_by(n) if a not in sent]
    transfer(t, left, deputy)


def can_march(t: Turn, n: int, sent: list[int], way: tuple[int, ...]) -> bool:
    """Return whether every army can go all the way.

    This checks the ground, the transport, and a movement point for each step (3.15, A77).
    """
    steps = len(way) - 1
    try:
        carried = [crossing(t, sent, a, b) for a, b in pairwise(way)]
    except Failed:
        return False
    return t.masters(n, tables.FREE_REACTION) or all(
        points_left(t, a) >= steps for a in sent if not any(a in each for each in carried)
    )


def march_step(t: Turn, n: int, sent: list[int], a: int, b: int) -> None:
    """Take one step of a reaction, which costs a point unless mastered (2.0)."""
    carried = crossing(t, sent, a, b, paid=False)
    wet = is_wet(t, a, b)
    for army in sent:
        if army in carried:
            t.marching.carried.add(army)
        elif not t.masters(n, tables.FREE_REACTION):
            spend(t, army)
        if army not in carried and not wet and t.s.armies[army].type not in tables.AIR_ARMIES:
            t.marching.marched.add(army)
    relocate(t, sent, b)


def spare(t: Turn, n: int, armies: list[int], here: int) -> list[int]:
    """Return the armies not needed for even odds at home.

    This matters when the general's own province is invaded too (3.15).
    """
    s = t.s
    seat = s.people[n].seat
    invaders = sum([len(s.led_by(m)) for m in invaders_of(t, here, seat)])
    others = [a for a in s.armies_at(here) if a not in armies and s.relation(seat, s.armies[a].owner) == ALLIED]
    by_points = sorted(armies, key=lambda a: (-points_left(t, a), a))
    return by_points[: max(0, len(armies) - max(0, invaders - len(others)))]


def after_battle(t: Turn, n: int, won: bool, enemy: int) -> None:
    """End a Defence after a defeat; after a victory follow the invader (3.15, A78)."""
    if n not in t.pursuits.posts:
        return
    if not won:
        t.pursuits.posts.pop(n)
        return
    if enemy and enemy in t.s.people and not t.s.people[enemy].died and t.s.led_by(enemy):
        t.pursuits.chases.setdefault(n, orders.Pursue(enemy))
