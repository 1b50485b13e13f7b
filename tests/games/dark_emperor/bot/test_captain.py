"""The captain: legal, blind to face-down markers, quick to win, better than chance."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, hex_id, loymarech_awake, piece
from palatine.core import SearchContext, step_types_in
from palatine.core.search.context import with_context
from palatine.games.dark_emperor import rules, sequence, setup
from palatine.games.dark_emperor.bot import captain as bot
from palatine.games.dark_emperor.bot.captain import Captain
from palatine.games.dark_emperor.bot.distances import beeline, distances, leader_way
from palatine.games.dark_emperor.bot.evaluation import distance_penalty, kingdom_value
from palatine.games.dark_emperor.bot.execution import decide_from_box, decide_march, decide_movement
from palatine.games.dark_emperor.bot.lookahead import BotMemory, best_gate, is_compact, is_unguarded
from palatine.games.dark_emperor.bot.losses import decide_loss, shelter
from palatine.games.dark_emperor.bot.objectives import Aims
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.attacks import Force, ceiling, clash, field_of, strike
from palatine.games.dark_emperor.bot.planning.betrayal import plan_betrayal
from palatine.games.dark_emperor.bot.planning.campaign import Campaign, MarchOrder
from palatine.games.dark_emperor.bot.planning.leaders import best_company, visit_graves
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.bot.planning.planner import prey, treason
from palatine.games.dark_emperor.bot.planning.vampires import place_vampires
from palatine.games.dark_emperor.components.pieces import BOX, INACTIVE, LEADERS_OF, PADRECH, POOL, TOL_MORN
from palatine.games.dark_emperor.components.world import (
    CITY_HEXES,
    KELARON,
    LAMMARECH,
    LOYMARECH,
    OWNER,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.terrain import EXITS, FREE
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.vampires import most_recruits
from palatine.players import Recruit

INDIFFERENT = {"Aboard", "Shore", "ChooseGoal"}
"""Steps whose choices are equally good."""


def game(bots: dict[str, Any], seed: int, turns: int) -> Any:
    """Return a match after some game-turns; every action of a captain is checked."""
    state = GAME.setup(seed=b"captain %d" % seed)
    while state.flow and state.turn <= turns:
        (seat,) = GAME.actors(state)
        action = bots[seat].decide(state, seat)
        if isinstance(bots[seat], Captain):
            assert action in GAME.actions(state, seat)
        GAME.take(state, seat, action)
    return state


def test_a_thought_for_every_step_that_asks() -> None:
    asking = {step for step in step_types_in(rules, sequence, setup) if step.needs_decision}
    assert {step.__name__ for step in asking - set(Captain.decisions.decided)} == INDIFFERENT


@pytest.mark.parametrize("path", sorted(Path(bot.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_what_lies_face_down_is_never_looked_up(path: Path) -> None:
    """The captain reads only the locations of markers."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript | ast.Attribute):
            assert not (isinstance(node.value, ast.Attribute) and node.value.attr == "markers")


def test_captains_play_two_game_turns_by_the_rules() -> None:
    captain = Captain(GAME)
    state = game({"Necromancer": captain, "Kingdoms": captain}, 3, 2)
    assert state.turn == 3


def test_a_captain_takes_over_in_the_middle_of_a_march() -> None:
    captain = Captain(GAME)
    state = GAME.setup(seed=b"captain 3")
    while not getattr(state.flow[-1], "moved", False):
        (seat,) = GAME.actors(state)
        GAME.take(state, seat, captain.decide(state, seat))
    (seat,) = GAME.actors(state)
    assert Captain(GAME).decide(state, seat) in GAME.actions(state, seat)


def test_the_kingdoms_captain_starves_a_recruit() -> None:
    state = game({"Necromancer": Recruit(GAME, 0), "Kingdoms": Captain(GAME)}, 0, 14)
    assert state.outcome.winners == ("Kingdoms",)


def test_the_necromancer_captain_has_conquered_before_the_fifth_turn() -> None:
    state = game({"Necromancer": Captain(GAME), "Kingdoms": Recruit(GAME, 1003)}, 3, 4)
    assert any(power >= 0 for power in state.lands)


# What he does


def host(s: Any, where: str, count: int) -> tuple[int, ...]:
    """Put this number of Greater Vampires in a hex and return them."""
    vampires = tuple([piece(f"greater-vampire-{k + 1}") for k in range(count)])
    s.put(vampires, hex_id(where))
    return vampires


def striking(s: Any, side: int, *quarry: int) -> list[Any]:
    """Return the strikes that a side plans."""
    sight = Perception(s, side)
    return strike(Campaign(sight, frozenset(quarry)), Aims(sight, frozenset(quarry)))


