"""The captain: legal, blind to what lies face down, quick to see a sure thing, and better than chance."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from games.dark_emperor.loslon import KINGDOMS, NECROMANCER, bare, hex_id, piece
from palatine.core import steps_of
from palatine.games.dark_emperor import bot
from palatine.games.dark_emperor.bot import THOUGHTS, Captain
from palatine.games.dark_emperor.bot_aims import Aims
from palatine.games.dark_emperor.bot_campaign import Campaign, Order
from palatine.games.dark_emperor.bot_foreseeing import Mind, choose
from palatine.games.dark_emperor.bot_losing import lose, shelter
from palatine.games.dark_emperor.bot_marching import from_box, march
from palatine.games.dark_emperor.bot_nesting import broods, nest
from palatine.games.dark_emperor.bot_odds import outlook
from palatine.games.dark_emperor.bot_orders import Plan
from palatine.games.dark_emperor.bot_sight import Sight
from palatine.games.dark_emperor.bot_standing import farness, kingdom_standing, standing
from palatine.games.dark_emperor.bot_striking import strike, toll
from palatine.games.dark_emperor.bot_ways import beeline, distances, leader_way
from palatine.games.dark_emperor.exits import EXITS, FREE
from palatine.games.dark_emperor.forces import PADRECH, TOL_MORN
from palatine.games.dark_emperor.movement import FromBox, March, Movement
from palatine.games.dark_emperor.referee import CHAPTERS, GAME
from palatine.games.dark_emperor.state import BOX
from palatine.games.dark_emperor.world import CITY_HEXES, LOYMARECH
from palatine.players import Recruit

INDIFFERENT = {"Aboard", "Shore", "ChooseGoal"}
"""Steps where one choice is as good as another."""


def game(bots: dict[str, Any], seed: int, turns: int) -> Any:
    """A match after so many game-turns, every answer of a captain checked."""
    state = GAME.setup(seed=b"captain %d" % seed)
    while state.flow and state.turn <= turns:
        (seat,) = GAME.actors(state)
        action = bots[seat].decide(state, seat)
        if isinstance(bots[seat], Captain):
            assert action in GAME.actions(state, seat)
        GAME.take(state, seat, action)
    return state


def test_a_thought_for_every_step_that_asks() -> None:
    asking = {step for step in steps_of(CHAPTERS) if step.asks}
    assert {step.__name__ for step in asking - set(THOUGHTS)} == INDIFFERENT


@pytest.mark.parametrize("path", sorted(Path(bot.__file__).parent.glob("bot*.py")), ids=lambda path: path.stem)
def test_what_lies_face_down_is_never_looked_up(path: Path) -> None:
    """Of the markers the captain asks only where they are."""
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


# What he reckons with


def test_overwhelming_odds_win_without_loss() -> None:
    fate = outlook(6, 4, 2)
    assert (fate.wins, fate.own, fate.routed) == (pytest.approx(1), 0, 0)


def test_hopeless_odds_end_in_a_rout() -> None:
    fate = outlook(-8, 3, 3)
    assert (fate.wins, fate.routed) == (0, pytest.approx(1))


def test_a_lone_unit_is_lost_on_every_other_short_march() -> None:
    chances = {lost: chance for chance, lost in toll(6, 1)}
    assert chances[1] == pytest.approx(1 / 2)


def test_the_last_blow_outweighs_everything() -> None:
    s = bare()
    s.finish(("Necromancer",), "empire-conquered", "20.2")
    assert standing(s) == 1000


def test_plans_are_weighed_with_the_same_dice() -> None:
    asked: list[tuple[str, int]] = []

    def plan(name: str, value: float) -> Any:
        def dream(number: int) -> float:
            asked.append((name, number))
            return value

        return dream

    assert choose([plan("poor", 1.0), plan("good", 2.0), plan("bad", 0.0)]) == 1
    assert {n for name, n in asked if name == "good"} >= {n for name, n in asked if name == "bad"}


# What he does


def host(s: Any, where: str, count: int) -> tuple[int, ...]:
    """So many Greater Vampires in a hex."""
    vampires = tuple([piece(f"greater-vampire-{k + 1}") for k in range(count)])
    s.put(vampires, hex_id(where))
    return vampires


def striking(s: Any, side: int, *quarry: int) -> list[Any]:
    """The strikes a side plans."""
    sight = Sight(s, side)
    return strike(Campaign(sight, frozenset(quarry)), Aims(sight, frozenset(quarry)))


def at_war() -> Any:
    """Loymarech awake, with a lone infantry unit in Loymar."""
    s = bare()
    s.turn_coat(LOYMARECH, KINGDOMS)
    s.put((piece("loymarech-infantry-1"),), hex_id("2609"))
    return s


def test_a_weakly_held_city_in_reach_is_struck_in_strength() -> None:
    s = at_war()
    host(s, "2510", 9)
    found = {each.hex: each for each in striking(s, NECROMANCER)}
    assert len(found[hex_id("2609")].units) >= 2


def test_one_vampire_is_not_thrown_away() -> None:
    s = at_war()
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
    assert kingdom_standing(s, LOYMARECH, 4 / 14) == 0 > kingdom_standing(s, LOYMARECH, 12 / 14)


def test_troops_near_a_city_to_be_won_are_worth_more_than_far_ones() -> None:
    s = at_war()
    near = hex_id("2510")
    host(s, "2510", 2)
    wanted = min(distances(near)[h] for k in range(len(CITY_HEXES)) for h in CITY_HEXES[k])
    assert farness(s) == 6 * wanted


def test_vampires_rise_where_they_are_left_in_peace_and_fed() -> None:
    s = bare()
    host(s, "2808", 2)
    assert broods(s, 20) == 2
    assert broods(s, 15) == 1
    assert broods(s, 9) == 0
    s.turn_coat(LOYMARECH, KINGDOMS)
    s.put((piece("loymarech-infantry-1"),), hex_id("2708"))
    assert broods(s, 20) == 0


def test_an_idle_vampire_makes_for_a_quiet_city_while_more_could_rise() -> None:
    s = bare()
    s.turn_coat(LOYMARECH, KINGDOMS)
    (vampire,) = host(s, "2807", 1)
    campaign = Campaign(Sight(s, NECROMANCER))
    nest(campaign)
    assert campaign.goals == {}
    s.maximum = 2
    nest(campaign)
    assert campaign.goals == {vampire: hex_id("2808")}


def test_a_march_that_cannot_begin_is_not_tried_again() -> None:
    s = at_war()
    (vampire,) = host(s, "2510", 1)
    start = hex_id("2510")
    captain = Captain(GAME)
    sight = Sight(s, NECROMANCER, Mind(GAME, captain.decide))
    plan = sight.mind.plan = Plan(sight, Campaign(sight))
    plan.orders.append(Order(start, (vampire,), (hex_id("2014"),)))
    assert march(sight, March(NECROMANCER, start, (vampire,)), [("halt", 0)]) == ("halt", 0)
    assert plan.orders == []


def test_the_cheapest_unit_is_lost_first() -> None:
    s = at_war()
    vampires = host(s, "2510", 2)
    lesser = piece("lesser-vampire-1")
    s.put((lesser,), hex_id("2510"))
    actions = [("lose", u) for u in (*vampires, lesser)]
    assert lose(Sight(s, NECROMANCER), None, actions) == ("lose", lesser)


def test_fugitives_seek_the_strongest_host() -> None:
    s = at_war()
    host(s, "2510", 3)
    sight = Sight(s, NECROMANCER)
    assert shelter(sight, hex_id("2510")) > shelter(sight, hex_id("2511"))


def test_leaders_go_round_enemies() -> None:
    s = at_war()
    s.put((TOL_MORN,), hex_id("2510"))
    way = leader_way(Sight(s, NECROMANCER), TOL_MORN, hex_id("2608"))
    assert way is not None
    assert hex_id("2609") not in way


def test_a_beeline_is_a_shortest_way() -> None:
    start, goal = hex_id("2510"), hex_id("2514")
    way = beeline(EXITS[FREE], start, goal, set())
    assert len(way) == distances(goal)[start]
    assert beeline(EXITS[FREE], start, goal, {*way[:1], *EXITS[FREE][start]}) == ()


def test_padrech_shuns_the_bearer_of_loslom() -> None:
    s = at_war()
    paisach, loslom = piece("paisach"), piece("sword-loslom")
    s.put((paisach,), hex_id("2609"))
    s.bearer[loslom - piece("sword-famir")] = paisach
    s.where[loslom] = hex_id("2609")
    s.put((PADRECH,), hex_id("2510"))
    host(s, "2510", 6)
    assert all(each.hero != PADRECH for each in striking(s, NECROMANCER))


def test_movement_ends_when_there_is_nothing_to_gain() -> None:
    s = at_war()
    s.phasing = KINGDOMS
    s.flow = [Movement(KINGDOMS)]
    assert Captain(GAME).decide(s, "Kingdoms") == ("end", 0)


def test_a_leader_who_cannot_go_from_the_box_stays_and_is_not_asked_again() -> None:
    s = at_war()
    captain = Captain(GAME)
    s.put((TOL_MORN,), BOX)
    sight = Sight(s, NECROMANCER, Mind(GAME, captain.decide))
    plan = sight.mind.plan = Plan(sight, Campaign(sight))
    plan.leads[TOL_MORN] = hex_id("2609")
    plan.orders.append(Order(BOX, (TOL_MORN,), (hex_id("2609"),)))
    assert from_box(sight, FromBox(NECROMANCER, TOL_MORN), [("to", hex_id("2510")), ("stay", 0)]) == ("stay", 0)
    assert plan.orders == []
