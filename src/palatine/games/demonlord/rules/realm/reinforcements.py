"""Reinforcements: request, draw and entrance; and replacements of the Long game."""

from __future__ import annotations

from palatine.core import Action, Chance, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import INNER_KINGDOM, INVOKED, IS_TROOP, MERCENARIES, UNITS
from palatine.games.demonlord.components.world import ENTRANCES
from palatine.games.demonlord.rules.common.losses import release_unit
from palatine.games.demonlord.rules.movement.meeting import arrive, troop_first
from palatine.games.demonlord.state import CAPITALS, DEAD, GONE, LONG, DemonlordState, with_side

REQUEST: Action = ("request", 0)
WAIT: Action = ("wait", 0)
FORCES = (MERCENARIES, INNER_KINGDOM)
DRAWN = (8, 9)
DRAWN_IN_TOURNAMENT = (9, 10)
ARRIVE = 3


class Reinforcements(Step, frozen=True):
    """Step at the start of a player's phase: request, then arrival roll (REIN-01 to REIN-04)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        s.pop()
        if s.waiting:
            enter_freed(s, self.side)
        if s.arrived[self.side]:
            return
        if s.requested[self.side]:
            roll_arrival(s, self.side)
        elif s.opened:
            s.push(AskRequest(self.side))


class AskRequest(Step, frozen=True):
    """Choice to request reinforcements, or to keep collecting the point for not doing so."""

    seat: int
    needs_decision = True
    clause = "REIN-01"
    verbs = {"request": "button", "wait": "button"}
    default_refusal = Refusal("REIN-01", "why.no-button")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [WAIT, REQUEST]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == REQUEST:
            s.requested = with_side(s.requested, self.seat, True)
            s.log("request", "REIN-01", side=self.seat)
            roll_arrival(s, self.seat)


def arrival_chance() -> Chance[bool]:
    """Return the chance that requested reinforcements arrive in a phase (REIN-03)."""
    return Chance(Tally("reinforcements"), lambda thrown: thrown.rolled <= ARRIVE)


def roll_arrival(s: DemonlordState, side: int) -> None:
    """Roll for the arrival; 1 to 3 succeeds (REIN-03)."""
    comes, tally = arrival_chance().roll(s)
    s.log("arrival" if comes else "no-arrival", "REIN-03", tally=tally, side=side, rolled=tally.rolled)
    if not comes:
        return
    s.arrived = with_side(s.arrived, side, True)
    count = (DRAWN_IN_TOURNAMENT if s.options["tournament"] else DRAWN)[side]
    drawn = s.dice.sample(FORCES[side], count, "draw of reinforcements")
    s.set_aside([u for u in FORCES[side] if u not in drawn], GONE)
    s.push(Enter(side, tuple(sorted(drawn))))


def enter_freed(s: DemonlordState, side: int) -> None:
    """Start the entry of freed reinforcements by the entrances (PRIS-12)."""
    mine = tuple([u for u in s.waiting if u in FORCES[side]])
    if mine:
        s.waiting = tuple([u for u in s.waiting if u not in mine])
        s.push(Enter(side, mine))


class Enter(Step, frozen=True):
    """Choice of an entrance for each reinforcement, occupied or not (REIN-06, REIN-08, V3)."""

    seat: int
    units: tuple[int, ...]
    placed: tuple[int, ...] = ()
    needs_decision = True
    clause = "REIN-06"
    verbs = {"enter": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("enter", h) for h in ENTRANCES[self.seat]]

    def take(self, s: DemonlordState, action: Action) -> None:
        h, (u, *rest) = action[1], self.units
        placed = (*self.placed, u)
        s.slip_under((u,), self.seat, h)
        s.log("enters", "REIN-06" if self.seat else "REIN-08", readers=(self.seat,), unit=u, hex=h)
        if rest:
            s.replace_top(Enter(self.seat, tuple(rest), placed))
        else:
            s.pop()
            come_on(s, self.seat, placed)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        return Refusal("REIN-06" if self.seat else "REIN-08", "why.no-entrance")


def come_on(s: DemonlordState, side: int, units: tuple[int, ...]) -> None:
    """Settle the meetings at the entrances after all are placed (V3)."""
    for h in ENTRANCES[side]:
        group = tuple([u for u in units if s.where[u] == h])
        if not group:
            continue
        s.log("comes-on", "REIN-06" if side else "REIN-08", side=side, hex=h, count=len(group))
        if s.stack(1 - side, h):
            s.lay_on_top(troop_first(group)[0], side, h)
        arrive(s, side, group, h)


# Replacements (Long Game)


class Replacements(Step, frozen=True):
    """Step of the Long game: replacement of one lost character and one lost troop.

    A replaced unit appears with the freed prisoners at the end of the phase and can act from the next. A reinforcement
    uses its entrance in the player's next phase (V22, PRIS-12). See VAR-11, VAR-15.
    """

    side: int

    def run(self, s: DemonlordState) -> None:
        s.pop()
        if s.variant() != LONG or s.control[CAPITALS[self.side]] != self.side:
            return
        for troop in (True, False):
            if replaceable(s, self.side, troop):
                s.push(Replace(self.side, troop))


def replaceable(s: DemonlordState, side: int, troop: bool) -> list[int]:
    """Return killed units of the side or its allies, except invoked ones (V22)."""
    return [
        u
        for u in range(UNITS)
        if s.where[u] == DEAD and IS_TROOP[u] == troop and s.side_of(u) == side and u not in INVOKED
    ]


NEEDED = {False: (6, "VAR-12"), True: (5, "VAR-13")}


def replacement_chance(troop: bool) -> Chance[bool]:
    """Return the chance that a lost troop or character is replaced (VAR-11)."""
    needed, _ = NEEDED[troop]
    return Chance(Tally("replacement"), lambda thrown: thrown.rolled >= needed)


class Replace(Step, frozen=True):
    """Choice of the lost unit to replace, or none."""

    seat: int
    troop: bool
    needs_decision = True
    clause = "VAR-11"
    verbs = {"replace": "piece", "none": "button"}
    default_refusal = Refusal("VAR-11", "why.not-replaceable")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("replace", u) for u in replaceable(s, self.seat, self.troop)], REPLACE_NONE]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == REPLACE_NONE:
            return
        needed, clause = NEEDED[self.troop]
        comes, tally = replacement_chance(self.troop).roll(s)
        kind = "replaced" if comes else "not-replaced"
        s.log(kind, clause, tally=tally, unit=action[1], rolled=tally.rolled, needed=needed)
        if comes:
            release_unit(s, action[1])


REPLACE_NONE: Action = ("none", 0)
