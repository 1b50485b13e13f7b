"""Previews of heroic escapes, monsters, searches and finds (7.6, 8, 9.3.1, 10.8, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import eq, neg

from msgspec.structs import replace

from palatine.core.guidance.preview import Odds, PreviewItem, Weight
from palatine.core.guidance.preview_context import Losses
from palatine.games.elric.components.spells import (
    ACTS_AT_ONCE,
    BALO,
    INVULNERABILITY,
    NIGHTMARES,
    QUAOLNARGN,
    TOWER,
)
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.balance import shifted
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.departing import last_leader_lines
from palatine.games.elric.preview.entering import escape_line, escape_odds_of
from palatine.games.elric.preview.fights import POOR, units_for
from palatine.games.elric.rules.characters.dispelling import Answer
from palatine.games.elric.rules.characters.escape_spells import SAVERS, escape_chance, escape_odds, escape_value
from palatine.games.elric.rules.characters.escapes import EscapeSpell, Survive
from palatine.games.elric.rules.characters.immediate_spells import (
    CAUGHT,
    TakePlunder,
    duel_chance,
    duel_odds,
    gate_chance,
    loses_at_gate,
    tower_chance,
)
from palatine.games.elric.rules.characters.solo_fights import SoloFightMagic
from palatine.games.elric.rules.combat.cities import ChooseRewarded
from palatine.games.elric.rules.combat.random_attacks import (
    AttackMagic,
    ChooseFinder,
    MonsterAttack,
    monster_chance,
    stack_total,
)
from palatine.games.elric.rules.common.margins import balo_chance
from palatine.games.elric.rules.common.stormbringer import sword_chance, wielder
from palatine.games.elric.rules.magic.search import ChooseReceiver, ChooseSearch, is_sought_again, search_chance
from palatine.games.elric.secrecy import unseen
from palatine.games.elric.state import fights, unpair

# Escapes


@preview(EscapeSpell, "roll")
def preview_roll(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a roll for escape: the die must not exceed the person's value (10.8b)."""
    person = context.step.person
    is_sure = escape_chance(context.s, person).distribution().probability() == 1
    if is_sure:
        yield context.note("escape-sure", "10.8b", person=person)
    else:
        yield escape_line(context, "escape-roll", "10.8b", person)
        yield escape_odds_of(context, person, "10.8b")
    yield from last_leader_lines(context, (person,), grave=not is_sure)


