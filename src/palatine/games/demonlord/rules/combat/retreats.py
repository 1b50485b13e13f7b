"""Retreats of a side that withdraws from a battle."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from palatine.core import Action, ChooseButton, ChooseOne, Refusal, Step
from palatine.games.demonlord.components.pieces import CLASS
from palatine.games.demonlord.components.world import GRID
from palatine.games.demonlord.rules.characters.capture import hides_troops, show_troop
from palatine.games.demonlord.rules.combat.battle_end import LeftBehind
from palatine.games.demonlord.rules.combat.retreat_restrictions import (
    is_cornered,
    is_haven,
    open_hexes,
    pace,
    passable,
    ways_out,
)
from palatine.games.demonlord.rules.common.losses import take_prisoner
from palatine.games.demonlord.rules.movement.meeting import arrive
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState

INTO: Action = ("into", 0)
OUT: Action = ("out", 0)
STOP: Action = ("stop", 0)
Pairs = tuple[tuple[int, int], ...]


class BeginRetreat(Step, frozen=True):
    """Step for the survivors of a withdrawal: into their fortress here, or away (RET-17, B39)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    characters: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        if s.holds_fortress(self.side, self.hex):
            s.replace_top(IntoFortress(self.side, self))
        else:
            s.pop()
            leave_hex(s, self)


