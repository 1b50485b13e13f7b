"""Answers to “Why not?”, which give the missing condition and disclose nothing hidden."""

from __future__ import annotations

from games.demonlord.positions import CAPITALS, PRIEST, do, go, moment, place, refusal, unit
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import hex_id

TEXT = (
    "turn 2\nphase Hosar\nstep OpenMovement\n0804 Hosar: DA-duke-dansor, DA-knights\n0904 Hosar: TI-spearmen\n"
    "1004 Demon: ER-archers, ER-goblins\n0914 Neutral: GW-woods-chief, GW-warriors-1\n"
)


def test_counters_that_cannot_march_with_the_stack_say_why() -> None:
    state = do(place(TEXT + CAPITALS), ("stack", hex_id("0804")), ("unit", unit("DA-knights")))

    def why(key: str) -> str:
        return refusal(state, ("unit", unit(key))).reason

    assert why("TI-spearmen") == "Timur Spearmen are at 0904, not at 0804. First choose that stack."
    assert why("ER-archers") == why("ER-goblins") == why("ER-lord-erush") == "That is an enemy counter."
    assert why("GW-warriors-1") == "Great Woods Warriors I are neutral and obey neither side."
    assert why("TI-knights-1") == "Timur Knights I are not on the map."


def test_a_hex_too_far_says_how_far() -> None:
    state = do(place(TEXT + CAPITALS), ("stack", hex_id("0804")), ("unit", unit("DA-knights")))
    assert refusal(state, go("1007")).reason == (
        "Gunthoz (1007) is 4 hexes away. A march goes hex by hex, and this group has 5 points left."
    )


def test_a_unit_is_not_taken_for_a_spell() -> None:
    state = moment("BeforeMovement", PRIEST + "0806 Demon: ER-archers\n", hosar="Vision")
    assert refusal(state, ("cast", unit("DA-knights"))).reason == (
        "Now is the time for spells. Cast one or pass, and the phase goes on."
    )


def test_what_belongs_to_another_step_is_answered_with_what_is_asked() -> None:
    state = moment("BeforeMovement", PRIEST + "0806 Demon: ER-archers\n", hosar="Vision")
    found = refusal(state, ("stack", hex_id("0805")))
    assert found.reason == "Not now. Cast a special spell before movement, or pass."
    waiting = GAME.explain(state, "Demon", ("stack", hex_id("0805")))
    assert waiting is not None
    assert waiting.reason == "Waiting for Hosar."
