"""Victory: Imrryr, scenario objectives, the end of the world, captured capitals (5.0, 14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from palatine.core import Step
from palatine.games.elric.components.pieces import ELRIC, MOURNBLADE, PIECES_OF, THELEB
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, LAW, RUNESTAFF, SPELL_VALUE
from palatine.games.elric.components.tables import DUEL, FOUNDING, MASTERS, SUCCESSOR
from palatine.games.elric.components.world import (
    CAPITAL,
    CITIES,
    CITY_AT,
    DHARIJOR,
    JHARKOR,
    MELNIBONE,
    NATIONS,
    PAN_TANG,
    SHAZAAR,
    TARKESH,
)
from palatine.games.elric.rules.common.control import abandon
from palatine.games.elric.rules.common.deaths import bury
from palatine.games.elric.rules.common.relocation import lay_aside
from palatine.games.elric.rules.common.replacements import check_hordes, dissolve
from palatine.games.elric.rules.common.sieges import forget_rewards, lift_siege, revert_city
from palatine.games.elric.state import AWAY, LOST, NOBODY, OFF, STORED_NAMES, ElricState

UPSTART, MELNIBONEAN = 0, 1
"""The seats of Dragon Masters Against the Upstart (14.2)."""
NEIGHBOURS, HEIR = 0, 1
"""The seats of Successor to the Bright Empire: Jharkor's player and Pan Tang's (14.3)."""
NEIGHBOURS_CAPITALS: Final = tuple([CAPITAL[n] for n in (SHAZAAR, JHARKOR, TARKESH)])
SUCCESSORS_CAPITALS: Final = tuple([CAPITAL[n] for n in (PAN_TANG, DHARIJOR)])
ALBINO, SORCERER = 0, 1
"""The seats of the duel: Elric's and Theleb K'aarna's (14.7)."""


