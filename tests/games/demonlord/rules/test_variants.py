"""Variant Scenarios: the Strategic game and the Long game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    MELEE,
    actions,
    at,
    do,
    drawn_up,
    fight,
    hexes,
    idle,
    march,
    operands,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import DEMON_CITIES, HOSAR_CITIES, NINNGHIZ, hex_id, hex_name
from palatine.games.demonlord.state import AWAY, DEAD, FREED, Fallen


def playing(ending: str, stage: str, text: str, side: str = "Hosar", turn: int = 2, **options: Any) -> Any:
    """Return the Strategic or the Long game at a step of a phase."""
    given = json.dumps({"ending": ending, **options})
    return place(f"options: {given}\nturn {turn}\nphase {side}\nstep {stage}\n{text}{CAPITALS}")


def reckoned(text: str) -> tuple[int, int]:
    """Return the points of both sides at the end of such a Strategic game."""
    points = playing("strategic", "EndOfTurn", f"last_turn: 9\n{text}", "Demon", 9).points
    return points[0], points[1]


# The Strategic game


@pytest.mark.clause("VAR-01")
def test_the_fall_of_a_capital_does_not_end_the_strategic_game() -> None:
    state = playing("strategic", "OpenMovement", "0611 Demon: ER-heavy-cavalry\n", "Demon")
    state.stacks[HOSAR].pop(hex_id("0610"))
    state.where[unit("TI-city-militia")] = AWAY
    state = march(state, "0611", "ER-heavy-cavalry", "0610")
    assert (state.control[hex_id("0610")], GAME.outcome(state)) == (DEMON, None)


@pytest.mark.clause("VAR-01", "VAR-03")
def test_no_points_are_counted_turn_by_turn() -> None:
    assert playing("strategic", "EndOfTurn", "control 1606: Hosar\n", "Demon").points == (0, 0)


@pytest.mark.clause("VAR-01", "VAR-02")
def test_truce_talks_open_it_on_a_6_as_usual() -> None:
    assert step(playing("strategic", "EndOfTurn", "", "Demon", 2)) == "Movement"
    state = do(playing("strategic", "EndOfTurn", "", "Demon", 3), "call", "call", rolls=[5, 6, 6, 6])
    assert (state.truce_talks_open, state.last_turn) == (True, 0)


@pytest.mark.clause("VAR-02")
@pytest.mark.parametrize(
    ("turn", "dice", "ends"),
    [
        (11, (6, 6), False),
        (12, (6, 6), True),
        (19, (4, 4), False),
        (20, (4, 4), True),
        (31, (1, 1), False),
        (32, (1, 1), True),
    ],
)
def test_the_dice_are_doubled_and_36_with_the_turn_brings_the_end_near(
    turn: int, dice: tuple[int, int], ends: bool
) -> None:
    state = playing("strategic", "EndOfTurn", "talks: true\n", "Demon", turn)
    state = do(state, "talk", rolls=[*dice, *([("turns remaining", 3)] if ends else [])])
    assert (state.last_turn, state.truce_talks_open) == ((turn + 3, False) if ends else (0, True))
    kind = "talks.agree" if ends else "talks.fail"
    assert told(state, kind)[0].tally.total == 2 * sum(dice) + turn
    assert {entry.clauses for entry in told(state, kind) + told(state, "last-turn")} == {("VAR-02",)}


@pytest.mark.clause("VAR-03")
@pytest.mark.parametrize(
    ("text", "winner"),
    [("", "Hosar"), ("requested: [true,false]\n", "Demon"), ("requested: [false,true]\n", "Hosar")],
)
def test_the_higher_score_at_the_end_wins_and_ties_are_hosars(text: str, winner: str) -> None:
    state = playing("strategic", "EndOfTurn", f"last_turn: 9\n{text}", "Demon", 9)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((winner,), "VAR-03")


@pytest.mark.clause("VAR-04")
def test_one_point_for_never_having_requested_reinforcements() -> None:
    assert reckoned("") == (1, 1)
    assert reckoned("requested: [true,false]\n") == (0, 1)
    assert reckoned("requested: [true,true]\n") == (0, 0)


@pytest.mark.clause("VAR-05")
@pytest.mark.parametrize(("toll", "points"), [((0, 1), (2, 1)), ((4, 3), (1, 2)), ((2, 2), (1, 1))])
def test_one_point_for_the_better_of_the_last_turn(toll: tuple[int, int], points: tuple[int, int]) -> None:
    assert reckoned(f"toll: {json.dumps(toll)}\n") == points


@pytest.mark.clause("VAR-06")
def test_two_points_for_ninnghiz_to_hosar_only() -> None:
    assert reckoned(f"control {hex_name(NINNGHIZ)}: Hosar\n") == (3, 1)
    assert reckoned(f"control {hex_name(NINNGHIZ)}: Demon\n") == (1, 1)


@pytest.mark.clause("VAR-07")
@pytest.mark.parametrize(
    ("serves", "points"),
    [("[2,0,2,2,2]", (1, 2)), ("[2,0,0,2,1]", (2, 3)), ("[2,1,1,2,1]", (4, 1)), ("[2,3,2,2,2]", (1, 1))],
)
def test_one_point_for_each_neutral_allied_with_the_enemy(serves: str, points: tuple[int, int]) -> None:
    assert reckoned(f"serves: {serves}\n") == points


@pytest.mark.clause("VAR-08")
def test_one_point_for_each_enemy_character_dead_or_held() -> None:
    assert reckoned("dead: ER-lord-erush, NI-lord-nish, ER-archers\n") == (3, 1)
    assert reckoned("prisoners of Demon: DA-duke-dansor, DA-knights\n") == (1, 2)
    assert reckoned("dead: ER-lord-erush\nprisoners of Hosar: NI-lord-nish\nprisoners of Demon: HO-monks\n") == (
        3,
        2,
    )
    assert reckoned("1606 Demon: ER-lord-erush\n") == (1, 1)  # risen from the dead, he is not dead


@pytest.mark.clause("VAR-08")
def test_a_neutrals_character_counts_against_the_side_he_fell_for() -> None:
    """The Duke of Altu'han fell for the Demon.

    His people joined Hosar later, but the Demon's points remain.
    """
    duke = unit("AH-duke-han")
    text = f"serves: [0,2,2,2,2]\ncontrol 1401: Hosar\ndead: AH-duke-han\nslain: [[{duke},1]]\n"
    assert reckoned(text) == (2, 2)  # the fallen enemy for Hosar, Hosar's ally for the Demon
    assert reckoned(text.replace(f"[[{duke},1]]", f"[[{duke},0]]")) == (1, 3)


@pytest.mark.clause("VAR-08")
def test_a_fall_is_booked_for_the_side_that_suffers_it() -> None:
    ally = "serves: [1,2,2,2,2]\ncontrol 1401: Demon\n1401 Demon: AH-cragsmen-4\n"
    state = drawn_up("DA-knights : AH-cragsmen-1", posts="AH-duke-han @ AH-cragsmen-1", start=MELEE, more=ally)
    state = fight(state, rolls=[(6, 6), (1, 1), ("morale", 6), ("fate", 1)])
    assert state.slain == ((unit("AH-duke-han"), DEMON),)


@pytest.mark.clause("VAR-09")
@pytest.mark.parametrize(("lost", "points"), [((3, 4), (2, 1)), ((1, 0), (1, 2)), ((5, 5), (1, 1))])
def test_one_point_for_more_troops_destroyed_and_captured_over_the_game(
    lost: tuple[int, int], points: tuple[int, int]
) -> None:
    assert reckoned(f"troops_lost: {json.dumps(lost)}\n") == points


@pytest.mark.clause("VAR-05", "VAR-09")
def test_troops_are_counted_over_the_game_and_the_turns_losses_anew() -> None:
    text = "1007 Hosar: GU-levy, GU-men, DA-duke-dansor\n1007 Demon: ER-archers, ER-swordsmen, ER-goblins\n"
    state = playing("strategic", "Sieges", text, "Demon")
    state = idle(do(state, "assault"), "AskRequest", rolls=[6, 6, 1, 1])
    assert (state.turn, state.losses_this_turn, state.troops_lost) == (3, (0, 0), (2, 0))


# The Long game


def conquered(player: str, count: int) -> Any:
    """Let a player who holds `count` enemy cities march into the last one or into one of them."""
    cities = HOSAR_CITIES if player == "Demon" else DEMON_CITIES
    troop = "ER-heavy-cavalry" if player == "Demon" else "DA-knights"
    *held, last = [h for h in cities if hex_name(h) not in ("0610", "1812")] + [
        hex_id("0610" if player == "Demon" else "1812")
    ]
    text = "".join(f"control {hex_name(h)}: {player}\n" for h in held[:count])
    start = "0611" if player == "Demon" else "1813"
    own = "1812 Demon: NI-goblins\n" if player == "Demon" else "0610 Hosar: TI-city-militia\n"
    given = json.dumps({"ending": "long"})
    state = place(
        f"options: {given}\nturn 2\nphase {player}\nstep OpenMovement\n{text}{start} {player}: {troop}\n{own}"
    )
    return march(state, start, troop, hex_name(last))


@pytest.mark.clause("VAR-10")
@pytest.mark.parametrize("player", ["Hosar", "Demon"])
def test_the_long_game_is_won_by_holding_all_three_enemy_cities(player: str) -> None:
    outcome = GAME.outcome(conquered(player, 2))
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((player,), "VAR-10")
    assert GAME.outcome(conquered(player, 1)) is None


@pytest.mark.clause("VAR-10")
def test_no_truce_ends_it_but_both_may_agree_on_an_undecided_peace() -> None:
    assert step(playing("long", "EndOfTurn", "", "Demon", 2)) == "Movement"
    assert step(playing("long", "EndOfTurn", "", "Demon", 4, first_truce=5)) == "Movement"
    state = playing("long", "EndOfTurn", "", "Demon", 3)
    assert (step(state), seat(state), actions(state)) == ("AskPeaceOffer", "Hosar", [("war", 0), ("peace", 0)])
    assert (step(do(state, "war")), do(state, "war").turn) == ("Movement", 4)
    state = do(state, "peace")
    assert seat(state) == "Demon"
    assert GAME.outcome(do(state, "war")) is None
    outcome = GAME.outcome(do(state, "peace"))
    assert outcome is not None
    assert (outcome.winners, do(state, "peace").points) == ((), (0, 0))


FALLEN = "dead: DA-duke-dansor, DA-knights, GU-men, ER-archers, IN-light-spirit\n"


@pytest.mark.clause("VAR-11")
def test_at_the_start_of_his_phase_a_player_tries_for_one_dead_character_and_one_dead_troop() -> None:
    state = playing("long", "Replacements", FALLEN)
    assert (step(state), seat(state), operands(state, "replace")) == ("Replace", "Hosar", units("DA-duke-dansor"))
    state = do(state, ("replace", unit("DA-duke-dansor")), rolls=[5])
    assert (step(state), seat(state), operands(state, "replace")) == (
        "Replace",
        "Hosar",
        units("DA-knights", "GU-men"),
    )
    assert refusal(state, ("replace", unit("ER-archers"))).clause == "VAR-11"
    state = do(state, ("replace", unit("GU-men")), rolls=[4])
    assert step(state) == "Movement"
    assert step(idle(playing("long", "Replacements", FALLEN), "Movement")) == "Movement"  # nobody need try


@pytest.mark.clause("VAR-11")
def test_captured_units_spirits_and_other_peoples_dead_cannot_be_had_back() -> None:
    text = "prisoners of Demon: DA-knights\ngone: ME-pikemen\n"
    text += "dead: IN-light-spirit, ER-archers, AH-cragsmen-1, AN-lizard-warriors-1\n"
    state = playing(
        "long", "Replacements", text + "serves: [0,1,2,2,2]\ncontrol 1401: Hosar\ncontrol 1702: Demon\n"
    )
    assert actions(state) == [("replace", unit("AH-cragsmen-1")), ("none", 0)]


@pytest.mark.clause("VAR-11")
def test_there_are_no_replacements_in_the_other_games() -> None:
    for ending in ("normal", "strategic"):
        assert step(playing(ending, "Replacements", FALLEN)) == "Movement"


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("key", "needed"),
    [
        pytest.param("DA-duke-dansor", 6, marks=pytest.mark.clause("VAR-12", "VAR-14")),
        pytest.param("DA-knights", 5, marks=pytest.mark.clause("VAR-13", "VAR-14")),
    ],
)
def test_a_character_comes_on_6_a_troop_on_5_or_6(key: str, needed: int, die: int) -> None:
    state = do(
        playing("long", "Replacements", f"dead: {key}\n"), ("replace", unit(key)), rolls=[("replacement", die)]
    )
    assert state.where[unit(key)] == (FREED if die >= needed else DEAD)
    (entry,) = told(state, "replaced" if die >= needed else "not-replaced")
    assert (entry.data["rolled"], entry.data["needed"]) == (die, needed)
    state = do(state, "end")
    assert at(state, key) == ("0704" if die >= needed else str(DEAD))


@pytest.mark.clause("VAR-14")
def test_who_is_replaced_appears_like_a_freed_prisoner_and_acts_from_the_next_phase_on() -> None:
    besieged = (
        "0704 Hosar: DA-militia\n0704 Demon: ER-goblins\ndead: DA-knights\n" + f"sieges: [[{hex_id('0704')},1]]\n"
    )
    state = do(playing("long", "Replacements", besieged), ("replace", unit("DA-knights")), rolls=[6])
    assert (step(state), hexes(state, "stack")) == ("Movement", ["0610"])
    state = idle(do(state, "end"), "Movement", rolls=[1, 1, 1, 1])
    assert at(state, "DA-knights") == "1007"  # the nearest friendly fortress without enemy troops


@pytest.mark.clause("VAR-14")
def test_a_replaced_reinforcement_comes_by_an_entrance_in_its_players_next_phase() -> None:
    state = do(playing("long", "Replacements", "dead: ME-pikemen\n"), ("replace", unit("ME-pikemen")), rolls=[6])
    state = idle(do(state, "end"), "Movement")
    assert (seat(state), state.where[unit("ME-pikemen")]) == ("Demon", FREED)
    state = idle(do(state, "end"), "Enter")
    assert (seat(state), hexes(state, "enter")) == ("Hosar", ["0301", "0108", "0523"])


@pytest.mark.clause("VAR-14")
def test_after_a_failure_another_attempt_is_allowed_in_a_later_turn() -> None:
    state = do(playing("long", "Replacements", "dead: DA-knights\n"), ("replace", unit("DA-knights")), rolls=[4])
    state = idle(do(state, "end"), "Movement")
    state = idle(do(state, "end"), "Replace")
    assert (seat(state), state.turn, operands(state, "replace")) == ("Hosar", 3, units("DA-knights"))


@pytest.mark.clause("VAR-15")
def test_no_replacements_while_the_enemy_controls_ones_capital() -> None:
    assert step(playing("long", "Replacements", FALLEN + "control 0610: Demon\n")) == "Movement"
    assert step(playing("long", "Replacements", FALLEN + "control 1812: Hosar\n", "Demon")) == "Movement"
    assert step(playing("long", "Replacements", FALLEN + "0610 Demon: ER-goblins\n")) == "Replace"  # besieged only
    assert step(playing("long", "Replacements", FALLEN + "control 1812: Hosar\n")) == "Replace"


@pytest.mark.clause("VAR-10")
def test_a_peace_refused_is_noted() -> None:
    (entry,) = told(do(playing("long", "EndOfTurn", "", "Demon", 3), "peace", "war"), "peace.refused")
    assert (entry.clauses, entry.data) == (("VAR-10",), {"side": DEMON})


@pytest.mark.clause("VAR-14")
def test_who_is_replaced_has_no_longer_fallen() -> None:
    state = playing("long", "Replacements", FALLEN)
    fell = [Fallen(unit(key), 0, HOSAR, state.phase) for key in ("DA-duke-dansor", "DA-knights")]
    state.fallen = tuple(fell)
    assert do(state, ("replace", unit("DA-duke-dansor")), rolls=[6]).fallen == (fell[1],)
