"""Who controls Elric (12.1.2)."""

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
    """Whether a piece can be the personality in control: any but Elric and Moonglum (12.1.6)."""
    return CAN_CONTROL[p]


def greatest(pieces: Iterable[int]) -> int:
    """The personality with the greatest number for the control of Elric, -1 for none (12.1.2; ruling A-125)."""
    return max([p for p in pieces if CAN_CONTROL[p]], key=lambda p: (influence(p), -p), default=-1)


def number_to_beat(s: ElricState) -> tuple[int, bool]:
    """The number that must be surpassed to take Elric; in the duel, without a controller, his own (ruling A-200)."""
    return influence(s.controller) if s.controller >= 0 else (VALUE[ELRIC], False)


def free_seat(s: ElricState) -> int:
    """Whose Elric is without a controller: nobody's, but in the duel his own player's while that has nobody else
    (14.7; ruling A-146)."""
    if s.scenario != DUEL or any([can_control(p) for p in s.persons(0)]):
        return NOBODY
    return 0


def company(s: ElricState) -> list[int]:
    """Elric and who goes with him: Moonglum once they are joined, and Brut until somebody controls them."""
    found = [ELRIC]
    if s.joined and s.where[MOONGLUM] == s.where[ELRIC]:
        found.append(MOONGLUM)
    if s.owner[BRUT] == NOBODY and s.where[BRUT] == s.where[ELRIC] >= 0:
        found.append(BRUT)
    return found


# Gaining and losing him


def claim_elric_here(s: ElricState, seat: int, area: int, group: Sequence[int] = ()) -> None:
    """A seat's pieces have come into an area: uncontrolled Elric there is theirs, if a personality is among them
    (12.1.2; ruling A-126)."""
    if s.where[ELRIC] != area or s.owner[ELRIC] != NOBODY or seat == NOBODY:
        return
    person = greatest(group or s.pieces(seat, area))
    if person >= 0:
        gain(s, person, "12.1.2a")


def gain(s: ElricState, person: int, clause: str) -> None:
    """A personality comes into control of Elric, who joins his stack with all he has (12.1.2)."""
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
    """Pieces are aboard a ship (7.3)."""
    s.ship.update(dict.fromkeys(group, ship))


def leave_ships(s: ElricState, group: Iterable[int]) -> None:
    """Pieces are aboard no ship any more (7.3)."""
    for p in group:
        s.ship.pop(p, None)


def aboard_chaos(s: ElricState, group: Iterable[int]) -> tuple[int, ...]:
    """Those of a group who are aboard the Chaos Fleet, which they leave only by a heroic escape (16.8d)."""
    return tuple([p for p in group if s.ship.get(p, -1) == CHAOS_FLEET])


def debark(s: ElricState, bold: tuple[int, ...]) -> None:
    """Those who have been taken off the Chaos Fleet must escape, to where they are now (16.8d; ruling A-241)."""
    if bold:
        area = s.where[bold[0]]
        s.push(Escapes(area, bold, at_sea=IS_SEA[area], follow=area))


def place_beside(s: ElricState, group: Sequence[int], person: int) -> None:
    """Pieces join a personality's stack where they are: his band, at sea his ship, the points he has used."""
    s.join_band(group, person)
    if person in s.ship and IS_SEA[s.where[person]]:
        board(s, group, s.ship[person])
    for p in group:
        if person in s.walked:
            s.walked[p] = max(s.walked.get(p, 0), s.walked[person])


def settle_control(s: ElricState) -> None:
    """See who controls Elric after anything that may have parted him from his controller (12.1.2; ruling A-127)."""
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
    """Nobody controls Elric any more; he stands where he is, or escapes from the sea (A-12, A-127)."""
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
    """What Elric maintains stays behind when no player controls him (13.4d; ruling A-242)."""
    if ELRIC in s.maintained and free_seat(s) == NOBODY:
        release(s, ELRIC, s.where[ELRIC])


def lost_controller(s: ElricState, person: int) -> None:
    """A personality has left the map, or his stack: if he controlled Elric, the next one does."""
    if person in (s.controller, ELRIC):
        settle_control(s)
    elif person == MOONGLUM and s.joined and s.where[MOONGLUM] < 0:
        s.joined = s.where[MOONGLUM] == TRACK


# Another controller


def control_actions(s: ElricState, seat: int) -> list[Action]:
    """("control", person) for the personalities that may take Elric from another of the same stack (ruling A-127)."""
    if s.owner[ELRIC] != seat or s.where[ELRIC] < 0:
        return []
    found = [p for p in s.stack_of(ELRIC) if CAN_CONTROL[p] and p != s.controller]
    if not found:
        return []
    least = number_to_beat(s)
    return [("control", p) for p in found if influence(p) > least]


def control_refusal(s: ElricState, seat: int, person: int) -> Refusal | None:
    """Why a personality may not take control of Elric now, or None."""
    if person not in s.persons(seat) or not can_control(person):
        return Refusal("12.1.2a", "why.cannot-control")
    if s.owner[ELRIC] != seat or s.where[ELRIC] < 0 or person not in s.stack_of(ELRIC):
        return Refusal("12.1.2a", "why.not-with-elric", {"person": person})
    if person == s.controller or influence(person) <= number_to_beat(s):
        return Refusal("12.1.2c", "why.no-greater", {"person": person})
    return None


def take_control(s: ElricState, person: int) -> None:
    """A personality in Elric's stack takes control of him (12.1.2)."""
    s.controller = person
    s.log("elric.controlled", "12.1.2c", seat=s.owner[person], person=person, area=s.where[person])


def may_bid(s: ElricState, person: int, area: int) -> bool:
    """Whether a personality may enter alone the area of an enemy's Elric to take him over (12.1.2; ruling A-126)."""
    seat = s.owner[person]
    if s.where[ELRIC] != area or s.owner[ELRIC] in (NOBODY, seat):
        return False
    return can_control(person) and influence(person) > number_to_beat(s)
