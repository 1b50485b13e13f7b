"""What the tests of Demonlord's chapters share: positions, moves, looking around, and battles drawn up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from palatine.core import Action, Frame, Refusal
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.components.pieces import UNIT_BY_KEY, UNIT_KEY
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.tables import BATTLE_SIZE
from palatine.games.demonlord.components.world import HILLS, hex_id, hex_name
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.combat.rounds import Round, Rounds
from palatine.games.demonlord.rules.movement.movement import Movement
from palatine.games.demonlord.sequence import Phase, Turn
from palatine.games.demonlord.state import FRESH, Battle
from palatine.testing import scripted

HOSAR, DEMON, NEUTRAL = 0, 1, 2
CAPITALS = "0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"


def place(text: str) -> Any:
    """The position of a text, without its first line; the journal is kept."""
    state = GAME.read_position("demonlord\n" + text)
    state.journal = []
    return state


def moment(at_step: str, text: str, side: str = "Hosar", hosar: str = "", demon: str = "", more: str = "") -> Any:
    """The position of turn 2 at a step of that side's phase, with these special spells in the two hands."""
    hands = (f"spells of Hosar: {hosar}\n" if hosar else "") + (f"spells of Demon: {demon}\n" if demon else "")
    return place(f"turn 2\nphase {side}\nstep {at_step}\n" + hands + more + text + CAPITALS)


def cast(spell: int) -> Action:
    return "cast", spell


def target(name: str) -> Action:
    return "target", hex_id(name)


def units(*keys: str) -> list[int]:
    return [UNIT_BY_KEY[key] for key in keys]


def unit(key: str) -> int:
    return UNIT_BY_KEY[key]


def seat(state: Any) -> str:
    """Return the seat that is asked."""
    (found,) = GAME.actors(state)
    return found


def actions(state: Any) -> list[Action]:
    return GAME.actions(state, seat(state))


def verbs(state: Any) -> set[str]:
    return {verb for verb, _ in actions(state)}


def operands(state: Any, verb: str) -> list[int]:
    return [operand for each, operand in actions(state) if each == verb]


def hexes(state: Any, verb: str) -> list[str]:
    """Return the numbers of the hexes that a verb is offered with."""
    return [hex_name(h) for h in operands(state, verb)]


