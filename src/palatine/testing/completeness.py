"""Parts that a game lacks: previews, decisions, messages, code and tests of clauses.

Tests name the clauses they verify: `@pytest.mark.clause("9.24")` on a function, a class or one set of parameters, or as
a module's `pytestmark`. The marks are read from the source without running the tests. `find_tests_folder` finds the
tests of a game; an installed game includes the list in its `data/coverage.json`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import getsource
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from palatine.core import Clause, Game, MessageError, OrdersGame
from palatine.core.steps import modules_below, step_types
from palatine.registry import games, load

# Steps


class StepFacts(NamedTuple):
    """A step or an interrupt with its rules and messages."""

    name: str
    clause: str
    """Its clause, for an order its clauses; "" if the clause depends on the fields of the step."""
    module: str
    """The module of its rules, relative to the game's package.

    Names in `preview` and `decision` also omit the packages `preview` and `bot`.
    """
    preview: tuple[str, ...]
    """The functions that preview it, with verbs if not for all; or "none: " and the reason."""
    decision: str
    """The function by which the bot decides it; or "none: " and the reason."""
    wording: tuple[str, ...]
    """The keys of its prompts; empty if the game writes its prompts in another way."""
    lacking: tuple[str, ...]
    """Descriptions of what is missing."""


def step_facts(game: Game[Any]) -> list[StepFacts]:
    """Return the facts of every step that needs a decision, by name, then of every interrupt.

    For a game of secret orders, return those of every kind of order or action.
    """
    if isinstance(game, OrdersGame):
        kinds = {*game.order_rules, *[kind for kind, _ in game.decisions.previews]}
        return [_order_facts(game, kind) for kind in sorted(kinds, key=lambda kind: kind.__name__)]
    steps = sorted([step for step in step_types(game.steps) if step.needs_decision], key=lambda step: step.__name__)
    is_worded = any(_prompts(game, step) for step in steps)
    return [_facts(game, kind, is_worded) for kind in (*steps, *map(type, game.interrupts))]


def incomplete_steps(game: Game[Any]) -> Iterator[str]:
    """Yield a description of each preview, decision or message that a step or interrupt lacks.

    A reason in `without_preview` or `without_decision` replaces the rule. Previews are required if the game has any,
    decisions if its bot decides by step, and messages if any prompt is named after a step.
    """
    for each in step_facts(game):
        yield from [f"{each.name} ({each.module}) {what}" for what in each.lacking]


def unknown_references(game: Game[Any]) -> Iterator[str]:
    """Yield a line for each missing message or clause to which the modules of a game refer.

    References are the kinds of journal entries and the reasons of refusals, with their clauses, and the `clause` of a
    class, wherever they are written as literals.
    """
    for module, line, key, clause in _references(game.package):
        if key and not game.words.has(key):
            yield f"{module}, line {line}: there is no message {key!r}"
        if clause and clause not in game.clauses:
            yield f"{module}, line {line}: there is no clause {clause!r}"


@cache
def _references(package: str) -> tuple[tuple[str, int, str, str], ...]:
    """Return every literal reference: module, line, key of the message, clause."""
    found = []
    for module in modules_below(import_module(package)):
        for node in ast.walk(ast.parse(getsource(module))):
            for key, clause in _named_by(node):
                found.append((module.__name__, node.lineno, key, clause))  # type: ignore[attr-defined]
    return tuple(found)


def _named_by(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Call(func=ast.Attribute(attr="log"), args=[kind, clause, *_]):
            yield _literal(kind, "journal."), _literal(clause)
        case ast.Call(func=ast.Name(id="Refusal"), args=[clause, reason, *_]):
            yield _literal(reason), _literal(clause)
        case ast.ClassDef(body=body):
            for each in body:
                match each:
                    case ast.Assign(targets=[ast.Name(id="clause")], value=value):
                        yield "", _literal(value)


def _literal(node: ast.AST, prefix: str = "") -> str:
    """Return a literal text after a prefix; "" for anything else."""
    value = node.value if isinstance(node, ast.Constant) else ""
    return prefix + value if value and isinstance(value, str) else ""


def _facts(game: Game[Any], kind: Any, is_worded: bool) -> StepFacts:
    rules = game.decisions
    found: dict[str, list[str]] = {}
    verbs: Collection[str] = getattr(kind, "verbs", ("",))
    for verb in verbs:
        if rule := rules.preview_of(kind, verb):
            found.setdefault(_name(game, rule), []).append(verb)
    previews = [name if len(some) == len(verbs) else f"{name} ({', '.join(some)})" for name, some in found.items()]
    unpreviewed, undecided = [getattr(kind, f"without_{what}", "") for what in ("preview", "decision")]
    decision = rules.decision_of(kind)
    lacking = []
    for is_used, is_there, reason, what in (
        (bool(rules.previews), bool(previews), unpreviewed, "preview"),
        (bool(rules.decided), decision is not None, undecided, "decision"),
    ):
        if is_there and reason:
            lacking.append(f"has a {what}, and a reason to have none")
        elif is_used and not is_there and not reason:
            lacking.append(f"has no {what}, and no reason for that")
    if is_worded:
        lacking += _missing_messages(game, kind)
    shown_as = getattr(kind, "shown_as", "")
    if shown_as and shown_as not in [step.__name__ for step in step_types(game.steps)]:
        lacking.append(f"is shown as {shown_as}, which is not a step")
    clause = getattr(kind, "clause", "")
    return StepFacts(
        kind.__name__,
        clause if isinstance(clause, str) else "",
        _relative_name(game, kind.__module__),
        tuple(previews) or _reasons(unpreviewed),
        _name(game, decision) if decision else "".join(_reasons(undecided)),
        tuple(_prompts(game, kind)),
        tuple(lacking),
    )


def _order_facts(game: OrdersGame[Any], kind: type) -> StepFacts:
    """Return the facts of a kind of order, which has neither prompts nor a decision of its own."""
    rule = game.order_rules.get(kind)
    module, name = (rule.__module__, rule.__qualname__) if rule else (kind.__module__, "")
    code = _relative_name(game, f"{module}.{name}")
    codes = {each.id: each.code.replace(",", " ").split() for each in game.clauses.values()}
    clauses = [id_ for id_, each in codes.items() if code in [_relative_name(game, part) for part in each]]
    preview = game.decisions.preview_of(kind)
    return StepFacts(
        kind.__name__,
        ", ".join(clauses),
        _relative_name(game, module),
        (_name(game, preview),) if preview else (),
        "",
        (),
        (),
    )


def _reasons(reason: str) -> tuple[str, ...]:
    return (f"none: {reason}",) if reason else ()


def _relative_name(game: Game[Any], name: str) -> str:
    return name.removeprefix(f"{game.package}.")


def _name(game: Game[Any], rule: Callable[..., Any]) -> str:
    """Return the name of a rule, or of the function that made it."""
    made_by = rule.__qualname__.partition(".<locals>")[0]
    name = _relative_name(game, f"{rule.__module__}.{made_by}")
    return name.removeprefix("preview.").removeprefix("bot.")


def _prompts(game: Game[Any], kind: type) -> list[str]:
    """Return the keys of the prompts of a step, one for each of its cases."""
    key = f"prompt.{kind.__name__}"
    return [each for each in game.words.messages if each == key or each.startswith(f"{key}.")]


def _missing_messages(game: Game[Any], kind: Any) -> Iterator[str]:
    words, name = game.words, kind.__name__
    keys = _prompts(game, kind)
    if not keys and not is_interrupt(game, kind):
        yield f"has no message prompt.{name}"
    for verb in kind.verbs:
        own = [key for key in words.messages if _is_of(key.split("."), name, verb)]
        keys += own or [f"action.{verb}"]
        if not own and not words.has(f"action.{verb}"):
            yield f"has no message action.{name}.{verb} or action.{verb}"
    waits = f"waits.{kind.shown_as or name}" if not is_interrupt(game, kind) else ""
    if (
        waits
        and words.has("waiting.other")
        and "what" in words.field_names("waiting.other")
        and not words.has(waits)
    ):
        yield f"has no message {waits}"
    for key in filter(words.has, [*keys, waits]):
        try:
            words.field_names(key)
        except MessageError as error:
            yield f"has a message that cannot be filled in: {error}"


def _is_of(parts: list[str], name: str, verb: str) -> bool:
    """Return whether a key is that of an action text for a verb of a step.

    The forms are `action.STEP.VERB`, `action.STEP.VERB.OPERAND` and `action.STEP.CASE.VERB`.
    """
    return parts[:2] == ["action", name] and (parts[2:3] == [verb] or parts[3:] == [verb])


def is_interrupt(game: Game[Any], kind: type) -> bool:
    """Return whether a type is one of the game's interrupts."""
    return any(type(each) is kind for each in game.interrupts)


