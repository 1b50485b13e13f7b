"""Plans for searching bots: repeatable, with the moments at which to search."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, hex_id, put, wake
from palatine.core import SearchContext
from palatine.core.search.context import with_context
from palatine.games.dark_emperor.bot import captain as captain_module
from palatine.games.dark_emperor.bot import lookahead
from palatine.games.dark_emperor.bot.captain import Captain, think
from palatine.games.dark_emperor.bot.distances import reach
from palatine.games.dark_emperor.bot.lookahead import BotMemory
from palatine.games.dark_emperor.bot.parameters import (
    ALLIANCES,
    CONQUEST,
    GATHERING,
    USUAL,
    USUAL_AIM,
    CaptainParameters,
)
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.planner import ideas, usual_plan
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    LEADERS_OF,
    LOSLOM,
    MAGIC_HEX_COUNTERS,
    OUT,
    PADRECH,
)
from palatine.games.dark_emperor.components.world import LOYMARECH, PENTACLES
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.players.marshal import Marshal
from palatine.players.rollouts import Policy
from palatine.registry import aims as aims_of

HOSTS = " ".join([f"greater-vampire-{k}" for k in range(1, 10)])


def before_loymarech() -> Any:
    """Return the Necromancer's movement with nine vampires near a weakly held kingdom."""
    s = bare()
    wake(s, KINGDOMS, LOYMARECH)
    put(s, "2510", HOSTS)
    put(s, "2609", "loymarech-infantry-1")
    put(s, "3007", "loymarech-infantry-2")
    s.flow = [Movement(NECROMANCER)]
    return s


def offered(s: Any) -> list[Any]:
    return list(GAME.candidate_plans(s, "Necromancer", Random(1)))


def carried_out(s: Any, captain: Captain) -> None:
    """Play the whole Movement Segment."""
    while s.flow and isinstance(s.flow[-1], Movement | March):
        s.flow[-1].take(s, captain.decide(s, "Necromancer"))


def test_the_plans_he_weighs_differ_and_the_first_is_his_own() -> None:
    s = before_loymarech()
    found = offered(s)
    assert len(found) >= 2
    assert len({*found}) == len(found)
    captain = Captain(GAME)
    captain.decide(s, "Necromancer")
    assert captain.perceive(s, "Necromancer").mind.plan == found[0]


def test_the_captains_own_plan_and_its_other_plans_are_played_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Perception] = []

    def ranked(sight: Perception) -> list[Any]:
        played.append(sight)
        return lookahead.ranked_plans(sight)

    monkeypatch.setattr(captain_module, "ranked_plans", ranked)
    captain_module.usual_plans.cache_clear()
    s = before_loymarech()
    own = GAME.own_plan(s, "Necromancer", None)
    assert own == offered(s)[0]
    assert len(played) == 1


def test_no_plans_where_no_marches_are_planned() -> None:
    s = before_loymarech()
    s.flow = [March(NECROMANCER, hex_id("2510"))]
    assert offered(s) == []
    assert list(GAME.candidate_plans(before_loymarech(), "Kingdoms", Random(1))) == []


def test_a_plan_is_carried_out_in_every_world_alike() -> None:
    s = before_loymarech()
    plan = offered(s)[0]
    first, again = s.copy(), s.copy()
    for world in (first, again):
        carried_out(world, with_context(Captain(GAME), SearchContext(plan)))
    assert first.where == again.where != s.where
    assert plan == offered(s)[0], "and is not used up"


def test_the_plans_a_marshal_tests_are_those_it_then_carries_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tested: list[Policy] = []
    one = Marshal(GAME, 1, samples=20)
    search = one._search

    def spied(seat: str, first: list[Any], second: Any, trial: Any) -> Any:
        tested.extend([each for each in first if isinstance(each, Policy)])
        return search(seat, first, second, trial)

    monkeypatch.setattr(one, "_search", spied)
    one.decide(before_loymarech(), "Necromancer")
    assert tested
    assert None not in [policy.plan for policy in tested]
    assert tested[0].plan == offered(before_loymarech())[0]
    assert one._chosen["Necromancer"][1].plan is not None


@pytest.mark.clause("15.21", "20.1")
@pytest.mark.parametrize("has_sword", [True, False])
def test_a_bearer_of_a_lord_slaying_sword_leads_the_attack_on_padrech(has_sword: bool) -> None:
    s = bare()
    wake(s, KINGDOMS, LOYMARECH)
    bearer = LEADERS_OF[LOYMARECH][0]
    put(s, "2510", "greater-vampire-1 greater-vampire-2")
    s.put((PADRECH,), hex_id("2510"))
    put(s, "2609", " ".join([f"loymarech-infantry-{k}" for k in range(1, 5)]))
    s.put((bearer,), hex_id("2609"))
    if has_sword:
        s.bearer[LOSLOM - FIRST_DEVICE] = bearer
        s.where[LOSLOM] = hex_id("2609")
    s.phasing = KINGDOMS
    s.flow = [Movement(KINGDOMS)]
    campaign = usual_plan(Perception(s, KINGDOMS, BotMemory(GAME, think)))
    assert (campaign.leads.get(bearer) == hex_id("2510")) == has_sword


