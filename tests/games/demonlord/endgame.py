"""Mutations for the fuzzer that bring a game of Demonlord close to its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from palatine.games.demonlord.components.pieces import IS_TROOP, POWER
from palatine.games.demonlord.components.spells import MARKERS, SPELLGATE
from palatine.games.demonlord.components.world import GRID, HEXES, NEUTRAL, NEUTRALS
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.losses import destroy_unit, take_prisoner
from palatine.games.demonlord.rules.common.neutrals import end_siege, join_side
from palatine.games.demonlord.rules.magic.casting import AFTER, BATTLES, BEFORE, START
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell
from palatine.games.demonlord.rules.movement.movement import Movement
from palatine.games.demonlord.rules.realm.alliances import Court
from palatine.games.demonlord.rules.realm.reinforcements import AskRequest
from palatine.games.demonlord.state import CAPITALS, HOMELAND_OF, LONG, UNALLIED, DemonlordState, with_side

BEFORE_BATTLES = (START, BEFORE, AFTER, BATTLES)
FRAMES = 3
"""Number of flow frames between procedures: a turn, a phase and one decision."""


def mutate_to_endgame(s: DemonlordState, random: Random) -> None:
    """Apply two to four of the `WAYS`, unless a procedure or a battle is in progress."""
    top = s.flow[-1] if len(s.flow) == FRAMES else None
    is_quiet = isinstance(top, Movement | Court | AskRequest) or (isinstance(top, AnnounceSpell) and not top.casts)
    if not is_quiet or s.battle is not None:
        return
    s.invalidate_actions()
    for way in random.sample(WAYS, random.randrange(2, 5)):
        if s.outcome is None and len(s.flow) == FRAMES:
            way(s, random)


def removable(s: DemonlordState, side: int) -> list[int]:
    """Return the units of a side that can be removed without losing a capital."""
    return [u for u in s.on_map(side) if s.where[u] not in CAPITALS or not s.stack(1 - side, s.where[u])]


def remove(s: DemonlordState, units: list[int], is_captured: bool) -> None:
    """Destroy or capture units, and update the control of fortresses."""
    for u in units:
        side = s.side_of(u)
        if is_captured:
            take_prisoner(s, u, 1 - side)
        else:
            destroy_unit(s, u)
    settle_control(s, *[h for h in s.control if h not in CAPITALS])


def few_left(s: DemonlordState, random: Random) -> None:
    """Leave one side or both with one to four units; the others are dead or captured."""
    for side in random.choice(((0,), (1,), (0, 1))):
        units = removable(s, side)
        random.shuffle(units)
        remove(s, units[random.randrange(1, 5) :], random.random() < 0.5)


def one_kind_left(s: DemonlordState, random: Random) -> None:
    """Remove a side's characters or its troops from the map."""
    side, troops = random.randrange(2), random.random() < 0.5
    remove(s, [u for u in removable(s, side) if IS_TROOP[u] == troops], random.random() < 0.5)


def lone_leaders(s: DemonlordState, random: Random) -> None:
    """Reduce each stack of a side to one or two units."""
    side = random.randrange(2)
    for h in list(s.stacks[side]):
        here = [u for u in s.stack(side, h) if u in removable(s, side)]
        random.shuffle(here)
        remove(s, here[random.randrange(1, 3) :], False)


def pile_up(s: DemonlordState, random: Random) -> None:
    """Move all of a side to one hex, or both sides to two adjacent hexes."""
    free = [h for h in range(HEXES) if h not in s.control and h not in HOMELAND_OF and not occupied(s, h)]
    spot = random.choice(free)
    beside = [h for h in GRID.adjacent[spot] if h in free] or [spot]
    spots = [spot, random.choice(beside)]
    for side in random.choice(((0,), (1,), (0, 1))):
        if not s.stack(1 - side, spots[side]):
            move(s, [u for u in removable(s, side) if s.where[u] not in CAPITALS], side, spots[side])


def occupied(s: DemonlordState, h: int) -> bool:
    return any([h in stacks for stacks in s.stacks])


