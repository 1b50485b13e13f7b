"""Contests, events and their modifiers (6.3, 7.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, field, fought, general, natives
from games.adventurer_kings.positions.realm import load, new_state, put_army, set_land
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.aftermath import settle_battle
from palatine.games.adventurer_kings.rules.combat.contests import (
    BATTLE_EVENTS,
    COLUMN_EVENTS,
    contest,
    draw_events,
    total,
)
from palatine.games.adventurer_kings.rules.combat.deployment import find_nemeses, place_flyers, switch, win_chance
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING

# In the line (6.3, 7.2)


@pytest.mark.clause("AK-6.3-22")
def test_of_several_who_face_a_unit_one_is_drawn_as_its_nemesis() -> None:
    s = new_state()
    n = general(s, 0, [])
    mine = [
        put_army(s, code, 0, HERE, n, quality=quality)
        for code, quality in (("LE", tables.VETERAN), ("CH", tables.AVERAGE))
    ]
    b = field(s, mine, natives(s, "HC"), width=5)
    assert [unit.share for unit in b.columns[0][ATTACKER]] == [1.0, 1.0], "the chariots turn the flank"
    horse = b.forces[1].units[0]
    found = {}
    for face in (1, 2):
        load(s, whom_a_unit_faces=face)
        find_nemeses(b)
        found[face] = total(b, 0, DEFENDING) / (horse.worth * 1.25)
    assert found == {1: 1.0, 2: pytest.approx(2 / 3)}


@pytest.mark.clause("AK-6.3-22")
def test_behind_the_front_only_who_flies_at_a_unit_is_its_nemesis() -> None:
    s = new_state()
    n = general(s, 0, ["EA"], "DR4")
    theirs = [*natives(s, "LE", quality=tables.ELITE), *natives(s, "WR")]
    b = field(s, s.led_by(n), theirs, width=1)
    place_flyers(b)
    find_nemeses(b)
    by_code = {tables.ARMY_CODES[unit.army.type]: unit for unit in b.forces[1].units}
    assert by_code["WR"].opponent is b.forces[0].units[0]
    assert by_code["LE"].opponent is b.forces[0].units[0]
    other = field(s, [put_army(s, "BO", 0, HERE, n)], natives(s, "LE", "EA"), width=1)
    find_nemeses(other)
    behind = next(unit for unit in other.forces[1].units if unit.rank == 1)
    assert behind.opponent is None


@pytest.mark.clause("AK-6.3-30")
@pytest.mark.parametrize(("horse", "chariots"), [("LC", ["CH"]), ("HC", ["CH"]), ("CH", [])])
def test_horses_are_frightened_of_beasts_and_of_no_other_creature(horse: str, chariots: list[str]) -> None:
    frightening = set()
    for code in tables.ARMY_CODES:
        s = new_state()
        b = field(s, [put_army(s, horse, 0, HERE)], natives(s, code), width=1)
        place_flyers(b)
        find_nemeses(b)
        rider = b.forces[ATTACKER].units[0]
        if total(b, 0, ATTACKER) == pytest.approx(rider.worth * 2 / 3):
            frightening.add(code)
        else:
            assert total(b, 0, ATTACKER) == rider.worth
    assert frightening == {"CC", "EL", "WE", "WR", "DR", *chariots}


@pytest.mark.clause("AK-7.2-04", "AK-7.2-08")
def test_a_flyer_put_behind_the_front_still_fights_at_full_strength() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, [], "TA4 DR4")
    eagles, legion = put_army(s, "EA", 0, HERE, n), put_army(s, "LE", 0, HERE, n)
    b = field(s, [eagles, legion], natives(s, "BO", quality=tables.ELITE), width=1)
    by_number = {unit.number: unit for unit in b.forces[0].units}
    assert by_number[eagles].rank == 0
    load(s, switch=1)
    switch(b)
    place_flyers(b)
    assert by_number[legion].rank == 0
    assert (by_number[eagles].rank, by_number[eagles].share) == (1, 1.0)


@pytest.mark.clause("AK-7.2-11")
def test_nothing_against_nothing_is_even() -> None:
    assert win_chance(0, 0) == 0.5
    assert win_chance(1, 0) == 1.0


@pytest.mark.clause("AK-6.3-29")
@pytest.mark.parametrize(("face", "strength"), [(1, 2), (99, 5)])
def test_elephants_are_worth_two_to_five(face: int, strength: int) -> None:
    s = new_state()
    load(s, elephants=face)
    b = field(s, s.led_by(general(s, 0, ["EL"])), natives(s, "LE"))
    assert b.forces[0].units[0].basic == strength


@pytest.mark.clause("AK-6.3-27")
@pytest.mark.parametrize(("face", "factor"), [(600, 2.0), (601, 1.0)])
def test_one_event_in_most_battles_for_a_whole_side(face: int, factor: float) -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))
    before = total(b, 0, ATTACKER), total(b, 0, DEFENDING)
    load(s, battle_event=face, whom_the_event_favours=1, which_event=20, column_event=1000)
    draw_events(b)
    assert (total(b, 0, ATTACKER), total(b, 0, DEFENDING)) == (before[0] * factor, before[1])


@pytest.mark.clause("AK-6.3-27")
@pytest.mark.parametrize(("face", "factor"), [(350, 1.75), (351, 1.0)])
def test_further_events_touch_a_column(face: int, factor: float) -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))
    before = total(b, 0, ATTACKER), total(b, 0, DEFENDING)
    load(s, battle_event=1000, column_event=face, which_column_event=29, whom_it_favours=2)
    draw_events(b)
    assert (total(b, 0, ATTACKER), total(b, 0, DEFENDING)) == (before[0], before[1] * factor)


# Contests (7.2)


@pytest.mark.clause("AK-7.2-11")
@pytest.mark.parametrize(
    ("attack", "defence", "chance"),
    [(1, 1, 0.5), (4, 1, 1.0), (1, 4, 0.0), (2, 1, 0.75), (3, 1, 0.896), (37, 32, 0.552), (9, 1, 1.0), (0, 1, 0.0)],
)
def test_the_chance_of_a_contest(attack: float, defence: float, chance: float) -> None:
    assert win_chance(attack, defence) == pytest.approx(chance, abs=0.001)


@pytest.mark.clause("AK-7.2-11")
def test_most_contests_win_the_battle() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 5)
    b = field(s, s.led_by(n), natives(s, *["LE"] * 5), width=5)
    load(s, contest=1)
    contest(b)
    assert [winner for winner, _ in b.outcomes] == [ATTACKER] * 5
    assert b.winner == ATTACKER


@pytest.mark.clause("AK-6.3-27")
def test_no_event_more_than_doubles_a_side() -> None:
    factors = [row["factor"] for row in (*BATTLE_EVENTS, *COLUMN_EVENTS)]
    assert max(factors) == 2.0
    assert min(factors) > 1.0
    assert sum(factor <= 1.5 for factor in factors) > len(factors) * 0.8
    assert sorted(die for row in BATTLE_EVENTS for die in range(row["dice"][0], row["dice"][1] + 1)) == list(
        range(1, 21)
    )
    assert [row["dice"] for row in COLUMN_EVENTS] == list(range(1, 31))


@pytest.mark.clause("AK-7.2-11")
@pytest.mark.parametrize(("won", "kind"), [(5, "battle-won-whole"), (3, "battle-won")])
def test_who_wins_every_contest_has_carried_the_whole_line(won: int, kind: str) -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 5, "TA4")
    b = fought(s, s.led_by(n), natives(s, *["LE"] * 5), ATTACKER)
    b.forces[ATTACKER].columns_won = won
    s.journal = []  # type: ignore[misc]
    settle_battle(b)
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("battle-won")]
    assert entry.kind == kind
    assert ("of" in GAME.prose(entry).split()) is (kind == "battle-won")


@pytest.mark.clause("AK-6.3-22")
def test_a_flyer_behind_the_front_is_no_nemesis_of_the_front_line() -> None:
    """Wargs fear Eagles only if these face them or attack them from behind their own front."""
    for eagle_in_front, wargs_behind, fears in (
        (True, False, True), (True, True, True), (False, False, False), (False, True, True),
    ):  # fmt: skip
        s = new_state()
        n = general(s, 0, ["EA"], "DR4")
        eagle = s.led_by(n)[0]
        mine = [eagle] if eagle_in_front else [eagle, put_army(s, "LE", 0, HERE, n, quality=tables.ELITE + 9)]
        wargs = natives(s, "WR")
        theirs = [*natives(s, "LE", quality=tables.ELITE + 9), *wargs] if wargs_behind else wargs
        b = field(s, mine, theirs, width=1)
        place_flyers(b)
        find_nemeses(b)
        rider = next(unit for unit in b.forces[1].units if unit.number == wargs[0])
        faced = rider.opponent is not None and rider.opponent.number == eagle
        assert (rider.rank == 0) is not wargs_behind
        assert faced is fears, (eagle_in_front, wargs_behind)
