"""What the captain has his people do, piece by piece: war, money, magic, errands, ships, talks, votes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.adventurer_kings.positions.realm import (
    at,
    know,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    set_land,
    skills,
)
from palatine.games.adventurer_kings.bot.captain import Captain
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, FREE, NATIVE, PEACE, Lore, Proposal, Standing
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.encounters.negotiating import BRING_GOLD, EXPLORE, RIDDLE
from palatine.games.adventurer_kings.state import State

CAPTAIN = Captain(GAME)
KING = 1
"""The number of the first seat's King."""


def lines(s: State, seat: int = 0) -> list[o.Line]:
    return list(CAPTAIN.decide(s, s.seats[seat]).orders)


def year(s: State, n: int, seat: int = 0) -> list[o.Action]:
    """What somebody is to do, phase by phase."""
    acts = {each.phase: each.action for each in lines(s, seat) if isinstance(each, o.Act) and each.character == n}
    return [acts[phase] for phase in sorted(acts)]


def moves(s: State, n: int) -> list[int]:
    return [action.to for action in year(s, n) if isinstance(action, o.Move)]


def done(s: State, n: int, kind: type) -> list[Any]:
    return [action for action in year(s, n) if isinstance(action, kind)]


def natives(s: State, number: int, count: int = 1, tax: int = 5, **changes: Any) -> None:
    """A province of Humans that the first King has seen from next door, with so many defenders."""
    set_land(s, number, race=c.HUMAN, types=(c.LEGION,), tax=tax, **changes)
    for _ in range(count):
        put_army(s, "LE", NATIVE, number)
    land = s.lands[at(s, number)]
    know(s, 0, number, 1, terrain=land.terrain, race=c.HUMAN, owner=NATIVE, wealth=c.wealth(tax), seen=1)


def led(s: State, count: int, code: str = "LE", leader: int = KING, number: int = 504) -> list[int]:
    return [put_army(s, code, 0, number, leader) for _ in range(count)]


def endow(s: State, n: int, levels: str) -> None:
    s.set_person(n, levels=skills(levels), aptitudes=(5,) * len(c.ABILITIES))


def quiet(kings: int = 2) -> State:
    """A King at home without gold or armies, and nothing known around him."""
    s = new_state(kings=kings)
    s.set_kingdom(0, gold=0, opening_gold=0)
    return s


# Founding


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_its_kings_are_as_the_rules_want_them(scenario: Any) -> None:
    for seats in scenario.tables:
        s = GAME.setup(scenario=scenario.name, seats=seats, seed=b"kings")
        for seat in seats:
            assert GAME.check(s, seat, CAPTAIN.decide(s, seat)) == []


def test_a_table_of_captains_has_every_alignment_and_several_races() -> None:
    seats = GAME.scenarios[0].tables[-1]
    s = GAME.setup(seats=seats, seed=b"kings")
    kings = [next(iter(CAPTAIN.decide(s, seat).orders)) for seat in seats]
    assert all(isinstance(king, o.KingLine) for king in kings)
    chosen = [king.alignment for king in kings if isinstance(king, o.KingLine)]
    assert set(chosen) == set(c.ALIGNMENTS)
    assert chosen.count("divine") == chosen.count("undead") == 1
    assert len({king.race for king in kings if isinstance(king, o.KingLine)}) >= 3


# War


def test_it_conquers_what_it_can_beat() -> None:
    s = quiet()
    natives(s, 505)
    led(s, 4)
    assert moves(s, KING)[0] == 505


def test_it_leaves_alone_what_is_too_strong() -> None:
    s = quiet()
    natives(s, 505, count=3, tax=10)
    led(s, 1)
    assert moves(s, KING) == []


def test_with_two_to_choose_from_it_takes_the_richer() -> None:
    s = quiet()
    natives(s, 505, tax=3)
    natives(s, 503, tax=6)
    led(s, 6)
    assert moves(s, KING)[0] == 503


def test_a_forced_march_takes_two_provinces_in_a_year() -> None:
    s = quiet()
    natives(s, 505)
    natives(s, 506)
    led(s, 8)
    assert moves(s, KING) == [505]
    endow(s, KING, "MA2")
    assert moves(s, KING) == [505, 506]


