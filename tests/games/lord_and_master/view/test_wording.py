"""The catalogue: every message in use exists, no other does, and a game has no gaps."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import palatine
import palatine.core
from pace import sampled
from palatine.core import Entry
from palatine.core.messages import FORMATS, flatten
from palatine.games import lord_and_master
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.sheet_help import suggest
from palatine.games.lord_and_master.state import State
from palatine.players.random_bot import random_sheet

WORDS = GAME.words
HEADS = {key.partition(".")[0] for key in WORDS.messages}
MODULES = sorted(Path(lord_and_master.__file__).parent.rglob("*.py"))
CORE = sorted(Path(palatine.core.__file__).parent.rglob("*.py"))
BY_METHOD = {"log": "journal", "foresee": "forecast", "attempt": "purpose", "throw": "purpose"}
"""By method of a turn: the part of the catalogue where its first argument is."""
CLAUSE = re.compile(r"LM-[A-Z]+-\d+")


# What the code says


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


def literals(node: ast.AST) -> Iterator[str]:
    """Yield the texts that an expression can have: a literal, or either branch of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def meant(function: ast.FunctionDef, node: ast.AST) -> Iterator[str]:
    """Yield the texts of an expression; for a local name, those assigned to it."""
    if not isinstance(node, ast.Name):
        yield from literals(node)
        return
    for each in nodes(function):
        if isinstance(each, ast.Assign) and any(isinstance(x, ast.Name) and x.id == node.id for x in each.targets):
            yield from literals(each.value)


def asked_for() -> dict[str, set[str]]:
    """Return the modules that use each key as a literal."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        tree = parsed(path)
        for key in (*_whole_keys(tree), *_told(tree), *_reasons(tree), *_faults(tree)):
            found[key].add(path.name)
    for key in _suggested(parsed(Path(suggest.__file__))):
        found[key].add("suggest.py")
    return found


def _whole_keys(tree: ast.Module) -> Iterator[str]:
    """Yield the literals that are keys, such as "drop.no-gold"."""
    for node in nodes(tree):
        for text in literals(node):
            head, dot, tail = text.partition(".")
            if dot and tail and head in HEADS and re.fullmatch(r"[\w.'-]+", tail) and tail != "toml":
                yield text


def _told(tree: ast.Module) -> Iterator[str]:
    """Yield the keys of entries, previews and rolls."""
    for function in [node for node in nodes(tree) if isinstance(node, ast.FunctionDef)]:
        for node in nodes(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                head = BY_METHOD.get(node.func.attr)
                yield from (f"{head}.{text}" for text in meant(function, node.args[0]) if head)


def _reasons(tree: ast.Module) -> Iterator[str]:
    """Yield the reasons of a tally's parts, the third value after an amount and a clause."""
    for node in nodes(tree):
        part: list[ast.expr] = []
        if isinstance(node, ast.Tuple):
            part = node.elts
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add":
            part = node.args
        if len(part) == 3 and any(CLAUSE.fullmatch(text) for text in literals(part[1])):
            yield from (f"tally.{text}" for text in literals(part[2]))


def _faults(tree: ast.Module) -> Iterator[str]:
    """Yield the keys of errors in a set-up."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
            yield from (f"set-up.{text}" for text in literals(node.args[2]))


def _suggested(tree: ast.Module) -> Iterator[str]:
    """Yield the keys of candidate groups, each with a title and a heading."""
    for node in nodes(tree):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            for text in literals(node.value.elts[0]):
                yield from (f"suggest.{text}", f"group.{text}")


def spoken() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return all literals of the code, and the patterns of texts that it composes."""
    texts: set[str] = set()
    patterns = []
    for tree in map(parsed, (*MODULES, *CORE)):
        for node in nodes(tree):
            texts.update(literals(node))
            if isinstance(node, ast.JoinedStr):
                said = [str(x.value) if isinstance(x, ast.Constant) else "" for x in node.values]
                if re.fullmatch(r"[a-z.]*[-.][a-z]+|[a-z.-]+-", "".join(said)):
                    patterns.append(re.compile("".join(re.escape(text) or "[a-z-]+" for text in said)))
    return texts, patterns


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    asked = asked_for()
    assert len(asked) > 400
    assert {key: where for key, where in asked.items() if key not in WORDS.messages} == {}


