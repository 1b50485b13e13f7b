"""Chances, which only the rules compute from faces of dice; everything else reads `Chance`."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[2] / "src" / "palatine" / "games"
FACES = {(1, 7), (1, 9), (1, 11), (1, 13), (1, 21), (1, 101), (2, 13), (3, 19)}
"""The bounds of `range` over the faces of a die, or over what two or three come to."""
THROWS = {6, 8, 12, 20, 36, 216}
ALLOWED = {
    "dark_emperor/validation/pieces.py": "checks that the printed table has every throw of two dice once",
    "elric/view/glossary.py": "counts spells in a hand, no faces",
    "dark_emperor/bot/planning/concentration.py": "weighs points of movement",
    "lord_and_master/components/tables.py": "rounds halves exactly",
    "lord_and_master/bot/campaign.py": "weighs the strength of an enemy",
}
"""Modules with such numbers, and why they may have them."""
SHOWN = ("preview", "odds", "unused", "advice", "forecast", "suggest")
"""The groups of messages that say how likely something is before it happens."""
WRITTEN_OUT = re.compile(r"\d+ in \d+|\d+% (chance|of the time)")


def faces_in(path: Path) -> Iterator[int]:
    """Yield the lines on which a module loops over faces or divides by a number of throws."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(least), ast.Constant(end)]):
                if (least, end) in FACES:
                    yield node.lineno
            case ast.BinOp(op=ast.Div(), right=ast.Constant(value=throws)) if throws in THROWS:
                yield node.lineno
            case ast.Name(id="Fraction"):
                yield node.lineno


def sayings(messages: dict[str, Any], key: str = "") -> Iterator[tuple[str, str]]:
    for name, value in messages.items():
        at = f"{key}.{name}" if key else name
        if isinstance(value, dict):
            yield from sayings(value, at)
        else:
            yield from ((at, text) for text in (value if isinstance(value, list) else [value]))


def test_nothing_outside_the_rules_computes_with_faces_of_dice() -> None:
    modules = [path for path in sorted(GAMES.rglob("*.py")) if "rules" not in path.relative_to(GAMES).parts]
    assert len(modules) > 200
    found = {str(path.relative_to(GAMES)): list(faces_in(path)) for path in modules}
    assert {name: lines for name, lines in found.items() if lines and name not in ALLOWED} == {}
    assert [name for name in ALLOWED if not found[name]] == [], "what is allowed is still there"


def test_no_message_writes_a_chance_out() -> None:
    """It is filled in from the distribution of the rule, so that it changes with the rule."""
    wrong = []
    for path in sorted(GAMES.rglob("messages*/*.toml")) + sorted(GAMES.rglob("messages.*.toml")):
        for key, text in sayings(tomllib.loads(path.read_text())):
            if key.partition(".")[0] in SHOWN and WRITTEN_OUT.search(text):
                wrong.append(f"{path.relative_to(GAMES)}: {key}")
    assert wrong == []