def move(s: DemonlordState, units: list[int], side: int, h: int) -> None:
    """Move units of a side to a hex and update control."""
    if not units or (s.riding_pairs and any([(c in units) != (u in units) for c, u in s.riding_pairs])):
        return
    for u in units:
        s.lift((u,), side, s.where[u], h)
        s.put((u,), side, h)
    settle_control(s, *[each for each in s.control if each not in CAPITALS])


def besiege(s: DemonlordState, random: Random) -> None:
    """Besiege an enemy fortress that has a garrison, with up to six siege steps completed."""
    side = random.randrange(2)
    forts = [h for h in s.control if s.holds_fortress(1 - side, h) and s.has_troop(1 - side, h)]
    forts = [h for h in forts if (h, side) not in s.guests and (h, 1 - side) not in s.guests]
    troops = [u for u in removable(s, side) if IS_TROOP[u] and not s.stack(1 - side, s.where[u])]
    if not forts or not troops:
        return
    h = random.choice(forts)
    random.shuffle(troops)
    move(s, troops[: random.randrange(1, 5)], side, h)
    end_siege(s, h)
    s.sieges = (*s.sieges, *([(h, random.randrange(7))] if s.is_besieged(h) else []))


def meet_in_battle(s: DemonlordState, random: Random) -> None:
    """Place up to five units of each side in one hex, for a battle in this phase."""
    top = s.flow[-1]
    if isinstance(top, Court | AskRequest) or (isinstance(top, AnnounceSpell) and top.moment not in BEFORE_BATTLES):
        return
    spots = [h for h in range(HEXES) if h not in s.control and h not in HOMELAND_OF and not occupied(s, h)]
    spot = random.choice(spots)
    for side in (0, 1):
        free = [u for u in removable(s, side) if s.where[u] not in CAPITALS and not s.stack(1 - side, s.where[u])]
        random.shuffle(free)
        troops = [u for u in free if IS_TROOP[u]][: random.randrange(1, 4)]
        leaders = [u for u in free if not IS_TROOP[u]][: random.randrange(3)]
        move(s, [*leaders, *troops], side, spot)


def shaken_allies(s: DemonlordState, random: Random) -> None:
    """Make neutrals join a side, and mark loyalty checks as due."""
    for neutral in range(len(NEUTRALS)):
        if s.serves[neutral] == UNALLIED and random.random() < 0.6:
            join_side(s, neutral, random.randrange(2), permanent=random.random() < 0.2)
        if s.serves[neutral] < NEUTRAL and not s.permanent[neutral] and neutral not in s.loyalty_checks_due:
            s.loyalty_checks_due = (*s.loyalty_checks_due, neutral)


def last_turns(s: DemonlordState, random: Random) -> None:
    """Make this the last turn or the one before; in the Long game, add 40 turns."""
    if s.variant() == LONG:
        s.turn += 40
    else:
        s.last_turn, s.truce_talks_open = s.turn + random.randrange(2), False


def hands(s: DemonlordState, random: Random) -> None:
    """Give hands a Spellgate, reveal some hands, and mark the casters of one side as spent."""
    for side in (0, 1):
        size = len(s.hands[side])
        if size and random.random() < 0.7:
            others = random.sample([x for x in MARKERS[side] if x != SPELLGATE], size - 1)
            hand = tuple(sorted([SPELLGATE, *others]))
            s.hands = with_side(s.hands, side, hand)
            s.revealed_spells = with_side(s.revealed_spells, side, hand if random.random() < 0.3 else ())
    s.spent_casters = tuple([u for u in s.on_map(random.randrange(2)) if POWER[u]]) if random.random() < 0.3 else ()


def requests(s: DemonlordState, random: Random) -> None:
    """Make reinforcements possible and request them for some sides."""
    s.opened = True
    for side in (0, 1):
        if random.random() < 0.5:
            s.requested = with_side(s.requested, side, True)


WAYS: tuple[Callable[[DemonlordState, Random], None], ...] = (
    few_left, one_kind_left, lone_leaders, pile_up, besiege, meet_in_battle, shaken_allies, last_turns, hands, requests,
)  # fmt: skip
