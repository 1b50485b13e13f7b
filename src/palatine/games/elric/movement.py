"""Movement: stacks and personalities go area by area, as far as they can (7.0 to 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric import control
from palatine.games.elric.attacks import RandomAttack, draws_attacks, face_up_attackers
from palatine.games.elric.charts import DEBARK, EMBARK_PERSON, LAND_POINTS, SEA_ON_FOOT
from palatine.games.elric.cup import fit
from palatine.games.elric.escapes import Escapes
from palatine.games.elric.flight import (
    Spellbound,
    Takeoff,
    count_flight,
    fliers,
    flight_refusal,
    party,
    spend_flights,
)
from palatine.games.elric.forces import CHAOS_FLEET, ELRIC, MOONGLUM, PIECES
from palatine.games.elric.homeward import Homeward, leaderless
from palatine.games.elric.naval import (
    FIRST_ARMY,
    FIRST_FLEET,
    castaways,
    crewless,
    disembark,
    fleets_of,
    is_fleet,
    left,
    overload,
    stow,
)
from palatine.games.elric.overruns import Overrun, can_overrun
from palatine.games.elric.passages import Passage, holds_back, imperils
from palatine.games.elric.picking import (
    everybody,
    gathered,
    joinable,
    leavable,
    likeness,
    piece_refusal,
)
from palatine.games.elric.spells import SHIP_OF_LAND_AND_SEA
from palatine.games.elric.state import NOBODY, ElricState, unpair
from palatine.games.elric.ways import (
    WINGED,
    barred,
    berths,
    boarding,
    boarding_price,
    has_ships,
    hostile,
    is_adrift,
    is_flying,
    points_of,
    used,
    ways,
)
from palatine.games.elric.world import AREAS, BOILING, IS_SEA, IS_WILD, LAND_NEIGHBOURS, STRAITS, TEETH

END: Action = ("end", 0)
ALL: Action = ("all", 0)
DROP: Action = ("drop", 0)
HALT: Action = ("halt", 0)
DONE: Action = ("done", 0)
STACK: Final[tuple[Action, ...]] = tuple([("stack", a) for a in range(AREAS)])
GO: Final[tuple[Action, ...]] = tuple([("go", a) for a in range(AREAS)])
GO_BY_LAND: Final = tuple([[GO[n] for n in near] for near in LAND_NEIGHBOURS])
PIECE: Final[tuple[Action, ...]] = tuple([("piece", p) for p in range(PIECES)])


class OpenMovement(Step, frozen=True):
    """Movement begins: Chaos spells that lie face up attack the stacks that start among them (13.4; ruling A-69)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.tipped < 0:
            for area in sorted(set(s.face_up) & set(s.stacks[s.phasing])):
                for stack in s.stacks_at(s.phasing, area):
                    beset(s, s.phasing, area, stack)


def beset(s: ElricState, seat: int, area: int, group: tuple[int, ...]) -> None:
    """The face-up Chaos spells of an area attack a stack (13.4; ruling A-69)."""
    for spell in face_up_attackers(s, area):
        s.push(RandomAttack(seat, area, group, spell=spell))


