"""The captain's plan of a movement step: who stays, who strikes, who marches, and who goes with them.

The plan is made anew from what can be seen whenever it is asked for, so it needs no memory: a group halfway to its
goal finds the same goal again, because what made it a good one has not changed.
"""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from palatine.games.demonlord.bot_danger import danger_of
from palatine.games.demonlord.bot_leading import lead
from palatine.games.demonlord.bot_odds import attack_odds
from palatine.games.demonlord.bot_prizes import prize
from palatine.games.demonlord.bot_sight import Foe, Sight, strength
from palatine.games.demonlord.bot_strength import WORTH
from palatine.games.demonlord.bot_ways import FAR, Reach, journey, march_from
from palatine.games.demonlord.components import CLASS, MP
from palatine.games.demonlord.state import CAPITALS

# Garrisons
CAPITAL_GUARD: Final = 0.9
"""What part of the enemy's worth about the capital its garrison is to have."""
GUARD: Final = 0.7
"""The same for any other fortress; where it cannot be had, one troop must do."""
LEAST_GUARD: Final = 2.0
"""The worth that stays in a capital when no enemy is near."""

# Strikes
BOLD: Final = 1.3
"""An enemy is attacked with no less than so many times his worth."""
BOLD_CHANCE: Final = 0.7
STEADY_CHANCE: Final = 0.5
RELIEF_CHANCE: Final = 0.5
"""The chance to win a battle that is wanted for an attack; for going on with one; for relieving a fortress."""
RELIEF: Final = 1.1
"""Besiegers of one's own fortress are attacked with no less than so many times their worth."""
EXPOSED: Final = 0.85
"""What part of all enemies about the place those who settle down to a siege must have."""
AFTERMATH: Final = 0.7
"""What part of the other enemies about a field of battle the winner must have left."""
PLENTY: Final = 2.2
"""No more than so many times the enemy's worth is sent."""
HUNT: Final = 1.0
"""What a lone enemy character is worth to hunt."""
CHANCE_TO_TAKE: Final = 0.5
"""How likely a siege is to succeed."""
KILLS: Final = 0.6
"""What part of a beaten enemy's worth is likely to be destroyed or taken."""

# Marches
CAUTION: Final = 1.0
"""An army stops short of a hex where it would have less than so many times the worth that can reach it."""
WALLS: Final = 0.6
"""The same inside a fortress of one's own."""
RESERVE: Final = 1.5
"""An objective is given up to so many times what it is expected to take."""
FEASIBLE: Final = 0.8
"""An objective is sought when at least this part of what it takes is at hand."""
SOON: Final = 4
"""Turns within which troops count as at hand."""
DETOUR: Final = 1


class Arm(NamedTuple):
    """A troop that may move, and where it can go."""

    unit: int
    hex: int
    reach: Reach


class Strike(NamedTuple):
    """An attack that can be made in this phase."""

    gain: float
    hex: int
    units: tuple[int, ...]


class Order(NamedTuple):
    """Units that march together: from where, by which hexes."""

    hex: int
    units: tuple[int, ...]
    way: tuple[int, ...]


