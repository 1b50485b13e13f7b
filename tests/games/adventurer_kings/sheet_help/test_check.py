"""Checks of sheets line by line, from what their King knows (3, 5, 11.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    know,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
)
from palatine.core import Problem, RejectedSheet
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, Lore
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.state import State

KING, FALK, RURIK = 1, 4, 5


def a_realm() -> State:
    """Return a match with King 1, the Hero Falk (4), who leads a legion, and Rurik (5).

    Rurik serves King 2 and was seen in 505.
    """
    s = new_state()
    put_person(s, "Falk", 0, 504, "TA1 SP1")
    put_person(s, "Rurik", 1, 505)
    put_army(s, "LE", 0, 504, leader=FALK)
    put_army(s, "LE", 1, 509)
    put_item(s, "Excalibur", FALK)
    put_feature(s, "Dungeon", 505, "Ogre")
    s.lore[0][1] = Lore(0, at(s, 505))
    s.spot(0, RURIK)
    own(s, 0, 503)
    know(s, 0, 505)
    sea(s, 604)
    know(s, 0, 604)
    return s


def problems(s: State, text: str) -> list[Problem]:
    return GAME.check(s, "King 1", GAME.parse(text))


@pytest.mark.clause("AK-1.3-01")
@pytest.mark.parametrize(("text", "reason"), [
    ("5.1 EX", "isn't one of your living characters"),
    ("99.1 EX", "isn't one of your living characters"),
    ("4.1 EX\n4.1 SP", "already has an order"),
    ("4.1 RE GA,GA,GA", "raises at most 2 Garrisons"),
    ("4.1 HI 5 9", "An offer is 1 to"),
    ("4.1 DI 2", "isn't one of your armies"),
    ("4.1 FI 1", "isn't one of your living characters"),
    ("4.1 CA EL-FI", "can be cast only in a fight"),
    ("4.1 CA WH-BL 504", "at least level 1 in White Magic"),
    ("4.1 US 1", "casts no spell outside a fight"),
    ("1.1 GI 99 to 4", "at most 10 gold"),
    ("4.1 GI gold 1 to 1", "Only a King can give gold"),
    ("1.1 GI gold 99 to 4", "at most 10 gold"),
    ("4.special TA", "special plan can't have"),
    ("4.1 EN 5 plan ME,TA", "must come before blows"),
    ("4.1 EN 5 plan TA,ST", "one of TA, FU and ST"),
    ("4.1 EN 5 plan FI", "at least level 1 in Archery"),
    ("treat 1", "your own kingdom"),
    ("treat 9", "There is no kingdom 9"),
    ("vote 2", "There is no vote this year"),
    ("map 2", "only in the greater games"),
    ("heir TA,TA,ME,MA", "No heir is waiting"),
])  # fmt: skip
def test_what_cannot_be_is_refused(text: str, reason: str) -> None:
    s = a_realm()
    s.set_person(FALK, alignment=tables.EVIL)
    found = problems(s, text)
    assert [reason in problem.reason for problem in found if not problem.uncertain] == [True]
    assert found[-1].line == len(text.splitlines())
    with pytest.raises(RejectedSheet):
        GAME.hand_in(s, "King 1", GAME.parse(text))


@pytest.mark.clause("AK-1.3-01")
@pytest.mark.parametrize(("text", "reason"), [
    ("4.1 MO 506", "won't be next door"),
    ("4.1 MO 504", "by then"),
    ("4.1 MO 604", "need Fleets or wings"),
    ("4.1 SE 1", "is said to lie in"),
    ("4.1 SE 8", "heard of a feature 8"),
    ("4.1 EN 5 plan TA", "was last seen in"),
    ("4.1 EN 6 plan TA", "You don't know where 6 is"),
    ("4.1 US 77", "None of your people carries item 77"),
    ("4.1 GI 77 to 1", "None of your people carries item 77"),
    ("4.special US-77", "None of your people carries item 77"),
    ("4.1 MO 505\n4.2 RE LE", "As far as you know, "),
    ("4.1 RE LE,LE,LE,LE,LE,LE", "more than your treasury holds"),
])  # fmt: skip
def test_what_others_may_change_is_but_a_doubt(text: str, reason: str) -> None:
    s = a_realm()
    found = problems(s, text)
    assert [reason in problem.reason for problem in found] == [True]
    assert found[0].uncertain
    GAME.hand_in(s, "King 1", GAME.parse(text))


@pytest.mark.parametrize("text", [
    "4.1 MO 503", "4.1 MO 505\n4.2 SE 1 plan TA", "4.1 MO 505\n4.2 EN 5 plan TA", "1.1 GI gold 10 to 4",
    "4.1 GI 1 to 1", "1.1 GI 10 to 4", "1.1 DI 1", "4.1 LE", "4.special FL", "call", "treat 2", "break 2", "4.1 PR TA",
])  # fmt: skip
def test_good_lines_are_taken_without_a_word(text: str) -> None:
    assert problems(a_realm(), text) == []


@pytest.mark.clause("AK-8.1-02")
def test_armies_into_a_neutral_kings_land_are_doubted_and_into_an_enemys_not() -> None:
    s = a_realm()
    know(s, 0, 505, owner=1)
    assert "your armies won't enter it" in problems(s, "4.1 MO 505")[0].reason
    relate(s, 0, 1, ENEMY)
    assert problems(s, "4.1 MO 505") == []


@pytest.mark.clause("AK-1.1-12")
def test_a_check_tells_nothing_of_what_has_not_been_seen() -> None:
    s = a_realm()
    sheet = "4.1 EN 6 plan TA\n4.2 EN 7 plan TA\n4.3 MO 507\n4.4 SE 2\n4.5 US 2"
    before = problems(s, sheet)
    put_person(s, "Secret", 1, 504)
    put_feature(s, "Tomb", 504)
    put_item(s, "Excalibur", 5)
    s.owners[at(s, 507)] = 2
    assert problems(s, sheet) == before


@pytest.mark.clause("AK-1.1-12")
def test_a_check_does_not_count_the_garrisons_of_others_as_taken_up() -> None:
    s = a_realm()
    sheet = "1.1 MO 505\n1.2 PI\n1.3 MO 604"
    before = problems(s, sheet)
    put_army(s, "LE", 1, 505)
    assert problems(s, sheet) == before


@pytest.mark.clause("AK-5.9-05")
@pytest.mark.parametrize(("levels", "reason"), [
    ("TA,TA,ME,MA", ""), ("TA,ME,MA,MA", "among the old King's abilities"), ("TA,TA,ME", "has four levels"),
])  # fmt: skip
def test_the_heirs_levels_are_checked_by_the_rule_itself(levels: str, reason: str) -> None:
    s = new_state()
    old = put_person(s, "Old", 0, 504, "TA2 ME2", died=2)
    s.set_kingdom(0, old=old, awaits_levels=True)
    found = [problem.reason for problem in problems(s, f"heir {levels}")]
    assert len(found) == bool(reason)
    assert all(reason in each for each in found)


@pytest.mark.clause("AK-5.9-05")
def test_an_heir_of_a_king_who_had_lost_nearly_everything_can_still_come_into_his_own() -> None:
    s = new_state()
    old = put_person(s, "Old", 0, 504, "TA1", died=2)
    s.set_kingdom(0, old=old, awaits_levels=True)
    assert problems(s, "heir TA,ME,MA,DR") == []
    assert len(problems(s, "heir AR,ME,MA,DR")) == 1


@pytest.mark.clause("AK-4.2.2-01")
def test_the_undead_charm_by_necromancy() -> None:
    s = a_realm()
    undead = put_person(s, "Nazg", 0, 504, "NE1", alignment=tables.UNDEAD)
    living = put_person(s, "Morgana", 0, 504, "NE1")
    assert [problem for problem in problems(s, f"{undead}.1 CA PS-CH 5") if not problem.uncertain] == []
    assert ["Psychic Magic" in problem.reason for problem in problems(s, f"{living}.1 CA PS-CH 5")] == [True]


@pytest.mark.clause("AK-3.16-05")
@pytest.mark.parametrize(("text", "doubts"), [
    ("1.1 PU 1", 1), ("1.1 PU 1 plan ME", 0), ("1.1 PU 1\n1.special ME", 0), ("1.1 PU 5\n1.special ME", 1),
])  # fmt: skip
def test_a_patrol_may_go_by_the_special_plan(text: str, doubts: int) -> None:
    found = problems(a_realm(), text)
    assert [problem.uncertain for problem in found] == [True] * doubts


@pytest.mark.clause("AK-5.0-09", "AK-4.0-01")
@pytest.mark.parametrize(("alignment", "refused"), [(tables.NEUTRAL, 0), (tables.GOOD, 1)])
def test_who_is_of_the_order_of_duelists_may_plan_to_shoot(alignment: int, refused: int) -> None:
    s = a_realm()
    s.set_person(FALK, alignment=alignment)
    assert len(problems(s, f"{FALK}.special FI")) == refused


@pytest.mark.clause("AK-3.4-01", "AK-3.5-06")
@pytest.mark.parametrize(("text", "uncertain"), [
    ("4.1 HI 6 2\n4.2 RE LE for 6", True), ("4.3 HI 6 2\n4.2 RE LE for 6", False), ("4.2 RE LE for 6", False),
])  # fmt: skip
def test_levies_may_be_meant_for_a_hero_who_is_hired_before(text: str, uncertain: bool) -> None:
    s = a_realm()
    s.spot(0, put_person(s, "Free", FREE, 504))
    found = problems(s, text)
    assert [problem.uncertain for problem in found] == [uncertain]


@pytest.mark.parametrize(
    ("to", "places"), [(999, [504, 504]), (504, [504, 504]), (503, [504, 503]), (501, [504, 503])]
)
def test_who_is_sent_to_no_province_is_expected_to_stay(to: int, places: list[int]) -> None:
    s = a_realm()
    course = PlannedPositions(s, 0, parse(f"{FALK}.1 MO {to}").orders)
    assert [s.atlas.numbers[course.place(FALK, phase)] for phase in (1, 2)] == places


@pytest.mark.clause("AK-3.9-01")
def test_who_picks_up_is_expected_to_lead_what_nobody_led() -> None:
    s = a_realm()
    led = s.led_by(FALK)
    free = put_army(s, "LE", 0, 504)
    put_army(s, "LE", 0, 504, leader=KING)
    put_army(s, "LE", 0, 503)
    course = PlannedPositions(s, 0, parse(f"{FALK}.1 PI\n{FALK}.2 LE {free}\n{FALK}.3 LE").orders)
    assert [course.leads(FALK, phase) for phase in (1, 2, 3, 4)] == [{*led}, {*led, free}, {*led}, set()]


@pytest.mark.clause("AK-6.2-06", "AK-3.4-07", "AK-3.4-12")
def test_check_doubts_what_the_rule_forbids_on_the_ground_as_it_is_known() -> None:
    s = a_realm()
    set_land(s, 503, race=tables.DRAGONS, types=(tables.DRAGON,))
    s.set_person(FALK, place=at(s, 503))
    s.set_army(1, place=at(s, 503))
    for text, clause in (("4.1 RE GA", "AK-3.4-07"), ("4.1 RE LE", "AK-3.4-12")):
        found = problems(s, text)
        assert [(each.clause, each.uncertain) for each in found] == [(clause, True)], text
    s.set_person(FALK, place=at(s, 504))
    s.set_army(1, type=tables.FLEET, place=at(s, 504))
    (doubt,) = problems(s, "4.1 MO 505")
    assert (doubt.clause, doubt.uncertain) == ("AK-6.2-06", True)
    assert not problems(s, "4.1 MO 604"), "out to sea it goes"
    know(s, 0, 505, terrain=tables.SEA)
    assert not problems(s, "4.1 MO 505"), "of an illusion the King knows nothing"


@pytest.mark.clause("AK-3.4-09", "AK-3.4-13")
def test_what_is_foreign_to_a_province_is_reckoned_at_its_double_price() -> None:
    s = a_realm()
    put_army(s, "HC", 0, 503, leader=FALK)
    s.set_person(FALK, place=at(s, 503))
    s.set_army(1, place=at(s, 503))
    set_land(s, 503, race=tables.HUMAN, types=(tables.LEGION, tables.BOWMEN))
    own(s, 0, 503)
    for text, price in (("LE", 2), ("LE,BO", 4), ("HC", 6), ("LE,HC", 8), ("GA,GA", 2)):
        s.set_kingdom(0, gold=price)
        assert not problems(s, f"4.1 RE {text} for 4"), text
        s.set_kingdom(0, gold=price - 1)
        assert [each.clause for each in problems(s, f"4.1 RE {text} for 4")] == ["AK-3.4-13"], text
        (_, told) = GAME.forecast(s, "King 1", GAME.parse(f"4.1 RE {text} for 4"))
        assert any(str(price) in note for note in told.notes)
        before = s.copy()
        before.set_kingdom(0, gold=99)
        act(a_turn(before), FALK, f"RE {text} for 4")
        assert before.kingdoms[0].gold == 99 - price, "as it is played"
