"""Flight by magic, and the duration of its spells (7.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, KIND, MOONGLUM, PERSON, PIECES
from palatine.games.elric.components.spells import FLIES, JEWELED_BIRD, SPELLS
from palatine.games.elric.components.tables import FLIGHT_TURNS, FLIGHTS, FOUNDING
from palatine.games.elric.components.world import AREAS, ASHANELOON, IS_SEA, LANDS
from palatine.games.elric.rules.characters.dispelling import Answering
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks, face_up_attackers
from palatine.games.elric.rules.common import balance, cup, maintained_spells
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.relocation import finish_moving, relocate
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.movement.access import may_attack
from palatine.games.elric.rules.movement.selection import comes_elric, gathered
from palatine.games.elric.state import STORED_NAMES, ElricState, Flight, is_magician, pair, unpair

FLYING: Final = frozenset(spell for spell in range(SPELLS) if FLIES[spell])
"""The spells of flight, including the Ship of Land and Sea (7.4.2, 16)."""
IN_MAGIC_PHASE: Final = "magic"
"""Value of the option by which flight spells are activated in the Magic phase (ruling A-26)."""


# Conditions


def fliers(s: ElricState, seat: int) -> list[Action]:
    """Return ("fly", person and spell) for each usable spell of flight (7.4.2; ruling A-103)."""
    found: list[Action] = []
    owner, hand = s.owner, s.hand
    for p in hand:
        if owner[p] == seat and not FLYING.isdisjoint(hand[p]) and may_fly(s, p):
            flying = [pair(p, spell) for spell in hand[p] if spell in FLYING]
            found += [("fly", operand) for operand in flying if flight_refusal(s, seat, operand) is None]
    found.sort()
    return found


def flight_refusal(s: ElricState, seat: int, operand: int) -> Refusal | None:
    """Return why a personality cannot use a spell of flight now, or None.

    See 7.4.2; rulings A-26, A-103, A-104.
    """
    p, spell = unpair(operand)
    if not 0 <= p < PIECES or s.owner[p] != seat or s.where[p] < 0 or spell not in s.hand.get(p, ()):
        return Refusal("7.4.2a", "why.not-his-spell")
    if spell not in FLYING:
        return Refusal("7.4", "why.no-flight", {"spell": spell})
    if not is_magician(p):
        return Refusal("9.5b", "why.flier-no-magician", {"piece": p})
    if s.scenario == FOUNDING:
        return Refusal("14.1g", "why.only-muster")
    if p in s.trail or p in s.done or p in s.walked:
        return Refusal("7.4.2a", "why.has-moved", {"piece": p})
    if spell not in s.flights:
        if s.options.get("flight") == IN_MAGIC_PHASE:
            return Refusal("9.2a", "why.in-magic-phase")
        if p in s.casts:
            return Refusal("9.2e", "why.has-cast", {"piece": p})
        if p in s.maintained:
            return Refusal("13.4e", "why.maintains", {"piece": p})
    if p == ELRIC and (
        len(flying_party(s, p)) > FLIES[spell] or not all([may_fly(s, each) for each in flying_party(s, p)])
    ):
        return Refusal("12.1.2d", "why.with-controller", {"spell": spell})
    return None


def flying_party(s: ElricState, p: int) -> tuple[int, ...]:
    """Return a personality's flight party: Elric needs controller and Moonglum (12.1.2, 12.1.6)."""
    if p != ELRIC:
        return (p,)
    return gathered(s, (s.controller,) if s.controller >= 0 else (), p)


def may_fly(s: ElricState, p: int) -> bool:
    """Return whether a personality has not moved in this player-turn (ruling A-103)."""
    return p not in s.trail and p not in s.done and p not in s.walked


# Activation


