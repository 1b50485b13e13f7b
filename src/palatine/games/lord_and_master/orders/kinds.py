"""Orders of a turn as immutable data; `sheets` has the lines of a set-up.

Names in orders are plain text. Whether a character, place or unit exists is tested when an order is checked or
carried out. `grammar` defines the text form.
"""

from __future__ import annotations

import msgspec

from palatine.core import Order


class PlaceRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as written: a square with "city" or "fort", or a name; if all is empty, "here"."""

    square: int = 0
    part: str = ""
    name: str = ""


HERE = PlaceRef()


class Batch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of units of one code, whole or wounded."""

    code: str
    count: int
    wounded: bool = False


Units = tuple[Batch, ...]


class OrderPart(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Base class of parts of an order: actions, steps of a march, deeds, services."""


# Leading troops, step by step


class Take(OrderPart, frozen=True):
    units: Units


class Drop(OrderPart, frozen=True):
    units: Units


class Go(OrderPart, frozen=True):
    path: tuple[PlaceRef, ...]


class MountainMove(OrderPart, frozen=True):
    pass


class InvisibleMove(OrderPart, frozen=True):
    pass


class Alone(OrderPart, frozen=True):
    """Continue without troops."""


class Siege(OrderPart, frozen=True):
    at: PlaceRef


class Assault(OrderPart, frozen=True):
    at: PlaceRef


class Plunder(OrderPart, frozen=True):
    at: PlaceRef


class Sally(OrderPart, frozen=True):
    pass


class Annex(OrderPart, frozen=True):
    pass


class BuildFort(OrderPart, frozen=True):
    name: str = ""


class Ambush(OrderPart, frozen=True):
    pass


class Devastate(OrderPart, frozen=True):
    pass


LeadStep = (
    Take | Drop | Go | MountainMove | InvisibleMove | Alone | Siege | Assault | Plunder | Sally | Annex | BuildFort
    | Ambush | Devastate
)  # fmt: skip


class Lead(OrderPart, frozen=True):
    steps: tuple[LeadStep, ...]


# Actions possible alone or after a move


class Steal(OrderPart, frozen=True):
    """Theft; `at` is the target of a demon, while a character steals where it is."""

    at: PlaceRef = HERE


class Assassinate(OrderPart, frozen=True):
    victim: str


class Rescue(OrderPart, frozen=True):
    at: PlaceRef = HERE


class Treachery(OrderPart, frozen=True):
    at: PlaceRef


Deed = Steal | Assassinate | Rescue | Treachery


class Move(OrderPart, frozen=True):
    path: tuple[PlaceRef, ...]
    deed: Deed | None = None


# The other actions


class Recruit(OrderPart, frozen=True):
    """Recruit a character; only a leader with the proper advantage names a class."""

    of: str = ""


class Tax(OrderPart, frozen=True):
    pass


class Diplomacy(OrderPart, frozen=True):
    bribe: int = 0


class MoveTreasury(OrderPart, frozen=True):
    pass


class GrantIndependence(OrderPart, frozen=True):
    pass


class Picked(msgspec.Struct, frozen=True):
    """Units in a place, for the call to Mars."""

    code: str
    count: int
    at: PlaceRef


class Intervene(OrderPart, frozen=True):
    """The call to the nation's god.

    It names nothing for Jupiter, units for Mars, a player for Odin, a place for the Feaster.
    """

    units: tuple[Picked, ...] = ()
    player: str = ""
    at: PlaceRef | None = None


class Raise(OrderPart, frozen=True):
    code: str


class Train(OrderPart, frozen=True):
    """Training of units of a code.

    `count` units are wounded ones if `wounded`, otherwise whole ones; `hurt` is a number of further wounded ones.
    """

    code: str
    count: int
    into: str
    wounded: bool = False
    hurt: int = 0

    @property
    def units(self) -> Units:
        """The units to train, as batches."""
        first = Batch(self.code, self.count, self.wounded)
        return (first, Batch(self.code, self.hurt, True)) if self.hurt else (first,)


class ChangeFunction(OrderPart, frozen=True):
    pass


class Rain(OrderPart, frozen=True):
    at: PlaceRef


class Bolts(OrderPart, frozen=True):
    at: PlaceRef


class Runes(OrderPart, frozen=True):
    at: PlaceRef


class DevastateAt(OrderPart, frozen=True):
    """A service of a demon."""

    at: PlaceRef


Service = Steal | Assassinate | Rescue | Lead | Rain | DevastateAt


class Summon(OrderPart, frozen=True):
    service: Service | None = None


class Teleport(OrderPart, frozen=True):
    to: PlaceRef
    people: tuple[str, ...] = ()
    units: Units = ()


class RaiseDead(OrderPart, frozen=True):
    pass


class VampireHeal(OrderPart, frozen=True):
    units: Units
    using: Units


class Heal(OrderPart, frozen=True):
    units: Units


class Exorcise(OrderPart, frozen=True):
    pass


class Consecrate(OrderPart, frozen=True):
    pass


class Initiate(OrderPart, frozen=True):
    count: int


class Colonise(OrderPart, frozen=True):
    pass


class Shield(OrderPart, frozen=True):
    pass


Action = (
    Move | Lead | Recruit | Tax | Diplomacy | MoveTreasury | GrantIndependence | Intervene | Raise | Train
    | ChangeFunction | Rain | Bolts | Runes | Summon | Teleport | RaiseDead | VampireHeal | Heal | Exorcise
    | Consecrate | Initiate | Colonise | Shield | Steal | Assassinate | Rescue | Treachery
)  # fmt: skip


# Lines of a turn's sheet


class Equip(Order, frozen=True):
    code: str
    count: int
    into: str
    at: PlaceRef
    wounded: bool = False


class Character(Order, frozen=True):
    """A character's action; `turn` "first" or "last" moves it within an alliance's joint turn."""

    name: str
    action: Action
    turn: str = ""


class Demon(Order, frozen=True):
    name: str
    service: Service


class Prisoner(Order, frozen=True):
    """The fate of captives, by name or units: "kill", "release", "hold", or "give" to a partner."""

    fate: str
    name: str = ""
    units: Units = ()
    to: str = ""


class Ransom(Order, frozen=True):
    to: str
    price: int
    name: str = ""
    units: Units = ()


class Pay(Order, frozen=True):
    to: str
    price: int
    name: str = ""
    units: Units = ()


class Alliance(Order, frozen=True):
    player: str


class Truce(Order, frozen=True):
    player: str
    turns: int


class Sell(Order, frozen=True):
    units: Units
    at: PlaceRef
    to: str
    price: int


class Buy(Order, frozen=True):
    units: Units
    player: str
    price: int


class MagnateTypes(Order, frozen=True):
    """Additional troop types that a referee lets a magnate raise."""

    name: str
    kinds: tuple[str, ...]


class Heir(Order, frozen=True):
    name: str


class Commander(Order, frozen=True):
    name: str
    at: PlaceRef


class Retreat(Order, frozen=True):
    """Place to which the defenders of a place prefer to retreat."""

    at: PlaceRef
    to: PlaceRef
