"""Previews of marches."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import CAPITALS, do, foreseen, go, notes, place, told, unit, warnings
from palatine.games.demonlord.components.world import hex_id

ON_THE_MOVE = "turn 2\nphase Hosar\nstep OpenMovement\n"


def picked(text: str, start: str, *keys: str, capitals: str = CAPITALS) -> Any:
    """Return a position in which these units of a stack of Hosar are selected to march."""
    state = place(ON_THE_MOVE + text + capitals)
    return do(state, ("stack", hex_id(start)), *[("unit", unit(key)) for key in keys])


@pytest.mark.clause("ALLY-03")
def test_an_attack_on_a_neutral_is_warned_of() -> None:
    """The Great Woods live at Rouna, 0914.

    Marching in attacks them, marching past does not.
    """
    text = "0814 Hosar: CL-foot\n0914 Neutral: GW-woods-chief, GW-warriors-1\n"
    state = picked(text, "0814", "CL-foot")
    ((clause, said), *_) = warnings(state, go("0914"))
    assert clause == "ALLY-03"
    assert said == "You attack the Great Woods Barbarians. They join the Demon at once, and for good."
    assert told(do(state, go("0914")), "alliance.attacked")
    assert warnings(state, go("0815")) == []


@pytest.mark.clause("END-01")
def test_the_last_troop_out_of_the_capital_is_warned_of() -> None:
    """The first of two can leave.

    For the last, the preview says that the match depends on it, and who is near.
    """
    timur, nisshar = "0610 Hosar: TI-city-militia, TI-sergeants\n", "1812 Demon: NI-goblins\n"
    one = picked("", "0610", "TI-sergeants", capitals=timur + nisshar)
    assert warnings(one, go("0611")) == []
    both = do(one, ("unit", unit("TI-city-militia")))
    assert [clause for clause, _ in warnings(both, go("0611"))] == ["END-01"]
    near = timur + nisshar + "0613 Demon: ER-heavy-cavalry\n"
    both = picked("", "0610", "TI-sergeants", "TI-city-militia", capitals=near)
    ((_, said),) = warnings(both, go("0609"))
    assert "at 0613 can reach it" in said


@pytest.mark.clause("SIEGE-04")
def test_any_other_fortress_left_empty_is_warned_of() -> None:
    state = picked("0704 Hosar: DA-knights, DA-militia\n", "0704", "DA-knights")
    assert warnings(state, go("0804")) == []
    state = do(state, ("unit", unit("DA-militia")))
    assert [clause for clause, _ in warnings(state, go("0804"))] == ["SIEGE-04"]
    assert warnings(do(state, go("0804")), go("0904")) == []


@pytest.mark.clause("CAP-06", "CAP-10")
def test_a_lone_character_among_troops_is_told_his_chances() -> None:
    """The Monks' magic adds one to their die.

    Of 36 throws, 21 free them, 5 stop them and 10 capture them.
    """
    state = picked("0805 Hosar: HO-monks\n0806 Demon: ER-archers\n", "0805", "HO-monks")
    (line,) = foreseen(state, go("0806")).lines
    assert (line.weight, line.event) == ("warning", "capture.taken")
    assert line.chance == pytest.approx(10 / 36)
    assert "They go free 21 in 36, are held up 5 in 36, and are captured 10 in 36 (28%)" in line.text
    hidden = picked("0805 Hosar: HO-monks\n0806 Demon: ER-archers, ER-goblins\n", "0805", "HO-monks")
    (line,) = foreseen(hidden, go("0806")).lines
    assert (line.weight, line.event) == ("warning", "")


@pytest.mark.clause("CAP-03")
def test_a_character_who_comes_to_a_troop_of_his_own_is_not_at_risk() -> None:
    text = "0805 Hosar: HO-monks\n0806 Demon: ER-archers\n0806 Hosar: DA-knights\n"
    assert foreseen(picked(text, "0805", "HO-monks"), go("0806")).lines == ()


@pytest.mark.clause("MOV-20")
def test_a_battle_against_the_odds_is_warned_of_and_a_good_one_noted() -> None:
    strong = "1004 Demon: ER-heavy-cavalry, ER-archers, ER-lord-erush\n"
    weak = picked("0904 Hosar: WT-militia\n" + strong, "0904", "WT-militia")
    ((clause, text),) = warnings(weak, go("1004"))
    assert clause == "MOV-20"
    assert "1 troop against at least 1" in text
    text = "0904 Hosar: DA-knights, DA-men-at-arms\n1004 Demon: ER-archers\n"
    sure = picked(text, "0904", "DA-knights", "DA-men-at-arms")
    assert warnings(sure, go("1004")) == []
    assert "2 troops against 1" in notes(sure, go("1004"))["MOV-20"]
    (odds,) = foreseen(sure, go("1004")).odds
    assert sum([result.chance for result in odds.results]) == pytest.approx(1)
    assert odds.results[0].chance > 0.6


@pytest.mark.clause("END-02")
def test_whoever_walks_into_an_empty_capital_is_told_that_he_wins() -> None:
    state = picked("1811 Hosar: DA-knights\n", "1811", "DA-knights", capitals="0610 Hosar: TI-city-militia\n")
    assert "win the match" in notes(state, go("1812"))["END-02"]
    assert do(state, go("1812")).outcome.winners == ("Hosar",)


@pytest.mark.clause("LEAD-01")
def test_troops_without_a_leader_are_said_to_be_slow() -> None:
    state = place(ON_THE_MOVE + "0804 Hosar: DA-duke-dansor, DA-knights\n0904 Hosar: TI-knights-1\n" + CAPITALS)
    assert "half speed" in notes(do(state, ("stack", hex_id("0804")), "halt"), ("stack", hex_id("0904")))["LEAD-01"]
    assert "LEAD-01" not in notes(state, ("stack", hex_id("0804")))


@pytest.mark.clause("HID-01")
def test_laying_a_counter_on_top_cannot_be_taken_back() -> None:
    state = picked("0804 Hosar: DA-duke-dansor, DA-knights\n", "0804")
    found = foreseen(state, ("top", unit("DA-knights")))
    assert found.is_irrevocable
    assert not found.needs_confirmation


@pytest.mark.clause("CAP-01")
def test_characters_left_among_enemies_are_warned_of() -> None:
    """Their last troop marches off.

    If they all go along, there is no warning.
    """
    text = "0904 Hosar: DA-duke-dansor, DA-knights\n0904 Demon: ER-archers\n"
    state = picked(text, "0904", "DA-knights")
    assert [clause for clause, _ in warnings(state, go("0903"))] == ["CAP-01"]
    together = do(state, ("unit", unit("DA-duke-dansor")))
    assert warnings(together, go("0903")) == []


@pytest.mark.clause("BAT-03", "SIEGE-19", "SIEGE-21")
def test_a_march_against_a_castle_has_the_odds_of_all_that_the_defender_may_choose() -> None:
    """The defender chooses battle or siege.

    In the first siege step the dice are unmodified: a castle adds 1, the first step subtracts 1.
    """
    text = "1006 Hosar: DA-knights, DA-men-at-arms\n1007 Demon: ER-archers\n"
    open_field = picked(text, "1006", "DA-knights", "DA-men-at-arms")
    assert [odds.title for odds in foreseen(open_field, go("1007")).odds] == ["A battle at Gunthoz (1007)"]
    castle = picked(text + "control 1007: Demon\n", "1006", "DA-knights", "DA-men-at-arms")
    _, investment, assault = foreseen(castle, go("1007")).odds
    for odds in (investment, assault):
        assert {(part[0], part[2]) for part in odds.parts} == {("+1", "SIEGE-19"), ("−1", "SIEGE-21")}
    assert [round(36 * result.chance, 6) for result in investment.results] == [1, 26, 9], (
        "surrender, none, one troop"
    )
    assert [round(36 * result.chance, 6) for result in assault.results] == [6, 15, 12, 3], "none to three troops"
