"""Battles of a phase: opponents, order, and joint attacks (7.0, 7.6, 7.8, 8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, NATIVE, NO_LEADER, PEACE
from palatine.games.adventurer_kings.rules.combat.aftermath import settle_battle
from palatine.games.adventurer_kings.rules.combat.contests import fight_battle
from palatine.games.adventurer_kings.rules.combat.duels import commander_of, duel
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force
from palatine.games.adventurer_kings.rules.common.command import end_invasions, invasions, is_besieger, relocate
from palatine.games.adventurer_kings.rules.common.earth_map import sails_through
from palatine.games.adventurer_kings.rules.common.movement_points import points_left, spend
from palatine.games.adventurer_kings.rules.common.naming import army_kind
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.defending import after_battle
from palatine.games.adventurer_kings.rules.realm.conquest import new_owner, take_over
from palatine.games.adventurer_kings.state import State

GRADES: Final = (1.25, 2.0, 3.0)
"""Odds from which a column is reported as pushed, driven back, broken."""


def fight_battles(t: Turn) -> None:
    """Fight all battles of the phase, by province number (7.0, 4.19)."""
    s = t.s
    places = {place for place, _ in invasions(t)} | {place for place, _ in besiegers(t)}
    places |= {s.armies[a].place for a in forsaken(s)}
    for place in sorted(places, key=lambda p: s.atlas.numbers[p]):
        contest_province(t, place)
    end_invasions(t)


def besiegers(t: Turn) -> list[tuple[int, int]]:
    """Return (place, leader) of armies that began the phase in an enemy province and stayed.

    If all of a leader's armies can still move, they force a battle; an undefended province is theirs (6.2, 7.4, 7.6).
    """
    s = t.s
    found = dict.fromkeys((s.armies[a].place, s.armies[a].leader) for a in t.phase.armies if is_besieger(t, a))
    return [(place, n) for place, n in found if n != NO_LEADER and presses(t, place, n)]


def presses(t: Turn, place: int, n: int) -> bool:
    """Return whether a besieging leader attacks the province without an order (6.2, 7.4, 7.6)."""
    seat, armies = t.s.people[n].seat, t.s.led_by(n)
    if defenders(t, place, seat):
        return all(points_left(t, a) >= 1 for a in armies)
    return not sails_through(t.s, seat, armies, place)


def contest_province(t: Turn, place: int) -> None:
    """Let groups of attackers fight one after the other against the current holders.

    See 7.0, A72 to A74.
    """
    arrivals = [n for p, n in invasions(t) if p == place]
    camped = [n for p, n in besiegers(t) if p == place and n not in arrivals]
    for group in in_random_order(t, groups(t, place, [*arrivals, *camped], camped)):
        leaders = [n for n in group if can_attack(t, place, n)]
        if leaders:
            force_battle(t, place, leaders)
            attack(t, place, leaders)
    for n in [n for p, n in invasions(t) if p == place]:
        turn_back(t, place, n)
    drive_out(t, place)


def forsaken(s: State) -> list[int]:
    """Return armies without a leader in land of a King who has become an Enemy (8.3, A261)."""
    return [
        a for a, army in s.armies.items()
        if army.leader == NO_LEADER and army.owner >= 0 and s.owners[army.place] >= 0
        and s.relation(army.owner, s.owners[army.place]) == ENEMY
    ]  # fmt: skip


def drive_out(t: Turn, place: int) -> None:
    """Let former allies without a leader fight the holders of the province (8.3, A261)."""
    s = t.s
    for seat in sorted({s.armies[a].owner for a in forsaken(s) if s.armies[a].place == place}):
        armies = [a for a in forsaken(s) if s.armies[a].place == place and s.armies[a].owner == seat]
        holders = holders_of(t, place, seat)
        if armies and holders:
            give_battle(t, place, armies, holders)


def force_battle(t: Turn, place: int, leaders: list[int]) -> None:
    """Spend a point of armies already present to force a battle, if possible (6.2, 7.6)."""
    for n in leaders:
        if defenders(t, place, t.s.people[n].seat):
            for a in t.s.led_by(n):
                if is_besieger(t, a) and a not in t.phase.invaders and points_left(t, a) >= 1:
                    spend(t, a)


def turn_back(t: Turn, place: int, n: int) -> None:
    """Return a leader to the previous province if a neutral King took this one first (8.1, A72)."""
    s = t.s
    person = s.people[n]
    to = origin_of(t, n)
    if person.died or person.place != place or to < 0 or s.relation(person.seat, s.owners[place]) != PEACE:
        return
    relocate(t, s.led_by(n), to)
    s.set_person(n, place=to)
    t.log("turned-back", "AK-8.1-02", t.witnesses(n), who=n, place=place, to=to, realm=s.owners[place])


def can_attack(t: Turn, place: int, n: int) -> bool:
    s = t.s
    person = s.people[n]
    return (
        not person.died and person.place == place and bool(s.led_by(n))
        and s.relation(person.seat, s.owners[place]) == ENEMY
    )  # fmt: skip


def groups(t: Turn, place: int, leaders: list[int], camped: Sequence[int] = ()) -> list[list[int]]:
    """Return groups of leaders of one King or of allied Kings who fight together (7.8, A76).

    Each leader rolls against the largest contingent.
    """
    s = t.s
    left = sorted(dict.fromkeys(leaders), key=lambda n: (-len(s.led_by(n)), n))
    found: list[list[int]] = []
    for n in left:
        home = next((g for g in found if all(s.relation(s.people[m].seat, s.people[n].seat) == ALLIED for m in g)
                     and roll_unification(t, place, g[0], n, camped)), None)  # fmt: skip
        if home is None:
            found.append([n])
        else:
            home.append(n)
    return found


def roll_unification(t: Turn, place: int, first: int, other: int, camped: Sequence[int] = ()) -> bool:
    """Roll whether two leaders fight together (4.1.2, 4.1.3, A75).

    The chance is 80 % from one province or with those camped there, less from farther away, and 10 % more per level
    of March or Naval.
    """
    s = t.s
    known = [origin_of(t, n) for n in (first, other)]
    origins = [origin if origin >= 0 else place for origin in known]
    far = 0 if first in camped or other in camped else s.atlas.distance(*origins)
    by_sea = any(t.is_sea(p) for p in (*origins, place))
    ability = tables.NAVAL if by_sea else tables.FORCED_MARCH
    skill = max(t.skill(first, ability), t.skill(other, ability))
    percent = tables.UNIFY[far] + 10 * skill + (t.power(s.people[first].seat, "unify") or 0)
    return t.chance(percent, "contingents unite")


def origin_of(t: Turn, n: int) -> int:
    """Return the province most of a leader's armies invaded from; -1 for none.

    On a tie it is the lowest number.
    """
    s = t.s
    here = s.people[n].place
    counts = Counter(s.armies[a].origin for a in s.led_by(n) if s.armies[a].origin not in (-1, here))
    return min(counts, key=lambda p: (-counts[p], s.atlas.numbers[p]), default=-1)


def in_random_order(t: Turn, groups_here: list[list[int]]) -> list[list[int]]:
    """Return rival groups in random order, larger ones more likely first (7.0)."""
    left = list(groups_here)
    order = []
    while len(left) > 1:
        weights = [max(1, sum([len(t.s.led_by(n)) for n in group])) for group in left]
        at = t.die(sum(weights), "who comes first")
        for k, weight in enumerate(weights):
            at -= weight
            if at <= 0:
                order.append(left.pop(k))
                break
    return order + left


def defenders(t: Turn, place: int, seat: int) -> list[int]:
    """Return armies that hold a province against a seat: the owner's and all allies' (8.1)."""
    s = t.s
    owner = s.owners[place]
    found = []
    for a in s.armies_at(place):
        theirs = s.armies[a].owner
        if theirs == owner or (
            theirs >= 0 and owner >= 0 and theirs != seat and s.relation(theirs, owner) == ALLIED
        ):
            found.append(a)
    return found


def attack(t: Turn, place: int, leaders: list[int]) -> None:
    """Fight one battle, or take a province without one (7.4, A71)."""
    s = t.s
    seat = s.people[leaders[0]].seat
    seats = {s.people[n].seat for n in leaders}
    armies = [a for n in leaders for a in s.led_by(n)]
    armies += [a for a in forsaken(s) if s.armies[a].place == place and s.armies[a].owner in seats]
    holders = holders_of(t, place, seat)
    if not holders:
        general = commander_of(t, armies)
        take_over(t, place, new_owner(t, armies, s.people[general].seat, {}), general, armies)
        return
    give_battle(t, place, armies, holders)


def holders_of(t: Turn, place: int, seat: int) -> list[int]:
    """Return the defenders who fight for a province, without mercenaries."""
    return [a for a in defenders(t, place, seat) if t.s.armies[a].owner != MERCENARY]


def give_battle(t: Turn, place: int, armies: list[int], holders: list[int]) -> Battle:
    """Fight a battle with duel and aftermath and return it (7.0 to 7.7)."""
    s = t.s
    attacker = force_of(t, place, ATTACKER, armies)
    defender = force_of(t, place, DEFENDING, holders)
    b = Battle(t, place, attacker, defender)
    b.log_battle("begins", "AK-7.0-01", who=attacker.commander, other=defender.commander, king=attacker.seat,
           other_king=defender.seat)  # fmt: skip
    if t.is_sea(place):
        for a in armies:
            if not t.masters(s.armies[a].leader, tables.UNTIRED_AT_SEA):
                spend(t, a)
    generals = (attacker.commander, defender.commander)
    led = [{s.armies[a].leader for a in force.armies} for force in b.forces]
    duel(b)
    if b.present(attacker) and b.present(defender):
        fight_battle(b)
        tell_lines(b)
        settle_battle(b)
    else:
        walk_over(b)
    who = generals[0] or s.kingdoms[attacker.seat].king
    t.record_observable(place, who, "battle", place=place, king=attacker.seat, other_king=defender.seat)
    for force, leaders_before in zip(b.forces, led, strict=True):
        for n in sorted((leaders_before | {unit.leader for unit in force.units}) - {NO_LEADER}):
            t.war.blooded.add(n)
            after_battle(t, n, force.side == b.winner, generals[1 - force.side])
    s.dice.record_result(("battle", place), battle_end(b))
    return b


def battle_end(b: Battle) -> str:
    """Return the end of a battle for the attackers: "won", "contested" or "lost"."""
    if b.winner == DEFENDING:
        return "lost"
    return "won" if b.t.s.owners[b.place] == b.forces[ATTACKER].seat else "contested"


def walk_over(b: Battle) -> None:
    """End a battle that a duel has left without an opponent (7.1, 7.4).

    The remaining side holds the field, attackers take the province.
    """
    attacker = b.forces[ATTACKER]
    b.winner = ATTACKER if b.present(attacker) else DEFENDING
    b.log_battle("walk-over", "AK-7.4-06", king=b.forces[b.winner].seat)
    if b.winner == ATTACKER:
        left = b.present(attacker)
        take_over(b.t, b.place, new_owner(b.t, left, attacker.seat, {}), attacker.commander, left)


def force_of(t: Turn, place: int, side: int, armies: list[int]) -> Force:
    """Return a side with its commander and its exploration before this phase (6.3, A11)."""
    s = t.s
    counts = Counter(s.armies[a].owner for a in armies)
    seat = max(counts, key=lambda each: (counts[each], -each))
    commander = commander_of(t, armies)
    if not commander and side == DEFENDING and seat == NATIVE:
        commander = s.ruler_of(place)
    force = Force(side, seat, armies, commander)
    force.seats = sorted(counts)
    force.explored = max([t.known_before(each, place) for each in counts])
    return force


def tell_lines(b: Battle) -> None:
    """Report positions and course of a battle, for the drawing in the report."""
    outcomes = [(winner, sum([ratio >= mark for mark in GRADES])) for winner, ratio in b.outcomes]
    events = [b.column_events.get(column, ("", -1)) for column in range(b.width)]
    for side in (ATTACKER, DEFENDING):
        ranks = [
            [(unit.number, army_kind(unit.army), unit.rank) for unit in column[side]] for column in b.columns
        ]  # fmt: skip
        b.log_battle("line", "AK-7.2-01", side=side, ranks=ranks, width=b.width, outcomes=outcomes, events=events)
