"""A round of battle: deployment in lines and strikes by priority (BAT-03 to BAT-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from palatine.core import Tally
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.combat import modifiers
from palatine.games.lord_and_master.rules.combat.battlefield import Battle, Side, look_round
from palatine.games.lord_and_master.rules.common import casualties

Column = tuple[int, list[int]]
"""A unit of the smaller army and its opponents in the larger, the first line first."""
Blow = dict[str, Any]
"""A strike as recorded in the journal."""

ENGINEERS = "DE"
PLAIN = frozenset({"hit-base", "attack", "defence"})
"""Parts of every hit roll: the base and the troop values."""


def fight_round(b: Battle) -> None:
    """Deploy the lines, resolve all strikes and report the round."""
    b.round += 1
    look_round(b)
    columns = deal(b)
    engineers(b)
    told = _columns_data(b, columns)
    blows: list[Blow] = []
    for strikers in turns(b):
        together(b, strikers, opponents(columns), blows)
    _report_round(b, told, blows)


# The lines


def deal(b: Battle) -> list[Column]:
    """Deploy the smaller army in one line and the larger against it, by lot.

    See BAT-03, BAT-04, R17.
    """
    few, many = sorted((b.attackers.units, b.defenders.units), key=len)
    columns: list[Column] = [(n, []) for n in _shuffled(b, few)]
    for rank, n in enumerate(_shuffled(b, many)):
        columns[rank % len(columns)][1].append(n)
    return columns


def _shuffled(b: Battle, units: Iterable[int]) -> list[int]:
    left = sorted(units)
    drawn = b.t.s.dice.sample(left, len(left) - 1, "line")
    return [*drawn, *(n for n in left if n not in drawn)]


def opponents(columns: list[Column]) -> dict[int, int]:
    """Return each unit's target: the head of its column, or the first line (BAT-05, BAT-06)."""
    against = {head: others[0] for head, others in columns}
    against.update((n, head) for head, others in columns for n in others)
    return against


def engineers(b: Battle) -> None:
    """Let engineers of outnumbering attackers exempt others from doubled defence (FC-19, R74)."""
    b.idle, b.freed = set(), set()
    if not b.is_assault or len(b.attackers.units) <= len(b.defenders.units):
        return
    b.idle = {n for n in b.attackers.units if b.troops[n].kind == ENGINEERS}
    others = [n for n in b.attackers.units if n not in b.idle]
    others.sort(key=lambda n: (-b.values(n)[0], n))
    b.freed = set(others[: len(b.idle)])


# The order of strikes


def turns(b: Battle) -> Iterator[list[int]]:
    """Yield units in order of strikes; each list strikes simultaneously (BAT-09 to BAT-20).

    In the first round units in ambush precede all others (B-32).
    """
    groups: dict[tuple[bool, int], list[int]] = {}
    for n in (*b.attackers.units, *b.defenders.units):
        waits = b.round > 1 or n not in b.ambushers
        groups.setdefault((waits, strike_priority(b, n)), []).append(n)
    for key in sorted(groups):
        yield from _ties(b, groups[key])


def strike_priority(b: Battle, n: int) -> int:
    return pieces.priority(b.troops[n].code, b.round == 1)


def _ties(b: Battle, group: list[int]) -> Iterator[list[int]]:
    """Yield units of equal priority: the side with the higher level first (BAT-19, BAT-20, R18).

    With equal levels they strike simultaneously.
    """
    ours = [n for n in group if b.side(n) is b.attackers]
    theirs = [n for n in group if b.side(n) is b.defenders]
    if ours and theirs and b.attackers.level == b.defenders.level:
        yield group
        return
    first, second = (ours, theirs) if b.attackers.level > b.defenders.level else (theirs, ours)
    for n in (*first, *second):
        yield [n]


# Strikes


def together(b: Battle, strikers: list[int], against: dict[int, int], blows: list[Blow]) -> None:
    """Resolve simultaneous strikes: all rolls, then all hits (BAT-07, BAT-20 to BAT-22)."""
    units = b.t.s.units
    made = [strike_unit(b, n, against[n]) for n in strikers if n in units and n not in b.idle]
    for blow, target, success in made:
        blows.append(blow)
        if success:
            blow["result"] = (
                "lost" if target not in units else "destroyed" if casualties.hit(b.t, target) else "wounded"
            )


def strike_unit(b: Battle, n: int, target: int) -> tuple[Blow, int, bool]:
    """Roll one strike without applying it; it is lost if the target is destroyed (BAT-07)."""
    blow: Blow = {"by": label(b, n), "side": _side(b, n), "unit": n, "target": target, "result": "lost"}
    if target not in b.t.s.units:
        return blow, target, False
    success, tally = b.t.attempt("hit", modifiers.to_hit(b, n, target), b.t.s.units[n].owner)
    blow.update(at=label(b, target), result="miss", **_figures(tally))
    return blow, target, success


# Journal entries


def label(b: Battle, n: int) -> str:
    """Return a unit's code, with "w" if wounded."""
    unit = b.t.s.units[n]
    return unit.code + "w" * unit.wounded


def _side(b: Battle, n: int) -> str:
    return "attacker" if b.side(n) is b.attackers else "defender"


def _figures(tally: Tally) -> dict[str, Any]:
    return {
        "rolled": tally.rolled,
        "need": tally.value,
        "parts": [[part.amount, part.clause, part.reason] for part in tally.parts],
    }


def _columns_data(b: Battle, columns: list[Column]) -> dict[str, Any]:
    return {
        "heads": _side(b, columns[0][0]),
        "columns": [[label(b, head), [label(b, n) for n in others]] for head, others in columns],
        "attackers": len(b.attackers.units),
        "defenders": len(b.defenders.units),
    }


def _report_round(b: Battle, told: dict[str, Any], blows: list[Blow]) -> None:
    def hits(side: str) -> int:
        return sum(blow["side"] == side and blow["result"] in ("wounded", "destroyed") for blow in blows)

    def lost(side: Side, before: int) -> int:
        return before - len(side.units)

    for blow in blows:
        b.hits[blow["side"]] += blow["result"] in ("wounded", "destroyed")
        b.helped[blow["side"]].update(
            (amount, clause, reason) for amount, clause, reason in blow.get("parts", ()) if reason not in PLAIN
        )
    b.t.log(
        "round",
        "LM-BAT-04",
        "LM-BAT-21",
        at=(b.place,),
        to=(b.attackers.owner, b.defenders.owner),
        round=b.round,
        place=b.place,
        attacker=b.attackers.owner,
        defender=b.defenders.owner,
        hits=hits("attacker"),
        hits_back=hits("defender"),
        lost=lost(b.attackers, told["attackers"]),
        fallen=lost(b.defenders, told["defenders"]),
        levels=[b.attackers.level, b.defenders.level],
        blows=blows,
        **told,
    )
