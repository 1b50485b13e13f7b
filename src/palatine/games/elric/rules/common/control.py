"""Who controls Elric, and Moonglum at his side (12.1.2, 12.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import (
    BRUT,
    CAPACITY,
    CHAOS_FLEET,
    ELRIC,
    FLEET,
    KIND,
    MOONGLUM,
    PERSON,
    PIECES,
    VALUE,
)
from palatine.games.elric.components.tables import DUEL
from palatine.games.elric.components.world import AREAS, IS_SEA, LAND_NEIGHBOURS, LANDS, MAP, SEAS
from palatine.games.elric.rules.common.bounds import may_enter
from palatine.games.elric.rules.common.cup import FIRST_HAND, Draw, fit_hands
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
    s.set_owner(group, seat)
    place_beside(s, group, person)
    s.controller = person
    s.note("elric.controlled", clause, seat=seat, person=person, area=s.where[person])
    if not s.has_hand:
        s.has_hand = True
        s.push(Draw(ELRIC, CAPACITY[ELRIC], FIRST_HAND))
    elif s.to_draw:
        count, s.to_draw = s.to_draw, 0
        s.push(Draw(ELRIC, count, FIRST_HAND))


def place_beside(s: ElricState, group: Iterable[int], person: int) -> None:
    """Pieces join a personality's stack where they are: his band, at sea his ship, the points he has used."""
    for p in group:
        join_band(s, p, person)
        if person in s.ship and IS_SEA[s.where[person]]:
            s.ship[p] = s.ship[person]
        if person in s.walked:
            s.walked[p] = max(s.walked.get(p, 0), s.walked[person])


def join_band(s: ElricState, p: int, friend: int) -> None:
    """A piece comes into the band of a friend in the same area."""
    if friend in s.bands:
        s.bands[p] = s.bands[friend]
    else:
        s.bands.pop(p, None)


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
        s.note("elric.controlled", "12.1.2b", seat=seat, person=s.controller, area=s.where[ELRIC])
    else:
        abandon(s)


def abandon(s: ElricState) -> None:
    """Nobody controls Elric any more; he stands where he is (ruling A-127)."""
    s.controller = -1
    seat = free_seat(s)
    if s.owner[ELRIC] == seat:
        return
    group = company(s)
    s.set_owner(group, seat)
    for p in group:
        s.ship.pop(p, None)
    s.note("elric.free", "12.1.2a", area=s.where[ELRIC])


def lost_controller(s: ElricState, person: int) -> None:
    """A personality has left the map, or his stack: if he controlled Elric, the next one does."""
    if person in (s.controller, ELRIC):
        settle_control(s)
    elif person == MOONGLUM and s.joined and s.where[MOONGLUM] < 0:
        s.joined = s.where[MOONGLUM] == TRACK


class Greeting(Step, frozen=True):
    """After people of a seat have come onto the map: one who comes upon uncontrolled Elric has him (12.1.2)."""

    seat: int

    def run(self, s: ElricState) -> None:
        s.pop()
        claim_elric_here(s, self.seat, s.where[ELRIC])
        move_moonglum(s)


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
    if not 0 <= person < PIECES or not can_control(person) or s.owner[person] != seat:
        return Refusal("12.1.2a", "why.cannot-control")
    if s.owner[ELRIC] != seat or s.where[ELRIC] < 0 or person not in s.stack_of(ELRIC):
        return Refusal("12.1.2a", "why.not-with-elric", {"person": person})
    if person == s.controller or influence(person) <= number_to_beat(s):
        return Refusal("12.1.2c", "why.no-greater", {"person": person})
    return None


def take_control(s: ElricState, person: int) -> None:
    """A personality in Elric's stack takes control of him (12.1.2)."""
    s.controller = person
    s.note("elric.controlled", "12.1.2c", seat=s.owner[person], person=person, area=s.where[person])


def may_bid(s: ElricState, person: int, area: int) -> bool:
    """Whether a personality may enter alone the area of an enemy's Elric to take him over (12.1.2; ruling A-126)."""
    seat = s.owner[person]
    if s.where[ELRIC] != area or s.owner[ELRIC] in (NOBODY, seat):
        return False
    return can_control(person) and influence(person) > number_to_beat(s)


