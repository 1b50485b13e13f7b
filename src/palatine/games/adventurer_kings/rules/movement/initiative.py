"""Order in which characters act in a phase (3.0)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.intent import comes_to, current_action, quarry_of
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile

FRIENDLY_SPELLS = frozenset({"PS-OR", "IL-PH", "PS-CH", "WH-RE"})


def initiative(t: Turn) -> list[int]:
    """Return the characters with something to do, in order of action (3.0, A65 to A68)."""
    people = [n for n in t.ordered.acts if not t.s.people[n].died]
    listed = sorted(people, key=lambda n: (-total_levels(t, n), n))
    defenders = [n for n in listed if isinstance(current_action(t, n), orders.Defend)]
    chasers = [n for n in listed if n not in defenders and follows_here(t, n)]
    plain = [n for n in listed if n not in defenders and n not in chasers]
    order = in_turn(plain, {n: waits_for(t, n, listed) for n in plain})
    return with_chasers(t, [*order, *defenders], chasers)


def total_levels(t: Turn, n: int) -> int:
    """Return the sum of all current ability levels, with March counted three times (3.0)."""
    return t.skills.total(n) + 2 * t.skill(n, tables.FORCED_MARCH)


def follows_here(t: Turn, n: int) -> bool:
    """Return whether a pursuer begins the phase in the quarry's province (3.0)."""
    quarry = quarry_of(t, n)
    other = t.s.people.get(quarry)
    return other is not None and quarry != n and other.place == t.s.people[n].place


def with_chasers(t: Turn, order: list[int], chasers: list[int]) -> list[int]:
    """Return the order with each pursuer right after the quarry (3.0, A68).

    A quarry may itself be a pursuer. Several pursuers of one quarry go by initiative.
    """
    order, left = list(order), list(chasers)
    while left:
        n = next((n for n in reversed(left) if quarry_of(t, n) not in left), left[-1])
        left.remove(n)
        quarry = quarry_of(t, n)
        order.insert(order.index(quarry) + 1 if quarry in order else len(order), n)
    return order


def in_turn(plain: list[int], before: dict[int, set[int]]) -> list[int]:
    """Return the characters by ability, each after those it waits for.

    A character in a circle of waiting does not wait (3.0, A65).
    """
    waits = {n: {m for m in before[n] if m in before and not comes_before(before, n, m)} for n in plain}
    order: list[int] = []
    left = list(plain)
    while left:
        n = next(n for n in left if not waits[n].intersection(left))
        left.remove(n)
        order.append(n)
    return order


def comes_before(before: dict[int, set[int]], n: int, m: int) -> bool:
    """Return whether `m` waits for `n`, directly or through others."""
    ahead, seen = [m], set()
    while ahead:
        each = ahead.pop()
        if each == n:
            return True
        if each not in seen:
            seen.add(each)
            ahead += before.get(each, ())
    return False


def waits_for(t: Turn, n: int, listed: list[int]) -> set[int]:
    """Return the characters that a character waits for (3.0, 3.4, A66, A67, A86).

    They are those who help it here, those it helps who are about to come here, and the owner of the land who also
    recruits there.
    """
    s = t.s
    mine = s.people[n]
    mates = [m for m in listed if m != n and s.people[m].seat == mine.seat]
    mine_to_serve = served(t, n)
    found = {m for m in mates if s.people[m].place == mine.place and n in served(t, m)}
    found |= {
        m for m in mates if s.people[m].place != mine.place and m in mine_to_serve and comes_to(t, m, mine.place)
    }
    return found | hosts_of(t, n, listed)


def hosts_of(t: Turn, n: int, listed: list[int]) -> set[int]:
    """Return the owner's recruiters where a character recruits in foreign land (3.4, A86)."""
    s = t.s
    here, owner = s.people[n].place, s.owners[s.people[n].place]
    if not isinstance(current_action(t, n), orders.Recruit) or owner == s.people[n].seat:
        return set()
    return {
        m for m in listed
        if s.people[m].seat == owner and s.people[m].place == here and isinstance(current_action(t, m), orders.Recruit)
    }  # fmt: skip


def served(t: Turn, n: int) -> set[int]:
    """Return the characters that a character's friendly action benefits (3.0, A66)."""
    action = current_action(t, n)
    if isinstance(action, orders.Recruit):
        return {action.leader}
    if isinstance(action, orders.Leave | orders.Give):
        return {action.to}
    if isinstance(action, orders.PickUp):
        return {t.s.armies[a].leader for a in action.armies if a in t.s.armies}
    if isinstance(action, orders.CastSpell):
        return {action.target} if action.spell in FRIENDLY_SPELLS else set()
    if isinstance(action, orders.Use) and action.item in t.s.items:
        spell = tables.ITEMS[t.s.items[action.item].kind].spell
        return {action.target} if spell >= 0 and tables.SPELLS[spell].code in FRIENDLY_SPELLS else set()
    if isinstance(action, orders.Encounter):
        return set() if is_hostile(t.s, n, action.plan) else {action.character}
    return set()
