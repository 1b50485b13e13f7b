"""Control of Elric (12.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from palatine.core import Action, Refusal
from palatine.games.elric.components.pieces import (
    BRUT,
    CAPACITY,
    CHAOS_FLEET,
    ELRIC,
    KIND,
    MOONGLUM,
    PERSON,
    PIECES,
    VALUE,
)
from palatine.games.elric.components.tables import DUEL
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.common.cup import FIRST_HAND, Draw
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.maintained_spells import release
from palatine.games.elric.state import NOBODY, TRACK, ElricState, influence

CAN_CONTROL: Final = tuple([KIND[p] == PERSON and p not in (ELRIC, MOONGLUM) for p in range(PIECES)])


def can_control(p: int) -> bool:
    """Return whether a piece can control Elric: not Elric and Moonglum themselves (12.1.6)."""
    return CAN_CONTROL[p]


def greatest(pieces: Iterable[int]) -> int:
    """Return the personality with the most influence over Elric, -1 for none (12.1.2; A-125)."""
    return max([p for p in pieces if CAN_CONTROL[p]], key=lambda p: (influence(p), -p), default=-1)


def number_to_beat(s: ElricState) -> tuple[int, bool]:
    """Return the influence to surpass in order to take Elric.

    In the duel, without a controller, it is his own (ruling A-200).
    """
    return influence(s.controller) if s.controller >= 0 else (VALUE[ELRIC], False)


def free_seat(s: ElricState) -> int:
    """Return the owner of Elric without a controller (14.7; ruling A-146).

    This is NOBODY, but in the duel his own player while no other personality is left.
    """
    if s.scenario != DUEL or any([can_control(p) for p in s.persons(0)]):
        return NOBODY
    return 0


def company(s: ElricState) -> list[int]:
    """Return Elric and his companions: Moonglum once joined, and Brut until controlled."""
    found = [ELRIC]
    if s.joined and s.where[MOONGLUM] == s.where[ELRIC]:
        found.append(MOONGLUM)
    if s.owner[BRUT] == NOBODY and s.where[BRUT] == s.where[ELRIC] >= 0:
        found.append(BRUT)
    return found


# Gain and loss of control


def claim_elric_here(s: ElricState, seat: int, area: int, group: Sequence[int] = ()) -> None:
    """Give uncontrolled Elric to a seat whose pieces entered his area (12.1.2; ruling A-126).

    One of them must be a personality.
    """
    if s.where[ELRIC] != area or s.owner[ELRIC] != NOBODY or seat == NOBODY:
        return
    person = greatest(group or s.pieces(seat, area))
    if person >= 0:
        gain(s, person, "12.1.2a")


def gain(s: ElricState, person: int, clause: str) -> None:
    """Give control of Elric to a personality, whose stack he joins (12.1.2)."""
    seat, group = s.owner[person], company(s)
    bold = aboard_chaos(s, group)
    s.set_owner(group, seat)
    leave_ships(s, group)
    place_beside(s, group, person)
    s.controller = person
    s.log("elric.controlled", clause, seat=seat, person=person, area=s.where[person])
    if not s.has_hand:
        s.has_hand = True
        s.push(Draw(ELRIC, CAPACITY[ELRIC], FIRST_HAND))
    elif s.to_draw:
        count, s.to_draw = s.to_draw, 0
        s.push(Draw(ELRIC, count, FIRST_HAND))
    debark(s, bold)


def board(s: ElricState, group: Iterable[int], ship: int) -> None:
    """Put pieces aboard a ship (7.3)."""
    s.ship.update(dict.fromkeys(group, ship))


def leave_ships(s: ElricState, group: Iterable[int]) -> None:
    """Take pieces off their ships (7.3)."""
    for p in group:
        s.ship.pop(p, None)


def aboard_chaos(s: ElricState, group: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces aboard the Chaos Fleet, which only a heroic escape leaves (16.8d)."""
    return tuple([p for p in group if s.ship.get(p, -1) == CHAOS_FLEET])