def activate(s: ElricState, person: int, spell: int) -> None:
    """Cast a spell of flight; other players may dispel it (ruling A-26).

    The step on top of the flow gets `dispelled` if it is dispelled, and runs again otherwise.
    """
    s.casts = (*s.casts, person)
    s.log("flight", "7.4.2a", seat=s.owner[person], person=person, spell=spell, area=s.where[person])
    cup.lay_down(s, person, spell)
    s.push(Answering(s.owner[person], s.where[person], person, spell))


def begin_flight(s: ElricState, person: int, spell: int) -> None:
    """Put an undispelled spell into use; it stays in its user's hand (7.4.2)."""
    cup.take_card(s, person, spell)
    s.flights[spell] = Flight(0, 0)
    balance.shift_by_spells(s, (spell,))


def count_flight(s: ElricState, spell: int) -> None:
    flight = s.flights[spell]
    s.flights[spell] = Flight(flight.flown + 1, flight.turns)


def spend_flights(s: ElricState, seat: int) -> None:
    """Age the owner's spells of flight at the end of movement, and put away those used up."""
    for spell, flight in list(s.flights.items()):
        holder = next(p for p, spells in s.hand.items() if spell in spells)
        if s.owner[holder] != seat:
            continue
        s.flights[spell] = Flight(flight.flown, flight.turns + 1)
        if flight.flown >= FLIGHTS or flight.turns + 1 >= FLIGHT_TURNS:
            s.log("flight-over", "7.4.2a", seat=seat, person=holder, spell=spell)
            put_away(s, holder, spell)


def put_away(s: ElricState, holder: int, spell: int) -> None:
    """Discard a used-up spell of flight, or keep it on the board (9.6, 13.4; ruling A-231).

    It lies face up in its user's area while the Balance is tipped its way.
    """
    cup.lay_down(s, holder, spell)
    if maintained_spells.stays(s, spell):
        del s.flights[spell]
        maintained_spells.lay_open(s, spell, s.where[holder])
    else:
        cup.discard_cards(s, (spell,))


class ActivateFlight(Step, frozen=True, tag=STORED_NAMES):
    """The activation of a spell of flight, which other players may dispel (7.4.2)."""

    seat: int
    area: int
    person: int
    spell: int
    answered: bool = False

    def run(self, s: ElricState) -> None:
        if not self.answered:
            s.replace_top(ActivateFlight(self.seat, self.area, self.person, self.spell, answered=True))
            activate(s, self.person, self.spell)
            return
        s.pop()
        begin_flight(s, self.person, self.spell)

    def dispelled(self, s: ElricState) -> None:
        """Cancel the activation; the waiting step finds the spell not in use (ruling A-112)."""
        s.pop()


# Flight


