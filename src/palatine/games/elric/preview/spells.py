"""Previews of laying spells for a battle (9.2, 9.4, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from palatine.core.guidance.preview import PreviewItem
from palatine.games.elric.components.pieces import ELRIC, FLEET, KIND, PERSON
from palatine.games.elric.components.spells import ALIGNMENT, BALO, CHAOS, DISPELS, LAW, QUAOLNARGN
from palatine.games.elric.components.tables import SPELLS_IN_BATTLE
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.balance import shifted
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.entering import fight_line
from palatine.games.elric.preview.fights import BattleEstimate, casts_for, sword_lines
from palatine.games.elric.preview.sorcery import prey_of, worth
from palatine.games.elric.rules.combat.battle_spells import ChooseDispelTarget
from palatine.games.elric.rules.combat.participants import Battle, Cast, is_meant
from palatine.games.elric.rules.combat.spell_laying import ADDS, EATS, Lay, layable
from palatine.games.elric.rules.common.margins import balo_chance
from palatine.games.elric.secrecy import unseen
from palatine.games.elric.state import DRAWN, ElricState, strength, unpair


@preview(Lay, "lay")
def preview_lay(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview laying a spell: its value, the caster's lost value, the battle, the Balance."""
    s, battle = context.s, context.step.battle
    person, spell = unpair(context.operand)
    if ADDS[spell]:
        yield context.note(
            "adds", "9.2f", spell=spell, amount=worth(s, spell), person=person, own=strength((person,), False)
        )
        if spell == BALO:
            yield context.roll_line("balo", "16.2c", balo_chance())
    elif EATS[spell]:
        yield from eater_items(context, battle, spell)
    elif spell in DISPELS:
        yield context.note("dispels", "16.3b", spell=spell)
    elif spell == QUAOLNARGN:
        yield context.note("sets-on", "16.2r", spell=spell)
    yield from shifted(context, (*own_laid(s, context.place, battle), spell), is_alone=False)
    fight = BattleEstimate(context, with_spell(s, context.place, battle, person, spell))
    if fight.is_fought:
        yield fight.odds()
        if not could_lay_more(s, context.place, battle, person):
            yield fight_line(context, fight, "battle", is_last=True)


def could_lay_more(s: ElricState, seat: int, battle: Battle, person: int) -> bool:
    """Return whether another personality of a seat could still cast after this one."""
    laid = len([p for p in s.laid if s.owner[p] == seat and is_meant(s, p, battle)])
    if laid + 1 >= SPELLS_IN_BATTLE:
        return False
    return any([(unpair(x)[0] if verb == "lay" else x) != person for verb, x in layable(s, battle, seat)])


def own_laid(s: ElricState, seat: int, battle: Battle) -> list[int]:
    return [
        spell for p, spell in s.laid.items() if s.owner[p] == seat and spell != DRAWN and is_meant(s, p, battle)
    ]


def with_spell(s: ElricState, seat: int, battle: Battle, person: int, spell: int) -> Battle:
    """Return a battle as if a seat had laid one more spell."""
    return replace(battle, casts=(*casts_for(s, battle, seat), Cast(seat, person, spell)))


def eater_items(context: PreviewContext, battle: Battle, spell: int) -> Iterator[PreviewItem]:
    """Describe an Eater's prey: units, and personalities who must escape (10.4c)."""
    prey = prey_of(context.s, battle, context.place, spell)
    units = [p for p in prey if KIND[p] != PERSON]
    people = [p for p in prey if KIND[p] == PERSON]
    ships = len([p for p in units if KIND[p] == FLEET])
    yield context.note("eats" if people else "eats-units", "10.4c", spell=spell, armies=len(units) - ships, ships=ships,
                    people=len(people), area=battle.area)  # fmt: skip


@preview(Lay, "draw")
def preview_draw(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a draw: any unseen spell, which may turn against its drawer (9.2j)."""
    s, person = context.s, context.operand
    pool = unseen(s, context.place)
    yield context.note("draws", "9.2k", person=person, pool=len(pool), useful=len([x for x in pool if ADDS[x]]))
    held = {ALIGNMENT[spell] for spell in s.hand.get(person, ())}
    enemies = {LAW: CHAOS, CHAOS: LAW}
    turning = [x for x in pool if enemies.get(ALIGNMENT[x], -1) in held]
    if turning and person != ELRIC:
        yield context.warning("may-turn", "9.2l", person=person, count=len(turning), pool=len(pool))


@preview(Lay, "done")
def preview_done(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the end of laying spells: the battle, and what magicians could still add."""
    s, battle = context.s, context.step.battle
    for verb, operand in layable(s, battle, context.place):
        if verb == "lay":
            person, spell = unpair(operand)
            gain = worth(s, spell) - strength((person,), False)
            if gain > 0:
                yield context.unused_option("lay", "9.2b", (battle.area,), person=person, spell=spell, amount=gain)
    fight = BattleEstimate(context, battle)
    if fight.is_fought:
        yield fight.odds()
        yield fight_line(context, fight, "battle", is_last=True)
        if fight.is_mine:
            yield from sword_lines(context, fight)


@preview(ChooseDispelTarget, "dispel")
def preview_aim(context: PreviewContext) -> Iterator[PreviewItem]:
    _, spell = unpair(context.operand)
    yield context.note("aimed", "16.3b", spell=spell, amount=worth(context.s, spell))
