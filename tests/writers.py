"""The functions of a package that write given fields of a state, found in the syntax tree.

Tests of transitions use it to check that only one function assigns a field.

    assert writers("palatine.games.elric.rules", ["place"])["place"] == {"common.movement.relocate"}
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

MUTATORS = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse"),
    *("setdefault", "sort", "update"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
}


@cache
def written(package: str, fields: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the result of `writers`, cached."""
    return writers(package, fields)


def writers(package: str, fields: Collection[str]) -> dict[str, set[str]]:
    """Return, for each field, the names of the functions that write it.

    A function writes a field if it assigns the field or an element of it, or calls a mutating method on it. The name
    is that of the module relative to `package`, followed by the qualified name: `combat.losses.Losses.take`. An alias
    within a function counts (`place = s.place; place[unit] = 3`). A container that is passed to another function does
    not.
    """
    spec = find_spec(package)
    assert spec is not None, package
    assert spec.origin is not None, package
    root = Path(spec.origin).parent
    found: dict[str, set[str]] = {field: set() for field in fields}
    for name, function in _functions_below(root):
        for field in _written(function, found.keys()):
            found[field].add(name)
    return found


@cache
def _functions_below(root: Path) -> tuple[tuple[str, ast.AST], ...]:
    found = []
    for path in sorted(root.rglob("*.py")):
        module = ".".join(part for part in path.relative_to(root).with_suffix("").parts if part != "__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(f"{module}.{name}" if module else name, function) for name, function in _functions(tree)]
    return tuple(found)


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")


@cache
def _nodes(function: ast.AST) -> tuple[ast.AST, ...]:
    """Return the assignments, deletions and calls in a function."""
    kinds = (ast.Assign, ast.Delete, ast.AugAssign, ast.AnnAssign, ast.For, ast.Call)
    return tuple(node for node in ast.walk(function) if isinstance(node, kinds))


def _written(function: ast.AST, fields: Collection[str]) -> Iterator[str]:
    aliases = {
        target.id: node.value.attr
        for node in _nodes(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and node.value.attr in fields
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in _nodes(function):
        for target in _targets(node):
            field = _field(target, aliases)
            if field in fields:
                yield field


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the targets that a statement or call changes, except bare local names."""
    if isinstance(node, ast.Assign | ast.Delete):
        pending = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
        pending = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        yield node.func.value
        return
    else:
        return
    while pending:
        target = pending.pop()
        if isinstance(target, ast.Tuple | ast.List):
            pending += target.elts
        elif isinstance(target, ast.Starred):
            pending.append(target.value)
        elif not isinstance(target, ast.Name):
            yield target


def _field(target: ast.expr, aliases: dict[str, str]) -> str | None:
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        return target.attr
    return aliases.get(target.id) if isinstance(target, ast.Name) else None
