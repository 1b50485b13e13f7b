"""What a battle costs: the destroyed, pursuit, retreat or not, quality, the province, merit (7.2 to 7.7)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.combat.retreat import contingents, refuge, retreat, withdraw
from palatine.games.adventurer_kings.rules.combat.strength import DEFENCE, druid_shortfall, multiplier
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force, Unit
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.movement_points import points_left
from palatine.games.adventurer_kings.rules.realm.conquest import conquer
from palatine.games.adventurer_kings.state import GARRISON, MERCENARY, NATIVE, Fallen

STAYS: Final = 35
"""The score from which a beaten force stays and contests the province (7.5)."""
BITTEN: Final = 40
PURSUES: Final = (25, 75)
"""The percentage of foot, and of the keen, that pursue (7.3)."""


def settle(b: Battle) -> None:
    """Losses, pursuit, the decision to stay, quality, and to whom the province belongs."""
    losses(b)
    winner, loser = b.forces[b.winner], b.forces[1 - b.winner]
    kind = "won" if winner.columns_won < b.width else "won-whole"
    b.tell(kind, "AK-7.2-11", side=b.winner, king=winner.seat, columns=winner.columns_won, of=b.width)
    pursue(b, winner, loser)
    alive = [unit for unit in loser.units if not unit.lost]
    b.stays = bool(alive) and stays(b, loser, winner)
    if b.stays:
        b.tell("stays" if loser.side == DEFENDING else "camps", "AK-7.6-01", king=loser.seat)
    elif alive:
        retreat(b, loser, alive)
    change_quality(b)
    award(b)
    if b.winner == ATTACKER and not b.stays:
        conquer(b)
    send_home(b)


def send_home(b: Battle) -> None:
    """Attackers whose leader has fallen do not camp in a province that still holds against them (7.4, A127)."""
    s = b.t.s
    lost = [unit.number for unit in b.forces[ATTACKER].units if unit.number in s.armies]
    lost = [
        n for n in lost
        if s.armies[n].leader == GARRISON and s.armies[n].owner >= 0 and s.armies[n].place == b.place
        and not s.is_friendly(s.armies[n].owner, b.place)
    ]  # fmt: skip
    for mine in contingents(s, lost):
        withdraw(b, b.forces[ATTACKER], mine)


# Destroyed in the contests (7.2)


def losses(b: Battle) -> None:
    """By the strengths compared in each column, who is eliminated; rear ranks half as often (7.2)."""
    for column, (winner, ratio) in enumerate(b.outcomes):
        for side in (ATTACKER, DEFENDING):
            risk = _within(0.20 * ratio, 0.05, 0.80) if side != winner else _within(0.10 / ratio, 0.02, 0.30)
            risk *= 0.75 if side == b.winner else 1.25
            for unit in b.columns[column][side]:
                near = unit.rank == 0 or unit.facing is not None or unit.share >= 1.0
                percent = 100 * risk * (1 if near else 0.5)
                if not unit.lost and not is_safe(b, unit) and b.t.chance(percent, "eliminated"):
                    destroy(b, unit, credit(b, column, 1 - side))


def is_safe(b: Battle, unit: Unit) -> bool:
    """Whales that lose off the sea come away unharmed (6.3)."""
    return unit.side != b.winner and unit.army.type == c.WHALE and not b.t.s.is_sea(b.place)


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def credit(b: Battle, column: int, side: int) -> Unit | None:
    """A unit of the enemy's in the column whose kill it was."""
    units = [unit for unit in b.columns[column][side] if not unit.lost]
    if not units:
        return None
    return units[b.t.die(len(units), "whose kill") - 1]


def destroy(b: Battle, unit: Unit, killer: Unit | None) -> None:
    """An army is lost; ships on land are only battered, trolls grow together again, the bitten run wild (6.3, 7.2)."""
    t, s, n = b.t, b.t.s, unit.number
    army = s.armies[n]
    by = killer.number if killer is not None else 0
    unit.lost = True
    if army.type == c.FLEET and not s.is_sea(b.place):
        unit.lost = False
        s.set_army(n, quality=c.DEPLETED)
        b.tell("battered", "AK-7.2-13", army=n)
        return
    if killer is not None and killer.army.type == c.WERE and army.race in c.HUMANOID and army.type != c.FLEET:
        percent = 60 if killer.leader and t.has_title(killer.leader, c.WERE_LORD) else BITTEN
        if t.chance(percent, "bitten"):
            t.war.turning[n] = killer.number
            b.tell("bitten", "AK-6.3-32", army=n, enemy=by)
            s.set_army(n, owner=MERCENARY, leader=GARRISON, barred=s.turn)
            return
    if army.owner >= 0 and (surgeons := t.power(army.owner, "surgeons")) and t.chance(surgeons, "surgeons"):
        unit.lost = False
        s.set_army(n, quality=c.DEPLETED)
        t.tell("battle-saved", "AK-4.3.1-01", [army.owner], army=n, place=b.place)
        return
    if by:
        b.tell("destroyed", "AK-7.2-12", army=n, enemy=by)
    else:
        b.tell("destroyed-alone", "AK-7.2-12", army=n)
    fell(t, unit)


