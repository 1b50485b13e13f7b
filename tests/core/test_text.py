"""Text views, which have every piece of the view once, at its space, and nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from palatine.core import (
    Board,
    Choice,
    Label,
    Layer,
    Mark,
    Panel,
    Piece,
    Row,
    Shortcut,
    Space,
    Style,
    Unknown,
    View,
)
from palatine.core import text as d
from palatine.core.guidance.preview import Consequence, Odds, Preview, Result
from palatine.core.text import views
from palatine.core.text.drawing import board_svg
from palatine.core.text.guidance import preview_lines, spoken_chance
from palatine.testing import Sample, random_decision, setups
from palatine.testing.laws.seeing import texts_show_the_view

MAP = Board(
    "map",
    "Nisshar",
    10,
    10,
    (
        Space("1414", 0, "Timur", (0, 0), ground=("hills", "wood"), marks=(Mark("city", "Timur"), Mark("temple"))),
        Space(
            "1415", 1, "1415", (0, 0), text="Clear; a river to the north.", marks=(Mark("castle", "Tirith Rock"),)
        ),
        Space("1416", 2, "Çelik Peak", (0, 0)),
    ),
    styles={"hills": Style(name="rolling hills"), "red": Style(name="Hosar")},
)
BOX = Board("box", "Prisoners", 1, 1, (Space("held", 9, "Held", (0, 0)),), kind="scene")


def view(**given: Any) -> View:
    facts: dict[str, Any] = {
        "game": "g", "seat": "North", "heading": "Turn 1", "prompt": "Choose.", "clause": "", "asked": ("North",),
        "pieces": (
            Piece("a", "1414", style="red", text="Knight", badges=("moved", "1 MP")),
            Piece("b", "1414", style="blue", text="a hidden stack"),
            Piece("c", "held", board="box", style="red", text="Spear"),
        ),
    }  # fmt: skip
    return View(**{**facts, **given})


def test_a_space_is_told_whole() -> None:
    flooded = view(marks={"1414": (Mark("flood", "flooded"),)})
    assert d.space_text(MAP, flooded, MAP.spaces[0]).splitlines() == [
        "Timur (1414)", "rolling hills and wood", "temple", "flooded", "- Knight [moved and 1 MP]",
        "- a hidden stack",
    ]  # fmt: skip


def test_an_empty_space_says_so_and_its_own_text_goes_before_its_ground() -> None:
    assert d.space_text(MAP, view(), MAP.spaces[1]).splitlines() == [
        "1415", "Clear; a river to the north.", "Tirith Rock", "Nothing is here.",
    ]  # fmt: skip


def test_a_side_over_all_boards() -> None:
    lines = d.side_text([MAP, BOX], view(), "red").splitlines()
    assert lines == ["Hosar, 2 pieces:", "Timur (1414)", "- Knight [moved and 1 MP]", "Held", "- Spear"]
    assert d.sides(view()) == ["red", "blue"]
    assert d.side_text([MAP], view(pieces=()), "green") == "green, 0 pieces:"


def test_a_board_tells_where_anything_lies() -> None:
    assert d.board_text(MAP, view()).splitlines()[:2] == ["Nisshar", "Timur (1414)"]
    assert d.board_text(MAP, view(pieces=())) == "Nisshar\nThere are no pieces."
    assert d.board_text(MAP, view(pieces=(), marks={"1416": (Mark("flood"),)})).splitlines() == [
        "Nisshar", "Çelik Peak (1416)", "flood",
    ]  # fmt: skip


def test_a_panel_with_values_and_notes() -> None:
    panel = Panel("vp", "Points", (Row("Hosar", "12", "leads"), Row("Nisshar"), Row("Day", note="last")))
    assert d.panel_text(panel).splitlines() == ["Points", "- Hosar: 12 (leads)", "- Nisshar", "- Day (last)"]
    assert d.panel_text(Panel("vp", "Points")) == "Points\nNothing."


def test_a_layer_tells_its_figures_space_by_space() -> None:
    layer = Layer("income", "Income of Nisshar", "5 gold", {"1416": "3", "1414": "2"})
    assert d.layer_text([MAP, BOX], layer).splitlines() == [
        "Income of Nisshar: 5 gold", "- Timur (1414): 2", "- Çelik Peak (1416): 3",
    ]  # fmt: skip
    assert d.layer_text([MAP, BOX], Layer("none", "Prices", board="box")) == "Prices\nNothing."
    assert d.find_layer([layer], "income of n") is layer
    with pytest.raises(Unknown, match="There is no layer 'wealth' here"):
        d.find_layer([layer], "wealth")


def test_what_is_asked_with_numbers_costs_and_plans() -> None:
    seen = view(
        clause="5.2",
        choices=(Choice("go", 1, "Go to Timur", cost="2 points"), Choice("stay", 0, "Stay")),
        shortcuts=(
            Shortcut("To Timur and on", (("go", 1), ("go", 2))),
            Shortcut("To 1416", (("go", 3),), 3, is_listed=False),
        ),
    )
    assert d.situation_text(seen).splitlines() == [
        "Turn 1", "Choose. (5.2)", "1. Go to Timur (2 points)", "2. Stay", "a. To Timur and on",
        "And 1 more shortcut on the board: type to PLACE.",
    ]  # fmt: skip


def test_of_many_places_some_are_listed_and_the_others_counted() -> None:
    places = [Choice("go", n, f"Go to {n}", "space") for n in range(1, 6)]
    pieces = [Choice("take", n, f"Take {n}", "piece") for n in range(1, 5)]
    seen = view(choices=(*places, *pieces, Choice("end", 0, "End")))
    assert d.situation_text(seen, 3).splitlines()[2:] == [
        "1. Go to 1", "2. Go to 2", "3. Go to 3",
        "4 to 5. The same in 2 more places: type go PLACE, or situation for all of them.",
        "6. Take 1", "7. Take 2", "8. Take 3", "9. Take 4", "10. End",
    ]  # fmt: skip
    assert d.situation_text(seen, 5) == d.situation_text(seen)


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (["Hosar"], "Hosar has won: by five points."),
        (["Hosar", "Nisshar"], "Hosar and Nisshar share the victory: by five points."),
        ([], "Nobody has won: by five points."),
    ],
)
def test_how_it_ended(winners: list[str], told: str) -> None:
    outcome = {"winners": winners, "margin": "by five points", "clause": "9"}
    assert d.prompt_text(view(outcome=outcome)) == told


def test_letters_of_plans() -> None:
    letters = d.shortcut_letters(60)
    assert letters[:2] + letters[25:28] + letters[-1:] == ["a", "b", "z", "aa", "ab", "bh"]
    assert len(set(letters)) == 60


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("1414", "1414"),
        (" timur ", "1414"),
        ("Timur", "1414"),
        ("tim", "1414"),
        ("tirith rock", "1415"),
        ("rock", "1415"),
        ("celik", "1416"),
        ("ÇELIK PEAK", "1416"),
        ("peak", "1416"),
        ("held", "held"),
    ],
)
def test_a_space_is_found_by_what_a_person_types(typed: str, space: str) -> None:
    assert d.find_space([MAP, BOX], typed)[1].id == space


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1499", "There is no space '1499' here."),
        ("ti", "'ti' could be Timur (1414) and 1415. Say which."),
        ("14", "'14' could be Timur (1414), 1415 and Çelik Peak (1416). Say which."),
        ("", "Say which space: a name or a number."),
        (" - ", "Say which space: a name or a number."),
    ],
)
def test_what_is_not_found_or_not_clear_is_told(typed: str, message: str) -> None:
    with pytest.raises(Unknown) as caught:
        d.find_space([MAP, BOX], typed)
    assert str(caught.value) == message


def test_a_panel_is_found() -> None:
    panels = (
        Panel("losses-hosar", "Losses of Hosar"),
        Panel("losses-nisshar", "Losses of Nisshar"),
        Panel("vp", "Points"),
    )
    assert d.find_panel(panels, "points").id == "vp"
    assert d.find_panel(panels, "losses nisshar").id == "losses-nisshar"
    with pytest.raises(Unknown, match="could be Losses of Hosar and Losses of Nisshar"):
        d.find_panel(panels, "losses")


# The text of a view against the view


def test_the_texts_of_random_positions_tell_the_view(ford: Any) -> None:
    random = Random(7)
    for number, setup in enumerate(setups(ford) * 4):
        state = setup.start(ford, bytes([number]))
        while ford.actors(state):
            assert not list(texts_show_the_view(Sample(ford, state, random)))
            ford.take(state, *random_decision(ford, state, random))
        assert not list(texts_show_the_view(Sample(ford, state, random)))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("board_text", lambda board, view: board.title),
        ("space_text", lambda board, view, space: "- a piece too many"),
        ("side_text", lambda boards, view, side: side),
        ("situation_text", lambda view: f"{view.heading}\nChoose."),
        ("choice_text", lambda number, choice: f"{number}."),
        ("panel_text", lambda panel: panel.title),
    ],
)
def test_a_text_that_tells_something_else_is_found(ford: Any, monkeypatch: Any, name: str, wrong: Any) -> None:
    for module in (d, views):
        monkeypatch.setattr(module, name, wrong, raising=False)
    assert list(texts_show_the_view(Sample(ford, ford.setup(seed=b"1"), Random(1))))


def test_texts_are_as_secret_as_the_view(ford: Any) -> None:
    state = ford.setup(seed=b"secret")
    seen = d.view_text(ford.boards(state), ford.view(state, "South"))
    assert seen.count("a hidden troop of North") == 2
    for number in range(20):
        dealt = ford.determinize(state, "South", bytes([number]))
        assert d.view_text(ford.boards(dealt), ford.view(dealt, "South")) == seen


def test_a_drawing_names_each_space_once_and_as_large_as_it_fits() -> None:
    square = ((0.0, 0.0), (6.0, 0.0), (6.0, 5.0), (0.0, 5.0))
    board = Board(
        "map", "Map", 12, 5, (Space("1", 0, "1f", (3, 2.5), outline=square), Space("2", 1, "A long name", (9, 2.5))),
        piece=2.0, labels=(Label("1f", ((3, 2.5),), ""), Label("The sea", ((9, 1),), "")),
    )  # fmt: skip
    drawn = board_svg(board, View("ford", None, "", "", "", (), ()))
    sizes = re.findall(r'font-size="(\d+)"[^>]*>([^<]*)<', drawn)
    assert {text: int(size) for size, text in sizes} == {"1f": 100, "A long name": 20, "The sea": 60}
    assert drawn.count(">1f<") == 1


@pytest.mark.parametrize(
    ("chance", "of", "told"),
    [
        (2 / 3, None, "4 in 6 (67%)"), (0.7, 20, "14 in 20 (70%)"), (0.5, 0, "50%"), (0.001, 0, "1%"),
        (0.999, None, "99%"), (0, None, "impossible"), (1, 6, "certain"),
    ],
)  # fmt: skip
def test_a_chance_is_told_as_dice_and_never_as_certain_when_it_is_not(
    chance: float, of: int | None, told: str
) -> None:
    assert spoken_chance(chance, of) == told


def test_a_preview_of_a_sheet_names_lines_seats_and_chances() -> None:
    told = Preview(
        (Consequence("warning", "Osric may die.", "5.9", event="death", chance=0.2, of=0, line=3),),
        is_irrevocable=True,
        odds=(
            Odds("The battle", (Result("Won", 0.75, {"K1": 2, "K2": 0.01}), Result("Lost", 0.25), Result("x", 0))),
        ),
    )
    assert preview_lines(told, {"K1": "you"}) == [
        "Line 3: Warning: Osric may die. 20% (5.9)", "The battle", "    Won: 3 in 4 (75%)", "    Lost: 1 in 4 (25%)",
        "    Average losses: you 1.5", "This can't be undone once dice are rolled or something is revealed.",
    ]  # fmt: skip
    assert preview_lines(Preview()) == []


def test_odds_that_rest_on_simulated_fights_say_on_how_many() -> None:
    told = Preview(odds=(Odds("The battle", (Result("Won", 1.0),), plays=200),))
    assert preview_lines(told)[-1] == "    An estimate from 200 simulated fights"
