"""Helpers that build, play and inspect small positions of Dark Emperor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core import Action, MenuStep, Refusal, Shortcut
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    DEVICES,
    GONE,
    KINGDOMS_SIDE,
    LEADERS,
    LEADERS_OF,
    NECROMANCER_SIDE,
    PIECE_BY_KEY,
    PIECES,
    POOL,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.spells import CASTS, COMBAT, FEAR, MOVEMENT, SPELLS, UNDEAD
from palatine.games.dark_emperor.components.world import (
    BATTLEFIELDS,
    CITY_AT,
    COASTAL,
    GROUND,
    HEXES,
    HOLY,
    LAMMARECH,
    LOYMARECH,
    NEIGHBOURS,
    PENTACLES,
    RIVER,
    RUNE_OF,
    SETTLED,
    STAVROR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone
from palatine.games.dark_emperor.rules.magic.casting import mages
from palatine.games.dark_emperor.rules.magic.procedure import (
    RUNES_CAST,
    CombatMagic,
    MovementMagic,
    UndeadMagic,
    castable,
)
from palatine.games.dark_emperor.rules.movement.attrition import points_of
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.realm.recruitment import Recruitment
from palatine.games.dark_emperor.setup import new_state as set_up
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.testing import scripted

NECROMANCER, KINGDOMS = NECROMANCER_SIDE, KINGDOMS_SIDE
SEATS = ("Necromancer", "Kingdoms")
INLAND, NEXT, BEYOND = "2011", "2111", "2211"
"""Three settled hexes in a row."""
MAN = "stavror-infantry-1"
DEFAULTS = {
    "envoys": "as printed", "host": "now", "boxes": "count", "zero": "one", "cargo": "count", "hounds": "cavalry",
    "coast": "pays",
}  # fmt: skip


def new_state(**options: Any) -> Any:
    """Return the starting position with all kingdoms asleep, no steps and a journal."""
    s = set_up(SEATS, b"loslon", {**DEFAULTS, **options})
    s.flow.clear()
    s.journal = []  # type: ignore[misc]
    return s


def bare(*, phasing: int = NECROMANCER, **options: Any) -> Any:
    """Return an empty map: units in their pools, leaders and devices out of play."""
    s = new_state(**options)
    on_map = [p for p in range(DEVICES[0]) if s.where[p] >= 0 and in_a_stack(s, p)]
    s.lift(on_map, POOL)
    for p in range(PIECES):
        if p >= UNITS or s.where[p] >= 0:
            s.where[p] = POOL
    s.bearer = [-1 for _ in DEVICES]
    s.phasing = phasing
    return s


def in_a_stack(s: DarkEmperorState, p: int) -> bool:
    """Return whether a piece is in a stack; face-down battlefield units are not."""
    shelf = (s.company if p in LEADERS else s.stacks)[s.side(p)]
    return p in shelf.get(s.where[p], ())


def piece(key: str) -> int:
    return PIECE_BY_KEY[key]


def pieces(keys: str) -> list[int]:
    """Return the pieces with these keys, separated by spaces."""
    return [PIECE_BY_KEY[key] for key in keys.split()]


def wake(s: Any, side: int, *powers: int) -> None:
    """Transfer kingdoms and mercenary groups to a side."""
    for power in powers:
        s.turn_coat(power, side)


def put(s: Any, where: str, keys: str, power: int = -1) -> list[int]:
    """Move units, monsters and leaders to a hex from any location.

    `power` is the power that they serve there.
    """
    found = pieces(keys)
    for p in found:
        if s.where[p] >= 0 and in_a_stack(s, p):
            s.lift((p,), POOL)
        if power >= 0:
            s.power[p] = power
        s.put((p,), hex_id(where))
    return found


def raise_undead(s: Any, where: str, keys: str, power: int) -> list[int]:
    """Move units to a hex on their undead side, in the service of a power."""
    found = pieces(keys)
    s.undead = tuple(sorted({*s.undead, *found}))
    return put(s, where, keys, power)


def in_the_box(s: Any, *groups: int) -> None:
    """Place mercenary groups in their Holding Box, as at the start."""
    for p in [p for group in groups for p in (*UNITS_OF[group], *LEADERS_OF[group])]:
        s.where[p] = BOX


def arm(s: Any, leader: str, keys: str) -> list[int]:
    """Give devices to a leader on the map."""
    found = pieces(keys)
    for d in found:
        s.bearer[d - DEVICES[0]] = piece(leader)
        s.where[d] = s.where[piece(leader)]
    return found


def lay(s: Any, where: str, keys: str) -> list[int]:
    """Lay devices down in a hex."""
    found = pieces(keys)
    for d in found:
        s.bearer[d - DEVICES[0]] = -1
        s.where[d] = hex_id(where)
    return found


# Playing


def run(s: Any, *steps: Any, rolls: Iterable[Any] = ()) -> Any:
    """Return a copy of the state at the next decision after these steps, with these dice."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        after.flow.extend(reversed(steps))
        advance(after)
    return after


