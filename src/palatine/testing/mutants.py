"""Mutation testing: change one place in a game's rules and check whether its tests fail.

Neither mutmut nor cosmic-ray fits. Mutmut 3 skips decorated functions, selects tests by function rather than by line,
sends every call of a rule through a wrapper, and runs in a copy of the tree, where tests that read the sources fail.
Cosmic-ray starts a new test process for each mutant, which costs more than the tests themselves. Here one process
collects the tests and records once which lines each test runs. For each mutant it forks a child that replaces one code
object, runs the tests of the changed line, cheapest first, and ends at the first failure.

The mutations are typical mistakes: another comparison or boundary, a negated condition, `and` for `or`, a sum for a
difference, a number one higher, True for False, no return value, a missing statement. Private functions that run only
at import, to make tables, are left out. So is the return of an inner function, which usually runs at import too, so
that a change made afterwards has no effect.

pytest is needed, and a system that can fork.
"""

from __future__ import annotations

import ast
import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from importlib.resources import files
from itertools import zip_longest
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

from palatine.core import Game
from palatine.testing.completeness import find_tests_folder

# Mutations

FunctionIdentity = tuple[str, str, int]
"""The identity shared by a function and its mutants: file, qualified name, first line."""
OPERATOR_SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
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
DELETABLE_STATEMENTS = (ast.Expr, ast.AugAssign, ast.Break, ast.Continue, ast.Delete)
"""Statements to delete; assignments to attributes and items are deleted as well."""
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "args", "format_spec"}
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
    def place(self) -> FunctionIdentity:
        return function_identity(self.changed)

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
    function: FunctionIdentity
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
        changed = next(each for each in inner_codes(module) if function_identity(each) == self.function)
        self.slot.put(node)
        text = self.path.read_text(encoding="utf-8").splitlines()[where.lineno - 1].strip()
        lines = range(statement.lineno, last + 1)
        before, after = ast.unparse(node), ast.unparse(self.other)
        return Mutant(self.path, where.lineno, lines, text, before, after, changed)


# Finding mutation sites


def mutation_sites(path: Path) -> Iterator[MutationSite]:
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
                users[each.id].add(user if user or each in _called_expressions(node) else "kept for later")
    found = {name for name in private if users[name]}
    while rest := {name for name in found if users[name] - found - {""}}:
        found -= rest
    return found


def _inner(function: ast.FunctionDef) -> set[str]:
    """Return the names of the functions inside a function; "" stands for a lambda."""
    nodes = [each for each in ast.walk(function) if each is not function]
    found = {each.name for each in nodes if isinstance(each, ast.FunctionDef)}
    return found | {"" for each in nodes if isinstance(each, ast.Lambda)}


def _called_expressions(statement: ast.stmt) -> list[ast.expr]:
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
        if field in SKIPPED_FIELDS and not isinstance(parent, ast.Call):
            continue
        if field == "comparators" and _asks_for_presence(parent):
            continue
        if field == "left" and _is_range_check(parent):
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
                is_presence = _asks_for_presence(node) or (number == 0 and _is_range_check(node))
                for other in OPERATOR_SWAPS[type(op)][-1:] if is_presence else OPERATOR_SWAPS[type(op)]:
                    ops = [other() if number == place else each for place, each in enumerate(node.ops)]
                    yield ast.Compare(node.left, ops, node.comparators)  # type: ignore[arg-type]
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            for other in OPERATOR_SWAPS.get(type(node.op), ()):
                yield type(node)(**{**dict(ast.iter_fields(node)), "op": other()})
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as result) if not _is_falsy(result):
            yield ast.Return(ast.Constant(None))
    if isinstance(node, DELETABLE_STATEMENTS) and not _is_docstring(node):
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


def _is_range_check(node: ast.AST) -> bool:
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


def inner_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of a function's inner functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from inner_codes(each)


def function_identity(code: CodeType) -> FunctionIdentity:
    """Return the identity shared by a function and its mutants."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


# Running tests

Line = tuple[str, int]
FORK_CONTEXT = get_context("fork")
EXIT_SURVIVED, EXIT_NOTICED = 0, 3
"""Exit codes of the process of a mutant."""
CPU_SECONDS, CPU_FACTOR = 2, 2
"""CPU time limit of a mutant: seconds, plus a multiple of its tests' recorded time."""
MEMORY_BYTES = 4 << 30
"""Memory limit of a mutant, bytes."""


