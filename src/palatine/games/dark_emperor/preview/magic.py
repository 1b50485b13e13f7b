"""Previews of spells, counter-spells and devices, with chances (12 to 15)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_

from palatine.core.guidance.preview import PreviewItem
from palatine.games.dark_emperor.components.pieces import OPPOSED, TOL_MORN
from palatine.games.dark_emperor.components.spells import CASTS, DIPLOMACY, SPELLS
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview.common import sleeping_strength, sleeps
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.devices import SAVING, Wield, equipped
from palatine.games.dark_emperor.rules.magic.casting import casting_ahead
from palatine.games.dark_emperor.rules.magic.counterspells import (
    COUNTER_CLAUSES,
    COUNTERSPELL,
    AskCounterspell,
    counterspellers,
)
from palatine.games.dark_emperor.rules.magic.death_and_life import (
    GREATER_ONE,
    LESSER_ALL,
    LORD_OF_VAMPIRES,
    UNDEAD_ALL,
    Banish,
    ChooseKillTarget,
    banishable,
    exorcism_chance,
    saving_chance,
)
from palatine.games.dark_emperor.rules.magic.procedure import Cast, Negate


@preview(Cast, "cast")
def preview_cast(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a spell's effect, chance, possible counters and activation (6.12, 12.2)."""
    caster, spell = divmod(o.operand, CASTS)
    h, rune, kind = o.s.where[caster], SPELLS[spell].rune, SPELLS[spell].kind
    if kind != DIPLOMACY and h >= 0 and sleeps(o.s, OWNER[h]):
        yield o.warning("cast-wakes", "6.12b", kingdom=OWNER[h], **sleeping_strength(o.s, OWNER[h]))
    chance = casting_ahead(o.s, caster, rune)
    strength = chance.tally.value
    yield o.roll_line(
        "cast" if strength > 1 else "cast-last", SPELLS[spell].clause, chance,
        event=o.event("magic.works", "magic.fails"), does=o.say(f"does.{spell}"), next=strength - 1,
    )  # fmt: skip
    yield o.success_odds("spell", chance, "12.2", spell=spell, piece=caster)
    for p in counterspellers(o.s, 1 - o.side, caster, spell):
        yield o.roll_line("countered", "12.32a", casting_ahead(o.s, p, OPPOSED[rune], COUNTERSPELL), piece=p)


@preview(AskCounterspell, "counter")
def preview_counter(o: PreviewContext) -> Iterator[PreviewItem]:
    rune = OPPOSED[SPELLS[o.step.spell].rune]
    yield o.roll_line(
        "counter", COUNTER_CLAUSES[rune], casting_ahead(o.s, o.operand, rune, COUNTERSPELL),
        event=o.event("counter.works", "counter.fails"), spell=o.step.spell,
    )  # fmt: skip


@preview(AskCounterspell, "allow")
def preview_allow(o: PreviewContext) -> Iterator[PreviewItem]:
    spell = o.step.spell
    yield o.note("allow", SPELLS[spell].clause, spell=spell, does=o.say(f"does.{spell}"))


@preview(ChooseKillTarget, "target")
def preview_kill_target(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the chance of Kill, against the higher of Hero Rating and Magic Strength (14.11)."""
    chance = saving_chance(equipped(o.s, o.operand, SAVING), o.operand)
    event = o.event("kill.killed", "kill.survived")
    yield o.roll_line("kill", "14.11b", chance, not_, event=event, leader=o.operand)


@preview(Banish, "banish")
def preview_banish(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the pieces an effect of Banish Undead destroys, own ones included (14.21)."""
    h = o.s.where[o.step.caster]
    if o.operand == LORD_OF_VAMPIRES:
        chance = exorcism_chance(equipped(o.s, TOL_MORN, SAVING))
        event = o.event("banish.banished", "banish.survived")
        yield o.roll_line("banish-lord", "14.21e", chance, not_, event=event, leader=TOL_MORN)
        return
    theirs = banishable(o.s, h, o.operand, 1 - o.side)
    struck = theirs[:1] if o.operand == GREATER_ONE else theirs
    yield o.note("banish", "14.21a", host=struck)
    own = banishable(o.s, h, o.operand, o.side) if o.operand in (UNDEAD_ALL, LESSER_ALL) else []
    if own:
        yield o.warning("banish-own", "14.21b", host=own)


@preview(Negate, "negate")
def preview_negate(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note that all magic in the hex ends, one's own included (15.5)."""
    h = o.s.where[o.step.leader]
    yield o.note("negate", "15.5b", hex=h)


@preview(Wield, "use")
def preview_wield(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note on the two devices a leader can use in a game-turn (15.13)."""
    used = len(o.s.wielded.get(o.step.leader, ()))
    yield o.note("wield-last" if used else "wield", "15.13a", device=o.operand, leader=o.step.leader)
