"""Helpers that build, play and inspect positions and battles of Demonlord."""

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
    """Return the position that a text describes, without its header line; journal enabled."""
    state = GAME.read_position("demonlord\n" + text)
    state.journal = []
    return state


def moment(at_step: str, text: str, side: str = "Hosar", hosar: str = "", demon: str = "", more: str = "") -> Any:
    """Return a position of turn 2 at a step of a side's phase, with these spells in hand."""
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
    """Return the seat to act."""
    (found,) = GAME.actors(state)
    return found


def actions(state: Any) -> list[Action]:
    return GAME.actions(state, seat(state))


def verbs(state: Any) -> set[str]:
    return {verb for verb, _ in actions(state)}


def operands(state: Any, verb: str) -> list[int]:
    return [operand for each, operand in actions(state) if each == verb]


def hexes(state: Any, verb: str) -> list[str]:
    """Return the numbers of the hexes that a verb is offered for."""
    return [hex_name(h) for h in operands(state, verb)]


def do(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Play moves for the seat to act, with these dice, and extend the journal.

    A string is a button without an operand.
    """
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after = do_on(after, journal, moves)
    after.journal = journal
    return after


def pass_windows(state: Any) -> Any:
    """Pass for both sides while special spells can be announced."""
    while state.flow and type(state.flow[-1]).__name__ == "AnnounceSpell":
        state = do(state, "pass")
    return state


def cast_and_pass(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Announce special spells, then pass for both sides until the spells are resolved."""
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
    """Return why the seat to act may not make this move; fail if it may."""
    found = GAME.explain(state, seat(state), move)
    assert found is not None, f"{move} is legal"
    top = state.flow[-1]
    assert move[0] not in top.verbs or top.refuse(state, move), f"the rules give no reason against {move}"
    return found


def told(state: Any, kind: str) -> list[Any]:
    """Return the journal entries of a kind."""
    return [entry for entry in state.journal if entry.kind == kind]


def at(state: Any, key: str) -> str:
    """Return the number of a unit's hex, or its off-map location as a number."""
    h = state.where[unit(key)]
    return hex_name(h) if h >= 0 else str(h)


def go(name: str) -> Action:
    return "go", hex_id(name)


def step(state: Any) -> str:
    """Return the class name of the current step."""
    return type(state.flow[-1]).__name__


def march(state: Any, start: str, keys: str, *path: str, rolls: Iterable[int] = ()) -> Any:
    """Move units of a stack along a path, and stop at the next decision.

    `keys` are unit keys separated by spaces.
    """
    picks = [("unit", unit(key)) for key in keys.split()]
    return do(state, ("stack", hex_id(start)), *picks, *[go(name) for name in path], rolls=rolls)


def points(state: Any, key: str) -> int:
    """Return the movement points that a unit has left in this step."""
    return int(state.movement_left[unit(key)]) % FRESH


IDLE = ("end", "halt", "pass", "wait", "abstain", "no exchange", "none", "siege", "invest", "silent", "leave",
        "break off", "war", "stay")  # fmt: skip


def who_is_asked(state: Any, until: str = "Movement") -> list[tuple[str, str]]:
    """Return each seat to act with its step, while all do the minimum, up to step `until`."""
    asked = [(seat(state), step(state))]
    while step(state) != until:
        button = next(verb for verb in IDLE if (verb, 0) in actions(state))
        state = do(state, button)
        asked.append((seat(state), step(state)))
    return asked


def idle(state: Any, *until: str, rolls: Iterable[int] = ()) -> Any:
    """Do the minimum for both sides until one of these steps is current."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after.journal = []
        while step(after) not in until:
            button = next(verb for verb in IDLE if (verb, 0) in actions(after))
            after = GAME.play(after, seat(after), (button, 0))
            journal += after.journal
    after.journal = journal
    return after


# Battles

OPENING, CHARACTERS, MAGIC, AFTER_MAGIC, MISSILES, AFTER_MISSILES, MELEE, LEAVING = range(8)
"""Steps of a round, as indexes into `Round.order`."""
HIT, MISS = (1, 1), (6, 6)
FIGHT, WITHDRAW = "fight on", "withdraw"
SIDES = ("Hosar", "Demon")


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def of(text: str) -> tuple[int, ...]:
    """Return the units of a list of keys separated by commas."""
    return tuple(units(*names(text)))


def rows(text: str, between: str, within: str) -> list[tuple[str, str, str]]:
    return [each.partition(within) for each in text.split(between) if each.strip()]


def halves(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the units of Hosar and of the Demon, separated by a slash in the text."""
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
    """Return a battle in its first round, before step `start` has run; see `fight`.

    After the battle, the phasing player is asked to move, because a `Movement` step follows it in the flow.

    `row` is the battle line: in `DA-knights, DA-sergeants : ER-archers | TI-spearmen : `, Hosar's troops are to the
    left of each colon, the holder first. `reserve` and `routed` are `Hosar's / the Demon's`, and `posts` is
    `character @ troop`. `aside` lists counters of a garrison that stays out. `more` is further lines of the position
    text. Capitals that it does not name get a garrison.
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
    """Run to the next decision and play moves for the seat to act, with exactly these dice.

    A pair is two dice.
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
    """Return two dice with this total."""
    return (total - min(6, total - 1), min(6, total - 1))


def row_of(state: Any) -> str:
    """Return the battle line in the format that `drawn_up` reads."""
    return " | ".join(
        f"{', '.join(UNIT_KEY[u] for u in left)} : {', '.join(UNIT_KEY[u] for u in right)}".strip()
        for left, right in state.battle.groups
    )


def hits(state: Any) -> list[str]:
    """Return the hits as "unit > target", in the order of the dice."""
    return [f"{UNIT_KEY[e.data['unit']]} > {UNIT_KEY[e.data['target']]}" for e in state.journal if e.kind == "hit"]


def shots(state: Any, kind: str) -> list[str]:
    """Return the attacks of a kind as "unit > target", both hits and misses."""
    return [
        f"{UNIT_KEY[e.data['unit']]} > {UNIT_KEY[e.data['target']]}"
        for e in state.journal
        if e.kind in ("hit", "miss") and e.data["attack"] == kind
    ]


def parts(state: Any, key: str, *kinds: str) -> list[tuple[int, str]]:
    """Return the amount and clause of each part of a unit's last roll."""
    kinds = kinds or ("hit", "miss")
    entry = [e for e in state.journal if e.kind in kinds and e.data["unit"] == unit(key)][-1]
    return [(part.amount, part.clause) for part in entry.tally.parts]


def site_called(name: str) -> c.MapSite:
    return c.SITES[c.SITE_AT[c.hex_id(name)]]


def hexsides() -> Iterator[tuple[int, int, int, int]]:
    """Yield (hex, direction, neighbour, index) of each hexside, once from each of its hexes."""
    for h in range(c.HEXES):
        for d, n in enumerate(c.NEIGHBOURS[h]):
            if n >= 0:
                yield h, d, n, h * 6 + d


PRIEST = "0805 Hosar: HO-priest, DA-knights\n"
"""Stack with a priest of power 4 and range 4."""


def through(key: str, start: str, to: str) -> list[tuple[str, int]]:
    """Return the actions that move one unit through a Spellgate, from the choice of spell on."""
    return [cast(SPELLGATE), ("from", hex_id(start)), ("unit", unit(key)), ("to", hex_id(to))]


# Previews


def foreseen(state: Any, move: Action | str, who: str = "") -> Any:
    """Return the preview of a move of the seat to act, or of `who`.

    A string is a button without an operand.
    """
    kept = GAME.decode(GAME.encode(state))
    return GAME.preview(kept, who or seat(state), (move, 0) if isinstance(move, str) else move)


def warnings(state: Any, move: Action | str) -> list[tuple[str, str]]:
    """Return the clauses and texts of the warnings about a move."""
    found = foreseen(state, move)
    lines = [(line.clause, line.text) for line in found.lines if line.weight == "warning"]
    return lines + [(each.clause, each.text) for each in found.unused_options if each.weight == "warning"]


def notes(state: Any, move: Action | str) -> dict[str, str]:
    """Return the texts of the notes about a move, by clause."""
    return {line.clause: line.text for line in foreseen(state, move).lines if line.weight == "note"}
