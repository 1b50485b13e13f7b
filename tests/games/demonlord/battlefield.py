"""Battles for tests: drawn up as a test says, from any step of a round, with the dice falling as it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from games.demonlord.table_top import CAPITALS, place, seat, unit, units
from palatine.core import Action, Frame
from palatine.games.demonlord import GAME
from palatine.games.demonlord.battles import Battles
from palatine.games.demonlord.components import BATTLE_SIZE, HILLS, UNIT_KEY, hex_id
from palatine.games.demonlord.movement import Movement
from palatine.games.demonlord.rounds import Round, Rounds
from palatine.games.demonlord.state import Battle
from palatine.games.demonlord.turn import Phase, Turn
from palatine.testing import scripted

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
    groups = tuple([(of(left), of(right)) for left, _, right in [group.partition(":") for group in row.split("|")]])
    halves = [tuple(of(half) for half in pair.split("/")) for pair in (reserve, routed)]
    posted = [tuple(of(half)[0] for half in pair.split("@")) for pair in names(posts)]
    sides: tuple[list[int], list[int]] = ([], [])
    for side in (0, 1):
        sides[side].extend([u for group in groups for u in group[side]])
        sides[side].extend([*halves[0][side], *halves[1][side]])
    for character, troop in posted:
        sides[0 if troop in sides[0] else 1].append(character)
    for u in of(aside):
        sides[0 if f"control {spot}: Hosar" in more else 1].append(u)
    stacks = "".join(
        f"{spot} {SIDES[side]}: {', '.join(UNIT_KEY[u] for u in those)}\n"
        for side, those in enumerate(sides)
        if those
    )
    capitals = "".join(line + "\n" for line in CAPITALS.splitlines() if line[:4] not in more)
    side = SIDES.index(phase)
    stage: list[Frame] = [Turn(at=1 + side), Phase(at=Phase.order.index(Battles) + 1, side=side), Movement(side)]
    flow = f"flow: {msgspec.json.encode(stage).decode()}"
    state = place(f"{more}\nphase {phase}\nphase: 3\n{flow}\n{stacks}{capitals}")
    state.flow += [Rounds(), Round(at=start)]
    state.battle = Battle(
        hex_id(spot),
        terrain,
        size or BATTLE_SIZE[terrain],
        1,
        groups,
        halves[0],
        halves[1],
        tuple(posted),
        (),
        of(aside),
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
        journal += after.journal
        for move in moves:
            after.journal = []
            after = GAME.play(after, seat(after), (move, 0) if isinstance(move, str) else move)
            journal += after.journal
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


def with_battle(state: Any, **changes: Any) -> Any:
    """The same, with fields of its battle changed."""
    state.battle = replace(state.battle, **changes)
    return state
