"""Which functions make which changes: nobody else writes what a transition of the game is about."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from writers import writers

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
        "rules.common.fates.magnate_falls",
        "rules.common.magnates.reveal_magnate",
    },
    "holders": {
        "rules.common.control._forget",
        "rules.common.control.pass_place",
        "rules.setup.founding._take_start_places",
    },
    "allied": {"rules.common.control.annex", "rules.common.control.pass_place"},
    "fallen": {"rules.common.control._forget", "rules.common.control.conquer"},
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
        "rules.common.control._forget",
    },
    "sieges": {
        "rules.combat.forts._lift",
        "rules.combat.forts.lift_sieges",
        "rules.combat.forts.siege",
        "rules.common.control.pass_place",
        "rules.common.control.raze",
        "rules.common.fates._disperse",
    },
}
"""The functions that change a field of the state."""
SETTERS = {
    ("set_person", "captor"): {"rules.common.captives.free_person", "rules.common.captives.hold_person"},
    ("set_unit", "captor"): {"rules.common.captives.free_unit", "rules.common.captives.hold_unit"},
    ("set_person", "owner"): {"rules.actions.diplomacy.win_over"},
    ("set_unit", "owner"): {"rules.actions.diplomacy.win_over"},
    ("set_person", "level"): {"rules.common.fates.gain_level"},
    ("set_person", "place"): {
        "state.move_person",
        "rules.common.captives.free_person",
        "rules.common.captives.hold_person",
    },
    ("set_nation", "gold"): {
        "rules.common.money.gain",
        "rules.common.money.lose",
        "rules.setup.founding._found",
    },
    ("set_nation", "site"): {"rules.common.treasuries.relocate", "rules.setup.founding._found"},
    ("set_nation", "holy_site"): {"rules.common.treasuries.relocate"},
    ("set_nation", "leader"): {
        "rules.common.fates.eliminate",
        "rules.common.fates.succeed",
        "rules.setup.founding._people",
    },
    ("set_nation", "out"): {"rules.common.fates.eliminate"},
    ("set_magnate", "gold"): {"rules.common.money.gain", "rules.common.money.lose"},
    ("set_magnate", "home"): {"rules.common.treasuries.leave_ruins"},
}
"""The functions that change a field of a person, unit, nation or magnate, by the setter and the field."""
ELSEWHERE = ("position.", "hidden.", "bot.")
"""Modules that change copies of a state, or positions for tests."""


def rules_only(names: set[str]) -> set[str]:
    return {name for name in names if not name.startswith(ELSEWHERE)}


@pytest.mark.parametrize("field", WRITERS)
def test_a_field_of_the_state_is_changed_by_its_transitions_alone(field: str) -> None:
    assert rules_only(writers(GAME, [field])[field]) == WRITERS[field]


@pytest.mark.parametrize(("setter", "field"), SETTERS)
def test_a_field_of_a_piece_is_changed_by_its_transitions_alone(setter: str, field: str) -> None:
    assert rules_only(callers(setter, field)) == SETTERS[setter, field]


def test_prisoners_are_looked_after_by_events_alone() -> None:
    assert rules_only(callers("free_unguarded")) == {"rules.common.captives.guarded"}
    assert rules_only(callers("guarded")) == {
        "sequence.run_turn",
        "rules.actions.clashes.fight_clashes",
        "rules.actions.dispatch.carry_out",
        "rules.actions.general.eject",
        "rules.relations.dealings",
    }


def callers(name: str, keyword: str = "") -> set[str]:
    """The functions of the game that call one of that name, with that keyword if one is given."""
    spec = find_spec(GAME)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    found = set()
    for path in root.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(
                _calls(node, name, keyword) for node in ast.walk(function)
            ):
                found.add(".".join((*path.relative_to(root).with_suffix("").parts, function.name)))
    return found


def _calls(node: ast.AST, name: str, keyword: str) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called == name and (not keyword or any(each.arg == keyword for each in node.keywords))
