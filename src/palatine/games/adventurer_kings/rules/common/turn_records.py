"""Records of a turn in progress, each owned by the modules named in it.

The type determines how long a record is kept. A `Phase` is created for every phase; all other records end with the
turn. Records of armies and characters can end earlier: `Turn.remove_army`, `Turn.forget_servant` and
`Turn.forget_dead` drop their entries from all collections of the matching type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from palatine.games.adventurer_kings.components.pieces import Army
from palatine.games.adventurer_kings.orders import kinds as orders

V = TypeVar("V")


class Expiring:
    """Base class of collections with entries that can end before the turn."""

    def drop(self, n: int) -> None:
        raise NotImplementedError


class ExpiresWithArmy(Expiring):
    """Entries by army, kept while it exists."""


class ExpiresWithService(Expiring):
    """Entries by character, kept while alive and in the service of the same King."""


class TurnDict(dict[int, V]):
    def drop(self, n: int) -> None:
        self.pop(n, None)


class TurnSet(set[int]):
    def drop(self, n: int) -> None:
        self.discard(n)


class ArmyDict(TurnDict[V], ExpiresWithArmy): ...


class ArmySet(TurnSet, ExpiresWithArmy): ...


class ServiceDict(TurnDict[V], ExpiresWithService): ...


class ServiceSet(TurnSet, ExpiresWithService): ...


class Plague(NamedTuple):
    """A plague in a province (4.2.5)."""

    level: int
    master: int
    """The master of Necromancy whose plague spares friends, or 0."""


class Observable(NamedTuple):
    """An event that others may notice (3.14)."""

    place: int
    actor: int
    kind: str
    data: dict[str, Any]


@dataclass(slots=True)
class Phase:
    """One of the five phases (3.0)."""

    number: int = 0
    """1 to 5; 0 before the first phase and after the last."""
    began: dict[int, int] = field(default_factory=dict)
    """By character: the place at the beginning."""
    actions: dict[int, orders.Action] = field(default_factory=dict)
    """By character: the action started."""
    armies: dict[int, Army] = field(default_factory=dict)
    """By army: its record at the beginning of the phase."""
    entered: dict[int, list[int]] = field(default_factory=dict)
    """By character: the provinces entered, in order."""
    invaders: ArmyDict[int] = field(default_factory=ArmyDict)
    """Province of Enemies entered, by army, in order (3.1)."""
    heirs: set[int] = field(default_factory=set)
    """Kings crowned on a battlefield, who cannot be challenged again (5.9)."""
    held: ArmyDict[frozenset[int]] = field(default_factory=ArmyDict)
    """By army held in place by an invasion: the Enemy's armies that hold it (3.1)."""
    reacted: set[int] = field(default_factory=set)
    """Defending generals who have reacted to an invasion (3.15)."""
    new_plagues: set[int] = field(default_factory=set)
    """Provinces from which a plague does not spread yet (4.2.5)."""
    events: list[Observable] = field(default_factory=list)
    shown: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and character: percentage at which spying reveals events."""
    trailed: list[tuple[int, int]] = field(default_factory=list)
    """(tracker, quarry) of quarries found (3.17)."""
    explored: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and place: exploration at the beginning of the phase (A11)."""


@dataclass(slots=True)
class Ordered:
    """Orders of the sheets, for `sequence`, `initiative`, `encounters`."""

    acts: ServiceDict[list[orders.Action | None]] = field(default_factory=ServiceDict)
    """By character: the order for each phase."""
    plans: ServiceDict[orders.Plan] = field(default_factory=ServiceDict)
    """By character: the Special Encounter Plan."""
    offers: dict[tuple[int, int], list[orders.Action | None]] = field(default_factory=dict)
    """By seat and free character: orders once hired (3.5)."""
    offered_plans: dict[tuple[int, int], orders.Plan] = field(default_factory=dict)
    """By seat and free character: the Special Encounter Plan once hired."""


@dataclass(slots=True)
class Marching:
    """Movement of armies and leaders, for `moving`, `transport`, `movement_points`, `retreat`."""

    spent: ArmyDict[int] = field(default_factory=ArmyDict)
    """Movement points used."""
    marched: ArmySet = field(default_factory=ArmySet)
    carried: ArmySet = field(default_factory=ArmySet)
    """Armies that marched overland, and armies that were carried (6.2)."""
    unhurried: set[int] = field(default_factory=set)
    """Masters of the march who conquered without spending a point."""
    leapt: set[int] = field(default_factory=set)
    """Characters who moved two provinces in a phase."""
    reacted_fleets: set[int] = field(default_factory=set)
    """Masters of the sea whose fleets went from land to land."""


