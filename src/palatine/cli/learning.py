"""`palatine learn`: lessons in the terminal, with the progress saved in a small file."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_state_path

from palatine.cli.common import IN_MEMORY, catalogue
from palatine.cli.sheet_editor import OrdersTerminal
from palatine.cli.terminal import Terminal
from palatine.core import Unknown, Unreadable
from palatine.matches import LessonInfo, MatchServices
from palatine.store import Store


class SavedProgress(msgspec.Struct):
    """Progress in a lesson."""

    step: int = 0
    done: bool = False


class LessonLibrary:
    """The lessons of all games and the progress in each."""

    def __init__(self, services: MatchServices, path: Path) -> None:
        self.known = services.matches.lessons()
        self.path = path
        self.progress: dict[str, SavedProgress] = {}
        if path.exists():
            try:
                self.progress = msgspec.json.decode(path.read_bytes(), type=dict[str, SavedProgress])
            except msgspec.MsgspecError as error:
                raise Unreadable(catalogue().say("learn.unreadable", file=str(path))) from error

    def lessons_of(self, game: str) -> list[LessonInfo]:
        """Return the lessons of a game. Raises Unknown if it has none."""
        found = [each for each in self.known if each.game == game]
        if not found:
            raise Unknown(catalogue().say("learn.none", games=sorted({each.game for each in self.known})))
        return found

    def choose(self, game: str, lesson: str | None) -> LessonInfo:
        """Return the named lesson, or the game's first unfinished one.

        If all lessons are finished, the first one is returned. Raises Unknown for an unknown name.
        """
        found = self.lessons_of(game)
        if lesson is None:
            return next((each for each in found if not self.progress_of(each).done), found[0])
        for each in found:
            if each.lesson == lesson:
                return each
        raise Unknown(catalogue().say("learn.no-lesson", lesson=lesson, lessons=[each.lesson for each in found]))

    def progress_of(self, lesson: LessonInfo) -> SavedProgress:
        return self.progress.get(f"{lesson.game}/{lesson.lesson}", SavedProgress())

    def save(self, lesson: LessonInfo, step: int, *, done: bool) -> None:
        """Save the progress in a lesson; a finished lesson stays finished."""
        name = f"{lesson.game}/{lesson.lesson}"
        done_before = self.progress_of(lesson).done
        self.progress[name] = SavedProgress(0 if done else step, done or done_before)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.progress), indent=1))
        part.replace(self.path)

    def summary_lines(self, game: str | None = None) -> list[str]:
        """Return a line for each lesson, with the progress."""
        found = self.lessons_of(game) if game else self.known
        return [self._line(each) for each in found]

    def _line(self, each: LessonInfo) -> str:
        state = self.progress_of(each)
        key = "learn.done" if state.done else "learn.begun" if state.step else "learn.new"
        told = catalogue().say(key, step=state.step + 1, steps=each.steps)
        return catalogue().say(
            "learn.line", game=each.game, lesson=each.lesson, title=each.title, minutes=each.minutes, state=told
        )


def learn(args: Namespace) -> int:
    """Run `palatine learn`: list the lessons, or start one."""
    with suppress(ImportError):
        import readline  # noqa: F401  (not at the head: that it is imported changes `input`, for lessons alone)
    services = MatchServices(Store.open(IN_MEMORY), bots="background")
    lessons = LessonLibrary(services, progress_file())
    if args.game is None:
        print("\n".join([*lessons.summary_lines(), catalogue().say("learn.how")]))
        return 0
    lesson = lessons.choose(args.game, args.lesson)
    terminal = lesson_terminal(services, lessons, lesson)
    terminal.run()
    terminal.save_progress()
    return 0


def progress_file() -> Path:
    """Return the file that stores the progress."""
    return Path(user_state_path("palatine", appauthor=False)) / "lessons.json"


def lesson_terminal(
    services: MatchServices, lessons: LessonLibrary, lesson: LessonInfo, **options: Any
) -> LessonProgressMixin:
    """Return a terminal that continues a lesson where it was left."""
    made = services.matches.start_lesson(lesson.game, lesson.lesson, lessons.progress_of(lesson).step)
    kind = OrdersLessonTerminal if services.matches.info(made.match).orders else LessonTerminal
    terminal = kind(services, made.match, made.keys, **{"is_kept": False, **options})
    terminal.lessons, terminal.info = lessons, lesson
    return terminal


class LessonProgressMixin(Terminal):
    """A terminal that saves the progress in its lesson."""

    lessons: LessonLibrary
    info: LessonInfo

    def print_journal(self) -> None:
        super().print_journal()
        self.save_progress()

    def save_progress(self) -> None:
        box = self.match_view.lesson
        if box is not None and hasattr(self, "info"):
            self.lessons.save(self.info, box.step, done=box.done)

    def closing_message(self) -> str:
        box = self.match_view.lesson
        if box is not None and box.done:
            return catalogue().say("learn.next", game=self.info.game, lesson=box.next) if box.next else ""
        return catalogue().say("learn.left", game=self.info.game, lesson=self.info.lesson)


class LessonTerminal(LessonProgressMixin):
    """A lesson of a game of single actions."""


class OrdersLessonTerminal(LessonProgressMixin, OrdersTerminal):
    """A lesson of a game of secret orders."""
