"""Pictures in pages of rules: cropping, and all named pictures can be drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.core import Board, Counter, Label, Line, Mark, Piece, Shape, Space, Unknown, View
from palatine.core.guidance.pictures import Picture, load_pictures
from palatine.core.lessons import draw_picture
from palatine.core.text.crop import crop

GAMES = registry.games()
SHOWN = re.compile(r"!\[([^\]]+)\]\(picture:([^)]+)\)")
NEAR = Space(
    "near",
    0,
    "Near",
    (5.0, 5.0),
    outline=((4.5, 4.5), (5.5, 5.5)),
    marks=(Mark("city", silhouette="tower", at=(5.2, 5.0)),),
)
EDGE = Space("edge", 1, "Edge", (7.0, 5.0))
FAR = Space("far", 2, "Far", (15.0, 5.0), marks=(Mark("fort", silhouette="fort"),))
BOARD = Board(
    "map", "Map", 20.0, 10.0, (NEAR, EDGE, FAR),
    lines=(Line("river", ((4.0, 4.0), (6.0, 6.0))), Line("road", ((14.0, 5.0), (16.0, 5.0)))),
    counters={"spear": Counter("Spear", "own", "spear"), "bow": Counter("Bow", "own", "bow")},
    silhouettes={"tower": "M1", "fort": "M2", "spear": "M3", "bow": "M4"},
    shapes=(Shape("sea", (((0.0, 0.0), (20.0, 0.0), (20.0, 10.0)),)),),
    labels=(
        Label("Whole", ((4.6, 4.5), (5.4, 4.5)), "realm", 0.2),
        Label("Cut", ((4.6, 4.5), (9.0, 4.5)), "realm", 0.2),
    ),
)  # fmt: skip
VIEW = View(
    "a-game", None, "", "", "", (),
    (Piece("1", "near", face="spear"), Piece("2", "far", face="bow"), Piece("3", "edge", face="bow")),
    marks={"near": (Mark("held"),), "far": (Mark("held"),)},
)  # fmt: skip


def test_a_part_of_a_board_shows_what_lies_in_it_at_the_same_distances() -> None:
    cut, view = crop(BOARD, VIEW, ["near"], 1.0)
    assert (cut.width, cut.height) == (2.0, 2.0)
    places = {space.id: space for space in cut.spaces}
    assert set(places) == {"near", "edge"}, "what lies beside the edge is kept, that coasts go on to it"
    assert places["near"].at == (1.0, 1.0)
    assert places["near"].outline == ((0.5, 0.5), (1.5, 1.5))
    assert places["near"].marks[0].at == pytest.approx((1.2, 1.0))
    assert [line.style for line in cut.lines] == ["river"]
    assert cut.lines[0].points == ((0.0, 0.0), (2.0, 2.0))
    assert cut.shapes[0].outlines == (((-4.0, -4.0), (16.0, -4.0), (16.0, 6.0)),)
    assert [label.text for label in cut.labels] == ["Whole"], "no name is cut through"
    assert [piece.id for piece in view.pieces] == ["1"], "nothing lies half in the picture"
    assert set(view.marks) == {"near"}
    assert set(cut.counters) == {"spear"}
    assert set(cut.silhouettes) == {"tower", "spear"}


def test_a_part_ends_where_the_board_ends() -> None:
    cut, _ = crop(BOARD, VIEW, ["near", "far"], 9.0)
    assert (cut.width, cut.height) == (20.0, 10.0)
    assert [label.text for label in cut.labels] == ["Whole", "Cut"]


def test_a_part_is_of_spaces_that_there_are() -> None:
    with pytest.raises(KeyError):
        crop(BOARD, VIEW, ["nowhere"], 1.0)


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_rules_draws_the_pictures_it_names(game: str) -> None:
    ruleset = registry.load(game)
    named = SHOWN.findall(ruleset.pages["rules"])
    assert sorted(name for _, name in named) == sorted(ruleset.pictures)
    assert len(named) >= 2
    for _, name in named:
        board, view = draw_picture(ruleset, name)
        wanted = set(ruleset.pictures[name].spaces)
        assert wanted <= {space.id for space in board.spaces}
        assert view.pieces, "somebody stands in it"
        assert len(msgspec.json.encode(board)) < 200_000


def test_a_picture_shows_nothing_that_its_eyes_do_not_see() -> None:
    demonlord = registry.load("demonlord")
    _, view = draw_picture(demonlord, "stack")
    assert view.seat == "Hosar"
    hidden = [piece for piece in view.pieces if piece.space == "0808" and not piece.face]
    assert len(hidden) == 2


def test_what_is_not_there_is_said(ford: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unknown, match="no picture 'moon'"):
        draw_picture(ford, "moon")
    wrong = {
        "lesson": Picture(("s0",), lesson="nonesuch"),
        "space": Picture(("moon",), lesson="the-ford"),
        "board": Picture(("s0",), lesson="the-ford", board="attic"),
    }
    monkeypatch.setitem(ford.__dict__, "pictures", wrong)
    for name, said in (
        ("lesson", "no lesson 'nonesuch'"),
        ("space", "no space 'moon'"),
        ("board", "no board 'attic'"),
    ):
        with pytest.raises(Unknown, match=said):
            draw_picture(ford, name)
    monkeypatch.setitem(ford.__dict__, "pictures", {"own": Picture(("s4",), position=ford.lessons[0].position)})
    assert draw_picture(ford, "own")[1].pieces


@pytest.mark.parametrize(
    "text",
    [
        '[a]\nspaces = ["s0"]',
        '[a]\nlesson = "x"\nspaces = []',
        '[a]\nlesson = "x"\nposition = "y"\nspaces = ["s0"]',
    ],
)
def test_a_picture_has_one_beginning_and_something_to_show(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pictured"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "data" / "pictures.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    load_pictures.cache_clear()
    with pytest.raises(ValueError, match="The picture 'a' has a position or a lesson"):
        load_pictures("pictured")