def do(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Play moves for whoever is asked, with these dice; a word alone is a button. The journal runs on."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after = do_on(after, journal, moves)
    after.journal = journal
    return after


def pass_windows(state: Any) -> Any:
    """Let everybody pass while special spells may be announced."""
    while state.flow and type(state.flow[-1]).__name__ == "AnnounceSpell":
        state = do(state, "pass")
    return state


def cast_and_pass(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Announce special spells, then let both pass until the dice of this moment have fallen."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after = do_on(after, journal, moves)
        while after.flow and getattr(after.flow[-1], "casts", ()):
            after = do_on(after, journal, ["pass"])
    after.journal = journal
    return after


def do_on(state: Any, journal: list[Any], moves: Iterable[Action | str]) -> Any:
    for move in moves:
        state.journal = []
        state = GAME.play(state, seat(state), (move, 0) if isinstance(move, str) else move)
        journal += state.journal
    return state


def refusal(state: Any, move: Action) -> Refusal:
    """Return why the seat that is asked may not do this; fail if it may."""
    found = GAME.explain(state, seat(state), move)
    assert found is not None, f"{move} is legal"
    top = state.flow[-1]
    assert move[0] not in top.verbs or top.refuse(state, move), f"the rules give no reason against {move}"
    return found


def told(state: Any, kind: str) -> list[Any]:
    """Return the journal's entries of a kind."""
    return [entry for entry in state.journal if entry.kind == kind]


def at(state: Any, key: str) -> str:
    """Return the number of a unit's hex, or its place off the map as a number."""
    h = state.where[unit(key)]
    return hex_name(h) if h >= 0 else str(h)


def go(name: str) -> Action:
    return "go", hex_id(name)


def step(state: Any) -> str:
    """The name of the step on top."""
    return type(state.flow[-1]).__name__


def march(state: Any, start: str, keys: str, *path: str, rolls: Iterable[int] = ()) -> Any:
    """Take units, their names divided by spaces, from a stack along a path, and stop as they are asked next."""
    picks = [("unit", unit(key)) for key in keys.split()]
    return do(state, ("stack", hex_id(start)), *picks, *[go(name) for name in path], rolls=rolls)


def points(state: Any, key: str) -> int:
    """The movement points a unit has left in this step."""
    return int(state.movement_left[unit(key)]) % FRESH


IDLE = ("end", "halt", "pass", "wait", "abstain", "no exchange", "none", "siege", "invest", "silent", "leave",
        "break off", "war", "stay")  # fmt: skip


def who_is_asked(state: Any, until: str = "Movement") -> list[tuple[str, str]]:
    """Every seat that is asked and by which step, while all do as little as possible, until that step asks."""
    asked = [(seat(state), step(state))]
    while step(state) != until:
        button = next(verb for verb in IDLE if (verb, 0) in actions(state))
        state = do(state, button)
        asked.append((seat(state), step(state)))
    return asked


def idle(state: Any, *until: str, rolls: Iterable[int] = ()) -> Any:
    """Let everybody do as little as possible until one of these steps asks."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after.journal = []
        while step(after) not in until:
            button = next(verb for verb in IDLE if (verb, 0) in actions(after))
            after = GAME.play(after, seat(after), (button, 0))
            journal += after.journal
    after.journal = journal
    return after


# Battles, from any step of a round, with the dice falling as the test says

OPENING, CHARACTERS, MAGIC, AFTER_MAGIC, MISSILES, AFTER_MISSILES, MELEE, LEAVING = range(8)
"""The steps of a round, as places in `Round.order`."""
HIT, MISS = (1, 1), (6, 6)
FIGHT, WITHDRAW = "fight on", "withdraw"
SIDES = ("Hosar", "Demon")


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def of(text: str) -> tuple[int, ...]:
    """The units of a list of keys."""
    return tuple(units(*names(text)))


def rows(text: str, between: str, within: str) -> list[tuple[str, str, str]]:
    return [each.partition(within) for each in text.split(between) if each.strip()]


def halves(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hosar's units and the Demon's, with a stroke between."""
    hosar, _, demon = text.partition("/")
    return of(hosar), of(demon)


def drawn_up(
    row: str,
    *,
    reserve: str = "/",
    posts: str = "",
    routed: str = "/",
    aside: str = "",
    spot: str = "1004",
    phase: str = "Demon",
    terrain: int = HILLS,
    size: int = 0,
    start: int = OPENING,
    more: str = "",
) -> Any:
    """A battle in its first round, about to begin the step `start`; nothing has run yet, see `fight`.

    When it is over, the phasing player is asked to move: below the battle lies a `Movement`, to stop there.

    `row` is the battleline: `DA-knights, DA-sergeants : ER-archers | TI-spearmen : ` has Hosar's troops left of
    each colon, the holder first. `reserve` and `routed` are `Hosar's / the Demon's`, `posts` is
    `character @ troop`. `aside` are counters of a garrison that stays out. `more` are further lines of the
    position; without a capital named there, both capitals are garrisoned.
    """
    groups = tuple([(of(left), of(right)) for left, _, right in rows(row, "|", ":")])
    held, gone = (halves(reserve), halves(routed))
    posted = tuple([(unit(c.strip()), unit(troop.strip())) for c, _, troop in rows(posts, ",", "@")])
    sides: tuple[list[int], list[int]] = ([], [])
    for side in (0, 1):
        sides[side].extend([*[u for group in groups for u in group[side]], *held[side], *gone[side]])
    for character, troop in posted:
        sides[0 if troop in sides[0] else 1].append(character)
    sides[0 if f"control {spot}: Hosar" in more else 1].extend(of(aside))
    told = [", ".join(UNIT_KEY[u] for u in those) for those in sides]
    stacks = "".join(f"{spot} {SIDES[side]}: {those}\n" for side, those in enumerate(told) if those)
    capitals = "".join(line + "\n" for line in CAPITALS.splitlines() if line[:4] not in more)
    mover = SIDES.index(phase)
    stage: list[Frame] = [Turn(at=1 + mover), Phase(at=Phase.order.index(Battles) + 1, side=mover), Movement(mover)]
    flow = f"flow: {msgspec.json.encode(stage).decode()}"
    state = place(f"{more}\nphase {phase}\nphase: 3\n{flow}\n{stacks}{capitals}")
    state.flow += [Rounds(), Round(at=start)]
    state.battle = Battle(
        hex=hex_id(spot),
        terrain=terrain,
        size=size or BATTLE_SIZE[terrain],
        round=1,
        groups=groups,
        reserve=held,
        routed=gone,
        posts=posted,
        aside=of(aside),
    )
    return state


def fight(state: Any, *moves: Action | str, rolls: Iterable[Any] = ()) -> Any:
    """Run on to the next decision and play moves for whoever is asked, with exactly these dice.

    Two dice can be written as a pair.
    """
    script = [face for roll in rolls for face in (roll if is_pair(roll) else (roll,))]
    journal = list(state.journal or [])
    with scripted(state, script) as after:
        after.journal = []
        GAME.advance(after)
        journal += after.journal or []
        for move in moves:
            after.journal = []
            after = GAME.play(after, seat(after), (move, 0) if isinstance(move, str) else move)
            journal += after.journal or []
    after.journal = journal
    return after


def is_pair(roll: Any) -> bool:
    return isinstance(roll, tuple) and isinstance(roll[0], int)


def two(total: int) -> tuple[int, int]:
    """Two dice of that total."""
    return (total - min(6, total - 1), min(6, total - 1))


def row_of(state: Any) -> str:
    """The battleline as `drawn_up` reads it."""
    return " | ".join(
        f"{', '.join(UNIT_KEY[u] for u in left)} : {', '.join(UNIT_KEY[u] for u in right)}".strip()
        for left, right in state.battle.groups
    )


def hits(state: Any) -> list[str]:
    """Who hit whom, in the order of the dice."""
    return [f"{UNIT_KEY[e.data['unit']]} > {UNIT_KEY[e.data['target']]}" for e in state.journal if e.kind == "hit"]


def shots(state: Any, kind: str) -> list[str]:
    """Who attacked whom in a kind of attack, hit or miss."""
    return [
        f"{UNIT_KEY[e.data['unit']]} > {UNIT_KEY[e.data['target']]}"
        for e in state.journal
        if e.kind in ("hit", "miss") and e.data["attack"] == kind
    ]


def parts(state: Any, key: str, *kinds: str) -> list[tuple[int, str]]:
    """Amount and clause of every part of the last roll for a unit."""
    kinds = kinds or ("hit", "miss")
    entry = [e for e in state.journal if e.kind in kinds and e.data["unit"] == unit(key)][-1]
    return [(part.amount, part.clause) for part in entry.tally.parts]


def site_called(name: str) -> c.MapSite:
    return c.SITES[c.SITE_AT[c.hex_id(name)]]


def hexsides() -> Iterator[tuple[int, int, int, int]]:
    """(hex, direction, neighbour, index) of every hexside, from both of its hexes."""
    for h in range(c.HEXES):
        for d, n in enumerate(c.NEIGHBOURS[h]):
            if n >= 0:
                yield h, d, n, h * 6 + d


PRIEST = "0805 Hosar: HO-priest, DA-knights\n"
"""Power 4, range 4."""


def through(key: str, start: str, to: str) -> list[tuple[str, int]]:
    """The clicks of a Spellgate for one unit, from the choice of the spell on."""
    return [cast(SPELLGATE), ("from", hex_id(start)), ("unit", unit(key)), ("to", hex_id(to))]


# Foresight


def foreseen(state: Any, move: Action | str, who: str = "") -> Any:
    """What is foreseen of a move of whoever is asked; a word alone is a button."""
    kept = GAME.decode(GAME.encode(state))
    return GAME.preview(kept, who or seat(state), (move, 0) if isinstance(move, str) else move)


def warnings(state: Any, move: Action | str) -> list[tuple[str, str]]:
    """The clauses and texts of what a move is warned of."""
    found = foreseen(state, move)
    lines = [(line.clause, line.text) for line in found.lines if line.weight == "warning"]
    return lines + [(each.clause, each.text) for each in found.unused_options if each.weight == "warning"]


def notes(state: Any, move: Action | str) -> dict[str, str]:
    """By clause: what a move is noted to bring."""
    return {line.clause: line.text for line in foreseen(state, move).lines if line.weight == "note"}
