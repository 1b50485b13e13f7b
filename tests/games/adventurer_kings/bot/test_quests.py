"""The captain's orders for Heroes: features, proposals, practice, and no idle phases."""

from __future__ import annotations

import msgspec
import pytest

from games.adventurer_kings.positions.captains import (
    CAPTAIN,
    KING,
    done,
    endow,
    led,
    lines,
    moves,
    natives,
    neighbours,
    quiet,
    year,
)
from games.adventurer_kings.positions.realm import at, know, own, put_feature, put_person, set_land
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import FREE, Lore, Proposal, RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.encounters.negotiating import BRING_GOLD, EXPLORE, RIDDLE
from palatine.games.adventurer_kings.state import State

# Errands


def feature(s: State, monster: str, number: int = 504, word: int = tables.WEAK) -> int:
    """Add a feature that the first King knows everything about; return its number."""
    found = put_feature(s, "Tomb", number, monster)
    species = tables.MONSTER_BY_NAME[monster] if monster else -1
    s.lore[0][found] = Lore(
        s.features[found].kind, at(s, number), species, word, True, turn=1, is_empty=not monster
    )
    return found


def test_a_hero_explores_what_is_not_known() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EX1")
    know(s, 0, 504, 0)
    assert done(s, hero, orders.Explore) == [orders.Explore()]


def test_a_fighter_searches_a_feature_whose_guardian_he_can_beat() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME4")
    weak = feature(s, "Skeleton Guard")
    (search,) = done(s, hero, orders.Search)
    assert search.feature == weak
    assert search.plan[-1] == orders.Scout()
    assert orders.Flee() in search.plan


def test_nobody_fights_a_dragon_for_its_gold() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME2")
    feature(s, "Great Wyrm", word=tables.VERY_POWERFUL)
    assert all(orders.Strike() not in search.plan for search in done(s, hero, orders.Search))


@pytest.mark.parametrize(
    ("made", "gold", "plan"),
    [
        (Proposal(1, 0, RIDDLE, text="shadow"), 0, (orders.Say("shadow"), orders.Flee())),
        (Proposal(1, 0, BRING_GOLD, amount=3), 20, (orders.Fulfil(), orders.Flee())),
        (Proposal(1, 0, EXPLORE), 0, (orders.Fulfil(), orders.Flee())),
    ],
)  # fmt: skip
def test_terms_that_are_met_are_claimed(made: Proposal, gold: int, plan: orders.Plan) -> None:
    s = quiet()
    s.set_kingdom(0, gold=gold)
    set_land(s, 504, types=())
    hero = put_person(s, "Hero", 0, 504)
    number = feature(s, "Lich", word=tables.POWERFUL)
    s.proposals.append(msgspec.structs.replace(made, feature=number, person=hero))
    assert orders.Search(number, plan) in year(s, hero)


def test_terms_that_are_not_met_are_not_claimed() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    number = feature(s, "Lich", word=tables.POWERFUL)
    s.proposals.append(Proposal(number, hero, BRING_GOLD, amount=30))
    assert all(orders.Fulfil() not in search.plan for search in done(s, hero, orders.Search))


def test_a_hero_who_came_into_the_realm_is_made_an_offer() -> None:
    s = quiet()
    s.set_kingdom(0, gold=20)
    set_land(s, 504, types=())
    own(s, 0, 505)
    hero = put_person(s, "Hero", 0, 504)
    stranger = put_person(s, "Stranger", FREE, 505)
    s.seen[0][stranger] = (at(s, 505), s.turn - 1, FREE)
    assert orders.Hire(stranger, 4) in year(s, hero)
    s.seen[0][stranger] = (at(s, 505), s.turn - 2, FREE)
    assert done(s, hero, orders.Hire) == []


# Study


def test_who_stands_for_an_office_practises_what_counts_for_it() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "DR2")
    teacher = put_person(s, "Teacher", 0, 504, "DR4 IL4")
    s.set_person(hero, aptitudes=(5,) * len(tables.ABILITIES))
    s.standings = [() for _ in s.seats]
    s.standings[0] = (RaceStanding(titles.PRIEST, hero, 2, 90),)
    assert orders.Practise("DR") in year(s, hero)
    assert orders.Practise("DR") in year(s, teacher)


def test_everybody_is_busy_all_year() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    assert len(year(s, KING)) == len(year(s, hero)) == 5


def test_idle_armies_gather_on_the_border_of_whom_they_may_have_to_fight() -> None:
    s = quiet()
    own(s, 0, 505, 506)
    set_land(s, 507, race=tables.HUMAN, types=(tables.LEGION,), tax=1)
    own(s, 1, 507)
    know(s, 0, 507, 1, terrain=tables.PLAIN, race=tables.HUMAN, owner=1, wealth=tables.POOR, seen=1)
    led(s, 2)
    assert moves(s, KING) == [505, 506]


def test_a_king_without_a_realm_looks_for_his_fortune() -> None:
    s = quiet()
    know(s, 0, 504, 0, owner=1)
    s.owners[at(s, 504)] = 1
    assert orders.Explore() in year(s, KING)


def test_in_europe_it_tells_its_neighbours_what_to_expect() -> None:
    for scenario, letters in (("europe", 1), ("standard", 0)):
        s = GAME.setup(scenario=scenario, seats=("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"), seed=b"letters")
        sheet = CAPTAIN.decide(s, "K2")
        assert sum(isinstance(each, orders.Contact) for each in sheet.orders) == letters
        assert GAME.parse(GAME.write(sheet)) == sheet


def test_it_reckons_only_with_alignments_it_has_been_told_of() -> None:
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    endow(s, KING, "MA4 TA2")
    s.set_kingdom(2, alignment=tables.GOOD)
    before = lines(s)
    s.set_kingdom(2, alignment=tables.UNDEAD)
    assert lines(s) == before
    s.set_kingdom(0, neighbours_told=(2,))
    assert lines(s) != before
