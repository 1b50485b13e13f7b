"""What a turn keeps while it is carried out: small records, each owned by the chapters it names.

How long something is kept stands in its type. A `Phase` is made anew for every phase; all other records end with the
turn. What is kept of armies and characters ends earlier, with them: `Turn.remove_army`, `Turn.forget_servant` and
`Turn.forget_dead` drop them from every collection of such a type, so that no chapter has to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from palatine.games.adventurer_kings.components.pieces import Army
from palatine.games.adventurer_kings.orders import kinds as orders

V = TypeVar("V")


class Expiring:
    """What ends, number by number, before the turn does."""

    def drop(self, n: int) -> None:
        raise NotImplementedError


class ExpiresWithArmy(Expiring):
    """Kept by army, as long as it exists."""


class ExpiresWithService(Expiring):
    """Kept by character, as long as he lives and serves the same King."""


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
    """The master of Necromancy who spares his own, or 0."""


class Observable(NamedTuple):
    """What others may notice (3.14)."""

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
    """By character: where he was when it began."""
    actions: dict[int, orders.Action] = field(default_factory=dict)
    """By character: what he has set about."""
    armies: dict[int, Army] = field(default_factory=dict)
    """By army: what it was when the phase began."""
    entered: dict[int, list[int]] = field(default_factory=dict)
    """By character: the provinces that he has entered, in order."""
    invaders: ArmyDict[int] = field(default_factory=ArmyDict)
    """By army that came into a province of Enemies, in order: the province (3.1)."""
    heirs: set[int] = field(default_factory=set)
    """Kings crowned on a battlefield, whom nobody challenges again (5.9)."""
    held: ArmyDict[frozenset[int]] = field(default_factory=ArmyDict)
    """By army that an invasion keeps where it is: the Enemy's armies that do (3.1)."""
    reacted: set[int] = field(default_factory=set)
    """Defending generals who have answered an invasion (3.15)."""
    new_plagues: set[int] = field(default_factory=set)
    """Provinces from which a plague does not spread yet (4.2.5)."""
    events: list[Observable] = field(default_factory=list)
    shown: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and character: the spying that shows events, as its percentage."""
    trailed: list[tuple[int, int]] = field(default_factory=list)
    """(tracker, quarry) of those found (3.17)."""
    explored: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and place: how well it was known when the phase began (A11)."""


@dataclass(slots=True)
class Ordered:
    """What the sheets say: `sequence`, `initiative`, `encounters`."""

    acts: ServiceDict[list[orders.Action | None]] = field(default_factory=ServiceDict)
    """By character: what is ordered for each phase."""
    plans: ServiceDict[orders.Plan] = field(default_factory=ServiceDict)
    """By character: the Special Encounter Plan."""
    offers: dict[tuple[int, int], list[orders.Action | None]] = field(default_factory=dict)
    """By seat and free character: what he is to do once he is hired (3.5)."""
    offered_plans: dict[tuple[int, int], orders.Plan] = field(default_factory=dict)
    """By seat and free character: his Special Encounter Plan from then on."""


@dataclass(slots=True)
class Marching:
    """How far armies and their leaders have gone: `moving`, `transport`, `movement_points`, `retreat`."""

    spent: ArmyDict[int] = field(default_factory=ArmyDict)
    """Movement points used."""
    marched: ArmySet = field(default_factory=ArmySet)
    carried: ArmySet = field(default_factory=ArmySet)
    """Armies that have marched overland, and armies that have been carried (6.2)."""
    unhurried: set[int] = field(default_factory=set)
    """Masters of the march whom a conquest has cost no point."""
    leapt: set[int] = field(default_factory=set)
    """Characters who have gone two provinces in a phase."""
    reacted_fleets: set[int] = field(default_factory=set)
    """Masters of the sea whose fleets have gone from land to land."""


