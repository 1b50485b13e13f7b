"""Playthroughs of games and lessons that must not change unintentionally.

Golden playthroughs are complete records of seeded games. Perft counts sequences of legal actions exactly. A test player
follows the script of a lesson to its end. It checks that expected actions are offered, and that actions answered as
wrong are legal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

from palatine.core import Entry, Game, OrdersGame, PalatineError, Roll
from palatine.core.guidance.lesson_dice import WrongFace
from palatine.core.guidance.lessons import Lesson, LessonError, LessonStep
from palatine.core.lessons import (
    LessonRun,
    answer_to_sheet,
    expects_hand_in,
    has_expected_order,
    initial_state,
    reply_sheets,
    resolve_turn,
    script_sheet,
    unexpected_orders,
    unmet_facts,
    wanted_orders,
)
from palatine.core.report import report_text
from palatine.core.text import find_space, view_text
from palatine.testing.sample import Setup, random_decision, setups

# Golden playthroughs

UPDATE_VARIABLE = "PALATINE_UPDATE_GOLDEN"
"""The environment variable that makes tests rewrite golden playthroughs."""


class GoldenMismatch(AssertionError):
    """A playthrough that differs from its golden file; the message shows a diff."""


def golden_lines(
    game: Game[Any], setup: Setup | None = None, seed: str = "golden", decisions: int = 300, views: int = 50
) -> Iterator[str]:
    """Yield a random game as text: every action and journal entry, and regularly all views."""
    setup = setup or setups(game)[0]
    state, random = setup.start(game, seed.encode()), Random(seed)
    yield f"{game.title}, {setup}, seed {seed}"
    for number in range(decisions):
        if not game.actors(state):
            break
        if number % views == 0:
            yield from _views(game, state)
        seat, action = random_decision(game, state, random)
        if isinstance(game, OrdersGame):
            yield f"{number + 1}. {seat} hands in for turn {state.turn}"
            yield from [f"      {line}" for line in game.write(action).splitlines()]
        else:
            yield f"{number + 1}. {seat}: {game.action_text(state, action)} ({action[0]} {action[1]})"
        state.journal = []
        game.take(state, seat, action)
        for entry in state.journal:
            yield from _entry_lines(game, state, entry)
        if isinstance(game, OrdersGame) and not game.handed_in(state):
            yield from _reports(game, state)
    yield from _views(game, state)


def _reports(game: OrdersGame[Any], state: Any) -> Iterator[str]:
    for place, seat in enumerate(state.seats):
        yield f"== The report of {seat}"
        entries = [entry for entry in state.journal if entry.is_readable_by(place)]
        yield from report_text(game.report(state, seat, entries)).splitlines()


def _views(game: Game[Any], state: Any) -> Iterator[str]:
    for seat in (*state.seats, None):
        yield ""
        yield f"== What {seat or 'a spectator'} sees"
        yield from view_text(game.boards(state), game.view(state, seat)).splitlines()
    yield ""


def _entry_lines(game: Game[Any], state: Any, entry: Entry) -> Iterator[str]:
    to = f" (to {', '.join(state.seats[each] for each in entry.readers)})" if entry.readers is not None else ""
    clauses = f" [{', '.join(entry.clauses)}]" if entry.clauses else ""
    yield f"   {game.prose(entry)}{clauses}{to}"
    yield from [f"      {line}" for line in game.tally_lines(entry)]


def compare_golden(
    game: Game[Any],
    path: Path,
    setup: Setup | None = None,
    seed: str = "golden",
    decisions: int = 300,
    views: int = 50,
    first: int | None = None,
) -> None:
    """Compare a playthrough with the file `path`. Raises GoldenMismatch with a diff.

    If `first` is given, only that many decisions are played and compared. With PALATINE_UPDATE_GOLDEN=1 in the
    environment, the whole playthrough is written instead.
    """
    lines = golden_lines(game, setup, seed, decisions, views)
    if os.environ.get(UPDATE_VARIABLE):
        first = None
    if first is not None:
        lines = takewhile(lambda line: not line.startswith(f"{first + 1}. "), lines)
    text = "\n".join(lines) + "\n"
    if os.environ.get(UPDATE_VARIABLE):
        write_golden(path, text)
        return
    if not path.exists():
        raise GoldenMismatch(f"There is no {path}; run once with {UPDATE_VARIABLE}=1 and read what it writes.")
    kept = path.read_text(encoding="utf-8")
    if first is not None:
        kept = kept[: len(text)]
    if kept != text:
        shown = list(
            unified_diff(kept.splitlines(), text.splitlines(), "as written", "as played", lineterm="", n=2)
        )
        what = "\n".join(shown[:40])
        raise GoldenMismatch(
            f"{path.name} is played otherwise; if on purpose, run with {UPDATE_VARIABLE}=1.\n{what}"
        )


def write_golden(path: Path, text: str) -> None:
    """Write a playthrough to a file, creating its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# Perft


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions; dice roll by the state's key."""
    if depth == 0:
        return 1
    total = 0
    for seat in game.actors(state):
        actions = game.actions(state, seat)
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            after = state.copy()
            game.take(after, seat, action)
            total += perft(game, after, depth - 1)
    return total