def test_it_does_not_march_into_a_neutral_kings_land() -> None:
    s = quiet()
    set_land(s, 505, race=c.HUMAN, types=(c.LEGION,), tax=9)
    own(s, 1, 505)
    know(s, 0, 505, 1, terrain=c.PLAIN, race=c.HUMAN, owner=1, wealth=c.RICH, seen=1)
    led(s, 8)
    assert moves(s, KING) == []
    relate(s, 0, 1, ENEMY)
    assert moves(s, KING)[0] == 505


def test_a_general_without_anything_to_conquer_takes_over_idle_armies_next_to_him() -> None:
    s = quiet()
    natives(s, 505, count=3, tax=8)
    led(s, 3)
    assert moves(s, KING) == []
    hero = put_person(s, "Hero", 0, 504)
    more = led(s, 3, leader=hero)
    assert year(s, KING)[:2] == [o.PickUp(tuple(more)), o.Move(505)]


# Money


def test_it_levies_what_it_can_pay() -> None:
    s = quiet()
    assert done(s, KING, o.Recruit) == []
    s.set_kingdom(0, gold=10)
    natives(s, 505)
    (levy,) = done(s, KING, o.Recruit)
    assert levy.leader == KING
    assert 1 <= len(levy.types) <= 4


def test_what_cannot_be_paid_is_disbanded_late_in_the_year() -> None:
    s = quiet()
    set_land(s, 504, tax=2)
    worst = led(s, 4)
    s.set_army(worst[2], quality=c.GREEN)
    last = year(s, KING)[-1]
    assert isinstance(last, o.Disband)
    assert worst[2] in last.armies
    assert len(last.armies) == 3


# Watch and ward


def test_somebody_looks_over_the_border_at_the_end_of_the_year() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    spies = [n for n in (KING, hero) if isinstance(year(s, n)[-1], o.Spy)]
    assert len(spies) == 1


def war_next_door(s: State, number: int = 506) -> None:
    """An enemy King's land, two provinces away, too strong to attack."""
    set_land(s, number, race=c.HUMAN, types=(c.LEGION,), tax=9)
    own(s, 1, number)
    know(s, 0, number, 1, terrain=c.PLAIN, race=c.HUMAN, owner=1, wealth=c.RICH, seen=1)
    relate(s, 0, 1, ENEMY)


def test_an_idle_general_defends_when_there_is_an_enemy() -> None:
    s = quiet()
    led(s, 1)
    assert done(s, KING, o.Defend) == []
    war_next_door(s)
    assert done(s, KING, o.Defend) == [o.Defend()]


def test_a_bare_capital_gets_garrisons_when_there_is_an_enemy() -> None:
    s = quiet()
    s.set_kingdom(0, gold=6)
    set_land(s, 504, types=())
    assert done(s, KING, o.Recruit) == []
    war_next_door(s)
    assert done(s, KING, o.Recruit) == [o.Recruit(("GA", "GA"))]


# Single combat


def special(s: State, n: int) -> o.Plan:
    return next(each.plan for each in lines(s) if isinstance(each, o.Special) and each.character == n)


def test_a_commander_who_can_fight_challenges() -> None:
    s = quiet()
    s.set_kingdom(0, alignment=c.GOOD)
    s.set_person(KING, alignment=c.GOOD, temper=c.CAUTIOUS)
    led(s, 1)
    assert o.Flee() in special(s, KING)
    assert special(s, KING)[0] != o.Flee()
    endow(s, KING, "ME1")
    assert special(s, KING) == (o.Strike(),)


def test_who_travels_alone_and_cannot_fight_gets_out_of_the_way() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    assert special(s, hero)[0] == o.Flee()
    endow(s, hero, "ME3")
    assert special(s, hero)[0] == o.Strike()


# Magic


def test_it_blesses_its_richest_land() -> None:
    s = quiet()
    set_land(s, 505, tax=12)
    own(s, 0, 505)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert done(s, hero, o.CastSpell) == [o.CastSpell("WH-BL", 505)]


