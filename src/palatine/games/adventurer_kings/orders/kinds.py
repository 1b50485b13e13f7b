"""Orders of a sheet as immutable data (3, 5, 8, 11.2).

Numbers are those printed in reports. Whether a character, province, army or item exists is tested when an order is
checked or carried out. `grammar` defines the text form.
"""

from __future__ import annotations

import msgspec

from palatine.core import Order
from palatine.core import Sheet as AnySheet
from palatine.games.adventurer_kings.components.pieces import NO_LEADER


class OrderPart(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Base class of parts of an order: actions and tactics."""


# Tactics of an encounter plan (5)


class Cast(OrderPart, frozen=True):
    """CA-XX: cast a combat spell; its code includes the ability, such as "EL-FI"."""

    spell: str


class UseItem(OrderPart, frozen=True):
    """US-n: use an item in the encounter."""

    item: int


class Fire(OrderPart, frozen=True):
    pass


class Strike(OrderPart, frozen=True):
    """ME: close and fight hand to hand."""


class Talk(OrderPart, frozen=True):
    pass


class Say(OrderPart, frozen=True):
    text: str


class Fulfil(OrderPart, frozen=True):
    pass


class Steal(OrderPart, frozen=True):
    pass


class Flee(OrderPart, frozen=True):
    pass


class GiveItem(OrderPart, frozen=True):
    item: int


class Scout(OrderPart, frozen=True):
    pass


Tactic = Cast | UseItem | Fire | Strike | Talk | Say | Fulfil | Steal | Flee | GiveItem | Scout
Plan = tuple[Tactic, ...]

# The eighteen actions (3)


class Move(OrderPart, frozen=True):
    to: int
    compass: str = ""


class Explore(OrderPart, frozen=True):
    province: int = 0


class Search(OrderPart, frozen=True):
    feature: int
    plan: Plan = ()


class Recruit(OrderPart, frozen=True):
    types: tuple[str, ...]
    leader: int = NO_LEADER


class Hire(OrderPart, frozen=True):
    hero: int
    offer: int


class Disband(OrderPart, frozen=True):
    """Armies disbanded, by number; if empty, all that the character leads."""

    armies: tuple[int, ...] = ()


class Dismiss(OrderPart, frozen=True):
    """FI: fire a Hero."""

    hero: int


class Leave(OrderPart, frozen=True):
    """Armies left to a leader or the garrison commander; if empty, all that the character leads."""

    armies: tuple[int, ...] = ()
    to: int = NO_LEADER


class PickUp(OrderPart, frozen=True):
    """Armies picked up, by number; if empty, all without a leader."""

    armies: tuple[int, ...] = ()


class CastSpell(OrderPart, frozen=True):
    """CA: an action spell with its target (province, character or feature) and a terrain."""

    spell: str
    target: int = 0
    terrain: str = ""


class Use(OrderPart, frozen=True):
    """US: an item that casts an action spell."""

    item: int
    target: int = 0
    terrain: str = ""


class Encounter(OrderPart, frozen=True):
    character: int
    plan: Plan = ()


class Practise(OrderPart, frozen=True):
    ability: str


class Spy(OrderPart, frozen=True):
    province: int = 0


class Defend(OrderPart, frozen=True):
    province: int = 0


class Pursue(OrderPart, frozen=True):
    """Pursuit of a character; the character's own number means to patrol."""

    character: int
    plan: Plan = ()


class Trail(OrderPart, frozen=True):
    character: int


class Give(OrderPart, frozen=True):
    """A gift of an item or gold; an item can be conditional on another in return."""

    to: int
    item: int = 0
    gold: int = 0
    in_return: int = 0


Action = (
    Move | Explore | Search | Recruit | Hire | Disband | Dismiss | Leave | PickUp | CastSpell | Use | Encounter
    | Practise | Spy | Defend | Pursue | Trail | Give
)  # fmt: skip
Chase = Pursue | Trail
CODES: dict[type, str] = {
    Move: "MO", Explore: "EX", Search: "SE", Recruit: "RE", Hire: "HI", Disband: "DI", Dismiss: "FI", Leave: "LE",
    PickUp: "PI", CastSpell: "CA", Use: "US", Encounter: "EN", Practise: "PR", Spy: "SP", Defend: "DE", Pursue: "PU",
    Trail: "TR", Give: "GI",
}  # fmt: skip
"""Codes of actions on the moves sheet (11.2)."""


def is_spying(action: Action | None) -> bool:
    """Return whether an action lets a spy escape notice for the whole turn (4.3.3)."""
    return isinstance(action, Spy | Trail)


def is_theft(action: Action | None) -> bool:
    """Return whether an action lets a thief escape notice for the whole turn (4.3.5)."""
    plan = action.plan if isinstance(action, Encounter | Search | Pursue) else ()
    return any(isinstance(each, Steal) for each in plan)


# Lines of a sheet


class Act(Order, frozen=True):
    """A character's action in a phase, 1 to 5."""

    character: int
    phase: int
    action: Action


class Special(Order, frozen=True):
    """A character's Special Encounter Plan for the turn (5.10)."""

    character: int
    plan: Plan = ()


class Treat(Order, frozen=True):
    kingdom: int


class BreakTreaty(Order, frozen=True):
    kingdom: int


class CallElection(Order, frozen=True):
    pass


class Vote(Order, frozen=True):
    kingdom: int


class SendMap(Order, frozen=True):
    """Sending of the known map to a King of the same alignment (12.1)."""

    kingdom: int


class Rename(Order, frozen=True):
    """New name for a character or, with `is_province`, a province (first turn only)."""

    number: int
    name: str
    is_province: bool = False


class Heir(Order, frozen=True):
    """Levels of the new King, optionally a name and temper (5.9)."""

    levels: tuple[str, ...]
    name: str = ""
    temper: str = ""


class KingLine(Order, frozen=True):
    """The King, before the first turn (2.1, 11.0)."""

    name: str
    race: str
    alignment: str
    temper: str
    levels: tuple[str, ...]
    instead: str = ""
    """Alternative if another King has the requested alignment."""


class Realm(Order, frozen=True):
    """Name of the kingdom, or on real maps of the requested land, before the first turn."""

    name: str


class Contact(Order, frozen=True):
    """A line of text shown to neighbours (12.2)."""

    text: str


Line = (
    Act | Special | Treat | BreakTreaty | CallElection | Vote | SendMap | Rename | Heir | KingLine | Realm | Contact
)
SETUP_LINES: tuple[type, ...] = (KingLine, Realm, Contact)


class Sheet(AnySheet, frozen=True):
    """The orders of a turn, or before the first turn the King."""

    orders: tuple[Line, ...] = ()
