"""Ending the Game, and Victory: sudden death, truce talks, and victory points."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    actions,
    do,
    idle,
    march,
    place,
    seat,
    step,
    told,
    unit,
)
from palatine.core import Refused
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import FORTRESSES, NISSHAR, TIMUR
from palatine.games.demonlord.rules.common.losses import record_loss
from palatine.games.demonlord.rules.victory import award_points

BASE = (1, 1)
"""The points of a turn with equal fortresses and no reinforcements requested."""


def end_of(turn: int, text: str = "", **options: Any) -> Any:
    """Return the end of a turn after scoring: truce talks or the next turn."""
    given = f"options: {json.dumps(options)}\n" if options else ""
    return place(f"{given}turn {turn}\nphase Demon\nstep EndOfTurn\n{text}{CAPITALS}")


def scored(text: str) -> tuple[int, int]:
    """Return the extra points of both players for a turn with this position."""
    points = end_of(1, text).points
    return points[0] - BASE[0], points[1] - BASE[1]


def winners(state: Any) -> tuple[str, ...]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners


# Sudden death

CAMPS = {"Demon": ("0611", "0610", "ER-heavy-cavalry"), "Hosar": ("1813", "1812", "DA-knights")}
FALLS = [
    pytest.param("Demon", TIMUR, marks=pytest.mark.clause("END-01")),
    pytest.param("Hosar", NISSHAR, marks=pytest.mark.clause("END-02")),
]


def at_the_gates(player: str, extra: str = "") -> Any:
    """Let a player's troop march into the enemy's undefended capital."""
    start, capital, troop = CAMPS[player]
    own = "1812 Demon: NI-goblins\n" if player == "Demon" else "0610 Hosar: TI-city-militia\n"
    state = place(f"turn 2\nphase {player}\nstep OpenMovement\n{start} {player}: {troop}\n{own}{extra}")
    return march(state, start, troop, capital)


@pytest.mark.parametrize(("player", "capital"), FALLS)
def test_taking_the_enemys_capital_wins_at_once(player: str, capital: int) -> None:
    state = at_the_gates(player)
    assert state.control[capital] == state.seats.index(player)
    assert winners(state) == (player,)
    assert (GAME.actors(state), state.flow) == ((), [])
    assert GAME.outcome(state).clause == ("END-01" if player == "Demon" else "END-02")


@pytest.mark.parametrize(("player", "capital"), FALLS)
def test_nothing_further_is_rolled_or_decided(player: str, capital: int) -> None:
    """A lone character in the capital and a battle elsewhere stay as they are.

    No points are counted.
    """
    inside = "0610 Hosar: TI-prince-timur\n" if player == "Demon" else "1812 Demon: NI-lord-nish\n"
    state = at_the_gates(player, inside + "1004 Hosar: DA-militia\n1004 Demon: ER-archers\n")
    assert (winners(state), state.points, state.captors) == ((player,), (0, 0), ())
    with pytest.raises(Refused):
        GAME.play(state, player, ("end", 0))


@pytest.mark.parametrize(("player", "capital"), FALLS)
def test_a_siege_that_takes_the_capital_ends_the_game_before_the_next_siege(player: str, capital: int) -> None:
    if player == "Demon":
        sieges = "0610 Hosar: TI-city-militia\n0610 Demon: ER-heavy-cavalry\n1812 Demon: NI-goblins\n"
        sieges += "1007 Hosar: GU-levy\n1007 Demon: ER-archers\n"
    else:
        sieges = "1812 Demon: NI-goblins\n1812 Hosar: DA-knights\n0610 Hosar: TI-city-militia\n"
        sieges += "1606 Demon: ER-archers\n1606 Hosar: DA-militia\n"
    state = do(place(f"turn 2\nphase {player}\nstep Sieges\n{sieges}"), ("siege", capital), "assault", "pass")
    state = do(
        state, "pass", rolls=[6, 6, 1, 1]
    )  # at least one defender falls to the highest roll, nobody to the lowest
    assert winners(state) == (player,)


@pytest.mark.clause("END-01", "END-02")
def test_besieging_it_or_walking_in_alone_is_not_enough() -> None:
    for text in ("0610 Demon: ER-heavy-cavalry\n", "0610 Demon: ER-lord-erush\n"):
        state = place(f"turn 2\nphase Demon\nstep EndOfTurn\n{text}{CAPITALS}")
        assert GAME.outcome(state) is None
        assert state.control[TIMUR] == HOSAR


# Truce


@pytest.mark.clause("END-03")
def test_truce_may_be_called_for_from_the_end_of_the_third_turn_on() -> None:
    assert (step(end_of(2)), end_of(2).turn) == ("Movement", 3)
    state = end_of(3)
    assert (step(state), seat(state), actions(state)) == ("AskTruceCall", "Hosar", [("abstain", 0), ("call", 0)])
    assert step(end_of(2, first_truce=2)) == "AskTruceCall"
    assert step(end_of(4, first_truce=5)) == "Movement"


@pytest.mark.clause("END-03", "END-04")
@pytest.mark.parametrize("die", range(1, 6))
def test_only_a_6_opens_the_talks_and_the_other_player_may_call_too(die: int) -> None:
    state = do(end_of(3), "call", rolls=[("truce call", die)])
    assert (step(state), seat(state), state.truce_talks_open) == ("AskTruceCall", "Demon", False)
    state = do(state, "call", rolls=[("truce call", die)])
    assert (step(state), state.turn, state.truce_talks_open) == ("Movement", 4, False)


@pytest.mark.clause("END-03", "END-07")
def test_a_6_opens_them_with_a_roll_in_the_same_turn() -> None:
    state = do(end_of(3), "call", rolls=[("truce call", 6), ("truce talks", 3), ("truce talks", 3)])
    assert (state.truce_talks_open, state.last_turn, state.turn) == (True, 0, 4)


@pytest.mark.clause("END-04")
@pytest.mark.parametrize("first", ["call", "abstain"])
def test_one_success_of_the_two_is_enough(first: str) -> None:
    calls = [1, 6] if first == "call" else [6]
    state = do(end_of(3), first, "call", rolls=[*calls, 3, 3])
    assert state.truce_talks_open
    state = do(end_of(3, "first: 1\n"), "abstain")
    assert seat(state) == "Hosar"  # the Demon, who has the first phase, was asked before


@pytest.mark.clause("END-03")
def test_nobody_need_call() -> None:
    state = do(end_of(3), "abstain", "abstain")
    assert (step(state), state.turn, state.truce_talks_open) == ("Movement", 4, False)


TALKS = "talks: true\n"


@pytest.mark.clause("END-05")
@pytest.mark.parametrize(("turn", "dice"), [(8, (6, 6)), (10, (4, 6)), (18, (1, 1))])
def test_20_or_more_with_the_turns_number_makes_the_next_turn_the_last(turn: int, dice: tuple[int, int]) -> None:
    state = do(end_of(turn, TALKS), "talk", rolls=dice)
    assert state.last_turn == turn + 1
    state = idle(do(state, "end"), "Movement")
    assert (state.turn, state.phasing) == (turn + 1, DEMON)
    state = do(state, "end")
    assert GAME.outcome(state) is not None


@pytest.mark.clause("END-06")
@pytest.mark.parametrize(("turn", "dice"), [(3, (6, 6)), (7, (6, 6)), (9, (3, 3)), (9, (5, 5))])
@pytest.mark.parametrize("remain", [1, 4, 6])
def test_15_to_19_lets_another_die_say_how_many_turns_remain(turn: int, dice: tuple[int, int], remain: int) -> None:
    state = do(end_of(turn, TALKS), "talk", rolls=[*dice, ("turns remaining", remain)])
    assert state.last_turn == turn + remain
    assert [entry.clauses for entry in told(state, "last-turn")] == [("END-06",)]


@pytest.mark.clause("END-07")
@pytest.mark.parametrize(("turn", "dice"), [(3, (5, 6)), (8, (3, 3)), (12, (1, 1))])
def test_14_or_less_has_no_effect(turn: int, dice: tuple[int, int]) -> None:
    state = do(end_of(turn, TALKS), "talk", rolls=dice)
    assert (state.last_turn, state.truce_talks_open, state.turn) == (0, True, turn + 1)


@pytest.mark.clause("END-08")
def test_the_roll_is_repeated_each_turn_while_either_wants_it() -> None:
    state = end_of(3, TALKS)
    assert (step(state), seat(state)) == ("AskTruceTalks", "Hosar")
    state = do(state, "break off")
    assert (step(state), seat(state)) == ("AskTruceTalks", "Demon")
    state = do(state, "talk", rolls=[1, 1])  # one roll a turn, whoever asked for it
    assert (step(state), state.turn) == ("Movement", 4)
    assert step(idle(state, "AskTruceTalks", "AskTruceCall")) == "AskTruceTalks"


@pytest.mark.clause("END-08")
def test_a_turn_in_which_neither_wants_it_ends_the_talks_and_new_ones_need_a_new_6() -> None:
    state = do(end_of(3, TALKS), "break off", "break off")
    assert (state.truce_talks_open, state.turn) == (False, 4)
    assert step(idle(state, "AskTruceTalks", "AskTruceCall")) == "AskTruceCall"


@pytest.mark.clause("END-05", "END-08")
def test_once_the_end_is_fixed_nothing_more_is_asked() -> None:
    state = end_of(5, "last_turn: 8\n")
    assert (step(state), state.turn) == ("Movement", 6)
    assert end_of(7, "last_turn: 8\n").turn == 8


@pytest.mark.clause("END-09")
def test_talks_forbid_nothing() -> None:
    text = "0803 Hosar: DA-knights, DA-duke-dansor\n0804 Demon: ER-archers\nspells of Hosar: Spellgate, Vision\n"
    for stage in ("BeforeMovement", "OpenMovement", "Battles", "Sieges", "AllianceAttempt", "Exchange"):
        found = []
        for talks in ("", TALKS):
            body = text.replace("0804", "0803") if stage == "Battles" else text
            siege = "1007 Hosar: GU-men\n1007 Demon: ER-goblins\n"
            siege += "prisoners of Hosar: ER-swordsmen\nprisoners of Demon: DA-militia\n"
            state = place(f"turn 4\nphase Hosar\nstep {stage}\n{talks}{body}{siege}{CAPITALS}")
            found.append((step(state), actions(state)))
        assert found[0] == found[1]


# Victory points


@pytest.mark.clause("VIC-01")
def test_points_are_scored_at_the_end_of_every_turn_and_add_up() -> None:
    assert end_of(1, "points: [5,7]\n").points == (5 + BASE[0], 7 + BASE[1])
    state = place(f"turn 1\nphase Hosar\nstep OpenMovement\n{CAPITALS}")
    halfway = idle(do(state, "end"), "Movement")
    assert (halfway.phasing, halfway.points) == (DEMON, (0, 0))
    state = idle(do(halfway, "end"), "Movement")
    assert (state.turn, state.points) == (2, BASE)
    state = idle(do(state, "end"), "Movement")
    state = idle(do(state, "end"), "Movement")
    assert (state.turn, state.points) == (3, (2 * BASE[0], 2 * BASE[1]))


@pytest.mark.clause("VIC-02")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", (0, 0)),
        ("control 1510: Hosar\n", (1, 0)),
        ("control 1007: Demon\n", (0, 1)),
        ("control 1007: Demon\n1007 Hosar: GU-men\n1007 Demon: ER-goblins\n", (0, 1)),  # besieged or not
        ("control 1510: Hosar\ncontrol 1007: Demon\n", (0, 0)),
        ("control 1414: Hosar\n", (1, 0)),  # a temple is no fortress; this is the point of VIC-07
        ("serves: [0,1,2,2,2]\ncontrol 1401: Hosar\ncontrol 1702: Demon\n", (1, 0)),  # an ally's city, no temple
        ("serves: [3,2,2,2,2]\nno control 1401\n", (0, 0)),
    ],
)
def test_more_fortresses_than_the_enemy(text: str, points: tuple[int, int]) -> None:
    state = place(CAPITALS)
    held = [sum(state.control[h] == side for h in FORTRESSES) for side in (HOSAR, DEMON)]
    assert held[0] == held[1]
    assert scored(text) == points


@pytest.mark.clause("VIC-03")
@pytest.mark.parametrize(
    ("serves", "points"),
    [
        ("[2,2,2,2,2]", (0, 0)),
        ("[2,0,2,2,2]", (0, 1)),
        ("[2,1,2,2,1]", (1, 0)),
        ("[2,0,1,2,2]", (0, 0)),
        ("[2,0,1,2,0]", (0, 1)),
        ("[2,3,1,2,2]", (1, 0)),
    ],
)
def test_fewer_allied_neutrals_than_the_enemy(serves: str, points: tuple[int, int]) -> None:
    assert scored(f"serves: {serves}\n") == points
    assert scored(f"serves: {serves}\npermanent: [true,true,true,true,true]\n") == points


@pytest.mark.clause("VIC-04")
@pytest.mark.parametrize(
    ("asked", "points"), [((True, False), (-1, 0)), ((False, True), (0, -1)), ((True, True), (-1, -1))]
)
def test_not_having_requested_reinforcements(asked: tuple[bool, bool], points: tuple[int, int]) -> None:
    assert scored(f"requested: {json.dumps(asked)}\n") == points


@pytest.mark.clause("VIC-04")
def test_the_point_goes_with_the_request_even_if_they_do_not_come() -> None:
    state = place(f"turn 2\nphase Hosar\nstep Reinforcements\nopened: true\n{CAPITALS}")
    state = idle(do(state, "request", rolls=[6]), "Movement")
    state = idle(do(state, "end"), "Movement")
    state = do(state, "end", rolls=[("reinforcements", 6)])
    assert state.points == (BASE[0] - 1, BASE[1])


@pytest.mark.clause("VIC-05")
def test_nobody_books_the_loss_of_a_neutral_that_serves_nobody() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1401 Neutral: AH-cragsmen-1\n")
    with pytest.raises(AssertionError, match="players alone"):
        record_loss(state, unit("AH-cragsmen-1"), NEUTRAL)
    assert state.losses_this_turn == state.troops_lost == (0, 0)


@pytest.mark.clause("VIC-05")
@pytest.mark.parametrize(
    ("lost", "points"), [((0, 0), (0, 0)), ((2, 3), (1, 0)), ((1, 0), (0, 1)), ((2, 2), (0, 0))]
)
def test_more_enemy_units_killed_and_captured_than_lost_this_turn(
    lost: tuple[int, int], points: tuple[int, int]
) -> None:
    assert scored(f"toll: {json.dumps(lost)}\n") == points


@pytest.mark.clause("VIC-05")
def test_killed_and_captured_count_alike_troops_and_characters_and_only_in_that_turn() -> None:
    """Gunthoz falls in Hosar's phase.

    Its two troops are destroyed, and the Duke is captured.
    """
    text = "1007 Hosar: GU-levy, GU-men, DA-duke-dansor\n1007 Demon: ER-archers, ER-swordsmen, ER-goblins\n"
    state = place(f"turn 1\nphase Hosar\nstep Sieges\n{text}{CAPITALS}")
    state = idle(do(state, "assault"), "Movement", rolls=[6, 6, 1, 1])
    assert (state.phasing, state.losses_this_turn) == (DEMON, (3, 0))
    state = idle(do(state, "end"), "AskRequest")
    assert (state.points, state.losses_this_turn) == (
        (BASE[0], BASE[1] + 2),
        (0, 0),
    )  # and the Demon has more fortresses


@pytest.mark.clause("VIC-06")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("control 1606: Hosar\n", (1 + 1, 0)),
        ("control 1606: Hosar\ncontrol 1720: Hosar\n", (2 + 1, 0)),
        ("control 0704: Demon\n", (0, 1 + 1)),
        ("control 0704: Demon\ncontrol 0218: Demon\n", (0, 2 + 1)),
        ("control 1510: Hosar\n", (1, 0)),  # a castle is no city
        ("serves: [0,1,2,2,2]\ncontrol 1401: Hosar\ncontrol 1702: Demon\n", (1, 0)),  # Altu'han is no enemy city
    ],
)
def test_each_enemy_city_on_top_of_the_point_for_more_fortresses(text: str, points: tuple[int, int]) -> None:
    assert scored(text) == points


@pytest.mark.clause("VIC-07")
def test_ninnghiz_counts_as_a_city_for_hosar_only() -> None:
    assert scored("control 1414: Hosar\n") == (1, 0)
    assert scored("control 1414: Demon\n") == (0, 0)


@pytest.mark.clause("VIC-08")
@pytest.mark.parametrize(
    ("points", "winner"), [((9, 9), "Hosar"), ((9, 10), "Demon"), ((10, 9), "Hosar"), ((0, 0), "Hosar")]
)
def test_the_demon_needs_more_points_and_hosar_as_many(points: tuple[int, int], winner: str) -> None:
    state = end_of(7, f"last_turn: 7\npoints: {json.dumps(points)}\n")
    assert winners(state) == (winner,)
    assert GAME.outcome(state).clause == "VIC-08"
    assert state.points == (points[0] + BASE[0], points[1] + BASE[1])  # the last turn is scored as well


@pytest.mark.clause("VIC-01", "VIC-05")
def test_every_point_is_told_with_its_clause() -> None:
    state = place(
        f"turn 1\nphase Demon\nstep OpenMovement\ncontrol 1606: Hosar\ntoll: [0,1]\nserves: [2,1,2,2,2]\n{CAPITALS}"
    )
    state = idle(do(state, "end"), "Movement")
    assert [entry.clauses[0] for entry in told(state, "points")] == [
        "VIC-02",
        "VIC-03",
        "VIC-04",
        "VIC-05",
        "VIC-06",
    ]
    assert told(state, "score")[0].data == {"turn": 1, "hosar": 5, "demon": 1}


@pytest.mark.clause("END-03")
@pytest.mark.parametrize(("die", "kind"), [(5, "talks.rejected"), (6, "talks.open")])
def test_every_call_for_talks_is_noted_with_its_die(die: int, kind: str) -> None:
    (entry,) = told(do(end_of(3), "call", rolls=[die, 3, 3][: 3 if die == 6 else 1]), kind)
    assert (entry.clauses, entry.data["side"], entry.data["rolled"]) == (("END-03",), HOSAR, die)


@pytest.mark.clause("VIC-01")
def test_points_are_told_as_each_players_own_and_added_to_his_total() -> None:
    state = place(f"turn 1\n{CAPITALS}")
    award_points(
        state, [("kills", "VIC-05", (0, 1)), ("fortresses", "VIC-02", (2, 0)), ("cities", "VIC-06", (0, 0))]
    )
    told_points = [(entry.data["hosar"], entry.data["demon"]) for entry in told(state, "points")]
    assert (told_points, state.points) == ([(0, 1), (2, 0)], (2, 1))
