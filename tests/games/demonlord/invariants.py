"""Invariants of every reachable position of Demonlord, checked by the fuzzer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from palatine.games.demonlord.components.pieces import (
    BEAST_GOD,
    CONJURATIONS,
    FOREST_SPIRIT,
    INVOKED,
    IS_TROOP,
    POWER,
    REINFORCEMENTS,
    UNIT_KEY,
    UNITS,
)
from palatine.games.demonlord.components.world import DEMON, HOMELANDS, HOSAR, NEUTRAL, NISSHAR, TIMUR, hex_name
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.combat.sieges import Sieges
from palatine.games.demonlord.rules.common.fortresses import CITIES_OF, may_hold
from palatine.games.demonlord.rules.common.neutrals import MEMBERS, is_semi
from palatine.games.demonlord.rules.magic.invocation import CONJURED_AT_ONCE, is_absent
from palatine.games.demonlord.rules.magic.resolution import Meetings
from palatine.games.demonlord.rules.movement.movement import EndMovement, Movement
from palatine.games.demonlord.rules.realm.reinforcements import FORCES, Enter
from palatine.games.demonlord.state import (
    AWAY,
    DEAD,
    FREED,
    GONE,
    LIMBO,
    LONG,
    MYTH,
    NORMAL,
    PRISONER,
    UNALLIED,
    DemonlordState,
)


def invariants(s: DemonlordState) -> list[str]:
    """Return a description of each broken invariant of a position."""
    return [complaint for check in CHECKS for complaint in check(s)]


def places(s: DemonlordState) -> Iterator[str]:
    """Check that every unit is in exactly one place, in a stack of the side it serves."""
    lying: Counter[int] = Counter()
    for side, stacks in enumerate(s.stacks):
        for h, units in stacks.items():
            lying.update(units)
            if not units:
                yield f"an empty stack at {hex_name(h)}"
            for u in units:
                if s.where[u] != h:
                    yield f"{UNIT_KEY[u]} lies at {hex_name(h)} and is said to be at {s.where[u]}"
                if s.side_of(u) != side:
                    yield f"{UNIT_KEY[u]} lies with side {side} and serves {s.side_of(u)}"
            if side == NEUTRAL and (h not in HOMELANDS or s.serves[HOMELANDS.index(h)] != UNALLIED):
                yield f"neutrals at {hex_name(h)} who are not at home or not neutral"
    for u in range(UNITS):
        if lying[u] != (s.where[u] >= 0):
            yield f"{UNIT_KEY[u]} is at {s.where[u]} and lies in {lying[u]} stacks"
        if not s.where[u] >= GONE - 1:
            yield f"{UNIT_KEY[u]} is nowhere: {s.where[u]}"


def off_the_map(s: DemonlordState) -> Iterator[str]:
    """Check prisoners, recent losses, and units that wait to enter or to return.

    The captor of a prisoner is the other side, recent losses are dead, and travelling units have a return.
    """
    held = [u for u, _ in s.captors]
    if sorted(held) != [u for u in range(UNITS) if s.where[u] == PRISONER]:
        yield f"prisoners and captors do not agree: {held}"
    yield from [f"{UNIT_KEY[u]} is held by his own side" for u, side in s.captors if s.side_of(u) == side]
    yield from [f"{UNIT_KEY[f.unit]} has fallen and lives" for f in s.fallen if s.where[f.unit] != DEAD]
    coming = {u for ret in s.returns for u in ret.units}
    yield from [f"{UNIT_KEY[u]} never comes home" for u in range(UNITS) if s.where[u] == LIMBO and u not in coming]
    for u in s.waiting:
        if u not in REINFORCEMENTS or s.where[u] != FREED:
            yield f"{UNIT_KEY[u]} waits for an entrance, at {s.where[u]}"


def drawn(s: DemonlordState) -> Iterator[str]:
    """Check the limits on conjurations and spirits, alliances, spells and requests.

    At most five conjurations and one spirit of the forest are in play, and only neutrals that serve a side have a
    permanent alliance.
    """
    if sum([not is_absent(s, u) for u in CONJURATIONS]) > CONJURED_AT_ONCE:
        yield "six conjurations are in play"
    if all([s.where[u] >= 0 for u in (BEAST_GOD, FOREST_SPIRIT)]):
        yield "both spirits of the forest are in play"
    yield from [f"neutral {n} is for ever nobody's" for n, p in enumerate(s.permanent) if p and s.serves[n] >= 2]
    yield from [
        f"side {i} has shown what it does not hold" for i in (0, 1) if set(s.revealed_spells[i]) - set(s.hands[i])
    ]
    yield from [f"{UNIT_KEY[u]} has cast without power" for u in s.spent_casters if not POWER[u]]
    yield from [f"side {i} has what it did not ask for" for i in (0, 1) if s.arrived[i] > s.requested[i]]


def of_a_step(s: DemonlordState) -> Iterator[str]:
    """Check that the data of movement and battle steps is cleared, and rider pairs are valid."""
    if s.outcome is not None:
        return
    moving = any([isinstance(step, Movement | EndMovement) for step in s.flow])
    for name in ("movement_left", "allowance", "riding_pairs", "vacated_hexes", "gated"):
        if getattr(s, name) and not moving:
            yield f"{name} has outlasted the movement step"
    if s.rallied and not any([isinstance(step, Battles) for step in s.flow]):
        yield "the routed have not come back though the battle step is over"
    for c, troop in s.riding_pairs:
        if s.where[c] != s.where[troop] or IS_TROOP[c] or not IS_TROOP[troop] or c in s.halted_units:
            yield f"{UNIT_KEY[c]} rides {UNIT_KEY[troop]}"
    yield from [
        f"{UNIT_KEY[u]} is stopped and has points" for u in s.halted_units if s.is_moving() and s.movement_left[u]
    ]


def gone(s: DemonlordState) -> Iterator[str]:
    """Check that no list of units on the map has a unit off it, and losses are listed once."""
    for name in ("relieving_units", "gated", "halted_units", "rallied"):
        yield from [f"{UNIT_KEY[u]} is in {name} and off the map" for u in getattr(s, name) if s.where[u] < 0]
    for units in ([f.unit for f in s.fallen], [u for u, _ in s.captors], [u for u, _ in s.slain]):
        yield from [f"{UNIT_KEY[u]} is listed twice" for u, times in Counter(units).items() if times > 1]
    slain = {u for u, _ in s.slain}
    dead = [u for u in range(UNITS) if s.where[u] == DEAD and not IS_TROOP[u]]
    yield from [f"{UNIT_KEY[u]} is dead and was never slain" for u in dead if u not in slain]


def reinforcements(s: DemonlordState) -> Iterator[str]:
    """Check that reinforcements wait together until they arrive, and none remains after that."""
    entering = {u for step in s.flow if isinstance(step, Enter) for u in step.units}
    for side, force in enumerate(FORCES):
        away = [u for u in force if s.where[u] == AWAY and u not in entering]
        if away and (s.arrived[side] or len(away) < len(force)):
            yield f"side {side} has reinforcements left over: {[UNIT_KEY[u] for u in away]}"


def allegiances(s: DemonlordState) -> Iterator[str]:
    """Check that loyalty checks, fortresses, guests and spirits match current alliances."""
    yield from [
        f"neutral {n} wavers and is no semi-permanent ally" for n in s.loyalty_checks_due if not is_semi(s, n)
    ]
    for neutral, home in enumerate(HOMELANDS):
        units = [u for u in MEMBERS[neutral] if s.where[u] not in (DEAD, GONE)]
        if s.serves[neutral] == MYTH and (units or home in s.control):
            yield f"neutral {neutral} is a myth and has {[UNIT_KEY[u] for u in units]}"
        if s.serves[neutral] == UNALLIED and s.control[home] != NEUTRAL:
            yield f"{hex_name(home)} belongs to a neutral and is held by {s.control[home]}"
        if s.serves[neutral] == UNALLIED and [u for u in units if u in INVOKED and s.where[u] >= 0]:
            yield f"a spirit of neutral {neutral} serves nobody"
    for h, side in s.guests:
        if s.control.get(h, side) == side:
            yield f"side {side} is a guest in {hex_name(h)}, which it holds"


def battle(s: DemonlordState) -> Iterator[str]:
    """Check that units in the battle are in its hex, listed once and on the correct side.

    No side has more troops in line than the battlefield holds.
    """
    if s.battle is None:
        return
    found: Counter[int] = Counter()
    for side in (0, 1):
        line = [u for group in s.battle.groups for u in group[side]]
        if len(line) > s.battle.size > 0:
            yield f"side {side} has {len(line)} troops in line, and room for {s.battle.size}"
        there = [*line, *s.battle.reserve[side], *s.battle.routed[side]]
        found.update(there)
        yield from [f"{UNIT_KEY[u]} fights for the enemy" for u in there if s.side_of(u) != side]
    found.update([c for c, _ in s.battle.posts])
    for u, times in found.items():
        if times > 1 or s.where[u] != s.battle.hex or u in s.battle.aside:
            yield f"{UNIT_KEY[u]} is in the battle {times} times, and at {s.where[u]}"
    yield from [f"{UNIT_KEY[c]} stands with {UNIT_KEY[u]}" for c, u in s.battle.posts if found[u] != 1]


def control(s: DemonlordState) -> Iterator[str]:
    """Check control of hexes, sieges and the end of the game between actions.

    A side with the only troops in a hex that it may hold controls it. A siege requires troops of both sides. A
    capital's fall ends the game, and in the Long game so does the fall of all cities of a side.
    """
    busy = any([isinstance(step, Meetings | Battles | Sieges | Enter) for step in s.flow]) or s.battle is not None
    if s.outcome is not None or busy:
        return
    for h, holder in s.control.items():
        troops = [s.has_troop(side, h) for side in (0, 1)]
        side = troops.index(True) if troops.count(True) == 1 else holder
        if holder != side and may_hold(s, h, side):
            yield f"{hex_name(h)} is held by {holder}, and the troops of {side} are alone there"
    for h, _ in s.sieges:
        if not s.is_besieged(h):
            yield f"a siege at {hex_name(h)} that is none"
    if s.variant() == NORMAL and (s.control[TIMUR], s.control[NISSHAR]) != (HOSAR, DEMON):
        yield "a capital has fallen and the game goes on"
    if s.variant() == LONG and any([all(s.control[h] == i for h in CITIES_OF[1 - i]) for i in (0, 1)]):
        yield "all cities have fallen and the game goes on"


CHECKS = (places, off_the_map, gone, reinforcements, drawn, allegiances, of_a_step, battle, control)
