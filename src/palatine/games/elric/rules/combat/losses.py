"""Losses in battle: as close to the number owed as possible (10.7; rulings A-31, A-39).

The loser chooses.
"""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, FLEET, KIND, PERSON, POWER_OF, VALUE
from palatine.games.elric.rules.combat.participants import (
    Battle,
    has_part,
    is_in_reach,
    record_fallen,
    side,
    the_battle,
)
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.naval import lose_ship
from palatine.games.elric.state import FIGHTERS, ElricState, fights

ALL = 1 << 20
"""Losses owed by an eliminated side: all pieces (10.7k)."""


class Losses(Step, frozen=True):
    """The loss of units with a value as close to `owed` as possible, not above it (10.7i)."""

    seat: int
    owed: int
    ashore: bool = False
    """True if ships in port are spared, with all aboard, when a garrison is lost (ruling A-119)."""

    def run(self, s: ElricState) -> None:
        battle = the_battle(s)
        if self.owed == ALL:
            s.pop()
            found = side_to_lose(s, battle, self.seat)
            wipe_out(s, [p for p in found if not self.ashore or has_part(s, battle, p)])
            return
        if not self.owed:
            s.pop()
            return
        found = exposed_in_battle(s, battle, self.seat)
        total = sum([VALUE[p] for p in found])
        if 0 < total <= self.owed:
            s.replace_top(Losses(self.seat, self.owed - total))
            lose_pieces(s, found)
        elif not (least := best(found, self.owed)):
            s.pop()
        elif len(choices := fitting(found, self.owed)) == 1:
            s.replace_top(Losses(self.seat, self.owed - VALUE[choices[0]]))
            lose_pieces(s, choices)
        else:
            s.push(ChooseLoss(self.seat, battle.area, least))


def side_to_lose(s: ElricState, battle: Battle, seat: int) -> list[int]:
    """Return a side's pieces in a battle except those who abstain (10.7k; ruling A-124)."""
    return [p for p in side(s, battle, seat) if p not in battle.aside]


def exposed_in_battle(s: ElricState, battle: Battle, seat: int) -> list[int]:
    """Return the pieces that can be lost (10.7i, 10.7j; ruling A-39).

    Armies on land, fleets at sea, and personalities; withheld ones only if no others are left.
    """
    at_sea = battle.at_sea()
    counts = FIGHTERS[at_sea]
    here = [p for p in side_to_lose(s, battle, seat) if counts[p] and is_in_reach(s, battle, p)]
    return [p for p in here if p not in battle.held] or here


def sums(pieces: Iterable[int], limit: int) -> int:
    """Return the bit set of totals, up to a limit, of subsets of the pieces' values."""
    bits, mask = 1, (1 << limit + 1) - 1
    for p in pieces:
        bits |= bits << VALUE[p] & mask
    return bits


def best(pieces: Iterable[int], owed: int) -> int:
    """Return the highest total of a subset of the pieces that does not exceed the losses owed."""
    return sums(pieces, owed).bit_length() - 1


def fitting(pieces: list[int], owed: int) -> list[int]:
    """Return the pieces that belong to a subset of the best total.

    Of armies of one nation only the first is listed.
    """
    goal = best(pieces, owed)
    found: dict[tuple[int, int], int] = {}
    for at, p in enumerate(pieces):
        kind = (VALUE[p], POWER_OF[p] if KIND[p] == ARMY else -1 - p)
        if kind in found or VALUE[p] > goal:
            continue
        rest = pieces[:at] + pieces[at + 1 :]
        if sums(rest, goal - VALUE[p]) >> goal - VALUE[p] & 1:
            found[kind] = p
    return list(found.values())


def lose_pieces(s: ElricState, pieces: Iterable[int]) -> None:
    """Lose pieces in battle; personalities escape after it (10.8a).

    Passengers of a lost ship move to another or are lost.
    """
    gone = list(pieces)
    for p in gone:
        if KIND[p] == ARMY:
            eliminate(s, (p,))
        elif KIND[p] == FLEET:
            strike_down(s, lose_ship(s, p))
    strike_down(s, [p for p in gone if KIND[p] == PERSON])


def strike_down(s: ElricState, persons: Iterable[int]) -> None:
    """Mark personalities as fallen, once each; they escape after the battle (10.8a)."""
    fallen = the_battle(s).fallen
    falling = [p for p in persons if p not in fallen]
    leave_ships(s, falling)
    for p in falling:
        s.log("struck-down", "10.7i", person=p, area=s.where[p])
    record_fallen(s, falling)


def wipe_out(s: ElricState, pieces: list[int]) -> None:
    """Lose a whole side: armies, fleets with their cargo, and all personalities (10.7k)."""
    eliminate(s, [p for p in pieces if KIND[p] == ARMY], "10.7k")
    lose_pieces(s, [p for p in pieces if KIND[p] == PERSON])
    lose_pieces(s, [p for p in pieces if KIND[p] == FLEET])


class ChooseLoss(ChooseOne, frozen=True):
    """The choice of a piece to lose in battle, repeated as needed (10.7i)."""

    seat: int
    area: int
    owed: int
    """The losses still owed, in combat values."""
    may_roll = True
    clause = "10.7i"
    verbs = {"lose": "piece"}

    def candidates(self, s: ElricState) -> list[int]:
        return fitting(self._exposed(s), self.owed)

    def _exposed(self, s: ElricState) -> list[int]:
        return exposed_in_battle(s, the_battle(s), self.seat)

    def on_chosen(self, s: ElricState, lost: int) -> None:
        losses = s.flow[-1]
        assert isinstance(losses, Losses)
        s.replace_top(Losses(losses.seat, losses.owed - VALUE[lost]))
        lose_pieces(s, (lost,))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p = action[1]
        battle = the_battle(s)
        if p not in side(s, battle, self.seat):
            return Refusal("10.7i", "why.lose-your-own", {"area": self.area})
        if p in battle.aside:
            return Refusal("12.0d", "why.abstains", {"piece": p})
        if not fights(p, battle.at_sea()):
            return Refusal("10.7j", "why.no-loss", {"piece": p})
        if p not in self._exposed(s):
            return Refusal("10.2b", "why.withheld-last", {"piece": p})
        if action in self.actions(s):
            return None
        if KIND[p] == ARMY and any([POWER_OF[p] == POWER_OF[each] for _, each in self.actions(s)]):
            return Refusal("10.7i", "why.alike")
        return Refusal("10.7i", "why.no-fit", {"piece": p, "owed": self.owed})