def fell(t: Turn, unit: Unit) -> None:
    """An army is dead; but Trolls grow together, and follow their Master still (6.3)."""
    if unit.army.type == c.TROLL:
        unit.lost = not regrow(t, unit.number)
    else:
        bury(t, unit.number)


def regrow(t: Turn, n: int) -> bool:
    """A dead Troll grows together, a level lower, and serves nobody any more; whether it does, for its Master (6.3)."""
    army = t.s.armies[n]
    keeps = army.leader != GARRISON and t.has_title(army.leader, c.TROLL_MASTER)
    lower = max(c.SUB_DEPLETED, army.quality - 1)
    if keeps:
        t.s.set_army(n, quality=lower)
    else:
        t.s.set_army(n, quality=lower, owner=MERCENARY, leader=GARRISON, barred=t.s.turn)
    return keeps


def bury(t: Turn, n: int) -> None:
    """The dead lie where they fell, and may be raised; skeletons a level lower each time (4.2.5)."""
    s = t.s
    army = t.remove_army(n)
    quality = army.quality
    if army.is_skeletal:
        master = army.leader != GARRISON and t.masters(army.leader, c.LASTING_SKELETONS)
        quality -= 0 if master else 1
    s.fallen[army.place] = (
        *s.fallen.get(army.place, ()),
        Fallen(army.type, army.race, max(c.SUB_DEPLETED, quality), s.turn),
    )


# Pursuit (7.3)


def pursue(b: Battle, winner: Force, loser: Force) -> dict[int, int]:
    """The faster of the winners run down some of the losers; how often each was caught, twice at most (7.3)."""
    t = b.t
    caught: dict[int, int] = {}
    slowed = t.power(loser.seat, "caltrops") or 1.0
    for unit in [each for each in winner.units if not each.lost]:
        keen = unit.army.type in c.KEEN
        percent = PURSUES[keen] * (slowed if unit.army.type in c.MOUNTED else 1.0)
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
    speed = c.ARMY[unit.army.type].speed
    return 1 if speed <= 3 else 2 if speed == 4 else 3


def run_down(b: Battle, unit: Unit, quarry: Unit, caught: dict[int, int]) -> None:
    """A single combat of pursuer and pursued, if he is caught; he fights a level lower, but with care (7.3)."""
    t = b.t
    gap = c.ARMY[unit.army.type].speed - c.ARMY[quarry.army.type].speed
    percent = _within(50 + 20 * gap + (25 if quarry.leader == GARRISON else 0), 5, 95)
    if not t.chance(percent, "caught"):
        return
    caught[quarry.number] = caught.get(quarry.number, 0) + 1
    defence = quarry.basic * multiplier(quarry.level - 1) * quarry.skill * quarry.extra * DEFENCE
    if t.chance(100 * win_chance(unit.worth, defence), "pursuit fight"):
        b.tell("run-down", "AK-7.3-04", army=quarry.number, enemy=unit.number)
        quarry.lost = True
        fell(t, quarry)


# To stay or to go (7.5)

COURAGE: Final = {c.BERSERK: 20, c.BRAVE: 10, c.CAUTIOUS: -10, c.COWARDLY: -20}


def stays(b: Battle, loser: Force, winner: Force) -> bool:
    """Whether the beaten give up the fight for the province (7.5)."""
    return score(b, loser, winner) >= STAYS


def score(b: Battle, loser: Force, winner: Force) -> float:
    t, s = b.t, b.t.s
    mine = sum([unit.worth for unit in loser.units if not unit.lost])
    others = sum([unit.worth for unit in winner.units if not unit.lost])
    bonus = DEFENCE if loser.side == DEFENDING else 1 / DEFENCE
    found = 100 * (win_chance(mine * bonus, others) if others else 1.0)
    if loser.side == DEFENDING:
        found += 15 if loser.seat >= 0 and s.kingdoms[loser.seat].home == b.place else 0
        found += 15 if is_spent(t, winner) else 0
        found += 10 if has_help(t, loser, b.place) else 0
    else:
        found -= 20 + (10 if is_spent(t, loser) else 0)
    alive = [unit for unit in loser.units if not unit.lost]
    if 2 * len(alive) <= len(loser.units):
        found -= 15
    found += 0 if has_way_out(b, loser) else 20
    found += COURAGE.get(s.people[loser.commander].temper, 0) if loser.commander in s.people else 0
    found -= 10 if loser.fell else 0
    found += 10 if 2 * sum([unit.is_fanatic or unit.army.is_skeletal for unit in alive]) >= len(alive) else 0
    found += 5 if len(alive) > 3 and sum([unit.army.quality for unit in alive]) >= c.VETERAN * len(alive) else 0
    found += 5 if len(loser.seats) > 1 else 0
    return found + t.die(21, "resolve") - 11


