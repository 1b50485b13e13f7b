"""The Cosmic Balance: its shifts, the end of the world, its restoration (13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Step
from palatine.games.elric.components.pieces import CHAOS_FLEET, PYARAY
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    CHAOS,
    IS_BARE,
    LAW,
    NEUTRAL,
    NIGHTMARES,
    RESHUFFLES,
    SPELL_VALUE,
)
from palatine.games.elric.components.tables import BALANCE_ARM, RESTORE, TURNS, WORLD_ENDS_AFTER
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.common import cup, deaths, deferred_steps, maintained_spells
from palatine.games.elric.rules.common.cup import discard_cards
from palatine.games.elric.rules.common.maintained_spells import stays
from palatine.games.elric.rules.common.naval import lose_ship
from palatine.games.elric.rules.common.relocation import civilise
from palatine.games.elric.rules.common.victory import world_ended
from palatine.games.elric.state import ElricState

SIGN: Final = {LAW: 1, CHAOS: -1}


# Shifts


def bonus(s: ElricState, spell: int) -> int:
    """Return what the Balance adds to a spell used as magic (13.2; ruling A-63).

    This is its number, for unparenthesised spells of the dominant alignment.
    """
    return abs(s.balance) if ALIGNMENT[spell] == s.dominant() and not IS_BARE[spell] else 0


def shift_by_spells(s: ElricState, spells: Iterable[int], clause: str = "9.4a") -> None:
    """Shift the Balance by spells used as magic: Law less Chaos, then Neutral.

    A tipped Balance does not move (ruling A-65). See 9.4, 13.1; ruling A-131.
    """
    used = list(spells)
    net = sum([SPELL_VALUE[spell] * SIGN.get(ALIGNMENT[spell], 0) for spell in used])
    calm = sum([SPELL_VALUE[spell] for spell in used if ALIGNMENT[spell] == NEUTRAL])
    if s.tipped or not (net or (calm and s.balance)):
        if net == 0 and not s.tipped and any([SPELL_VALUE[spell] for spell in used]):
            s.log("balance.stays", clause, "13.1", spells=used, now=s.balance)
        return
    was, to = s.balance, s.balance + net
    if abs(to) <= BALANCE_ARM:
        to = toward_centre(to, calm)
    lay_marker(s, to)
    s.log("balance.shift", clause, "13.1", spells=used, was=was, now=s.balance)
    tell_tip(s)
    law_drives(s)


def toward_centre(balance: int, points: int) -> int:
    """Return where Neutral moves the marker: toward the centre, never past it (9.4)."""
    return max(0, balance - points) if balance > 0 else min(0, balance + points)


def move_marker(s: ElricState, points: int, clause: str) -> None:
    """Move the marker, toward Law if points are positive, toward Chaos if negative.

    Past the end of the scale the Balance tips.
    """
    if s.tipped or not points:
        return
    was = s.balance
    lay_marker(s, was + points)
    s.log("balance.move", clause, was=was, now=s.balance)
    tell_tip(s)
    law_drives(s)


def lay_marker(s: ElricState, to: int) -> None:
    """Set the marker; past the end of the scale the Balance tips (13.4; ruling A-65).

    The marker then goes onto the Turn Track.
    """
    s.balance = max(-BALANCE_ARM, min(BALANCE_ARM, to))
    if abs(to) > BALANCE_ARM:
        s.tipped = 1 if to > 0 else -1
        s.ends = s.turn + WORLD_ENDS_AFTER


def tell_tip(s: ElricState) -> None:
    if s.tipped:
        kind = "balance.tipped" if s.ends <= TURNS else "balance.tipped-late"
        s.log(kind, "13.4a", "13.4o", alignment=s.dominant(), turn=s.ends)


def law_drives(s: ElricState) -> None:
    """Remove Pyaray and the Chaos Fleet while the Balance is on Law (16.8, 16.9; A-82, A-142).

    Each personality aboard must escape.
    """
    if s.balance <= 0:
        return
    if s.where[CHAOS_FLEET] >= 0:
        fleet_leaves(s)
    if s.where[PYARAY] >= 0:
        area = s.where[PYARAY]
        s.log("pyaray-leaves", "16.9c", piece=PYARAY, area=area)
        deaths.bury(s, (PYARAY,))


def fleet_leaves(s: ElricState) -> None:
    """Remove the Chaos Fleet with all armies aboard."""
    area = s.where[CHAOS_FLEET]
    s.log("chaos-fleet-leaves", "16.8e", fleet=CHAOS_FLEET, area=area)
    persons = tuple([p for p in lose_ship(s, CHAOS_FLEET, "16.8e") if p != PYARAY])
    if persons:
        s.push(deferred_steps.Escapes(area, persons, IS_SEA[area]))


# Restoration


def needed(s: ElricState) -> int:
    """Return the total sacrifice needed (13.5; ruling A-133).

    It is 12, plus the values of all open spells of the dominant alignment.
    """
    lying = [spell for spells in s.face_up.values() for spell in spells] + list(s.maintained.values())
    return RESTORE + sum([SPELL_VALUE[spell] for spell in lying if stays(s, spell)])


def offered(s: ElricState) -> int:
    """Return the total of the spells on the Law/Chaos marker (13.5)."""
    return sum([SPELL_VALUE[spell] for spell in s.sacrificed])


def may_sacrifice(s: ElricState, spell: int) -> bool:
    """Return whether a spell helps to restore the Balance: opposite or Neutral (13.5)."""
    return ALIGNMENT[spell] == NEUTRAL or (ALIGNMENT[spell] in SIGN and not stays(s, spell))


def sacrifice(s: ElricState, person: int, spell: int) -> None:
    """Sacrifice a magician's spell; the Balance is restored if the total suffices (13.5; A-133)."""
    cup.lay_down(s, person, spell)
    s.sacrificed = (*s.sacrificed, spell)
    s.log(
        "sacrifice", "13.5a", seat=s.owner[person], person=person, spell=spell, total=offered(s), needed=needed(s)
    )  # fmt: skip
    if offered(s) >= needed(s):
        restore(s, "13.5f")


