"""Mutations for the fuzzer that bring a game of Dark Emperor close to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    BOX,
    DEVICES,
    FAMIR,
    FIRST_DEVICE,
    GROUP_POWERS,
    INACTIVE,
    IS_LEGION,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    LEADERS,
    LEADERS_OF,
    MONSTERS,
    NAVAL,
    NECROMANCER,
    NECROMANCER_SIDE,
    NO_POWER,
    OWN_POWER,
    POOL,
    SSSTOTH,
    STAFF_OF_EMPIRE,
    TORCH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import (
    CITY_AT,
    COASTAL,
    HEXES,
    HOLY,
    NAVIGABLE,
    OWNER,
    PARTS,
    PENTACLES,
    PORT,
    ZOLAHAURESLOR,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.devices import lay_down
from palatine.games.dark_emperor.rules.characters.lone_leaders import kill, next_alone, refuges, release_legions
from palatine.games.dark_emperor.rules.characters.transfers import FAST_BOUND, capture_lying
from palatine.games.dark_emperor.rules.common.losses import eliminate, is_train
from palatine.games.dark_emperor.rules.common.sieges import capture_lone_trains
from palatine.games.dark_emperor.rules.magic.casting import OWN_RUNE
from palatine.games.dark_emperor.rules.magic.legions import claimable, command_legions
from palatine.games.dark_emperor.rules.magic.procedure import Cast
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embark
from palatine.games.dark_emperor.rules.realm.activation import LATEST
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.games.dark_emperor.rules.realm.conquest import assignees
from palatine.games.dark_emperor.rules.realm.diplomacy import Court
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.rules.realm.vampires import Raise
from palatine.games.dark_emperor.state import END, DarkEmperorState, is_land_unit

SAFE: Final = (RecruitUnits, Raise, Embark, Movement, Cast, Court)
"""Decision steps whose data no mutation can invalidate."""
SIDES: Final = (NECROMANCER_SIDE, KINGDOMS_SIDE)
MOST_PILED: Final = 16
HASTE: Final = 0.6
"""Probability that the segment is also ended, so that opposing stacks fight a battle."""


def mutate_to_endgame(s: DarkEmperorState, random: Random) -> None:
    """Mutate a position and advance to the next decision."""
    thin_out(s, random)
    GAME.advance(s)


def thin_out(s: DarkEmperorState, random: Random) -> None:
    """Apply one to four random mutations, unless the current step is not a safe one.

    Stop early when a mutation starts another step.
    """
    if not is_safe(s):
        return
    for thinning in random.sample(THINNINGS, random.randint(1, 4)):
        thinning(s, random)
        if is_safe(s):
            settle(s, random)
        if not is_safe(s):
            return  # The mutation started a step with a decision of its own.
        s.invalidate_actions()
    step: Any = s.flow[-1]
    if random.random() < HASTE:
        step.take(s, END)


def is_safe(s: DarkEmperorState) -> bool:
    return bool(s.flow) and isinstance(s.flow[-1], SAFE)


def settle(s: DarkEmperorState, random: Random) -> None:
    """Resolve legions, siege trains, leaders and devices left alone among enemies."""
    release_legions(s)
    capture_lone_trains(s)
    while (leader := next_alone(s)) >= 0:
        s.shift((leader,), random.choice(refuges(s, leader)))
    capture_lying(s)


# Units


def units_of(s: DarkEmperorState, side: int) -> list[int]:
    return [u for group in s.stacks[side].values() for u in group]


def remove(s: DarkEmperorState, units: Iterable[int]) -> None:
    for u in units:
        if s.where[u] >= 0:
            eliminate(s, u)


def leave_few_units(s: DarkEmperorState, random: Random) -> None:
    """Leave a side at most four units."""
    own = units_of(s, random.choice(SIDES))
    kept = random.sample(own, min(len(own), random.randint(0, 4)))
    remove(s, [u for u in own if u not in kept])


def leave_one_to_each(s: DarkEmperorState, random: Random) -> None:
    """Leave every power one unit."""
    for side in SIDES:
        own = units_of(s, side)
        random.shuffle(own)
        kept: dict[int, int] = {}
        for u in own:
            kept.setdefault(s.power[u], u)
        remove(s, [u for u in own if kept[s.power[u]] != u])


def leave_trains_and_ships(s: DarkEmperorState, random: Random) -> None:
    """Leave a side units that cannot win a battle: siege trains, or ships and their cargo."""
    own = units_of(s, random.choice(SIDES))
    trains = {u for u in own if is_train(u)}
    ships = {u for u in own if u < UNITS and UNIT_TYPE[u] == NAVAL}
    laden = {p for pair in s.cargo.items() for p in pair}
    kept = random.choice((trains, ships, laden, trains | laden))
    remove(s, [u for u in own if u not in kept])


def pile_up(s: DarkEmperorState, random: Random) -> None:
    """Move up to 16 pieces of one side or both to one city, port, river or coast hex."""
    h = random.choice([h for h in awake_land(s) if h in CITY_AT or COASTAL[h]] or [-1])
    if h < 0:
        return
    for side in random.choice([(0,), (1,), (0, 1)]):
        loads = s.cargo.values()
        movers = [p for p in s.all_pieces(side) if p not in loads and can_stand(s, p, h)]
        s.shift(random.sample(movers, min(len(movers), random.randint(1, MOST_PILED))), h)


def can_stand(s: DarkEmperorState, p: int, h: int) -> bool:
    is_wet = p < UNITS and UNIT_TYPE[p] == NAVAL
    return NAVIGABLE[h] if is_wet or p == MONSTERS[-1] else PARTS[h] == 1


def awake_land(s: DarkEmperorState) -> list[int]:
    """Return single-land hexes of awake kingdoms, without holy places."""
    return [h for h in range(HEXES) if PARTS[h] == 1 and not HOLY[h] and s.control[OWNER[h]] != INACTIVE]


def embark_all(s: DarkEmperorState, random: Random) -> None:
    """Embark land units wherever they share a port with a fleet."""
    for side in SIDES:
        for h, group in s.stacks[side].items():
            if PORT[h]:
                ships = [u for u in group if u < UNITS and UNIT_TYPE[u] == NAVAL and u not in s.cargo]
                men = s.ashore([u for u in group if is_land_unit(u)])
                s.cargo.update(zip(ships, men, strict=False))


def raise_the_fallen(s: DarkEmperorState, random: Random) -> None:
    """Return up to five units from the pools as undead, for the Necromancer or for a kingdom."""
    land = awake_land(s)
    hosts = [h for side in SIDES for h in s.stacks[side] if h in land]
    if not hosts:
        return
    h = random.choice(hosts)
    side = next(side for side in SIDES if h in s.stacks[side])
    fallen = [u for u in range(UNITS) if s.where[u] == POOL and UNDEAD_STRENGTH[u] and is_land_unit(u)]
    risen = random.sample(fallen, min(len(fallen), 5))
    for u in risen:
        s.power[u] = NECROMANCER if side == NECROMANCER_SIDE else s.power[s.stacks[side][h][0]]
    if any([s.power[u] in (NO_POWER, BATTLEFIELD) or s.control[s.power[u]] != side for u in risen]):
        for u in risen:
            s.power[u] = UNIT_OF[u]
        return
    s.undead = tuple(sorted({*s.undead, *risen}))
    s.put(risen, h)


def call_up_legions(s: DarkEmperorState, random: Random) -> None:
    """Place undead Legions in the hex of the Staff of Empire, for or against it (15.7)."""
    wielder = s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]
    if wielder < 0 or s.where[wielder] not in awake_land(s) or s.side(wielder) == INACTIVE:
        return
    legions = [u for u in range(UNITS) if IS_LEGION[u] and (s.where[u] == POOL or not s.is_in_play(u))]
    risen = random.sample(legions, min(len(legions), 3))
    power = random.choice([NECROMANCER, *assignees(s, KINGDOMS_SIDE)])
    for u in risen:
        s.power[u] = power
    s.undead = tuple(sorted({*s.undead, *risen}))
    s.put(risen, s.where[wielder])
    if random.random() < 0.5 and claimable(s, wielder):
        command_legions(s)


def hold_a_conclave(s: DarkEmperorState, random: Random) -> None:
    """Gather mages and troops of both sides in one hex."""
    hosts = [h for h in awake_land(s) for side in SIDES if h in s.stacks[side]]
    if not hosts:
        return
    h = random.choice(hosts)
    for side in SIDES:
        mages = [p for group in s.company[side].values() for p in group if p in OWN_RUNE]
        loads = s.cargo.values()
        troops = [u for u in units_of(s, side) if u not in loads and can_stand(s, u, h)]
        s.shift(random.sample(mages, min(len(mages), 3)), h)
        s.shift(random.sample(troops, min(len(troops), 4)), h)


# Leaders, devices, monsters


def leave_few_leaders(s: DarkEmperorState, random: Random) -> None:
    """Leave a side one leader or none; the bearer of Famir survives."""
    side = random.choice(SIDES)
    own = [p for group in s.company[side].values() for p in group]
    kept = random.sample(own, min(len(own), random.randint(0, 1)))
    for p in own:
        if p not in kept and s.bearer[FAMIR - FIRST_DEVICE] != p:
            kill(s, p)


def go_courting(s: DarkEmperorState, random: Random) -> None:
    """Move leaders to the Holding Box or to magic hexes."""
    for side in SIDES:
        for p in [p for group in s.company[side].values() for p in group]:
            place = random.choice([BOX, *PENTACLES, s.where[p], s.where[p]])
            if place == BOX:
                s.lift((p,), BOX)
            elif place not in s.stacks[1 - side]:
                s.shift((p,), place)


def arm_one(s: DarkEmperorState, random: Random) -> None:
    """Give one leader all devices in play and some that are not."""
    able = [p for side in SIDES for group in s.company[side].values() for p in group]
    if not able:
        return
    leader = random.choice(able)
    hidden = s.markers.values()
    for d in DEVICES:
        if d == TORCH or d in hidden or (s.where[d] < 0 and random.random() < 0.5):
            continue
        s.bearer[d - FIRST_DEVICE] = leader
        s.where[d] = s.where[leader]
        s.left_by.pop(d, None)


def leave_devices(s: DarkEmperorState, random: Random) -> None:
    """Make leaders leave devices with their stacks."""
    for d, p in zip(DEVICES, s.bearer, strict=True):
        if p >= 0 and d not in FAST_BOUND and s.where[p] in s.stacks[s.side(p)] and random.random() < 0.5:
            lay_down(s, d)


def turn_markers_up(s: DarkEmperorState, random: Random) -> None:
    """Reveal face-down markers as monsters or as devices of leaders.

    Monsters are wild or serve a side.
    """
    finders = [p for side in SIDES for group in s.company[side].values() for p in group]
    for h, p in sorted(s.markers.items()):
        if random.random() < 0.2 or (p in DEVICES and not finders):
            continue
        del s.markers[h]
        if p in DEVICES:
            s.bearer[p - FIRST_DEVICE] = finder = random.choice(finders)
            s.where[p] = s.where[finder]
        else:
            is_asleep = OWNER[h] >= 0 and s.control[OWNER[h]] == INACTIVE
            s.power[p] = NO_POWER if is_asleep else random.choice((NO_POWER, *OWN_POWER))
            s.put((p,), h)


def hunt_ssstoth(s: DarkEmperorState, random: Random) -> None:
    """Move the bearer of Famir and up to two other leaders to the hex of Ssstoth."""
    bearer = s.bearer[FAMIR - FIRST_DEVICE]
    if s.where[SSSTOTH] >= 0 and bearer >= 0 and s.where[bearer] >= 0:
        h = s.where[SSSTOTH]
        friends = [p for side in SIDES for group in s.company[side].values() for p in group if p != bearer]
        s.shift((bearer, *random.sample(friends, min(len(friends), 2))), h)


def gather_monsters(s: DarkEmperorState, random: Random) -> None:
    """Gather the wild monsters and some leaders in one hex."""
    wild = [m for m in MONSTERS if s.where[m] >= 0 and s.side(m) == INACTIVE]
    if wild:
        h = s.where[random.choice(wild)]
        s.shift([m for m in wild if can_stand(s, m, h) or NAVIGABLE[h]], h)
        for side in SIDES:
            own = [p for group in s.company[side].values() for p in group]
            if h not in s.stacks[1 - side]:
                s.shift(random.sample(own, min(len(own), 2)), h)


def spend_all_magic(s: DarkEmperorState, random: Random) -> None:
    """Spend Magic Strength of about nine in ten monsters, leaders and devices."""
    s.spent = {p: random.randint(1, 6) for p in (*MONSTERS, *LEADERS, *DEVICES) if random.random() < 0.9}


def set_fires(s: DarkEmperorState, random: Random) -> None:
    """Light flames in the hexes of stacks, cast by leaders of either side."""
    able = [p for side in SIDES for group in s.company[side].values() for p in group]
    hexes = [h for side in SIDES for h in s.stacks[side]]
    if able and hexes:
        lit = {(random.choice(hexes), random.choice(able)) for _ in range(random.randint(1, 8))}
        s.flames = tuple(sorted({*s.flames, *lit}))


# Realms


def last_turns(s: DarkEmperorState, random: Random) -> None:
    """Move on to game-turn 10, to the last turn or to the turn before it."""
    s.turn = max(s.turn, random.choice((LATEST, LAST_TURN - 1, LAST_TURN)))
    if s.control[ZOLAHAURESLOR] == INACTIVE:
        awaken(s, ZOLAHAURESLOR, KINGDOMS_SIDE)


def awaken(s: DarkEmperorState, kingdom: int, side: int) -> None:
    """Transfer a kingdom to a side."""
    s.turn_coat(kingdom, side)


def wake_kingdoms(s: DarkEmperorState, random: Random) -> None:
    """Wake some sleeping kingdoms for either side."""
    for k in KINGDOM_POWERS:
        if s.control[k] == INACTIVE and random.random() < 0.5:
            awaken(s, k, KINGDOMS_SIDE if k == ZOLAHAURESLOR else random.choice(SIDES))


def betray_all(s: DarkEmperorState, random: Random) -> None:
    """Make the Necromancer betray some or all allied kingdoms, with their cargo embarked."""
    embark_all(s, random)
    for k in KINGDOM_POWERS:
        if s.control[k] == NECROMANCER_SIDE and random.random() < 0.7:
            betray(s, k)


def conquer_some(s: DarkEmperorState, random: Random) -> None:
    """Give the lands of some kingdoms to enemies or friends."""
    for k in KINGDOM_POWERS:
        if s.control[k] != INACTIVE and k != ZOLAHAURESLOR and random.random() < 0.4:
            lords = [lord for side in SIDES for lord in assignees(s, side) if lord != k]
            if lords:
                s.lands[k] = random.choice(lords)


def change_purses(s: DarkEmperorState, random: Random) -> None:
    """Set each treasury to 0 or to at most 60 gold."""
    for k in KINGDOM_POWERS:
        s.gold[k] = random.choice((0, 0, random.randint(1, 60)))


def hire_all(s: DarkEmperorState, random: Random) -> None:
    """Give unhired mercenaries to a side and a patron; they wait to be placed."""
    for group in GROUP_POWERS:
        side = random.choice(SIDES)
        lords = assignees(s, side)
        if s.control[group] == INACTIVE and lords:
            s.turn_coat(group, side)
            s.patron[group - GROUP_POWERS[0]] = random.choice(lords)


def strand_mercenaries(s: DarkEmperorState, random: Random) -> None:
    """Remove the units of some mercenary groups and kill the leaders of the others."""
    for group in GROUP_POWERS:
        if random.random() < 0.5:
            remove(s, UNITS_OF[group])
        else:
            for leader in LEADERS_OF[group]:
                if s.where[leader] >= 0 and s.bearer[FAMIR - FIRST_DEVICE] != leader:
                    kill(s, leader)


THINNINGS: Final[tuple[Callable[[DarkEmperorState, Random], None], ...]] = (
    leave_few_units, leave_one_to_each, leave_trains_and_ships, pile_up, pile_up, hold_a_conclave, hold_a_conclave,
    call_up_legions, embark_all, raise_the_fallen, leave_few_leaders, leave_few_leaders, go_courting, arm_one,
    leave_devices, turn_markers_up, turn_markers_up, hunt_ssstoth, gather_monsters, spend_all_magic, set_fires,
    last_turns, wake_kingdoms, betray_all, conquer_some, change_purses, hire_all, strand_mercenaries,
)  # fmt: skip
