"""Set-up: order of battle, devotees, townships, spells, and the first move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from palatine.core import Action, Chance, Dice, JointChance, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import (
    DEVOTEES,
    INVOKED,
    MINERS,
    START,
    TOWNSMEN,
    UNIT_SIDE,
    UNITS,
    UNITS_OF_CODE,
)
from palatine.games.demonlord.components.spells import MARKERS
from palatine.games.demonlord.components.world import (
    DEMON,
    FORTRESSES,
    HOMELANDS,
    HOSAR,
    HOSAR_TEMPLES,
    MU,
    NEUTRALS,
    NINNGHIZ,
    SITE_AT,
    SITES,
    TOWNSHIPS,
)
from palatine.games.demonlord.sequence import Turn
from palatine.games.demonlord.state import AWAY, GONE, UNALLIED, DemonlordState, with_side

PER_TEMPLE = 2
RANDOM_SPELLS, FURTHER_SPELLS, TOURNAMENT_SPELLS = 5, 3, 4
MUSTERED = 3
"""Highest die roll with which a western unit is placed in a town (SET-03)."""
AT_RANDOM: Action = ("draw", 0)
UNALLIED_AT_START = (UNALLIED,) * len(NEUTRALS)


def new_state(seats: tuple[str, ...], key: bytes, options: Mapping[str, Any]) -> DemonlordState:
    """Return the initial position; the rest of the set-up is still due (SET-01)."""
    state = DemonlordState(
        seats=seats,
        flow=[],
        dice=Dice(key),
        options=dict(options),
        turn=1,
        first=HOSAR,
        phasing=HOSAR,
        phase=0,
        where=[AWAY] * UNITS,
        movement_left=[],
        stacks=({}, {}, {}),
        control={h: SITES[SITE_AT[h]].owner for h in CONTROLLED},
        home=HOMES,
        serves=UNALLIED_AT_START,
        permanent=(False,) * len(NEUTRALS),
    )
    for units, side, h in ORDER_OF_BATTLE:
        state.put(units, side, h)
    state.flow = [SetUp()]
    return state


def starts_on_map(u: int) -> bool:
    """Return whether a unit starts on the map (NEU-01, A39).

    Invoked units do not. Of Ula, only the miners do, until its ruler is known.
    """
    return u not in INVOKED and (u not in UNITS_OF_CODE[NEUTRALS[MU]] or u in MINERS)


def homes() -> tuple[int, ...]:
    """Return the homeland hex of each unit, as far as fixed before the set-up."""
    return tuple([-1 if u in INVOKED else START[u] if START[u] >= 0 else homeland(u) for u in range(UNITS)])


def homeland(u: int) -> int:
    return HOMELANDS[MU] if u in UNITS_OF_CODE[NEUTRALS[MU]] else -1


HOMES = homes()
CONTROLLED = tuple(sorted({*FORTRESSES, *HOMELANDS, NINNGHIZ}))


def starting_stacks() -> Iterator[tuple[list[int], int, int]]:
    for h in sorted({h for h in START if h >= 0}):
        for side in range(3):
            units = [u for u in range(UNITS) if START[u] == h and UNIT_SIDE[u] == side and starts_on_map(u)]
            if units:
                yield units, side, h


ORDER_OF_BATTLE = tuple(starting_stacks())
"""Stacks placed by the order of battle: units, side and hex."""


def settle_home(s: DemonlordState, u: int, h: int) -> None:
    """Record the home of a devotee or townsman, where the set-up placed the unit (A23)."""
    s.home = (*s.home[:u], h, *s.home[u + 1 :])


class SetUp(Step, frozen=True):
    """Step of the set-up, in the rulebook's order."""

    at: int = 0

    def run(self, s: DemonlordState) -> None:
        stages: tuple[Step, ...] = (
            Devotees(HOSAR, DEVOTEES),
            Townships(TOWNSMEN),
            Spells(HOSAR),
            Spells(DEMON),
            FirstMove(),
        )
        if self.at < len(stages):
            s.replace_top(SetUp(self.at + 1))
            s.push(stages[self.at])
        else:
            s.log("turn", "TURN-01", turn=1)
            s.replace_top(Turn())


def first_move_chance() -> JointChance[int | None]:
    """Return the chance of each side to move first; None for a tie (VAR-16, VAR-17)."""
    dice = [Chance(Tally("first move"), lambda thrown: thrown.rolled) for _ in range(2)]
    return JointChance(
        "first", dice, lambda hosar, demon: None if hosar == demon else HOSAR if hosar > demon else DEMON
    )


class FirstMove(Step, frozen=True):
    """Step that determines the first move (VAR-16, VAR-17).

    Hosar, or in the variant the higher die as turn 1 begins; ties are rolled again.
    """

    def run(self, s: DemonlordState) -> None:
        if s.options["first_move"] == "dice":
            first, (hosar, demon) = first_move_chance().roll(s)
            s.log("first-die", "VAR-16", tally=hosar, side=HOSAR)
            s.log("first-die", "VAR-16", tally=demon, side=DEMON)
            if first is None:
                s.log("first-tie", "VAR-17")
                return
            s.first = first
            s.log("first", "VAR-16", side=s.first)
        s.pop()