def act(s: Any, *actions: Action, rolls: Iterable[Any] = ()) -> Any:
    """Return a copy of the state after these actions of the seat to act; fail if one is illegal."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        for action in actions:
            top = after.flow[-1]
            assert action in top.actions(after), f"{action} is none of {top.actions(after)}"
            top.take(after, action)
            advance(after)
            assert_menu_is_fresh(after)
    return after


def assert_menu_is_fresh(s: Any) -> None:
    """Check that the cached actions are current after a change of the position."""
    if s.flow and isinstance(s.flow[-1], MenuStep):
        fresh = s.copy()
        fresh.invalidate_actions()
        assert s.flow[-1].actions(s) == s.flow[-1].actions(fresh)


def advance(s: Any) -> None:
    while s.flow and not s.flow[-1].needs_decision:
        s.flow[-1].run(s)


def asked(s: Any) -> tuple[str, int] | None:
    """Return the step and the seat to act; None if no step is left."""
    return (type(s.flow[-1]).__name__, s.flow[-1].seat) if s.flow else None


def operands(s: Any, verb: str) -> list[int]:
    return [operand for each, operand in s.flow[-1].actions(s) if each == verb]


def hexes(s: Any, verb: str) -> list[str]:
    """Return the numbers of the hexes that a verb is offered for."""
    return [hex_name(h) for h in operands(s, verb)]


def refusal(s: Any, action: Action) -> Refusal:
    """Return why the seat to act may not take this action; fail if it may."""
    assert action not in s.flow[-1].actions(s), f"{action} is legal"
    found: Refusal | None = s.flow[-1].refuse(s, action)
    assert found is not None, f"no reason is given against {action}"
    return found


# Inspecting the state


def told(s: Any, kind: str) -> list[Any]:
    """Return the journal entries of a kind."""
    return [entry for entry in s.journal if entry.kind == kind]


def at(s: Any, key: str) -> str:
    """Return the number of a piece's hex, or its off-map location as a number."""
    h = s.where[piece(key)]
    return hex_name(h) if h >= 0 else str(h)


def bearer_of(s: Any, device: str) -> int:
    found: int = s.bearer[piece(device) - DEVICES[0]]
    return found


def plans_offered(s: Any) -> list[Shortcut]:
    return list(GAME.view(s, s.seats[s.flow[-1].seat]).shortcuts)


# Moving


def march(s: Any, keys: str, *way: str, halt: bool = True) -> Any:
    """Return a copy after these pieces have moved along a path together, halted by default."""
    group = pieces(keys)
    if not isinstance(s.flow[-1], March):
        s = act(s, ("stack", s.where[group[0]]))
    s = act(s, *[("piece", p) for p in group], *[("go", hex_id(h)) for h in way])
    return act(s, ("halt", 0)) if halt and isinstance(s.flow[-1], March) else s


def stack_of_kingdoms(where: str, keys: str, *, phasing: int = KINGDOMS, **options: Any) -> Any:
    """Return pieces in a hex, with all kingdoms and mercenaries awake and on the Kingdoms' side."""
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, *range(16))
    put(s, where, keys)
    return s


def marching(where: str, keys: str, *, phasing: int = KINGDOMS, **options: Any) -> Any:
    """Return the same position in the Movement Segment of the phasing side."""
    return run(stack_of_kingdoms(where, keys, phasing=phasing, **options), OpenMovement(), Movement(phasing))