class Bids(Step, frozen=True):
    """At the end of Movement whoever came alone upon an enemy's Elric, and is greater, takes him (12.1.2; ruling
    A-126)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        area = s.where[ELRIC]
        if area < 0 or s.owner[ELRIC] in (NOBODY, s.phasing):
            return
        bidder = greatest(bidders(s, area))
        if bidder < 0:
            return
        victim = s.owner[ELRIC]
        gain(s, bidder, "12.1.2e")
        s.note("elric.taken", "12.1.2e", seat=s.phasing, person=bidder, victim=victim)
        found = havens(s, s.phasing, bidder)
        if len(found) > 1:
            s.push(ChooseHaven(s.phasing, bidder))
        elif found:
            bring_home(s, bidder, found[0])


def bidders(s: ElricState, area: int) -> list[int]:
    """Personalities of the phasing player who have come alone into an area and may take Elric."""
    alone = [stack[0] for stack in s.stacks_at(s.phasing, area) if len(stack) == 1]
    return [p for p in alone if p in s.trail and may_bid(s, p, area)]


def havens(s: ElricState, seat: int, person: int) -> list[int]:
    """Where a personality brings Elric whom he has taken: the nearest stacks of his player, else the nearest
    provinces without enemies, within the bounds of his horde (11.0, 12.1.2; ruling A-126)."""
    here, group = s.where[person], (person, ELRIC)
    steps = MAP.distances(here)
    near = [a for a in range(AREAS) if a != here and steps[a] >= 0 and may_enter(s, group, a) is None]
    friends = [a for a in near if a in s.stacks[seat] and can_harbour(s, seat, a)]
    if not friends:
        friends = [a for a in near if a in LANDS and not s.enemies(seat, a)]
    least = min([steps[a] for a in friends], default=-1)
    return sorted([a for a in friends if steps[a] == least])


def can_harbour(s: ElricState, seat: int, area: int) -> bool:
    """Whether people can join a seat's stack in an area: at sea by a ship, and nowhere into a siege (10.9.4)."""
    if IS_SEA[area]:
        return bool(ships(s, seat, area))
    return not s.is_hostile(seat, area)


def ships(s: ElricState, seat: int, area: int) -> list[int]:
    return [p for p in s.pieces(seat, area) if KIND[p] == FLEET]


class ChooseHaven(ChooseOne, frozen=True):
    """To which of the nearest friendly stacks Elric is brought (12.1.2; ruling A-126)."""

    seat: int
    person: int
    clause = "12.1.2g"
    verbs = {"to": "space"}

    def among(self, s: ElricState) -> list[int]:
        return havens(s, self.seat, self.person)

    def chosen(self, s: ElricState, area: int) -> None:
        bring_home(s, self.person, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if not 0 <= area < SEAS.stop:
            return Refusal("12.1.2g", "why.no-area")
        return None if action in self.actions(s) else Refusal("12.1.2g", "why.no-haven", {"area": area})


def bring_home(s: ElricState, person: int, area: int) -> None:
    """The new controller and Elric are put with their own; their movement is over."""
    group = [person, *company(s)]
    seat = s.owner[person]
    friends = s.pieces(seat, area)
    for p in group:
        s.ship.pop(p, None)
    s.shift(group, area)
    for p in group:
        if friends:
            join_band(s, p, friends[0])
        if IS_SEA[area]:
            s.ship[p] = min(ships(s, seat, area), key=lambda ship: ship == CHAOS_FLEET)  # which holds its people
    s.done = (*s.done, *group)
    s.note("elric.brought", "12.1.2g", seat=seat, person=person, area=area)
    fit_hands(s, seat, area)
    move_moonglum(s)


# Moonglum


def move_moonglum(s: ElricState) -> None:
    """Moonglum joins Elric once they are in adjacent provinces, and follows him (12.1.6; rulings A-61, A-130)."""
    his = s.where[MOONGLUM]
    if his < 0:
        return
    area = s.where[ELRIC]
    if area < 0 or (s.joined and his == area):
        return
    if s.joined:
        follow(s)
    elif not IS_SEA[area] and (his == area or area in LAND_NEIGHBOURS[his]):
        s.joined = True
        s.note("moonglum.joins", "12.1.6a", seat=s.owner[MOONGLUM], to=s.owner[ELRIC], area=area)
        follow(s)


def follow(s: ElricState) -> None:
    """Moonglum comes to where Elric is, and to whoever has him."""
    s.lift((MOONGLUM,), TRACK)
    s.owner[MOONGLUM] = s.owner[ELRIC]
    s.put((MOONGLUM,), s.where[ELRIC])
    place_beside(s, (MOONGLUM,), ELRIC)