@dataclass(slots=True)
class Pursuits:
    """Continued actions, for `moving`, `defending`, `pursuing`."""

    posts: ServiceDict[int] = field(default_factory=ServiceDict)
    """By Defending general: the centre of the defended area (3.15)."""
    patrols: ServiceDict[orders.Plan] = field(default_factory=ServiceDict)
    """By patrolling character: the encounter plan (3.16)."""
    chases: ServiceDict[orders.Chase] = field(default_factory=ServiceDict)
    """By character: the continued pursuit or trailing (3.16, 3.17)."""
    marches: ServiceDict[int] = field(default_factory=ServiceDict)
    """By character: the distant destination of a march (3.1)."""
    sallied: set[tuple[int, int]] = field(default_factory=set)
    """(general, place) after a reaction (3.15)."""


@dataclass(slots=True)
class Spells:
    """Spells in effect, for `magic` and all rules they affect."""

    casts: dict[tuple[int, int], int] = field(default_factory=dict)
    """Action spells tried, by character and ability (4.2)."""
    parted: set[int] = field(default_factory=set)
    flooded: set[int] = field(default_factory=set)
    blessed: set[int] = field(default_factory=set)
    quaked: set[int] = field(default_factory=set)
    plagues: dict[int, Plague] = field(default_factory=dict)
    """Plagues by province."""
    hearts: ServiceSet = field(default_factory=ServiceSet)
    """Characters whose armies are heartened by Oratory (4.2.2)."""
    zealous: ServiceSet = field(default_factory=ServiceSet)
    """Characters whose armies are more often fanatic after a master's Oratory."""
    crowds: set[tuple[int, int]] = field(default_factory=set)
    """(seat, place) where a master's Oratory heartens armies without a leader, too."""
    phantoms: ServiceDict[int] = field(default_factory=ServiceDict)
    """By character: the level of accompanying Phantasmal Armies (4.2.3)."""
    watched: ServiceDict[tuple[int, ...]] = field(default_factory=ServiceDict)
    """By caster: the characters watched by Clairvoyance (4.2.2)."""
    lucky: set[int] = field(default_factory=set)
    """Characters who have used their luck."""


@dataclass(slots=True)
class Dealings:
    """Service, gold and treaties, for `recruiting`, `giving`, `finance`, `diplomacy`."""

    levied: dict[int, list[int]] = field(default_factory=dict)
    """By place: the types levied there."""
    hired_in: dict[int, int] = field(default_factory=dict)
    """By character: the phase of hiring."""
    gifts: dict[int, int] = field(default_factory=dict)
    """By seat: gold given away."""
    treats: set[tuple[int, int]] = field(default_factory=set)
    breaks: set[tuple[int, int]] = field(default_factory=set)
    sworn: set[frozenset[int]] = field(default_factory=set)
    """Pairs who became Allies before the turn began (8.2)."""
    scholars: list[tuple[int, int]] = field(default_factory=list)
    """Pairs who exchange discoveries at the end (8.4)."""
    deserters: list[int] = field(default_factory=list)
    """Heroes who leave unpaid after all others have been paid (9.2, A143)."""
    runaways: list[int] = field(default_factory=list)
    """Armies who leave unpaid in the same way."""


@dataclass(slots=True)
class Sightings:
    """Hidden characters and reported forces, for `spying`."""

    furtive: ServiceDict[set[int]] = field(default_factory=ServiceDict)
    """By character who spies, trails or steals this turn: the abilities that hide them."""
    spied: set[tuple[int, int]] = field(default_factory=set)
    """(seat, place) where forces have been reported (3.14)."""


@dataclass(slots=True)
class BattleRecords:
    """Results of battles, for `campaigns`, `aftermath`."""

    blooded: set[int] = field(default_factory=set)
    """Leaders who have fought a battle."""
    turning: ArmyDict[int] = field(default_factory=ArmyDict)
    """By army bitten in battle: the army of Werebeasts (6.3)."""