class Campaign:
    """The plan. `goals` says where each troop or character that has something to do is to end this phase."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.danger = danger_of(sight)
        self.goals: dict[int, int] = {}
        self.arms = [Arm(u, h, sight.reach(u, h)) for h in sight.hexes for u in self.free_troops(h)]
        moving = {arm.unit for arm in self.arms}
        self.army: dict[int, float] = {}
        """By hex: the worth of troops that are to be there when the step ends."""
        for h in sight.hexes:
            self.army[h] = strength([u for u in sight.troops(h) if u not in moving])
        self.keepers: dict[tuple[int, int], frozenset[int]] = {}
        self.strike()
        self.garrison()
        self.march()
        self.rides: dict[int, int] = {}
        lead(self)

    def free_troops(self, h: int) -> list[int]:
        if self.sight.is_locked(h):
            return []
        return [u for u in self.sight.troops(h) if self.sight.may_move(u)]

    def send(self, u: int, goal: int) -> None:
        self.goals[u] = goal
        self.army[goal] = self.army.get(goal, 0.0) + WORTH[u]

    def idle(self) -> list[Arm]:
        return [arm for arm in self.arms if arm.unit not in self.goals]

    # Garrisons

    def kept(self, h: int, without: int = -1) -> frozenset[int]:
        """Who must stay to guard the fortress in `h`, leaving one enemy out of account: the slow and weak first."""
        found = self.keepers.get((h, without))
        if found is None:
            found = self.keepers[h, without] = frozenset(self.guard(h, without))
        return found

    def guard(self, h: int, without: int) -> list[int]:
        sight = self.sight
        if sight.holder(h) != sight.side or not prize(sight, h):
            return []
        here = sorted(self.free_troops(h), key=lambda u: (MP[u] // 2, WORTH[u]))
        wanted = self.guard_wanted(h, strength(here), without)
        kept: list[int] = []
        for u in here:
            if kept and strength(kept) >= wanted:
                break
            kept.append(u)
        return kept

    def guard_wanted(self, h: int, have: float, without: int) -> float:
        """The worth a fortress's garrison should have; a single troop where no sensible garrison would hold it."""
        danger = self.danger.at(h, without)
        if h == CAPITALS[self.sight.side]:
            return max(LEAST_GUARD, danger * CAPITAL_GUARD)
        wanted = danger * GUARD
        return wanted if have >= wanted else 0.0

    def garrison(self) -> None:
        for arm in self.idle():
            if arm.unit in self.kept(arm.hex):
                self.send(arm.unit, arm.hex)

    # Strikes

    def strike(self) -> None:
        """Make the attacks that gain most, one after the other, while any is worth making."""
        targets = self.targets()
        while targets:
            best = max([self.strike_at(t) for t in targets])
            if best.gain <= 0:
                return
            for u in best.units:
                self.send(u, best.hex)
            targets.remove(best.hex)

    def targets(self) -> list[int]:
        """Hexes of enemies, and enemy places without any, that somebody can reach."""
        sight = self.sight
        wanted = {foe.hex for foe in sight.foes} | {h for h in sight.places_of(sight.enemy) if prize(sight, h)}
        return [t for t in sorted(wanted) if any([t in arm.reach.cost for arm in self.arms])]

    def strike_at(self, t: int) -> Strike:
        arms = [
            arm
            for arm in self.arms
            if t in arm.reach.cost and arm.unit not in self.goals and arm.unit not in self.kept(arm.hex, t)
        ]
        arms.sort(key=lambda arm: (arm.hex != t, -WORTH[arm.unit]))
        foe = self.sight.foe(t)
        if not arms:
            return Strike(0.0, t, ())
        if foe is None or not foe.may_fight:
            return self.walk_in(t, arms)
        return self.assail(t, arms, foe)

    def walk_in(self, t: int, arms: list[Arm]) -> Strike:
        """Take a place nobody guards, or hunt down a character: with enough to hold it, or else with the least."""
        sight = self.sight
        gain = prize(sight, t) if sight.holder(t) == sight.enemy else HUNT
        danger = self.danger.at(t, t)
        if strength([arm.unit for arm in arms]) < danger or gain <= HUNT:
            return Strike(gain if gain > HUNT or not danger else 0.0, t, (arms[-1].unit,))
        return Strike(gain, t, self.enough(t, arms, danger))

    def enough(self, t: int, arms: list[Arm], wanted: float) -> tuple[int, ...]:
        """The best of the troops, until they have the worth that is wanted together with those already there."""
        chosen: list[int] = []
        have = self.army.get(t, 0.0)
        for arm in arms:
            if chosen and have >= wanted:
                break
            chosen.append(arm.unit)
            have += WORTH[arm.unit]
        return tuple(chosen)

    def assail(self, t: int, arms: list[Arm], foe: Foe) -> Strike:
        """Attack troops: only where the odds are good, and the winner will not be caught by others."""
        sight = self.sight
        troops = [u for u in sight.troops(t) if self.goals.get(u, t) == t] + [
            u for u, goal in self.goals.items() if goal == t and sight.where(u) != t
        ]
        units = [*{*troops, *[arm.unit for arm in arms]}, *self.company(t, arms)]
        force = strength(units)
        found = attack_odds(units, sight.enemy, foe.count, t)
        others = self.danger.at(t, t)
        begun = sight.strength(t) > 0
        nothing = Strike(0.0, t, ())
        if found.chance < self.odds_wanted(t, begun):
            return nothing
        if sight.holder(t) == sight.enemy and sight.is_fortress(t):
            if force < EXPOSED * (foe.strength + others):
                return nothing
            gain = prize(sight, t) * CHANCE_TO_TAKE
        else:
            gain = found.gain(force, foe.strength)
            if force * found.left < AFTERMATH * others:
                return nothing
            gain += prize(sight, t) * found.chance
        wanted = PLENTY * foe.strength + others
        return Strike(gain + self.army.get(t, 0.0), t, self.enough(t, arms, wanted))

    def odds_wanted(self, t: int, begun: bool) -> float:
        if self.sight.holder(t) == self.sight.side:
            return RELIEF_CHANCE
        return STEADY_CHANCE if begun else BOLD_CHANCE

    def company(self, t: int, arms: list[Arm]) -> list[int]:
        """The characters who are there or can come along."""
        sight = self.sight
        found = list(sight.characters(t))
        for h in sorted({arm.hex for arm in arms if arm.hex != t}):
            found += [c for c in sight.characters(h) if sight.may_move(c)]
        return found

    # Marches

    def march(self) -> None:
        """Share out the troops with nothing better to do among the objectives, and move them there."""
        objectives = self.objectives()
        first = -1
        while self.idle() and objectives:
            best = max(objectives, key=lambda h: (self.appeal(h), -h))
            if self.appeal(best) <= 0:
                break
            objectives.remove(best)
            first = best if first < 0 else first
            self.advance(self.enlist(best), best)
        goal = first if first >= 0 else CAPITALS[self.sight.side]
        self.advance(self.idle(), goal)

    def objectives(self) -> list[int]:
        """Enemy places, and one's own that are besieged or in danger."""
        sight = self.sight
        theirs = [h for h in sight.places_of(sight.enemy) if prize(sight, h)]
        ours = [h for h in sight.places_of(sight.side) if prize(sight, h)]
        return theirs + [h for h in ours if sight.foe(h) or self.danger.at(h) > self.army.get(h, 0.0)]

    def wanted(self, h: int) -> float:
        """The worth it should take to have one's will at an objective."""
        sight = self.sight
        others = self.danger.at(h, h)
        if sight.holder(h) == sight.side:
            return max(0.5, RELIEF * sight.foe_strength(h) + others - self.army.get(h, 0.0))
        return max(WORTH_OF_ONE, BOLD * sight.foe_strength(h) + AFTERMATH * others)

    def appeal(self, h: int) -> float:
        """How much an objective promises for the time it takes; 0 when it is out of reach or strength."""
        wanted = self.wanted(h)
        have = time = 0.0
        for turns, u in sorted([(turns_to(arm, h), arm.unit) for arm in self.idle()]):
            if have >= wanted or turns > SOON:
                break
            have += WORTH[u]
            time += turns * WORTH[u]
        if have < FEASIBLE * wanted or not have:
            return 0.0
        return prize(self.sight, h) / (1 + time / have) ** 1.5

    def enlist(self, h: int) -> list[Arm]:
        """The nearest troops, as many as the objective should take and some more."""
        wanted, have = RESERVE * self.wanted(h), 0.0
        chosen: list[Arm] = []
        for arm in sorted(self.idle(), key=lambda arm: (turns_to(arm, h), arm.unit)):
            if have >= wanted:
                break
            chosen.append(arm)
            have += WORTH[arm.unit]
        return chosen

    def advance(self, arms: list[Arm], goal: int) -> None:
        """Bring the troops as near to the goal as is safe, as many as possible together."""
        while arms:
            h = self.front(arms, goal)
            if h < 0:
                for arm in arms:
                    self.send(arm.unit, self.refuge(arm))
                return
            for arm in arms:
                if h in arm.reach.cost:
                    self.send(arm.unit, h)
            arms = [arm for arm in arms if arm.unit not in self.goals]

    def front(self, arms: list[Arm], goal: int) -> int:
        """The hex nearest to the goal where those who can be there are safe; -1 when there is none."""
        road = march_from(goal)
        best, best_key = -1, (FAR, 0.0, 0)
        for h in self.stations(arms, goal):
            have = self.army.get(h, 0.0) + sum([WORTH[arm.unit] for arm in arms if h in arm.reach.cost])
            if have >= self.caution(h) * self.danger.at(h) and (road[h], -have, h) < best_key:
                best, best_key = h, (road[h], -have, h)
        return best

    def caution(self, h: int) -> float:
        sight = self.sight
        return WALLS if sight.holder(h) == sight.side and sight.is_fortress(h) else CAUTION

    def stations(self, arms: list[Arm], goal: int) -> set[int]:
        """Hexes on the way from where the troops are, and fortresses of one's own they can reach."""
        sight = self.sight
        havens = {h for h in sight.places_of(sight.side) if sight.is_fortress(h)}
        found: set[int] = set()
        for arm in {(arm.hex, sight.pace(arm.unit)): arm for arm in arms}.values():
            road = journey(CLASS[arm.unit], goal)
            limit = road[arm.hex] + DETOUR
            found |= {h for h, spent in arm.reach.cost.items() if spent + road[h] <= limit and not sight.foe(h)}
            found |= {h for h in havens if h in arm.reach.cost and not sight.foe(h)}
        return found

    def refuge(self, arm: Arm) -> int:
        """Where a troop that is safe nowhere on its way is safest."""
        sight = self.sight
        able = [h for h in arm.reach.cost if not sight.foe(h)] or [arm.hex]
        return min(able, key=lambda h: (self.danger.at(h) * self.caution(h) - self.army.get(h, 0.0), h))


WORTH_OF_ONE: Final = 1.0


def turns_to(arm: Arm, goal: int) -> int:
    """Turns a troop that is led needs to a place."""
    return ceil(journey(CLASS[arm.unit], goal)[arm.hex] / max(1, MP[arm.unit]))
