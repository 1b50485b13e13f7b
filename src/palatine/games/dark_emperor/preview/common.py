"""Consequences of any action: activations, lost units, gold of allies, leaders alone."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_
from typing import Any

from palatine.core import Action, Entry, Game, Step
from palatine.core.guidance.preview import Consequence, PreviewItem
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, INACTIVE, UNITS
from palatine.games.dark_emperor.components.world import LANDS_OF
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.devices import HEROISM, equipped
from palatine.games.dark_emperor.rules.characters.lone_leaders import escape_chance
from palatine.games.dark_emperor.rules.common.taxation import full_value
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.wording import odds_of

TESTED = ("alone.escapes", "alone.falls")
HOLY_CLAUSE = "6.14b"


def consequences(
    game: Game[DarkEmperorState], s: DarkEmperorState, seat: str, action: Action
) -> Iterator[PreviewItem]:
    """Return the preview of an action; it depends neither on dice nor on face-down counters."""
    o = PreviewContext(game, s, seat, action)
    if isinstance(o.step, Step):
        yield from common_consequences(o)
    yield from game.decisions.consequences(o)


def common_consequences(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the certain consequences of any action."""
    if o.verb == "lose":  # which of one's own units: each answer costs one
        return
    for entry in o.entries:
        if entry.kind == "activate" and entry.data["side"] != o.side:
            yield wakes(o, entry.data["kingdom"], entry.clauses[0])
        elif entry.kind == "overstacked" and o.s.phasing == o.side:
            yield too_many(o, entry)
        elif entry.kind == "transfer":
            yield o.warning("transfer", "7.22b", event="transfer", **entry.data)
    if o.roll is not None and o.roll.kind in TESTED:
        yield from put_to_the_test(o, o.roll)
    yield from ruin(o)


def ruin(o: PreviewContext) -> Iterator[Consequence]:
    """Return friendly units destroyed without a roll, and enemy gains without an activation."""
    kinds = {entry.kind for entry in o.entries}
    gone = [entry for entry in o.entries if entry.kind.startswith("eliminated")]
    lost = [entry.data["unit"] for entry in gone if entry.data["by"] != o.side and is_mine(o, entry.data["unit"])]
    if lost and "overstacked" not in kinds:
        yield o.warning("destroyed", gone[0].clauses[0], event=gone[0].kind, host=lost)
    if o.is_sure and not kinds & {"activate", "overstacked"}:
        more = count_of(o.after, 1 - o.side) - count_of(o.s, 1 - o.side)
        if more > 0:
            yield o.warning("enemy-gains", "", count=more)


def is_mine(o: PreviewContext, u: int) -> bool:
    return o.s.where[u] >= 0 and o.s.side(u) == o.side


def count_of(s: DarkEmperorState, side: int) -> int:
    """Return the number of units of a side on the map."""
    return sum([len(s.units(side, h)) for h in s.stacks[side]])


def wakes(o: PreviewContext, kingdom: int, clause: str) -> Consequence:
    """Return a warning of a kingdom activated for the enemy, with its units and taxes."""
    key = "wakes-holy" if clause == HOLY_CLAUSE else "wakes"
    return o.warning(key, clause, event="activate", kingdom=kingdom, **sleeping_strength(o.s, kingdom))


def sleeping_strength(s: DarkEmperorState, kingdom: int) -> dict[str, Any]:
    """Return an inactive kingdom's number of units, and its highest gold per turn (7.14)."""
    units = [p for p in s.serving({kingdom}) if p < UNITS]
    return {"units": len(units), "gold": sum([full_value(s, h) for h in LANDS_OF[kingdom]])}


def sleeps(s: DarkEmperorState, kingdom: int) -> bool:
    """Return whether a kingdom is inactive; -1 is the sea."""
    return kingdom >= 0 and s.control[kingdom] == INACTIVE


def too_many(o: PreviewContext, entry: Entry) -> Consequence:
    owed, h = entry.data["owed"], entry.data["hex"]
    return o.warning("judged", "10.1b", event="overstacked", owed=owed, hex=h, limit=entry.data["limit"])


def put_to_the_test(o: PreviewContext, entry: Entry) -> Iterator[Consequence]:
    """Return a warning of a leader left alone among enemies, with the chance to escape."""
    leader = entry.data["leader"]
    if o.s.side(leader) == o.side:
        chance = escape_chance(equipped(o.s, leader, HEROISM), leader)
        yield o.roll_line(
            "alone-now", "9.27b", chance, not_, weight="warning", event="alone.falls", leader=leader,
            lives=odds_of(chance),
        )  # fmt: skip


def people_of(s: DarkEmperorState, powers: set[int]) -> tuple[int, list[int]]:
    """Return the number of units of some powers on the map, and their leaders and monsters."""
    found = s.serving(powers)
    return len([p for p in found if p < UNITS]), [p for p in found if p >= UNITS]


def groups_of(s: DarkEmperorState, kingdom: int) -> list[int]:
    """Return the mercenary groups assigned to a kingdom."""
    return [group for group in GROUP_POWERS if s.patron[group - GROUP_POWERS[0]] == kingdom]
