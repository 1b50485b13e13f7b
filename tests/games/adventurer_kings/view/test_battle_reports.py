"""Battles in the report: deployment and course (1.4, 7.2, 7.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import new_state
from games.adventurer_kings.positions.reports import a_battle, prose, report, section
from palatine.core import Entry
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.view.battle_reports import formation_drawing


@pytest.mark.clause("AK-1.4-01")
def test_a_battle_is_told_from_its_beginning_to_its_end() -> None:
    def entry(kind: str, **data: object) -> Entry:
        return Entry(f"battle-{kind}", {"place": "Home (504)", "phase": 2, **data}, readers=(0,))

    entries = [
        entry("begins", who="Falk", other="Rurik", king="K1", other_king="K2"),
        entry("destroyed-alone", army="the 1st Human Legion"),
        entry("won", side=0, king="K1", columns=2, of=3),
        entry("run-down", army="the 2nd Human Legion", enemy="the 3rd Human Heavy Cavalry"),
        entry("rise", army="the 3rd Human Heavy Cavalry", was="Green", quality="Average"),
        Entry("conquered", {"place": "Home (504)", "phase": 2, "realm": "Keltor"}, readers=(0,)),
        Entry("conquered", {"place": "Elsewhere (505)", "phase": 2, "realm": "Keltor"}, readers=(0,)),
    ]
    found = report(new_state(), entries)
    start, losses, outcome, quality = section(found, "battle-1").paragraphs
    assert "Falk" in start
    assert "1st" in losses
    assert "3rd" in quality
    assert [outcome.index(word) for word in ("K1", "2nd", "Keltor")] == sorted(
        map(outcome.index, ("K1", "2nd", "Keltor"))
    )
    assert "Elsewhere (505)" in prose(found, "action")
    assert "Elsewhere" not in outcome


@pytest.mark.clause("AK-1.4-01")
def test_a_battle_has_a_section_with_the_line_drawn_up() -> None:
    s = a_battle()
    found = report(s)
    battle = section(found, "battle-1")
    assert "503" in battle.title
    assert "spring" in battle.title
    (grid,) = battle.grids
    sides = [row[0] for row in grid.rows]
    front = sides.index("Front")
    assert sides[:front] == ["Attack"] * front
    assert sides[front + 1] == "Defence"
    cells = " ".join([cell for row in grid.rows for cell in row[1:]])
    assert cells.count("Human Legion") == 3
    assert cells.count("Human Phalanx") == 2
    assert cells.count("||||") == 5
    assert "natives" in " ".join(battle.paragraphs)
    assert "battle" not in prose(found, "action")


@pytest.mark.clause("AK-1.4-01")
def test_a_long_line_is_drawn_in_two_tables() -> None:
    ranks = [[(n, "Human Legion", 0)] for n in range(1, 9)]
    line_of = {"width": 8, "ranks": ranks, "outcomes": [(0, 3)] * 8, "events": [("", -1)] * 7 + [("A ruse", 1)]}
    left, right = formation_drawing(GAME.words, [{**line_of, "side": 1}, {**line_of, "side": 0}])
    assert (len(left.columns), len(right.columns)) == (7, 3)
    assert left.rows[0][1] == "1st Human Legion ||||"
    assert right.rows[0][2] == "8th Human Legion ||||"
    assert [row[0] for row in left.rows] == ["Attack", "Front", "Defence", "Outcome"]
    assert right.rows[-1] == ("Chance", "", "A ruse, for the defence")


@pytest.mark.clause("AK-7.2-01")
def test_the_front_ranks_stand_next_to_the_front_line() -> None:
    attack = {"side": 0, "width": 1, "ranks": [[(1, "Human Legion", 0), (2, "Human Axemen", 1)]],
              "outcomes": [(1, 0)], "events": [("", -1)]}  # fmt: skip
    defence = {**attack, "side": 1, "ranks": [[(3, "Ents", 0), (4, "Trolls", 1)]]}
    (grid,) = formation_drawing(GAME.words, [attack, defence])
    assert [row[1].split()[0] for row in grid.rows[:5]] == ["2nd", "1st", "-", "3rd", "4th"]


@pytest.mark.clause("AK-7.4-01")
def test_the_duel_before_the_lines_is_told_with_its_battle_and_no_other_fight() -> None:
    def entry(kind: str, **data: object) -> Entry:
        return Entry(kind, {"phase": 2, **data}, readers=(0,))

    place = "Home (504)"
    blow = {"name": "Falk", "foe": "Rurik", "harm": 3}
    found = report(new_state(), [
        entry("battle-begins", place=place, who="Falk", other="Rurik", king="K1", other_king="K2"),
        entry("fight-hits", **blow),
        entry("battle-won", place=place, side=0, king="K1", columns=2, of=3),
        entry("fight-hits", **(blow | {"foe": "the Ghoul"})),
    ])  # fmt: skip
    assert "3 points" in prose(found, "battle-1")
    assert "Ghoul" not in prose(found, "battle-1")
    assert "Ghoul" in prose(found, "action")
    assert "Rurik" not in prose(found, "action")