def test_a_speaker_heartens_the_troops_of_whom_he_stands_beside_if_they_march() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "PS2")
    led(s, 4)
    assert done(s, hero, o.CastSpell) == []
    natives(s, 505)
    assert year(s, hero)[0] == o.CastSpell("PS-OR", KING)
    assert year(s, KING)[0] == o.Move(505)


def test_with_a_speaker_at_his_side_a_general_dares_more() -> None:
    s = quiet()
    natives(s, 505, count=2)
    led(s, 3)
    assert moves(s, KING) == []
    put_person(s, "Hero", 0, 504, "PS4")
    assert moves(s, KING) == [505]


def test_a_necromancer_raises_those_who_fell_in_a_new_land() -> None:
    s = quiet()
    s.set_kingdom(0, gold=30)
    own(s, 0, 505)
    know(s, 0, 505, 25)
    hero = put_person(s, "Hero", 0, 505, "NE1")
    assert o.CastSpell("NE-SK") in year(s, hero)
    s.set_kingdom(0, gold=0)
    assert o.CastSpell("NE-SK") not in year(s, hero)


def test_an_elementalist_shakes_an_enemys_land_and_no_other() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL1")
    war_next_door(s, 505)
    assert o.CastSpell("EL-EA", 505) in year(s, hero)
    relate(s, 0, 1, PEACE)
    assert done(s, hero, o.CastSpell) == []


def test_a_white_magician_calls_back_a_dead_comrade_where_he_fell() -> None:
    s = quiet()
    dead = put_person(s, "Dead", 0, 504, died=1)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert year(s, hero)[0] == o.CastSpell("WH-RE", dead)


def test_the_old_king_is_called_back_before_his_heir_is_endowed() -> None:
    s = quiet()
    old = put_person(s, "Old", 0, 504, "TA5 MA5", is_king=True, died=1)
    s.set_kingdom(0, old=old, awaits_levels=True)
    assert any(isinstance(each, o.Heir) for each in lines(s))
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert not any(isinstance(each, o.Heir) for each in lines(s))
    assert o.CastSpell("WH-RE", KING) in year(s, hero)


# Errands


def feature(s: State, monster: str, number: int = 504, word: int = c.WEAK) -> int:
    """A feature the first King knows all about."""
    found = put_feature(s, "Tomb", number, monster)
    species = c.MONSTER_BY_NAME[monster] if monster else -1
    s.lore[0][found] = Lore(
        s.features[found].kind, at(s, number), species, word, True, turn=1, is_empty=not monster
    )
    return found


def test_a_hero_explores_what_is_not_known() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EX1")
    know(s, 0, 504, 0)
    assert done(s, hero, o.Explore) == [o.Explore()]


def test_a_fighter_searches_a_feature_whose_guardian_he_can_beat() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME4")
    weak = feature(s, "Skeleton Guard")
    (search,) = done(s, hero, o.Search)
    assert search.feature == weak
    assert search.plan[-1] == o.Scout()
    assert o.Flee() in search.plan


def test_nobody_fights_a_dragon_for_its_gold() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME2")
    feature(s, "Great Wyrm", word=c.VERY_POWERFUL)
    assert all(o.Strike() not in search.plan for search in done(s, hero, o.Search))


@pytest.mark.parametrize(
    ("made", "gold", "plan"),
    [
        (Proposal(1, 0, RIDDLE, text="shadow"), 0, (o.Say("shadow"), o.Flee())),
        (Proposal(1, 0, BRING_GOLD, amount=3), 20, (o.Fulfil(), o.Flee())),
        (Proposal(1, 0, EXPLORE), 0, (o.Fulfil(), o.Flee())),
    ],
)  # fmt: skip
def test_terms_that_are_met_are_claimed(made: Proposal, gold: int, plan: o.Plan) -> None:
    s = quiet()
    s.set_kingdom(0, gold=gold)
    set_land(s, 504, types=())
    hero = put_person(s, "Hero", 0, 504)
    number = feature(s, "Lich", word=c.POWERFUL)
    s.proposals.append(msgspec.structs.replace(made, feature=number, person=hero))
    assert o.Search(number, plan) in year(s, hero)


