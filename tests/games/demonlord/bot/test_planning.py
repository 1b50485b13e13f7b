"""The captain's plan of a movement step: made once, kept while it fits, set by its parameters."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.bot.test_captain import match
from games.demonlord.positions import moment, seat
from palatine.core import Action
from palatine.games.demonlord import GAME
from palatine.games.demonlord.bot import Captain
from palatine.games.demonlord.bot.diplomacy import needs_help
from palatine.games.demonlord.bot.execution import plan_of
from palatine.games.demonlord.bot.exploits import WARY
from palatine.games.demonlord.bot.parameters import CaptainParameters
from palatine.games.demonlord.components.world import NEUTRALS, NISSHAR, TIMUR, hex_id
from palatine.games.demonlord.rules.combat.sieges import ASSAULT, INVEST, ChooseSiegeMethod
from palatine.games.demonlord.rules.magic.casting import PASS
from palatine.games.demonlord.rules.movement.movement import March, Movement


def test_a_movement_step_is_planned_once() -> None:
    """If something unexpected happens, the captain plans the rest again."""
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
    """Knights and men-at-arms face lone archers; a cautious captain does not attack."""
    text = "0804 Hosar: DA-duke-dansor, DA-knights, DA-men-at-arms\n1004 Demon: ER-archers\n"
    state = moment("OpenMovement", text, "Hosar")
    assert plan_of(Captain(GAME).perceive(state, "Hosar")).bound_for(hex_id("1004"))
    timid = Captain(GAME, CaptainParameters(bold=1.1))
    assert not plan_of(timid.perceive(state, "Hosar")).bound_for(hex_id("1004"))


DEMONS_ARMY = """\
1211 Demon: ER-archers, ER-swordsmen, ER-heavy-cavalry
1812 Demon: NI-spearmen
0610 Hosar: TI-spearmen, TI-knights-1, TI-knights-2
"""


@pytest.mark.parametrize(("aim", "is_rush"), [("usual", True), ("rush", True), ("balanced", False)])
@pytest.mark.parametrize(("side", "home", "goal"), [("Demon", NISSHAR, TIMUR), ("Hosar", TIMUR, NISSHAR)])
def test_all_troops_but_the_garrison_march_on_the_enemys_capital(
    side: str, home: int, goal: int, aim: str, is_rush: bool
) -> None:
    state = moment("OpenMovement", DEMONS_ARMY, side)
    plan = plan_of(Captain(GAME, CaptainParameters(aim=aim)).perceive(state, side))
    assert (set(plan.destinations.values()) == {goal}) == is_rush
    assert plan.bound_for(home)


@pytest.mark.parametrize(("near", "turns_back"), [("0711", True), ("1711", False)])
def test_troops_nearer_to_their_capital_turn_back_if_it_is_in_danger(near: str, turns_back: bool) -> None:
    text = f"0804 Hosar: DA-knights, TI-knights-1\n{near} Demon: ER-archers, ER-swordsmen, ER-heavy-cavalry\n"
    plan = plan_of(Captain(GAME).perceive(moment("OpenMovement", text, "Hosar"), "Hosar"))
    assert set(plan.destinations.values()) <= {TIMUR, NISSHAR}
    assert (NISSHAR not in plan.destinations.values()) == turns_back


@pytest.mark.parametrize(
    ("where", "garrison", "more", "aim"),
    [
        ("0610", "NI-spearmen", "", "rush"),
        ("0610", "NI-spearmen", "last_turn: 2\n", "balanced"),
        ("1711", "NI-spearmen", "last_turn: 2\n", "rush"),
        ("1711", "NI-spearmen, NI-lancers, NI-swordsmen-1, NI-foot-guards", "last_turn: 2\n", "balanced"),
    ],
)
def test_points_are_the_aim_if_too_few_troops_reach_the_capital_in_time(
    where: str, garrison: str, more: str, aim: str
) -> None:
    text = f"{where} Hosar: TI-spearmen, TI-knights-1\n1812 Demon: {garrison}\n"
    state = moment("OpenMovement", text, "Hosar", more=more)
    assert plan_of(Captain(GAME).perceive(state, "Hosar")).aim == aim


@pytest.mark.parametrize("ending", ["strategic", "long"])
def test_where_a_capital_does_not_win_at_once_there_is_no_rush(ending: str) -> None:
    state = moment("OpenMovement", DEMONS_ARMY, "Hosar", more=f'options: {{"ending": "{ending}"}}\n')
    assert plan_of(Captain(GAME).perceive(state, "Hosar")).aim == "balanced"
    assert plan_of(Captain(GAME, CaptainParameters(aim="rush")).perceive(state, "Hosar")).aim == "rush"


@pytest.mark.parametrize(("captain", "stays"), [(CaptainParameters(), True), (WARY, False)])
def test_a_siege_goes_on_at_even_strength(captain: CaptainParameters, stays: bool) -> None:
    """Scripts that keep away from superior enemies raise it."""
    text = "1606 Demon: NI-spearmen, NI-archers\n1606 Hosar: TI-knights-1, TI-men-at-arms\n"
    state = moment("OpenMovement", text + "1704 Demon: ER-archers, ER-swordsmen\n", "Hosar")
    plan = plan_of(Captain(GAME, captain).perceive(state, "Hosar"))
    assert bool(plan.bound_for(hex_id("1606"))) == stays


@pytest.mark.parametrize(("near", "is_needed"), [("0711", True), ("1711", False)])
def test_help_is_requested_for_a_capital_in_danger_though_the_enemy_is_weaker(near: str, is_needed: bool) -> None:
    army = "0202 Hosar: DA-knights, DA-men-at-arms, TI-knights-1, TI-knights-2\n0610 Hosar: TI-spearmen\n"
    state = moment("OpenMovement", f"{army}{near} Demon: ER-archers, ER-swordsmen, ER-heavy-cavalry\n", "Hosar")
    assert needs_help(Captain(GAME).perceive(state, "Hosar")) == is_needed


# The last turn

LAST_TURN = "last_turn: 2\n"
EVEN_FIGHT = "1004 Demon: NI-spearmen, NI-archers\n0804 Hosar: DA-militia, TI-spearmen, TI-sergeants\n"


@pytest.mark.parametrize(
    ("points", "last", "attacks"),
    [((3, 9), LAST_TURN, True), ((9, 3), LAST_TURN, False), ((3, 9), "last_turn: 3\n", False), ((3, 9), "", False)],
)
def test_a_side_that_would_lose_on_points_attacks_in_the_last_turn(
    points: tuple[int, int], last: str, attacks: bool
) -> None:
    state = moment("OpenMovement", EVEN_FIGHT, "Hosar", more=last)
    state.points = points
    plan = plan_of(Captain(GAME).perceive(state, "Hosar"))
    assert bool(plan.bound_for(hex_id("1004"))) == attacks


def test_the_point_for_more_kills_ends_the_need_to_attack() -> None:
    state = moment("OpenMovement", EVEN_FIGHT, "Demon", more=LAST_TURN)
    state.points = (9, 9)
    state.points = (9, 9 - Captain(GAME).perceive(state, "Demon").lead_in_points(with_turn=True))
    assert Captain(GAME).perceive(state, "Demon").must_gamble
    state.losses_this_turn = (1, 0)
    assert not Captain(GAME).perceive(state, "Demon").must_gamble


@pytest.mark.parametrize(
    ("serves", "last", "courts"),
    [
        ((2, 2, 2, 2, 2), LAST_TURN, False),
        ((2, 2, 1, 2, 2), LAST_TURN, False),
        ((2, 2, 1, 1, 2), LAST_TURN, True),
        ((2, 2, 2, 2, 2), "", True),
    ],
)
def test_an_ally_of_the_last_turn_must_not_cost_the_point_for_fewer_allies(
    serves: tuple[int, ...], last: str, courts: bool
) -> None:
    state = moment("AllianceAttempt", "0802 Hosar: DA-knights\n", "Hosar", more=last)
    state.serves = serves
    assert Captain(GAME).decide(state, "Hosar") == (("envoy", NEUTRALS.index("MU")) if courts else PASS)


@pytest.mark.parametrize(
    ("last", "first", "method"), [("", 0, INVEST), (LAST_TURN, 0, ASSAULT), (LAST_TURN, 1, INVEST)]
)
def test_a_siege_is_hurried_when_its_steps_are_numbered(last: str, first: int, method: Action) -> None:
    """Two steps may suffice to kill four troops. In one, only a surrender takes the place."""
    knights = "TI-knights-1, TI-knights-2, TI-knights-3, DA-knights, TI-sergeants, DA-sergeants"
    text = f"1606 Hosar: {knights}\n1606 Demon: MI-garrison, MI-bowmen, NI-goblins, NI-archers\n"
    state = moment("Sieges", text, more=last)
    state.first, state.sieges = first, ((hex_id("1606"), 2),)
    state.flow = [ChooseSiegeMethod(0, hex_id("1606"))]
    assert Captain(GAME).decide(state, "Hosar") == method
