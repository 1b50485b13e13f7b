"""Magic items: their places and charges (3.18, 5.9)."""

from __future__ import annotations

from palatine.games.adventurer_kings.rules.common.turn import Turn


def place_item(t: Turn, i: int, *, bearer: int = 0, feature: int = 0, place: int = -1) -> None:
    """Move an item to a character, into a feature or onto the ground."""
    t.s.set_item(i, bearer=bearer, feature=feature, place=place)
    t.forget_skills()


def hand_on(t: Turn, giver: int, to: int) -> None:
    """Move a character's items to another or to the ground; a guest's vanish (5.9, 10.3)."""
    person = t.s.people[giver]
    for i in t.s.items_of(giver):
        if person.visitor:
            remove_item(t, i)
        elif to:
            place_item(t, i, bearer=to)
        else:
            place_item(t, i, place=person.place)


def spend_charge(t: Turn, i: int) -> None:
    """Use up a charge; an item without charges left is removed (5.9)."""
    set_charges(t, i, t.s.items[i].charges - 1)


def set_charges(t: Turn, i: int, charges: int) -> None:
    """Set an item's charges; without any it is removed (5.9)."""
    if charges > 0:
        t.s.set_item(i, charges=charges)
    else:
        remove_item(t, i)


def remove_item(t: Turn, i: int) -> None:
    """Remove an item."""
    del t.s.items[i]
    t.forget_skills()
