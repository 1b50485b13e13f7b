"""Suggestions for characters and the kingdom, and forecasts of a sheet."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    at,
    know,
    new_state,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
)
from palatine.core import Suggestion
from palatine.core.sheet import apply_suggestion
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, Lore
from palatine.games.adventurer_kings.orders.kinds import KingLine
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def offered(s: State, n: int) -> list[Suggestion]:
    return GAME.suggest(s, "King 1", f"{n} {s.people[n].name}")


def texts(s: State, n: int, start: str) -> list[str]:
    """Return the suggestions for the first phase that begin with `start`.

    The character's number is left out.
    """
    found = [each.text.removeprefix(f"{n}.1 ") for each in offered(s, n) if each.text.startswith(f"{n}.1 ")]
    return [each for each in found if each.startswith(start)]


def lines(s: State) -> list[str]:
    return [each.text for each in GAME.suggest(s, "King 1")]


def a_hero(s: State, levels: str = "", **changes: object) -> int:
    return put_person(s, "Falk", 0, 504, levels, **changes)


def test_every_offer_stands_for_each_of_the_five_phases() -> None:
    s = new_state()
    n = a_hero(s)
    (explore,) = [each for each in offered(s, n) if each.text.endswith("EX")]
    text = ""
    for _ in range(5):
        text = apply_suggestion(text, explore)
    assert text.splitlines() == [f"{n}.{k} EX" for k in range(1, 6)]


def test_what_is_offered_goes_on_from_where_the_orders_so_far_lead() -> None:
    s = new_state()
    n = a_hero(s)
    put_army(s, "LE", 0, 504, leader=n)
    name = f"{n} {s.people[n].name}"

    def explored(text: str) -> set[str]:
        found = GAME.suggest(s, "King 1", name, GAME.parse(text))
        return {space for each in found if each.text.endswith("EX") for space in each.spaces}

    assert explored("") == {"504"}
    assert explored(f"{n}.1 MO 505") == {"505"}
    assert explored(f"{n}.2 MO 505") == {"504"}, "the first phase is free still"
    assert explored(f"{n}.1 DE\n{n}.2 MO 505") == {"505"}
    left = GAME.suggest(s, "King 1", name, GAME.parse(f"{n}.1 LE"))
    assert [each.text for each in offered(s, n) if each.text.endswith(" DE")]
    assert not [each.text for each in left if each.text.endswith(" DE")], "he has left his army"


def test_everything_offered_may_be_handed_in() -> None:
    s = new_state()
    n = a_hero(s, "NE1 WH1 PS1 IL1 TA1")
    put_army(s, "LE", 0, 504, leader=n)
    put_army(s, "LE", 0, 504)
    put_feature(s, "Dungeon", 504, "Ogre")
    s.lore[0][1] = Lore(0, at(s, 504))
    s.spot(0, put_person(s, "Freya", FREE, 504))
    for each in offered(s, n):
        assert [
            problem for problem in GAME.check(s, "King 1", GAME.parse(each.text)) if not problem.uncertain
        ] == []


@pytest.mark.clause("AK-4.2.2-01")
@pytest.mark.parametrize(("levels", "alignment", "charms"), [
    ("NE1", tables.UNDEAD, True), ("PS1", tables.UNDEAD, False), ("PS1", tables.NEUTRAL, True),
    ("NE1", tables.NEUTRAL, False),
])  # fmt: skip
def test_charm_is_offered_to_the_undead_by_necromancy(levels: str, alignment: int, charms: bool) -> None:
    s = new_state()
    n = a_hero(s, levels, alignment=alignment)
    free = put_person(s, "Freya", FREE, 504)
    s.spot(0, free)
    assert texts(s, n, "CA CH") == ([f"CA CH on {free}"] if charms else [])


def test_only_who_was_seen_here_and_serves_nobody_is_offered_hire() -> None:
    s = new_state()
    n = a_hero(s)
    free, hidden = put_person(s, "Freya", FREE, 504), put_person(s, "Hidden", FREE, 504)
    away, taken = put_person(s, "Away", FREE, 505), put_person(s, "Rurik", 1, 504)
    for each in (free, away, taken):
        s.spot(0, each)
    assert [each.split()[1] for each in texts(s, n, "HI")] == [str(free)]
    assert [each.split()[1] for each in texts(s, n, "EN")] == [str(free), str(taken)]
    assert str(hidden) not in " ".join(texts(s, n, "EN"))


@pytest.mark.clause("AK-3.3-01")
def test_arrows_are_for_archers() -> None:
    s = new_state()
    put_feature(s, "Dungeon", 504, "Ogre")
    s.lore[0][1] = Lore(0, at(s, 504))
    archer, other = a_hero(s, "AR1"), put_person(s, "Ivo", 0, 504)
    assert texts(s, archer, "SE") == ["SE 1 plan TA,FL", "SE 1 plan FI,ME,SC"]
    assert texts(s, other, "SE") == ["SE 1 plan TA,FL", "SE 1 plan ME,SC"]


def test_a_feature_is_named_as_it_was_told_even_if_falsely() -> None:
    s = new_state()
    n = a_hero(s)
    put_feature(s, "Dungeon", 505, "Ogre")
    tomb = next(at for at, kind in enumerate(tables.FEATURES) if kind.name == "Tomb")
    s.lore[0][1] = Lore(tomb, at(s, 504), is_rumour=True)
    assert any("the Tomb (1)" in each.title for each in offered(s, n))
    assert not any("Dungeon" in each.title for each in offered(s, n))


@pytest.mark.clause("AK-6.2-05")
def test_armies_are_not_offered_the_sea_or_a_neutral_kings_land() -> None:
    s = new_state()
    n = a_hero(s)
    sea(s, 604)
    know(s, 0, 604)
    know(s, 0, 505, owner=1)
    assert {"MO 604", "MO 505"} <= set(texts(s, n, "MO"))
    army = put_army(s, "LE", 0, 504, leader=n)
    assert not {"MO 604", "MO 505"} & set(texts(s, n, "MO"))
    relate(s, 0, 1, ENEMY)
    assert "MO 505" in texts(s, n, "MO")
    s.set_army(army, type=tables.FLEET)
    assert "MO 604" in texts(s, n, "MO")
    assert "MO 505" not in texts(s, n, "MO"), "a fleet does not go from land to land"


def test_levies_end_with_the_treasury() -> None:
    s = new_state()
    n = a_hero(s)
    assert texts(s, n, "RE")
    assert all(str(n) in each for each in texts(s, n, "RE"))
    s.set_kingdom(0, gold=0)
    assert texts(s, n, "RE") == []


def test_the_kingdom_is_offered_treaties_with_those_it_has_met() -> None:
    s = new_state()
    assert lines(s) == ["call election"]
    s.set_kingdom(0, met=(1,))
    assert lines(s) == ["treat 2", "break 2", "call election"]
    relate(s, 0, 1, ENEMY)
    assert lines(s) == ["treat 2", "call election"]
    relate(s, 0, 1, ALLIED)
    s.is_voting = True
    assert lines(s) == ["treat 2", "break 2", "call election", "vote 1", "vote 2", "vote 3"]


@pytest.mark.clause("AK-5.9-05")
@pytest.mark.parametrize("levels", ["TA2 ME2", "NE2 TA1 ME1", "AR1", "WH2 DR2"])
def test_the_levels_offered_to_an_heir_are_such_as_he_may_have(levels: str) -> None:
    s = new_state()
    s.set_kingdom(0, old=put_person(s, "Old", 0, 504, levels, died=2), awaits_levels=True)
    (line,) = [each for each in lines(s) if each.startswith("heir")]
    assert GAME.check(s, "King 1", GAME.parse(line)) == []


# Forecasts


def notes(s: State, text: str) -> list[tuple[str, ...]]:
    return [each.notes for each in GAME.forecast(s, "King 1", GAME.parse(text)) if each.line]


def test_a_forecast_follows_a_character_and_his_armies() -> None:
    s = new_state()
    n = a_hero(s)
    put_army(s, "LE", 0, 504, leader=n)
    found = notes(s, f"{n}.1 MO 503\n{n}.2 LE\n{n}.3 MO 502")
    assert "503" in found[0][0]
    assert "1 army" in found[0][0]
    assert "502" in found[2][0]
    assert "without armies" in found[2][0]


def test_a_forecast_counts_armies_still_to_be_raised_and_tells_who_stands_in_the_way() -> None:
    s = new_state()
    n = a_hero(s)
    know(s, 0, 503, owner=NATIVE, race=tables.ORC)
    know(s, 0, 505, owner=1)
    found = notes(s, f"1.1 RE LE,HC for {n}\n{n}.2 MO 503\n{n}.3 MO 502\n1.2 MO 503")
    assert found[1][0].startswith("Leads 2 armies")
    assert found[1][1] == "Expect a battle with natives"
    assert found[2][1] == "You don't know what is there"
    assert len(found[3]) == 1


@pytest.mark.clause("AK-9.2-01")
def test_a_forecast_warns_of_pay_that_cannot_be_met() -> None:
    s = new_state()
    s.set_kingdom(0, gold=10)
    tax = sum(s.lands[place].tax for place in s.provinces(0))
    (whole,) = [each for each in GAME.forecast(s, "King 1", GAME.parse("1.1 RE LE,HC for 1")) if not each.line]
    assert whole.notes == (f"10 now − 5 orders + {tax} taxes − 5 pay = {tax}.",)
    s.set_kingdom(0, gold=5)
    for _ in range(8):
        put_army(s, "HC", 0, 504)
    (whole,) = [each for each in GAME.forecast(s, "King 1", GAME.parse("1.1 RE LE,HC for 1")) if not each.line]
    assert whole.notes[1] == GAME.words.say("forecast.short", gold=24 + 5 - tax)


def test_a_forecast_counts_the_gold_line_by_line() -> None:
    s = new_state()
    n = a_hero(s)
    found = notes(s, f"{n}.1 RE LE,HC\n{n}.2 HI 9 3\n1.1 GI gold 1 to {n}")
    assert [each[-1] for each in found] == [
        "Costs up to 5 gold; 5 left now",
        "Costs up to 3 gold; 2 left now",
        "Costs up to 1 gold; 1 left now",
    ]


@pytest.mark.clause("AK-3.13-01")
def test_a_forecast_knows_the_chances_of_practice() -> None:
    s = new_state()
    pupil, master, peer = a_hero(s), put_person(s, "Old", 0, 504, "TA3"), put_person(s, "Ivo", 0, 504)
    assert notes(s, f"{pupil}.1 PR TA") == [("5% to rise in Tactical",)]
    assert notes(s, f"{pupil}.1 PR TA\n{peer}.1 PR TA")[0] == ("10% to rise in Tactical",)
    assert notes(s, f"{pupil}.1 PR TA\n{master}.1 PR TA")[0] == ("100% to rise in Tactical",)
    assert notes(s, f"{pupil}.1 PR TA\n{master}.2 PR TA")[0] == ("5% to rise in Tactical",)


def test_a_forecast_tells_of_features_and_provinces_what_is_known() -> None:
    s = new_state()
    n = a_hero(s)
    put_feature(s, "Dungeon", 504, "Hydra")
    put_item(s, "Excalibur", n)
    s.lore[0][1] = Lore(0, at(s, 504), monster=tables.MONSTER_BY_NAME["Ogre"])
    found = notes(s, f"{n}.1 SE 1\n{n}.2 EX\n{n}.3 SE 2")
    assert "Ogre" in found[0][0]
    assert found[1] == ("100% of Home1 (504) is known now",)
    assert found[2] == ()


@pytest.mark.clause("AK-12.2-01")
@pytest.mark.parametrize(
    ("scenario", "land"), [("europe", "North Russia"), ("earth", "Carthage"), ("standard", "")]
)
def test_lands_of_the_real_world_are_offered_before_the_first_year(scenario: str, land: str) -> None:
    s = GAME.setup(scenario, seed=b"lands")
    lands = [each for each in GAME.suggest(s, s.seats[0]) if each.text.startswith("realm")]
    assert bool(lands) == bool(land)
    assert any(land in each.title for each in lands) == bool(land)
    for each in lands:
        assert GAME.check(s, s.seats[0], GAME.parse(each.text)) == []


@pytest.mark.clause("AK-1.3-01")
def test_a_king_ready_to_rule_stands_in_the_first_sheet() -> None:
    s = GAME.setup("standard", seed=b"ready")
    for seat in s.seats:
        (line,) = GAME.empty_sheet(s, seat).orders
        assert isinstance(line, KingLine)
        assert GAME.check(s, seat, GAME.empty_sheet(s, seat)) == []
        assert GAME.form(s, seat).text.startswith(GAME.write(GAME.empty_sheet(s, seat)).strip()), (
            "by mail it is the same"
        )
    assert GAME.empty_sheet(new_state(), "King 1").orders == ()


@pytest.mark.clause("AK-3.4-07")
def test_garrisons_are_offered_where_there_are_humanoids() -> None:
    for race, kinds, offered in (
        (tables.HUMAN, (tables.LEGION,), True),
        (tables.DRAGONS, (tables.DRAGON,), False),
        (-1, (), False),
    ):
        s = new_state()
        set_land(s, 504, race=race, types=kinds)
        n = a_hero(s)
        s.set_kingdom(0, gold=99)
        assert any("GA" in text for text in texts(s, n, "RE")) is offered


def test_armies_are_offered_the_poorest_prey_first_and_travellers_what_is_least_known() -> None:
    s = new_state()
    n = a_hero(s)
    for number, tax, explored in ((503, 8, 1), (505, 1, 60), (604, 5, 30)):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=tax)
        know(s, 0, number, owner=NATIVE, explored=explored)
    known = {"MO 503", "MO 505", "MO 604"}
    assert [text for text in texts(s, n, "MO") if text in known] == ["MO 503", "MO 604", "MO 505"]
    put_army(s, "LE", 0, 504, leader=n)
    assert [text for text in texts(s, n, "MO") if text in known] == ["MO 505", "MO 604", "MO 503"]


@pytest.mark.clause("AK-5.10-02")
def test_special_plans_are_offered_and_a_challenge_to_generals_alone() -> None:
    s = new_state()
    n = a_hero(s)

    def plans() -> list[str]:
        return [each.text for each in offered(s, n) if "special" in each.text]

    assert plans() == [f"{n}.special FL", f"{n}.special ME,FL"]
    put_army(s, "LE", 0, 504, leader=n)
    assert plans()[-1] == f"{n}.special ME"
    text = apply_suggestion(f"{n}.special FL\n", next(each for each in offered(s, n) if each.text in plans()[-1:]))
    assert text == f"{n}.special ME\n"


@pytest.mark.clause("AK-3.10-02")
def test_spells_and_practice_are_offered_with_their_chance() -> None:
    s = new_state()
    n = a_hero(s, "WH2")
    chances = {each.text.split(" ", 1)[1]: each.chance for each in offered(s, n) if each.chance}
    assert chances["CA BL on 504"] == "45%"
    assert chances["PR SA"] == "5% alone"
    assert notes(s, f"{n}.1 CA BL on 504") == [("Works 45% of the time",)]


@pytest.mark.clause("AK-6.2-06")
def test_who_leads_ships_is_offered_to_leave_them_and_then_the_land() -> None:
    s = new_state()
    n = a_hero(s)
    put_army(s, "LE", 0, 504, leader=n)
    fleet = put_army(s, "FL", 0, 504, leader=n)
    know(s, 0, 504)
    know(s, 0, 503)
    assert "MO 503" not in texts(s, n, "MO"), "a fleet does not go from land to land"
    (leave,) = texts(s, n, f"LE {fleet}")
    left = GAME.suggest(s, "King 1", f"{n} {s.people[n].name}", GAME.parse(f"{n}.1 {leave}"))
    assert f"{n}.1 MO 503" in [each.text for each in left]