def perft_lines(game: Game[Any], state: Any, depth: int) -> list[str]:
    """Return a line for each first action, with the number of sequences that begin with it."""
    lines = []
    for seat in game.actors(state):
        for action in game.actions(state, seat):
            after = state.copy()
            game.take(after, seat, action)
            verb, operand = action
            number = perft(game, after, depth - 1)
            lines.append(f"{verb} {operand}: {number}  {seat}: {game.action_text(state, action)}")
    return lines


ReportWriter = Callable[[str], None]


class LessonWalk:
    """A run of a lesson by its script, with its rolls and journal entries.

    `choose` maps steps to the index of the expected action to take, 0 by default.
    """

    def __init__(self, game: Game[Any], lesson: Lesson, choose: dict[int, int] | None = None) -> None:
        self.game, self.lesson, self.choose = game, lesson, choose or {}
        self.lesson_run = LessonRun(game, lesson)
        self.state = _recorded(initial_state(game, lesson))
        self.kinds: set[str] = set()
        self.rolls: list[Roll] = []
        self.sheet = ""

    def run(self, tell: ReportWriter) -> None:
        """Play the lesson. Raises LessonError at the step where it fails, with the alternatives."""
        if not self.game.orders:
            self.lesson_run.play_replies(self.state, -1, self.play)
        for n, step in enumerate(self.lesson.step):
            tell(f"{n + 1:3}. {step.say or '(alone)'}")
            try:
                self._check_points(step)
                (self._write if self.game.orders else self._act)(n, step)
            except (PalatineError, WrongFace) as error:
                raise LessonError(f"{self.lesson.lesson}, step {n + 1}: {error}") from error
        self._end()

    def play(self, seat: str, action: tuple[str, int]) -> Any:
        """Carry out an action, and record its rolls and journal entries."""
        after = _recorded(self.state.copy())
        self.game.take(after, seat, action)
        self._record_entries(after)
        return self.state

    def _record_entries(self, after: Any) -> None:
        entries: list[Entry] = after.journal
        self.kinds |= {entry.kind for entry in entries}
        self.rolls += after.dice.drawn
        self.state = after

    # Single actions

    def _act(self, n: int, step: LessonStep) -> None:
        if not step.expects:
            return
        ways = self.lesson_run.paths(self.state, n)
        self._check_wrong(n, step, ways)
        for action in ways[self.choose.get(n, 0)]:
            self.play(self.lesson.seat, action)
        self.lesson_run.play_replies(self.state, n, self.play)

    def _check_wrong(self, n: int, step: LessonStep, ways: list[Any]) -> None:
        for what, text in step.wrong.items():
            if what == "*":
                continue
            named = self.lesson_run.named_paths(self.state, what)
            if not named:
                raise self.lesson_run.script_error(self.state, n, what)
            if any(way in ways for way in named):
                raise LessonError(f"{what!r} is answered as wrong, but it will do.")
            if self.lesson_run.answer_to_actions(self.state, n, named[0]) != text:
                raise LessonError(f"{what!r} is answered otherwise.")

    # Secret orders

    def _write(self, n: int, step: LessonStep) -> None:
        game: Any = self.game
        for order in wanted_orders(game, step):
            game.parse(order)
        for what, text in step.wrong.items():
            if what.startswith("order "):
                game.parse(what.removeprefix("order "))
                if answer_to_sheet(game, step, what.removeprefix("order ")) != text:
                    raise LessonError(f"{what!r} is answered otherwise.")
        is_writing = bool(wanted_orders(game, step))
        text = script_sheet(game, self.lesson, n + is_writing, self.state)
        if wanted_orders(game, step) and not has_expected_order(game, step, text):
            raise LessonError(f"{step.expects} does not stand in the sheet: {text!r}")
        if strange := unexpected_orders(game, self.lesson, n, self.state, text):
            raise LessonError(f"The sheet holds what no step wrote: {strange}")
        if expects_hand_in(step):
            sheets = {self.lesson.seat: text, **reply_sheets(self.lesson, step, self.state.seats)}
            before = self.state.copy()
            before.journal = []
            after = resolve_turn(game, before, sheets)
            after.dice.drawn = after.dice.drawn or []
            self._record_entries(after)

    # Checks

    def _check_points(self, step: LessonStep) -> None:
        view = self.game.view(self.state, self.lesson.seat)
        boards = self.game.boards(self.state)
        known = {
            "verb": set(view.verbs),
            "panel": {name for panel in view.panels for name in (panel.id, panel.title)},
            "board": {board.id for board in boards},
        }
        for point in step.point:
            kind, colon, name = point.partition(":")
            if point in ("journal", "sheet", "report"):
                continue
            if kind == "choice":
                if not self.game.orders and not self.lesson_run.named_paths(self.state, name):
                    raise self.lesson_run.script_error(self.state, self.lesson.step.index(step), name)
            elif colon and kind in known:
                if name not in known[kind]:
                    raise LessonError(f"It points at {point!r}, but there is {sorted(known[kind])}.")
            else:
                find_space(boards, point)

    def _end(self) -> None:
        lesson = self.lesson
        if self.state.dice.remaining:
            raise LessonError(f"{lesson.lesson}: {self.state.dice.remaining} of its dice were not rolled.")
        for wanted, roll in zip(lesson.purposes, self.rolls, strict=False):
            if wanted and wanted != roll.purpose:
                raise LessonError(f"{lesson.lesson}: a die for {wanted!r} was rolled for {roll.purpose!r}.")
        if broken := unmet_facts(self.game, lesson, self.state, self.kinds):
            raise LessonError(f"{lesson.lesson}: at its end this does not hold: {', '.join(broken)}.")


