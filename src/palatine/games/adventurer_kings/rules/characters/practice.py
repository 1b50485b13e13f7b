"""Practice: abilities, training of armies, inventions (3.13, 4.3.1, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.turn import Turn

PER_LEVEL, CHANCELLORS = 5, 5


def practise_all(t: Turn, practising: dict[int, int]) -> None:
    """Carry out all practice of the phase, by ability: pupils, partners, lone students.

    See 3.13, A166.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    practising = {n: ability for n, ability in practising.items() if is_at_work(t, n)}
    for n, ability in practising.items():
        groups.setdefault((t.s.people[n].place, ability), []).append(n)
    before = {n: t.s.people[n].levels for n in practising}
    for (_, ability), group in groups.items():
        for n in group:
            partners = [other for other in group if other != n and not are_enemies(t, n, other)]
            study(t, n, ability, {other: before[other][ability] for other in partners})
    train_all(t, practising)
    for n, ability in practising.items():
        if ability == tables.SAGE:
            invent(t, n)


def is_at_work(t: Turn, n: int) -> bool:
    """Return whether a practising character is alive and serves the same King."""
    person, is_new = t.s.people[n], t.dealings.hired_in.get(n, 0) == t.phase.number
    return not person.died and person.seat >= 0 and not is_new


def are_enemies(t: Turn, n: int, other: int) -> bool:
    """Return whether two people serve Kings who are Enemies."""
    return t.s.relation(t.s.people[n].seat, t.s.people[other].seat) == ENEMY


def practice_percentage(mine: int, partners: Iterable[int]) -> int:
    """Return the percentage to raise a level by practice with partners of these levels (3.13)."""
    best = max(partners, default=-1)
    return 100 if best > mine else tables.PRACTICE_ALIKE if best == mine else tables.PRACTICE_ALONE


def study(t: Turn, n: int, ability: int, partners: dict[int, int]) -> None:
    """Roll for a level: certain with a better partner, 10 % with an equal one, 5 % alone (3.13).

    Items do not count. `partners` have their levels of the beginning of the phase.
    """
    levels = t.s.people[n].levels
    mine = levels[ability]
    if t.chance(practice_percentage(mine, partners.values()), "practice", n):
        rise(t, n, ability, "AK-3.13-01" if any(level > mine for level in partners.values()) else "AK-3.13-02")
        if any(level > mine and t.masters(other, tables.QUICK_PUPILS) for other, level in partners.items()):
            rise(t, n, ability, "AK-3.13-01")
    if t.s.people[n].levels == levels:
        t.log("practised", "AK-3.13-02", [t.s.people[n].seat], who=n, ability=ability)


# Inventions (4.3.1)


def discovery_percentage(t: Turn, n: int) -> int:
    """Return the percentage with which a practising sage discovers something (4.3.1, 10.1)."""
    chancellor = t.serves_in_office(t.s.people[n].seat, titles.CHANCELLOR)
    return PER_LEVEL * t.level(n, tables.SAGE) + CHANCELLORS * bool(chancellor)


def invent(t: Turn, n: int) -> None:
    """Discover something, with luck (4.3.1)."""
    if t.chance(discovery_percentage(t, n), "discovery", n):
        discover_something(t, n)
        if t.masters(n, tables.SECOND_DISCOVERY) and t.chance(25, "a second discovery"):
            discover_something(t, n)


def discover_something(t: Turn, n: int) -> bool:
    """Acquire an unknown discovery, common ones more likely; return whether any was left."""
    s = t.s
    seat = s.people[n].seat
    known = s.kingdoms[seat].discoveries
    left = [d for d in range(len(tables.DISCOVERIES)) if d not in known]
    if not left:
        return False
    found = min([draw_discovery(t, left) for _ in range(3 if t.masters(n, tables.CHOICE_OF_THREE) else 1)])
    acquire(t, seat, found)
    t.log("discovered", "AK-4.3.1-01", t.witnesses(n), who=n, discovery=found)
    if not any(found in each.discoveries for other, each in enumerate(s.kingdoms) if other != seat):
        s.praise(n, titles.CHANCELLOR, 2)
    return True


def draw_discovery(t: Turn, left: list[int]) -> int:
    """Return one of these discoveries, common ones more likely (4.3.1)."""
    weights = [tables.TIER_WEIGHT[tables.DISCOVERIES[d].tier] for d in left]
    at = t.die(sum(weights), "which discovery")
    for d, weight in zip(left, weights, strict=True):
        at -= weight
        if at <= 0:
            return d
    raise AssertionError("the weights add up")


def acquire(t: Turn, seat: int, d: int) -> None:
    """Add a discovery to a kingdom, in the order of exchange (8.4)."""
    kingdom = t.s.kingdoms[seat]
    t.s.set_kingdom(seat, discoveries=tuple(sorted((*kingdom.discoveries, d))))
    t.forget_skills()


# Training (6.1)


def train_all(t: Turn, practising: dict[int, int]) -> None:
    """Train the armies of those who practise Tactics, or Naval with ships (6.1).

    Armies of one place are trained together.
    """
    camps: dict[tuple[int, int], list[int]] = {}
    for n, ability in practising.items():
        if ability in (tables.TACTICAL, tables.NAVAL):
            person = t.s.people[n]
            fit = [
                a for a in t.s.led_by(n) if (t.s.armies[a].type in tables.SEA_ARMIES) == (ability == tables.NAVAL)
            ]
            camps.setdefault((person.place, person.seat), []).extend(fit)
    for (_, seat), armies in camps.items():
        train(t, seat, armies)


def train(t: Turn, seat: int, armies: list[int]) -> None:
    """Raise armies a level if an army of the next level is in the province as a model (6.1)."""
    s = t.s
    times = t.power(seat, "training") or 1.0
    present = {s.armies[a].quality for a in armies}
    for a in armies:
        army = s.armies[a]
        better = army.quality + 1
        if better not in present:
            continue
        bonus = 1.5 if t.has_title(army.leader, titles.DRILLMASTER) else 1.0
        if t.chance(tables.TRAIN[better] * times * bonus, "training"):
            s.set_army(a, quality=better)
            t.log("trained", "AK-6.1-05", [seat], army=a, was=army.quality, quality=better)
