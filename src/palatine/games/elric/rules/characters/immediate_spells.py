"""Spells that take effect when found or drawn (9.3.1, 16.2, 16.4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from palatine.core import Action, Chance, ChooseButton, Distribution, JointChance, Refusal, Step, Tally
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    BALO,
    CHAOS,
    EATS_ARMIES,
    EATS_FLEETS,
    FOUR_WHO_ARE_ONE,
    HAS_VALUE,
    IMMEDIATE,
    IS_BARE,
    MIRROR,
    NIGHTMARES,
    QUAOLNARGN,
    RESHUFFLES,
    SHADE_GATE,
    SPELL_TYPE,
    SPELL_VALUE,
    TOWER,
)
from palatine.games.elric.components.tables import REWARD, TOWER_ELIMINATES, TOWER_REWARDS, result_of
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.characters import escape_spells
from palatine.games.elric.rules.characters.solo_fights import (
    SoloFightMagic,
    add_spell,
    artifact_value,
    fighting_spells,
    is_shielded,
)
from palatine.games.elric.rules.common import (
    balance,
    cup,
    deaths,
    deferred_steps,
    elric_appears,
    maintained_spells,
    replacements,
    stormbringer,
)
from palatine.games.elric.rules.common.margins import balo_chance, margin_chance, total_chance
from palatine.games.elric.rules.common.relocation import take_open
from palatine.games.elric.state import NOBODY, STORED_NAMES, ElricState, strength

NEEDS_FINDER: Final = frozenset({TOWER, SHADE_GATE, MIRROR, QUAOLNARGN})
"""Immediate spells that affect only the finder (9.3.1)."""


def act(s: ElricState, spell: int, finder: int, seat: int) -> None:
    """Push the effect of an immediate spell from the cup or a star.

    `finder` is -1 for none; `seat` drew or found it.
    """
    if spell in NEEDS_FINDER and finder < 0:
        cup.discard_cards(s, (spell,))
        s.log("immediate.nobody", "9.3.1c", spell=spell)
    elif spell == MIRROR:
        s.push(KeepSpell(finder, MIRROR))
        s.push(deferred_steps.Escapes(s.where[finder], (finder,), IS_SEA[s.where[finder]]))
    elif spell == QUAOLNARGN:
        s.push(Duel(seat, finder))
    else:
        cup.discard_cards(s, (spell,))
        play_at_once(s, spell, finder, seat)


def play_at_once(s: ElricState, spell: int, finder: int, seat: int) -> None:
    """Apply a Play Immediately spell that has been discarded (16.4)."""
    if spell in NIGHTMARES:
        stormbringer.nightmare(s, seat)
    elif spell in RESHUFFLES:
        cup.reshuffle(s, "16.4d")
    elif spell == FOUR_WHO_ARE_ONE:
        elric_appears.depart_for_track(s)
    elif spell == TOWER:
        enter_tower(s, finder, seat)
    else:
        s.push(ShadeGate(seat, finder))


@deferred_steps.carry_out.register(deferred_steps.ActsAtOnce)
def act_at_once(call: deferred_steps.ActsAtOnce, s: ElricState) -> None:
    """Apply a spell drawn by a common chapter (9.3.1)."""
    s.pop()
    act(s, call.spell, call.person, call.seat)


class KeepSpell(Step, frozen=True, tag=STORED_NAMES):
    """The finder's hand after the Mirror of Memory, which survivors keep (ruling A-91)."""

    person: int
    spell: int

    def run(self, s: ElricState) -> None:
        s.pop()
        keep_in_hand(s, self.person, self.spell)


def keep_in_hand(s: ElricState, person: int, spell: int) -> None:
    """Add a withstood spell to the finder's hand, or discard it if the finder is gone."""
    if s.where[person] < 0:
        cup.discard_cards(s, (spell,))
        return
    cup.take_card(s, person, spell)
    s.log("card.kept", "16.2r" if spell == QUAOLNARGN else "9.3.1c", piece=person, spell=spell)
    cup.fit_hands(s, s.owner[person], s.where[person])


# The Tower of Voilodion Gagnasdiak


def enter_tower(s: ElricState, finder: int, seat: int) -> None:
    """Roll for the Tower: loss, nothing, or spells and a Nightmare for Elric (16.4)."""
    result, tally = tower_chance().roll(s)
    s.log(result, TOWER_CLAUSES[result], tally=tally, piece=finder, rolled=tally.rolled)
    if result == CAUGHT:
        if finder == ELRIC:
            s.log("tower.elric", "16.4j", piece=ELRIC)
            elric_appears.part_from_controller(s)
            return
        deaths.perish(s, (finder,))
        replacements.after_deaths(s)
    elif result == LOOTED:
        s.push(ResolveNightmare(seat))
        s.push(Plunder(finder, "16.4i"))


CAUGHT, PASSED, LOOTED = "tower.caught", "tower.passed", "tower.looted"
TOWER_CLAUSES: Final = {CAUGHT: "16.4g", PASSED: "16.4h", LOOTED: "16.4i"}
"""Results of the Tower, as kinds of journal entries, and their clauses."""


