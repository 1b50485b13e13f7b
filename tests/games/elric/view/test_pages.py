"""The page of rules: its clauses exist, and it has every chapter."""

from __future__ import annotations

import re

from palatine.games.elric.referee import GAME


def test_the_rules_to_read_name_clauses_that_exist() -> None:
    page = GAME.pages["rules"]
    named = re.findall(r"(?<!!)\[([^\]]+)\]", page)
    assert len(named) > 100
    assert set(named) <= set(GAME.clauses)
    assert len(re.findall(r"^## ", page, re.M)) == 10


def test_the_table_of_the_page_is_the_table_of_the_game() -> None:
    from palatine.games.elric.components.tables import RESULTS

    rows = re.findall(r"^\| (\d+)(?:,| to| and)? ?(?:\d+|more)? \| (.*) \|$", GAME.pages["rules"], re.M)
    told = {int(least): losses for least, losses in rows}
    for result in RESULTS:
        if result.losses:
            assert told[result.least] == f"retreats, loses {result.losses}"
    assert told[25] == "loses everybody"
