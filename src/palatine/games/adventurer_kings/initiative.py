"""Who acts when in a phase (3.0)."""

from __future__ import annotations

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.encounters import is_hostile
from palatine.games.adventurer_kings.turn import Turn

FRIENDLY_SPELLS = frozenset({"PS-OR", "IL-PH", "PS-CH", "WH-RE"})


def initiative(t: Turn) -> list[int]:
    """The characters with something to do, in the order in which they do it (3.0, A65 to A68)."""
    people = [n for n in t.acts if not t.s.people[n].died]
    listed = sorted(people, key=lambda n: (-total_levels(t, n), n))
    defenders = [n for n in listed if isinstance(action_of(t, n), o.Defend)]
    chasers = [n for n in listed if n not in defenders and follows_here(t, n)]
    plain = [n for n in listed if n not in defenders and n not in chasers]
    order = owners_first(t, with_waits(t, plain, listed))
    return [*with_chasers(t, order, chasers), *defenders]


def total_levels(t: Turn, n: int) -> int:
    """All ability levels with all that raises them, March three times (3.0)."""
    return sum([t.skill(n, ability) for ability in range(len(c.ABILITIES))]) + 2 * t.skill(n, c.MA)


def action_of(t: Turn, n: int) -> o.Action | None:
    return t.acts[n][t.phase - 1] if n in t.acts else None


def quarry_of(t: Turn, n: int) -> int:
    """Whom somebody chases or trails, since an earlier phase or in this; 0 for nobody."""
    action = t.chases.get(n, action_of(t, n))
    return action.character if isinstance(action, o.Pursue | o.Trail) else 0


def follows_here(t: Turn, n: int) -> bool:
    """Whether a pursuer begins the phase beside his quarry (3.0)."""
    quarry = quarry_of(t, n)
    other = t.s.people.get(quarry)
    return other is not None and quarry != n and other.place == t.s.people[n].place


def with_chasers(t: Turn, order: list[int], chasers: list[int]) -> list[int]:
    """Each right after his quarry, who may be after another himself; of several the first by initiative (3.0, A68)."""
    order, left = list(order), list(chasers)
    while left:
        n = next((n for n in reversed(left) if quarry_of(t, n) not in left), left[-1])
        left.remove(n)
        quarry = quarry_of(t, n)
        order.insert(order.index(quarry) + 1 if quarry in order else len(order), n)
    return order


def owners_first(t: Turn, order: list[int]) -> list[int]:
    """The owner of the land recruits before whoever else does so there in this phase (3.4, A86)."""
    s = t.s
    recruiters = [n for n in order if isinstance(action_of(t, n), o.Recruit)]
    for n in recruiters:
        here = s.people[n].place
        hosts = [
            order.index(m) for m in recruiters
            if s.people[m].place == here and s.people[m].seat == s.owners[here] != s.people[n].seat
        ]  # fmt: skip
        last = max(hosts, default=-1)
        if last > order.index(n):
            order.remove(n)
            order.insert(last, n)
    return order


def with_waits(t: Turn, plain: list[int], listed: list[int]) -> list[int]:
    """Whoever is served by another of his kingdom waits for him; whoever serves one who comes, for that one (3.0)."""
    waits = {n: w for n in plain if (w := waits_for(t, n, listed))}
    order: list[int] = []
    for n in plain:
        place(n, waits, order, plain, ())
    return order


def place(n: int, waits: dict[int, int], order: list[int], plain: list[int], above: tuple[int, ...]) -> None:
    """Put one into the order after the one he waits for; in a circle nobody waits (A65)."""
    if n in order:
        return
    first = waits.get(n)
    if first is not None and first in plain and first not in above and first != n:
        place(first, waits, order, plain, (*above, n))
    if n not in order:
        order.append(n)


def waits_for(t: Turn, n: int, listed: list[int]) -> int:
    """For whom somebody waits; 0 for nobody."""
    s = t.s
    mine = s.people[n]
    target = served(t, n)
    other = s.people.get(target)
    if other is not None and target != n and other.seat == mine.seat and other.place != mine.place:
        return target if comes_to(t, target, mine.place) else 0
    for m in listed:
        if m != n and s.people[m].seat == mine.seat and s.people[m].place == mine.place and served(t, m) == n:
            return m
    return 0


def served(t: Turn, n: int) -> int:
    """For or with whom of his kingdom somebody does something friendly in this phase; 0 for nobody (3.0, A66)."""
    action = action_of(t, n)
    if isinstance(action, o.Recruit):
        return action.leader
    if isinstance(action, o.Leave):
        return action.to
    if isinstance(action, o.PickUp):
        return next((t.s.armies[a].leader for a in action.armies if a in t.s.armies and t.s.armies[a].leader), 0)
    if isinstance(action, o.CastSpell):
        return action.target if action.spell in FRIENDLY_SPELLS else 0
    if isinstance(action, o.Use) and action.item in t.s.items:
        spell = c.ITEMS[t.s.items[action.item].kind].spell
        return action.target if spell >= 0 and c.SPELLS[spell].code in FRIENDLY_SPELLS else 0
    if isinstance(action, o.Encounter):
        return 0 if is_hostile(action.plan, t) else action.character
    return action.to if isinstance(action, o.Give) and action.item else 0


def comes_to(t: Turn, n: int, where: int) -> bool:
    """Whether somebody's action of this phase should bring him to a province (A67)."""
    action = action_of(t, n)
    if isinstance(action, o.Move) and n not in t.chases:
        return t.s.atlas.place(action.to) == where
    quarry = t.s.people.get(quarry_of(t, n))
    return quarry is not None and quarry.place == where
