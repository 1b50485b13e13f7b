"""The captain in the races for offices, by clause (10.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.bot.test_quests import feature
from games.adventurer_kings.positions.captains import KING, done, endow, led, quiet
from games.adventurer_kings.positions.realm import at, know, own, put_army, put_item, put_person, sea, set_land
from palatine.games.adventurer_kings.bot.captain import Captain
from palatine.games.adventurer_kings.bot.parameters import GROWTH, MERIT, CaptainParameters
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def stand(s: State, office: int, n: int, rank: int = 2, share: int = 90) -> None:
    """Tell the first King that a character is the best candidate for an office."""
    s.standings = [(RaceStanding(office, n, rank, share),), *[()] * (len(s.seats) - 1)]


def praise(s: State, n: int, office: int, points: int) -> None:
    """Give a character merit in an office, which is stored in half points."""
    s.merit[n] = tuple(2 * points * (each == office) for each in range(len(titles.OFFICES)))


@pytest.mark.clause("AK-10.1-01")
@pytest.mark.parametrize(("share", "spent"), [(100, False), (99, True)], ids=["tied", "behind"])
def test_in_the_last_year_a_king_with_a_tied_candidate_keeps_the_gold(share: int, spent: bool) -> None:
    s = quiet()
    s.turn = s.options["turns"] = 9
    s.set_kingdom(0, gold=20, opening_gold=20)
    led(s, 1)
    hero = put_person(s, "Hero", 0, 504)
    stand(s, titles.CHANCELLOR, hero, share=share)
    assert bool(done(s, KING, orders.Recruit) + done(s, hero, orders.Recruit)) == spent


@pytest.mark.clause("AK-10.1-07")
@pytest.mark.parametrize(("points", "fights"), [(0, True), (100, False)])
def test_a_candidate_with_much_merit_does_not_risk_it_in_a_fight(points: int, fights: bool) -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME3")
    feature(s, "Amazon Champion")
    stand(s, titles.CHANCELLOR, hero, rank=1, share=100)
    praise(s, hero, titles.CHANCELLOR, points)
    strikes = [orders.Strike() in search.plan for search in done(s, hero, orders.Search)]
    assert any(strikes) == fights


@pytest.mark.parametrize(
    ("office", "ability"),
    [
        pytest.param(titles.CHANCELLOR, "SA", marks=pytest.mark.clause("AK-10.1-09")),
        pytest.param(titles.ADMIRAL, "NA", marks=pytest.mark.clause("AK-10.1-12")),
        pytest.param(titles.PRIEST, "WH", marks=pytest.mark.clause("AK-10.1-15")),
        pytest.param(titles.ARCHMAGE, "IL", marks=pytest.mark.clause("AK-10.1-16")),
    ],
)
def test_a_candidate_practises_with_a_teacher_what_the_office_counts(office: int, ability: str) -> None:
    """Without the race it practises another ability of the same teacher."""

    def practised(office: int) -> list[str]:
        s = quiet()
        s.set_person(KING, place=at(s, 506))
        hero = put_person(s, "Hero", 0, 504)
        other, known = {"SA": ("WH", 0), "NA": ("DR", 0), "WH": ("TA", 0), "IL": ("MA", 3)}[ability]
        endow(s, hero, f"{other}{known}")
        put_person(s, "Teacher", 0, 504, f"{ability}4 {other}4")
        stand(s, office, hero)
        return [each.ability for each in done(s, hero, orders.Practise)][:1]

    assert practised(titles.TREASURER) != [ability]
    assert practised(office) == [ability]


@pytest.mark.clause("AK-10.1-12")
@pytest.mark.clause("AK-10.1-13")
@pytest.mark.parametrize(("aim", "goal"), [(GROWTH, 503), (MERIT, 505)])
def test_in_the_race_for_grand_admiral_ships_go_to_the_rich_sea(aim: str, goal: int) -> None:
    s = quiet()
    for number, tax in ((505, 2), (503, 1), (502, 1)):
        sea(s, number)
        set_land(s, number, terrain=tables.SEA, tax=tax)
        know(s, 0, number)
    hero = put_person(s, "Hero", 0, 504)
    put_army(s, "FL", 0, 504, hero)
    stand(s, titles.ADMIRAL, hero)
    sheet = Captain(GAME, CaptainParameters(aim=aim)).decide(s, s.seats[0])
    acts = [each.action for each in sheet.orders if isinstance(each, orders.Act) and each.character == hero]
    assert next(each.to for each in acts if isinstance(each, orders.Move)) == goal


@pytest.mark.clause("AK-10.1-15")
@pytest.mark.parametrize(("office", "blesses"), [(titles.CHANCELLOR, False), (titles.PRIEST, True)])
def test_the_candidate_for_high_priest_blesses_land_without_taxes(office: int, blesses: bool) -> None:
    s = quiet()
    set_land(s, 504, tax=0)
    own(s, 0, 505)
    set_land(s, 505, tax=0)
    hero = put_person(s, "Hero", 0, 504, "WH3")
    stand(s, office, hero)
    blessed = [each for each in done(s, hero, orders.CastSpell) if each.spell.endswith("BL")]
    assert bool(blessed) == blesses


@pytest.mark.clause("AK-10.1-16")
@pytest.mark.parametrize("share", [10, 90])
def test_items_that_cast_spells_are_given_to_the_candidate_for_arch_mage(share: int) -> None:
    s = quiet()
    hero, helper = put_person(s, "Hero", 0, 504, "IL2"), put_person(s, "Helper", 0, 504)
    bell = put_item(s, "Grave Bell", helper)
    put_item(s, "Grave Bell", hero)
    stand(s, titles.ARCHMAGE, hero, share=share)
    assert done(s, helper, orders.Give) == ([orders.Give(hero, bell)] if share == 90 else [])
    assert done(s, hero, orders.Give) == []
    s.set_person(hero, place=at(s, 506))
    assert done(s, helper, orders.Give) == []


@pytest.mark.clause("AK-10.1-14")
@pytest.mark.parametrize("strong", ["Minotaur", "Giant"])
def test_of_two_guardians_that_can_be_beaten_the_one_with_more_hit_points_is_fought(strong: str) -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "ME5")
    feature(s, "Skeleton Guard")
    greater = feature(s, strong)
    assert [search.feature for search in done(s, hero, orders.Search)][:1] == [greater]


@pytest.mark.clause("AK-10.1-14")
def test_of_two_raiders_the_one_with_more_hit_points_is_talked_to() -> None:
    s = quiet()
    s.turn = 6
    hero = put_person(s, "Hero", 0, 504, "DR5")
    feature(s, "Imp")
    greater = feature(s, "Demon Prince")
    search = done(s, hero, orders.Search)[0]
    assert search.feature == greater
    assert search.plan == (orders.Talk(), orders.Flee())
