"""The captain's plan of a movement step: made once, held as long as it fits, and by another judgement another one."""

from __future__ import annotations

from typing import Any

from games.demonlord.bot.test_captain import match
from games.demonlord.positions import moment, seat
from palatine.games.demonlord import GAME
from palatine.games.demonlord.bot import Captain
from palatine.games.demonlord.bot.execution import plan_of
from palatine.games.demonlord.bot.parameters import CaptainParameters
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.movement.movement import March, Movement


def test_a_movement_step_is_planned_once() -> None:
    """Save where something happens in between: then the rest is planned anew."""
    bots = {"Hosar": Captain(GAME), "Demon": Captain(GAME)}
    plans: dict[tuple[int, str], list[Any]] = {}
    clicks = 0
    for state in match(bots, 4):
        for side, bot in bots.items():
            if state.flow and type(state.flow[-1]) in (Movement, March) and seat(state) == side:
                clicks += 1
                made = plans.setdefault((state.phase, side), [])
                plan = bot.context.memory[side].plan if side in bot.context.memory else None
                if not any([plan is each for each in made]):
                    made.append(plan)
    assert len(plans) > 6
    assert sum(map(len, plans.values())) < 3 * len(plans) < clicks / 10


def test_what_a_plan_did_not_foresee_makes_another() -> None:
    text = "0804 Hosar: DA-duke-dansor, DA-knights, DA-men-at-arms\n1606 Demon: ER-archers\n"
    bot = Captain(GAME)
    before = moment("OpenMovement", text, "Hosar")
    plan = plan_of(bot.perceive(before, "Hosar"))
    assert plan_of(bot.perceive(before.copy(), "Hosar")) is plan
    nearer = moment("OpenMovement", text.replace("1606", "1004"), "Hosar")
    assert not plan.fits(bot.perceive(nearer, "Hosar"))
    elsewhere = moment("OpenMovement", text.replace("0804", "0704"), "Hosar")
    assert not plan.fits(bot.perceive(elsewhere, "Hosar"))
    assert not plan.fits(bot.perceive(moment("OpenMovement", text + "0611 Hosar: TI-spearmen\n", "Hosar"), "Hosar"))


def test_his_judgement_can_be_another() -> None:
    """Knights and men-at-arms against lone archers: one who asks for certainty stays away."""
    text = "0804 Hosar: DA-duke-dansor, DA-knights, DA-men-at-arms\n1004 Demon: ER-archers\n"
    state = moment("OpenMovement", text, "Hosar")
    assert plan_of(Captain(GAME).perceive(state, "Hosar")).bound_for(hex_id("1004"))
    timid = Captain(GAME, CaptainParameters(bold=1.1))
    assert not plan_of(timid.perceive(state, "Hosar")).bound_for(hex_id("1004"))
