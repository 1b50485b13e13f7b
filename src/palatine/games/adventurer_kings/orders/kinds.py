"""The orders a sheet is made of, as plain frozen data (3, 5, 8, 11.2).

What is named here is only named: whether such a character, province, army or item exists is asked when an order is
checked or carried out. Numbers are those printed in reports. The text form is in `grammar`.
"""

from __future__ import annotations

import msgspec

from palatine.core import Order
from palatine.core import Sheet as AnySheet
from palatine.games.adventurer_kings.components.pieces import NO_LEADER


class OrderPart(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Anything an order has inside: an action, a tactic."""


# Tactics of an encounter plan (5)


class Cast(OrderPart, frozen=True):
    """CA-XX: cast a combat spell, by its code with the ability, such as "EL-FI"."""

    spell: str


class UseItem(OrderPart, frozen=True):
    """US-n: use an item in the encounter."""

    item: int


class Fire(OrderPart, frozen=True):
    pass


class Strike(OrderPart, frozen=True):
    """ME: close, and fight hand to hand."""


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
    """Armies by number; none: all he leads."""

    armies: tuple[int, ...] = ()


class Dismiss(OrderPart, frozen=True):
    """FI: fire a Hero."""

    hero: int


class Leave(OrderPart, frozen=True):
    """Armies by number, none for all he leads, to the garrison commander or to a leader."""

    armies: tuple[int, ...] = ()
    to: int = NO_LEADER


class PickUp(OrderPart, frozen=True):
    """Armies by number; none: all that nobody leads."""

    armies: tuple[int, ...] = ()


class CastSpell(OrderPart, frozen=True):
    """CA: an action spell with what it is cast on: a province, a character, a feature, and a terrain."""

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
    """One's own number: to patrol."""

    character: int
    plan: Plan = ()


class Trail(OrderPart, frozen=True):
    character: int


class Give(OrderPart, frozen=True):
    """An item, or gold, to a character; an item perhaps only for another."""

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
"""By action: its code on the moves sheet (11.2)."""


def is_spying(action: Action | None) -> bool:
    """Whether an action brings a spy's escape from notice for the whole turn (4.3.3)."""
    return isinstance(action, Spy | Trail)


def is_theft(action: Action | None) -> bool:
    """Whether an action brings a thief's escape from notice for the whole turn (4.3.5)."""
    plan = action.plan if isinstance(action, Encounter | Search | Pursue) else ()
    return any(isinstance(each, Steal) for each in plan)


# Lines of a sheet


class Act(Order, frozen=True):
    """What a character does in a phase, 1 to 5."""

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
    """What is known of the map goes to a King of the same alignment (12.1)."""

    kingdom: int


class Rename(Order, frozen=True):
    """A character or, with `is_province`, a province gets a name (first turn)."""

    number: int
    name: str
    is_province: bool = False


class Heir(Order, frozen=True):
    """The new King's levels, perhaps his name and temper (5.9)."""

    levels: tuple[str, ...]
    name: str = ""
    temper: str = ""


class KingLine(Order, frozen=True):
    """Before the first turn: who the King is (2.1, 11.0)."""

    name: str
    race: str
    alignment: str
    temper: str
    levels: tuple[str, ...]
    instead: str = ""
    """The alignment if another has the one that is asked for."""


class Realm(Order, frozen=True):
    """Before the first turn: the kingdom's name or, on maps of the real world, the land that is asked for."""

    name: str


class Contact(Order, frozen=True):
    """A line that neighbours are shown (12.2)."""

    text: str


Line = (
    Act | Special | Treat | BreakTreaty | CallElection | Vote | SendMap | Rename | Heir | KingLine | Realm | Contact
)
SETUP_LINES: tuple[type, ...] = (KingLine, Realm, Contact)


class Sheet(AnySheet, frozen=True):
    """The orders of a turn; before the first turn, who the King is."""

    orders: tuple[Line, ...] = ()
