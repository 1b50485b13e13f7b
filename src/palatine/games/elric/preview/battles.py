"""Assaults declared, battles chosen and fought, and what follows them (10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from palatine.core.guidance.preview import PreviewItem
from palatine.games.elric.components.pieces import IS_LOVE, KIND, PERSON, VALUE
from palatine.games.elric.preview.context import SIDES, PreviewContext, PreviewRule
from palatine.games.elric.preview.fights import POOR, Prospect, sword_lines
from palatine.games.elric.preview.going import battles_at, fight_line, retreats
from palatine.games.elric.preview.leaving import last_leader_lines, left_city
from palatine.games.elric.rules.combat.battle_spells import ChooseQuaolnargnTarget
from palatine.games.elric.rules.combat.battles import Assault, ChooseBattle, ChooseFoe
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.monster_losses import PickLoss
from palatine.games.elric.rules.combat.participants import PORT, Battle, the_battle
from palatine.games.elric.rules.combat.retreats import RetreatTo, RetreatWithheld, Withdraw, goers
from palatine.games.elric.rules.combat.withholding import DefendPort, Withhold, can_withhold

# Before a battle


def assault(look: PreviewContext) -> Iterator[PreviewItem]:
    """A city is attacked, or a siege pressed, of the seat's own will."""
    s = look.s.copy()
    s.assaults = (*s.assaults, look.operand)
    for battle in battles_at(s, look.operand):
        yield from prospect(look, battle, "battle")


def no_more_assaults(look: PreviewContext) -> Iterator[PreviewItem]:
    """The cities beside which a stack stands, that are left alone and could be taken, each with its odds."""
    for verb, area in look.step.actions(look.s):
        if verb != "assault":
            continue
        s = look.s.copy()
        s.assaults = (*s.assaults, area)
        for battle in battles_at(s, area):
            if percent := round(100 * Prospect(look, battle, s).chance_to_take):
                yield look.unused("assault", (area,), "10.9.4a", percent=percent)


def prospect(look: PreviewContext, battle: Battle, key: str) -> Iterator[PreviewItem]:
    fight = Prospect(look, battle)
    if not fight.is_fought:
        yield look.note("no-fight", "10.2c", area=battle.area)
        return
    yield fight.odds()
    yield fight_line(look, fight, key)
    yield from sword_lines(look, fight)


def choose_battle(look: PreviewContext) -> Iterator[PreviewItem]:
    for battle in look.step.battles:
        if look.operand in (battle.area if look.verb == "fight" else battle.defender,):
            yield from prospect(look, battle, "battle")


def defend_port(look: PreviewContext) -> Iterator[PreviewItem]:
    battle = the_battle(look.s)
    if look.verb == "walls":
        yield from prospect(look, battle, "battle")
    elif not look.rolls:
        yield from prospect(look, replace(battle, kind=PORT), "battle")


def withhold(look: PreviewContext) -> Iterator[PreviewItem]:
    """One more is kept out, or the battle begins as it stands (10.2b)."""
    battle = the_battle(look.s)
    begins = look.verb == "done"
    if look.verb == "withhold":
        battle = replace(battle, held=(*battle.held, look.operand))
        begins = not can_withhold(look.s, battle, look.seat)
        yield look.note("withheld", "10.2b", piece=look.operand)
    fight = Prospect(look, battle)
    if not fight.is_fought:
        return
    yield fight.odds()
    yield fight_line(look, fight, "battle", begins)
    if begins:
        yield from sword_lines(look, fight)
        here = [p for p in look.s.pieces(look.seat, battle.area) if KIND[p] == PERSON]
        yield from last_leader_lines(look, here, grave=fight.chance < POOR)


# After it


def retreat(look: PreviewContext) -> Iterator[PreviewItem]:
    s, step = look.s, look.step
    gone = goers(s, look.seat, step.area, step.group, look.operand)
    left = retreats(look, look.seat, step.group, gone, look.operand)
    if type(step) is RetreatTo:
        yield from left
        return
    yield from (each for each in left if getattr(each, "clause", "") != "10.7g")
    yield from left_city(look, step.area, gone)


def lose(look: PreviewContext) -> Iterator[PreviewItem]:
    """Somebody is lost: a person may escape by a roll; with the last leader a nation goes (6.0l, 10.8)."""
    s, p = look.s, look.operand
    if KIND[p] != PERSON:
        has_choice = any([KIND[each] == PERSON for _, each in look.step.actions(s)])
        yield (look.warning if has_choice else look.note)("lost", "10.7i", piece=p)
        return
    chance = look.in_six(min(VALUE[p], SIDES))
    yield look.warning("lost-person", "10.8b", person=p, value=VALUE[p], chance_text=chance)
    yield from last_leader_lines(look, (p,), grave=True)
    if p == s.controller:
        yield look.warning("lost-controller", "12.1.2b", person=p)


def set_on(look: PreviewContext) -> Iterator[PreviewItem]:
    p = look.operand
    key = "set-on-love" if IS_LOVE[p] else "set-on"
    yield look.note(key, "16.2r", person=p)


PREVIEWS: dict[tuple[type, str], tuple[PreviewRule, ...]] = {
    (Assault, "assault"): (assault,),
    (Assault, "done"): (no_more_assaults,),
    (ChooseBattle, "fight"): (choose_battle,),
    (ChooseFoe, "against"): (choose_battle,),
    (DefendPort, "ships"): (defend_port,),
    (DefendPort, "walls"): (defend_port,),
    (Withhold, "withhold"): (withhold,),
    (Withhold, "done"): (withhold,),
    (RetreatWithheld, "back"): (retreat,),
    (Withdraw, "back"): (retreat,),
    (RetreatTo, "retreat"): (retreat,),
    (ChooseLoss, "lose"): (lose,),
    (PickLoss, "lose"): (lose,),
    (ChooseQuaolnargnTarget, "set"): (set_on,),
}
"""Who speaks of what."""