def restore(s: ElricState, clause: str) -> None:
    """Restore the tipped Balance and discard all spells it kept on the board (13.5; A-133)."""
    wild = [area for area in range(len(IS_SEA)) if s.is_wild(area)]
    lying = [spell for spells in s.face_up.values() for spell in spells] + list(s.maintained.values())
    s.face_up, s.maintained = {}, {}
    given, s.sacrificed = list(s.sacrificed), ()
    s.balance = s.tipped = s.ends = 0
    s.log("balance.restored", clause, spells=[*given, *lying])
    cup.discard_cards(s, [*given, *lying])
    for area in wild:
        civilise(s, area)


# The end of the world, and the option


def last_turn(s: ElricState) -> int:
    """Return the last game-turn, as the Balance stands (5.0, 13.4; ruling A-66)."""
    return min(s.ends, TURNS) if s.tipped else TURNS


class WorldsEnd(Step, frozen=True):
    """The end of the world after the game-turn marked for a tipped Balance (13.4; A-132)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.tipped and s.turn == s.ends:
            world_ended(s)


class RandomBalance(Step, frozen=True):
    """Step H, optional: a drawn spell moves the Balance by its value (13.6; ruling A-83)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.options["random-balance"] == "off" or not cup.can_draw(s):
            return
        spell = cup.draw_card(s, "random balance")
        s.log("random-balance", "13.6a", seat=s.phasing, spell=spell)
        if spell in NIGHTMARES or spell in RESHUFFLES:
            s.push(deferred_steps.ActsAtOnce(spell, -1, s.phasing))
            return
        cup.discard_cards(s, (spell,))
        shift_by_spells(s, (spell,), "13.6a")


def spend_spell(s: ElricState, caster: int, spell: int, area: int) -> None:
    """Shift the Balance by a used spell, and discard it or keep it on the board (9.4, 13.4).

    It stays while the Balance is tipped.
    """
    if not maintained_spells.maintain_if_tipped(s, caster, spell, area):
        discard_cards(s, (spell,))
    shift_by_spells(s, (spell,))