def test_a_weakly_held_city_in_reach_is_struck_in_strength() -> None:
    s = loymarech_awake()
    host(s, "2510", 9)
    found = {each.hex: each for each in striking(s, NECROMANCER)}
    assert len(found[hex_id("2609")].units) >= 2


def test_an_attack_is_worth_more_where_a_leader_may_fall() -> None:
    sight = Perception(loymarech_awake(), NECROMANCER)
    unled = field_of(Campaign(sight), Aims(sight, frozenset()), hex_id("2609"))
    force = Force(units=6, strength=18, price=4.0, hero=0, has_train=False)
    led = unled._replace(against=unled.against._replace(heads=1.0))
    assert clash(led, force, 0) > clash(unled, force, 0)


def test_a_strike_is_never_worth_more_than_could_be_won_by_it() -> None:
    s = loymarech_awake()
    host(s, "2510", 9)
    sight = Perception(s, NECROMANCER)
    aims = Aims(sight, frozenset())
    most = {h: ceiling(Campaign(sight), aims, h) for h in aims.targets}
    found = strike(Campaign(sight), aims)
    assert found
    assert all([each.value <= most[each.hex] for each in found[:1]])


def test_the_empire_is_no_prey_for_the_weak_before_it_wakes() -> None:
    s = GAME.setup(seed=b"captain 3")
    host(s, "1610", 9)
    assert ZOLAHAURESLOR not in prey(Perception(s, NECROMANCER))
    s.turn = 9
    assert ZOLAHAURESLOR in prey(Perception(s, NECROMANCER))


def test_the_gate_opens_where_the_only_leader_may_fall_on_the_first_day() -> None:
    state = GAME.setup(seed=b"captain 3")
    verb, where = Captain(GAME).decide(state, "Necromancer")
    assert verb == "enter"
    assert len(LEADERS_OF[OWNER[where]]) == 1


def test_the_gate_is_weighed_once_for_all_matches_and_worlds() -> None:
    chosen = Captain(GAME).decide(GAME.setup(seed=b"captain 3"), "Necromancer")
    weighed = best_gate.cache_info().misses
    other = GAME.setup(seed=b"another")
    assert Captain(GAME).decide(other, "Necromancer") == chosen
    assert best_gate.cache_info().misses == weighed
    fast = with_context(Captain(GAME), SearchContext())
    worlds = [GAME.determinize(other, "Necromancer", seed) for seed in (b"a world", b"another world")]
    assert {fast.decide(world, "Necromancer") for world in worlds} == {fast.decide(other, "Necromancer")}
    assert best_gate.cache_info().misses <= weighed + 1


def test_padrech_seeks_out_the_fallen_of_old_battles() -> None:
    s = bare()
    s.turn_coat(LAMMARECH, KINGDOMS)
    s.put(tuple(map(piece, ("fallen-warriors-3", "fallen-warriors-4"))), hex_id("1508"))
    s.put((PADRECH,), hex_id("1610"))
    host(s, "1610", 2)
    campaign = Campaign(Perception(s, NECROMANCER))
    visit_graves(campaign)
    assert campaign.leads == {PADRECH: hex_id("1508")}


def test_kingdoms_that_lie_together_and_whose_leader_stands_alone_are_the_way_in() -> None:
    sight = Perception(GAME.setup(seed=b"captain 3"), NECROMANCER)
    assert is_compact(TAL_PLETOR)
    assert not is_compact(STAVROR)
    assert is_unguarded(sight, TAL_PLETOR)
    assert not is_unguarded(sight, KELARON), "three leaders"
    assert not is_unguarded(sight, LOYMARECH), "the sword Loslom"


def test_allies_do_not_make_the_necromancer_ready_for_the_empire() -> None:
    s = GAME.setup(seed=b"captain 3")
    s.turn_coat(STAVROR, NECROMANCER)
    host(s, "1820", 10)
    assert ZOLAHAURESLOR not in prey(Perception(s, NECROMANCER)), "thirty of his own"


def test_a_quarry_comes_before_everything_else() -> None:
    s = loymarech_awake()
    s.turn_coat(LAMMARECH, INACTIVE)
    s.put((piece("lammarech-cavalry-1"),), hex_id("1607"))
    sight = Perception(s, NECROMANCER)
    quarry = frozenset([LAMMARECH])
    assert {OWNER[h] for h in Aims(sight, quarry).targets} == {LAMMARECH, LOYMARECH}
    assert {OWNER[h] for h in Aims(sight, quarry).on(quarry).targets} == {LAMMARECH}