# Clauses

COVERAGE_FILE = "coverage.json"


class ClauseCoverage(msgspec.Struct, frozen=True):
    """A clause with the code and the tests that cover it."""

    id: str
    gist: str
    chapter: str
    code: str
    tests: tuple[str, ...]
    ruling: str
    status: str
    """"implemented", "not applicable" (with a reason) or "missing"."""
    reason: str = ""
    see: tuple[str, ...] = ()
    complaint: str = ""
    """A description of what is missing; "" if nothing."""


def clause_coverage(game: Game[Any], test_paths: Path | None = None) -> list[ClauseCoverage]:
    """Return the coverage of every clause of a game, in the rulebook's order.

    `test_paths` is the folder of the game's tests. The default is that of this working copy or, without one, the list
    included in the installed game.
    """
    marked = clause_marks(game, test_paths)
    return [_covered(game, clause, tuple(marked.get(clause.id, ()))) for clause in game.clauses.values()]


def _covered(game: Game[Any], clause: Clause, test_paths: tuple[str, ...]) -> ClauseCoverage:
    lacking = [] if clause.excuse else _missing_references(game, clause, test_paths)
    status = "not applicable" if clause.excuse else "implemented" if clause.code else "missing"
    return ClauseCoverage(
        clause.id,
        clause.gist,
        clause.chapter,
        clause.code,
        test_paths,
        clause.ruling,
        status,
        clause.excuse,
        clause.see,
        ", ".join(lacking),
    )


