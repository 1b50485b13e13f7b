"""Transitions: only the function of a transition writes the facts that it changes."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from palatine.games.adventurer_kings import rules
from writers import written

ROOT = Path(rules.__file__).parent
SETUP = "setup."
"""Before the match begins."""

SETTERS = {
    ("set_army", "owner"): {"common.command.transfer", "common.command.enlist", "common.command.discharge"},
    ("set_army", "leader"): {"common.command.transfer", "common.command.enlist", "common.command.discharge"},
    ("set_army", "follows"): {"common.command.transfer", "common.command.enlist", "common.command.discharge"},
    ("set_army", "place"): {"common.command.relocate"},
    ("set_army", "origin"): {"common.command.relocate", "common.command.enlist", "common.command.discharge"},
    ("set_army", "barred"): {"common.command.discharge"},
    ("set_item", "bearer"): {"common.belongings.place_item"},
    ("set_item", "feature"): {"common.belongings.place_item"},
    ("set_item", "place"): {"common.belongings.place_item"},
    ("set_item", "charges"): {"common.belongings.set_charges"},
    ("set_kingdom", "king"): {"common.deaths.enthrone"},
    ("set_kingdom", "old"): {
        "common.deaths.crown_heir", "common.experience.forget_old_king", "magic.white_magic.restore_king",
    },
    ("set_person", "seat"): {
        "common.hiring.enter_service", "common.hiring.leave_service", "magic.white_magic.restore_king",
    },
    ("set_person", "died"): {
        "common.deaths.die", "magic.white_magic.raise_dead", "magic.white_magic.restore_king",
    },
    ("set_person", "rules"): {"common.deaths.die", "realm.conquest.dispossess"},
    ("set_person", "grudges"): {"realm.conquest.dispossess"},
}  # fmt: skip
"""By setter and field: the functions that write it."""

FIELDS = {
    "owners": {"realm.conquest.take_over"},
    "people": {"realm.valhalla.leave_world"},
    "items": {"common.belongings.remove_item"},
    "relations": {"realm.diplomacy.relate"},
    "holders": {"realm.offices.settle_offices", "realm.elections.crown_emperor"},
    "title_holders": {"realm.offices.settle_offices"},
    "invaders": {"common.command.note_invasion"},
    "entered": {"movement.moving.step"},
    "spent": {"common.movement_points.spend"},
    "plans": {"realm.recruiting.take_service"},
    "hired_in": {"common.hiring.enter_service"},
    "furtive": {"common.turn.Turn.note_stealth"},
    "patrols": {"movement.pursuing.start_patrol"},
}
"""By field of the state and of the turn: the functions that assign it, or an element of it."""


@cache
def setters() -> dict[tuple[str, str], set[str]]:
    """Return, by setter and keyword, the functions of the rules that call it with that keyword."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in ROOT.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                        for keyword in call.keywords:
                            found[call.func.attr, str(keyword.arg)].add(f"{module}.{function.name}")
    return found


def in_play(functions: set[str]) -> set[str]:
    return {function for function in functions if not function.startswith(SETUP)}


@pytest.mark.parametrize(("setter", "field"), SETTERS)
def test_a_record_is_changed_by_its_transition(setter: str, field: str) -> None:
    assert in_play(setters()[setter, field]) == SETTERS[setter, field]


def test_no_setter_hides_what_it_changes() -> None:
    assert {key for key in setters() if key[0].startswith("set_") and key[1] == "None"} == set()


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_written_by_its_transition(field: str) -> None:
    assert in_play(written("palatine.games.adventurer_kings.rules", tuple(FIELDS))[field]) == FIELDS[field]


def test_armies_leave_the_world_by_one_function() -> None:
    """The exception is bitten armies, which another function turns into Werebeasts in place."""
    removals = written("palatine.games.adventurer_kings.rules", ("armies",))["armies"]
    made = "common.battlefield.Force.__init__"
    assert in_play(removals) - {made} == {"common.turn.Turn.remove_army", "realm.yearend.improve"}