def swallowed() -> Any:
    """Return a match with Lammarech, an ally, with cavalry in each city, and its king.

    Six vampires are in Zolmarech.
    """
    s = bare()
    s.turn_coat(LAMMARECH, NECROMANCER)
    s.put((piece("lammarech-cavalry-1"), piece("lordolam")), hex_id("1610"))
    s.put((piece("lammarech-cavalry-2"),), hex_id("1607"))
    host(s, "1610", 6)
    return s


def test_an_ally_is_swallowed_his_men_go_out_and_garrisons_in() -> None:
    campaign = Campaign(Perception(swallowed(), NECROMANCER))
    assert plan_betrayal(campaign, LAMMARECH)
    riders = {piece("lammarech-cavalry-1"), piece("lammarech-cavalry-2")}
    assert all([campaign.goals[u] not in CITY_HEXES[LAMMARECH] for u in riders])
    held = [goal for u, goal in campaign.goals.items() if u not in riders]
    assert {h: held.count(h) for h in CITY_HEXES[LAMMARECH]} == dict.fromkeys(CITY_HEXES[LAMMARECH], 2)
    assert campaign.leads[piece("lordolam")] in CITY_HEXES[LAMMARECH], "where they wait for him"


def test_an_ally_is_let_be_when_there_are_not_garrisons_for_all_his_cities() -> None:
    s = swallowed()
    s.lift([piece(f"greater-vampire-{k}") for k in range(2, 7)], POOL)
    assert not plan_betrayal(Campaign(Perception(s, NECROMANCER)), LAMMARECH)


def test_an_ally_is_betrayed_when_all_have_marched() -> None:
    s = swallowed()
    sight = Perception(s, NECROMANCER, BotMemory(GAME, Captain(GAME).decide))
    campaign = Campaign(sight)
    assert plan_betrayal(campaign, LAMMARECH)
    plan = sight.mind.plan = MarchPlan(sight, treason(campaign, LAMMARECH))
    step = Movement(NECROMANCER)
    s.flow = [step]
    assert decide_movement(sight, step, step.actions(s))[0] == "stack"
    plan.orders.clear()
    assert decide_movement(sight, step, step.actions(s)) == ("betray", LAMMARECH)
    s.turn_coat(LAMMARECH, KINGDOMS)
    assert decide_movement(sight, step, step.actions(s)) == ("end", 0), "once is enough"


def test_one_vampire_is_not_thrown_away() -> None:
    s = loymarech_awake()
    host(s, "2014", 1)
    assert hex_id("2609") not in {each.hex for each in striking(s, NECROMANCER) if each.value > 5}


def test_sleepers_are_left_alone_unless_they_are_the_quarry() -> None:
    s = bare()
    s.put((piece("loymarech-infantry-1"),), hex_id("2609"))
    host(s, "2510", 5)
    assert striking(s, NECROMANCER) == []
    assert striking(s, NECROMANCER, LOYMARECH)


def test_a_kingdom_left_asleep_weighs_more_as_time_goes_by() -> None:
    s = bare()
    assert kingdom_value(s, LOYMARECH, 4 / 14) == 0 > kingdom_value(s, LOYMARECH, 12 / 14)


def test_troops_near_a_city_to_be_won_are_worth_more_than_far_ones() -> None:
    s = loymarech_awake()
    near = hex_id("2510")
    host(s, "2510", 2)
    wanted = min(distances(near)[h] for k in range(len(CITY_HEXES)) for h in CITY_HEXES[k])
    assert distance_penalty(s) == 6 * wanted


def test_vampires_rise_where_they_are_left_in_peace_and_fed() -> None:
    s = bare()
    host(s, "2808", 2)
    assert most_recruits(s, 20) == 2
    assert most_recruits(s, 15) == 1
    assert most_recruits(s, 9) == 0
    s.turn_coat(LOYMARECH, KINGDOMS)
    s.put((piece("loymarech-infantry-1"),), hex_id("2708"))
    assert most_recruits(s, 20) == 0


def test_an_idle_vampire_makes_for_a_quiet_city_while_more_could_rise() -> None:
    s = bare()
    s.turn_coat(LOYMARECH, KINGDOMS)
    (vampire,) = host(s, "2807", 1)
    campaign = Campaign(Perception(s, NECROMANCER))
    place_vampires(campaign)
    assert campaign.goals == {}
    s.maximum = 2
    place_vampires(campaign)
    assert campaign.goals == {vampire: hex_id("2808")}


def test_a_march_that_cannot_begin_is_not_tried_again() -> None:
    s = loymarech_awake()
    (vampire,) = host(s, "2510", 1)
    start = hex_id("2510")
    captain = Captain(GAME)
    sight = Perception(s, NECROMANCER, BotMemory(GAME, captain.decide))
    plan = sight.mind.plan = MarchPlan(sight, Campaign(sight))
    plan.orders.append(MarchOrder(start, (vampire,), (hex_id("2014"),)))
    assert decide_march(sight, March(NECROMANCER, start, (vampire,)), [("halt", 0)]) == ("halt", 0)
    assert plan.orders == []


