"""Mutations of the rules of a game: the places of a source file that can change, and how.

The mutations are typical mistakes: another comparison or boundary, a negated condition, `and` for `or`, a sum for a
difference, a number one higher, True for False, no return value, a missing statement. Private functions that run only
at import, to make tables, are left out. So is the return of an inner function, which usually runs at import too, so
that a change made afterwards has no effect.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

Place = tuple[str, str, int]
"""The identity shared by a function and its mutants: file, qualified name, first line."""
SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
"""Operators with their replacements; the last is the opposite."""
DELETED = (ast.Expr, ast.AugAssign, ast.Break, ast.Continue, ast.Delete)
"""Statements to delete; assignments to attributes and items are deleted as well."""
SKIPPED = {"annotation", "returns", "decorator_list", "args", "format_spec"}
"""Fields of the syntax tree that have no effect when a function is called.

(The arguments of a call are nodes of a `Call`.)
"""


class Mutant(NamedTuple):
    """A change of one function of the rules."""

    path: Path
    line: int
    lines: range
    """The lines whose tests are run."""
    text: str
    """The source line, without its indentation."""
    before: str
    after: str
    changed: CodeType
    """The code of the changed function."""

    @property
    def place(self) -> Place:
        return place_of(self.changed)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}\n    `{self.before}` becomes `{self.after}`"


class MutationSlot(NamedTuple):
    """A place in the syntax tree of a function."""

    parent: ast.AST
    field: str
    number: int | None
    statement: ast.stmt
    """The innermost statement there."""

    @property
    def node(self) -> Any:
        value = getattr(self.parent, self.field)
        return value if self.number is None else value[self.number]

    def put(self, node: ast.AST) -> None:
        """Replace the node here."""
        if self.number is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.number] = node


class MutationSite(NamedTuple):
    """A node that can be changed, with its replacement."""

    path: Path
    tree: ast.Module
    function: Place
    slot: MutationSlot
    other: ast.AST

    def mutant(self) -> Mutant:
        """Compile the change."""
        node, statement = self.slot.node, self.slot.statement
        where: Any = node if hasattr(node, "lineno") else self.slot.parent
        is_simple = not hasattr(statement, "body") and not isinstance(statement, ast.Match)
        last: Any = statement.end_lineno if is_simple else where.end_lineno
        self.slot.put(ast.fix_missing_locations(ast.copy_location(self.other, where)))
        module = compile(self.tree, str(self.path), "exec", dont_inherit=True)
        changed = next(each for each in codes(module) if place_of(each) == self.function)
        self.slot.put(node)
        text = self.path.read_text(encoding="utf-8").splitlines()[where.lineno - 1].strip()
        lines = range(statement.lineno, last + 1)
        before, after = ast.unparse(node), ast.unparse(self.other)
        return Mutant(self.path, where.lineno, lines, text, before, after, changed)


# Finding mutation sites


def sites(path: Path) -> Iterator[MutationSite]:
    """Yield all mutations of the functions and methods of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    done = _run_at_import(tree)
    for name, function in _functions(tree.body, ""):
        if name in done:
            continue
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        place, inner = (str(path), name, first), _inner(function)
        for slot in list(_slots(function, function)):
            match slot.node:
                case ast.Return(value=ast.Name(id=returned)) if returned in inner:
                    continue
            for other in _replacements(slot):
                yield MutationSite(path, tree, place, slot, other)


def _run_at_import(tree: ast.Module) -> set[str]:
    """Return private functions called only at the top level of their module or by each other."""
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef) and not _inner(each)]
    private = {each.name for each in functions if each.name[0] == "_"}
    users: dict[str, set[str]] = {name: set() for name in private}
    for node in tree.body:
        user = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in private:
                users[each.id].add(user if user or each in _called(node) else "kept for later")
    found = {name for name in private if users[name]}
    while rest := {name for name in found if users[name] - found - {""}}:
        found -= rest
    return found


def _inner(function: ast.FunctionDef) -> set[str]:
    """Return the names of the functions inside a function; "" stands for a lambda."""
    nodes = [each for each in ast.walk(function) if each is not function]
    found = {each.name for each in nodes if isinstance(each, ast.FunctionDef)}
    return found | {"" for each in nodes if isinstance(each, ast.Lambda)}


def _called(statement: ast.stmt) -> list[ast.expr]:
    """Return what a statement calls, also through `map`; nothing if a lambda may call it later."""
    nodes = list(ast.walk(statement))
    calls = [each for each in nodes if isinstance(each, ast.Call)]
    if any(isinstance(each, ast.Lambda) for each in nodes):
        return []
    mapped = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "map"]
    return [*[call.func for call in calls], *mapped]


def _functions(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield functions and methods by qualified name; nested functions belong to the outer one."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def _slots(parent: ast.AST, statement: ast.stmt) -> Iterator[MutationSlot]:
    for field, value in ast.iter_fields(parent):
        if field in SKIPPED and not isinstance(parent, ast.Call):
            continue
        if field == "comparators" and _asks_for_presence(parent):
            continue
        if field == "left" and _begins_at_nothing(parent):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Assert | ast.JoinedStr):
                continue
            if isinstance(node, ast.keyword) and node.arg == "strict":
                continue
            if _is_nothing(node) and not isinstance(parent, ast.Subscript | ast.BinOp):
                continue
            around = node if isinstance(node, ast.stmt) else statement
            yield MutationSlot(parent, field, index, around)
            yield from _slots(node, around)


def _replacements(slot: MutationSlot) -> Iterator[ast.AST]:
    node = slot.node
    match node:
        case ast.Compare():
            for number, op in enumerate(node.ops):
                is_presence = _asks_for_presence(node) or (number == 0 and _begins_at_nothing(node))
                for other in SWAPS[type(op)][-1:] if is_presence else SWAPS[type(op)]:
                    ops = [other() if number == place else each for place, each in enumerate(node.ops)]
                    yield ast.Compare(node.left, ops, node.comparators)  # type: ignore[arg-type]
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            for other in SWAPS.get(type(node.op), ()):
                yield type(node)(**{**dict(ast.iter_fields(node)), "op": other()})
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as result) if not _is_falsy(result):
            yield ast.Return(ast.Constant(None))
    if isinstance(node, DELETED) and not _is_docstring(node):
        yield ast.Pass()
    if isinstance(node, ast.Assign) and not any(isinstance(each, ast.Name | ast.Tuple) for each in node.targets):
        yield ast.Pass()
    if slot.field in ("test", "ifs") and not _is_comparison(node) and not isinstance(node, ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def _asks_for_presence(node: ast.AST) -> bool:
    """Return whether this is `number >= 0` or `number < 0`, a test whether there is a value.

    -1 stands for no value, and 0 seldom is a special case.
    """
    match node:
        case ast.Compare(ops=[ast.GtE() | ast.Lt()], comparators=[ast.Constant(value=0)]):
            return True
    return False


def _begins_at_nothing(node: ast.AST) -> bool:
    """Return whether this is `0 <= number < limit`, where negative numbers stand for no value."""
    match node:
        case ast.Compare(left=ast.Constant(value=0), ops=[ast.LtE(), _]):
            return True
    return False


def _is_nothing(node: ast.AST) -> bool:
    """Return whether this is the number -1, which stands for no value unless it is an index."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return True
    return False


def _is_comparison(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) == 1


def _is_falsy(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return not value
        case ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
    return False


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of a function's inner functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


def place_of(code: CodeType) -> Place:
    """Return the identity shared by a function and its mutants."""
    return code.co_filename, code.co_qualname, code.co_firstlineno