class IntoFortress(ChooseButton, frozen=True):
    """Choice of all survivors: into the fortress, or out of the hex."""

    seat: int
    retreat: BeginRetreat
    clause = "RET-17"
    buttons = (INTO, OUT)
    default_refusal = Refusal("RET-17", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == INTO:
            s.log("retreat.into", "RET-17", side=self.seat, hex=self.retreat.hex)
        else:
            leave_hex(s, self.retreat)


def leave_hex(s: DemonlordState, retreat: BeginRetreat) -> None:
    """Start the retreat; troops that have nowhere to go are captured one by one (B26, B45)."""
    side, h = retreat.side, retreat.hex
    cornered = [u for u in retreat.troops if is_cornered(s, side, CLASS[u], h)]
    for u in cornered:
        for n in passable(s, side, CLASS[u], h, (h,)):
            show_troop(s, 1 - side, n, "RET-11")
        s.log("cornered", "RET-10", unit=u, hex=h)
        take_prisoner(s, u, 1 - side)
    troops = tuple([u for u in retreat.troops if u not in cornered])
    if troops:
        s.push(AssignEscorts(side, h, troops, retreat.characters))


def field_of(s: DemonlordState, h: int) -> tuple[int, ...]:
    """Return the hex whose control a retreat gives up, as a tuple (B38).

    Empty if both sides withdraw, as `LeftBehind` then settles control.
    """
    is_open = any([isinstance(step, LeftBehind) and step.both and step.hex == h for step in s.flow])
    return () if is_open else (h,)


class AssignEscorts(Step, frozen=True, tag=STORED_NAMES):
    """Step that assigns each character to a surviving troop of the owner's choice (RET-04, B42)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    characters: tuple[int, ...]
    chosen: Pairs = ()

    def run(self, s: DemonlordState) -> None:
        if not self.characters:
            s.replace_top(Retreat(self.side, self.hex, self.troops, self.chosen))
        elif len(self.troops) == 1:
            s.replace_top(self.with_troop(self.troops[0]))
        else:
            s.push(ChooseEscort(self.side, self.characters[0], self.troops))

    def with_troop(self, troop: int) -> AssignEscorts:
        pair = (self.characters[0], troop)
        return replace(self, characters=self.characters[1:], chosen=(*self.chosen, pair))


class ChooseEscort(ChooseOne, frozen=True):
    """Choice of the troop a character retreats with."""

    seat: int
    character: int
    troops: tuple[int, ...]
    without_preview = "The choice names the troop; the retreat is previewed before."
    clause = "RET-04"
    verbs = {"with": "piece"}
    default_refusal = Refusal("RET-04", "why.with-a-troop")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.troops

    def on_chosen(self, s: DemonlordState, troop: int) -> None:
        step = s.flow[-1]
        assert isinstance(step, AssignEscorts)
        s.replace_top(step.with_troop(troop))


# The retreat itself


class RetreatingGroup(msgspec.Struct, frozen=True, array_like=True):
    """Troops that retreat together: hex, points spent by each, hexes visited."""

    side: int
    hex: int
    troops: tuple[int, ...]
    escorts: Pairs
    """Pairs of a character and the troop it goes with."""
    spent: tuple[int, ...]
    visited: tuple[int, ...]
    guide: int
    """Movement class of the slowest troop, which determines the route (RET-15)."""

    def slowest(self, s: DemonlordState) -> int:
        return slowest_of(s, self.troops)

    def part(self, s: DemonlordState, troops: tuple[int, ...], guide: int) -> RetreatingGroup:
        """Return the group of some of the troops, with the characters who go with them."""
        spent = tuple([self.spent[self.troops.index(u)] for u in troops])
        escorts = tuple([pair for pair in self.escorts if pair[1] in troops])
        return replace(self, troops=troops, spent=spent, escorts=escorts, guide=guide)


def slowest_of(s: DemonlordState, troops: tuple[int, ...]) -> int:
    return min(troops, key=lambda u: (pace(s, u), u))


class Retreat(Step, frozen=True):
    """Step that moves a retreat into its first hex, whatever the cost (RET-06, B40, B41)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    escorts: Pairs

    def run(self, s: DemonlordState) -> None:
        s.pop()
        guide = CLASS[slowest_of(s, self.troops)]
        retreating = RetreatingGroup(
            self.side, self.hex, self.troops, self.escorts, (0,) * len(self.troops), (self.hex,), guide
        )
        choose_way(s, retreating, hexes_ahead(s, retreating))


def hexes_ahead(s: DemonlordState, retreating: RetreatingGroup, purse: tuple[int, int] | None = None) -> list[int]:
    """Return the next hexes of a retreat; hidden stacks that block one are shown first (B43).

    With a `purse` of movement class and points, only hexes that such a unit can pay for.
    """
    side, h, visited = retreating.side, retreating.hex, retreating.visited
    while True:
        ahead = ways_out(s, side, retreating.guide, h, visited)
        if purse is not None:
            prices = open_hexes(s, side, purse[0], h, visited)
            ahead = [n for n in ahead if n in prices and prices[n] <= purse[1]]
        bars = [n for n in ahead if hides_troops(s, 1 - side, n)]
        if not bars:
            return ahead
        for n in bars:
            show_troop(s, 1 - side, n, "RET-11")


def affordable_hexes(s: DemonlordState, retreating: RetreatingGroup, u: int) -> list[int]:
    """Return the next hexes on the route that a troop's remaining points pay for."""
    left = pace(s, u) - retreating.spent[retreating.troops.index(u)]
    return hexes_ahead(s, retreating, (CLASS[u], left))


def choose_way(s: DemonlordState, retreating: RetreatingGroup, ahead: list[int]) -> None:
    if len(ahead) == 1:
        retreat_into(s, retreating, ahead[0])
    else:
        s.push(ChooseWay(retreating.side, retreating, tuple(ahead)))


class ChooseWay(ChooseOne, frozen=True):
    """Choice between equally fast routes of a retreat (RET-09)."""

    seat: int
    retreating: RetreatingGroup
    ahead: tuple[int, ...]
    without_preview = "The choice names the next hex; all ways are equally fast."
    clause = "RET-09"
    verbs = {"go": "space"}

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.ahead

    def on_chosen(self, s: DemonlordState, n: int) -> None:
        retreat_into(s, self.retreating, n)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        return way_refusal(s, self.retreating, action[1])


def way_refusal(s: DemonlordState, retreating: RetreatingGroup, n: int) -> Refusal:
    """Return why a retreat cannot go to hex `n`, which is not among those ahead."""
    if n not in GRID.adjacent[retreating.hex]:
        return Refusal("RET-06", "why.next-hex", {"hex": retreating.hex})
    if n in retreating.visited:
        return Refusal("RET-12", "why.been-there", {"hex": n})
    if n not in s.exits(retreating.guide, retreating.hex):
        return Refusal("RET-10", "why.no-way-there", {"hex": n})
    if n in s.earthpits:
        return Refusal("MAG-30", "why.earthpit", {"hex": n})
    if n not in open_hexes(s, retreating.side, retreating.guide, retreating.hex, retreating.visited):
        return Refusal("RET-11", "why.barred", {"hex": n})
    return Refusal("RET-15", "why.not-the-way")


def retreat_into(s: DemonlordState, retreating: RetreatingGroup, n: int, alone: bool = False) -> None:
    """Move all who can cross into hex `n`; the others find their own route (B41, B45)."""
    side, h = retreating.side, retreating.hex
    prices = {u: open_hexes(s, side, CLASS[u], h, retreating.visited).get(n, 0) for u in retreating.troops}
    movers = tuple([u for u in retreating.troops if prices[u]])
    stayers = tuple([u for u in retreating.troops if not prices[u]])
    if stayers:
        rest = retreating.part(s, stayers, CLASS[slowest_of(s, stayers)])
        s.push(ContinueRetreat(rest) if len(retreating.visited) > 1 else Retreat(side, h, stayers, rest.escorts))
    going = retreating.part(s, movers, retreating.guide)
    spent = tuple([points + prices[u] for u, points in zip(movers, going.spent, strict=True)])
    step = replace(going, hex=n, spent=spent, visited=(*retreating.visited, n))
    group = movers + tuple([c for c, _ in step.escorts])
    s.lift(group, side, h, n)
    s.put(group, side, n)
    clause = "RET-08" if alone else "RET-07" if side == s.phasing else "RET-06"
    s.log("retreat", clause, side=side, hex=h, to=n, count=len(group), onward=len(retreating.visited) > 1)
    if alone:
        s.push(Stragglers(step, movers))
    elif side == s.phasing:
        s.push(ContinueRetreat(step))
    arrive(s, side, group, n, left=field_of(s, h), retreats=True)


class ContinueRetreat(Step, frozen=True, tag=STORED_NAMES):
    """Step that continues a retreat while the slowest can pay (RET-07, RET-13, B40).

    Only the phasing player's retreat goes beyond the first hex.
    """

    retreating: RetreatingGroup

    def run(self, s: DemonlordState) -> None:
        s.pop()
        retreating = self.retreating
        if is_haven(s, retreating.side, retreating.hex):
            s.log("retreat.haven", "RET-16", side=retreating.side, hex=retreating.hex)
            return
        slowest = retreating.slowest(s)
        ahead = affordable_hexes(s, retreating, slowest)
        if ahead:
            choose_way(s, retreating, ahead)
        else:
            s.push(Stragglers(retreating, tuple([u for u in retreating.troops if u != slowest])))


class Stragglers(Step, frozen=True):
    """Step in which faster troops can go on individually after the slowest stops (RET-08)."""

    retreating: RetreatingGroup
    left: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        s.pop()
        if not self.left or is_haven(s, self.retreating.side, self.retreating.hex):
            return
        u, rest = self.left[0], self.left[1:]
        if rest:
            s.push(replace(self, left=rest))
        alone = self.retreating.part(s, (u,), self.retreating.guide)
        ahead = affordable_hexes(s, alone, u)
        if ahead:
            s.push(ExtendRetreat(alone.side, alone, tuple(ahead)))


class ExtendRetreat(Step, frozen=True, tag=STORED_NAMES):
    """Decision of a faster troop to go on with its extra points, or stop."""

    seat: int
    retreating: RetreatingGroup
    ahead: tuple[int, ...]
    without_preview = "The choice names the next hex of the retreat."
    needs_decision = True
    clause = "RET-08"
    verbs = {"go": "space", "stop": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("go", n) for n in self.ahead], STOP]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action != STOP:
            retreat_into(s, self.retreating, action[1], alone=True)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "stop":
            return Refusal("RET-08", "why.no-button")
        return way_refusal(s, self.retreating, action[1])