def test_every_message_is_asked_for() -> None:
    texts, patterns = spoken()
    unused = []
    for key in WORDS.messages:
        head, _, tail = key.partition(".")
        bare = key if head != "advice" else f"drop.{tail}"
        if bare in texts or (tail in texts and head not in ("drop", "advice")):
            continue
        if not any(pattern.fullmatch(tail) or pattern.fullmatch(key) for pattern in patterns):
            unused.append(key)
    assert unused == []


def test_no_message_is_written_twice() -> None:
    data = files(GAME.package) / "data"
    written = [data / "messages.en.toml", *(data / "messages").iterdir()]
    keys = Counter(key for path in written for key in flatten(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_field_is_named_by_a_known_namer() -> None:
    ours = {"plural", "signed", "list", "", *FORMATS, *WORDS.namers}
    for key, message in WORDS.messages.items():
        for wording in [message] if isinstance(message, str) else message:
            for _, field, spec, _ in WORDS.parse(wording):
                kinds = (spec or "").split(",")
                assert not field or kinds[0] in ours, f"{key}: {spec}"
                assert not field or kinds[0] != "list" or set(kinds[1:]) <= ours, f"{key}: {spec}"


# Long games


def long_game(seed: bytes, captains: bool) -> list[Entry]:
    """Return the entries of twenty turns of six seats, played by captains or random sheets."""
    state: State = GAME.setup(seats=tuple(f"P{n}" for n in range(1, 7)), seed=seed)
    random = Random(seed)
    bots = {seat: palatine.bot("captain", GAME, number) for number, seat in enumerate(state.seats)}
    told: list[Entry] = []
    for _ in range(20):
        for seat in GAME.actors(state):
            sheet = bots[seat].decide(state, seat) if captains else random_sheet(GAME, state, seat, random)
            GAME.set_sheet(state, seat, sheet)
        state.journal = []  # type: ignore[misc]
        GAME.run_turn(state)
        told += state.journal or []
    return told


RAW = re.compile(
    r"[{}\[\]]|None|  | [,.;]|\b(?:at|in|from|to|upon|on|takes|leaves|over|by) -?\d+[.,:;]|\b[a-z]+[.-][a-z]+\.$"
)
"""Faults of a sentence: braces, raw data, gaps, a bare number for a place or owner, a key."""


@pytest.mark.parametrize("captains", sampled([False, True]))
def test_every_entry_of_a_long_game_reads(captains: bool, parts: int) -> None:
    seeds = (b"a", b"b", b"c")[: max(1, 3 // parts)]
    told = [entry for seed in seeds for entry in long_game(seed, captains)]
    assert len({entry.kind for entry in told}) > 25
    for entry in told:
        for text in (GAME.prose(entry), *GAME.tally_lines(entry)):
            assert not text[0].islower(), text
            assert not RAW.search(text), text


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("battle-won", {"attacker": "the standing force", "defender": "The Huns", "place": "Ardea"}, "Ardea"),
        ("devastated", {"place": "cropland 65", "was": "Cropland", "owner": "The Huns"}, "the Huns"),
    ],
)
def test_sentences_begin_with_a_capital(kind: str, data: dict[str, str], text: str) -> None:
    said = GAME.prose(Entry(kind, dict(data)))
    assert text in said
    assert said[0].isupper()


# What messages are filled in with


def fields(key: str) -> set[str]:
    """Return the fields of a message."""
    message = WORDS.messages[key]
    wordings = [message] if isinstance(message, str) else message
    return {field for wording in wordings for _, field, _, _ in WORDS.parse(wording) if field}


def given() -> Iterator[tuple[str, set[str], str]]:
    """Yield each log entry, preview line and refusal: its key, fields and module."""
    for path in MODULES:
        for function in [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef)]:
            for node in nodes(function):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                    continue
                names = {keyword.arg for keyword in node.keywords}
                data = {name for name in names if name is not None}
                if None in names:
                    continue
                if node.func.attr in ("log", "foresee") and node.args:
                    head = BY_METHOD[node.func.attr]
                    yield from ((f"{head}.{text}", data, path.name) for text in meant(function, node.args[0]))
                elif node.func.attr == "need" and len(node.args) == 3:
                    for text in literals(node.args[2]):
                        advice = text.replace("drop.", "advice.", 1)
                        yield from ((key, data, path.name) for key in (text, advice) if WORDS.has(key))


def test_every_message_gets_what_it_asks_for() -> None:
    found = list(given())
    assert len(found) > 250
    lacking = [(key, where, fields(key) - data) for key, data, where in found if not fields(key) <= data]
    assert lacking == []
