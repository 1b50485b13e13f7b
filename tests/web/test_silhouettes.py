"""Silhouettes: rounded to visible digits, and sent once."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.web.assets.silhouettes import commands, shorten_path
from palatine.web.board_cache import _boards, boards_to_data, without_repetition


def test_errors_do_not_add_up() -> None:
    """A hundred steps of 5.4 end where they should, not forty units before."""
    path = "M0 0" + "h5.4" * 100 + "v0l-.4-.4z"
    assert shorten_path(path).startswith("M0 0h5h6h5h6h5")
    assert end(shorten_path(path).removesuffix("z")) == (540, 0)


def end(path: str) -> tuple[float, float]:
    """Return the end of a path of lines."""
    x = y = 0.0
    for kind, numbers in commands(path):
        if kind == "M":
            x, y = numbers
        elif kind in "hl":
            x += numbers[0]
        if kind in "vl":
            y += numbers[-1]
    return x, y


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M10.2 300.6L20.4 20.2 30.3.6z", "M10 301L20 20L30 1z"),
        ("m10.2 300.4l.6.6-1.4.2", "m10 300l1 1l-2 0"),
        ("M0 300.3a10.52 10.5 0 0120.3.4", "M0 300a10.5 10.5 0 0 1 20 1"),
        ("M1.5 2.5h3", "M1.5 2.5h3"),
        ("M300 300a9 9 0 11-.02.1z", "M300 300a9 9 0 11-.02.1z"),
    ],
    ids=[
        "absolute",
        "relative",
        "an arc with its flags",
        "small: as it is",
        "a circle, which would vanish: as it is",
    ],
)
def test_points_are_put_at_whole_units(path: str, short: str) -> None:
    assert shorten_path(path) == short


def test_what_is_no_path_is_said() -> None:
    with pytest.raises(ValueError, match="No path"):
        shorten_path("M10 twenty")


def test_boards_without_repetition_hold_all_faces(make_table: Any) -> None:
    """The page's part is tested in tests/page/board.test.js."""
    for game in registry.games():
        whole = boards_to_data(_boards(game, "", None, b"{}"))
        once = without_repetition(whole)
        known: dict[str, Any] = {"counters": {}, "silhouettes": {}}
        for board, short in zip(whole, once, strict=True):
            for kind, told in known.items():
                again = [name for name, each in short.get(kind, {}).items() if told.get(name) == each]
                assert not again, "told once"
                told |= short.get(kind, {})
                assert told.items() >= board.get(kind, {}).items()
            assert {k: v for k, v in board.items() if k not in known} == {
                k: v for k, v in short.items() if k not in known
            }


def test_a_match_tells_its_boards_with_or_without_repetition(client: Any, table: Any) -> None:
    whole, once = table.get("boards").json(), table.get("boards", once="true").json()
    assert [board["id"] for board in whole] == [board["id"] for board in once]
    assert table.get("boards").headers["etag"] != table.get("boards", once="true").headers["etag"] or whole == once