@preview(EscapeSpell, "use")
def preview_use(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a spell that replaces the person's value or is certain to work (10.8e, 16.5)."""
    s = context.s
    person, spell = unpair(context.operand)
    if spell in SAVERS:
        clause = "16.5c" if spell == INVULNERABILITY else "16.5a"
        yield context.note("escape-certain", clause, person=person, spell=spell)
        return
    saved, own = escape_odds(s, person, spell), escape_chance(s, person).distribution()
    chance = saved.probability()
    yield context.roll_line("escape-worse" if chance < own.probability() else "escape-spell", "10.8e", saved,
                         weight="warning" if chance < 1 else "note", spell=spell, person=person,
                         own=(own.count(), own.throws))  # fmt: skip
    if spell == BALO:
        yield context.roll_line("balo", "16.2c", balo_chance(), event="balo.works")
    elif chance < 1:
        roll = escape_chance(s, person, escape_value(s, spell))
        yield context.success_odds("escape", roll, "10.8e", person=person)
    if s.maintained.get(person) != spell:
        yield from shifted(context, (spell,), is_alone=False)
    yield context.note("may-be-dispelled", "16.3b", spell=spell)


@preview(Answer, "dispel", "let")
def preview_answer(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview Dispel Magic, which cancels a spell just used and is used up (16.3b)."""
    if context.verb == "dispel":
        yield context.note("undoes", "16.3b", spell=context.step.spell, person=context.step.caster)
        yield from shifted(context, (unpair(context.operand)[1],), is_alone=False)
    else:
        yield context.note("works", "16.3b", spell=context.step.spell, person=context.step.caster)


@preview(Survive, "fall")
def preview_fall(context: PreviewContext) -> Iterator[PreviewItem]:
    yield context.warning("lost-for-good", "16.5c", person=context.step.group[0])


# Monsters


@preview(AttackMagic, "cast", "fight")
def preview_against(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a fight with a random monster, with the spells used so far (7.6)."""
    attack = next(frame for frame in reversed(context.s.flow) if isinstance(frame, MonsterAttack))
    used = attack.used if context.verb == "fight" else (*attack.used, context.operand)
    attack = replace(attack, used=used)
    if context.verb == "cast":
        yield from shifted(context, [unpair(x)[1] for x in used], is_alone=False)
    at_sea = IS_SEA[attack.area]
    exposed = [p for p in attack.group if fights(p, at_sea)]
    odds, chance = monster_odds(context, attack, exposed), monster_chance(context.s, attack)
    yield odds
    if context.verb == "fight":
        spared = chance.distribution().map(lambda margin: not losses_by(margin))
        own, their = chance.chances[0].tally.value, chance.chances[-1].tally.value
        yield context.roll_line("monster", "7.6c", spared, weight="note" if spared.probability() >= POOR else "warning",
                             monster=attack.monster, own=own, their=their)  # fmt: skip


def losses_by(margin: int) -> int:
    """Return a stack's losses by its margin over a monster (10.6)."""
    return result_of(max(0, -margin)).losses


def monster_odds(context: PreviewContext, attack: MonsterAttack, exposed: list[int]) -> Odds:
    """Return the odds and costs of a fight with a monster, without a retreat (7.6c)."""
    spell, chance = attack.monster, monster_chance(context.s, attack)

    def tell(margin: int) -> tuple[str, Losses]:
        losses = losses_by(margin)
        fate = "beats" if margin >= 0 else "beaten" if losses else "stronger"
        lost = float(units_for(exposed, losses))
        return context.say(f"odds.{fate}", spell=spell, losses=losses), {context.seat: lost} if lost else {}

    own = stack_total(context.s, attack, [unpair(used)[1] for used in attack.used])
    their = chance.chances[-1].tally.value
    parts = (
        *context.modifiers(own),
        (context.say("odds.amount", amount=-their), context.say("odds.monster", spell=spell), "7.6c"),
    )
    title = context.say("odds.against", spell=spell, own=own.value, their=their)
    return context.odds_of(title, chance, tell, "7.6c", order=neg, parts=parts)


@preview(SoloFightMagic, "cast", "fight")
def preview_alone(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a solo fight by spell and artifact, or by the person's value (16.2q, 16.4e)."""
    s, step = context.s, context.step
    if context.verb == "cast":
        spell = unpair(context.operand)[1]
        if step.monster == QUAOLNARGN:
            yield from shifted(context, (spell,), is_alone=False)
    else:
        spell = -1
    if step.monster == QUAOLNARGN:
        fight = duel_chance(s, step.person, spell)
        found = duel_odds(s, step.person, spell)
        key, clause, event = "duel", "16.2r", "duel.won"
    else:
        fight = gate_chance(s, step.person, step.monster, spell)
        found = fight.distribution().map(lambda margin: loses_at_gate(step.person, margin))
        key, clause, event = "gate", "16.4e", "gate.lost"
    weight: Weight = "warning" if step.monster == QUAOLNARGN else "note"
    own, their = fight.chances[0].tally.value, fight.chances[1].tally.value
    yield context.roll_line(key, clause, found, weight=weight, event=event, person=step.person, monster=step.monster,
                         own=own, their=their)  # fmt: skip


@preview(ChooseFinder, "finder")
def preview_finder(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the choice of the finder of an immediate spell (9.3.1c)."""
    spell, person = context.step.spell, context.operand
    if spell == TOWER:
        yield context.roll_line("tower", "16.4g", tower_chance(), partial(eq, CAUGHT), weight="warning", event=CAUGHT,
                             person=person)  # fmt: skip
    elif spell == QUAOLNARGN:
        yield context.warning("meets-quaolnargn", "16.2q", person=person)
    else:
        yield context.warning("shade-gate", "16.4e", person=person)
    yield from last_leader_lines(context, (person,), grave=False)


@preview(TakePlunder, "draw")
def preview_plunder(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a draw of two spells, which may include a Nightmare (16.4f)."""
    s = context.s
    pool = unseen(s, context.place)
    bad = len([spell for spell in pool if spell in NIGHTMARES])
    if bad and (s.controller >= 0 or wielder(s) >= 0):
        yield context.roll_line(
            "plunder", "12.1.5a", sword_chance("nightmare"), weight="warning", number=bad, pool=len(pool)
        )
    else:
        yield context.note("plunder-safe", "16.4f", pool=len(pool))


# Searches


@preview(ChooseSearch, "spell", "place", "stack")
def preview_search(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a search: it finds on 5 or 6, the turn after also on 4 (8.0g, 8.0h)."""
    s, step = context.s, context.step
    again = is_sought_again(s, step, context.action)
    yield context.roll_line(f"search-{context.verb}", "8.0h" if again else "8.0g", search_chance(again),
                         event=f"search.{context.verb}")  # fmt: skip
    if context.verb != "stack" and step.area in s.stars:
        yield from preview_may_act(context)


@preview(ChooseReceiver, "finder")
@preview(ChooseRewarded, "reward")
def preview_may_act(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a find, which may affect its finder immediately (9.3.1)."""
    pool = unseen(context.s, context.place)
    bad = [spell for spell in pool if ACTS_AT_ONCE[spell]]
    if bad:
        tell = context.warning if type(context.step) is ChooseReceiver else context.note
        yield tell("may-act", "9.3.1c", count=len(bad), pool=len(pool))
