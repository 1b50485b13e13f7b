"""Spells, counter-spells and devices: what they do, and on how many throws (12 to 15)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import Tally
from palatine.core.guidance.preview import Consequence, PreviewItem
from palatine.games.dark_emperor.components.pieces import OPPOSED, TOL_MORN
from palatine.games.dark_emperor.components.spells import CASTS, DIPLOMACY, SPELLS
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.preview.common import sleeping_strength, sleeps
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.devices import hero_rating
from palatine.games.dark_emperor.rules.magic.casting import add_magic_strength, magic_strength
from palatine.games.dark_emperor.rules.magic.counterspells import COUNTER_CLAUSES, counterspellers
from palatine.games.dark_emperor.rules.magic.death_and_life import (
    GREATER_ONE,
    LESSER_ALL,
    LORD_OF_VAMPIRES,
    UNDEAD_ALL,
    add_saving_value,
    banishable,
)

SAVED = ("kill.survived", "kill.killed", "banish.survived", "banish.banished")


def preview_cast(o: PreviewContext) -> Iterator[PreviewItem]:
    """What the spell does, on how many throws, who could counter it, and whom it wakes (6.12, 12.2)."""
    caster, spell = divmod(o.operand, CASTS)
    h, rune, kind = o.s.where[caster], SPELLS[spell].rune, SPELLS[spell].kind
    if kind != DIPLOMACY and h >= 0 and sleeps(o.s, OWNER[h]):
        yield o.warn("cast-wakes", "6.12b", kingdom=OWNER[h], **sleeping_strength(o.s, OWNER[h]))
    tally = Tally("spell", (), [])
    add_magic_strength(o.s, caster, rune, tally)
    value = min(6, max(0, tally.value))
    at_once = o.roll is not None and o.roll.kind.startswith("magic.")
    key = "cast" if value > 1 else "cast-last"
    yield o.note(
        key, SPELLS[spell].clause, does=o.say(f"does.{spell}"), works=o.chance(value), next=value - 1,
        event="magic.works" if at_once else "", chance=value / 6 if at_once else 1.0,
    )  # fmt: skip
    yield o.two_ways(o.words.say("odds.spell", spell=spell, piece=caster), tally, value, 6, ("works", "in-vain"))
    for p in counterspellers(o.s, 1 - o.side, caster, spell):
        counter_value = min(6, magic_strength(o.s, p, OPPOSED[rune]))
        yield o.note("countered", "12.32a", piece=p, works=o.chance(counter_value))


def preview_counter(o: PreviewContext) -> Iterator[PreviewItem]:
    rune = OPPOSED[SPELLS[o.step.spell].rune]
    value = min(6, max(0, magic_strength(o.s, o.operand, rune)))
    at_once = o.roll is not None and o.roll.kind.startswith("counter.")
    yield o.note(
        "counter", COUNTER_CLAUSES[rune], works=o.chance(value), spell=o.step.spell,
        event="counter.works" if at_once else "", chance=value / 6 if at_once else 1.0,
    )  # fmt: skip


def preview_allow(o: PreviewContext) -> Iterator[PreviewItem]:
    spell = o.step.spell
    yield o.note("allow", SPELLS[spell].clause, spell=spell, does=o.say(f"does.{spell}"))


def preview_kill_target(o: PreviewContext) -> Iterator[PreviewItem]:
    """Kill: the victim lives on a die up to the better of his Hero Rating and his magic (14.11)."""
    tally = Tally("")
    add_saving_value(o.s, o.operand, tally)
    yield saved(o, "kill", "14.11b", o.operand, tally.value, "kill.killed")


def preview_banish(o: PreviewContext) -> Iterator[PreviewItem]:
    """What an effect of Banish Undead destroys, one's own undead and Lesser Vampires included (14.21)."""
    h = o.s.where[o.step.caster]
    if o.operand == LORD_OF_VAMPIRES:
        yield saved(o, "banish-lord", "14.21e", TOL_MORN, hero_rating(o.s, TOL_MORN), "banish.banished")
        return
    theirs = banishable(o.s, h, o.operand, 1 - o.side)
    struck = theirs[:1] if o.operand == GREATER_ONE else theirs
    yield o.note("banish", "14.21a", host=struck)
    own = banishable(o.s, h, o.operand, o.side) if o.operand in (UNDEAD_ALL, LESSER_ALL) else []
    if own:
        yield o.warn("banish-own", "14.21b", host=own)


def saved(o: PreviewContext, key: str, clause: str, leader: int, value: int, event: str) -> Consequence:
    """A saving roll; if devices are to be chosen first, it does not come at once."""
    at_once = o.roll is not None and o.roll.kind in SAVED
    if at_once and o.roll is not None:
        value = o.roll.data["value"]
    dies = 6 - min(6, max(0, value))
    return o.note(
        key, clause, leader=leader, dies=o.chance(dies),
        event=event if at_once else "", chance=dies / 6 if at_once else 1.0,
    )  # fmt: skip


def preview_negate(o: PreviewContext) -> Iterator[PreviewItem]:
    """No magic at all in the hex, one's own included (15.5)."""
    h = o.s.where[o.step.leader]
    yield o.note("negate", "15.5b", hex=h)


def preview_wield(o: PreviewContext) -> Iterator[PreviewItem]:
    """A device of the two that a leader may use in a game-turn (15.13)."""
    used = len(o.s.wielded.get(o.step.leader, ()))
    yield o.note("wield-last" if used else "wield", "15.13a", device=o.operand, leader=o.step.leader)
