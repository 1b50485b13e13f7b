"""A position from the captain's point of view: own side, enemy, and inactive kingdoms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from palatine.core.bot import Perception as CorePerception
from palatine.games.dark_emperor.bot.parameters import USUAL, CaptainParameters
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    INACTIVE,
    IS_GREATER,
    IS_LESSER,
    IS_SWORD,
    KINGDOM_POWERS,
    NECROMANCER,
    NECROMANCER_SIDE,
    SIEGE,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import CITY_HEXES, CITY_VALUE, OWNER, TAXATION
from palatine.games.dark_emperor.rules.characters.devices import MOST_DEVICES, ban_refusal, hero_bonus
from palatine.games.dark_emperor.rules.combat.combat import LORD_SLAYERS
from palatine.games.dark_emperor.state import DarkEmperorState

RICH = 60
"""Gold from which a kingdom can replace the units it loses."""
REPLACED = 0.4
"""Share of a unit's value that such a kingdom does not lose with it."""


class Perception(CorePerception):
    """A position seen by one side; the state is determinized for it."""

    def __init__(self, state: DarkEmperorState, side: int, mind: Any = None) -> None:
        self.state = state
        self.side = side
        self.mind = mind
        self.parameters: CaptainParameters = USUAL if mind is None else mind.parameters
        self.reaches: dict[frozenset[int], dict[Any, Any]] = {}
        """Cache by the kingdoms that may be activated: reach of troops."""
        self.searched: dict[Any, Any] = {} if mind is None else mind.searched
        """Cache of searches for the reach of troops, shared by the playouts of a captain."""
        self.breeds: dict[int, Any] = {}
        """Cache by unit and monster: its movement profile."""
        self.foe = 1 - side
        self.is_dark = side == NECROMANCER_SIDE
        self.turns_left = LAST_TURN - state.turn

    @property
    def step(self) -> Any:
        """The step that requires a decision."""
        return self.state.flow[-1]

    # Pieces by hex

    def own(self, h: int) -> tuple[int, ...]:
        """Return friendly units and monsters in a hex."""
        return self.state.stacks[self.side].get(h, ())

    def against(self, h: int) -> tuple[int, ...]:
        """Return the units that would fight this side in a hex: enemies, and inactive ones."""
        stacks = self.state.stacks
        return (*stacks[self.foe].get(h, ()), *stacks[INACTIVE].get(h, ()))

    def heroes_against(self, h: int) -> tuple[int, ...]:
        company = self.state.company
        return (*company[self.foe].get(h, ()), *company[INACTIVE].get(h, ()))

    @cached_property
    def my_leaders(self) -> tuple[int, ...]:
        """Own leaders on the map."""
        return tuple([p for group in self.state.company[self.side].values() for p in group])

    @cached_property
    def their_leaders(self) -> tuple[int, ...]:
        return tuple([p for group in self.state.company[self.foe].values() for p in group])

    def rating(self, leader: int) -> int:
        """Return a leader's Hero Rating with the best usable devices (15.11, 15.13)."""
        s = self.state
        if leader not in s.bearer:
            return s.rating(leader)
        fit = [d for d in s.carried(leader) if ban_refusal(s, leader, d) is None]
        swords = sorted([hero_bonus(s, d) for d in fit if IS_SWORD[d - FIRST_DEVICE]], reverse=True)[:1]
        others = [hero_bonus(s, d) for d in fit if not IS_SWORD[d - FIRST_DEVICE]]
        return s.rating(leader) + sum(sorted(swords + others, reverse=True)[:MOST_DEVICES])

    def best_hero(self, leaders: tuple[int, ...]) -> int:
        return max([self.rating(leader) for leader in leaders], default=0)

    @cached_property
    def dreaded(self) -> frozenset[int]:
        """Hexes of enemies, or potential ones, who carry Loslom or Famir."""
        s = self.state
        bearers = [s.bearer[d - FIRST_DEVICE] for d in LORD_SLAYERS]
        return frozenset([s.where[p] for p in bearers if p >= 0 and s.side(p) != self.side and s.where[p] >= 0])

    @cached_property
    def is_hunted(self) -> bool:
        """True if an enemy leader carries Loslom or Famir and could join any battle."""
        s = self.state
        bearers = [s.bearer[d - FIRST_DEVICE] for d in LORD_SLAYERS]
        return any([p >= 0 and s.side(p) == self.foe for p in bearers])

    @cached_property
    def slayers(self) -> frozenset[int]:
        """Own leaders on the map who can use Loslom or Famir, with which they kill Padrech for good."""
        s = self.state
        bearers = [(s.bearer[d - FIRST_DEVICE], d) for d in LORD_SLAYERS]
        return frozenset([p for p, d in bearers if p in self.my_leaders and ban_refusal(s, p, d) is None])

    def worth(self, u: int) -> float:
        """Return the value of a unit or monster to its side, in production.

        It is less if gold can replace the unit.
        """
        full = self.full_worth(u)
        return full * (1 - REPLACED) if u < UNITS and self.state.power[u] in self.rich else full

    @cached_property
    def rich(self) -> frozenset[int]:
        """Kingdoms that can tax and recruit, with gold for several units (6.31, 7.21)."""
        s = self.state
        return frozenset([k for k in KINGDOM_POWERS if s.gold[k] >= RICH and not s.is_conquered(k)])

    def full_worth(self, u: int) -> float:
        """Return the value of a unit or monster on the map, in production."""
        if u >= UNITS:
            return 6.0
        if UNIT_TYPE[u] == SIEGE:
            return 4.0
        if IS_GREATER[u]:
            return 4.0
        if IS_LESSER[u]:
            return 3.0
        return 1.0 + self.state.strength(u) * 0.8

    def aboard(self, units: Sequence[int]) -> Sequence[int]:
        """Return some friendly units with their cargo."""
        cargo = self.state.cargo
        return [*units, *[cargo[u] for u in units if u in cargo]] if cargo else units

    # Kingdoms

    @cached_property
    def sleeping(self) -> frozenset[int]:
        return frozenset([k for k in KINGDOM_POWERS if self.state.control[k] == INACTIVE])

    def is_mine(self, kingdom: int) -> bool:
        """Return whether the lands of a kingdom belong to this side, originally or by conquest."""
        s = self.state
        lord = s.lands[kingdom] if s.lands[kingdom] >= 0 else kingdom
        return s.control[lord] == self.side

    def is_taken(self, kingdom: int) -> bool:
        """Return whether the Necromancer himself owns the lands of a kingdom."""
        return self.state.lands[kingdom] == NECROMANCER

    def city_worth(self, h: int) -> float:
        """Return a city's share in the value of its kingdom."""
        kingdom = OWNER[h]
        return TAXATION[kingdom] * (CITY_VALUE[h] + 2) / sum([CITY_VALUE[c] + 2 for c in CITY_HEXES[kingdom]])
