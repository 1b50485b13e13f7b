"""A captain's perception of a position, and its memory between actions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import msgspec

from palatine.core.bot import Perception as CorePerception
from palatine.games.elric.bot.distances import PEOPLE, SHIP, MarchOrder, routes
from palatine.games.elric.bot.parameters import USUAL, CaptainParameters
from palatine.games.elric.components.pieces import ARMY, CARRIES, ELRIC, FLEET, IS_LOVE, KIND, MOVES, PERSON
from palatine.games.elric.components.spells import MUSTERS, NATION
from palatine.games.elric.components.tables import FOUNDING, LAND_POINTS
from palatine.games.elric.components.world import (
    AREAS,
    CAPITAL,
    CITIES,
    CITY_AT,
    COASTS,
    IS_SEA,
    MELNIBONE,
    PORT_SEA,
    WALL,
)
from palatine.games.elric.rules.combat.participants import IS_BOUND
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.movement.group import points_spent
from palatine.games.elric.state import NOBODY, OTHERS, ElricState, strength

ANYWHERE: Final = -2
NOWHERE: Final = -1


class PlanOverride(msgspec.Struct, frozen=True):
    """A plan for a player-turn that replaces parts of the captain's own."""

    storm: int = ANYWHERE
    """The area to storm regardless of odds, NOWHERE for none, ANYWHERE for no override."""
    aim: int = -1
    stage: int = -1
    """The gathering place for `aim`; -1 for no override."""


NO_OVERRIDE: Final = PlanOverride()


class BotMemory:
    """A captain's memory: the plan of the turn, and the pieces with orders."""

    def __init__(self) -> None:
        self.moment: tuple[int, int] = (0, -1)
        self.forget()

    def forget(self) -> None:
        self.order: MarchOrder | None = None
        self.why = ""
        """Name of the planner's function that gave the order."""
        self.ordered: set[tuple[int, int]] = set()
        """(piece, area) of pieces ordered to leave that area."""
        self.aim = ""
        """The aim chosen this turn; empty before the choice. `objectives.aim_of` sets it."""
        self.can_take_imrryr = False
        """Whether the seat could take Imrryr when it chose."""
        self.goal = -1
        self.stage = -1
        self.strike = -1
        self.dragons: int | None = None
        """In the solitaire scenario: turns until the attack on the Dragons, -1 to search on."""
        self.stormed: set[int] = set()
        """Areas attacked in this turn, whose pieces stay."""
        self.called: set[int] = set()
        """Ships without a personality already considered for the voyage home."""
        self.guards: dict[int, int] = {}
        self.orders = 0

    def expire(self, s: ElricState) -> None:
        """Drop the plans of an earlier turn."""
        now = (s.turn, s.phasing)
        if now != self.moment:
            self.moment = now
            self.forget()


