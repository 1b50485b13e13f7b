"""The page of rules, which cites existing clauses of all chapters and the charts' numbers."""

from __future__ import annotations

import re

from palatine.games.dark_emperor.components.tables import ATTRITION, DIPLOMACY, VICTORIES
from palatine.games.dark_emperor.components.world import KINGDOMS
from palatine.games.dark_emperor.referee import GAME

RULES = GAME.pages["rules"]
NAMED = re.findall(r"\[([\w.-]+)\]", RULES)


def test_every_clause_that_is_named_is_there() -> None:
    assert len(set(NAMED)) > 100
    assert [name for name in NAMED if name not in GAME.clauses] == []


def test_every_chapter_of_the_rulebook_is_told_of() -> None:
    chapters = {match[0] for name in NAMED if (match := re.match(r"\d+", name))}
    assert {str(n) for n in (4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20)} <= chapters


def test_the_tables_are_those_of_the_charts() -> None:
    for band, points in enumerate(("1-6", "7-12", "13-18", "19-24", "25-30", "31-36")):
        assert f"| {points} | {' | '.join(str(row[band]) for row in ATTRITION)} |" in RULES
    for level in VICTORIES[1:]:
        assert re.search(rf"^\| {level.least}\b", RULES, re.MULTILINE)
    for kingdom in ("Ferlarie", "Kelaron Oiret", "Starkeep", "Zolahaureslor", "Stavror", "Tal Pletor"):
        dark, light = DIPLOMACY[KINGDOMS.index(kingdom)]
        assert f"| {kingdom} | {dark:+d} | {light:+d}" in RULES
