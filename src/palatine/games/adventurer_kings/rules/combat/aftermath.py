"""Aftermath of a battle: staying, quality, the province, merit (7.4 to 7.7, 10.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE, NO_LEADER
from palatine.games.adventurer_kings.rules.combat.casualties import losses, pursue_losers
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.combat.retreat import contingents, refuge, retreat, withdraw
from palatine.games.adventurer_kings.rules.combat.strength import DEFENCE, druid_shortfall
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force, Unit
from palatine.games.adventurer_kings.rules.common.command import settle_leaderless
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.conquest import conquer
from palatine.games.adventurer_kings.state import State

STAYS: Final = 35
"""Score from which a beaten force stays and contests the province (7.5)."""


def settle_battle(b: Battle) -> None:
    """Resolve losses, pursuit, the decision to stay, quality and ownership of the province."""
    losses(b)
    winner, loser = b.forces[b.winner], b.forces[1 - b.winner]
    kind = "won" if winner.columns_won < b.width else "won-whole"
    b.log_battle(kind, "AK-7.2-11", side=b.winner, king=winner.seat, columns=winner.columns_won, of=b.width)
    pursue_losers(b, winner, loser)
    alive = b.standing(loser)
    b.stays = bool(alive) and decides_to_stay(b, loser, winner)
    if b.stays:
        b.log_battle("stays" if loser.side == DEFENDING else "camps", "AK-7.6-01", king=loser.seat)
    elif alive:
        retreat(b, loser, alive)
    change_quality(b)
    award(b)
    if b.winner == ATTACKER and not b.stays:
        conquer(b)
    send_home(b)


def send_home(b: Battle) -> None:
    """Remove attackers who lost their leader in a province that still resists (7.4, A127, A261).

    Those in an ally's land stay there.
    """
    s = b.t.s
    lost = [unit.number for unit in b.forces[ATTACKER].units if unit.number in s.armies]
    lost = [
        n for n in lost
        if s.armies[n].leader == NO_LEADER and s.armies[n].owner >= 0 and s.armies[n].place == b.place
        and not s.is_friendly(s.armies[n].owner, b.place)
    ]  # fmt: skip
    for mine in contingents(s, lost):
        withdraw(b, b.forces[ATTACKER], mine)
    for force in b.forces:
        settle_leaderless(b.t, [n for n in b.present(force) if is_left_alone(s, n)])


def is_left_alone(s: State, n: int) -> bool:
    """Return whether an army has lost its leader in another King's land (A261)."""
    army = s.armies[n]
    return army.leader == NO_LEADER and army.owner >= 0 and s.owners[army.place] != army.owner


# To stay or to go (7.5)

COURAGE: Final = {tables.BERSERK: 20, tables.BRAVE: 10, tables.CAUTIOUS: -10, tables.COWARDLY: -20}


def decides_to_stay(b: Battle, loser: Force, winner: Force) -> bool:
    """Return whether the beaten force stays to contest the province (7.5)."""
    return chance_to_stay(b, loser, winner) >= STAYS


def chance_to_stay(b: Battle, loser: Force, winner: Force) -> float:
    t, s = b.t, b.t.s
    mine = sum([unit.worth for unit in b.standing(loser)])
    others = sum([unit.worth for unit in b.standing(winner)])
    bonus = DEFENCE if loser.side == DEFENDING else 1 / DEFENCE
    found = 100 * (win_chance(mine * bonus, others) if others else 1.0)
    if loser.side == DEFENDING:
        found += 15 if any(seat >= 0 and s.kingdoms[seat].home == b.place for seat in loser.seats) else 0
        found += 15 if is_spent(b, winner) else 0
        found += 10 if has_help(t, loser, b.place) else 0
    else:
        found -= 20 + (10 if is_spent(b, loser) else 0)
    alive = b.standing(loser)
    if 2 * len(alive) <= len(loser.units):
        found -= 15
    found += 0 if has_way_out(b, loser) else 20
    found += COURAGE[s.people[loser.commander].temper] if loser.commander in s.people else 0
    found -= 10 if loser.fell else 0
    found += 10 if 2 * sum([unit.is_fanatic or unit.army.is_skeletal for unit in alive]) >= len(alive) else 0
    found += (
        5 if len(alive) > 3 and sum([unit.army.quality for unit in alive]) >= tables.VETERAN * len(alive) else 0
    )
    found += 5 if len(loser.seats) > 1 else 0
    return found + t.die(21, "resolve") - 11