def test_terms_that_are_not_met_are_not_claimed() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    number = feature(s, "Lich", word=c.POWERFUL)
    s.proposals.append(Proposal(number, hero, BRING_GOLD, amount=30))
    assert all(o.Fulfil() not in search.plan for search in done(s, hero, o.Search))


def test_a_hero_who_came_into_the_realm_is_made_an_offer() -> None:
    s = quiet()
    s.set_kingdom(0, gold=20)
    set_land(s, 504, types=())
    own(s, 0, 505)
    hero = put_person(s, "Hero", 0, 504)
    stranger = put_person(s, "Stranger", FREE, 505)
    s.seen[0][stranger] = (at(s, 505), s.turn - 1, FREE)
    assert o.Hire(stranger, 4) in year(s, hero)
    s.seen[0][stranger] = (at(s, 505), s.turn - 2, FREE)
    assert done(s, hero, o.Hire) == []


# Ships


def port() -> State:
    s = quiet()
    sea(s, 404, 503)
    for number in (404, 503):
        know(s, 0, number, 1, terrain=c.SEA, race=-1, owner=NATIVE, wealth=c.POOR, seen=1)
    return s


def test_a_hero_takes_the_kings_ships_to_sea() -> None:
    s = port()
    (ship,) = led(s, 1, "FL")
    led(s, 2)
    hero = put_person(s, "Hero", 0, 504)
    acts = year(s, hero)
    assert acts[0] == o.PickUp((ship,))
    assert isinstance(acts[1], o.Move)
    assert acts[1].to in (404, 503)


def test_without_a_hero_the_ships_stay_in_port_and_the_troops_march() -> None:
    s = port()
    natives(s, 505)
    (ship,) = led(s, 1, "FL")
    led(s, 6)
    acts = year(s, KING)
    assert acts[0] == o.Leave((ship,))
    assert o.Move(505) in acts


# Treaties


def neighbours(kings: int = 3) -> State:
    """Two neutral Kings next door to the first, each with a province that he knows; all of one mind."""
    s = quiet(kings)
    for seat, number in ((1, 505), (2, 503)):
        set_land(s, number, race=c.HUMAN, types=(c.LEGION,), tax=6)
        own(s, seat, number)
        know(s, 0, number, 1, terrain=c.PLAIN, race=c.HUMAN, owner=seat, wealth=c.PROSPEROUS, seen=1)
    led(s, 8)
    return s


def said(s: State, kind: type) -> list[Any]:
    return [each for each in lines(s) if isinstance(each, kind)]


def test_when_there_is_nothing_left_to_conquer_it_breaks_with_one_neighbour() -> None:
    s = neighbours()
    assert len(said(s, o.BreakTreaty)) == 1


def test_while_natives_are_left_it_keeps_the_peace() -> None:
    s = neighbours()
    endow(s, KING, "MA4 TA2")
    natives(s, 404)
    natives(s, 604)
    assert said(s, o.BreakTreaty) == []


def test_it_breaks_with_the_weaker_and_with_those_of_another_mind() -> None:
    s = neighbours()
    for number in (502, 403, 402):
        set_land(s, number, race=c.HUMAN, types=(c.LEGION,), tax=9)
        own(s, 2, number)
        know(s, 0, number, 1, terrain=c.PLAIN, race=c.HUMAN, owner=2, wealth=c.RICH, seen=1)
    s.set_kingdom(1, alignment=c.UNDEAD)
    assert said(s, o.BreakTreaty) == [o.BreakTreaty(2)]


def test_it_wants_peace_with_every_enemy_but_one() -> None:
    s = neighbours()
    relate(s, 0, 1, ENEMY)
    relate(s, 0, 2, ENEMY)
    assert said(s, o.BreakTreaty) == []
    assert len(said(s, o.Treat)) == 1