def test_a_plan_crosses_to_another_process() -> None:
    plan = offered(before_loymarech())[0]
    assert pickle.loads(pickle.dumps(plan)) == plan


def test_a_varied_plan_leaves_one_goal_out() -> None:
    s = before_loymarech()
    plan = offered(s)[0]
    other = GAME.mutate_plan(s, "Necromancer", plan, Random(2))
    assert other is not None
    assert other != plan
    goals, left = [{order.goal for order in each.orders} for each in (plan, other)]
    assert left < goals


def test_a_plan_of_another_turn_is_none() -> None:
    s = before_loymarech()
    plan = offered(s)[0]
    s.turn += 1
    captain = with_context(Captain(GAME), SearchContext(plan))
    captain.decide(s, "Necromancer")
    assert captain.perceive(s, "Necromancer").mind.plan is not plan


def test_the_time_that_is_planned_for_begins_with_the_marches() -> None:
    state = GAME.setup(seed=b"boundary")
    captain = with_context(Captain(GAME), SearchContext())
    seen: dict[int, str] = {}
    while state.flow and state.turn <= 2:
        seen.setdefault(GAME.planning_period(state), type(state.flow[-1]).__name__)
        (seat,) = GAME.actors(state)
        GAME.take(state, seat, captain.decide(state, seat))
    assert [seen[key] for key in sorted(seen)[1:]] == ["Movement"] * (len(seen) - 1)


def test_another_judgement_plans_otherwise() -> None:
    s = before_loymarech()
    usual, sparing = [
        usual_plan(Captain(GAME, each).perceive(s, "Necromancer"))
        for each in (USUAL, CaptainParameters(effort=1000.0))
    ]
    assert usual.gained > 0 == sparing.gained


def test_a_marshal_marches_by_a_plan_and_what_lies_face_down_is_nothing_to_it() -> None:
    s, twin = before_loymarech(), before_loymarech()
    for world, found in ((s, MAGIC_HEX_COUNTERS), (twin, MAGIC_HEX_COUNTERS[::-1])):
        world.markers = dict(zip(PENTACLES, found, strict=True))
        for p in found:
            world.where[p] = OUT
    first, again = [Marshal(GAME, 1, samples=12).decide(world, "Necromancer") for world in (s, twin)]
    assert first == again
    assert first in GAME.actions(s, "Necromancer")


@pytest.mark.parametrize("seat", [NECROMANCER, KINGDOMS])
def test_a_pure_aim_has_only_its_own_plans(seat: int) -> None:
    s = before_loymarech()
    for aim in (CONQUEST, ALLIANCES, GATHERING):
        sight = Perception(s, seat, BotMemory(GAME, think, parameters=CaptainParameters(aim=aim)))
        assert {plan.aim for plan in ideas(sight)} == {aim}
    assert aims_of(GAME) == (USUAL_AIM, CONQUEST, ALLIANCES, GATHERING)


def test_the_usual_captain_weighs_plans_of_several_aims() -> None:
    sight = Perception(before_loymarech(), NECROMANCER, BotMemory(GAME, think))
    assert {CONQUEST, GATHERING} <= {plan.aim for plan in ideas(sight)}


@pytest.mark.parametrize("is_clear", [True, False])
def test_a_plan_that_leads_clearly_is_not_played_out_further(
    monkeypatch: pytest.MonkeyPatch, is_clear: bool
) -> None:
    sight = Perception(before_loymarech(), NECROMANCER, BotMemory(GAME, think))
    best = ideas(sight)[-1]
    lead = lookahead.CLEAR_LEADS[NECROMANCER] + 1 if is_clear else 1.0
    played: list[int] = []

    def play_out(sight: Any, plan: Any, action: Any, number: int, turns: int = lookahead.HORIZON) -> float:
        played.append(turns)
        return lead if plan == best else 0.0

    monkeypatch.setattr(lookahead, "play_out", play_out)
    assert lookahead.ranked_plans(sight)[0] == best
    assert (lookahead.HORIZON not in played) == is_clear


def test_the_reach_of_troops_is_searched_once_and_right_for_other_enemies() -> None:
    s = before_loymarech()
    mind = BotMemory(GAME, think)
    u = s.stacks[NECROMANCER][hex_id("2510")][0]
    before = reach(Perception(s, NECROMANCER, mind), u, frozenset(), 12)
    count = len(mind.searched)
    assert reach(Perception(s, NECROMANCER, mind), u, frozenset(), 12) is before
    assert len(mind.searched) == count
    put(s, "2610", "loymarech-infantry-3")
    after = reach(Perception(s, NECROMANCER, mind), u, frozenset(), 12)
    assert after == reach(Perception(s, NECROMANCER), u, frozenset(), 12) != before