def has_way_out(b: Battle, loser: Force) -> bool:
    """Return whether any of the beaten can retreat (7.4, A250).

    Natives never retreat, so this does not affect their decision.
    """
    s = b.t.s
    alive = [unit.number for unit in b.standing(loser)]
    kings = [n for n in alive if s.armies[n].owner != NATIVE]
    return not kings or any(refuge(b, loser, mine)[1] for mine in contingents(s, kings))


def is_spent(b: Battle, force: Force) -> bool:
    """Return whether no army of a force can still move this turn."""
    return all(points_left(b.t, unit.number) < 1 for unit in b.standing(force))


def has_help(t: Turn, force: Force, place: int) -> bool:
    """Return whether a Defending general of the same side with armies is next door."""
    near = t.s.atlas.neighbours[place]
    generals = [n for n in t.pursuits.posts if t.s.led_by(n)]
    return any(t.s.people[n].seat in force.seats and t.s.people[n].place in near for n in generals)


# Quality (7.5)

SHORTFALL_RISE: Final = {tables.GREEN: 0.6, tables.DEPLETED: 0.2}


def change_quality(b: Battle) -> None:
    """Raise or lower qualities after a battle, for those who stay despite defeat either way.

    See 7.5.
    """
    for force in b.forces:
        won = force.side == b.winner
        for unit in b.standing(force):
            if unit.number in b.t.war.turning:
                continue
            column_won = b.outcomes[unit.column][0] == force.side
            change_quality_step(b, unit, won, column_won)


def change_quality_step(b: Battle, unit: Unit, won: bool, column_won: bool) -> None:
    t, s = b.t, b.t.s
    army = s.armies[unit.number]
    at = army.quality + 1
    mixed = won != column_won
    stayed = not won and b.stays
    rise = tables.RISE[at] if won and column_won else tables.RISE[at] / 2 if mixed or stayed else 0.0
    fall = tables.FALL[at] if not (won or column_won or stayed) else tables.FALL[at] / 2 if mixed or stayed else 0.0
    if druid_shortfall(t, army, army.owner):
        rise *= SHORTFALL_RISE.get(max(tables.DEPLETED, unit.level), 1.0)
    if army.quality < tables.ELITE and t.chance(rise, "quality rises"):
        s.set_army(unit.number, quality=army.quality + 1)
        tell_quality(b, "rise", "AK-7.5-01", unit.number, army.quality)
        if army.leader != NO_LEADER:
            s.honour(army.leader, titles.DRILLMASTER, 1)
    elif t.chance(fall, "quality falls"):
        s.set_army(unit.number, quality=army.quality - 1)
        tell_quality(b, "fall", "AK-7.5-02", unit.number, army.quality)


def tell_quality(b: Battle, kind: str, clause: str, n: int, was: int) -> None:
    """Report an army's change of quality to its owner only."""
    army = b.t.s.armies[n]
    b.t.log(f"battle-{kind}", clause, [army.owner], place=b.place, army=n, was=was, quality=army.quality)


# Merit (10.1, 3.19)


def award(b: Battle) -> None:
    """Award merit to commanders and experience to all leaders (3.19, 10.1)."""
    t = b.t
    at_sea = t.is_sea(b.place)
    office, ability = (titles.ADMIRAL, tables.NAVAL) if at_sea else (titles.MARSHAL, tables.TACTICAL)
    for force in b.forces:
        other = b.forces[1 - force.side]
        if force.commander in t.s.people and not t.s.people[force.commander].died:
            won = force.side == b.winner
            t.s.praise(force.commander, office, len(other.units) if won else -len(force.units))
            learn_by_doing(t, force.commander, ability, "commander")
            if won:
                award_victory_honours(b, force)
            else:
                t.s.disgrace(force.commander, titles.UNDEFEATED)
        leaders = {unit.leader for unit in force.units} - {NO_LEADER, force.commander}
        for leader in sorted(leaders):
            if not t.s.people[leader].died:
                learn_by_doing(t, leader, ability, "leader")


def award_victory_honours(b: Battle, force: Force) -> None:
    """Award points toward titles of war (12.1)."""
    s, n = b.t.s, force.commander
    s.honour(n, titles.UNDEFEATED, 1)
    if force.side == DEFENDING:
        s.honour(n, titles.ROCK, 1)
        s.honour(n, titles.TITLE_OF_TERRAIN[b.t.terrain(b.place)], 1)
