"""Transitions: each field is written only by the function of its transition.

Do not add a second writer: call the function listed here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from writers import written

RULES = "palatine.games.elric.rules"
CONTROL, RELOCATION = "common.control", "common.relocation"
WRITERS = {
    "where": {f"{RELOCATION}.lay_aside"},
    "owner": {f"{RELOCATION}.lay_aside"},
    "stacks": set(),
    "bands": {f"{RELOCATION}.civilise"},
    "ship": {f"{CONTROL}.board", f"{CONTROL}.leave_ships"},
    "done": {f"{RELOCATION}.finish_moving"},
    "controller": {f"{CONTROL}.{name}" for name in ("abandon", "gain", "settle_control", "take_control")},
    "joined": {f"{CONTROL}.lost_controller", f"{RELOCATION}.move_moonglum"},
    "returns": {"common.elric_appears.depart_for_track", "common.elric_appears.place_elric"},
    "is_brut_with": {"common.elric_appears.depart_for_track", "common.elric_appears.place_elric"},
    "bearer": {
        "common.deaths.pass_on", "common.stormbringer.slay", "magic.magic_phase.hand_over", "realm.muster.muster_piece",
    },
    "maintained": {
        "common.balance.restore", "common.maintained_spells.maintain_if_tipped", "common.maintained_spells.release",
    },
    "face_up": {
        "common.balance.restore", "common.maintained_spells.lay_open", "common.relocation.take_open",
        "founding.take_prize", "magic.search.reveal_monster",
    },
    "balance": {"common.balance.lay_marker", "common.balance.restore"},
    "tipped": {"common.balance.lay_marker", "common.balance.restore"},
    "ends": {"common.balance.lay_marker", "common.balance.restore"},
    "holds": {"combat.cities.capture", "common.sieges.revert_city"},
    "sieges": {"common.sieges.besiege", "common.sieges.lift_siege"},
    "fallen": {"combat.cities.imrryr_falls"},
    "out": {"common.victory.leave_game"},
    "outcome": set(),
}  # fmt: skip
"""The functions of the rules that write a field; those of the state itself are left out."""

CALLERS = {
    "put": {f"{RELOCATION}.come_on", f"{RELOCATION}.follow"},
    "lift": {f"{RELOCATION}.go_off", f"{RELOCATION}.follow"},
    "shift": {f"{RELOCATION}.relocate"},
    "set_owner": {f"{CONTROL}.abandon", f"{CONTROL}.gain", f"{RELOCATION}.change_sides"},
    "join_band": {f"{CONTROL}.place_beside", f"{RELOCATION}.join_friend"},
    "finish": {
        "common.victory.check_last_seat", "common.victory.untamed", "common.victory.win", "founding.take_prize",
    },
}  # fmt: skip
"""By method of the state: the functions of the rules that call it."""


@pytest.mark.parametrize("field", WRITERS)
def test_one_function_for_each_transition_writes_what_it_changes(field: str) -> None:
    assert written(RULES, tuple(WRITERS))[field] == WRITERS[field]


@pytest.mark.parametrize("method", CALLERS)
def test_pieces_move_by_the_transitions_alone(method: str) -> None:
    assert {name for name, called in calls() if called == method} == CALLERS[method]


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Return each function of the rules with the methods that it calls on a state named `s`."""
    spec = find_spec(RULES)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    found = set()
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        for name, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    value = node.func.value
                    if isinstance(value, ast.Name) and value.id == "s":
                        found.add((f"{module}.{name}", node.func.attr))
    return frozenset(found)


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