class Takeoff(Step, frozen=True):
    """The choice of companions and destination of a flight (7.4.2; ruling A-103)."""

    seat: int
    area: int
    spell: int
    group: tuple[int, ...]
    may_roll = ("go",)
    needs_decision = True
    clause = "7.4.2b"
    verbs = {"piece": "piece", "go": "space", "stay": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        people = [p for p in s.stack_of(self.group[0]) if KIND[p] == PERSON]
        found: list[Action] = [("piece", p) for p in people if companion_refusal(s, self, p) is None]
        found += [("go", n) for n in flight_targets(s, self)]
        found.append(("stay", 0))
        return found

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "piece":
            s.replace_top(Takeoff(self.seat, self.area, self.spell, gathered(s, self.group, operand)))
        elif verb == "stay":
            s.pop()
        else:
            person = next(p for p in self.group if self.spell in s.hand.get(p, ()))
            s.replace_top(Flying(self.seat, self.area, self.spell, self.group, operand))
            if self.spell not in s.flights:
                s.push(ActivateFlight(self.seat, self.area, person, self.spell))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if action in self.actions(s):
            return None
        if verb == "piece":
            return companion_refusal(s, self, operand)
        if verb == "go":
            return target_refusal(s, self, operand)
        return Refusal("7.4.2a", "why.no-button")


def companion_refusal(s: ElricState, step: Takeoff, p: int) -> Refusal | None:
    """Return why a piece may not join a flight, or None (7.4.2; ruling A-103)."""
    if p not in s.stack_of(step.group[0]) or p in step.group:
        return Refusal("7.4.2a", "why.not-there", {"area": step.area})
    if KIND[p] != PERSON:
        return Refusal("7.4.2d" if KIND[p] == ARMY else "7.4.2c", "why.people-fly")
    if not may_fly(s, p):
        return Refusal("7.4.2a", "why.has-moved", {"piece": p})
    if p == MOONGLUM and s.joined:
        return Refusal("12.1.6b", "why.with-elric")
    if p == ELRIC and not comes_elric(s, step.group):
        return Refusal("12.1.2d", "why.controller-first", {"person": s.controller})
    if len(gathered(s, step.group, p)) > FLIES[step.spell]:
        return Refusal("7.4.2a", "why.flight-full", {"spell": step.spell})
    return None


def flight_targets(s: ElricState, step: Takeoff) -> list[int]:
    """Return the lands a flight may go to."""
    return [n for n in LANDS if target_refusal(s, step, n) is None]


def target_refusal(s: ElricState, step: Takeoff, n: int) -> Refusal | None:
    """Return why a flight may not go to an area, or None (7.4.2; ruling A-103)."""
    if not 0 <= n < AREAS or IS_SEA[n]:
        return Refusal("7.4.2b", "why.lands-only")
    if n == step.area:
        return Refusal("7.4.2b", "why.here-already")
    barred = may_enter(s, step.group, n)
    if barred is not None:
        return barred
    if is_besieged(s, n, step.seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if s.is_hostile(step.seat, n) and not may_attack(s, step.seat, step.group, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    return None


class Flying(Step, frozen=True):
    """A flight by magic, with escapes from perils on the way (7.4.2, 7.5.1, 16.8d; A-16)."""

    seat: int
    area: int
    spell: int
    group: tuple[int, ...]
    to: int

    def run(self, s: ElricState) -> None:
        a, n = self.area, self.to
        group = tuple([p for p in self.group if s.where[p] == a])
        if self.spell not in s.flights or not group:  # The shifted Balance may have removed Pyaray (16.9).
            s.pop()
            return
        count_flight(s, self.spell)
        s.log("fly", "7.4.2b", seat=self.seat, area=a, to=n, group=group, spell=self.spell)
        bold = tuple([p for p in group if s.ship.get(p, -1) == CHAOS_FLEET])
        for p in group:
            s.trail[p] = (*s.trail.get(p, ()), a)
        leave_ships(s, group)
        finish_moving(s, group)
        is_perilous = ASHANELOON in (a, n) and self.spell != JEWELED_BIRD
        s.replace_top(EndFlight(self.seat, n, group))
        relocate(s, group, n, unsure=group if is_perilous else bold)
        if is_perilous:
            s.push(Escapes(n, group, at_sea=True, follow=n))
        if bold:
            s.push(Escapes(n, bold, at_sea=IS_SEA[a], follow=n))


class EndFlight(Step, frozen=True, tag=STORED_NAMES):
    """The landing of a flight: meeting Elric, attacks in wilderness (7.5.8b)."""

    seat: int
    area: int
    group: tuple[int, ...]

    def run(self, s: ElricState) -> None:
        s.pop()
        group = s.remaining(self.seat, self.area, self.group)
        if group:
            end_flight(s, self.seat, self.area, group)


def end_flight(s: ElricState, seat: int, area: int, group: Sequence[int]) -> None:
    """Push the attacks on a group that has landed (7.4.2, 7.5.8, 13.4)."""
    if draws_attacks(s, area):
        s.push(RandomAttack(seat, area, tuple(group)))
    for spell in face_up_attackers(s, area):
        s.push(RandomAttack(seat, area, tuple(group), spell=spell))
