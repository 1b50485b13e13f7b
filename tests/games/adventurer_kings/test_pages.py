"""The pages to read cite only existing clauses."""

from __future__ import annotations

import re

from palatine.games.adventurer_kings.referee import GAME


def test_every_clause_that_a_page_cites_is_one() -> None:
    cited = {name: re.findall(r"\[(AK-[^\]]+)\]", text) for name, text in GAME.pages.items()}
    assert len(set(cited["rules"])) > 80
    assert [clause for clauses in cited.values() for clause in clauses if clause not in GAME.clauses] == []