class Runner:
    """A pytest plugin that runs the collected tests in forked processes, one for each mutant."""

    def __init__(self, chosen: Sequence[MutationSite], progress: Callable[[str], None]) -> None:
        self.chosen = chosen
        self.progress = progress
        self.failed = False
        self.survivors: list[MutationSite] | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests cannot be collected")
        self.items = session.items
        gc.unfreeze()  # The tests may have frozen what they import, and frozen objects are not found.
        alive = gc.get_objects()
        self.caches = [each for each in alive if isinstance(each, _lru_cache_wrapper)]
        self.functions: dict[FunctionIdentity, list[FunctionType]] = {}
        for each in alive:
            if isinstance(each, FunctionType):
                self.functions.setdefault(function_identity(each.__code__), []).append(each)
        self.costs, self.tests = self._record()
        self.survivors = [site for site in self.chosen if not self._is_noticed(site.mutant())]
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def _record(self) -> tuple[list[float], dict[Line, list[int]]]:
        """Run every test once; return the cost of each, and the tests that run each line."""
        receiver, sender = FORK_CONTEXT.Pipe(duplex=False)
        process = FORK_CONTEXT.Process(target=self._trace, args=(sender,))
        process.start()
        sender.close()
        costs, lines, broken = receiver.recv()
        process.join()
        self.progress(f"{len(costs)} tests, {sum(costs):.0f} s of processor time when their lines are recorded")
        for name in broken:
            self.progress(f"left out, as it fails without a change: {name}")
        tests: dict[Line, list[int]] = {}
        for number in sorted(lines, key=lambda each: costs[each]):
            for line in lines[number]:
                tests.setdefault(line, []).append(number)
        return costs, tests

    def _trace(self, sender: Connection) -> None:
        _discard_output(1)
        paths = frozenset(str(site.path) for site in self.chosen)
        caches = [each for each in self.caches if each.__wrapped__.__code__.co_filename in paths]
        costs, lines, broken = [], {}, []
        for number, item in enumerate(self.items):
            for cache in caches:
                cache.cache_clear()
            begun, self.failed, found = time.process_time(), False, set[Line]()
            with _traced(paths, found):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            costs.append(time.process_time() - begun)
            if self.failed:
                broken.append(item.nodeid)
            else:
                lines[number] = found
        sender.send((costs, lines, broken))

    def _is_noticed(self, mutant: Mutant) -> bool:
        """Return whether a test of the changed lines fails or exceeds its time limit."""
        asked = {test for line in mutant.lines for test in self.tests.get((str(mutant.path), line), ())}
        ordered = sorted(asked, key=lambda each: self.costs[each])
        if any(each.__code__.co_freevars != code.co_freevars for each, code in self._changes(mutant)):
            return True  # Python refuses code that no longer uses `super`.
        process = FORK_CONTEXT.Process(target=self._run, args=(mutant, ordered))
        process.start()
        process.join()
        if process.exitcode not in (EXIT_SURVIVED, EXIT_NOTICED) and process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"The process of a mutant ended with {process.exitcode}: {mutant}")
        if process.exitcode == EXIT_SURVIVED:
            self.progress(f"{mutant}\n    tests that run it: {len(ordered)}")
        return process.exitcode != EXIT_SURVIVED

    def _changes(self, mutant: Mutant) -> Iterator[tuple[FunctionType, CodeType]]:
        """Yield the functions that a mutant changes, including inner ones, with their new code."""
        for code in (mutant.changed, *inner_codes(mutant.changed)):
            for each in self.functions.get(function_identity(code), ()):
                yield each, code

    def _run(self, mutant: Mutant, ordered: Sequence[int]) -> None:
        _discard_output(1, 2)
        seconds = CPU_SECONDS + CPU_FACTOR * round(sum(self.costs[each] for each in ordered))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        for each, code in self._changes(mutant):
            each.__code__ = code
        queue = [self.items[each] for each in ordered]
        for item, after in zip_longest(queue, queue[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                os._exit(EXIT_NOTICED)
        os._exit(EXIT_SURVIVED)


def _discard_output(*streams: int) -> None:
    """Discard the output of this process to these file descriptors."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for each in streams:
        os.dup2(nowhere, each)


@contextmanager
def _traced(paths: Collection[str], found: set[Line]) -> Iterator[None]:
    """Add to `found` the lines of these files that run within the context."""

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            found.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def outside(frame: FrameType, event: str, _: Any) -> Any:
        return inside if frame.f_code.co_filename in paths else None

    sys.settrace(outside)
    try:
        yield
    finally:
        sys.settrace(None)


# Trying mutants


def survivors(
    game: Game[Any], number: int, seed: str, progress: Callable[[str], None], test_paths: Sequence[Path] = ()
) -> list[MutationSite]:
    """Try `number` changes of the rules, chosen by `seed`; return those that no test notices.

    `test_paths` are the folders of the game's tests: by default the tests of its rules, then all others of this working
    copy. The tests of a folder try only the changes that earlier folders have not noticed. `progress` is called with
    progress messages.
    """
    folders = test_paths or _folders(game)
    rules = Path(str(files(game.package) / "rules"))
    paths = sorted(rules.rglob("*.py"))
    every = [site for path in paths for site in mutation_sites(path)]
    left = Random(f"{game.name} {seed}").sample(every, min(number, len(every)))
    left.sort(key=lambda site: (site.path, site.slot.statement.lineno))
    progress(f"{game.name}: {len(left)} of {len(every)} mutants, seed {seed}")
    for path in paths:
        name = ".".join((f"{game.package}.rules", *path.relative_to(rules).with_suffix("").parts))
        import_module(name.removesuffix(".__init__"))
    for place, folder in enumerate(folders):
        begun = time.monotonic()
        left = _surviving(left, folder, folders[:place], progress)
        progress(f"{game.name}: {len(left)} survive {folder}, in {time.monotonic() - begun:.0f} s")
    return left


def _folders(game: Game[Any]) -> list[Path]:
    folder = find_tests_folder(game)
    if folder is None:
        raise FileNotFoundError(f"No tests of {game.name} here. Name their folder.")
    return [folder / "rules", folder]


def _surviving(
    chosen: Sequence[MutationSite], folder: Path, others: Iterable[Path], progress: Callable[[str], None]
) -> list[MutationSite]:
    """Return the changes that no test in a folder notices; `others` are not run."""
    runner = Runner(chosen, progress)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
        patched.setenv("HYPOTHESIS_STORAGE_DIRECTORY", place)
        patched.delenv("PALATINE_SOAK_MINUTES", raising=False)
        options = ["-s", "-p", "no:cacheprovider", f"--basetemp={place}/tests"]
        ignored = [f"--ignore={each}" for each in others]
        code = pytest.main([str(folder), *options, *ignored], plugins=[runner])
    if runner.survivors is None:
        raise RuntimeError(f"pytest cannot run the tests in {folder}: {code}")
    return runner.survivors
