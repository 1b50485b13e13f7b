"""Armies: owners, leaders, places, and invasions of this phase (3.1, 3.8, 7.4).

All changes of an army's owner, leader, place and origin are made here, with their consequences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, MERCENARY, NO_LEADER, Fallen
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

# Owner and leader


def transfer(
    t: Turn, armies: Iterable[int], to: int, owner: int | None = None, *, ordered: bool = False, crown: bool = False
) -> list[int]:
    """Put armies under a leader or the garrison commander and return those that stay.

    Skeletons follow only their raiser and the Undead (4.2.5). With `crown` the new leader replaces the old King and
    keeps them. With `ordered`, armies that came along voluntarily become regular ones (3.6, A264). See 3.8, 3.9, 5.9.
    """
    s = t.s
    kept = []
    for a in armies:
        army = s.armies[a]
        if army.is_skeletal and army.leader != to and not crown and not commands_bones(s, to):
            lie_down(t, a)
            continue
        s.set_army(a, leader=to, owner=army.owner if owner is None else owner, follows=army.follows and not ordered)
        kept.append(a)
    return kept


def commands_bones(s: State, n: int) -> bool:
    """Return whether a leader can command skeletons raised by another (4.2.5)."""
    return n != NO_LEADER and s.people[n].alignment == tables.UNDEAD


def enlist(t: Turn, a: int, owner: int, leader: int, *, follows: bool = False) -> None:
    """Take a mercenary army into service, without an origin of invasion (3.4, 3.6, A265)."""
    t.s.set_army(a, owner=owner, leader=leader, follows=follows, origin=-1)


def discharge(t: Turn, a: int, *, beaten: bool = False) -> None:
    """Make an army a mercenary without a leader; skeletons are buried.

    `beaten` ones cannot be hired this turn (3.6, 4.2.5, 7.4).
    """
    s = t.s
    army = s.armies[a]
    if army.is_skeletal:
        lie_down(t, a)
        return
    barred = s.turn if beaten else army.barred
    s.set_army(a, owner=MERCENARY, leader=NO_LEADER, follows=False, origin=-1, barred=barred)
    stand_down(t, a)


def settle_leaderless(t: Turn, armies: list[int]) -> None:
    """Disband armies that lost their leader in unfriendly land (7.4, A127, A261).

    In their own King's and allies' land they stay.
    """
    s = t.s
    strand_armies(t, [n for n in armies if not s.is_friendly(s.armies[n].owner, s.armies[n].place)])


def strand_armies(t: Turn, armies: list[int]) -> None:
    """Disband armies without a leader; the better ones become mercenaries (7.4)."""
    for n in armies:
        army = t.s.armies[n]
        if army.is_skeletal or army.quality >= tables.AVERAGE:
            discharge(t, n, beaten=True)
        else:
            t.remove_army(n)


def lie_down(t: Turn, a: int) -> None:
    """Bury a Skeletal army at its quality (4.2.5)."""
    s = t.s
    army = s.armies[a]
    t.log("laid-down", "AK-4.2.5-08", [army.owner], army=a, place=army.place)
    t.remove_army(a)
    s.fallen[army.place] = (*s.fallen.get(army.place, ()), Fallen(army.type, army.race, army.quality, s.turn))


# Place


def relocate(t: Turn, armies: Iterable[int], to: int, origin: int = -1) -> None:
    """Move armies into a province, as invaders if `origin` is given, and end earlier invasions."""
    for a in armies:
        t.s.set_army(a, place=to, origin=origin)
        stand_down(t, a)


def stand_down(t: Turn, a: int) -> None:
    """End the effects of an army's invasion of this phase."""
    t.phase.invaders.drop(a)
    t.phase.held.drop(a)


def end_invasions(t: Turn) -> None:
    """Clear the origin of armies that are not in an Enemy's land, which contest nothing (7.6)."""
    s = t.s
    for a, army in list(s.armies.items()):
        if army.origin >= 0 and (army.owner < 0 or s.relation(army.owner, s.owners[army.place]) != ENEMY):
            relocate(t, [a], army.place)


def note_invasion(t: Turn, armies: Sequence[int]) -> None:
    """Record that a leader's armies have invaded an Enemy's province; its armies must stay.

    See 3.1.
    """
    s = t.s
    for place, owner in {(s.armies[a].place, s.armies[a].owner) for a in armies}:
        others = [(a, s.armies[a].owner) for a in s.armies_at(place)]
        hold_armies(t, [a for a, other in others if other >= 0 and s.relation(owner, other) == ENEMY], armies)
    t.phase.invaders.update({a: s.armies[a].place for a in armies})


def hold_armies(t: Turn, armies: Iterable[int], by: Iterable[int]) -> None:
    """Record the Enemies that hold armies in place until the battle (3.1)."""
    t.phase.held.update({a: t.phase.held.get(a, frozenset()) | {*by} for a in armies})


def is_held(t: Turn, a: int) -> bool:
    """Return whether an army must stay for a battle with an Enemy still present (3.1)."""
    mine, keepers = t.s.armies[a], [t.s.armies[b] for b in t.phase.held.get(a, ()) if b in t.s.armies]
    return any(
        each.owner >= 0 and each.place == mine.place and t.s.relation(mine.owner, each.owner) == ENEMY
        for each in keepers
    )


def invasions(t: Turn) -> list[tuple[int, int]]:
    """Return (place, leader) of armies that invaded this phase and are still led there.

    They are in order of invasion.
    """
    led = [(place, t.s.armies[a].leader) for a, place in t.phase.invaders.items()]
    return list(dict.fromkeys((place, n) for place, n in led if n != NO_LEADER))


def is_besieger(t: Turn, a: int) -> bool:
    """Return whether an army began the phase in the Enemy province where it still is (6.2)."""
    before, army = t.phase.armies.get(a), t.s.armies.get(a)
    if before is None or army is None or before.place != army.place:
        return False
    return min(before.owner, army.owner) >= 0 and t.s.relation(army.owner, t.s.owners[army.place]) == ENEMY
