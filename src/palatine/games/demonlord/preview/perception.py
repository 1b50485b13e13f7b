"""What one side may know of a position. Previews and the captain use nothing else.

All of the bot's modules see the match through `Perception` alone, and previews all that is the enemy's. Of an enemy
stack it returns the number of counters and the face of the top one. A counter of which only the back is seen counts as
an average one. Troops laid out in a battle are open to both sides, and so are the tracks, the dead and the prisoners.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from palatine.core import Game
from palatine.core.bot import Perception as CorePerception
from palatine.core.guidance.measures import Measure
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
    """An enemy stack as it can be seen: the top counter's face and how many there are."""

    hex: int
    top: int
    size: int
    strength: float

    @property
    def may_fight(self) -> bool:
        """Whether there may be a troop in the stack: its top, or one that is hidden."""
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
        """The step that asks."""
        return self._state.flow[-1]

    # One's own units

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """The hexes where one's own units are."""
        return tuple(sorted(self._state.stacks[self.side]))

    def stack(self, h: int) -> tuple[int, ...]:
        return self._state.stack(self.side, h)

    def troops(self, h: int) -> list[int]:
        return self._state.troops(self.side, h)

    def characters(self, h: int) -> list[int]:
        return self._state.characters(self.side, h)

    def where(self, u: int) -> int:
        """The hex of one of one's own units, negative when it is on none."""
        return self._state.where[u]

    def is_mine(self, u: int) -> bool:
        return self._state.side_of(u) == self.side

    def is_locked(self, h: int) -> bool:
        """Whether one's own units in `h` are besieged there."""
        return is_locked(self._state, self.side, h)

    def strength(self, h: int) -> float:
        """The worth of all one's own units in a hex."""
        return strength(self.stack(h))

    def has_cast(self, u: int) -> bool:
        """Whether a character has used his spell of this phase."""
        return u in self._state.spent_casters

    @cached_property
    def hand(self) -> tuple[int, ...]:
        """The special spells one holds."""
        return self._state.hands[self.side]

    # Movement

    def pace(self, u: int) -> Mobility:
        """How one of one's own units can move now; before the movement step, how it will move at best."""
        points = self._state.movement_left
        if not points:
            return Mobility(CLASS[u], MP[u], True)
        return Mobility(CLASS[u], points[u] % FRESH, points[u] >= FRESH)

    def may_move(self, u: int) -> bool:
        points = self._state.movement_left
        return (not points or points[u] > 0) and not is_rider(self._state, u)

    def riders(self, u: int) -> tuple[int, ...]:
        """The characters that already ride with a troop."""
        return riders_of(self._state, u)

    def can_march(self, h: int, units: tuple[int, ...], to: int) -> bool:
        """Whether a group of one's own units in `h`, picked in that order, may march into the hex next to it."""
        s = self._state
        group: tuple[int, ...] = ()
        for u in units:
            if join_refusal(s, March(self.side, h, group), u) is not None:
                return False
            group = (*group, u, *self.riders(u))
        return may_go(s, self.side, h, group, GRID.direction(h, to)) is None

    def digest(self) -> object:
        """Stands for all that a plan of movement rests on, save where one's own units stand and what they have marched
        and taken."""
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
        """Hexes closed to Ancients: mountains in which they have nobody to attack."""
        return frozenset([h for h in range(HEXES) if is_too_high(self._state, self.side, h)])

    @cached_property
    def stops(self) -> Hexes:
        """Hexes where enemy troops may block the way."""
        return frozenset([foe.hex for foe in self.foes if foe.may_fight])

    @cached_property
    def closed(self) -> Hexes:
        """Hexes not to enter: held by neutrals nobody wants to offend, or under an Earthpit."""
        s = self._state
        homes = [h for h in HOMELAND_OF if unallied_home(s, h) >= 0 and s.has_troop(NEUTRAL, h)]
        return frozenset([*homes, *s.earthpits])

    # The enemy

    @cached_property
    def foes(self) -> tuple[Foe, ...]:
        """The enemy's stacks, in the order of their hexes."""
        return tuple([self._foe(h, units) for h, units in sorted(self._state.stacks[self.enemy].items())])

    def _foe(self, h: int, units: tuple[int, ...]) -> Foe:
        top, backs = units[0], len(units) - 1
        return Foe(h, top, len(units), WORTH[top] * IS_TROOP[top] + backs * self.back_worth)

    @cached_property
    def back_worth(self) -> float:
        """What an enemy counter is worth of which only the back is seen."""
        return strength(self.backs) / max(1, len(self.backs))

    @cached_property
    def backs(self) -> tuple[int, ...]:
        """The enemy units that may be among those of which only the backs are seen.

        Everybody knows who began the game, came, fell and was taken; of reinforcements and conjurations, which were
        drawn blind, only how many came, so all of them may be there while any is.
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
        """The enemy stack in a hex."""
        return self._foe_at.get(h)

    def foe_strength(self, h: int) -> float:
        foe = self._foe_at.get(h)
        return foe.strength if foe else 0.0

    # Places

    def holder(self, h: int) -> int:
        """Who controls a fortress, homeland or Ninnghiz: a side, NEUTRAL, or NEUTRAL for all other hexes."""
        return self._state.control.get(h, NEUTRAL)

    def is_fortress(self, h: int) -> bool:
        return self._state.is_fortress(h)

    def places_of(self, side: int) -> list[int]:
        """The fortresses, homelands and temples that can be controlled and that `side` controls."""
        return [h for h, holder in sorted(self._state.control.items()) if holder == side]

    def has_siege(self, h: int) -> bool:
        """Whether the fortress in `h` is besieged."""
        return self._state.is_besieged(h)

    def siege_steps(self, h: int) -> int:
        """How many siege steps have been held at a fortress."""
        return self._state.siege_steps(h)

    def offers(self, h: int) -> list[int]:
        """What one may invoke in a hex."""
        return offers(self._state, self.side, h)

    def siege_modifiers(self, h: int, steps: int) -> tuple[list[int], int]:
        """Return what the besieger adds to the dice in this siege step and the next `steps`, and the defender now,
        without magic, for all that can be seen; at Lyung as if the garrison hid as many winged troops as it may."""
        s, inside = self._state, max(sieges.winged_inside(self._state, h))
        later = [sieges.known_siege_forces(s, h, inside, step) for step in range(steps + 1)]
        ours = [sieges.siege_chance(s, h, self.side, False, forces).tally.value for forces in later]
        return ours, sieges.siege_chance(s, h, 1 - self.side, False, later[0]).tally.value

    def grounds(self, h: int) -> tuple[int, ...]:
        """The terrains a battle in a hex may be fought on."""
        return battle_ground(self._state, h)

    def invocation_probability(self, u: int, h: int) -> float:
        """How likely a character invokes what is offered in a hex; 0 when nothing is."""
        offered = self.offers(h)
        return best_invocation(u, offered).distribution().probability() if offered else 0.0

    # The public tracks

    @property
    def announced(self) -> frozenset[tuple[int, int]]:
        """Spell and target of what one has announced at the moment at hand."""
        speaking = [step for step in self._state.flow if isinstance(step, AnnounceSpell)]
        return frozenset(
            [(cast.spell, cast.target) for step in speaking for cast in step.casts if cast.side == self.side]
        )

    @property
    def battle(self) -> Battle:
        """The battle at hand, which is open to both but for what is not yet deployed."""
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
        """What Light and Darkness take from the morale of a side's troops in a hex: -1 or 0."""
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
        """One's own units destroyed lately, with the hexes they fell in."""
        return [
            (f.unit, f.hex) for f in self._state.fallen if f.side == self.side and self._state.where[f.unit] == DEAD
        ]

    def lead_in_points(self) -> int:
        """By how many victory points one is ahead, as things stand."""
        s = self._state
        mine, theirs = s.points[self.side], s.points[self.enemy]
        if s.variant() == STRATEGIC:
            rows = victory.strategic_points(s)
        elif s.variant() == NORMAL:
            rows = []
        else:
            return 0
        mine += sum([score[self.side] for _, _, score in rows])
        theirs += sum([score[self.enemy] for _, _, score in rows])
        return mine - theirs


def strength(units: Iterable[int]) -> float:
    """The worth of units taken together."""
    return sum([WORTH[u] for u in units])


def army_worth(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    """The worth of all units on the map, by which the odds of battles are reckoned; hidden, as stacks are."""
    values = {seat: round(strength(s.on_map(side)), 1) for side, seat in enumerate(s.seats)}
    return Measure("army", game.words.say("measure.army"), values, is_hidden=True)