class FinalCount(Step, frozen=True):
    """The end of the game after the tenth game-turn (5.0)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        decide(s, 0)


def world_ended(s: ElricState) -> None:
    """End the world toward the side of the tipped Balance, and the game (5.0, 13.4, 16.7)."""
    s.log("world-ended", "13.4p", alignment=LAW if s.tipped > 0 else CHAOS)
    decide(s, s.tipped)


def decide(s: ElricState, ended: int) -> None:
    """Apply the victory tests in order (ruling A-73).

    `ended` is 1 if the world ended in Law, -1 in Chaos, 0 otherwise.
    """
    holder = s.city_owner(MELNIBONE)
    if s.scenario in NAMED:
        NAMED[s.scenario](s)
    elif holder != NOBODY:
        win(s, [holder], "imrryr", "5.0e")
    elif ended > 0:
        holders = {*s.hand, *s.maintained}
        staffs = [s.owner[p] for p in holders if RUNESTAFF in spells_counted(s, p) and s.owner[p] != NOBODY]
        by_relic(s, staffs, LAW, "runestaff", "5.0g", "5.0h")
    elif ended < 0:
        bearer = s.bearer.get(MOURNBLADE)
        swords = [s.owner[bearer]] if bearer is not None and s.owner[bearer] != NOBODY else []
        by_relic(s, swords, CHAOS, "mournblade", "5.0i", "5.0j")
    else:
        by_capitals(s)


def win(s: ElricState, seats: Sequence[int], margin: str, clause: str, **data: int) -> None:
    """Finish the game with one or several winners; a draw if all remaining seats win (A-213)."""
    if len(seats) == len(players(s)) > 1:
        s.finish((), "draw", clause, **data)
        return
    names = tuple([s.seats[seat] for seat in seats])
    s.finish(names, margin if len(seats) == 1 else "shared", clause, players=list(seats), **data)


def players(s: ElricState) -> list[int]:
    """Return the seats still in the game, or all if none is (ruling A-134)."""
    seats = range(len(s.seats))
    return [seat for seat in seats if seat not in s.out] or list(seats)


# Imrryr


def imrryr(s: ElricState, seat: int) -> None:
    """Decide the game after a capture of Imrryr, if the option is set (5.0; ruling A-72)."""
    if s.options["imrryr"] == "at once":
        win(s, [seat], "imrryr", "5.0e")


# Scenarios with their own winner


def masters(s: ElricState) -> None:
    """Decide Dragon Masters: Imrryr wins for Pan Tang, otherwise Melnibone wins (14.2)."""
    if s.city_owner(MELNIBONE) == UPSTART:
        win(s, [UPSTART], "masters.upstart", "14.2b")
    else:
        win(s, [MELNIBONEAN], "masters.melnibone", "14.2b")


def successor(s: ElricState) -> None:
    """Decide Successor by Imrryr, then by all enemy capitals (14.3).

    Otherwise Jharkor's player has a marginal victory.
    """
    holder = s.city_owner(MELNIBONE)
    first = holds_all(s, NEIGHBOURS, SUCCESSORS_CAPITALS)
    second = holds_all(s, HEIR, NEIGHBOURS_CAPITALS)
    if holder != NOBODY:
        win(s, [holder], "imrryr", "5.0e")
    elif first and second:
        win(s, [NEIGHBOURS, HEIR], "draw", "14.3b")
    elif second:
        win(s, [HEIR], "successor.pan-tang", "14.3b")
    elif first:
        win(s, [NEIGHBOURS], "successor.jharkor", "14.3c")
    else:
        win(s, [NEIGHBOURS], "successor.marginal", "14.3d")


def holds_all(s: ElricState, seat: int, wanted: Sequence[int]) -> bool:
    """Return whether a seat controls the cities of all these areas (14.3)."""
    return all([s.city_owner(area) == seat for area in wanted])


def untamed(s: ElricState) -> None:
    """End the Founding as a loss: ten turns without beating the Dragons (14.1; ruling A-137)."""
    s.finish((), "founding.lost", "14.1h")


NAMED: Final[dict[str, Callable[[ElricState], None]]] = {
    FOUNDING: untamed,
    MASTERS: masters,
    SUCCESSOR: successor,
}
"""By scenario: the function that decides it regardless of other tests (ruling A-145)."""


# The end of the world


def spells_counted(s: ElricState, person: int) -> tuple[int, ...]:
    """Return a personality's spells that count at the end of the world: held and maintained."""
    kept = s.maintained.get(person)
    return s.hand.get(person, ()) if kept is None else (*s.hand.get(person, ()), kept)


def by_relic(s: ElricState, owners: Sequence[int], side: int, relic: str, clause: str, otherwise: str) -> None:
    """Decide by relic, otherwise by the highest total of an alignment's spells (5.0)."""
    if owners:
        win(s, owners, relic, clause)
        return
    totals = {seat: spell_total(s, seat, side) for seat in players(s)}
    greatest = max(totals.values())
    best = [seat for seat, total in totals.items() if total == greatest]
    win(s, best, "spells", otherwise, alignment=side, total=greatest)


def spell_total(s: ElricState, seat: int, side: int) -> int:
    """Return the total of printed values, in parentheses or not, of a seat's spells (A-73)."""
    spells = [spell for p in s.persons(seat) for spell in spells_counted(s, p)]
    return sum([SPELL_VALUE[spell] for spell in spells if ALIGNMENT[spell] == side])


# Capitals


def by_capitals(s: ElricState) -> None:
    """Decide by capitals taken from players, then by captured neutral ones (ruling A-74)."""
    scores = {
        seat: (len(capitals_taken(s, seat, True)), len(capitals_taken(s, seat, False))) for seat in players(s)
    }
    enemy, neutral = max(scores.values())
    best = [seat for seat, score in scores.items() if score == (enemy, neutral)]
    win(s, best, "capitals", "5.0k", enemy=enemy, neutral=neutral)


def capitals_taken(s: ElricState, seat: int, from_enemies: bool) -> list[int]:
    """Return the areas of capitals a seat holds that it took from players, or from neutrals."""
    return [
        area
        for area, hold in s.holds.items()
        if hold.seat == seat and CITIES[CITY_AT[area]].capital and (hold.victim != NOBODY) == from_enemies
    ]


