"""The start of play: possessions, the odds of the example, the printed order sheet (1.2, 11)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import bare_state, line, told
from games.adventurer_kings.positions.worlds import sample_world
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.grammar import line_numbers, parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.realm.valhalla import LEGENDS, VISITED


@pytest.mark.clause("AK-11.1-01")
def test_thirty_seven_against_thirty_two_gives_fifty_five_to_sixty_percent() -> None:
    left, right = win_chance(8 + 8 + 2 + 1, 15.625), win_chance(8 + 8 + 2, 15.625)
    again = win_chance(37, 31.25)
    chance = left * right + (left * (1 - right) + right * (1 - left)) * again
    assert 0.55 < chance < 0.60
    assert 0.55 < win_chance(37, 32) < 0.60


SHEET = """
char 22
1 (MO) NE 304 (Burgundy)
2 (EX) 304 (Burgundy)
3 (SE) 33 (Dungeon) FI,ME
4 (RE) LE,LE,HC for 22
5 (HI) 88 (Lancelot) for 3 gold
character 23
1 (DI) 33,44,112,113
2 (FI) 88 (Lancelot)
3 (LE) 8,9 to (Garrison) garrison
4 (PI) 33,34
5 (CA)-BL on 304
special CA-FI,ME
char 24
1 (US) 19 (Magic Wand) on 88
2 (EN) 88 (Lancelot) TA,FL
3 (PR) TA
4 (SP) 304 (Burgundy)
5 (DE) 304 (Burgundy)
char 25
1 (PU) 88 (Lancelot) CA-FI,ME
2 (TR) 88 (Lancelot)
3 (GI) 19 to 88
"""


@pytest.mark.clause("AK-11.2-01")
def test_the_printed_sheet_can_be_read_and_names_in_parentheses_say_nothing() -> None:
    sheet = parse(SHEET)
    assert sheet.orders == (
        orders.Act(22, 1, orders.Move(304, "NE")),
        orders.Act(22, 2, orders.Explore(304)),
        orders.Act(22, 3, orders.Search(33, (orders.Fire(), orders.Strike()))),
        orders.Act(22, 4, orders.Recruit(("LE", "LE", "HC"), 22)),
        orders.Act(22, 5, orders.Hire(88, 3)),
        orders.Act(23, 1, orders.Disband((33, 44, 112, 113))),
        orders.Act(23, 2, orders.Dismiss(88)),
        orders.Act(23, 3, orders.Leave((8, 9))),
        orders.Act(23, 4, orders.PickUp((33, 34))),
        orders.Act(23, 5, orders.CastSpell("WH-BL", 304)),
        orders.Special(23, (orders.Cast("EL-FI"), orders.Strike())),
        orders.Act(24, 1, orders.Use(19, 88)),
        orders.Act(24, 2, orders.Encounter(88, (orders.Talk(), orders.Flee()))),
        orders.Act(24, 3, orders.Practise("TA")),
        orders.Act(24, 4, orders.Spy(304)),
        orders.Act(24, 5, orders.Defend(304)),
        orders.Act(25, 1, orders.Pursue(88, (orders.Cast("EL-FI"), orders.Strike()))),
        orders.Act(25, 2, orders.Trail(88)),
        orders.Act(25, 3, orders.Give(88, 19)),
    )
    assert len(line_numbers(SHEET)) == len(sheet.orders)


@pytest.mark.clause("AK-11.2-01")
def test_the_printed_sheet_and_the_desks_lines_mean_the_same() -> None:
    sheet = parse(SHEET)
    text = GAME.write(sheet)
    assert text != SHEET
    assert parse(text) == sheet


@pytest.mark.clause("AK-11.2-01")
@pytest.mark.parametrize("note", ["", " (Burgundy)", " (the old road)", " ; by night", " # hurry"])
def test_notes_change_nothing(note: str) -> None:
    assert parse(f"12.1 MO 304{note}").orders == (orders.Act(12, 1, orders.Move(304)),)


@pytest.mark.clause("AK-11.2-01")
@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("(RE) for 22 (LE,LE,HC)", "RE LE,LE,HC for 22"),
        ("(RE) (LE) for 22", "RE LE for 22"),
        ("(DI) 33,44, (112,113)", "DI 33,44,112,113"),
        ("(LE) 8,9 to (Garrison)", "LE 8,9 to garrison"),
        ("(LE) (all) to 22", "LE all to 22"),
        ("(CA)-BL (on 304)", "CA BL 304"),
        ("(US) 19 (Magic Wand) on 88", "US 19 on 88"),
        ("(GI) 19 (to 88)", "GI 19 to 88"),
        ("(HI) 88 (Lancelot) (for 3 gold)", "HI 88 for 3"),
        ("(EN) 88 (Lancelot, of the Lake (a lake)) TA,FL", "EN 88 TA,FL"),
        ("(PI) 33,34 (          )", "PI 33,34"),
        ("(MO) NE 304 (on the way to 305)", "MO NE 304"),
    ],
)
def test_what_the_printed_sheet_puts_in_parentheses_counts(printed: str, plain: str) -> None:
    assert parse(f"char 12\n1 {printed}") == parse(f"12.1 {plain}")


@pytest.mark.clause("AK-11.2-01")
def test_a_phase_left_empty_orders_nothing() -> None:
    text = "char 12\n1\n2. MO 304\n3 ( )\nspecial\n13.1\n13.special"
    assert parse(text).orders == (orders.Act(12, 2, orders.Move(304)),)
    assert line_numbers(text) == [3]


# The hall of Valhalla as it is at the start (10.3)


@pytest.mark.clause("AK-10.3-04")
def test_each_alignment_from_good_to_evil_is_visited_once_in_the_first_five_turns() -> None:
    for seed in range(6):
        s = bare_state(10, seed=b"%d" % seed)
        for seat in range(10):
            line(s, seat, f'king "K{seat}" alignment {tables.ALIGNMENTS[1 + seat % 5]} levels TA,TA,MA,DR')
        visited: list[tuple[int, int]] = []
        for _ in range(5):
            s.journal = []  # type: ignore[misc]
            sequence.run_turn(s)
            for entry in told(s.journal, "visitor"):
                (seat,) = entry.readers or ()
                visited.append((s.kingdoms[seat].alignment, s.turn))
        assert sorted(alignment for alignment, _ in visited) == list(VISITED)
        assert all(1 <= turn <= 5 for _, turn in visited)


@pytest.mark.clause("AK-10.3-04")
def test_the_hall_has_legends_for_every_alignment_that_is_visited() -> None:
    assert {legend.alignment for legend in LEGENDS} >= set(VISITED)
    assert "King Arthur" in {legend.name for legend in LEGENDS}
    assert all(legend.speech for legend in LEGENDS)


# 1.2 to 1.5


@pytest.mark.clause("AK-1.2-01")
def test_a_kingdom_begins_with_a_province_three_armies_two_heroes_and_ten_gold() -> None:
    s = sample_world(0)
    assert not any(s.holders + s.title_holders), "nobody has an office yet"
    for seat, kingdom in enumerate(s.kingdoms):
        mine = [army for army in s.armies.values() if army.owner == seat]
        assert kingdom.gold == 10
        assert len(mine) == 3
        assert {(army.place, army.leader, army.quality) for army in mine} == {
            (kingdom.home, kingdom.king, tables.AVERAGE)
        }
        first, second = s.lands[kingdom.home].types
        assert sorted(army.type for army in mine) == sorted((first, first, second))


@pytest.mark.clause("AK-1.2-01")
def test_what_is_there_at_the_start_is_told() -> None:
    s = bare_state(8)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    (entry,) = told(s.journal, "awoken", 3)
    assert entry.readers == (3,)
    assert len(entry.data["people"]) == 2
    assert len(entry.data["armies"]) == 3
    assert GAME.words.say("journal.awoken", **entry.data)


@pytest.mark.clause("AK-1.2-02")
def test_the_player_picks_four_levels_of_fifteen_abilities() -> None:
    assert len(tables.ABILITIES) == 15
    s = bare_state(8)
    line(s, 2, 'king "Kyron" race dwarf alignment evil temper berserk levels TA,TA,ME,TH')
    sequence.run_turn(s)
    king = s.king(2)
    assert (king.name, tables.RACES[king.race], tables.ALIGNMENTS[king.alignment]) == ("Kyron", "dwarf", "evil")
    assert {tables.ABILITIES[at]: level for at, level in enumerate(king.levels) if level} == {
        "TA": 2,
        "ME": 1,
        "TH": 1,
    }


@pytest.mark.clause("AK-1.2-02")
def test_in_the_beginning_nothing_else_can_be_ordered() -> None:
    s = bare_state(8)
    problems = GAME.check(s, s.seats[0], parse("1.1 MO 304"))
    assert [problem.clause for problem in problems] == ["AK-1.2-02"]