class Devotees(Step, frozen=True):
    """Choice of the temples of the eight devotees, two each (SET-02)."""

    seat: int
    units: tuple[int, ...]
    without_preview = "The choice names the temple."
    needs_decision = True
    clause = "SET-02"
    verbs = {"at": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("at", h) for h in HOSAR_TEMPLES if len(s.stack(HOSAR, h)) < PER_TEMPLE]

    def take(self, s: DemonlordState, action: Action) -> None:
        u, *rest = self.units
        place_devotee(s, u, action[1])
        open_temples = self.actions(s)
        if len(open_temples) > 1:
            s.replace_top(Devotees(HOSAR, tuple(rest)))
            return
        s.pop()
        for v in rest:
            place_devotee(s, v, open_temples[0][1])

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        return Refusal("SET-02", "why.temple-full" if action[1] in HOSAR_TEMPLES else "why.no-temple")


def place_devotee(s: DemonlordState, u: int, h: int) -> None:
    s.slip_under((u,), HOSAR, h)
    settle_home(s, u, h)
    s.log("devotee", "SET-02", readers=(HOSAR,), unit=u, hex=h)


class Townships(Step, frozen=True):
    """Step in which western units try towns in turn (SET-03 to SET-05, V25).

    A unit that fails everywhere is out of the game.
    """

    units: tuple[int, ...]
    tried: tuple[int, ...] = ()
    """Towns in which the first unit has failed."""

    def run(self, s: DemonlordState) -> None:
        if not self.units:
            s.pop()
        elif not self.tried and len(self.units) > 1:
            s.replace_top(ChooseTownsman(HOSAR, self.units))
        elif open_towns(s, self.tried):
            s.replace_top(ChooseTown(HOSAR, self.units, self.tried))
        else:
            out = self.units[0]
            s.set_aside((out,), GONE)
            s.log("townsman.out", "SET-05", unit=out)
            s.replace_top(Townships(self.units[1:]))


def open_towns(s: DemonlordState, tried: tuple[int, ...]) -> list[int]:
    return [h for h in TOWNSHIPS if h not in tried and not s.stack(HOSAR, h)]


class ChooseTownsman(Step, frozen=True):
    """Choice of the next western unit (SET-04)."""

    seat: int
    units: tuple[int, ...]
    shown_as = "ChooseTown"
    without_preview = "The try is previewed when its hex is chosen."
    needs_decision = True
    clause = "SET-04"
    verbs = {"unit": "button"}
    default_refusal = Refusal("SET-04", "why.no-townsman")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("unit", u) for u in self.units]

    def take(self, s: DemonlordState, action: Action) -> None:
        u = action[1]
        units = (u, *[v for v in self.units if v != u])
        s.replace_top(ChooseTown(HOSAR, units, ()) if open_towns(s, ()) else Townships(units, TOWNSHIPS))


def township_chance() -> Chance[bool]:
    """Return the chance that a western unit is in a town (SET-03)."""
    return Chance(Tally("township"), lambda thrown: thrown.rolled <= MUSTERED)


class ChooseTown(Step, frozen=True):
    """Choice of the town a western unit tries (SET-03)."""

    seat: int
    units: tuple[int, ...]
    tried: tuple[int, ...]
    needs_decision = True
    clause = "SET-03"
    verbs = {"town": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("town", h) for h in open_towns(s, self.tried)]

    def take(self, s: DemonlordState, action: Action) -> None:
        u, h = self.units[0], action[1]
        there, tally = township_chance().roll(s)
        kind = "townsman.there" if there else "townsman.not"
        s.log(kind, "SET-03", tally=tally, unit=u, hex=h, rolled=tally.rolled)
        if there:
            s.put((u,), HOSAR, h)
            settle_home(s, u, h)
            s.replace_top(Townships(self.units[1:]))
        else:
            s.replace_top(Townships(self.units, (*self.tried, h)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[1] not in TOWNSHIPS:
            return Refusal("SET-06", "why.no-town")
        return Refusal("SET-03" if action[1] in self.tried else "SET-04", "why.town-closed")


# Selecting Special Magic Spells


class Spells(Step, frozen=True):
    """Choice of spells: five at random, or one chosen and three at random (MAG-07).

    In the tournament, four are chosen (VAR-18).
    """

    seat: int
    chosen: tuple[int, ...] = ()
    needs_decision = True
    clause = "MAG-07"
    verbs = {"choose": "button", "draw": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        left: list[Action] = [("choose", spell) for spell in MARKERS[self.seat] if spell not in self.chosen]
        return left if s.options["tournament"] else [*left, AT_RANDOM]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == AT_RANDOM:
            self.draw(s, (), RANDOM_SPELLS)
        elif not s.options["tournament"]:
            self.draw(s, (action[1],), FURTHER_SPELLS)
        elif len(self.chosen) + 1 < TOURNAMENT_SPELLS:
            s.replace_top(Spells(self.seat, (*self.chosen, action[1])))
        else:
            self.draw(s, (*self.chosen, action[1]), 0)

    def draw(self, s: DemonlordState, chosen: tuple[int, ...], count: int) -> None:
        left = [spell for spell in MARKERS[self.seat] if spell not in chosen]
        hand = tuple(sorted([*chosen, *s.dice.sample(left, count, "spell markers")]))
        s.hands = with_side(s.hands, self.seat, hand)
        s.log("hand", "MAG-07", readers=(self.seat,), spells=list(hand))
        s.log("hand.size", "MAG-07", side=self.seat, count=len(hand))
        s.pop()

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "draw":
            return Refusal("VAR-18", "why.no-button")
        if action[1] in self.chosen:
            return Refusal("MAG-06", "why.chosen-already", {"spell": action[1]})
        return Refusal("MAG-06", "why.no-such-marker")
