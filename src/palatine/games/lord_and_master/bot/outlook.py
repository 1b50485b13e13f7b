"""The outlook of a match: distances to each victory, the aim, and the worth of squares."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from palatine.games.lord_and_master.bot.parameters import (
    CHAIN,
    CONQUEST,
    DENIAL,
    DIPLOMACY,
    USUAL,
    USUAL_AIM,
    CaptainParameters,
)
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.rules.distances import (
    Chain,
    cheapest_chain,
    diplomatic_distance,
    military_distance,
    standing_cities,
)
from palatine.games.lord_and_master.rules.victory import controlled_places, is_bound
from palatine.games.lord_and_master.state import NEUTRAL, State

OPEN, WILD, FOREIGN, BOUND = 1.0, 2.0, 3.0, 6.0
"""Costs of missing squares: open to diplomacy, other neutral, hostile, under a truce."""
GRANTED: Final = 8.0
"""Effort, in squares of a chain, of a truce that others may refuse."""
GAINED_TOGETHER: Final = 2.0
"""Provinces of any kind that a nation gains in the time of one square of its chain."""


Add = Callable[[Collection[int], float], None]
"""Adds a worth to squares."""


class Prospect(msgspec.Struct, frozen=True):
    """Distances of a nation to each victory."""

    chain: Chain
    military: int
    """Provinces missing (VIC-01, VIC-03)."""
    diplomatic: int
    """Allied provinces missing, and one for a truce (VIC-04)."""
    is_bound: bool
    """True if the nation has a truce or an alliance."""

    def missing(self, aim: str) -> int:
        """Return the number of squares or provinces missing for the victory of an aim."""
        return {CHAIN: len(self.chain.missing), CONQUEST: self.military, DIPLOMACY: self.diplomatic}[aim]

    def efforts(self) -> dict[str, float]:
        """Return the effort for each victory, by aim."""
        return {
            CHAIN: self.chain.cost,
            CONQUEST: self.military / GAINED_TOGETHER,
            DIPLOMACY: self.diplomatic + (0.0 if self.is_bound else GRANTED),
        }

    def nearest(self) -> tuple[float, str]:
        """Return the effort of the nearest victory, and its aim."""
        return min((effort, aim) for aim, effort in self.efforts().items())


class Outlook:
    """Prospects of all nations as a nation sees them in one turn, and the aim that it chooses."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s = s
        self.me = me
        self.parameters = parameters
        cities = standing_cities(s)
        self.prospects = {
            seat: Prospect(
                cheapest_chain(s, seat, cities, _costs(s, seat)),
                military_distance(s, seat),
                diplomatic_distance(s, seat),
                is_bound(s, seat),
            )
            for seat, nation in enumerate(s.nations)
            if not nation.out
        }
        """By nation in play."""
        self.aim = self._choose() if parameters.aim == USUAL_AIM else parameters.aim
        """The aim of this turn, which values, envoys and truces follow."""
        self.is_near_elimination = len(_free(s, me)) <= parameters.last
        """True if the nation has only its last characters (IPR-11)."""
        self.values = self._values()
        """Worth of squares for the nation's own victory and against those of others."""

    @property
    def rivals(self) -> list[int]:
        """The other nations in play that are not allies."""
        return [seat for seat in self.prospects if not self.s.is_friend(self.me, seat)]

    def best_rival(self) -> int:
        """Return the rival with the nearest victory; the nation itself if there is none."""
        return min(self.rivals, key=lambda seat: (self.prospects[seat].nearest(), seat), default=self.me)

    def dangerous(self) -> set[int]:
        """Return the rivals that could soon win."""
        return {seat for seat in self.rivals if self.prospects[seat].nearest()[0] <= self.parameters.alarm}

    def last_characters(self, seat: int) -> list[int]:
        """Return a rival's free characters if they are few and no third nation holds others (IPR-11)."""
        s, free = self.s, _free(self.s, seat)
        is_few = len(free) <= self.parameters.few
        return free if is_few and all(s.people[n].captor in (None, self.me) for n in s.roster(seat)) else []

    def turns_left(self) -> int | None:
        """Return the turns until the last one, this one included; None without a last turn."""
        last = int(self.s.options.get("turns", 0) or 0)
        return last - self.s.turn + 1 if last else None

    def turns_left_are_few(self) -> bool:
        """Return whether only provinces count, because the last turn is near."""
        left = self.turns_left()
        return left is not None and left <= self.parameters.late

    def _choose(self) -> str:
        """Return the aim of the nearest victory, or denial if a rival is nearer to its own."""
        if self.turns_left_are_few():
            return CONQUEST
        effort, aim = self.prospects[self.me].nearest()
        rival = self.best_rival()
        if rival in self.dangerous() and self.prospects[rival].nearest()[0] < effort:
            return DENIAL
        return aim

    def _values(self) -> dict[int, float]:
        """Return the values of squares; they rise steeply as a victory comes near."""
        values: dict[int, float] = {}

        def add(squares: Collection[int], worth: float) -> None:
            for square in squares:
                values[square] = values.get(square, 0.0) + worth

        mine = self.prospects[self.me]
        chain, conquest, denial = map(self._weight, (CHAIN, CONQUEST, DENIAL))
        add(mine.chain.missing, chain * self.parameters.trade / (1.0 + mine.chain.cost))
        add(self._others(), conquest * self._worth_of_a_province())
        for seat in self.rivals:
            self._add_denial(lambda squares, worth: add(squares, denial * worth), seat, self.prospects[seat])
        return values

    def _weight(self, aim: str) -> float:
        return self.parameters.focus if aim == self.aim else 1.0

    def _worth_of_a_province(self) -> float:
        left, missing = self.turns_left(), self.prospects[self.me].military
        if left is not None and self.turns_left_are_few():
            missing = min(missing, left)
        return self.parameters.press / (1.0 + missing)

    def _others(self) -> set[int]:
        s = self.s
        return {square for square in range(1, len(s.terrain)) if not s.is_friend(self.me, s.holder(square))}

    def _add_denial(self, add: Add, seat: int, prospect: Prospect) -> None:
        """Add what a rival's nearest victories and its last characters are worth."""
        s, parameters = self.s, self.parameters
        if prospect.chain.cost <= parameters.alarm:
            add(prospect.chain.squares, parameters.trade / (1.0 + prospect.chain.cost))
        if prospect.military / GAINED_TOGETHER <= parameters.alarm:
            held = {square_of(place) for place in controlled_places(s, seat)}
            add(held, parameters.press / (1.0 + prospect.military))
        if prospect.diplomatic <= parameters.alarm:
            allied = {square_of(place) for place in s.allied if s.holder(place) == seat}
            add(allied, parameters.press / (1.0 + prospect.diplomatic))
        last = self.last_characters(seat)
        add({square_of(s.people[n].place) for n in last}, parameters.press / (1.0 + len(last)))


def _free(s: State, seat: int) -> list[int]:
    return [n for n in s.roster(seat) if s.people[n].captor is None]


def _costs(s: State, seat: int) -> list[float]:
    """Return the effort of winning each square that the nation does not hold."""
    costs = [WILD if terrain == "x" else OPEN for terrain in s.terrain]
    for place, holder in s.holders.items():
        if is_square(place) and holder not in (seat, NEUTRAL):
            costs[place] = BOUND if s.has_truce(seat, holder) else FOREIGN
    return costs
