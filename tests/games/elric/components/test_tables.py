"""The Combat Results Table, the numbers of the rules, and the scenarios."""

from __future__ import annotations

import pytest

from palatine.games.elric.components import pieces as f
from palatine.games.elric.components import spells as s
from palatine.games.elric.components import tables as c
from palatine.games.elric.components import world as w
from palatine.games.elric.validation import printed


@pytest.mark.parametrize(
    ("margins", "losses", "clause"),
    [
        pytest.param(margins, losses, clause, id=clause, marks=pytest.mark.clause(clause))
        for margins, losses, clause in (
            ((20, 24), 15, "10.6b"),
            ((15, 19), 10, "10.6c"),
            ((10, 14), 5, "10.6d"),
            ((5, 9), 3, "10.6e"),
            ((4, 4), 2, "10.6f"),
            ((3, 3), 1, "10.6g"),
            ((1, 2), 0, "10.6h"),
        )
    ],
)
def test_rows_that_retreat(margins: tuple[int, int], losses: int, clause: str) -> None:
    first, last = margins
    for margin in range(first, last + 1):
        row = c.result_of(margin)
        assert (row.retreat, row.losses, row.eliminated, row.clause) == (True, losses, False, clause)


@pytest.mark.clause("10.6a")
@pytest.mark.parametrize("margin", [25, 26, 60])
def test_a_great_margin_eliminates(margin: int) -> None:
    assert c.result_of(margin).eliminated


@pytest.mark.clause("10.6i")
def test_nothing_happens_on_equal_totals() -> None:
    row = c.result_of(0)
    assert (row.retreat, row.losses, row.eliminated) == (False, 0, False)


def test_there_are_ten_rows_and_no_worse_result_for_less() -> None:
    assert len(c.RESULTS) == 10
    assert [row.least for row in c.RESULTS] == sorted({row.least for row in c.RESULTS})
    weights = [100 if row.eliminated else row.losses + row.retreat for row in c.RESULTS]
    assert weights == sorted(weights)


@pytest.mark.clause("9.2g")
def test_the_battle_off_pan_tang() -> None:
    """71 against 60 is a difference of 11: a retreat and the loss of a fleet worth 5."""
    assert c.result_of(63 + 8 - 55 - 5).losses == f.VALUE[f.piece_id("Pan Tang warship")]


@pytest.mark.clause("7.5.2h")
def test_the_attack_on_jadmar() -> None:
    """A margin of 10 is enough for a garrison of 6, but not with a wall of 5."""
    garrison, wall = 6, w.WALL[w.CAPITAL[w.NATIONS.index("Vilmir")]]
    assert garrison <= 10 < garrison + wall
    assert c.result_of(10).clause == "10.6d"


@pytest.mark.clause("7.2a", "7.3b", "7.3s", "7.3t", "7.3u", "7.3v", "7.4.1a", "7.4.2a")
def test_points_of_movement() -> None:
    assert c.LAND_POINTS == 4
    assert (c.SEA_ON_FOOT, c.EMBARK_AT_PORT, c.EMBARK_ELSEWHERE, c.EMBARK_PERSON, c.DEBARK) == (2, 1, 4, 1, 1)
    assert (c.FLIGHTS, c.FLIGHT_TURNS) == (2, 3)


@pytest.mark.clause("7.3h")
def test_what_the_journey_to_ramasaz_leaves_of_six() -> None:
    assert 6 - (2 + c.EMBARK_AT_PORT) == 3
    assert (2, 6, 1) in {(f.VALUE[p], f.MOVES[p], f.CARRIES[p]) for p in f.PIECES_OF[w.NATIONS.index("Lormyr")]}


@pytest.mark.clause("7.5.2c", "7.5.7c")
def test_walls_on_the_map_are_those_of_the_rules() -> None:
    assert {city.wall for city in w.CITIES} == {0, printed.CITY_WALL, printed.CAPITAL_WALL}


