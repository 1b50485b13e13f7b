"""Invariants of every reachable position, checked by the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.games.dark_emperor.components.pieces import (
    AIR,
    BATTLEFIELD,
    BOX,
    DEVICES,
    FAMIR,
    FIRST_DEVICE,
    FIRST_LEADER,
    GONE,
    GROUP_POWERS,
    INACTIVE,
    IS_LEGION,
    IS_SWORD,
    IS_VAMPIRE,
    KINGDOM_POWERS,
    LEADER_OF,
    LEADERS,
    MAGIC_HEX_COUNTERS,
    MONSTERS,
    NAVAL,
    OUT,
    PADRECH,
    PIECE_KEY,
    POOL,
    SSSTOTH,
    STAFF_OF_EMPIRE,
    TORCH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    WHITE,
)
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import (
    GROUND,
    HOLY,
    NAVIGABLE,
    OWNER,
    PARTS,
    PENTACLES,
    SEA,
    WATERS,
    ZOLAHAURESLOR,
    hex_name,
)
from palatine.games.dark_emperor.rules.characters.devices import MOST_DEVICES
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone, Parted, is_commanded, next_alone
from palatine.games.dark_emperor.rules.characters.transfers import is_guarded
from palatine.games.dark_emperor.rules.combat.combat import Aftermath
from palatine.games.dark_emperor.rules.common.sieges import has_only_trains
from palatine.games.dark_emperor.rules.common.terrain import shuns
from palatine.games.dark_emperor.rules.magic.procedure import Provoke
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.naval import Embark
from palatine.games.dark_emperor.rules.realm.activation import LATEST
from palatine.games.dark_emperor.rules.realm.diplomacy import Court
from palatine.games.dark_emperor.rules.realm.mercenaries import AssignGroup
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.rules.realm.vampires import Raise
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit

AT_REST: Final = (RecruitUnits, Raise, Embark, Court)
"""Decision steps at which all lone pieces have been resolved."""


def invariants(s: DarkEmperorState) -> list[str]:
    """Return a description of each broken invariant of a position."""
    return [complaint for check in CHECKS for complaint in check(s)]


def is_doing(s: DarkEmperorState, *kinds: type[Any]) -> bool:
    return any([isinstance(step, kinds) for step in s.flow])


def shelves(s: DarkEmperorState) -> Iterator[str]:
    """Check that stacks and companies match the locations and powers of all pieces."""
    stacks: Any = ({}, {}, {})
    company: Any = ({}, {}, {})
    for p in range(FIRST_DEVICE):
        if s.where[p] >= 0 and s.is_in_play(p):
            shelf = (company if p in LEADERS else stacks)[s.side(p)]
            shelf[s.where[p]] = (*shelf.get(s.where[p], ()), p)
    if stacks != s.stacks or company != s.company:
        yield "stacks or company are not what places and powers say"


def devices_carried(s: DarkEmperorState) -> Iterator[str]:
    """Check that devices are with a living bearer and that use is within limits (15.12, 15.13)."""
    for d in DEVICES:
        bearer = s.bearer[d - FIRST_DEVICE]
        if bearer < 0:
            continue
        if s.where[bearer] < 0 and s.where[bearer] != BOX:
            yield f"{PIECE_KEY[d]} is carried by {PIECE_KEY[bearer]}, who is dead"
        if s.where[d] != s.where[bearer]:
            yield f"{PIECE_KEY[d]} is not where its bearer is"
        if d in s.left_by:
            yield f"{PIECE_KEY[d]} is carried and lies on the map"
    for d in DEVICES:
        is_lying = s.bearer[d - FIRST_DEVICE] < 0 and s.where[d] >= 0
        if is_lying != (d in s.left_by) and d != TORCH:
            yield f"{PIECE_KEY[d]} lies at {s.where[d]}, left by {s.left_by.get(d, 'nobody')}"
    for leader, used in s.wielded.items():
        if len(used) > MOST_DEVICES or sum([IS_SWORD[d - FIRST_DEVICE] for d in used]) > 1:
            yield f"{PIECE_KEY[leader]} uses {len(used)} devices"


def cargo(s: DarkEmperorState) -> Iterator[str]:
    """Check that a fleet carries one land unit of its own side, in the same hex (8.21)."""
    for ship, load in s.cargo.items():
        is_fit = UNIT_TYPE[ship] == NAVAL and is_land_unit(load)
        if not is_fit or s.where[ship] < 0 or s.where[ship] != s.where[load] or s.side(ship) != s.side(load):
            yield f"{PIECE_KEY[load]} is not aboard {PIECE_KEY[ship]}"
    if len(set(s.cargo.values())) != len(s.cargo):
        yield "a unit is aboard two fleets"


def standing_ground(s: DarkEmperorState) -> Iterator[str]:
    """Check that no piece is on forbidden ground: sea, land or a holy place.

    See 8.14, 8.2, 8.31 and 18.24.
    """
    loads = s.cargo.values()
    for p in range(FIRST_DEVICE):
        h = s.where[p]
        if h < 0 or not s.is_in_play(p):
            continue
        if HOLY[h] and (p >= FIRST_LEADER or p < UNITS) and shuns(s, p):
            yield f"{PIECE_KEY[p]} is in a holy place"
        if (p == SSSTOTH or (p < UNITS and UNIT_TYPE[p] == NAVAL)) and not NAVIGABLE[h]:
            yield f"{PIECE_KEY[p]} is on dry land at {hex_name(h)}"
        is_lost = p < UNITS and (UNIT_TYPE[p] == AIR or (is_land_unit(p) and p not in loads)) and GROUND[h] == SEA
        if is_lost and not is_doing(s, March):
            yield f"{PIECE_KEY[p]} stands on the sea at {hex_name(h)}"


def shores_noted(s: DarkEmperorState) -> Iterator[str]:
    """Check that shores and seas are recorded only in hexes that have several (8.14)."""
    for u in s.shore:
        if s.where[u] < 0 or PARTS[s.where[u]] < 2 or not is_land_unit(u):
            yield f"{PIECE_KEY[u]} stands on a shore of its own"
    for p, sea in s.waters.items():
        if s.where[p] < 0 or sea >= len(WATERS[s.where[p]]):
            yield f"{PIECE_KEY[p]} is on a sea of its own"


def fallen(s: DarkEmperorState) -> Iterator[str]:
    """Check that units off the map have their printed power and side, and deaths are recorded.

    Every dead leader has a death record and no living leader does.
    """
    for u in range(UNITS):
        if s.where[u] < 0 and (s.power[u] != UNIT_OF[u] or u in s.undead or u in s.legions):
            yield f"{PIECE_KEY[u]} is off the map, and not as it was printed"
        if u in s.undead and not UNDEAD_STRENGTH[u]:
            yield f"{PIECE_KEY[u]} has no undead side"
    dead = [death.leader for death in s.deaths]
    gone = [p for p in LEADERS if s.where[p] in (POOL, GONE)]
    if sorted(dead) != gone:
        yield f"dead are {gone}, and deaths are told of {sorted(dead)}"


def departed(s: DarkEmperorState) -> Iterator[str]:
    """Check that no list contains a piece that has left the map (15.21, 17, 18.15).

    The final death of Padrech dar Choim ends the match.
    """
    lists = {
        "owes a duel": s.duels, "has sway": s.sway, "is Famir's heir": (s.heir,), "is Doge": (s.doge,),
        "stands on a shore": s.shore, "is on a sea": s.waters,
    }  # fmt: skip
    for what, pieces in lists.items():
        for p in pieces:
            if p >= 0 and s.where[p] in (POOL, GONE):
                yield f"{PIECE_KEY[p]} {what}, and has left the map"
    if any([death.leader == PADRECH and death.final for death in s.deaths]) and s.outcome is None:
        yield "Padrech dar Choim is dead for good, and the match goes on"


def service(s: DarkEmperorState) -> Iterator[str]:
    """Check that leaders, vampires and living fleets serve the power they were printed for."""
    for p in (*range(UNITS), *LEADERS):
        owner = LEADER_OF[p - FIRST_LEADER] if p in LEADERS else UNIT_OF[p]
        is_bound = p in LEADERS or IS_VAMPIRE[p] or (UNIT_TYPE[p] == NAVAL and owner != WHITE and p not in s.undead)
        if is_bound and s.power[p] != owner:
            yield f"{PIECE_KEY[p]} serves {s.power[p]}"


def commanded(s: DarkEmperorState) -> Iterator[str]:
    """Check that Legions under the Staff are undead and follow its wielder (15.7).

    During a retreat, they can be apart from the wielder.
    """
    for u in s.legions:
        if not IS_LEGION[u] or u not in s.undead:
            yield f"{PIECE_KEY[u]} follows the Staff, and is no undead Legion"
        elif not is_commanded(s, s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE], u) and not is_doing(
            s, Aftermath, Parted
        ):
            yield f"{PIECE_KEY[u]} follows the Staff, whose wielder has left it"


def hidden(s: DarkEmperorState) -> Iterator[str]:
    """Check that each face-down counter is out of play and appears once (5.2)."""
    found = list(s.markers.values())
    if len(set(found)) != len(found) or not set(found) <= set(MAGIC_HEX_COUNTERS):
        yield "markers are not of the magic hexes"
    if not s.markers.keys() <= set(PENTACLES) or any([s.where[p] != OUT for p in found]):
        yield "a marker lies elsewhere"


def realms(s: DarkEmperorState) -> Iterator[str]:
    """Check treasuries, conquered lands, mercenary patrons and the turn (6).

    Treasuries have no debt. Only awake powers hold lands, and only of awake kingdoms.
    """
    for k in KINGDOM_POWERS:
        lord = s.lands[k]
        if s.gold[k] < 0:
            yield f"kingdom {k} has {s.gold[k]} gold"
        if lord == k or (lord >= 0 and INACTIVE in (s.control[k], s.control[lord])):
            yield f"the lands of kingdom {k} belong to {lord}"
        if k in s.retaken and lord < 0:
            yield f"kingdom {k} is reconquered, and was never conquered"
    for g, patron in zip(GROUP_POWERS, s.patron, strict=True):
        if (patron < 0) != (s.control[g] == INACTIVE) and not is_doing(s, AssignGroup):
            yield f"mercenaries {g} are assigned to {patron}"
        if patron >= 0 and s.control[patron] != s.control[g]:
            yield f"mercenaries {g} are on the other side than {patron}"
    if not 1 <= s.turn <= LAST_TURN or (s.turn > LATEST and s.control[ZOLAHAURESLOR] == INACTIVE):
        yield f"in game-turn {s.turn} the empire is on side {s.control[ZOLAHAURESLOR]}"


def intruders(s: DarkEmperorState) -> Iterator[str]:
    """Check that units and monsters have woken the kingdom that they are in (6.11, 18.21, A24)."""
    if is_doing(s, Provoke):
        return
    for side in (0, 1):
        for h, group in s.stacks[side].items():
            if OWNER[h] >= 0 and s.control[OWNER[h]] == INACTIVE:
                yield f"{PIECE_KEY[group[0]]} is at {hex_name(h)}, and nobody woke"
    for p in [p for p in LEADERS if s.power[p] == BATTLEFIELD]:
        yield f"{PIECE_KEY[p]} serves the fallen"


def alone(s: DarkEmperorState) -> Iterator[str]:
    """Check that no lone piece among enemies is unresolved between segments (9.27, 9.33)."""
    if not s.flow or not isinstance(s.flow[-1], AT_REST) or is_doing(s, Alone):
        return
    leader = next_alone(s)
    if leader >= 0:
        yield f"{PIECE_KEY[leader]} is alone among enemies"
    for h in s.stacks[0].keys() & s.stacks[1].keys():
        if has_only_trains(s, 0, h) or has_only_trains(s, 1, h):
            yield f"siege trains are alone among enemies at {hex_name(h)}"
    for d, side in s.left_by.items():
        if side != INACTIVE and s.where[d] in s.stacks[1 - side] and d != FAMIR and not is_guarded(s, d):
            yield f"{PIECE_KEY[d]} is alone among enemies"


def persons(s: DarkEmperorState) -> Iterator[str]:
    """Check that flames, duels and Famir's heir refer to pieces of the correct kinds.

    Flames refer to casters, duels to monsters and leaders, and the heir is a leader.
    """
    for _, kindler in s.flames:
        if INACTIVE <= kindler < UNITS or kindler >= FIRST_DEVICE:
            yield f"flames were lit by {kindler}"
    if any([p not in MONSTERS and p not in LEADERS for p in s.duels]):
        yield f"duels are owed by {s.duels}"
    if s.heir >= 0 and s.heir not in LEADERS:
        yield f"Famir's heir is {s.heir}"


CHECKS: Final = (
    shelves, devices_carried, cargo, standing_ground, shores_noted, fallen, departed, service, commanded, hidden,
    realms, intruders, alone, persons,
)  # fmt: skip
