"""The information of one side about a position, for previews and the captain.

All of the bot's modules use only `Perception`, and so do previews for the enemy. An enemy stack has a number of
counters and a visible top one. A counter seen from the back counts as an average one. Troops deployed in a battle, the
tracks, the dead and the prisoners are public.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from palatine.core.bot import Perception as CorePerception
from palatine.games.demonlord.components.pieces import CLASS, DRAWN_BLIND, IS_TROOP, MP, UNITS_OF_CODE
from palatine.games.demonlord.components.tables import ANCIENTS
from palatine.games.demonlord.components.world import GRID, HEXES, NEUTRAL
from palatine.games.demonlord.preview.distances import Hexes, Mobility, Reach, reach
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.rules import victory
from palatine.games.demonlord.rules.combat import sieges
from palatine.games.demonlord.rules.combat.battles import battle_ground
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.casting import morale_shadow
from palatine.games.demonlord.rules.magic.invocation import best_invocation, offers
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell
from palatine.games.demonlord.rules.movement.entry import is_locked, is_rider, is_too_high, may_go, riders_of
from palatine.games.demonlord.rules.movement.movement import March, join_refusal
from palatine.games.demonlord.state import (
    AWAY,
    DEAD,
    FREED,
    FRESH,
    GONE,
    HOMELAND_OF,
    LIMBO,
    NORMAL,
    PRISONER,
    STRATEGIC,
    Battle,
    DemonlordState,
)

ABSENT = frozenset({AWAY, DEAD, PRISONER, LIMBO, GONE, FREED})


class Foe(NamedTuple):
    """An enemy stack as visible: the top counter and the number of counters."""

    hex: int
    top: int
    size: int
    strength: float

    @property
    def may_fight(self) -> bool:
        """True if the stack may contain a troop: on top, or hidden."""
        return IS_TROOP[self.top] or self.size > 1


class Perception(CorePerception):
    """A position as `side` sees it."""

    def __init__(self, state: DemonlordState, side: int) -> None:
        self._state = state
        self.side, self.enemy = side, 1 - side
        self.turn, self.phase = state.turn, state.phase
        self.is_phasing = state.phasing == side

    @property
    def step(self) -> Any:
        """The step that requires a decision."""
        return self._state.flow[-1]

    # Own units

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """Hexes with friendly units."""
        return tuple(sorted(self._state.stacks[self.side]))

    def stack(self, h: int) -> tuple[int, ...]:
        return self._state.stack(self.side, h)

    def troops(self, h: int) -> list[int]:
        return self._state.troops(self.side, h)

    def characters(self, h: int) -> list[int]:
        return self._state.characters(self.side, h)

    def where(self, u: int) -> int:
        """Return the hex of a friendly unit, negative if off the map."""
        return self._state.where[u]

    def is_mine(self, u: int) -> bool:
        return self._state.side_of(u) == self.side

    def is_locked(self, h: int) -> bool:
        """Return whether the side's units in `h` are besieged there."""
        return is_locked(self._state, self.side, h)

    def strength(self, h: int) -> float:
        """Return the value of all friendly units in a hex."""
        return strength(self.stack(h))

    def has_cast(self, u: int) -> bool:
        """Return whether a character has used the spell of this phase."""
        return u in self._state.spent_casters

    @cached_property
    def hand(self) -> tuple[int, ...]:
        """Own special spells."""
        return self._state.hands[self.side]

    # Movement

    def pace(self, u: int) -> Mobility:
        """Return the mobility of a friendly unit now; before the movement step, at best."""
        points = self._state.movement_left
        if not points:
            return Mobility(CLASS[u], MP[u], True)
        return Mobility(CLASS[u], points[u] % FRESH, points[u] >= FRESH)

    def may_move(self, u: int) -> bool:
        points = self._state.movement_left
        return (not points or points[u] > 0) and not is_rider(self._state, u)

    def riders(self, u: int) -> tuple[int, ...]:
        """Return the characters that ride with a troop."""
        return riders_of(self._state, u)

    def can_march(self, h: int, units: tuple[int, ...], to: int) -> bool:
        """Return whether the side's units in `h`, picked in this order, can march into the next hex."""
        s = self._state
        group: tuple[int, ...] = ()
        for u in units:
            if join_refusal(s, March(self.side, h, group), u) is not None:
                return False
            group = (*group, u, *self.riders(u))
        return may_go(s, self.side, h, group, GRID.direction(h, to)) is None

    def digest(self) -> object:
        """Return a digest of what a plan of movement depends on.

        Positions of friendly units, and what they have marched and captured, are not included.
        """
        s = self._state
        tracks = (s.variant(), s.serves, s.sieges, s.arrived, s.spirit, s.earthpits, s.floods)
        own = frozenset([u for units in s.stacks[self.side].values() for u in units])
        foes = tuple([(h, units[0], len(units)) for h, units in sorted(s.stacks[self.enemy].items())])
        return self.turn, self.phase, self.side, own, foes, tracks

    def reach(self, u: int, start: int) -> Reach:
        closed = self.closed | self.too_high if CLASS[u] == ANCIENTS else self.closed
        return reach(start, self.pace(u), self.stops, closed, self._state.flooded())

    @cached_property
    def too_high(self) -> Hexes:
        """Hexes closed to Ancients: mountains without an enemy to attack."""
        return frozenset([h for h in range(HEXES) if is_too_high(self._state, self.side, h)])

    @cached_property
    def stops(self) -> Hexes:
        """Hexes where enemy troops may stop a march."""
        return frozenset([foe.hex for foe in self.foes if foe.may_fight])

    @cached_property
    def closed(self) -> Hexes:
        """Hexes to avoid: homelands of unallied neutrals with troops, and Earthpits."""
        s = self._state
        homes = [h for h in HOMELAND_OF if unallied_home(s, h) >= 0 and s.has_troop(NEUTRAL, h)]
        return frozenset([*homes, *s.earthpits])

    # The enemy

    @cached_property
    def foes(self) -> tuple[Foe, ...]:
        """Enemy stacks, in hex order."""
        return tuple([self._foe(h, units) for h, units in sorted(self._state.stacks[self.enemy].items())])

    def _foe(self, h: int, units: tuple[int, ...]) -> Foe:
        top, backs = units[0], len(units) - 1
        return Foe(h, top, len(units), WORTH[top] * IS_TROOP[top] + backs * self.back_worth)

    @cached_property
    def back_worth(self) -> float:
        """Average value of an enemy counter seen from the back."""
        return strength(self.backs) / max(1, len(self.backs))

    @cached_property
    def backs(self) -> tuple[int, ...]:
        """Enemy units that may be among those seen from the back.

        Public are the units that started, entered, fell and were captured. Of reinforcements and conjurations, which
        are drawn at random, only the number is known, so that all of them are possible while any are in play.
        """
        s, enemy = self._state, self.enemy
        tops = {units[0] for units in s.stacks[enemy].values()}
        found = []
        for units in UNITS_OF_CODE.values():
            if any(s.where[u] >= 0 and s.side_of(u) == enemy for u in units):
                never = (DEAD, PRISONER) if DRAWN_BLIND.issuperset(units) else ABSENT
                found += [u for u in units if s.where[u] not in never and s.side_of(u) == enemy and u not in tops]
        return tuple(found)

    @cached_property
    def _foe_at(self) -> dict[int, Foe]:
        return {foe.hex: foe for foe in self.foes}

    def foe(self, h: int) -> Foe | None:
        """Return the enemy stack in a hex, or None."""
        return self._foe_at.get(h)

    def foe_strength(self, h: int) -> float:
        foe = self._foe_at.get(h)
        return foe.strength if foe else 0.0

    # Places

    def holder(self, h: int) -> int:
        """Return the side in control of a fortress, homeland or Ninnghiz, NEUTRAL for other hexes."""
        return self._state.control.get(h, NEUTRAL)

    def is_fortress(self, h: int) -> bool:
        return self._state.is_fortress(h)

    def places_of(self, side: int) -> list[int]:
        """Return the fortresses, homelands and temples that `side` controls."""
        return [h for h, holder in sorted(self._state.control.items()) if holder == side]

    def has_siege(self, h: int) -> bool:
        """Return whether the fortress in `h` is besieged."""
        return self._state.is_besieged(h)

    def siege_steps(self, h: int) -> int:
        """Return the number of siege steps at a fortress."""
        return self._state.siege_steps(h)

    def offers(self, h: int) -> list[int]:
        """Return what this side can invoke in a hex."""
        return offers(self._state, self.side, h)

    def siege_modifiers(self, h: int, steps: int) -> tuple[list[int], int]:
        """Return the besieger's modifiers in this and the next `steps`, and the defender's now.

        Only visible facts count, without magic. At Lyung, the garrison is assumed to hide as many winged troops as
        possible.
        """
        s, inside = self._state, max(sieges.winged_inside(self._state, h))
        later = [sieges.known_siege_forces(s, h, inside, step) for step in range(steps + 1)]
        ours = [sieges.siege_chance(s, h, self.side, False, forces).tally.value for forces in later]
        return ours, sieges.siege_chance(s, h, 1 - self.side, False, later[0]).tally.value

    def grounds(self, h: int) -> tuple[int, ...]:
        """Return the terrains on which a battle can be fought in a hex."""
        return battle_ground(self._state, h)

    def invocation_probability(self, u: int, h: int) -> float:
        """Return the chance that a character's invocation in a hex succeeds; 0 if none is possible."""
        offered = self.offers(h)
        return best_invocation(u, offered).distribution().probability() if offered else 0.0

    # Public information

    @property
    def announced(self) -> frozenset[tuple[int, int]]:
        """Spell and target of this side's announcements in the current moment."""
        speaking = [step for step in self._state.flow if isinstance(step, AnnounceSpell)]
        return frozenset(
            [(cast.spell, cast.target) for step in speaking for cast in step.casts if cast.side == self.side]
        )

    @property
    def battle(self) -> Battle:
        """The current battle, public except for undeployed troops."""
        found = self._state.battle
        assert found is not None
        return found

    @property
    def ending(self) -> str:
        return self._state.variant()

    @property
    def requested(self) -> tuple[bool, bool]:
        return self._state.requested

    @property
    def last_turn(self) -> int:
        return self._state.last_turn

    def morale_shadow(self, side: int, h: int) -> int:
        """Return the effect of Light or Darkness on a side's morale in a hex: -1 or 0."""
        return morale_shadow(self._state, side, h)

    @property
    def morale_shadows(self) -> tuple[tuple[int, int], ...]:
        return self._state.morale_shadows

    @property
    def earthpits(self) -> tuple[int, ...]:
        return self._state.earthpits

    def serves(self, neutral: int) -> int:
        return self._state.serves[neutral]

    @property
    def fallen(self) -> list[tuple[int, int]]:
        """The side's recently destroyed units, with the hexes where they fell."""
        return [
            (f.unit, f.hex) for f in self._state.fallen if f.side == self.side and self._state.where[f.unit] == DEAD
        ]

    @property
    def phases_left(self) -> int:
        """Number of phases to the end of the last turn, with this one; 0 if that turn is not known."""
        s = self._state
        return 2 * (s.last_turn - s.turn) + 1 + (s.phasing == s.first) if s.last_turn else 0

    def lead_in_allies(self) -> int:
        """Return how many neutrals more than the enemy this side is allied to."""
        return victory.count_allies(self._state, self.side) - victory.count_allies(self._state, self.enemy)

    def lead_in_points(self, with_turn: bool = False) -> int:
        """Return this side's lead in victory points, if the game ended now.

        `with_turn` adds the points that this turn would score, if it ended now.
        """
        s = self._state
        mine, theirs = s.points[self.side], s.points[self.enemy]
        if s.variant() == STRATEGIC:
            rows = victory.strategic_points(s)
        elif s.variant() == NORMAL:
            rows = victory.turn_points(s) if with_turn else []
        else:
            return 0
        mine += sum([score[self.side] for _, _, score in rows])
        theirs += sum([score[self.enemy] for _, _, score in rows])
        return mine - theirs


def strength(units: Iterable[int]) -> float:
    """Return the total value of units."""
    return sum([WORTH[u] for u in units])