def tower_chance() -> Chance[str]:
    """Return the chance of each result of entering the Tower (16.4g to 16.4i)."""
    return Chance(Tally("tower"), _tower_result)


def _tower_result(thrown: Tally) -> str:
    return CAUGHT if thrown.rolled <= TOWER_ELIMINATES else PASSED if thrown.rolled < TOWER_REWARDS else LOOTED


class ResolveNightmare(Step, frozen=True, tag=STORED_NAMES):
    """Elric's Nightmare after the Tower was looted (16.4)."""

    seat: int

    def run(self, s: ElricState) -> None:
        s.pop()
        stormbringer.nightmare(s, self.seat)


# Quaolnargn


class Duel(Step, frozen=True):
    """A personality's fight with Quaolnargn by spells and artifacts only (16.2; ruling A-140).

    With `keep` a winner gets the spell, otherwise it is discarded; without, the caller handles it. From a `lair` it
    attacked at random, and if unbeaten stays there while the Balance is tipped to Chaos (13.4).
    """

    seat: int
    person: int
    keep: bool = True
    lair: int = -1
    spell: int = -1
    ready: bool = False

    def run(self, s: ElricState) -> None:
        if is_shielded(s, self.person):
            s.pop()
            s.log("shielded", "16.8a", spell=QUAOLNARGN, piece=self.person)
            self.put_away(s)
        elif not self.ready and fighting_spells(s, self.person):
            s.replace_top(replace(self, ready=True))
            s.push(SoloFightMagic(self.seat, self.person, QUAOLNARGN))
        else:
            s.pop()
            self.fight(s)

    def on_spell_cast(self, s: ElricState, spell: int) -> None:
        s.replace_top(replace(self, spell=spell))

    def is_lying(self, s: ElricState) -> bool:
        """Return whether Quaolnargn already lies face up in its lair (13.4)."""
        return QUAOLNARGN in s.face_up.get(self.lair, ())

    def put_away(self, s: ElricState) -> None:
        if self.is_lying(s):
            return
        if self.lair >= 0 and s.tipped < 0:
            maintained_spells.lay_open(s, QUAOLNARGN, self.lair)
        elif self.keep:
            cup.discard_cards(s, (QUAOLNARGN,))

    def fight(self, s: ElricState) -> None:
        """Roll until the totals differ; the higher one wins."""
        works = self.spell >= 0 and not (self.spell == BALO and escape_spells.is_balo_in_vain(s, self.person))
        chance, margin = duel_chance(s, self.person, self.spell if works else -1), 0
        while not margin:
            margin, (own, monster) = chance.roll(s)
            s.log("duel.monster", "16.2q", tally=monster, piece=self.person, total=monster.total, spell=QUAOLNARGN)
            s.log("duel.person", "16.2q", tally=own, piece=self.person, total=own.total, spell=QUAOLNARGN)
        area = s.where[self.person]
        self.end(s, margin > 0)
        self.spend(s, works, area)

    def end(self, s: ElricState, won: bool) -> None:
        if won:
            s.log("duel.won", "16.2r", piece=self.person, spell=QUAOLNARGN)
            if self.is_lying(s):
                take_open(s, QUAOLNARGN, self.lair)
            if self.keep:
                keep_in_hand(s, self.person, QUAOLNARGN)
            return
        s.log("duel.lost", "16.2r", piece=self.person, spell=QUAOLNARGN)
        self.put_away(s)
        deaths.perish(s, (self.person,))
        replacements.after_deaths(s)

    def spend(self, s: ElricState, works: bool, area: int) -> None:
        """Discard the duel's spell, and shift the Balance if it worked (ruling A-156)."""
        if self.spell < 0 or s.maintained.get(self.person) == self.spell:
            return
        if works:
            balance.spend_spell(s, self.person, self.spell, area)
        else:
            cup.discard_cards(s, (self.spell,))


def duel_chance(s: ElricState, person: int, spell: int = -1) -> JointChance[int]:
    """Return a personality's margin over Quaolnargn in one roll, by artifact and spell (16.2q)."""
    own, monster = Tally("duel"), Tally("Quaolnargn")
    if spell >= 0:
        add_spell(s, spell, own)
    own.add(artifact_value(s, person), "16.2q", "artifacts")
    monster.add(SPELL_VALUE[QUAOLNARGN], "16.2q", "monster-value")
    return margin_chance("round of a duel", own, monster)


def duel_odds(s: ElricState, person: int, spell: int = -1) -> Distribution[bool]:
    """Return the probability of winning a duel with a spell, -1 for none (16.2q).

    Ties are rolled again.
    """
    if spell == BALO:
        awake = balo_chance().distribution()
        return awake.then(lambda works: _decided(duel_chance(s, person, BALO if works else -1)))
    return _decided(duel_chance(s, person, spell))


def _decided(chance: JointChance[int]) -> Distribution[bool]:
    return Distribution((margin > 0, ways) for margin, ways in chance.distribution().ways.items() if margin)


# The Shade Gate


