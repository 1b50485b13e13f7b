"""BATTLE: overruns, the course of a battle, its end and the victor's reward (BAT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.rules.combat import retreat, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle, Side, fighters
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code
from palatine.games.lord_and_master.state import NEUTRAL

OVERRUN = 8
"""Ratio of attack to defence for an overrun (BAT-36)."""
EXTRA_ROUNDS = 2
"""Rounds for defenders without a way to retreat (BAT-31)."""
LONGEST = 100
"""Rounds after which a battle to the end is broken off if no unit can hit (R183)."""


class Attacks(msgspec.Struct):
    """Squares with a battle or overrun this turn."""

    places: set[int] = set()


def engage(t: Turn, m: March, foes: Sequence[int], teleported: bool = False) -> str:
    """Fight an army in the open and return the result.

    It is "overrun", "won", "lost", "retreated", "drawn" or "broken-off".
    """
    t.of(Attacks).places.add(m.place)
    if is_overrun(t, m, foes):
        overrun(t, m, foes)
        return "overrun"
    if t.is_rehearsal:
        _pass_over(Battle(t, m, m.place, foes, teleported))
        return "won"
    return fight_battle(Battle(t, m, m.place, foes, teleported))


# Overruns


def is_overrun(t: Turn, m: March, foes: Sequence[int]) -> bool:
    """Return whether attack is eight times the defence, both without modifiers (BAT-36, R24)."""
    return attack_of(t, fighters(t.s, m.units, foes)) >= OVERRUN * max(1, defence_of(t, foes))


def attack_of(t: Turn, units: Iterable[int]) -> int:
    return sum(t.values(n)[0] for n in units)


def defence_of(t: Turn, units: Iterable[int]) -> int:
    return sum(t.values(n)[1] for n in units)


def overrun(t: Turn, m: March, foes: Sequence[int]) -> None:
    """Remove the army; its characters roll on the retreat table (R67).

    There is no battle, so nothing else follows.
    """
    b = Battle(t, m, m.place, foes)
    losers = b.defenders.owner
    t.log(
        "overrun",
        "LM-BAT-36",
        at=(m.place,),
        to=(m.owner, losers),
        place=m.place,
        attacker=b.attackers.owner,
        defender=losers,
        attack=attack_of(t, b.attackers.units),
        defence=defence_of(t, foes),
        units=count_by_code(t.s.units[n].code for n in foes),
    )
    if t.is_rehearsal:
        t.preview("overrun", place=m.place, against=losers, attack=attack_of(t, b.attackers.units),
                  defence=defence_of(t, foes))  # fmt: skip
        sweep(t, m.owner, m.place, foes)
        return
    for n in foes:
        casualties.destroy_unit(t, n)
    retreat.flee(b, b.defenders, [])


def sweep(t: Turn, owner: int, place: int, foes: Iterable[int]) -> None:
    """Remove the enemy in a rehearsal, and with a neutral force its leader."""
    s = t.s
    for n in foes:
        s.remove_unit(n)
    for who in s.people_at(place, NEUTRAL):
        s.remove_person(who)


def _pass_over(b: Battle) -> None:
    """Win a battle without loss in a rehearsal, after showing it to the observer."""
    t = b.t
    if t.watch is not None:
        t.watch(b)
    _record_strengths(b)
    sweep(t, b.m.owner, b.place, b.defenders.units)


def _record_strengths(b: Battle) -> None:
    """Note the effective values of both armies; walls double the defence (FC-02)."""
    ours, theirs = [b.values(n) for n in b.attackers.units], [b.values(n) for n in b.defenders.units]
    b.t.preview(
        "assault" if b.walls else "battle",
        place=b.place,
        against=b.defenders.owner,
        units=len(ours),
        attack=sum(each[0] for each in ours),
        defence=sum(each[1] for each in ours),
        enemies=len(theirs),
        their_attack=sum(each[0] for each in theirs),
        their_defence=sum(each[1] for each in theirs) * (2 if b.walls else 1),
    )


# Battles


def storm(t: Turn, b: Battle) -> str:
    """Carry out an assault, a battle against walls that cannot be an overrun (BAT-37, FC)."""
    if t.is_rehearsal:
        _pass_over(b)
        return "won"
    return fight_battle(b)


def fight_battle(b: Battle) -> str:
    """Fight rounds until one side is destroyed, retreats or is captured.

    See BAT-08, BAT-23 to BAT-34.
    """
    s = b.t.s
    _report_start(b)
    if b.place not in s.boneyards:
        s.boneyards.append(b.place)
    result = ""
    while not result:
        rounds.fight_round(b)
        result = after_round(b)
    s.dice.record_result(("battle", b.place), result)
    _report_end(b, result)
    if result in ("won", "lost", "retreated"):
        reward(b, b.attackers if result == "won" else b.defenders)
    b.m.regroup()
    return result


def after_round(b: Battle) -> str:
    """Return the result of the battle after a round, "" if it continues (BAT-08, R21)."""
    if not b.attackers.units or not b.defenders.units:
        return _destroyed(b)
    if b.is_for_one_round:
        return "halted"
    if b.is_to_the_end:
        return _broken_off(b) if b.round >= LONGEST else ""
    if b.deadline:
        return _capture_cornered(b)
    if retreat.must_leave(b):
        return _defenders_leave(b)
    if b.round >= b.limit:
        return _attackers_leave(b)
    return ""


def _destroyed(b: Battle) -> str:
    """End a battle in which a side has no unit left (R124, R127).

    The side's characters suffer the fate of a beaten army.
    """
    if not b.attackers.units and not b.defenders.units:
        return "drawn"
    if b.attackers.units:
        retreat.flee(b, b.defenders, [])
        return "won"
    if b.teleported:
        retreat.all_taken(b, b.attackers, b.m.origin)
    else:
        retreat.flee(b, b.attackers, [])
    return "lost"


def _capture_cornered(b: Battle) -> str:
    """Capture defenders without a way out after two extra rounds (BAT-31, R23)."""
    if b.round < b.deadline:
        return ""
    retreat.all_taken(b, b.defenders)
    return "won"


def _defenders_leave(b: Battle) -> str:
    """Retreat the defenders except berserkers (BAT-28, BAT-31).

    Without a way out they fight for two more rounds.
    """
    t, s = b.t, b.t.s
    leaving = [n for n in b.defenders.units if not retreat.is_berserker_unit(s, n)]
    if not leaving:
        _leave_behind(b, b.defenders)
        return ""
    owners = {s.units[n].owner for n in leaving}
    if not any(retreat.room(s, way) > 0 for owner in owners for way in retreat.ways(b, b.defenders, owner)):
        b.deadline = b.round + EXTRA_ROUNDS
        t.log("cornered", "LM-BAT-31", at=(b.place,), to=_owners(b), place=b.place, army=b.defenders.owner)
        return ""
    retreat.flee(b, b.defenders, leaving)
    if not b.defenders.units:
        return "won"
    _leave_behind(b, b.defenders)
    return ""


def _attackers_leave(b: Battle) -> str:
    """Retreat the attackers; teleported ones are captured (BAT-25, BAT-29, BAT-30)."""
    if b.teleported:
        retreat.all_taken(b, b.attackers, b.m.origin)
        return "retreated"
    leaving = [n for n in b.attackers.units if not retreat.is_berserker_unit(b.t.s, n)]
    if leaving:
        retreat.flee(b, b.attackers, leaving)
    if not b.attackers.units:
        return "retreated"
    _leave_behind(b, b.attackers)
    return ""


def _leave_behind(b: Battle, side: Side) -> None:
    """Leave berserkers behind, who fight to the end (BAT-33, BAT-34, R66)."""
    b.is_to_the_end = True
    b.t.log("berserkers", "LM-BAT-33", at=(b.place,), to=_owners(b), place=b.place, army=side.owner)


def _broken_off(b: Battle) -> str:
    """End a battle without a victor if no unit can hit; the attackers go back (R183)."""
    s = b.t.s
    for n in b.attackers.units:
        b.t.bring(n, retreat.ways(b, b.attackers, s.units[n].owner)[0])
    for who in b.attackers.people:
        b.t.s.move_person(who, retreat.ways(b, b.attackers, s.people[who].owner)[0])
    return "broken-off"


def _owners(b: Battle) -> tuple[int, int]:
    return b.attackers.owner, b.defenders.owner


def _report_start(b: Battle) -> None:
    b.t.log(
        "battle",
        "LM-BAT-01",
        at=(b.place,),
        to=_owners(b),
        place=b.place,
        attacker=b.attackers.owner,
        defender=b.defenders.owner,
        units=count_by_code(b.t.s.units[n].code for n in b.attackers.units),
        enemies=count_by_code(b.t.s.units[n].code for n in b.defenders.units),
        assault=b.is_assault,
    )


def _report_end(b: Battle, result: str) -> None:
    b.t.log(
        f"battle-{result}",
        *_CLAUSES[result],
        at=(b.place,),
        to=_owners(b),
        place=b.place,
        attacker=b.attackers.owner,
        defender=b.defenders.owner,
        rounds=b.round,
        assault=b.is_assault,
        shown={
            "attacking": _army_statistics(b, b.attackers, "attacker"),
            "defending": _army_statistics(b, b.defenders, "defender"),
        },
    )


def _army_statistics(b: Battle, side: Side, name: str) -> dict[str, Any]:
    """Return an army's statistics for the whole battle: units, losses, hits and modifiers."""
    return {
        "host": count_by_code(b.troops[n].code for n in b.troops if b.side(n) is side),
        "lost": count_by_code(b.fallen(side)),
        "hits": b.hits[name],
        "helped": sorted(b.helped[name], key=lambda part: (part[1], part[0])),
    }


_CLAUSES = {
    "won": ("LM-BAT-23",),
    "lost": ("LM-BAT-23",),
    "drawn": ("LM-BAT-23",),
    "retreated": ("LM-BAT-25",),
    "halted": ("LM-FC-15",),
    "broken-off": ("LM-BAT-33",),
}


# Victory


def leader_fate_chance() -> Chance[bool]:
    """Return the chance that the winners' leader falls (BAT-35)."""
    return Chance(Tally("leader's fate"), lambda thrown: thrown.rolled == 1, sides=12)


def reward(b: Battle, winners: Side) -> None:
    """Give the winners' leader a level and roll for the leader's fate (CH-22, BAT-35, R25)."""
    t, s = b.t, b.t.s
    who = winners.commander
    if who not in winners.people:
        return
    casualties.gain_level(t, who, "LM-CH-22", "battle")
    fell, tally = leader_fate_chance().roll(s)
    kind = "winner-falls" if fell else "winner-lives"
    t.log(kind, "LM-BAT-35", at=(b.place,), to=(winners.owner,), tally=tally, name=s.people[who].name)
    if fell:
        casualties.kill(t, who, b.other(winners).owner, winners.owner)
