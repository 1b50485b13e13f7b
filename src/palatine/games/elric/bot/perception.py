"""What a captain sees of a position, and what he keeps in mind from click to click."""

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
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.movement.group import points_spent
from palatine.games.elric.state import NOBODY, OTHERS, ElricState, strength

ANYWHERE: Final = -2
NOWHERE: Final = -1


class PlanOverride(msgspec.Struct, frozen=True):
    """A plan for a player-turn that replaces parts of the captain's own."""

    storm: int = ANYWHERE
    """The area to be stormed, whatever the odds; `NOWHERE` for none, `ANYWHERE` for what he likes."""
    aim: int = -1
    stage: int = -1
    """Where to gather, and for which aim; -1 for what he likes."""


NO_OVERRIDE: Final = PlanOverride()


class BotMemory:
    """What a captain remembers: the plan of the turn, and who has had his orders."""

    def __init__(self) -> None:
        self.moment: tuple[int, int] = (0, -1)
        self.forget()

    def forget(self) -> None:
        self.order: MarchOrder | None = None
        self.why = ""
        """What he thought of when he gave it."""
        self.ordered: set[tuple[int, int]] = set()
        """(piece, area) of those who have been sent on from there."""
        self.goal = -1
        self.stage = -1
        self.strike = -1
        self.dragons: int | None = None
        """Alone in the jungle lands: in how many turns to strike at the Dragons, -1 to seek on."""
        self.stormed: set[int] = set()
        """Where a fight has been sought in this turn: nobody leaves."""
        self.called: set[int] = set()
        """Ships without a crew that have been called home, or left where they are."""
        self.guards: dict[int, int] = {}
        self.orders = 0

    def expire(self, s: ElricState) -> None:
        """Drop the plans of an earlier turn."""
        now = (s.turn, s.phasing)
        if now != self.moment:
            self.moment = now
            self.forget()


class Perception(CorePerception):
    """A position as a captain sees it."""

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
        """The ways from somewhere to somewhere, as far as they have been reckoned."""
        self._movable: dict[tuple[int, int, int], list[int]] = {}

    @cached_property
    def closed(self) -> frozenset[int]:
        """Where to enter is to fight, or needs Elric."""
        s, seat = self.s, self.seat
        gate = () if s.city_owner(MELNIBONE) == seat else (MELNIBONE,)
        return frozenset([a for a in range(AREAS) if s.is_hostile(seat, a)]).union(gate)

    @property
    def step(self) -> Any:
        """The step that asks."""
        return self.s.flow[-1]

    def free(self, area: int) -> list[int]:
        """The own pieces in an area that can still be ordered to go."""
        s, ordered = self.s, self.mind.ordered
        if area in self.mind.stormed:
            return []
        return [
            p
            for p in s.stacks[self.seat].get(area, ())
            if p not in s.done and (p, area) not in ordered and self.has_points(p, area)
        ]

    def has_points(self, p: int, area: int) -> bool:
        """Whether somebody is not tired; at sea it is for his ship to be."""
        return IS_SEA[area] or KIND[p] == FLEET or points_spent(self.s, p) < LAND_POINTS

    def movable(self, area: int) -> list[int]:
        """The free pieces of an area without those who guard its city."""
        given = area, len(self.mind.ordered), len(self.mind.stormed)  # orders are only added within a phase
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
        """Whether a personality goes to war: those who fight, unless they are to muster here, or hold Imrryr."""
        s = self.s
        if s.where[p] == MELNIBONE and MELNIBONE in s.holds:
            return False
        if p in s.hand and s.where[p] in self.mustering_places(p):
            return False
        return not IS_LOVE[p] or p == s.controller

    def mustering_places(self, p: int) -> list[int]:
        """The capitals in which a personality could muster a neutral nation."""
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
        """The armies that a city needs to hold it against those who can come in a turn."""
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
        threat = self.threat(area)
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
        """The strength of the enemies who can come to an area in their next turn, the strongest seat's."""
        s = self.s
        others = OTHERS[self.seat]
        return max([sum([self.comers(other, a, area) for a in s.stacks[other]]) for other in others])

    def comers(self, other: int, a: int, area: int) -> int:
        """The strength that an enemy stack can bring into an area in a turn."""
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
        """A group without Elric, if his controller is not in it; with him, if he is there."""
        found = list(group)
        if ELRIC in found and self.s.controller >= 0 and self.s.controller not in found:
            found.remove(ELRIC)
        return found