def test_it_seeks_the_alliance_of_every_neighbour_but_the_one_it_may_have_to_fight() -> None:
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    endow(s, KING, "MA4 TA2")
    assert said(s, o.Treat) == [o.Treat(3)]
    s.set_kingdom(2, alignment=c.UNDEAD)
    assert said(s, o.Treat) == [o.Treat(3)]
    s.set_kingdom(0, neighbours_told=(2,))
    assert said(s, o.Treat) == []


# The crown


def standing(s: State, office: int, rank: int, share: int) -> None:
    s.standings = s.standings or [() for _ in s.seats]
    s.standings[0] = (*s.standings[0], Standing(office, KING, rank, share))


def test_it_votes_for_itself_while_it_leads() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 1, 100)
    assert said(s, o.Vote) == [o.Vote(1)]


def test_hopelessly_behind_it_votes_for_a_great_king_whose_rule_costs_little() -> None:
    s = neighbours()
    s.set_kingdom(1, alignment=c.UNDEAD)
    s.set_kingdom(0, neighbours_told=(1,))
    s.is_voting = True
    standing(s, titles.EMPEROR, 9, 10)
    assert said(s, o.Vote) == [o.Vote(3)]


def test_who_is_second_denies_the_first_his_vote_until_the_world_is_weary() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 2, 80)
    assert said(s, o.Vote) == [o.Vote(1)]
    s.turn = 29
    assert said(s, o.Vote) != [o.Vote(1)]


def test_who_wins_by_his_offices_is_content_with_another_emperor() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 2, 80)
    s.set_kingdom(0, alignment=c.GOOD)
    for office in (titles.CHANCELLOR, titles.MARSHAL, titles.PRIEST, titles.ARCHMAGE, titles.DEFENDER):
        standing(s, office, 1, 100)
    assert said(s, o.Vote) != [o.Vote(1)]


def test_it_calls_for_an_election_when_it_may_win_and_late_in_any_case() -> None:
    s = neighbours()
    assert said(s, o.CallElection) == []
    s.turn = 25
    assert said(s, o.CallElection) == [o.CallElection()]


# Study


def test_who_stands_for_an_office_practises_what_counts_for_it() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "DR2")
    teacher = put_person(s, "Teacher", 0, 504, "DR4 IL4")
    s.set_person(hero, aptitudes=(5,) * len(c.ABILITIES))
    s.standings = [() for _ in s.seats]
    s.standings[0] = (Standing(titles.PRIEST, hero, 2, 90),)
    assert o.Practise("DR") in year(s, hero)
    assert o.Practise("DR") in year(s, teacher)


def test_everybody_is_busy_all_year() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    assert len(year(s, KING)) == len(year(s, hero)) == 5


def test_idle_armies_gather_on_the_border_of_whom_they_may_have_to_fight() -> None:
    s = quiet()
    own(s, 0, 505, 506)
    set_land(s, 507, race=c.HUMAN, types=(c.LEGION,), tax=1)
    own(s, 1, 507)
    know(s, 0, 507, 1, terrain=c.PLAIN, race=c.HUMAN, owner=1, wealth=c.POOR, seen=1)
    led(s, 2)
    assert moves(s, KING) == [505, 506]


def test_a_king_without_a_realm_looks_for_his_fortune() -> None:
    s = quiet()
    know(s, 0, 504, 0, owner=1)
    s.owners[at(s, 504)] = 1
    assert o.Explore() in year(s, KING)


def test_in_europe_it_tells_its_neighbours_what_to_expect() -> None:
    for scenario, letters in (("europe", 1), ("standard", 0)):
        s = GAME.setup(scenario=scenario, seats=("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"), seed=b"letters")
        sheet = CAPTAIN.decide(s, "K2")
        assert sum(isinstance(each, o.Contact) for each in sheet.orders) == letters
        assert GAME.parse(GAME.write(sheet)) == sheet


def test_it_reckons_only_with_alignments_it_has_been_told_of() -> None:
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    endow(s, KING, "MA4 TA2")
    s.set_kingdom(2, alignment=c.GOOD)
    before = lines(s)
    s.set_kingdom(2, alignment=c.UNDEAD)
    assert lines(s) == before
    s.set_kingdom(0, neighbours_told=(2,))
    assert lines(s) != before
