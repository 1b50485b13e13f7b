"""Transitions: only the function of a transition makes its changes."""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from writers import written

GAME = "palatine.games.lord_and_master"
WRITERS = {
    "people": {"state.State.new_person", "state.State.remove_person", "state.State.set_person"},
    "demons": {
        "state.State.remove_person",
        "rules.actions.assassination.murder",
        "rules.actions.demons._appears",
        "rules.actions.demons.banish_demons",
        "rules.actions.demons.depart_demons",
        "rules.actions.demons.perform_service",
    },
    "magnates": {
        "state.State.set_magnate",
        "rules.actions.feaster._enthrone",
        "rules.common.casualties.magnate_falls",
        "rules.common.magnates.reveal_magnate",
    },
    "holders": {
        "rules.common.control._remove_holder",
        "rules.common.control.pass_place",
        "rules.setup.founding._take_start_places",
    },
    "allied": {"rules.common.control.annex_place", "rules.common.control.pass_place"},
    "fallen": {"rules.common.control._remove_holder", "rules.common.control.conquer"},
    "ruins": {"rules.common.control.raze"},
    "roused": {
        "rules.common.control.neutralise",
        "rules.common.neutrals.replenish",
        "rules.common.neutrals.rouse",
    },
    "coffers": {
        "rules.common.control.raze",
        "rules.common.control.seize",
        "rules.common.treasuries.deposit",
        "rules.setup.founding.found_nations",
        "rules.setup.founding.new_state",
    },
    "independence": {
        "rules.actions.independence._free",
        "rules.actions.independence.continue_independence",
        "rules.actions.independence.grant",
        "rules.common.control._remove_holder",
    },
    "sieges": {
        "rules.combat.forts._lift_siege",
        "rules.combat.forts.lift_sieges",
        "rules.combat.forts.siege",
        "rules.common.control.pass_place",
        "rules.common.control.raze",
        "rules.common.casualties._disperse",
    },
}
"""The functions that change a field of the state."""
SETTERS = {
    ("set_person", "captor"): {"rules.common.captives.free_person", "rules.common.captives.hold_person"},
    ("set_unit", "captor"): {"rules.common.captives.free_unit", "rules.common.captives.hold_unit"},
    ("set_person", "owner"): {"rules.actions.diplomacy.win_over"},
    ("set_unit", "owner"): {"rules.actions.diplomacy.win_over"},
    ("set_person", "level"): {"rules.common.casualties.gain_level"},
    ("set_person", "place"): {
        "state.move_person",
        "rules.common.captives.free_person",
        "rules.common.captives.hold_person",
    },
    ("set_nation", "gold"): {
        "rules.common.money.gain",
        "rules.common.money.lose",
        "rules.setup.founding._found_nation",
    },
    ("set_nation", "site"): {"rules.common.treasuries.relocate", "rules.setup.founding._found_nation"},
    ("set_nation", "holy_site"): {"rules.common.treasuries.relocate"},
    ("set_nation", "leader"): {
        "rules.common.casualties.eliminate",
        "rules.common.casualties.succeed",
        "rules.setup.founding._add_characters",
    },
    ("set_nation", "out"): {"rules.common.casualties.eliminate"},
    ("set_magnate", "gold"): {"rules.common.money.gain", "rules.common.money.lose"},
    ("set_magnate", "home"): {"rules.common.treasuries.leave_ruins"},
}
"""The functions that change a person, unit, nation or magnate, by setter and field."""
ELSEWHERE = ("position.", "secrecy.", "bot.")
"""Modules that change copies of a state, or positions for tests."""


def rules_only(names: set[str]) -> set[str]:
    return {name for name in names if not name.startswith(ELSEWHERE)}


@pytest.mark.parametrize("field", WRITERS)
def test_a_field_of_the_state_is_changed_by_its_transitions_alone(field: str) -> None:
    assert rules_only(written(GAME, tuple(WRITERS))[field]) == WRITERS[field]


@pytest.mark.parametrize(("setter", "field"), SETTERS)
def test_a_field_of_a_piece_is_changed_by_its_transitions_alone(setter: str, field: str) -> None:
    assert rules_only(callers(setter, field)) == SETTERS[setter, field]


def test_prisoners_are_looked_after_by_events_alone() -> None:
    assert rules_only(callers("free_unguarded")) == {"rules.common.captives.guarded"}
    assert rules_only(callers("guarded")) == {
        "sequence.remove_player",
        "sequence.run_turn",
        "rules.actions.clashes.fight_clashes",
        "rules.actions.dispatch.carry_out",
        "rules.relations.dealings",
    }


def callers(name: str, keyword: str = "") -> set[str]:
    """Return the functions that call a function of that name, with that keyword if one is given."""
    return {
        caller for caller, called, keywords in calls() if called == name and (not keyword or keyword in keywords)
    }


@cache
def calls() -> list[tuple[str, str, set[str | None]]]:
    """Return all calls in the game: calling function, called name and keywords."""
    spec = find_spec(GAME)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    found = []
    for path in root.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                caller = ".".join((*path.relative_to(root).with_suffix("").parts, function.name))
                for node in ast.walk(function):
                    if isinstance(node, ast.Call):
                        called = node.func
                        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                        found.append((caller, name, {each.arg for each in node.keywords}))
    return found
