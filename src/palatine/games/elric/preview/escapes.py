"""Heroic escapes, fights with monsters, searches, and what is found (7.6, 8, 9.3.1, 10.8, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Odds, PreviewItem, Result
from palatine.games.elric.components.pieces import IS_LOVE, KIND, PERSON, VALUE
from palatine.games.elric.components.spells import (
    ACTS_AT_ONCE,
    BALO,
    INVULNERABILITY,
    NIGHTMARES,
    QUAOLNARGN,
    SPELL_VALUE,
    TOWER,
)
from palatine.games.elric.components.tables import (
    SEARCH_AGAIN,
    SEARCH_FIRST,
    SWORD_SLAYS,
    TOWER_ELIMINATES,
    result_of,
)
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.preview.balance import shifted
from palatine.games.elric.preview.context import SIDES, PreviewContext, PreviewRule
from palatine.games.elric.preview.departing import last_leader_lines
from palatine.games.elric.preview.fights import ALL_THROWS, SHIFTS, units_for
from palatine.games.elric.rules.characters.dispelling import Answer
from palatine.games.elric.rules.characters.escape_spells import SAVERS, escape_value, own_value
from palatine.games.elric.rules.characters.escapes import EscapeSpell, Survive
from palatine.games.elric.rules.characters.immediate_spells import TakePlunder
from palatine.games.elric.rules.characters.solo_fights import SoloFightMagic, artifact_value
from palatine.games.elric.rules.combat.cities import ChooseRewarded
from palatine.games.elric.rules.combat.random_attacks import AttackMagic, ChooseFinder, MonsterAttack
from palatine.games.elric.rules.common.stormbringer import wielder
from palatine.games.elric.rules.magic.search import KEYS, PLACE, SPELL, STACK, ChooseReceiver, ChooseSearch
from palatine.games.elric.secrecy import unseen
from palatine.games.elric.state import fights, unpair

# Escapes


def preview_roll(context: PreviewContext) -> Iterator[PreviewItem]:
    """The die must not exceed the value of whoever escapes (10.8b)."""
    person = context.step.person
    value = min(own_value(context.s, person), SIDES)
    if value < SIDES:
        yield context.warning("escape-roll", "10.8b", person=person, value=value, chance_text=context.in_six(value))
    else:
        yield context.note("escape-sure", "10.8b", person=person)
    yield from last_leader_lines(context, (person,), grave=value < SIDES)


def preview_use(context: PreviewContext) -> Iterator[PreviewItem]:
    """A spell takes the place of the value, or saves for certain (10.8e, 16.5)."""
    s = context.s
    person, spell = unpair(context.operand)
    if spell in SAVERS:
        clause = "16.5c" if spell == INVULNERABILITY else "16.5a"
        yield context.note("escape-certain", clause, person=person, spell=spell)
        return
    value = min(escape_value(s, spell), SIDES)
    own = min(own_value(s, person), SIDES)
    tell = context.warning if value < SIDES else context.note
    yield tell("escape-worse" if value < own else "escape-spell", "10.8e", spell=spell, person=person,
               chance_text=context.in_six(value), own=context.in_six(own))  # fmt: skip
    if spell == BALO:
        yield context.note("balo", "16.2c", chance_text=context.in_six(3))
    if s.maintained.get(person) != spell:
        yield from shifted(context, (spell,), is_alone=False)
    yield context.note("may-be-dispelled", "16.3b", spell=spell)


def preview_answer(context: PreviewContext) -> Iterator[PreviewItem]:
    """Dispel Magic undoes a spell that somebody has just used, and is used up itself (16.3b)."""
    if context.verb == "dispel":
        yield context.note("undoes", "16.3b", spell=context.step.spell, person=context.step.caster)
        yield from shifted(context, (unpair(context.operand)[1],), is_alone=False)
    else:
        yield context.note("works", "16.3b", spell=context.step.spell, person=context.step.caster)


def preview_fall(context: PreviewContext) -> Iterator[PreviewItem]:
    yield context.warning("lost-for-good", "16.5c", person=context.step.group[0])


# Monsters


def preview_against(context: PreviewContext) -> Iterator[PreviewItem]:
    """A stack fights a monster that was drawn for it, with the spells it has used so far (7.6)."""
    attack = next(frame for frame in reversed(context.s.flow) if isinstance(frame, MonsterAttack))
    used = attack.used if context.verb == "fight" else (*attack.used, context.operand)
    own = total_against(context, attack, used)
    monster = SPELL_VALUE[attack.monster]
    if context.verb == "cast":
        yield from shifted(context, [unpair(x)[1] for x in used], is_alone=False)
    at_sea = IS_SEA[attack.area]
    exposed = [p for p in attack.group if fights(p, at_sea)]
    yield monster_odds(context, own, monster, exposed, attack.monster)
    lost = sum([n for shift, n in SHIFTS.items() if result_of(max(0, monster - own - shift)).losses])
    if context.verb == "fight":
        tell = context.warning if 2 * lost > ALL_THROWS else context.note
        yield tell("monster", "7.6c", monster=attack.monster, own=own, their=monster,
                   chance_text=context.share(ALL_THROWS - lost, ALL_THROWS))  # fmt: skip


def total_against(context: PreviewContext, attack: MonsterAttack, used: tuple[int, ...]) -> int:
    """What a stack adds up to before the die; Balo may yet fail (10.4a, 13.2a)."""
    s, casters = context.s, [unpair(each)[0] for each in used]
    at_sea = IS_SEA[attack.area]
    fighters = [p for p in attack.group if p not in casters]
    total = sum([VALUE[p] for p in fighters if fights(p, at_sea)])
    total += sum([artifact_value(s, p) for p in fighters if KIND[p] == PERSON])
    return total + sum([escape_value(s, unpair(each)[1]) for each in used])


def monster_odds(context: PreviewContext, own: int, monster: int, exposed: list[int], spell: int) -> Odds:
    """A fight with a monster, which retreats nobody: by how much it may win, and what that costs (7.6c)."""
    words, seat = context.words, context.s.seats[context.seat]
    rows: dict[str, tuple[int, float]] = {}
    for shift, times in sorted(SHIFTS.items(), reverse=True):
        margin = own + shift - monster
        losses = result_of(max(0, -margin)).losses
        fate = "beats" if margin >= 0 else "beaten" if losses else "stronger"
        key = words.say(f"odds.{fate}", spell=spell, losses=losses)
        rows[key] = (rows.get(key, (0, 0.0))[0] + times, float(units_for(exposed, losses)) if losses else 0.0)
    results = [
        Result(text, n / ALL_THROWS, {seat: lost} if lost else {}, of=ALL_THROWS)
        for text, (n, lost) in rows.items()
    ]
    parts = (
        (words.say("odds.signed", amount=own), words.say("odds.own-stack"), "10.4a"),
        (words.say("odds.signed", amount=-monster), words.say("odds.monster", spell=spell), "7.6c"),
    )
    return Odds(words.say("odds.against", spell=spell, own=own, their=monster), tuple(results), parts, "7.6c")


def preview_alone(context: PreviewContext) -> Iterator[PreviewItem]:
    """Somebody fights alone, by spell and artifact or by what he is (16.2q, 16.4e)."""
    s, step = context.s, context.step
    monster = SPELL_VALUE[step.monster]
    if context.verb == "cast":
        own = escape_value(s, unpair(context.operand)[1])
        if step.monster == QUAOLNARGN:
            yield from shifted(context, (unpair(context.operand)[1],), is_alone=False)
    else:
        own = 0 if step.monster == QUAOLNARGN or IS_LOVE[step.person] else VALUE[step.person]
    if step.monster == QUAOLNARGN:
        own += artifact_value(s, step.person)
        won, lost = beats(own, monster), beats(monster, own)
        chance = context.words.say("odds.percent", percent=round(100 * won / (won + lost)))
        yield context.warning("duel", "16.2r", person=step.person, own=own, their=monster, chance_text=chance)
    else:
        yield context.note("gate", "16.4e", person=step.person, monster=step.monster, own=own, their=monster)


def beats(own: int, other: int) -> int:
    """In how many of 36 throws one total is greater than another."""
    return sum([times for shift, times in SHIFTS.items() if own + shift > other])


def preview_finder(context: PreviewContext) -> Iterator[PreviewItem]:
    """Who meets a spell that acts at once (9.3.1c)."""
    spell, person = context.step.spell, context.operand
    if spell == TOWER:
        yield context.warning("tower", "16.4g", person=person, chance_text=context.in_six(TOWER_ELIMINATES))
    elif spell == QUAOLNARGN:
        yield context.warning("meets-quaolnargn", "16.2q", person=person)
    else:
        yield context.warning("shade-gate", "16.4e", person=person)
    yield from last_leader_lines(context, (person,), grave=False)


def preview_plunder(context: PreviewContext) -> Iterator[PreviewItem]:
    """Two spells from the cup, among which may be a Nightmare (16.4f)."""
    s = context.s
    pool = unseen(s, context.seat)
    bad = len([spell for spell in pool if spell in NIGHTMARES])
    if bad and (s.controller >= 0 or wielder(s) >= 0):
        yield context.warning(
            "plunder", "12.1.5a", count=bad, pool=len(pool), kills=context.in_six(SIDES + 1 - SWORD_SLAYS)
        )
    else:
        yield context.note("plunder-safe", "16.4f", pool=len(pool))


# Searches


def preview_search(context: PreviewContext) -> Iterator[PreviewItem]:
    """A search finds on a 5 or 6, the turn after on a 4 as well (8.0g, 8.0h)."""
    s, step = context.s, context.step
    band = STACK + s.bands.get(context.operand, 0)
    sought = SPELL if context.verb == "spell" else PLACE if context.verb == "place" else band
    again = s.sought.get(step.seat * KEYS + step.area) == (sought, s.turn - 1)
    count = SIDES + 1 - (SEARCH_AGAIN if again else SEARCH_FIRST)
    yield context.note(f"search-{context.verb}", "8.0h" if again else "8.0g", f"search.{context.verb}", count / SIDES,
                    chance_text=context.in_six(count))  # fmt: skip
    if context.verb != "stack" and step.area in s.stars:
        yield from preview_may_act(context)


def preview_may_act(context: PreviewContext) -> Iterator[PreviewItem]:
    """What is found may act on its finder at once (9.3.1)."""
    pool = unseen(context.s, context.seat)
    bad = [spell for spell in pool if ACTS_AT_ONCE[spell]]
    if bad:
        tell = context.warning if type(context.step) is ChooseReceiver else context.note
        yield tell("may-act", "9.3.1c", count=len(bad), pool=len(pool))


PREVIEWS: dict[tuple[type, str], tuple[PreviewRule, ...]] = {
    (EscapeSpell, "roll"): (preview_roll,),
    (EscapeSpell, "use"): (preview_use,),
    (Survive, "fall"): (preview_fall,),
    (Answer, "dispel"): (preview_answer,),
    (Answer, "let"): (preview_answer,),
    (AttackMagic, "cast"): (preview_against,),
    (AttackMagic, "fight"): (preview_against,),
    (SoloFightMagic, "cast"): (preview_alone,),
    (SoloFightMagic, "fight"): (preview_alone,),
    (ChooseFinder, "finder"): (preview_finder,),
    (TakePlunder, "draw"): (preview_plunder,),
    (ChooseSearch, "spell"): (preview_search,),
    (ChooseSearch, "place"): (preview_search,),
    (ChooseSearch, "stack"): (preview_search,),
    (ChooseReceiver, "finder"): (preview_may_act,),
    (ChooseRewarded, "reward"): (preview_may_act,),
}
"""The preview rules of each step and verb."""
