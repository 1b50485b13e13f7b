"""Measures of the state of a match, the decisive ones first (VIC-01 to VIC-05)."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Game
from palatine.core.guidance.measures import Measure
from palatine.games.lord_and_master.rules.combat.battle import attack_of, defence_of
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.distances import (
    diplomatic_distance,
    military_distance,
    trade_distance,
)
from palatine.games.lord_and_master.rules.victory import controlled_places, longest_chain
from palatine.games.lord_and_master.state import State


def measures(game: Game[State], s: State) -> tuple[Measure, ...]:
    """Return provinces, allies, connected cities, distances to victory, gold, and forces.

    All are on the status sheet, except that in fog the numbers of people and troops are hidden.
    """
    if s.turn == 0:
        return ()
    seats = [(seat, s.seats[seat]) for seat, nation in enumerate(s.nations) if not nation.out]
    t = Turn(s, is_rehearsal=True)
    fog = bool(s.options.get("fog"))

    def made(id: str, values: dict[str, float], is_hidden: bool = False, more_is_better: bool = True) -> Measure:
        return Measure(id, game.words.say(f"measure.{id}"), values, is_hidden, more_is_better=more_is_better)

    def distance(id: str, lacking: Callable[[State, int], int]) -> Measure:
        return made(id, {name: lacking(s, seat) for seat, name in seats}, more_is_better=False)

    return (
        made("provinces", {name: len(controlled_places(s, seat)) for seat, name in seats}),
        made("allied", {name: sum(s.holder(place) == seat for place in s.allied) for seat, name in seats}),
        made("chain", {name: longest_chain(s, controlled_places(s, seat)) for seat, name in seats}),
        distance("missing-provinces", military_distance),
        distance("missing-allies", diplomatic_distance),
        distance("missing-squares", trade_distance),
        made("gold", {name: s.nations[seat].gold for seat, name in seats}),
        made("level", {name: _level(s, seat) for seat, name in seats}),
        made("characters", {name: len(s.roster(seat)) for seat, name in seats}, fog),
        made("strength", {name: _strength(t, seat) for seat, name in seats}, fog),
    )


def _level(s: State, seat: int) -> int:
    leader = s.people.get(s.nations[seat].leader)
    return leader.level if leader is not None else 0


def _strength(t: Turn, seat: int) -> int:
    """Return the attack plus defence of all free troops of a nation."""
    units = [n for n, unit in t.s.units.items() if unit.owner == seat and unit.captor is None]
    return attack_of(t, units) + defence_of(t, units)
