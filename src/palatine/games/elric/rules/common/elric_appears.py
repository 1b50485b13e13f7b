"""Elric's appearances and departures (12.1.1, 12.1.4, 16.4)."""

from __future__ import annotations

from typing import Final

from palatine.core import Step
from palatine.games.elric.components.pieces import BRUT, ELRIC, MOONGLUM
from palatine.games.elric.components.spells import NATIONS_NAMED, NIGHTMARES, RESHUFFLES
from palatine.games.elric.components.world import CAPITAL, CITY_AT
from palatine.games.elric.rules.common.control import (
    abandon,
    can_control,
    company,
    free_seat,
    gain,
    greatest,
    leave_magic,
)
from palatine.games.elric.rules.common.cup import discard_cards, draw_card
from palatine.games.elric.rules.common.deferred_steps import ActsAtOnce
from palatine.games.elric.rules.common.relocation import come_on, go_off, lay_aside, settle_elric
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.state import NOBODY, TRACK, ElricState

NAMING: Final = frozenset(spell for spell, nations in enumerate(NATIONS_NAMED) if nations)
"""The spells that name a nation (12.1.1)."""

# Appearances


class Appearance(Step, frozen=True):
    """Step A: Elric's return from the Turn Track, or random appearance (12.1.1; ruling A-01).

    Takes place once a game-turn, at its start.
    """

    def run(self, s: ElricState) -> None:
        s.pop()
        if not s.is_first() or (s.where[ELRIC] == TRACK and s.turn < s.returns):
            return
        if s.where[ELRIC] < 0 or s.owner[ELRIC] == NOBODY:
            s.push(RandomAppearance())


class RandomAppearance(Step, frozen=True):
    """Elric's appearance in the capital or main city of a named nation (12.1.1; A-54)."""

    def run(self, s: ElricState) -> None:
        if NAMING.isdisjoint(s.cup) and NAMING.isdisjoint(s.discard):
            s.pop()
            s.log("appearance.none", "12.1.1e")
            return
        spell = draw_card(s, "Elric's appearance")
        s.log("appearance.draw", "12.1.1d", seat=s.phasing, spell=spell)
        if spell in NIGHTMARES or spell in RESHUFFLES:
            s.push(ActsAtOnce(spell, -1, s.phasing))
            return
        discard_cards(s, (spell,))
        if NATIONS_NAMED[spell]:
            s.pop()
            place_elric(s, CAPITAL[nation_named(s, spell)])


def nation_named(s: ElricState, spell: int) -> int:
    """Return the nation a spell sends Elric to; a die selects one of several (12.1.1)."""
    nations = NATIONS_NAMED[spell]
    if len(nations) == 1:
        return nations[0]
    tally = s.roll("which nation")
    nation = nations[(tally.rolled - 1) * len(nations) // 6]
    s.log("appearance.die", "12.1.1f", tally=tally, seat=s.phasing, power=nation, rolled=tally.rolled)
    return nation


def place_elric(s: ElricState, area: int) -> None:
    """Place Elric in an area, uncontrolled, with Moonglum if joined and Brut if due."""
    group = company(s)
    if s.joined and MOONGLUM not in group and s.where[MOONGLUM] == TRACK:
        group.append(MOONGLUM)
    if s.is_brut_with and s.where[BRUT] < 0:
        group.append(BRUT)
    s.returns, s.is_brut_with = 0, False
    seat = free_seat(s)
    s.log("appearance", "12.1.1d", area=area, group=group)
    come_on(s, group, seat, area)
    if seat == NOBODY:
        claim_on_appearance(s, area)
    settle_elric(s)


def claim_on_appearance(s: ElricState, area: int) -> None:
    """Give Elric to a seat with a personality where he appears (12.1.2; rulings A-55, A-201).

    The city's owner has precedence, besiegers come last.
    """
    at = s.order.index(s.phasing)
    seats = [seat for seat in s.order[at:] + s.order[:at] if any(map(can_control, s.pieces(seat, area)))]
    if not seats:
        return
    lord = s.city_owner(area) if area in CITY_AT else NOBODY
    seat = min(seats, key=lambda each: (each != lord, besieger(s, area) == each))
    gain(s, greatest(s.pieces(seat, area)), "12.1.2b")


def depart_for_track(s: ElricState, clause: str = "16.4b") -> None:
    """Move Elric to the Turn Track, to return with Brut (16.4; ruling A-62)."""
    if s.where[ELRIC] < 0:
        return
    group = company(s)
    leave_magic(s)
    s.returns = s.turn + 1
    s.log("elric.departs", clause, "16.4c", area=s.where[ELRIC], turn=s.returns, group=group)
    go_off(s, group, TRACK)
    s.is_brut_with = s.where[BRUT] < 0
    lay_aside(s, group, TRACK, free_seat(s))


# The swords


def part_from_controller(s: ElricState) -> None:
    """Part Elric from his controller; he then appears at random (12.1.4)."""
    abandon(s)
    s.push(RandomAppearance())
