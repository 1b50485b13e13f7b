"""`palatine learn`: lessons in the terminal, with the progress saved in a small file."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_state_path

from palatine.cli.common import MEMORY, words
from palatine.cli.sheet_editor import OrdersTerminal
from palatine.cli.terminal import Terminal
from palatine.core import Unknown, Unreadable
from palatine.matches import LessonInfo, MatchServices
from palatine.store import Store


class Progress(msgspec.Struct):
    """Progress in a lesson."""

    step: int = 0
    done: bool = False


class Lessons:
    """The lessons of all games and the progress in each."""

    def __init__(self, services: MatchServices, path: Path) -> None:
        self.known = services.matches.lessons()
        self.path = path
        self.progress: dict[str, Progress] = {}
        if path.exists():
            try:
                self.progress = msgspec.json.decode(path.read_bytes(), type=dict[str, Progress])
            except msgspec.MsgspecError as error:
                raise Unreadable(words().say("learn.unreadable", file=str(path))) from error

    def of(self, game: str) -> list[LessonInfo]:
        """Return the lessons of a game. Raises Unknown if it has none."""
        found = [each for each in self.known if each.game == game]
        if not found:
            raise Unknown(words().say("learn.none", games=sorted({each.game for each in self.known})))
        return found

    def choose(self, game: str, lesson: str | None) -> LessonInfo:
        """Return the named lesson, or the game's first unfinished one.

        If all lessons are finished, the first one is returned. Raises Unknown for an unknown name.
        """
        found = self.of(game)
        if lesson is None:
            return next((each for each in found if not self.state(each).done), found[0])
        for each in found:
            if each.lesson == lesson:
                return each
        raise Unknown(words().say("learn.no-lesson", lesson=lesson, lessons=[each.lesson for each in found]))

    def state(self, lesson: LessonInfo) -> Progress:
        return self.progress.get(f"{lesson.game}/{lesson.lesson}", Progress())

    def keep(self, lesson: LessonInfo, step: int, *, done: bool) -> None:
        """Save the progress in a lesson; a finished lesson stays finished."""
        name = f"{lesson.game}/{lesson.lesson}"
        done_before = self.state(lesson).done
        self.progress[name] = Progress(0 if done else step, done or done_before)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.progress), indent=1))
        part.replace(self.path)

    def lines(self, game: str | None = None) -> list[str]:
        """Return a line for each lesson, with the progress."""
        found = self.of(game) if game else self.known
        return [self._line(each) for each in found]

    def _line(self, each: LessonInfo) -> str:
        state = self.state(each)
        key = "learn.done" if state.done else "learn.begun" if state.step else "learn.new"
        told = words().say(key, step=state.step + 1, steps=each.steps)
        return words().say(
            "learn.line", game=each.game, lesson=each.lesson, title=each.title, minutes=each.minutes, state=told
        )


def learn(given: Namespace) -> int:
    """Run `palatine learn`: list the lessons, or start one."""
    with suppress(ImportError):
        import readline  # noqa: F401  (not at the head: that it is imported changes `input`, for lessons alone)
    services = MatchServices(Store.open(MEMORY), bots="background")
    lessons = Lessons(services, progress_file())
    if given.game is None:
        print("\n".join([*lessons.lines(), words().say("learn.how")]))
        return 0
    lesson = lessons.choose(given.game, given.lesson)
    terminal = terminal_of(services, lessons, lesson)
    terminal.run()
    terminal.keep_progress()
    return 0


def progress_file() -> Path:
    """Return the file that stores the progress."""
    return Path(user_state_path("palatine", appauthor=False)) / "lessons.json"


def terminal_of(services: MatchServices, lessons: Lessons, lesson: LessonInfo, **how: Any) -> LessonProgressMixin:
    """Return a terminal that continues a lesson where it was left."""
    made = services.matches.start_lesson(lesson.game, lesson.lesson, lessons.state(lesson).step)
    kind = OrdersLessonTerminal if services.matches.info(made.match).orders else LessonTerminal
    terminal = kind(services, made.match, made.keys, **{"is_kept": False, **how})
    terminal.lessons, terminal.info = lessons, lesson
    return terminal


class LessonProgressMixin(Terminal):
    """A terminal that saves the progress in its lesson."""

    lessons: Lessons
    info: LessonInfo

    def hear(self) -> None:
        super().hear()
        self.keep_progress()

    def keep_progress(self) -> None:
        box = self.match_view.lesson
        if box is not None and hasattr(self, "info"):
            self.lessons.keep(self.info, box.step, done=box.done)

    def farewell(self) -> str:
        box = self.match_view.lesson
        if box is not None and box.done:
            return words().say("learn.next", game=self.info.game, lesson=box.next) if box.next else ""
        return words().say("learn.left", game=self.info.game, lesson=self.info.lesson)


class LessonTerminal(LessonProgressMixin):
    """A lesson of a game of single actions."""


class OrdersLessonTerminal(LessonProgressMixin, OrdersTerminal):
    """A lesson of a game of secret orders."""