class Movement(Step, frozen=True):
    """The phasing player picks a stack to move, uses a spell of flight, or ends his movement (7.0)."""

    seat: int
    asks = True
    is_open = True
    clause = "7.0a"
    verbs = {"stack": "space", "fly": "button", "home": "piece", "control": "button", "end": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        seat = self.seat
        areas, harbours = leavable(s, seat)
        found = [STACK[a] for a in areas]
        found += fliers(s, seat)
        if harbours:
            found += [("home", fleet) for fleet in leaderless(s, seat, harbours)]
        if s.controller >= 0:
            found += control.control_actions(s, seat)
        found.append(END)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "stack":
            set_out(s, self.seat, operand)
        elif verb == "fly":
            person, spell = unpair(operand)
            area = s.where[person]
            if spell == SHIP_OF_LAND_AND_SEA:
                s.push(March(self.seat, area, party(s, person), False, LAND_POINTS, spell))
            else:
                s.push(Takeoff(self.seat, area, spell, party(s, person)))
        elif verb == "home":
            s.push(Homeward(self.seat, operand))
        elif verb == "control":
            control.take_control(s, operand)
        else:
            s.pop()

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if action in self.actions(s):
            return None
        if verb == "stack":
            if operand not in s.stacks[self.seat]:
                return Refusal("7.0b", "why.nothing-of-yours")
            return Refusal("7.2e", "why.stays", {"area": operand})
        if verb == "fly":
            return flight_refusal(s, self.seat, operand)
        if verb == "home":
            return Refusal("7.3m", "why.no-way-home")
        if verb == "control":
            return control.control_refusal(s, self.seat, operand) or Refusal("12.1.2c", "why.no-button")
        return Refusal("7.0a", "why.no-button")


def set_out(s: ElricState, seat: int, area: int) -> None:
    """Begin a march; a piece that is all alone needs no picking."""
    here = s.stacks[seat][area]
    group = here if len(here) == 1 else ()
    s.push(March(seat, area, group, False, points_of(s, group)))


class March(Step, frozen=True):
    """Pieces of one area are picked and go on together, area by area (7.0).

    `points` are the land points that all of the group still have; `spell` is the Ship of Land and Sea that bears it.
    """

    seat: int
    area: int
    group: tuple[int, ...] = ()
    moved: bool = False
    points: int = LAND_POINTS
    spell: int = -1
    asks = True
    clause = "7.0c"
    verbs = {
        "piece": "piece", "all": "button", "go": "space", "ship": "piece", "drop": "button", "halt": "button",
    }  # fmt: skip

    @property
    def case(self) -> str:
        return "moved" if self.moved else "picked" if self.group else ""

    def actions(self, s: ElricState) -> list[Action]:
        group, area = self.group, self.area
        found: list[Action] = []
        if not self.moved:
            found = [PIECE[p] for p in joinable(s, self)]
            if len(found) > 1 and self.spell < 0:
                found.append(ALL)
        if group:
            near = ways(s, self)
            found += GO_BY_LAND[area] if near is LAND_NEIGHBOURS[area] else [GO[n] for n in near]
        if group and IS_SEA[area]:
            onward = len(found)
            found += [("ship", fleet) for fleet in berths(s, self)]
            if (onward or len(found) > onward) and self.moved and is_adrift(s, area, group):
                return found
        elif self.moved and len(group) > 1 and can_drop(s, self):
            found.append(DROP)
        found.append(HALT)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "go":
            march(s, self, operand)
        elif verb == "halt":
            s.pop()
            settle(s, self)
        elif verb == "piece":
            if is_fleet(operand) or operand == ELRIC:
                self.pick(s, gathered(s, self.group, operand))
            else:
                points = min(self.points, LAND_POINTS - used(s, operand))
                group = tuple(sorted((*self.group, operand)))
                s.become(March(self.seat, self.area, group, False, points, self.spell))
        elif verb == "all":
            self.pick(s, everybody(s, self))
        elif verb == "ship":
            go_aboard(s, self, operand)
        else:
            s.push(Drop(self.seat, self.area, self.group))

    def pick(self, s: ElricState, group: tuple[int, ...]) -> None:
        s.become(March(self.seat, self.area, group, False, points_of(s, group), self.spell))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if action in self.actions(s):
            return None
        if verb == "piece":
            return piece_refusal(s, self, operand)
        if verb == "go":
            if not self.group:
                return Refusal("7.0c", "why.no-group")
            if not 0 <= operand < AREAS:
                return Refusal("7.0c", "why.no-area")
            return barred(s, self, operand)
        if verb == "ship":
            return Refusal("7.3v", "why.no-berth")
        if verb == "all":
            return Refusal("7.0c", "why.on-the-march" if self.moved else "why.nobody-else")
        if verb == "drop":
            return Refusal("7.3k", "why.no-drop")
        return Refusal("7.3d", "why.not-at-sea") if action == HALT else Refusal("7.0c", "why.no-button")


# Marching


def march(s: ElricState, step: March, n: int) -> None:
    """A group goes into the next area; who leaves the Boiling Sea must first come through it (7.5.1)."""
    if not step.moved:
        if step.spell >= 0:
            take_wing(s, step, n)
            return
        if step.group[0] < FIRST_FLEET:
            attach(s, step)
            detach(s, step)
    if holds_back(step.area, n):
        s.become(Advance(step.seat, step.area, step.group, step.spell, n))
        brave(s, step, BOILING, BOILING)
    else:
        advance(s, step, n)


def attach(s: ElricState, step: March) -> None:
    """Armies and fleets that a leader has found on his way are attached, and from now on go his way (7.3i, 7.3j)."""
    trail, group = s.trail, step.group
    if not trail or group[-1] < FIRST_FLEET:
        return
    paths = {trail.get(p, ()) for p in group if p < FIRST_FLEET}
    found = [p for p in group if p >= FIRST_FLEET and trail.get(p, ()) not in paths]
    if not found:
        return
    for p in found:
        trail[p] = trail.get(group[0], ())
    s.changed = (*s.changed, *found)


def detach(s: ElricState, step: March) -> None:
    """Armies that leaders leave behind without another are detached; those that have moved are finished (7.3k)."""
    here = s.stacks[step.seat][step.area]
    if len(here) == len(step.group) or here[-1] < FIRST_ARMY:
        return
    rest = [p for p in s.stack_of(step.group[0]) if p not in step.group]
    if not rest or rest[0] < FIRST_FLEET:
        return
    paths = {s.trail.get(p, ()) for p in step.group if p < FIRST_FLEET}
    left_behind = [p for p in rest if p >= FIRST_ARMY and s.trail.get(p, ()) in paths and p not in s.changed]
    s.changed = (*s.changed, *left_behind)
    s.done = (*s.done, *[p for p in left_behind if p in s.trail])


def advance(s: ElricState, step: March, n: int) -> None:
    """Bring a group into the next area: by land, by ship, on foot over the sea, or through the air."""
    a, group = step.area, step.group
    bold = escapers(s, step)
    if not (IS_SEA[a] or IS_SEA[n]) or ((group[0] in WINGED or step.spell >= 0) and is_flying(step)):
        walk(s, step, n, 1)
    elif has_ships(group):
        sail(s, step, n)
    elif not IS_SEA[n]:
        land(s, step, n)
    elif IS_SEA[a]:
        walk(s, step, n, SEA_ON_FOOT)
    else:
        board(s, step, n)
    if bold:
        look_again(s)
        s.push(Escapes(n, bold, at_sea=IS_SEA[a], follow=n))


def look_again(s: ElricState) -> None:
    """Who of a group may go on is to be found out anew, after what is laid upon the flow next."""
    top = s.flow[-1]
    if isinstance(top, March):
        s.become(Arrival(top.seat, top.area, top.group, top.points, top.spell))


def escapers(s: ElricState, step: March) -> tuple[int, ...]:
    """Those of a group who leave the Chaos Fleet, for which they need a heroic escape (16.8)."""
    if s.where[CHAOS_FLEET] != step.area or CHAOS_FLEET in step.group:
        return ()
    return tuple([p for p in step.group if s.ship.get(p, -1) == CHAOS_FLEET])


def walk(s: ElricState, step: March, n: int, price: int) -> None:
    """On foot or by wing: everybody pays the same (7.0d, 7.2a, 7.3b, 7.4.1)."""
    walked = s.walked
    for p in step.group:
        walked[p] = walked.get(p, 0) + price
    if s.ship:
        for p in step.group:
            s.ship.pop(p, None)
    enter(s, step, n, step.points - price)


def sail(s: ElricState, step: March, n: int) -> None:
    """Ships go on by a sea, or into a port, where everybody gets off; in a port they are boarded (7.3e, 7.3s, 7.3v;
    rulings A-11, A-101)."""
    group, sailed, at_sea = step.group, s.sailed, IS_SEA[n]
    if not IS_SEA[step.area]:
        boarders = [p for p in group if not is_fleet(p) and p not in s.ship]
        for p in boarders:
            s.walked[p] = s.walked.get(p, 0) + EMBARK_PERSON
        stow(s, boarders, fleets_of(group))
    for p in group:
        if at_sea or is_fleet(p):
            sailed[p] = sailed.get(p, 0) + 1
    if not at_sea:
        disembark(s, group)
    enter(s, step, n, points_of(s, group))


def land(s: ElricState, step: March, n: int) -> None:
    """People and armies go ashore: their ships pay, or who can goes on foot for a point of his own (7.3u)."""
    ships = {s.ship[p] for p in step.group if p in s.ship}
    able = {ship for ship in ships if left(s, ship) >= DEBARK}
    for ship in able:
        s.sailed[ship] = s.sailed.get(ship, 0) + DEBARK
    for p in step.group:
        if s.ship.pop(p, -1) not in able:
            s.walked[p] = s.walked.get(p, 0) + 1
    enter(s, step, n, points_of(s, step.group))


def board(s: ElricState, step: March, n: int) -> None:
    """From the coast onto ships at sea; or into the sea on foot, where there are none (7.3r to 7.3v)."""
    ships = boarding(s, step, n) if n in s.stacks[step.seat] else []
    if not ships:
        walk(s, step, n, SEA_ON_FOOT)
    elif len(ships) > 1:
        s.become(Boarding(step.seat, step.area, step.group, step.moved, n))
    else:
        embark(s, step, n, ships[0])


class Boarding(Step, frozen=True):
    """Which of several ships in a sea on the coast takes a group aboard (7.3r)."""

    seat: int
    area: int
    group: tuple[int, ...]
    moved: bool
    to: int
    asks = True
    clause = "7.3r"
    verbs = {"ship": "piece"}

    def march(self, s: ElricState) -> March:
        return March(self.seat, self.area, self.group, self.moved, points_of(s, self.group))

    def actions(self, s: ElricState) -> list[Action]:
        return [("ship", fleet) for fleet in boarding(s, self.march(s), self.to)]

    def take(self, s: ElricState, action: Action) -> None:
        embark(s, self.march(s), self.to, action[1])

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("7.1d", "why.no-berth")


def embark(s: ElricState, step: March, n: int, ship: int) -> None:
    """A group on a coast goes aboard a ship in a sea next to it (7.3r)."""
    for p in step.group:
        s.walked[p] = s.walked.get(p, 0) + boarding_price(s, p, step.area, n)
    tie(s, step.group, ship)
    enter(s, step, n, points_of(s, step.group), ship)


def tie(s: ElricState, group: Sequence[int], ship: int) -> None:
    """A group goes aboard; a ship without a personality is attached by it, if it has come from elsewhere (7.3i)."""
    if crewless(s, (ship,)) and s.trail.get(ship, ()) != s.trail.get(group[0], ()):
        s.changed = (*s.changed, ship)
        s.trail[ship] = s.trail.get(group[0], ())
    for p in group:
        s.ship[p] = ship


def go_aboard(s: ElricState, step: March, ship: int) -> None:
    """At sea people go over to a ship; the winged come down on it for nothing (7.3v, 7.4.1d)."""
    for p in step.group:
        if p not in WINGED:
            s.walked[p] = s.walked.get(p, 0) + EMBARK_PERSON
    tie(s, step.group, ship)
    berth(s, step.group, ship)
    s.note("board", "7.3v", seat=step.seat, group=step.group, fleet=ship, area=step.area)
    s.pop()
    settle(s, step)


def berth(s: ElricState, group: Sequence[int], ship: int) -> None:
    """In the Straits of Chaos those who have gone aboard are of the ship's band (ruling A-147)."""
    if ship in s.bands:
        for p in group:
            s.bands[p] = s.bands[ship]


def enter(s: ElricState, step: March, n: int, points: int, ship: int = -1) -> None:
    """A group comes into an area, and what waits for it there is laid upon the flow."""
    a, seat, group, trail = step.area, step.seat, step.group, s.trail
    for p in group:
        trail[p] = (*trail.get(p, ()), a)
    transfer(s, seat, group, a, n)
    if ship >= 0:
        berth(s, group, ship)
    if s.journal is not None:
        s.note("move", "7.0c", seat=seat, area=a, to=n, group=group, onward=step.moved)
    if is_quiet(s, n):
        proceed(s, March(seat, n, group, True, points, step.spell))
        return
    s.become(Arrival(seat, n, group, points, step.spell))
    if IS_WILD[n] or s.tipped < 0 or imperils(a, n):
        hazards(s, step, n)
    if n in s.stacks[NOBODY]:
        control.meet(s, seat, n, group)
    if s.controller >= 0 and (ELRIC in group) != (s.controller in group):
        control.settle_control(s)
    control.moonglum(s)


def is_quiet(s: ElricState, n: int) -> bool:
    """Whether nothing but enemies can await a group in an area, and all of it may go on."""
    if IS_WILD[n] or n in (BOILING, TEETH) or s.tipped < 0 or n in s.stacks[NOBODY]:
        return False
    return s.controller < 0 and s.where[MOONGLUM] < 0 and s.where[CHAOS_FLEET] < 0 and not s.done


def transfer(s: ElricState, seat: int, group: tuple[int, ...], a: int, n: int) -> None:
    """Bring a group, in order of number, into another area; as `shift` does, all at once."""
    shelf, where = s.stacks[seat], s.where
    here, there = shelf[a], shelf.get(n)
    if len(here) == len(group):
        del shelf[a]
    else:
        shelf[a] = tuple([p for p in here if p not in group])
    shelf[n] = group if there is None else tuple(sorted(there + group))
    band = s.new_band(n) if IS_WILD[n] or s.tipped < 0 else 0
    for p in group:
        where[p] = n
    if band:
        s.bands.update(dict.fromkeys(group, band))
    elif s.bands:
        for p in group:
            s.bands.pop(p, None)


def hazards(s: ElricState, step: March, n: int) -> None:
    """What wilderness and perilous seas do to a group on entering (7.5.1, 7.5.4, 7.5.5, 7.5.8)."""
    group, flying = step.group, is_flying(step)
    if not flying and (group[-1] >= FIRST_ARMY or n == STRAITS) and draws_attacks(s, n):
        s.push(RandomAttack(step.seat, n, group))
    beset(s, step.seat, n, group)
    if imperils(step.area, n) and not (flying and n == TEETH):
        brave(s, step, n, n)


def brave(s: ElricState, step: March, area: int, sea: int) -> None:
    """The rolls of a group in a perilous sea: of the ships that move or land people, of people on foot and in the
    air, of armies that magic bears (7.5.1, 7.5.4; rulings A-16, A-17)."""
    group = step.group
    ships = {s.ship[p] for p in group if p in s.ship}.union(fleets_of(group))
    alone = tuple([p for p in group if not is_fleet(p) and p not in s.ship])
    s.push(Passage(area, sea, tuple(sorted(ships)), alone))


class Advance(Step, frozen=True):
    """Those who have come through the Boiling Sea go on to where they were going (7.5.1b)."""

    seat: int
    area: int
    group: tuple[int, ...]
    spell: int
    to: int

    def run(self, s: ElricState) -> None:
        group = tuple([p for p in self.group if s.where[p] == self.area and s.owner[p] == self.seat])
        if not group:
            s.pop()
            return
        step = March(self.seat, self.area, group, True, points_of(s, group), self.spell)
        if self.to in ways(s, step):
            advance(s, step, self.to)
        else:
            s.become(Arrival(self.seat, self.area, group, step.points, self.spell))


def take_wing(s: ElricState, step: March, n: int) -> None:
    """The Ship of Land and Sea sets out, its spell put to use if it is not yet (7.4.2; ruling A-103)."""
    person = next(p for p in step.group if step.spell in s.hand.get(p, ()))
    s.become(Borne(step.seat, step.area, step.group, step.spell, n))
    if step.spell not in s.flights:
        s.push(Spellbound(step.seat, step.area, person, step.spell))


class Borne(Step, frozen=True):
    """The Ship of Land and Sea is in the air, with all whom it bears (16.3s)."""

    seat: int
    area: int
    group: tuple[int, ...]
    spell: int
    to: int

    def run(self, s: ElricState) -> None:
        if self.spell not in s.flights:
            s.pop()
            return
        count_flight(s, self.spell)
        step = March(self.seat, self.area, self.group, True, points_of(s, self.group), self.spell)
        s.become(step)
        march(s, step, self.to)


# Arriving


class Arrival(Step, frozen=True):
    """A group has come into an area, and all that this brings about has happened: who may go on?"""

    seat: int
    area: int
    group: tuple[int, ...]
    points: int
    spell: int = -1
    diverted: bool = False
    """Whether those who go on have left others to divert the enemy here (10.9.2)."""

    def run(self, s: ElricState) -> None:
        group = self.survivors(s)
        if not group:
            s.pop()
            return
        points = self.points if group == self.group else points_of(s, group)
        proceed(s, March(self.seat, self.area, group, True, points, self.spell), self.diverted)

    def survivors(self, s: ElricState) -> tuple[int, ...]:
        """Those of the group who are still there and may go on; with Elric, whom they may have found."""
        area, seat, where, owner = self.area, self.seat, s.where, s.owner
        group = tuple([p for p in self.group if where[p] == area and owner[p] == seat])
        if group and where[ELRIC] == area and ELRIC not in group and s.controller in group:
            found = (ELRIC, MOONGLUM) if s.joined and where[MOONGLUM] == area else (ELRIC,)
            group = tuple(sorted((*group, *[p for p in found if p not in group])))
        if s.done:
            left = {p for p in group if p not in s.done}
            return tuple([p for p in group if p in left or s.ship.get(p, -1) in left])
        return group


def proceed(s: ElricState, step: March, diverted: bool = False) -> None:
    """A group has come to an area: it fights there, goes on, or has come to the end of its march."""
    if not diverted and hostile(s, step.seat, step.area) and not is_flying(step):
        engage(s, step)
    elif goes_on(s, step):
        s.become(step)
    else:
        s.pop()
        settle(s, step)


def goes_on(s: ElricState, step: March) -> bool:
    """Whether there is anything left to decide for a group that has arrived."""
    area = step.area
    if not IS_SEA[area]:
        if step.points < 1 or step.group[0] >= FIRST_ARMY:
            return False
        return bool(LAND_NEIGHBOURS[area]) or bool(ways(s, step))
    return bool(ways(s, step) or berths(s, step))


def engage(s: ElricState, step: March) -> None:
    """A group has come to fight, and ends its movement, but for those who overrun the enemy (7.3n, 10.9.2)."""
    seat, area, group = step.seat, step.area, step.group
    if not IS_SEA[area] and can_overrun(s, seat, area, group):
        s.become(Arrival(seat, area, group, step.points, step.spell, diverted=True))
        s.push(Overrun(seat, area, group))
        return
    s.pop()
    s.done = (*s.done, *group)
    if group[0] < FIRST_FLEET:
        fit(s, seat, area)


def settle(s: ElricState, step: March) -> None:
    """A group has ended its march, for now: who came to fight or was borne by magic is finished (ruling A-102)."""
    if not step.moved:
        return
    seat, area, group = step.seat, step.area, step.group
    if is_adrift(s, area, group):
        castaways(s, seat, area, group)
        return
    if step.spell >= 0 or hostile(s, seat, area):
        s.done = (*s.done, *[p for p in group if p not in s.done])
    if step.spell >= 0 and draws_attacks(s, area):
        s.push(RandomAttack(seat, area, group))
    if group[0] < FIRST_FLEET and s.hand:
        fit(s, seat, area)


class Drop(Step, frozen=True):
    """Who of a group on the march stays behind; armies that do are finished (7.3k)."""

    seat: int
    area: int
    group: tuple[int, ...]
    asks = True
    clause = "7.3k"
    verbs = {"piece": "piece", "done": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        found: list[Action] = []
        seen: set[object] = set()
        for p in self.group:
            kind = p if p < FIRST_ARMY else likeness(s, p)
            if kind not in seen and drop_refusal(s, self, p) is None:
                seen.add(kind)
                found.append(PIECE[p])
        found.append(DONE)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action == DONE:
            return
        p = action[1]
        stay = [q for q in gathered(s, (), p) if q in self.group]
        rest = tuple([q for q in self.group if q not in stay])
        if p >= FIRST_ARMY:
            s.done = (*s.done, p)
            if not stays_with(s, self, p):
                s.changed = (*s.changed, p)
        below = s.flow[-1]
        assert isinstance(below, March)
        s.become(March(self.seat, self.area, rest, True, points_of(s, rest), below.spell))
        again = Drop(self.seat, self.area, rest)
        if len(again.actions(s)) > 1:
            s.push(again)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] == "done":
            return Refusal("7.3k", "why.no-button")
        return drop_refusal(s, self, action[1]) or Refusal("7.1a", "why.alike")


def can_drop(s: ElricState, step: March) -> bool:
    """Whether anybody of a group of several may stay behind."""
    if not s.changed and ELRIC not in step.group:
        return True
    drop = Drop(step.seat, step.area, step.group)
    return any([drop_refusal(s, drop, p) is None for p in step.group])


def stays_with(s: ElricState, step: Drop, p: int) -> bool:
    """Whether somebody who leads stays where a piece is dropped (ruling A-15)."""
    return any([q < FIRST_FLEET and q not in step.group for q in s.stack_of(p)])


def drop_refusal(s: ElricState, step: Drop, p: int) -> Refusal | None:
    """Why a piece does not stay behind: it is Elric's controller, or was attached in this turn (7.3j, 12.1.2)."""
    group = step.group
    if p not in group or len(gathered(s, (), p)) >= len(group):
        return Refusal("7.3k", "why.no-drop")
    if p == MOONGLUM and s.joined:
        return Refusal("12.1.6b", "why.with-elric")
    if p == s.controller and ELRIC in group:
        return Refusal("12.1.2d", "why.elric-first")
    if p >= FIRST_ARMY and p in s.changed and not stays_with(s, step, p):
        return Refusal("7.3j", "why.attached", {"piece": p})
    if p < FIRST_FLEET and not any([q < FIRST_FLEET and q != p for q in group]):
        return Refusal("7.2e", "why.last-leader")
    return None


# The end of movement


class Stopping(Step, frozen=True):
    """Movement ends: people without armies who have ended in wilderness draw for random attacks (7.5.8b), ships that
    carry too much sink (7.1e), who is adrift must escape (7.3d), spells of flight run out (7.4.2)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        seat = s.phasing
        for area in sorted(s.stacks[seat], reverse=True):
            if IS_SEA[area]:
                castaways(s, seat, area)
                overload(s, seat, area)
            if (IS_WILD[area] or s.tipped < 0) and draws_attacks(s, area):
                for stack in s.stacks_at(seat, area):
                    if ends_alone(s, area, stack):
                        s.push(RandomAttack(seat, area, stack))
        spend_flights(s, seat)


def ends_alone(s: ElricState, area: int, stack: tuple[int, ...]) -> bool:
    """Whether a stack without armies has ended its movement in wilderness; in the Straits of Chaos only the winged
    have not yet drawn (7.5.8b; rulings A-18, A-20)."""
    if stack[-1] >= FIRST_ARMY:
        return False
    late = [p for p in stack if p in s.trail and p not in s.done and (not IS_SEA[area] or p in WINGED)]
    return bool(late) and late[0] < FIRST_FLEET