def debark(s: ElricState, bold: tuple[int, ...]) -> None:
    """Make those taken off the Chaos Fleet escape to their present area (16.8d; ruling A-241)."""
    if bold:
        area = s.where[bold[0]]
        s.push(Escapes(area, bold, at_sea=IS_SEA[area], follow=area))


def place_beside(s: ElricState, group: Sequence[int], person: int) -> None:
    """Put pieces into a personality's stack, with its band, ship at sea, used movement points."""
    s.join_band(group, person)
    if person in s.ship and IS_SEA[s.where[person]]:
        board(s, group, s.ship[person])
    for p in group:
        if person in s.walked:
            s.walked[p] = max(s.walked.get(p, 0), s.walked[person])


def settle_control(s: ElricState) -> None:
    """Update control of Elric after he may have been parted from his controller (12.1.2; A-127)."""
    seat, c = s.owner[ELRIC], s.controller
    if s.where[ELRIC] < 0:
        s.controller = -1
        return
    if seat == NOBODY:
        return
    stack = s.stack_of(ELRIC)
    if c >= 0 and c in stack:
        return
    s.controller = greatest(stack)
    if s.controller >= 0:
        s.log("elric.controlled", "12.1.2b", seat=seat, person=s.controller, area=s.where[ELRIC])
    else:
        abandon(s)


def abandon(s: ElricState) -> None:
    """Make Elric uncontrolled; he stays in place, or must escape at sea (A-12, A-127)."""
    s.controller = -1
    seat = free_seat(s)
    if s.owner[ELRIC] == seat:
        return
    group, area = company(s), s.where[ELRIC]
    leave_magic(s)
    bold = aboard_chaos(s, group)
    s.set_owner(group, seat)
    leave_ships(s, group)
    s.log("elric.free", "12.1.2a", area=area)
    if IS_SEA[area]:
        s.push(Escapes(area, tuple(group), at_sea=True))
    else:
        debark(s, bold)


def leave_magic(s: ElricState) -> None:
    """Leave the spell that Elric maintains in his area if no player controls him (13.4d; A-242)."""
    if ELRIC in s.maintained and free_seat(s) == NOBODY:
        release(s, ELRIC, s.where[ELRIC])


def lost_controller(s: ElricState, person: int) -> None:
    """Update control of Elric after a personality left the map or its stack."""
    if person in (s.controller, ELRIC):
        settle_control(s)
    elif person == MOONGLUM and s.joined and s.where[MOONGLUM] < 0:
        s.joined = s.where[MOONGLUM] == TRACK


# Change of controller


def control_actions(s: ElricState, seat: int) -> list[Action]:
    """Return ("control", person) for those who may take Elric within their stack (A-127)."""
    if s.owner[ELRIC] != seat or s.where[ELRIC] < 0:
        return []
    found = [p for p in s.stack_of(ELRIC) if CAN_CONTROL[p] and p != s.controller]
    if not found:
        return []
    least = number_to_beat(s)
    return [("control", p) for p in found if influence(p) > least]


def control_refusal(s: ElricState, seat: int, person: int) -> Refusal | None:
    """Return why a personality may not take control of Elric now, or None."""
    if person not in s.persons(seat) or not can_control(person):
        return Refusal("12.1.2a", "why.cannot-control")
    if s.owner[ELRIC] != seat or s.where[ELRIC] < 0 or person not in s.stack_of(ELRIC):
        return Refusal("12.1.2a", "why.not-with-elric", {"person": person})
    if person == s.controller or influence(person) <= number_to_beat(s):
        return Refusal("12.1.2c", "why.no-greater", {"person": person})
    return None


def take_control(s: ElricState, person: int) -> None:
    """Give control of Elric to a personality in his stack (12.1.2)."""
    s.controller = person
    s.log("elric.controlled", "12.1.2c", seat=s.owner[person], person=person, area=s.where[person])


def may_bid(s: ElricState, person: int, area: int) -> bool:
    """Return whether a personality may enter alone and take an enemy's Elric (12.1.2; A-126)."""
    seat = s.owner[person]
    if s.where[ELRIC] != area or s.owner[ELRIC] in (NOBODY, seat):
        return False
    return can_control(person) and influence(person) > number_to_beat(s)