def has_way_out(b: Battle, loser: Force) -> bool:
    """Whether any of the beaten can retreat; natives, who never do, give it no thought (7.4, A250)."""
    s = b.t.s
    alive = [unit.number for unit in loser.units if not unit.lost and unit.number in s.armies]
    kings = [n for n in alive if s.armies[n].owner != NATIVE]
    return not kings or any(refuge(b, loser, mine)[1] for mine in contingents(s, kings))


def is_spent(t: Turn, force: Force) -> bool:
    """Whether no army of a force can move any more in this turn."""
    alive = [unit.number for unit in force.units if not unit.lost and unit.number in t.s.armies]
    return all(points_left(t, n) < 1 for n in alive)


def has_help(t: Turn, force: Force, place: int) -> bool:
    """Whether a Defending general of the same side stands next door."""
    near = t.s.atlas.neighbours[place]
    return any(t.s.people[n].seat == force.seat and t.s.people[n].place in near for n in t.pursuits.posts)


# Quality (7.5)

SHORTFALL_RISE: Final = {c.GREEN: 0.6, c.DEPLETED: 0.2}


def change_quality(b: Battle) -> None:
    """Who fought well may rise a level, who was beaten may fall; those who stay in spite of it either (7.5)."""
    for force in b.forces:
        won = force.side == b.winner
        for unit in force.units:
            if unit.lost or unit.number not in b.t.s.armies or unit.number in b.t.war.turning:
                continue
            column_won = b.outcomes[unit.column][0] == force.side if unit.column >= 0 else won
            step(b, unit, won, column_won)


def step(b: Battle, unit: Unit, won: bool, column_won: bool) -> None:
    t, s = b.t, b.t.s
    army = s.armies[unit.number]
    at = min(army.quality + 1, len(c.RISE) - 1)
    mixed = won != column_won
    stayed = not won and b.stays
    rise = c.RISE[at] if won and column_won else c.RISE[at] / 2 if mixed or stayed else 0.0
    fall = c.FALL[at] if not (won or column_won or stayed) else c.FALL[at] / 2 if mixed or stayed else 0.0
    if druid_shortfall(t, army, army.owner):
        rise *= SHORTFALL_RISE.get(unit.level, 0.2 if unit.level < 1 else 1.0)
    if rise and army.quality < c.ELITE + 1 and t.chance(rise, "quality rises"):
        s.set_army(unit.number, quality=army.quality + 1)
        tell_quality(b, "rise", "AK-7.5-01", unit.number, army.quality)
        if army.leader != GARRISON:
            s.honour(army.leader, c.DRILLMASTER, 1)
    elif fall and army.quality > c.SUB_DEPLETED and t.chance(fall, "quality falls"):
        s.set_army(unit.number, quality=army.quality - 1)
        tell_quality(b, "fall", "AK-7.5-02", unit.number, army.quality)


def tell_quality(b: Battle, kind: str, clause: str, n: int, was: int) -> None:
    """Only the owner hears how good his armies have become."""
    army = b.t.s.armies[n]
    b.t.tell(f"battle-{kind}", clause, [army.owner], place=b.place, army=n, was=was, quality=army.quality)


# Merit (10.1, 3.19)


def award(b: Battle) -> None:
    """Merit for the commanders, experience for all who led (3.19, 10.1)."""
    t = b.t
    at_sea = t.s.is_sea(b.place)
    office, ability = (c.ADMIRAL, c.NA) if at_sea else (c.MARSHAL, c.TA)
    for force in b.forces:
        other = b.forces[1 - force.side]
        if force.commander in t.s.people and not t.s.people[force.commander].died:
            won = force.side == b.winner
            t.s.praise(force.commander, office, len(other.units) if won else -len(force.units))
            learn_by_doing(t, force.commander, ability, "commander")
            if won:
                boast(b, force)
            else:
                t.s.disgrace(force.commander, c.UNDEFEATED)
        leaders = {unit.leader for unit in force.units} - {GARRISON, force.commander}
        for leader in sorted(leaders):
            if leader in t.s.people and not t.s.people[leader].died:
                learn_by_doing(t, leader, ability, "leader")


def boast(b: Battle, force: Force) -> None:
    """Points toward titles of war (12.1)."""
    s, n = b.t.s, force.commander
    s.honour(n, c.UNDEFEATED, 1)
    if force.side == DEFENDING:
        s.honour(n, c.ROCK, 1)
        s.honour(n, c.TITLE_OF_TERRAIN[s.terrain(b.place)], 1)
