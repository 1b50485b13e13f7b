"""Previews of the Magic phase and of reducing hands (9.1, 9.5, 12.1.3, 13.4, 13.5, 16.7)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, LAW, SPELL_VALUE
from palatine.games.elric.components.tables import HORN_USES
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.balance import shifted, winner_at_end
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.rules.common.balance import needed, offered
from palatine.games.elric.rules.common.cup import ChooseAlignment, Discard, is_bound
from palatine.games.elric.rules.common.maintained_spells import Maintain
from palatine.games.elric.rules.magic.magic_phase import Exchange, HandOver, MagicMenu, horn_chance
from palatine.games.elric.state import is_magician, unpair


@preview(MagicMenu, "horn")
def preview_horn(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the Horn of Fate: restoration, or the end of the world (16.7)."""
    s = context.s
    if s.horns + 1 == HORN_USES:
        yield context.warning("horn-third", "16.7c", event="horn.third")
    else:
        horn = horn_chance().distribution()
        yield context.roll_line("horn", "16.7b", horn, not_, weight="warning", event="horn.ends",
                             restores=(horn.count(), horn.throws))  # fmt: skip
    yield winner_at_end(context, s.tipped)


@preview(MagicMenu, "sacrifice")
def preview_sacrifice(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a sacrifice, which restores the Balance if the total suffices (13.5)."""
    s = context.s
    _, spell = unpair(context.operand)
    total, wanted = offered(s) + SPELL_VALUE[spell], needed(s)
    yield Irrevocable("13.5a")
    if total >= wanted:
        yield context.note("sacrifice-restores", "13.5f", event="balance.restored", spell=spell)
    else:
        yield context.warning("sacrifice", "13.5b", spell=spell, total=total, needed=wanted)


@preview(MagicMenu, "hand", "swap", "arm")
@preview(HandOver, "to")
def preview_hand_on(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a transfer that conflicts with the taker's stack or hand (9.5)."""
    top = context.after.flow[-1] if context.after.flow else None
    if type(top) is ChooseAlignment:
        yield context.warning("torn", "9.5f")
    elif type(top) is Discard:
        yield context.warning("too-many", "9.5a", person=top.piece)
    yield from to_layman(context)


def to_layman(context: PreviewContext) -> Iterator[PreviewItem]:
    """Describe a transfer to a non-magician, who can only muster with it (9.5b)."""
    if context.verb == "to" and context.step.spell >= 0 and not is_magician(context.operand):
        yield context.note("layman", "9.5b", person=context.operand)


@preview(MagicMenu, "activate")
def preview_activate(context: PreviewContext) -> Iterator[PreviewItem]:
    _, spell = unpair(context.operand)
    yield from shifted(context, (spell,), is_alone=False)
    yield context.note("may-be-dispelled", "16.3b", spell=spell)


@preview(MagicMenu, "release")
@preview(Maintain, "release")
def preview_release(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the release of a maintained spell: face up, or discarded (13.4d, 13.4k)."""
    person = (
        context.operand if context.verb == "release" and type(context.step) is MagicMenu else context.step.person
    )
    spell = context.s.maintained[person]
    key = "released" if ALIGNMENT[spell] in (LAW, CHAOS) else "released-neutral"
    yield context.warning(key, "13.4d" if key == "released" else "13.4k", spell=spell, person=person)


@preview(MagicMenu, "end")
def preview_end_of_magic(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the end of the phase: unused options, and spells held by non-magicians."""
    s, found = context.s, context.step.actions(context.s)
    idle = [unpair(x) for verb, x in found if verb == "hand" and not is_magician(unpair(x)[0])]
    for person, spell in idle:
        yield context.unused_option("idle-spell", "9.5b", (s.where[person],), person=person, spell=spell)
    verbs = [verb for verb, _ in found]
    if count := verbs.count("hand") - len(idle):
        places = dict.fromkeys([s.where[unpair(x)[0]] for verb, x in found if verb == "hand"])
        yield context.unused_option("hand", "9.1d", places, number=count)
    for verb, clause in (("sacrifice", "13.5a"), ("horn", "16.7a"), ("swap", "12.1.3b"), ("activate", "7.4.2a")):
        if verb in verbs:
            yield context.unused_option(verb, clause, number=verbs.count(verb))


# Reducing hands


@preview(ChooseAlignment, "keep")
def preview_keep(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview discarding Law or Chaos in a stack (9.5e)."""
    s, thrown = context.s, CHAOS if context.operand == LAW else LAW
    spells = [
        spell for p in s.stack_of(context.step.piece) if is_bound(p) for spell in s.hand.get(p, ())
        if ALIGNMENT[spell] == thrown
    ]  # fmt: skip
    yield Irrevocable("9.5e")
    yield context.note("discards", "9.5e", spells=spells, total=sum([SPELL_VALUE[spell] for spell in spells]))
    yield context.note("law-or-chaos", "9.5e")


@preview(Discard, "discard")
def preview_discard(context: PreviewContext) -> Iterator[PreviewItem]:
    _, spell = unpair(context.operand)
    yield Irrevocable("9.5a")
    yield context.note("discards", "9.5a", spells=[spell], total=SPELL_VALUE[spell])


@preview(Exchange, "take")
def preview_exchange(context: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("12.1.3b")
    yield context.note("exchange", "12.1.3b", spell=context.operand, given=context.step.spell)
    yield from preview_hand_on(context)