class Perception(CorePerception):
    """A position as known to a captain."""

    def __init__(
        self,
        state: ElricState,
        seat: int,
        mind: BotMemory,
        parameters: CaptainParameters = USUAL,
        override: PlanOverride = NO_OVERRIDE,
    ) -> None:
        self.s = state
        self.seat = seat
        self.mind = mind
        self.parameters = parameters
        self.override = override
        self.is_founding = state.scenario == FOUNDING
        self.legs: dict[Any, Any] = {}
        """Cache of ways between areas."""
        self.targets: dict[int, float] | None = None
        """Cache of `objectives.targets`."""
        self._movable: dict[tuple[int, int, int], list[int]] = {}

    @cached_property
    def closed(self) -> frozenset[int]:
        """Areas whose entry means a fight or requires Elric."""
        s, seat = self.s, self.seat
        gate = () if s.city_owner(MELNIBONE) == seat else (MELNIBONE,)
        return frozenset([a for a in range(AREAS) if s.is_hostile(seat, a)]).union(gate)

    @cached_property
    def opens_imrryr(self) -> bool:
        """Whether a piece of the seat opens Imrryr's gate, or may attack inside (7.5.9)."""
        stacks = self.s.stacks[self.seat]
        here = stacks.get(MELNIBONE, ())
        return any([opens_gate(self.s, group) for group in stacks.values()]) or any([not IS_BOUND[p] for p in here])

    @property
    def step(self) -> Any:
        """The step that needs a decision."""
        return self.s.flow[-1]

    def free(self, area: int) -> list[int]:
        """Return the captain's pieces in an area that can still get orders."""
        s, ordered = self.s, self.mind.ordered
        if area in self.mind.stormed:
            return []
        return [
            p
            for p in s.stacks[self.seat].get(area, ())
            if p not in s.done and (p, area) not in ordered and self.has_points(p, area)
        ]

    def has_points(self, p: int, area: int) -> bool:
        """Return whether a piece has points left; at sea this depends on its ship."""
        return IS_SEA[area] or KIND[p] == FLEET or points_spent(self.s, p) < LAND_POINTS

    def movable(self, area: int) -> list[int]:
        """Return the free pieces of an area, without the city's guards."""
        given = area, len(self.mind.ordered), len(self.mind.stormed)  # Orders are only added within a phase.
        if given not in self._movable:
            self._movable[given] = self._without_guards(area)
        return self._movable[given]

    def _without_guards(self, area: int) -> list[int]:
        here = self.free(area)
        keep = self.guard(area)
        armies = [p for p in here if KIND[p] == ARMY]
        staying = len([p for p in self.s.stacks[self.seat].get(area, ()) if KIND[p] == ARMY]) - len(armies)
        going = armies[max(keep - staying, 0) :]
        people = [p for p in here if KIND[p] == PERSON and self.may_leave(p)]
        return [*people, *[p for p in here if KIND[p] == FLEET], *going]

    def may_leave(self, p: int) -> bool:
        """Return whether a personality may leave to fight.

        Loves stay, as do those who muster here or hold Imrryr.
        """
        s = self.s
        if s.where[p] == MELNIBONE and MELNIBONE in s.holds:
            return False
        if p in s.hand and s.where[p] in self.mustering_places(p):
            return False
        return not IS_LOVE[p] or p == s.controller

    def mustering_places(self, p: int) -> list[int]:
        """Return the capitals where a personality could muster a neutral nation."""
        s = self.s
        return [
            CAPITAL[target]
            for spell in s.hand[p]
            for kind, target in MUSTERS[spell]
            if kind == NATION
            and s.ruler[target] == NOBODY
            and s.city_owner(CAPITAL[target]) in (NOBODY, self.seat)
            and CAPITAL[target] not in self.closed
            and besieger(s, CAPITAL[target]) != self.seat
            and target not in s.coming
        ]

    def guard(self, area: int) -> int:
        """Return the number of armies needed to hold a city against attackers within a turn."""
        guards = self.mind.guards
        if area not in guards:
            guards[area] = self.needed(area)
        return guards[area]

    def needed(self, area: int) -> int:
        s = self.s
        if not WALL[area] and area not in s.holds:
            return 0
        if s.city_owner(area) != self.seat:
            return 0
        besiegers = sum([strength(s.stacks[other][area], False) for other in s.enemies(self.seat, area)])
        threat = self.threat(area) + besiegers
        least = 1 if area in s.holds else 0
        here = sum([KIND[p] == ARMY for p in s.stacks[self.seat].get(area, ())])
        wanted = (threat + self.parameters.spell_fear + 1) // 2 - WALL[area] if threat else 0
        if area == MELNIBONE and area in s.holds:
            return here
        if area not in s.holds and not CITIES[CITY_AT[area]].capital:
            return 0
        if wanted > here + self.parameters.hopeless:
            return max(least, min(here, 2))
        return max(least, min(wanted, (here + 1) // 2))

    def threat(self, area: int) -> int:
        """Return the greatest strength with which one enemy can reach an area next turn."""
        s = self.s
        others = OTHERS[self.seat]
        return max([sum([self.comers(other, a, area) for a in s.stacks[other]]) for other in others])

    def comers(self, other: int, a: int, area: int) -> int:
        """Return the strength that an enemy stack can bring to an area in a turn."""
        s = self.s
        here = s.stacks[other][a]
        people = [p for p in here if KIND[p] == PERSON]
        if not people or a == area:
            return 0
        if not IS_SEA[a] and routes(a, PEOPLE, 0, frozenset()).cost[area] <= LAND_POINTS:
            return strength(here, False)
        fleets = [p for p in here if KIND[p] == FLEET]
        if not fleets or not (IS_SEA[a] or PORT_SEA[a] >= 0):
            return 0
        ways = routes(a, SHIP, 0, frozenset())
        if min([ways.cost[sea] for sea in COASTS[area]], default=99) + 2 > max([MOVES[p] for p in fleets]):
            return 0
        armies = [p for p in here if KIND[p] == ARMY]
        return strength([*people, *armies[: sum([CARRIES[p] for p in fleets])]], False)

    def people(self, group: Iterable[int]) -> list[int]:
        return [p for p in group if KIND[p] == PERSON]

    def with_elric(self, group: Iterable[int]) -> list[int]:
        """Return a group, without Elric unless his controller is in it."""
        found = list(group)
        if ELRIC in found and self.s.controller >= 0 and self.s.controller not in found:
            found.remove(ELRIC)
        return found
