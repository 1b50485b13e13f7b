"""Casualties of contests and of pursuit (7.2, 7.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Army, Fallen
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.combat.strength import DEFENCE, multiplier
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force, Unit
from palatine.games.adventurer_kings.rules.common.command import discharge
from palatine.games.adventurer_kings.rules.common.turn import Turn

BITTEN: Final = 40
PURSUES: Final = (25, 75)
"""Percentages of foot and of keen units that pursue (7.3)."""


def losses(b: Battle) -> None:
    """Roll for losses in each column by compared strengths; rear ranks half as often (7.2)."""
    for column, (winner, ratio) in enumerate(b.outcomes):
        for side in (ATTACKER, DEFENDING):
            risk = within(0.20 * ratio, 0.05, 0.80) if side != winner else within(0.10 / ratio, 0.02, 0.30)
            risk *= 0.75 if side == b.winner else 1.25
            for unit in b.columns[column][side]:
                near = unit.rank == 0 or unit.facing is not None or unit.share >= 1.0
                percent = 100 * risk * (1 if near else 0.5)
                if not unit.lost and not is_safe(b, unit) and b.t.chance(percent, "eliminated"):
                    destroy(b, unit, credit(b, column, 1 - side))


def is_safe(b: Battle, unit: Unit) -> bool:
    """Return whether a unit is whales beaten away from sea, which escape unharmed (6.3)."""
    return unit.side != b.winner and unit.army.type == tables.WHALE and not b.t.is_sea(b.place)


def within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def credit(b: Battle, column: int, side: int) -> Unit | None:
    """Return the enemy unit in the column that is credited with a kill."""
    units = [unit for unit in b.columns[column][side] if not unit.lost]
    if not units:
        return None
    return units[b.t.die(len(units), "whose kill") - 1]


def destroy(b: Battle, unit: Unit, killer: Unit | None) -> None:
    """Apply the loss of an army (6.3, 7.2).

    Ships on land are only damaged, trolls can regrow, and the bitten become Werebeasts.
    """
    t, s, n = b.t, b.t.s, unit.number
    army = s.armies[n]
    by = killer.number if killer is not None else 0
    unit.lost = True
    if army.type == tables.FLEET and not t.is_sea(b.place):
        unit.lost = False
        s.set_army(n, quality=min(army.quality, tables.DEPLETED))
        b.log_battle("battered", "AK-7.2-13", army=n)
        return
    if killer is not None and killer.army.type == tables.WERE and can_be_bitten(army):
        percent = 60 if t.has_title(killer.leader, titles.WERE_LORD) else BITTEN
        if t.chance(percent, "bitten"):
            t.war.turning[n] = killer.number
            b.log_battle("bitten", "AK-6.3-32", army=n, enemy=by)
            discharge(t, n, beaten=True)
            return
    if army.owner >= 0 and (surgeons := t.power(army.owner, "surgeons")) and t.chance(surgeons, "surgeons"):
        unit.lost = False
        s.set_army(n, quality=min(army.quality, tables.DEPLETED))
        t.log("battle-saved", "AK-4.3.1-01", [army.owner], army=n, place=b.place)
        return
    if by:
        b.log_battle("destroyed", "AK-7.2-12", army=n, enemy=by)
    else:
        b.log_battle("destroyed-alone", "AK-7.2-12", army=n)
    army_dies(t, unit)


def can_be_bitten(army: Army) -> bool:
    """Return whether an army is of living humanoids and not a fleet (6.3)."""
    return army.race in tables.HUMANOID and army.type != tables.FLEET and not army.is_skeletal


def army_dies(t: Turn, unit: Unit) -> None:
    """Kill an army; Trolls can regrow and follow a Troll Master (6.3)."""
    if unit.army.type == tables.TROLL:
        unit.lost = not regrow(t, unit.number)
    else:
        bury(t, unit.number)


def regrow(t: Turn, n: int) -> bool:
    """Regrow a dead Troll a level lower and return whether it still serves its leader (6.3).

    It does so only for a Troll Master.
    """
    army = t.s.armies[n]
    keeps = t.has_title(army.leader, titles.TROLL_MASTER)
    t.s.set_army(n, quality=max(tables.SUB_DEPLETED, army.quality - 1))
    if not keeps:
        discharge(t, n, beaten=True)
    return keeps


def bury(t: Turn, n: int) -> None:
    """Bury an army, which can be raised later; skeletons lose a level each time (4.2.5)."""
    s = t.s
    army = t.remove_army(n)
    quality = army.quality
    if army.is_skeletal:
        master = t.masters(army.leader, tables.LASTING_SKELETONS)
        quality -= 0 if master else 1
    s.fallen[army.place] = (
        *s.fallen.get(army.place, ()),
        Fallen(army.type, army.race, max(tables.SUB_DEPLETED, quality), s.turn),
    )


def pursue_losers(b: Battle, winner: Force, loser: Force) -> dict[int, int]:
    """Let faster winners pursue losers; return how often each was caught, at most twice (7.3)."""
    t = b.t
    caught: dict[int, int] = {}
    slowed = t.power(loser.seat, "caltrops") or 1.0
    for unit in [each for each in winner.units if not each.lost]:
        keen = unit.army.type in tables.KEEN
        percent = PURSUES[keen] * (slowed if unit.army.type in tables.MOUNTED else 1.0)
        for _ in range(attempts(unit)):
            prey = [
                each for each in loser.units
                if not each.lost and caught.get(each.number, 0) < 2 and not is_safe(b, each)
            ]  # fmt: skip
            if prey and t.chance(percent, "pursuit"):
                quarry = prey[t.die(len(prey), "whom they pursue") - 1]
                run_down(b, unit, quarry, caught)
    return caught


def attempts(unit: Unit) -> int:
    speed = tables.ARMY[unit.army.type].speed
    return 1 if speed <= 3 else 2 if speed == 4 else 3


def run_down(b: Battle, unit: Unit, quarry: Unit, caught: dict[int, int]) -> None:
    """Fight a single combat of pursuer and caught quarry, which is a level lower (7.3)."""
    t = b.t
    gap = tables.ARMY[unit.army.type].speed - tables.ARMY[quarry.army.type].speed
    percent = within(50 + 20 * gap + (25 if quarry.leader == NO_LEADER else 0), 5, 95)
    if not t.chance(percent, "caught"):
        return
    caught[quarry.number] = caught.get(quarry.number, 0) + 1
    defence = quarry.basic * multiplier(quarry.level - 1) * quarry.skill * quarry.extra * DEFENCE
    if t.chance(100 * win_chance(unit.worth, defence), "pursuit fight"):
        b.log_battle("run-down", "AK-7.3-04", army=quarry.number, enemy=unit.number)
        quarry.lost = True
        army_dies(t, quarry)