def _missing_references(game: Game[Any], clause: Clause, test_paths: tuple[str, ...]) -> list[str]:
    lost = [code for code in clause.code.replace(",", " ").split() if not _is_importable(game.package, code)]
    found = [f"there is no {code}" for code in lost] if clause.code else ["no code"]
    return found if test_paths else [*found, "no test"]


def _is_importable(package: str, code: str) -> bool:
    """Return whether a dotted path exists, either absolute or relative to the game's package."""
    return any(_resolves(path) for path in (code, f"{package}.{code}"))


def _resolves(path: str) -> bool:
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            found: Any = import_module(name)
        except ModuleNotFoundError as error:
            if error.name and name.startswith(error.name):
                continue
            raise
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def unknown_marks(game: Game[Any], test_paths: Path | None = None) -> dict[str, list[str]]:
    """Return the clauses that tests name but the rulebook does not have, with the tests."""
    return {clause: names for clause, names in clause_marks(game, test_paths).items() if clause not in game.clauses}


# Location of the tests


def clause_marks(game: Game[Any], test_paths: Path | None = None) -> dict[str, list[str]]:
    """Return the node ids of the tests of each clause."""
    folder = test_paths or find_tests_folder(game)
    if folder is not None:
        return read_marks(folder)
    brought = files(game.package) / "data" / COVERAGE_FILE
    return msgspec.json.decode(brought.read_bytes(), type=dict[str, list[str]]) if brought.is_file() else {}


def find_tests_folder(game: Game[Any]) -> Path | None:
    """Return the folder of a game's tests; None if its package is not in a working copy.

    It is `tests` in the package itself, `tests/games/PACKAGE` of its project, or `tests` of a project without another
    game.
    """
    package = Path(str(files(game.package)))
    top = next((each for each in package.parents if (each / "pyproject.toml").is_file()), None)
    if top is None or "site-packages" in package.parts:
        return None
    of_games = top / "tests" / "games"
    folders = (package / "tests", of_games / package.name if of_games.is_dir() else top / "tests")
    return next((each for each in folders if each.is_dir()), None)


def write_coverage(game: Game[Any], test_paths: Path) -> Path:
    """Write the list that is included in an installed game; return its path."""
    path = Path(str(files(game.package) / "data" / COVERAGE_FILE))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(read_marks(test_paths)), indent=1))
    return path


def write_all(test_paths: Path) -> list[Path]:
    """Write the list of every game with tests below `test_paths`; return the paths."""
    known = {game: find_tests_folder(game) for game in map(load, games())}
    top = test_paths.resolve()
    return [write_coverage(game, each) for game, each in known.items() if each and top in (each, *each.parents)]


# Reading marks


def read_marks(folder: Path) -> dict[str, list[str]]:
    """Return the node ids of the tests below `folder` by the clauses with which they are marked."""
    found: dict[str, list[str]] = {}
    top = next((parent.parent for parent in (folder, *folder.parents) if parent.name == "tests"), folder)
    for path in sorted(folder.rglob("test_*.py")):
        for name, clauses in _find_marks(path.read_text(encoding="utf-8"), str(path.relative_to(top))):
            for clause in clauses:
                found.setdefault(clause, []).append(name)
    return found


@cache
def _find_marks(text: str, name: str) -> list[tuple[str, list[str]]]:
    """Return the node ids of a module's tests, each with its clauses."""
    if ".clause(" not in text:
        return []
    module = ast.parse(text, name)
    shared = [each for node in module.body if _is_pytestmark(node) for each in _clauses(node)]
    return [(test, list(dict.fromkeys(clauses))) for test, clauses in _tests(module.body, name, shared)]


def _tests(body: list[ast.stmt], prefix: str, shared: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [each for deco in node.decorator_list for each in _clauses(deco)]
            own += [each for part in node.body if _is_pytestmark(part) for each in _clauses(part)]
            yield from _tests(node.body, f"{prefix}::{node.name}", shared + own)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [each for deco in node.decorator_list for each in _clauses(deco)]
            yield f"{prefix}::{node.name}", shared + own


def _is_pytestmark(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _clauses(node: ast.AST) -> Iterator[str]:
    """Yield the literal string arguments of all calls `....clause(...)` in a piece of code."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause":
            yield from [
                arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
