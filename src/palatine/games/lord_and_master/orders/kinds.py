"""The orders of a turn, as plain frozen data; `sheets` has the lines of a set-up.

What is named here is only named: whether such a character, place or unit exists is asked when an order is checked or
carried out. The text form is in `grammar`.
"""

from __future__ import annotations

import msgspec

from palatine.core import Order


class PlaceRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as written: a square with "city" or "fort" in it, or a name; all empty is "here"."""

    square: int = 0
    part: str = ""
    name: str = ""


HERE = PlaceRef()


class Batch(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many units of a code, whole or wounded."""

    code: str
    count: int
    wounded: bool = False


Units = tuple[Batch, ...]


class OrderPart(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Anything an order has inside: an action, a step of leading, a deed, a service."""


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
    """Go on without troops."""


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


# What may follow a move, or be done on the spot


class Steal(OrderPart, frozen=True):
    """A demon says where; a character is there."""

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
    """Recruit a character; a class is named only by a leader who has that advantage."""

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
    """Units somewhere, for the call of Mars."""

    code: str
    count: int
    at: PlaceRef


class Intervene(OrderPart, frozen=True):
    """The call of the nation's god: nothing for Jupiter, units for Mars, a player for Odin, a place for the Feaster."""

    units: tuple[Picked, ...] = ()
    player: str = ""
    at: PlaceRef | None = None


class Raise(OrderPart, frozen=True):
    code: str


class Train(OrderPart, frozen=True):
    """Whole units of a code or, if `wounded`, wounded ones; besides whole ones so many wounded, `hurt`."""

    code: str
    count: int
    into: str
    wounded: bool = False
    hurt: int = 0

    @property
    def units(self) -> Units:
        """What is trained, as batches."""
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
    """A demon's service."""

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
    """What a character does; `turn` "first" or "last" moves it within the turn of an alliance."""

    name: str
    action: Action
    turn: str = ""


class Demon(Order, frozen=True):
    name: str
    service: Service


class Prisoner(Order, frozen=True):
    """What becomes of captives: a name or units, and "kill", "release", "hold", or "give" to a partner."""

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
    """The types of troops that a referee lets a magnate raise besides those that he has anyway."""

    name: str
    kinds: tuple[str, ...]


class Heir(Order, frozen=True):
    name: str


class Commander(Order, frozen=True):
    name: str
    at: PlaceRef


class Retreat(Order, frozen=True):
    """Where defenders of a place would rather go."""

    at: PlaceRef
    to: PlaceRef