@dataclass(slots=True)
class Pursuits:
    """What characters have begun and go on with: `moving`, `defending`, `pursuing`."""

    posts: ServiceDict[int] = field(default_factory=ServiceDict)
    """By Defending general: the centre of what he defends (3.15)."""
    patrols: ServiceDict[orders.Plan] = field(default_factory=ServiceDict)
    """By character on patrol: his plan (3.16)."""
    chases: ServiceDict[orders.Chase] = field(default_factory=ServiceDict)
    """By character: the pursuit, or the trailing, that goes on (3.16, 3.17)."""
    marches: ServiceDict[int] = field(default_factory=ServiceDict)
    """By character: the far province that he keeps moving to (3.1)."""
    sallied: set[tuple[int, int]] = field(default_factory=set)
    """(general, place) where he stands since a reaction (3.15)."""


@dataclass(slots=True)
class Spells:
    """What has been cast and holds: `magic`, and whoever asks for its effects."""

    casts: dict[tuple[int, int], int] = field(default_factory=dict)
    """Action spells tried, by character and ability (4.2)."""
    parted: set[int] = field(default_factory=set)
    flooded: set[int] = field(default_factory=set)
    blessed: set[int] = field(default_factory=set)
    quaked: set[int] = field(default_factory=set)
    plagues: dict[int, Plague] = field(default_factory=dict)
    """By afflicted province."""
    hearts: ServiceSet = field(default_factory=ServiceSet)
    """Characters whose armies are heartened by Oratory (4.2.2)."""
    zealous: ServiceSet = field(default_factory=ServiceSet)
    """Characters whose armies a master's Oratory makes more often fanatic."""
    crowds: set[tuple[int, int]] = field(default_factory=set)
    """(seat, place) where a master's Oratory heartens armies without a leader too."""
    phantoms: ServiceDict[int] = field(default_factory=ServiceDict)
    """By character: the level of the Phantasmal Armies with him (4.2.3)."""
    watched: ServiceDict[tuple[int, ...]] = field(default_factory=ServiceDict)
    """By caster: the characters whom his Clairvoyance shows (4.2.2)."""
    lucky: set[int] = field(default_factory=set)
    """Characters whose luck has turned."""


@dataclass(slots=True)
class Dealings:
    """Service, gold and treaties: `recruiting`, `giving`, `finance`, `diplomacy`."""

    levied: dict[int, list[int]] = field(default_factory=dict)
    """By place: the types levied there."""
    hired_in: dict[int, int] = field(default_factory=dict)
    """By character: the phase in which he was hired."""
    gifts: dict[int, int] = field(default_factory=dict)
    """By seat: gold given away."""
    treats: set[tuple[int, int]] = field(default_factory=set)
    breaks: set[tuple[int, int]] = field(default_factory=set)
    sworn: set[frozenset[int]] = field(default_factory=set)
    """Pairs who became Allies before the turn began (8.2)."""
    scholars: list[tuple[int, int]] = field(default_factory=list)
    """Pairs who exchange discoveries at its end (8.4)."""
    deserters: list[int] = field(default_factory=list)
    """Heroes who leave unpaid once everybody else has his pay (9.2, A143)."""
    runaways: list[int] = field(default_factory=list)
    """Armies who do."""


@dataclass(slots=True)
class Sightings:
    """Who hides, and what has been reported: `spying`."""

    furtive: ServiceDict[set[int]] = field(default_factory=ServiceDict)
    """By character who spies, trails or steals at some point of this turn: the skills that hide him."""
    spied: set[tuple[int, int]] = field(default_factory=set)
    """(seat, place) where forces have been reported (3.14)."""


@dataclass(slots=True)
class BattleRecords:
    """What battles leave behind: `campaigns`, `aftermath`."""

    blooded: set[int] = field(default_factory=set)
    """Leaders who have fought a battle."""
    turning: ArmyDict[int] = field(default_factory=ArmyDict)
    """By army bitten in battle: the army of Werebeasts (6.3)."""