def test_the_cheapest_unit_is_lost_first() -> None:
    s = loymarech_awake()
    vampires = host(s, "2510", 2)
    lesser = piece("lesser-vampire-1")
    s.put((lesser,), hex_id("2510"))
    actions = [("lose", u) for u in (*vampires, lesser)]
    assert decide_loss(Perception(s, NECROMANCER), None, actions) == ("lose", lesser)


def test_fugitives_seek_the_strongest_host() -> None:
    s = loymarech_awake()
    host(s, "2510", 3)
    sight = Perception(s, NECROMANCER)
    assert shelter(sight, hex_id("2510")) > shelter(sight, hex_id("2511"))


def test_leaders_go_round_enemies() -> None:
    s = loymarech_awake()
    s.put((TOL_MORN,), hex_id("2510"))
    way = leader_way(Perception(s, NECROMANCER), TOL_MORN, hex_id("2608"))
    assert way is not None
    assert hex_id("2609") not in way


def test_a_beeline_is_a_shortest_way() -> None:
    start, goal = hex_id("2510"), hex_id("2514")
    way = beeline(EXITS[FREE], start, goal, set())
    assert len(way) == distances(goal)[start]
    assert beeline(EXITS[FREE], start, goal, {*way[:1], *EXITS[FREE][start]}) == ()


def test_padrech_shuns_the_bearer_of_loslom() -> None:
    s = loymarech_awake()
    paisach, loslom = piece("paisach"), piece("sword-loslom")
    s.put((paisach,), hex_id("2609"))
    s.bearer[loslom - piece("sword-famir")] = paisach
    s.where[loslom] = hex_id("2609")
    s.put((PADRECH,), hex_id("2510"))
    host(s, "2510", 6)
    assert all(each.hero != PADRECH for each in striking(s, NECROMANCER))


def test_padrech_hides_from_the_sword_that_ends_him_unless_his_host_is_strong() -> None:
    s = loymarech_awake()
    s.turn_coat(LAMMARECH, KINGDOMS)
    paisach, loslom = piece("paisach"), piece("sword-loslom")
    s.put((paisach,), hex_id("3007"))
    s.bearer[loslom - piece("sword-famir")] = paisach
    s.where[loslom] = hex_id("3007")
    host(s, "1610", 4)
    assert best_company(Campaign(Perception(s, NECROMANCER)), PADRECH) == BOX
    host(s, "1610", 5)
    assert best_company(Campaign(Perception(s, NECROMANCER)), PADRECH) == hex_id("1610")


def test_movement_ends_when_there_is_nothing_to_gain() -> None:
    s = loymarech_awake()
    s.phasing = KINGDOMS
    s.flow = [Movement(KINGDOMS)]
    assert Captain(GAME).decide(s, "Kingdoms") == ("end", 0)


def test_a_leader_who_cannot_go_from_the_box_stays_and_is_not_asked_again() -> None:
    s = loymarech_awake()
    captain = Captain(GAME)
    s.put((TOL_MORN,), BOX)
    sight = Perception(s, NECROMANCER, BotMemory(GAME, captain.decide))
    plan = sight.mind.plan = MarchPlan(sight, Campaign(sight))
    plan.leads[TOL_MORN] = hex_id("2609")
    plan.orders.append(MarchOrder(BOX, (TOL_MORN,), (hex_id("2609"),)))
    choices = [("to", hex_id("2510")), ("stay", 0)]
    assert decide_from_box(sight, FromBox(NECROMANCER, TOL_MORN), choices) == ("stay", 0)
    assert plan.orders == []


def test_a_march_whose_pieces_were_picked_in_vain_is_not_tried_for_ever() -> None:
    """A forced halt asks the captain nothing.

    It must notice that the pieces have not moved.
    """
    s = bare()
    (vampire,) = host(s, "2510", 1)
    start = hex_id("2510")
    sight = Perception(s, NECROMANCER, BotMemory(GAME, Captain(GAME).decide))
    plan = sight.mind.plan = MarchPlan(sight, Campaign(sight))
    plan.orders[:] = [MarchOrder(start, (vampire,), (hex_id("2609"),))]
    step = Movement(NECROMANCER)
    actions = [("stack", start), ("end", 0)]
    assert decide_movement(sight, step, actions) == decide_movement(sight, step, actions) == ("stack", start)
    picking = [("piece", vampire), ("halt", 0)]
    assert decide_march(sight, March(NECROMANCER, start), picking) == ("piece", vampire)
    assert decide_movement(sight, step, actions) == ("end", 0)