class ShadeGate(Step, frozen=True):
    """The finder's solo fight with the next spell; a survivor draws two (16.4; ruling A-139)."""

    seat: int
    finder: int
    monster: int = -1
    spell: int = -1
    ready: bool = False

    def run(self, s: ElricState) -> None:
        if self.monster < 0:
            self.enter(s)
        elif not self.ready and fighting_spells(s, self.finder):
            s.replace_top(replace(self, ready=True))
            s.push(SoloFightMagic(self.seat, self.finder, self.monster))
        else:
            s.replace_top(Plunder(self.finder))
            self.fight(s)

    def on_spell_cast(self, s: ElricState, spell: int) -> None:
        s.replace_top(replace(self, spell=spell))

    def enter(self, s: ElricState) -> None:
        """Draw the monster behind the gate."""
        s.replace_top(Plunder(self.finder))
        if not cup.can_draw(s):
            return
        monster = cup.draw_card(s, "Shade Gate")
        s.log("gate.draw", "16.4e", piece=self.finder, spell=monster)
        if SPELL_TYPE[monster] == IMMEDIATE:
            act(s, monster, self.finder, self.seat)
        elif is_shielded(s, self.finder) and ALIGNMENT[monster] == CHAOS:
            cup.discard_cards(s, (monster,))
            s.log("shielded", "16.8a", spell=monster, piece=self.finder)
        elif monster == QUAOLNARGN:
            cup.discard_cards(s, (monster,))
            s.push(Duel(self.seat, self.finder, keep=False))
        elif EATS_ARMIES[monster] or EATS_FLEETS[monster]:
            area = s.where[self.finder]
            cup.discard_cards(s, (monster,))
            s.push(deferred_steps.Escapes(area, (self.finder,), IS_SEA[area]))
        elif (
            not HAS_VALUE[monster]
            or IS_BARE[monster]
            or (monster == BALO and escape_spells.is_balo_in_vain(s, self.finder))
        ):
            cup.discard_cards(s, (monster,))
            s.log("gate.empty", "16.4e", piece=self.finder, spell=monster)
        else:
            s.replace_top(replace(self, monster=monster))

    def fight(self, s: ElricState) -> None:
        """Resolve the fight by the person's value or spell; the Balance does not shift (A-139)."""
        finder, area = self.finder, s.where[self.finder]
        margin, (own, monster, *balo) = gate_chance(s, finder, self.monster, self.spell).roll(s)
        for thrown in balo:
            escape_spells.log_balo(s, finder, thrown)
            if balo_chance().read(thrown):
                add_spell(s, BALO, own)
        s.log("duel.monster", "16.4e", tally=monster, piece=finder, total=monster.total, spell=self.monster)
        s.log("duel.person", "16.4e", tally=own, piece=finder, total=own.total, spell=self.monster)
        used = () if self.spell < 0 or s.maintained.get(finder) == self.spell else (self.spell,)
        cup.discard_cards(s, (self.monster, *used))
        if loses_at_gate(finder, margin):
            s.log("gate.lost", "16.4e", result_of(-margin).clause, piece=finder, spell=self.monster)
            s.push(deferred_steps.Escapes(area, (finder,), IS_SEA[area]))


def gate_chance(s: ElricState, finder: int, monster: int, spell: int = -1) -> JointChance[int]:
    """Return the margin over a monster behind the Shade Gate (16.4e; ruling A-139).

    Own value or a spell's, a die each, and Balo's die last if he is used.
    """
    own, theirs = Tally("Shade Gate"), Tally("monster")
    if spell < 0:
        own.add(strength((finder,), False), "16.4e", "own-strength")
    elif spell != BALO:
        add_spell(s, spell, own)
    theirs.add(SPELL_VALUE[monster], "16.4e", "monster-value")
    balo = (balo_chance(escape_spells.escape_value(s, BALO)),) if spell == BALO else ()
    return JointChance(
        "gate", (total_chance(own), total_chance(theirs), *balo), lambda o, t, b=0: o - t + b, finder
    )


def loses_at_gate(finder: int, margin: int) -> bool:
    """Return whether the losses reach the finder's value at the Shade Gate (16.4e; A-139)."""
    result = result_of(abs(margin))
    return margin < 0 and (result.eliminated or result.losses >= strength((finder,), False))


class Plunder(Step, frozen=True):
    """The draw of two spells after the Shade Gate or the Tower, by a survivor (16.4)."""

    person: int
    clause: str = "16.4f"

    def run(self, s: ElricState) -> None:
        seat = s.owner[self.person]
        if s.where[self.person] >= 0 and seat != NOBODY and cup.can_draw(s):
            s.replace_top(TakePlunder(seat, self.person, self.clause))
        else:
            s.pop()


class TakePlunder(ChooseButton, frozen=True):
    """The choice to draw two spells, which may include a Nightmare (16.4; ruling A-139)."""

    seat: int
    person: int
    without_decision = "Spells that may be drawn are drawn."
    clause: str
    may_roll = True
    buttons = (("draw", 0), ("leave", 0))
    default_refusal = Refusal("16.4f", "why.no-button")

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action[0] == "draw":
            s.push(cup.Draw(self.person, REWARD, self.clause))
        else:
            s.log("plunder.left", self.clause, piece=self.person)