def _recorded(state: Any) -> Any:
    state.journal = []
    state.dice.drawn = []
    return state


def play_lesson(game: Game[Any], lesson: Lesson, tell: ReportWriter = lambda text: None) -> LessonWalk:
    """Play a lesson by its script, then once with each alternative. Raises LessonError."""
    walk = LessonWalk(game, lesson)
    walk.run(tell)
    if not game.orders:
        for n, step in enumerate(lesson.step):
            for other in range(1, len(step.expects)):
                LessonWalk(game, lesson, {n: other}).run(lambda text: None)
    return walk


def missing_terms(game: Game[Any], lesson: Lesson) -> list[str]:
    """Return the terms of a lesson that are not in the glossary."""
    return [term for term in lesson.terms() if term not in game.glossary]


def try_lessons(game: Game[Any], name: str = "") -> Iterator[str]:
    """Play the lessons of a game, or one of them, and yield a report on each, for authors."""
    for lesson in game.lessons:
        if name and lesson.lesson != name:
            continue
        told: list[str] = []
        try:
            walk = play_lesson(game, lesson, told.append)
        except LessonError as error:
            yield "\n".join([f"{lesson.lesson}: {lesson.title}", *told, f"FAILED {error}"])
            continue
        rolled = ", ".join(f"{roll.purpose} {roll.value}" for roll in walk.rolls) or "nothing"
        strange = missing_terms(game, lesson)
        notes = [f"Not in the glossary: {', '.join(strange)}"] if strange else []
        yield "\n".join([f"{lesson.lesson}: {lesson.title}", *told, f"Rolled: {rolled}", *notes, "Good."])