@pytest.mark.clause("8.0g", "8.0h", "9.2c", "9.5b", "12.1.4c", "13.3", "16.7b", "16.7c", "16.4g", "16.4i", "13.5b")
def test_numbers_of_the_rules() -> None:
    assert (c.SEARCH_FIRST, c.SEARCH_AGAIN) == (5, 4)
    assert (c.SPELLS_IN_BATTLE, c.HELD_BY_OTHERS, c.REWARD) == (3, 1, 2)
    assert (c.SWORD_SLAYS, c.SWORD_SHIFT) == (5, 1)
    assert (c.HORN_ENDS_WORLD, c.HORN_USES) == (5, 3)
    assert (c.TOWER_ELIMINATES, c.TOWER_REWARDS) == (3, 6)
    assert (c.RESTORE, c.PYARAY_CHAOS) == (12, 3)


@pytest.mark.clause("5.0d", "3.3a", "13.4o", "4.0h")
def test_turns_and_the_balance() -> None:
    assert (c.TURNS, c.WORLD_ENDS_AFTER, c.BALANCE_ARM, c.ARMIES_IN_CITY) == (10, 3, 6, 3)


# -------------------------------------------------------------------------------------------- scenarios


def scenario(key: str) -> c.PrintedScenario:
    (found,) = (one for one in c.SCENARIOS if one.key == key)
    return found


def names(powers: tuple[int, ...]) -> list[str]:
    return [f.POWER_NAME[power] for power in powers]


def test_six_scenarios_and_a_duel() -> None:
    assert [one.players for one in c.SCENARIOS] == [1, 2, 2, 3, 3, 4, 2]
    assert len({one.key for one in c.SCENARIOS}) == 7


@pytest.mark.clause("14.1a", "14.1b", "14.1d")
def test_the_founding() -> None:
    one = scenario("founding")
    assert [names(side) for side in one.sides] == [["Olab"]]
    assert one.pieces == ((f.FREE_FLEET,),)
    assert {s.SPELL_NAME[spell] for spell in c.FOUNDING_REMOVED} == {
        "Quaolnargn", "Xiombarg", "Kyreenee", "Slortar the Old",
    }  # fmt: skip
    left = [x for x in range(s.SPELLS) if s.ALIGNMENT[x] == s.CHAOS and x not in c.FOUNDING_REMOVED]
    assert len(left) == 16
    assert c.FOUNDING_PLACE == w.RLIN
    assert c.FOUNDING_PORT in w.COASTS[w.RLIN]
    assert c.DRAGONS_TIMES * s.SPELL_VALUE[s.DRAGONS] == 10


@pytest.mark.clause("14.2a", "14.3a")
def test_two_sides() -> None:
    assert [names(side) for side in scenario("dragon-masters").sides] == [["Pan Tang", "Dharijor"], ["Melnibone"]]
    assert [names(side) for side in scenario("successor").sides] == [
        ["Shazaar", "Jharkor", "Tarkesh"], ["Pan Tang", "Dharijor"],
    ]  # fmt: skip


@pytest.mark.clause("14.4b", "14.4c", "14.4d", "14.5", "14.6")
def test_what_there_is_to_choose_from() -> None:
    short = scenario("conflict-short")
    assert [names(choice)[0] for choice in short.choices] == ["Ilmiora", "Lormyr", "Shazaar"]
    assert [{w.CONTINENT[w.CAPITAL[n]] for n in choice} for choice in short.choices] == [
        {w.CONTINENTS.index("north")},
        {w.CONTINENTS.index("south")},
        {w.CONTINENTS.index("west")},
    ]
    assert [names(choice) for choice in scenario("conflict-long").choices] == [["Jharkor"], ["Lormyr"], ["Vilmir"]]
    upstart = scenario("upstart")
    assert names(upstart.first) == ["Pan Tang"]
    assert [names(choice) for choice in upstart.choices] == [["Dharijor"], ["Ilmiora"], ["Argimiliar"]]


@pytest.mark.clause("14.7b")
def test_the_duel() -> None:
    assert scenario("duel").pieces == ((f.ELRIC,), (f.THELEB,))
