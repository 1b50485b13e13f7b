"""The preview, decision and messages of each step and interrupt, and those missing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from typing import Any, NamedTuple

from palatine.core import Game, MessageError
from palatine.core.steps import modules_below, types_in


class StepFacts(NamedTuple):
    """A step or an interrupt with its rules and messages."""

    name: str
    clause: str
    """Its clause; "" if the clause depends on the fields of the step."""
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

    For a game of secret orders, return those of every kind of order or action with a preview.
    """
    if game.orders:
        kinds = dict.fromkeys(kind for kind, _ in game.decisions.previews)
        return [_facts(game, kind, is_worded=False) for kind in sorted(kinds, key=lambda kind: kind.__name__)]
    steps = sorted([step for step in types_in(game.steps) if step.needs_decision], key=lambda step: step.__name__)
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
        case ast.Call(func=ast.Attribute(owner, attr), args=[kind, clause, *_]):
            if attr == "log" or (attr == "tell" and isinstance(owner, ast.Name) and owner.id == "t"):
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
        lacking += _unworded(game, kind)
    shown_as = getattr(kind, "shown_as", "")
    if shown_as and shown_as not in [step.__name__ for step in types_in(game.steps)]:
        lacking.append(f"is shown as {shown_as}, which is no step")
    clause = getattr(kind, "clause", "")
    return StepFacts(
        kind.__name__,
        clause if isinstance(clause, str) else "",
        _short(game, kind.__module__),
        tuple(previews) or _reasons(unpreviewed),
        _name(game, decision) if decision else "".join(_reasons(undecided)),
        tuple(_prompts(game, kind)),
        tuple(lacking),
    )


def _reasons(reason: str) -> tuple[str, ...]:
    return (f"none: {reason}",) if reason else ()


def _short(game: Game[Any], name: str) -> str:
    return name.removeprefix(f"{game.package}.")


def _name(game: Game[Any], rule: Callable[..., Any]) -> str:
    name = _short(game, f"{rule.__module__}.{rule.__qualname__}")
    return name.removeprefix("preview.").removeprefix("bot.")


def _prompts(game: Game[Any], kind: type) -> list[str]:
    """Return the keys of the prompts of a step, one for each of its cases."""
    key = f"prompt.{kind.__name__}"
    return [each for each in game.words.messages if each == key or each.startswith(f"{key}.")]


def _unworded(game: Game[Any], kind: Any) -> Iterator[str]:
    """Yield errors in the messages of a step or an interrupt."""
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
    if waits and words.has("waiting.other") and "what" in words.fields("waiting.other") and not words.has(waits):
        yield f"has no message {waits}"
    for key in filter(words.has, [*keys, waits]):
        try:
            words.fields(key)
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