def marching_among_sleepers(where: str, keys: str, *, phasing: int = NECROMANCER) -> Any:
    """Return the same position with every kingdom asleep except Stavror."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, STAVROR)
    put(s, where, keys)
    return run(s, OpenMovement(), Movement(phasing))


def on_the_march(s: Any, keys: str) -> Any:
    """Return a copy in which these pieces have started a march."""
    return act(s, ("stack", s.where[piece(keys.split()[0])]), *[("piece", p) for p in pieces(keys)])


def stack_points(s: DarkEmperorState, keys: str) -> int:
    return points_of(s, tuple(pieces(keys)))


# Kingdoms and leaders


def loymarech_awake() -> Any:
    """Return a position with Loymarech awake and a lone infantry unit in Loymar."""
    s = bare()
    s.turn_coat(LOYMARECH, KINGDOMS)
    s.put((piece("loymarech-infantry-1"),), hex_id("2609"))
    return s


def recruit(s: Any) -> Any:
    return run(s, Recruitment())


def buy(s: Any, key: str) -> Any:
    return act(s, ("buy", piece(key)))


def empty_pool(s: Any, kingdom: int) -> None:
    for u in range(UNITS):
        if s.power[u] == kingdom and s.where[u] == POOL:
            s.where[u] = GONE


def stranded(leader: str, enemies: str, *, where: str = "2011", phasing: int = NECROMANCER) -> Any:
    """Return a leader alone among enemies, with all kingdoms on the Kingdoms' side."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(10))
    put(s, where, leader)
    put(s, where, enemies)
    return s


def put_to_the_test(s: Any, *rolls: int) -> Any:
    return run(s, Alone(), rolls=[("escape", roll) for roll in rolls])


# Magic

FIELDS = [h for h, _ in BATTLEFIELDS]
PLAIN = [
    hex_name(h)
    for h in range(HEXES)
    if GROUND[h] == SETTLED and not (COASTAL[h] or RIVER[h] or HOLY[h] or h in CITY_AT or h in FIELDS)
    and h not in PENTACLES and RUNE_OF[h] < 0 and min(NEIGHBOURS[h]) >= 0
]  # fmt: skip
HERE, THERE = PLAIN[0], PLAIN[-1]
"""Two settled hexes without special features."""
SILWER = 15
"""The power of Silwer Flagriel, who casts Fire for either side."""
SEGMENTS = {MOVEMENT: MovementMagic, COMBAT: CombatMagic, UNDEAD: UndeadMagic}


def world(phasing: int = NECROMANCER) -> Any:
    """Return an empty map with all kingdoms and mercenaries on the Kingdoms' side."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    s.patron = [LAMMARECH] * 6
    return s


def cast(leader: str, spell: int) -> Action:
    return "cast", piece(leader) * CASTS + spell


def rune_hex(rune: int) -> str:
    return hex_name(RUNE_OF.index(rune))


def cast_now(s: Any, leader: str, spell: int, *actions: Action, die: int = 1, rolls: tuple[Any, ...] = ()) -> Any:
    """Return the state after a spell is cast with this die in its segment, and these actions.

    Also checks that every journal entry has a text.
    """
    s = run(s, SEGMENTS[SPELLS[spell].kind]())
    while cast(leader, spell) not in s.flow[-1].actions(s):
        s = act(s, ("end", 0))
    s = act(s, cast(leader, spell), *actions, rolls=[("spell", die), *rolls])
    for entry in s.journal:
        assert GAME.prose(entry)
        assert bool(GAME.tally_lines(entry)) == bool(entry.tally)
    return s


def spells_to_cast(s: Any, side: int, spells: tuple[int, ...], kind: int) -> list[Action]:
    """Return the actions with which a side can cast these spells now."""
    return castable(s, side, spells, kind, mages(s, side, kind, RUNES_CAST[kind]))


def frightened(phasing: int = NECROMANCER) -> Any:
    """Return a position in which Mezal has cast Fear in a hex with the Keeper and two units."""
    s = world(phasing)
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1 lammarech-cavalry-1")
    return cast_now(s, "mezal", FEAR)


def farnon_with(devices: str, *, company: str = "ferlarie-infantry-1", phasing: int = KINGDOMS) -> Any:
    """Return a position with Farnon, devices and company, without vampires nearby."""
    s = world(phasing)
    put(s, HERE, f"farnon {company}")
    arm(s, "farnon", devices)
    return s