def ranking_keys(s: ElricState) -> dict[str, tuple[bool, int, int]]:
    """Return the ranking keys: still in the game, then capitals taken (5.0)."""
    return {
        name: (seat not in s.out, len(capitals_taken(s, seat, True)), len(capitals_taken(s, seat, False)))
        for seat, name in enumerate(s.seats)
    }


# Elimination of players


class CheckEliminations(Step, frozen=True, tag=STORED_NAMES):
    """Eliminations at the end of a player-turn; the last remaining seat wins (ruling A-134)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        leaving, s.leaving = s.leaving, ()
        for seat in leaving:
            depart(s, seat)
        if s.scenario == DUEL and settle_duel(s):
            return
        gone = [seat for seat in s.order if seat not in s.out and (seat in leaving or is_finished(s, seat))]
        if not gone:
            return
        for seat in gone:
            leave_game(s, seat)
        check_last_seat(s, [seat for seat in s.order if seat not in s.out])


def is_finished(s: ElricState, seat: int) -> bool:
    """Return whether a seat has no personality and no nation, present or coming (ruling A-134)."""
    if seat in s.ruler[: len(NATIONS)] or next(s.persons(seat), None) is not None:
        return False
    is_his = s.owner[ELRIC] == seat or (s.scenario == DUEL and seat == ALBINO)  # He returns.
    return seat not in s.coming.values() and not is_his


def remove_player(s: ElricState, seat: int) -> None:
    """Record that a player leaves for good; the seat's pieces go neutral at turn end (A-235)."""
    if seat not in (*s.out, *s.leaving):
        s.leaving = (*s.leaving, seat)
        s.log("player-leaves", "5.0f", seat=seat)


def depart(s: ElricState, seat: int) -> None:
    """Remove all pieces of a player who has left, as if eliminated (6.0, 11.0, 12.1.2; A-235).

    Nations become neutral, personalities can be mustered, Elric is uncontrolled.
    """
    if s.owner[ELRIC] == seat and s.where[ELRIC] >= 0:
        abandon(s)
    powers = [power for power, ruler in enumerate(s.ruler) if ruler == seat]
    for nation in [nation for nation in powers if s.coming.pop(nation, None) is not None]:
        lay_aside(s, [p for p in PIECES_OF[nation] if s.where[p] == AWAY], OFF, NOBODY)
    for power in powers:
        dissolve(s, power)
    bury(s, [p for group in s.stacks[seat].values() for p in group if p != ELRIC])


def leave_game(s: ElricState, seat: int) -> None:
    """Eliminate a seat: remove its pieces and return its captured cities."""
    s.out = (*s.out, seat)
    s.log("player-out", "5.0f", seat=seat)
    bury(s, [p for group in s.stacks[seat].values() for p in group])
    check_hordes(s)
    for area in [area for area, besieger in s.sieges.items() if besieger == seat]:
        lift_siege(s, area)
    for area in [area for area, hold in s.holds.items() if hold.seat == seat]:
        revert_city(s, area)
    forget_rewards(s)


def check_last_seat(s: ElricState, left: Sequence[int]) -> None:
    """End the game if one seat is left, which wins unless the scenario decides (ruling A-134)."""
    if s.scenario == FOUNDING:
        s.finish((), "founding.lost", "14.1h")
    elif not left or (s.scenario == MASTERS and list(left) == [MELNIBONEAN]):
        decide(s, 0)
    elif len(left) == 1 and s.scenario not in NAMED:
        win(s, left, "last", "5.0f")


def settle_duel(s: ElricState) -> bool:
    """Decide the duel if one player captured or eliminated the other (14.7; ruling A-146).

    Returns whether the duel is over.
    """
    elric_lost = s.owner[ELRIC] == SORCERER or s.where[ELRIC] in (OFF, LOST)
    theleb_lost = s.owner[THELEB] == ALBINO or s.where[THELEB] < 0
    if elric_lost and theleb_lost:
        win(s, [ALBINO, SORCERER], "draw", "14.7b")
    elif elric_lost:
        win(s, [SORCERER], "duel.theleb", "14.7b")
    elif theleb_lost:
        win(s, [ALBINO], "duel.elric", "14.7b")
    return elric_lost or theleb_lost
