"""Positions dealt anew behind a King's back (1.1, 12.2): what he knows stays, what he does not is redrawn."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    at,
    know,
    line,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    world,
)
from palatine.games.adventurer_kings.components.pieces import Lore
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State
from palatine.testing.probe import difference

SALTS = (b"one", b"two", b"three", b"four")


def dealt(s: State, seat: str | None = "King 1", salt: bytes = b"one") -> State:
    return GAME.determinize(s, seat, salt)


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", ["standard", "super", "earth", "europe"])
def test_nobody_can_tell_a_world_dealt_anew_from_the_true_one(scenario: str) -> None:
    s = world(scenario, 9 if scenario in ("standard", "europe") else 20)
    for seat in (*s.seats[:3], None):
        for salt in SALTS[:2]:
            other = dealt(s, seat, salt)
            assert difference(GAME.view(s, seat), GAME.view(other, seat)) == ""
            assert difference(GAME.report(s, seat, []), GAME.report(other, seat, [])) == ""
            assert other != s


@pytest.mark.clause("AK-1.1-12")
def test_the_world_is_another_and_the_dice_are() -> None:
    s = world("standard", 9)
    other = dealt(s, s.seats[0])
    assert other.dice.key != s.dice.key
    unknown = [place for place in range(len(s.lands)) if place not in s.known[0]]
    assert any(other.lands[place].terrain != s.lands[place].terrain for place in unknown)
    assert all(other.lands[place].terrain == s.lands[place].terrain for place in s.known[0])
    assert any(other.features[n].monster != feature.monster for n, feature in s.features.items())
    assert not any(other.lore[1:])
    assert not any(other.seen[1:])


def test_ones_own_is_left_as_it_is() -> None:
    s = new_state()
    mine = put_person(s, "Falk", 0, 504, "TA2")
    for name in ("Rurik", "Asmo", "Ivo"):
        put_person(s, name, 1, 509, f"ME{len(name) - 2}")
    put_item(s, "Excalibur", mine)
    s.set_kingdom(0, gold=17, discoveries=(3,))
    for salt in SALTS:
        other = dealt(s, salt=salt)
        assert other.people[mine] == s.people[mine]
        assert other.people[1] == s.people[1]
        assert other.kingdoms[0] == s.kingdoms[0]
        assert other.items == s.items


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", ["standard", "earth"])
def test_land_nobody_has_told_of_lies_elsewhere_with_all_that_is_in_it(scenario: str) -> None:
    s = world(scenario, 9 if scenario == "standard" else 20)
    others = [dealt(s, s.seats[0], salt) for salt in SALTS]
    assert len({tuple(other.owners) for other in others}) == len(SALTS)
    for other in others:
        assert sorted(other.owners) == sorted(s.owners)
        assert all(other.owners[place] == s.owners[place] for place in s.known[0])
        homes = {kingdom.home for kingdom in other.kingdoms}
        assert len(homes) == len(s.kingdoms)
        assert not homes & set(s.atlas.ice)
        for seat, kingdom in enumerate(other.kingdoms):
            assert other.owners[kingdom.home] == seat
            assert kingdom.home in other.known[seat]
            assert other.people[kingdom.king].place == kingdom.home
        assert all(
            not army.leader or other.people[army.leader].place == army.place for army in other.armies.values()
        )


@pytest.mark.clause("AK-1.1-12")
def test_alignments_of_others_are_anybodys_but_of_those_told() -> None:
    s = world("standard", 9)
    s.set_kingdom(0, neighbours_told=(4,))
    others = [dealt(s, s.seats[0], salt) for salt in SALTS]
    assert len({tuple(kingdom.alignment for kingdom in other.kingdoms) for other in others}) > 1
    assert {other.kingdoms[4].alignment for other in others} == {s.kingdoms[4].alignment}
    assert all(
        other.king(seat).alignment == other.kingdoms[seat].alignment for other in others for seat in range(9)
    )


def test_garrisons_may_stand_anywhere_but_before_ones_eyes() -> None:
    s = new_state()
    put_person(s, "Falk", 0, 509)
    own(s, 1, 509, 510, 410)
    seen = put_army(s, "GA", 1, 509)
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert {other.armies[seen].place for other in others} == {at(s, 509)}
    unseen = put_army(s, "GA", 1, 510)
    assert len({dealt(s, salt=salt).armies[unseen].place for salt in SALTS}) > 1


def test_others_skills_gold_and_deeds_are_dealt_anew() -> None:
    s = new_state()
    people = [put_person(s, name, 1, 509, levels) for name, levels in (("A", "TA4"), ("B", "ME1"), ("C", "SP3"))]
    s.praise(people[0], 3, 9)
    s.praise(people[1], 3, 1)
    s.set_kingdom(1, gold=40, discoveries=(1, 2, 3))
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert {tuple(other.people[n].levels for n in people) for other in others} != {
        tuple(s.people[n].levels for n in people)
    }
    assert len({other.kingdoms[1].gold for other in others}) > 1
    assert len({other.kingdoms[1].discoveries for other in others}) > 1
    assert any(other.merit != s.merit for other in others)


def test_sheets_of_others_are_blank_but_handed_in() -> None:
    s = new_state()
    line(s, 0, "treat 2")
    line(s, 1, "break 1")
    other = dealt(s)
    assert other.sheets == [s.sheets[0], Sheet(), None]


def test_rumours_may_be_false_and_what_was_found_is_not() -> None:
    s = new_state()
    for number, kind in ((505, "Dungeon"), (506, "Tomb"), (507, "Oracle")):
        put_feature(s, kind, number)
    s.lore[0][1] = Lore(s.features[1].kind, at(s, 505))
    s.lore[0][2] = Lore(s.features[2].kind, at(s, 506), is_rumour=True)
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert all(other.features[1].place == at(s, 505) for other in others)
    assert any(other.features[2].place != at(s, 506) for other in others)


def test_taxes_seen_from_afar_may_be_others() -> None:
    s = new_state()
    know(s, 0, 505, explored=10)
    know(s, 0, 503)
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert len({other.lands[at(s, 505)].tax for other in others}) > 1
    assert {other.lands[at(s, 503)].tax for other in others} == {s.lands[at(s, 503)].tax}


def test_before_the_first_turn_there_is_nothing_to_deal() -> None:
    s = GAME.setup("standard", seats=tuple(f"K{n}" for n in range(1, 9)), seed=b"hidden", options={})
    other = GAME.determinize(s, "K1", b"one")
    assert other.dice.key != s.dice.key
    other.dice = s.dice
    assert other == s


@pytest.mark.clause("AK-12.3-08")
def test_nobody_wanders_on_the_ice() -> None:
    s = world("earth", 20)
    for salt in SALTS:
        other = dealt(s, s.seats[0], salt)
        assert not {person.place for person in other.people.values()} & set(s.atlas.ice)
