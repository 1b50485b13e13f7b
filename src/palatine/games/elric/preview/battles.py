"""Previews of assaults, battles and their aftermath (10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from palatine.core.guidance.preview import PreviewItem
from palatine.games.elric.components.pieces import IS_LOVE, KIND, PERSON
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.departing import last_leader_lines, left_city
from palatine.games.elric.preview.entering import battles_at, escape_line, fight_line, retreats
from palatine.games.elric.preview.fights import POOR, BattleEstimate, sword_lines
from palatine.games.elric.rules.combat.battle_spells import ChooseQuaolnargnTarget
from palatine.games.elric.rules.combat.battles import Assault, ChooseBattle, ChooseFoe
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.monster_losses import PickLoss
from palatine.games.elric.rules.combat.participants import Battle, the_battle
from palatine.games.elric.rules.combat.retreats import RetreatTo, RetreatWithheld, Withdraw, goers
from palatine.games.elric.rules.combat.withholding import DefendPort, Withhold, can_withhold
from palatine.games.elric.state import ElricState

# Before a battle


@preview(Assault, "assault")
def preview_assault(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview an optional attack on a city, or in a siege."""
    s = context.s.copy()
    s.assaults = (*s.assaults, context.operand)
    for battle in battles_at(s, context.operand):
        yield from battle_items(context, battle, "battle")


@preview(Assault, "done")
def preview_no_more_assaults(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the cities left alone that could be taken, each with its odds."""
    for verb, area in context.step.actions(context.s):
        if verb != "assault":
            continue
        s = context.s.copy()
        s.assaults = (*s.assaults, area)
        for battle in battles_at(s, area):
            falls = BattleEstimate(context, battle, s).falls
            if falls.count():
                yield context.unused_option("assault", "10.9.4a", (area,), odds=(falls.count(), falls.throws))


def battle_items(
    context: PreviewContext, battle: Battle, key: str, s: ElricState | None = None
) -> Iterator[PreviewItem]:
    fight = BattleEstimate(context, battle, s)
    if not fight.is_fought:
        yield context.note("no-fight", "10.2c", area=battle.area)
        return
    yield fight.odds()
    yield fight_line(context, fight, key)
    yield from sword_lines(context, fight)


@preview(ChooseBattle, "fight")
@preview(ChooseFoe, "against")
def preview_choose_battle(context: PreviewContext) -> Iterator[PreviewItem]:
    for battle in context.step.battles:
        if context.operand in (battle.area if context.verb == "fight" else battle.defender,):
            yield from battle_items(context, battle, "battle")


@preview(DefendPort, "ships", "walls")
def preview_defend_port(context: PreviewContext) -> Iterator[PreviewItem]:
    if context.verb == "walls":
        yield from battle_items(context, the_battle(context.s), "battle")
    elif not context.rolls:
        yield from battle_items(context, the_battle(context.after), "battle", context.after)


@preview(Withhold, "withhold", "done")
def preview_withhold(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview withholding one more piece, or the battle as it stands (10.2b)."""
    battle = the_battle(context.s)
    begins = context.verb == "done"
    if context.verb == "withhold":
        battle = replace(battle, held=(*battle.held, context.operand))
        begins = not can_withhold(context.s, battle, context.place)
        yield context.note("withheld", "10.2b", piece=context.operand)
    fight = BattleEstimate(context, battle)
    if not fight.is_fought:
        return
    yield fight.odds()
    yield fight_line(context, fight, "battle", begins)
    if begins:
        yield from sword_lines(context, fight)
        here = [p for p in context.s.pieces(context.place, battle.area) if KIND[p] == PERSON]
        yield from last_leader_lines(context, here, grave=fight.chance < POOR)


# After a battle


@preview(RetreatWithheld, "back")
@preview(Withdraw, "back")
@preview(RetreatTo, "retreat")
def preview_retreat(context: PreviewContext) -> Iterator[PreviewItem]:
    s, step = context.s, context.step
    gone = goers(s, context.place, step.area, step.group, context.operand)
    left = retreats(context, context.place, step.group, gone, context.operand)
    if type(step) is RetreatTo:
        yield from left
        return
    if type(step) is RetreatWithheld:
        battle = the_battle(s)
        yield from battle_items(context, replace(battle, fallen=(*battle.fallen, *gone)), "battle")
    yield from (each for each in left if getattr(each, "clause", "") != "10.7g")
    yield from left_city(context, step.area, gone)


@preview(RetreatWithheld, "stay")
def preview_stay(context: PreviewContext) -> Iterator[PreviewItem]:
    return battle_items(context, the_battle(context.s), "battle")


@preview(ChooseLoss, "lose")
@preview(PickLoss, "lose")
def preview_lose(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a loss: personalities may escape by a roll, a nation needs a leader (6.0l, 10.8)."""
    s, p = context.s, context.operand
    if KIND[p] != PERSON:
        has_choice = any([KIND[each] == PERSON for _, each in context.step.actions(s)])
        yield (context.warning if has_choice else context.note)("lost", "10.7i", piece=p)
        return
    yield escape_line(context, "lost-person", "10.8b", p)
    yield from last_leader_lines(context, (p,), grave=True)
    if p == s.controller:
        yield context.warning("lost-controller", "12.1.2b", person=p)


@preview(ChooseQuaolnargnTarget, "set")
def preview_set_on(context: PreviewContext) -> Iterator[PreviewItem]:
    p = context.operand
    key = "set-on-love" if IS_LOVE[p] else "set-on"
    yield context.note(key, "16.2r", person=p)
