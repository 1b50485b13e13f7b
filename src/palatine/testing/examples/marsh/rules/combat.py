"""Combat (5): joint attacks on an adjacent enemy."""

from __future__ import annotations

from palatine.core import Action, Chance, Refusal, Step, Tally
from palatine.testing.examples.marsh.components import GRID, GROUND, RIVER, SHELTER, SIDE, STRENGTH
from palatine.testing.examples.marsh.rules.victory import end_if_beaten
from palatine.testing.examples.marsh.state import GONE, MarshState, units_of

DEFENDER_LOST, ATTACKER_LOST = 5, 1
"""Lowest total that removes the defender, and highest that removes an attacker."""
RESULTS = ("defender-lost", "no-loss", "attacker-lost")


def attackers(s: MarshState, foe: int) -> list[int]:
    """Return the units that can attack an enemy: adjacent, not across the river, unused (5.1)."""
    at = s.where[foe]
    ready = [u for u in units_of(s, 1 - SIDE[foe]) if u not in s.done]
    return [u for u in ready if s.where[u] in GRID.adjacent[at] and (s.where[u], at) not in RIVER]


def combat_chance(s: MarshState, foe: int) -> Chance[str]:
    """Return the odds of an attack: a die and the difference of strengths (5.2, 5.3)."""
    tally = Tally("combat")
    tally.add(sum([STRENGTH[u] for u in attackers(s, foe)]), "5.2", "attackers")
    tally.add(-STRENGTH[foe], "5.2", "defender")
    tally.add(-SHELTER.get(GROUND[s.where[foe]], 0), "5.3", "shelter")
    return Chance(tally, _read_result)


def _read_result(thrown: Tally) -> str:
    if thrown.total >= DEFENDER_LOST:
        return "defender-lost"
    return "attacker-lost" if thrown.total <= ATTACKER_LOST else "no-loss"


class Fight(Step, frozen=True):
    """The combat step: a side chooses enemies to attack until it ends the step (5)."""

    seat: int
    needs_decision = True
    clause = "5"
    verbs = {"attack": "piece", "end": "button"}

    def actions(self, s: MarshState) -> list[Action]:
        return [*[("attack", foe) for foe in units_of(s, 1 - self.seat) if attackers(s, foe)], ("end", 0)]

    def take(self, s: MarshState, action: Action) -> None:
        if action[0] == "end":
            s.pop()
            s.done = ()
        else:
            attack(s, action[1])

    def refuse(self, s: MarshState, action: Action) -> Refusal | None:
        return Refusal("5.1", "why.not-beside" if action[1] in units_of(s, 1 - self.seat) else "why.no-enemy")


def attack(s: MarshState, foe: int) -> None:
    """Attack an enemy with all units that can; of these only the weakest can be lost (5)."""
    units = attackers(s, foe)
    result, tally = combat_chance(s, foe).roll(s)
    s.done = (*s.done, *units)
    s.log(f"combat.{result}", "5.2", tally=tally, unit=units[0], foe=foe)
    if result != "no-loss":
        lost = foe if result == "defender-lost" else min(units, key=STRENGTH.__getitem__)
        s.log("lost", "5.2", unit=lost)
        s.where[lost] = GONE
        end_if_beaten(s)
