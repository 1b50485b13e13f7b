"""Long lines that a mail program has wrapped."""

from __future__ import annotations

import pytest

from palatine import registry

LONG = "char Osric: lead take HIN 5 HCV 3 LCV 4 HIN 3, go 101 102 103"


@pytest.mark.parametrize(
    ("game", "text", "orders", "line"),
    [("lord-and-master", f"{LONG}\n104 105\nchar Tharn: tax", 2, f"{LONG} 104 105"),
     ("lord-and-master", f"{LONG},\nsiege 104\nchar Tharn: tax", 2, f"{LONG}, siege 104"),
     ("lord-and-master", "# a note of the form that tells a player what an order is good\nfor, to its end\nchar Tharn: tax", 1, ""),  # noqa: E501
     ("adventurer-kings", "12.1 SE 67 TA,US-123456,US-234567,US-345678,US-456789,\nFI,ME,FL\n12.2 MO 304", 2,
      "12.1 SE 67 TA,US-123456,US-234567,US-345678,US-456789, FI,ME,FL")],
)  # fmt: skip
def test_a_broken_line_is_one_order_and_the_others_keep_their_numbers(
    game: str, text: str, orders: int, line: str
) -> None:
    known = registry.load(game)
    clean = known.clean(text)
    assert len(known.parse_untrusted(text).orders) == orders
    assert len(clean.split("\n")) == 3
    assert clean.split("\n")[2] == text.split("\n")[2]
    assert not line or clean.split("\n")[0] == line


def test_short_lines_and_whole_orders_are_left_alone() -> None:
    game = registry.load("lord-and-master")
    for text in ("char Osric: move 104\n105", f"{LONG}\nchar Tharn: tax", f"{LONG}\n\n104 105"):
        assert game.clean(text) == text
