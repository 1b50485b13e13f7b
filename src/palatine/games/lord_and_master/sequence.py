"""The steps of a turn in order (GI)."""

from __future__ import annotations

from typing import Any

from palatine.core.game import REFEREE
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules import relations, victory
from palatine.games.lord_and_master.rules.actions import (
    clashes,
    colonies,
    demons,
    devastation,
    dispatch,
    independence,
    interventions,
    magnates_turn,
    revenue,
    troop_actions,
)
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, casualties, neutrals
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.state import NEUTRAL, State


def seats_due(s: State) -> tuple[str, ...]:
    """Return the seats that write sheets: nations in play, and a referee from the first turn on."""
    playing = tuple(seat for seat, nation in zip(s.seats, s.nations, strict=False) if not nation.out)
    return (*playing, REFEREE) if s.turn and REFEREE in s.seats and not s.is_unrefereed else playing


def remove_player(s: State, seat: str) -> None:
    """Remove a player: the nation falls without a victor (GI-07, R159).

    Before the first turn another player founds it. Without a referee the magnates follow their own rules.
    """
    if seat == REFEREE:
        s.is_unrefereed = True
    elif s.turn:
        owner = s.seats.index(seat)
        if not s.nations[owner].out:
            t = Turn(s)
            with captives.guarded(t):
                casualties.eliminate(t, owner, NEUTRAL)


def run_turn(s: State) -> None:
    """Run all sheets of the turn and publish the next sequence; in turn 0, found the nations."""
    t = Turn(s)
    if s.turn == 0:
        founding.found_nations(t)
    else:
        for phase in TURN:
            with captives.guarded(t):
                phase(t)
            if s.outcome is not None:
                return
    s.sheets = [None] * len(s.seats)
    s.turn += 1
    publish_sequence(t)


def players(t: Turn) -> None:
    """Run the characters' actions in sequence; allies take a joint turn (GI-10, IPR-02)."""
    for group in joint_turns(t):
        joint_turn(t, group)


def joint_turns(t: Turn) -> list[list[int]]:
    """Return the seats in sequence, with allies together (R83, R138, R147).

    A seat that Jove puts first or Odin last acts alone.
    """
    groups: list[list[int]] = []
    for seat in t.s.order:
        apart = t.is_cursed(seat) or t.blessing(seat, "Jupiter")
        allies = next((group for group in t.alliances if seat in group and not apart), (seat,))
        mine = next((group for group in groups if group[0] in allies and not t.blessing(group[0], "Jupiter")), None)
        if mine is None:
            groups.append([seat])
        else:
            mine.append(seat)
    return groups


def joint_turn(t: Turn, group: list[int]) -> None:
    """Run a joint turn by the partners' own totals (R50).

    Orders marked "first" or "last" move to the head or the end.
    """
    for seat in group:
        devastation.bust_sods(t, seat)
    lines = [(seat, number, order) for seat in group for number, order in enumerate(sheet_of(t, seat), 1)]
    for seat, number, order in sorted(lines, key=lambda each: phase_of(each[2])):
        dispatch.line(t, seat, number, order)
    for seat in group:
        independence.banish_liberators(t, seat)


def phase_of(order: Any) -> int:
    """Return the part of a joint turn for a line: 0 is first, 1 the middle, 2 last (R50)."""
    return ("first", "", "last").index(order.turn) if isinstance(order, o.Character) else 1


def sheet_of(t: Turn, seat: int) -> tuple[sheets.TurnLine | sheets.SetupLine, ...]:
    """Return a seat's orders; without a sheet, each character that can collects taxes.

    See GI-06, R2.
    """
    sheet = t.s.sheets[seat]
    return sheet.orders if sheet is not None else revenue.tax_everywhere(t, seat)


def next_turn_facts(t: Turn) -> None:
    """Count missed sheets and end effects that lasted one turn (GI-07)."""
    s = t.s
    for seat, nation in enumerate(s.nations):
        s.set_nation(seat, missed=0 if s.sheets[seat] is not None or nation.out else nation.missed + 1)
    s.blessings = []
    s.truces = [truce for truce in s.truces if truce.until > s.turn]


def sequence_parts(s: State, seat: int) -> list[TallyPart]:
    """Return the modifiers of a sequence roll: the leader's level (GI-08)."""
    leader = s.people.get(s.nations[seat].leader)
    return [(leader.level, "LM-GI-08", "leader-level")] if leader is not None else []


def publish_sequence(t: Turn) -> None:
    """Roll d20 plus the leader's level for each player, the highest first.

    Ties are rolled again (GI-08, GI-09, R1, R51).
    """
    s = t.s
    seats = [seat for seat, nation in enumerate(s.nations) if not nation.out]
    tallies = {seat: t.throw("sequence", sequence_parts(s, seat), roller=seat) for seat in seats}
    keys: dict[int, list[int]] = {seat: [tallies[seat].total] for seat in seats}
    while tied := _tied_seats(keys):
        for seat in tied:
            again = t.throw("sequence tie", roller=seat)
            keys[seat].append(again.rolled)
            t.log("sequence-tie", "LM-GI-08", public=True, tally=again, seat=seat)
    s.totals = [tallies[seat].total if seat in tallies else 0 for seat in range(len(s.nations))]
    order = sorted(seats, key=lambda seat: [-key for key in keys[seat]])
    s.order = interventions.shift_sequence(s, relations.join_sequence(s, order))
    for rank, seat in enumerate(s.order, 1):
        t.log("sequence", "LM-GI-08", public=True, tally=tallies[seat], seat=seat, rank=rank)


def _tied_seats(keys: dict[int, list[int]]) -> list[int]:
    values = list(keys.values())
    return [seat for seat, key in keys.items() if values.count(key) > 1]


TURN = (
    interventions.begin_interventions,
    independence.continue_independence,
    relations.arrivals,
    relations.dealings,
    clashes.fight_clashes,
    players,
    magnates_turn.act_magnates,
    troop_actions.complete_forts,
    colonies.complete_colonies,
    forts.lift_sieges,
    neutrals.replenish,
    revenue.tribute,
    demons.depart_demons,
    victory.award_skulls,
    victory.check_victory,
    next_turn_facts,
)
"""Steps of a turn, ordered by rulings R46, R51, R55, R90 and R129."""
