"""Names in sentences, merged journeys, and distinct texts of choices (7.3, 9.1)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.elric.positions.board import act, area, armies_of, new_state, piece, power, put, run
from palatine.core import Entry
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.view.wording import NAMERS, piece_name


def texts(s: Any) -> list[str]:
    return [GAME.action_text(s, action) for action in s.flow[-1].actions(s)]


def journeys(s: Any) -> list[str]:
    """Return the texts of moves in the journal, with connected moves merged."""
    told: list[Any] = []
    for entry in [entry for entry in s.journal if entry.kind == "move"]:
        one = GAME.merged_entry(told[-1], entry) if told else None
        if one is None:
            told.append(entry)
        else:
            told[-1] = one
    return [GAME.words.say(f"journal.{entry.kind}", **entry.data) for entry in told]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Jagreen Lern", "Jagreen Lern"),
        ("Silent Guard", "the Silent Guard"),
        ("Vilmir galley", "the Vilmir galley"),
        ("Chaos Fleet", "the Chaos Fleet"),
        ("Golden Battle Barge", "the Golden Battle Barge"),
    ],
)
def test_ships_and_titles_have_an_article(name: str, said: str) -> None:
    assert piece_name(piece(name)) == said


def test_what_is_told_without_a_kind_is_a_name_or_a_number() -> None:
    numbers = {"rolled", "total", "needed", "value", "turn", "losses", "areas", "margin", "ours", "theirs", "owed"}
    for key, message in GAME.words.messages.items():
        if key.startswith("journal."):
            for field in re.findall(r"{(\w+)}", message):
                assert field in NAMERS or field in numbers, f"{key}: {field} would read as a number"


def test_a_journey_is_told_as_one_but_not_there_and_back() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")), ("go", area("vil_n")), ("go", area("ilm_s")))
    assert journeys(s) == ["Amber moves Naclon from Jadmar to Southern Ilmiora, 2 areas."]
    s = act(s, ("go", area("vil_n")), ("go", area("Jadmar")))
    assert journeys(s) == [
        "Amber moves Naclon from Jadmar to Northern Vilmir, 3 areas.",
        "Amber moves Naclon from Northern Vilmir to Jadmar.",
    ]


@pytest.mark.clause("8.0i")
def test_armies_of_stacks_that_have_not_found_each_other_read_apart() -> None:
    s = new_state()
    put(s, 0, "org", "Gutheran", ("Ilmiora", 1))
    put(s, 0, "org", ("Ilmiora", 1))
    put(s, 0, "org", ("Org", 2))
    put(s, 0, "org", ("Org", 2))
    s = act(run(s, Movement(0)), ("stack", area("org")))
    offered = texts(s)
    assert len(offered) == len(set(offered))
    assert "An army of Org (in stack 4 here, with an army of Org)" in offered
    assert "An army of Ilmiora (in stack 2 here, alone)" in offered


@pytest.mark.clause("7.3m")
def test_the_way_home_of_a_fleet_is_told_as_one() -> None:
    s = new_state()
    put(s, 0, "dragon", "Vilmir galley")
    s = act(
        run(s, Movement(0)), ("home", piece("Vilmir galley")), ("go", area("st_vilmir")), ("go", area("Jadmar"))
    )
    assert journeys(s) == ["Amber moves the Vilmir galley from the Dragon Sea to Jadmar, 2 areas."]


@pytest.mark.clause("7.3i", "7.3j")
def test_armies_of_one_nation_that_are_not_alike_read_apart() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 3))
    one, two, _ = armies_of("Vilmir")[:3]
    s.walked, s.trail, s.changed = {one: 1}, {one: (area("vil_e"),)}, (two,)
    s = act(run(s, Movement(0)), ("stack", area("Jadmar")))
    offered = texts(s)
    assert len(offered) == len(set(offered))
    assert "An army of Vilmir (by way of Eastern Vilmir)" in offered
    assert "An army of Vilmir" in offered


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Vilmir", "Vilmir"),
        ("Isle of Purple Towns", "the Isle of Purple Towns"),
        ("Kelmain Host", "the Kelmain Host"),
        ("People of Pio", "the People of Pio"),
    ],
)
def test_nations_in_a_sentence(name: str, said: str) -> None:
    assert NAMERS["nation"](power(name)) == said


def test_losses_of_a_stack_are_told_together_and_those_of_others_apart() -> None:
    first, second = armies_of("Vilmir")[:2]
    lost = [Entry("eliminated", {"group": [p], "area": 3, "seat": 0}, ("10.7i",)) for p in (first, second)]
    one = GAME.merged_entry(*lost)
    assert one is not None
    assert one.data["group"] == [first, second]
    assert one.clauses == ("10.7i",)
    elsewhere = Entry("eliminated", {"group": [second], "area": 4, "seat": 0})
    of_others = Entry("eliminated", {"group": [second], "area": 3, "seat": 1})
    assert GAME.merged_entry(lost[0], elsewhere) is None
    assert GAME.merged_entry(lost[0], of_others) is None


def choosing(where: str, *who: Any, **more: Any) -> Any:
    s = new_state(**more)
    put(s, 0, where, *who)
    return run(s, Movement(0))


@pytest.mark.clause("7.3l", "7.1d")
def test_whoever_takes_everybody_in_a_port_can_take_the_ships_along() -> None:
    s = choosing("Jadmar", "Naclon", "Sealord of Vilmir", "Vilmir galley", "Vilmir transport", ("Vilmir", 5))
    plans = {plan.text: plan.actions for plan in GAME.view(s, "Amber").shortcuts}
    for action in plans["Take everybody and the ships at Jadmar"]:
        assert action in GAME.actions(s, "Amber")
        s = GAME.play(s, "Amber", action)
    group = s.flow[-1].group
    assert {piece("Vilmir galley"), piece("Vilmir transport"), piece("Naclon")} <= set(group)
    assert sum(KIND[p] == ARMY for p in group) == 4, "as many as the ships carry"
    assert [verb for verb, _ in GAME.actions(s, "Amber") if verb == "go"] == ["go"]
    ashore = choosing("Dhakos", "Dharmit", ("Jharkor", 2))
    assert not [plan for plan in GAME.view(ashore, "Amber").shortcuts if "ships" in plan.text]


def test_the_prompt_names_who_is_chosen() -> None:
    s = choosing("Dhakos", "Dharmit", "Yishana", ("Jharkor", 2))
    for action in (("stack", area("Dhakos")), ("piece", piece("Yishana"))):
        s = GAME.play(s, "Amber", action)
    assert GAME.view(s, "Amber").prompt.startswith("Yishana: choose where to go from Dhakos")
    s = GAME.play(s, "Amber", ("go", area("jha_n")))
    assert GAME.view(s, "Amber").prompt == "Yishana: go on from Northern Jharkor, or stop here."


def test_what_is_no_part_of_the_step_is_answered_with_what_is_asked() -> None:
    s = choosing("Dhakos", "Dharmit", ("Jharkor", 2))
    found = GAME.explain(s, "Amber", ("lay", 3))
    assert found is not None
    assert found.reason == "Not now. Choose a stack to move, or end movement."
    far = GAME.explain(GAME.play(s, "Amber", ("stack", area("Dhakos"))), "Amber", ("go", area("Jadmar")))
    assert far is not None
    s = GAME.play(s, "Amber", ("stack", area("Dhakos")))
    s = GAME.play(s, "Amber", ("piece", piece("Dharmit")))
    far = GAME.explain(s, "Amber", ("go", area("Banarva")))
    assert far is not None
    assert "areas from there" in far.reason


def test_alone_nothing_is_said_of_players_or_the_balance() -> None:
    view = GAME.view(GAME.setup("founding", seed=b"alone"), "Amber")
    assert view.heading == "Turn 1: Movement"
    titles = [panel.title for panel in view.panels]
    assert "Your forces" in titles
    assert "Players" not in titles
    assert "Balance and time" not in titles
