"""Battles for tests: drawn up as a test says, from any step of a round, with the dice falling as it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from games.demonlord.table_top import CAPITALS, place, seat, unit, units
from palatine.core import Action, Frame
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import UNIT_KEY
from palatine.games.demonlord.components.tables import BATTLE_SIZE
from palatine.games.demonlord.components.world import HILLS, hex_id
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.combat.rounds import Round, Rounds
from palatine.games.demonlord.rules.movement.movement import Movement
from palatine.games.demonlord.sequence import Phase, Turn
from palatine.games.demonlord.state import Battle
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
