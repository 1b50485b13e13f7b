"""Terminal client of a match: numbered choices, and commands to inspect it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from palatine import registry
from palatine.cli.common import catalogue, seat_names, seat_titles, write_private
from palatine.cli.guidance import advice_text, explanation, lesson_text, preview_text, recap_text
from palatine.cli.inspection import InspectionContext, action_of, line_texts, shortcut_to
from palatine.cli.remote import RemoteMatchService, Unreachable
from palatine.core import Action, PalatineError, Shortcut, with_known_spaces
from palatine.core.text import listed_shortcuts, outcome_text, shortcut_letters, situation_text
from palatine.matches import Conflict, LessonMove, LessonView, MatchServices, MatchView, file_to_text, strength_text

POLL_SECONDS = 1.0
"""Seconds between checks of a match while other people are to act."""
MAX_LISTED_PLACES = 24
"""Number of places with the same action above which they are listed only on request."""
CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"


class Terminal:
    """Terminal client for the seats whose keys it holds; `run` returns when the player stops.

    Local services must play bots in the background: the terminal runs them itself, so that their actions can be shown
    immediately. A remote server runs its own bots.
    """

    def __init__(
        self,
        services: MatchServices | RemoteMatchService,
        match: str,
        keys: dict[str, str],
        read_line: Callable[[str], str] = input,
        write_line: Callable[[str], None] = print,
        is_kept: bool = True,
    ) -> None:
        self.services, self.match, self.keys = services, match, keys
        self.ask, self.tell, self.is_kept = read_line, write_line, is_kept
        self.is_live = sys.stdin.isatty() and sys.stdout.isatty()
        info = services.matches.info(match)
        self.game = registry.load(info.game)
        self.hinted = -1
        """Step of the lesson whose hint the player requested; -1 for none."""
        self.title = info.title
        self.seat: str | None = next(iter(keys), None)
        self.heard: dict[str | None, int] = {}
        self.shown = -1
        self.is_cut_off = False
        """True if the last request to the remote server failed."""
        self.match_view: MatchView = services.matches.view(match, self.seat)

    def run(self) -> None:
        """Play until the player quits or the input ends."""
        welcome = "play.welcome" if self.keys else "play.watching"
        self.tell(catalogue().say(welcome, title=self.title, seats=self.called(self.keys)))
        self.print_strengths()
        while True:
            try:
                self.let_others_act()
            except KeyboardInterrupt:
                self.tell("")
            if self.match_view.version != self.shown:
                self.print_decision()
            try:
                line = self.ask("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.tell("")
                break
            if line.casefold() in ("quit", "exit", "q!", "leave"):
                break
            try:
                self.execute(line)
            except Conflict:
                self.tell(catalogue().say("play.conflict"))
            except (PalatineError, OSError) as error:
                self.tell(" ".join(str(error).split()))
        self.tell(self.closing_message())

    def print_strengths(self) -> None:
        """Print the bots in the match and their strengths."""
        info = self.services.matches.info(self.match)
        bots = [] if info.lesson else [each for each in info.seats if each.bot]
        for bot in dict.fromkeys(each.bot for each in bots):
            seats = [each.seat for each in bots if each.bot == bot]
            self.tell(
                catalogue().say(
                    "play.bot", seats=self.called(seats), bot=bot, strength=strength_text(self.game, bot)
                )
            )

    def called(self, seats: Iterable[str]) -> list[str]:
        """Return the names of seats as the current seat knows them, those of others with players."""
        info, names = self.services.matches.info(self.match), self.match_view.view.names
        titles, own = seat_titles(info, names), seat_names(info, names)
        return [own[seat] if seat in self.keys else titles[seat] for seat in seats]

    def closing_message(self) -> str:
        """Return the message shown when the player stops."""
        if isinstance(self.services, RemoteMatchService):
            return catalogue().say("play.resume-there", match=self.match, at=self.services.url)
        return catalogue().say("play.resume" if self.is_kept else "play.lost", match=self.match)

    # What happens

    def let_others_act(self) -> None:
        """Let the other seats act until one of ours must, and print what happens."""
        while True:
            info = self.services.matches.info(self.match)
            mine = [seat for seat in info.asked if seat in self.keys]
            bots = [seat.seat for seat in info.seats if seat.kind == "bot" and seat.seat in info.asked]
            mine = [seat for seat in mine if seat not in bots]
            if info.status == "over" or mine or info.lesson:
                self.switch_seat(mine[0] if mine else self.seat)
                return
            self.print_journal()
            if isinstance(self.services, MatchServices) and (bots or self.services.matches.run_bots(self.match)):
                self.play_bots(self.services, bots)
            else:
                self.wait(info.version, [seat for seat in info.asked if seat not in self.keys])

    def play_bots(self, services: MatchServices, bots: list[str]) -> None:
        """Run the bots and print their actions as they happen."""
        if self.is_live and bots:
            print(catalogue().say("play.thinking", seats=self.called(bots)), end="\r", file=sys.stderr, flush=True)
        with services.runtime.announcer.subscribe(self.match) as news, ThreadPoolExecutor(1) as pool:
            job = pool.submit(services.matches.run_bots, self.match)
            while not job.done():
                if news.wait(0.2) is not None:
                    self.print_journal()
            job.result()
        self.print_journal()

    def wait(self, version: int, seats: list[str]) -> None:
        """Wait until another player acts."""
        self.tell(catalogue().say("play.waiting", seats=self.called(seats)))
        while self.is_at_version(version):
            time.sleep(POLL_SECONDS)

    def is_at_version(self, version: int) -> bool:
        """Return whether the match is still at a version; True also while the server is unreachable."""
        try:
            found = self.services.matches.info(self.match).version
        except Unreachable as error:
            if not self.is_cut_off:
                self.tell(catalogue().say("elsewhere.waiting", reason=str(error)))
            self.is_cut_off = True
            return True
        self.is_cut_off = False
        return found == version

    def switch_seat(self, seat: str | None) -> None:
        """Switch to the view of `seat`.

        Two players at one screen hand it over first.
        """
        if seat != self.seat or (len(self.keys) > 1 and self.shown < 0):
            self.seat = seat
            if len(self.keys) > 1 and seat is not None:
                [called] = self.called([seat])
                self.tell(catalogue().say("play.handover", seat=called))
                if self.is_live:
                    self.ask(catalogue().say("play.ready", seat=called))
                    self.tell(CLEAR_SCREEN)
        self.print_journal()

    def print_journal(self) -> None:
        """Print new entries of the current seat's journal."""
        since = self.heard.get(self.seat, 0)
        self.match_view = self.services.matches.view(self.match, self.seat, since)
        for line in self.match_view.entries:
            if line.version <= since:
                continue  # Unchanged by an undo.
            self.tell("\n".join(line_texts(line)))
        self.heard[self.seat] = self.match_view.version

    def print_decision(self) -> None:
        """Print the current decision."""
        self.shown = self.match_view.version
        outcome = self.match_view.view.outcome
        self.tell("")
        self.show_lesson()
        self.tell(situation_text(self.match_view.view, MAX_LISTED_PLACES))
        if outcome is not None and self.match_view.view.choices:
            self.tell(outcome_text(outcome["winners"], outcome["margin"]))

    # What is typed

    def inspection_context(self) -> InspectionContext:
        return InspectionContext(
            self.game,
            tuple(
                with_known_spaces(board, self.match_view.view) for board in self.services.matches.boards(self.match)
            ),
            self.match_view.view,
            lambda: self.services.matches.view(self.match, self.seat, 0).entries,
            lambda action: self.services.matches.explain(self.match, self.seat or "", *action),
            lambda: self.services.matches.layers(self.match, self.seat),
        )

    def execute(self, line: str) -> None:
        """Execute an input line. Raises PalatineError with its problem."""
        command, _, rest = line.partition(" ")
        look = self.inspection_context()
        if self.run_guidance(look, command.casefold(), rest.strip()):
            return
        if not line:
            self.show_lesson()
            self.tell(situation_text(self.match_view.view, MAX_LISTED_PLACES))
        elif line.isdecimal():
            self.choose(int(line))
        elif command.casefold() == "undo" and not rest:
            self.undo()
        elif line.casefold() == "auto off":
            self.end_auto_replies()
        elif command.casefold() == "save":
            self.save(rest.strip())
        elif line in (letters := shortcut_letters(len(listed := listed_shortcuts(self.match_view.view)))):
            self.play_shortcut(listed[letters.index(line)])
        elif (action := action_of(look, line)) is not None:
            self.act((action,))
        elif (shortcut := shortcut_to(look, line)) is not None:
            self.play_shortcut(shortcut)
        else:
            answer = look.answer(line)
            self.tell(catalogue().say("play.unknown", text=line) if answer is None else answer)

    # Guidance

    def show_lesson(self) -> None:
        """Print the current step of a lesson, if there is one."""
        if self.match_view.lesson is not None:
            self.tell(lesson_text(self.match_view.lesson, with_hint=self.hinted == self.match_view.lesson.step))

    def run_guidance(self, context: InspectionContext, command: str, argument: str) -> bool:
        """Execute a guidance command and return True; False for other input.

        These are `preview`, `recap`, `advise`, `explain` and the commands of a lesson.
        """
        if self.match_view.lesson is not None and self._goes_on(self.match_view.lesson, command, argument):
            return True
        key = self.keys.get(self.seat or "")
        if command == "preview" and key is not None:
            self.tell(self.preview(context, key, argument))
        elif command == "recap" and not argument:
            self.tell(recap_text(self.services.guidance.recap(self.match, key)))
        elif command == "advise" and not argument and key is not None:
            self.tell(advice_text(self.services.guidance.advise(self.match, key)))
        elif command == "explain":
            self.tell(
                explanation(self.game.glossary, argument) if argument else catalogue().say("guidance.explain-what")
            )
        else:
            return False
        return True

    def preview(self, context: InspectionContext, key: str, target: str) -> str:
        """Return the preview of a choice, a shortcut or a named action. Raises PalatineError."""
        version = self.match_view.version
        choices, listed = self.match_view.view.choices, listed_shortcuts(self.match_view.view)
        letters = shortcut_letters(len(listed))
        if target.isdecimal() and 1 <= int(target) <= len(choices):
            actions: tuple[Action, ...] = ((choices[int(target) - 1].verb, choices[int(target) - 1].operand),)
        elif target in letters:
            actions = listed[letters.index(target)].actions
        elif (action := action_of(context, target)) is not None:
            actions = (action,)
        elif (shortcut := shortcut_to(context, target)) is not None:
            actions = shortcut.actions
        else:
            raise PalatineError(catalogue().say("guidance.preview-what"))
        return preview_text(self.services.guidance.preview(self.match, key, actions, version))

    def _goes_on(self, box: LessonView, command: str, rest: str) -> bool:
        """Execute a lesson's own command and return True; False for other input."""
        if command == "hint" and not rest and not box.done:
            self.hinted = box.step
            self.show_lesson()
            return True
        moves: dict[str, LessonMove] = {"show": "show", "back": "back", "on": "on", "": "on"}
        if rest or command not in moves or (command == "" and not box.goes_on):
            return False
        self.services.matches.move_lesson(
            self.match, self.keys[self.seat or ""], moves[command], self.match_view.version
        )
        return True

    def choose(self, number: int) -> None:
        choices = self.match_view.view.choices
        if not choices:
            raise PalatineError(catalogue().say("play.nothing-to-choose"))
        if not 1 <= number <= len(choices):
            raise PalatineError(catalogue().say("play.no-choice", text=str(number), count=len(choices)))
        chosen = choices[number - 1]
        self.act(((chosen.verb, chosen.operand),))

    def play_shortcut(self, shortcut: Shortcut) -> None:
        self.act(shortcut.actions, shortcut.duration_key)

    def act(self, actions: tuple[Action, ...], duration_key: str = "") -> None:
        if self.seat is None or self.seat not in self.keys:
            raise PalatineError(catalogue().say("play.not-yours"))
        self.services.matches.act_all(
            self.match, self.keys[self.seat], actions, self.match_view.version, duration_key
        )

    def undo(self) -> None:
        """Undo the last action or shortcut of one of our seats and print what was undone."""
        for seat in sorted(self.keys, key=lambda each: each != self.seat):
            match_view = self.services.matches.view(self.match, seat, self.match_view.version)
            if match_view.can_undo:
                self.services.matches.undo(self.match, self.keys[seat], self.match_view.version)
                self.tell(catalogue().say("play.undone", text=match_view.takes_back))
                return
        raise PalatineError(self.match_view.why_not)

    def end_auto_replies(self) -> None:
        """End the automatic replies of the current seat."""
        if self.seat not in self.keys:
            raise PalatineError(catalogue().say("play.not-yours"))
        self.services.matches.end_auto_replies(self.match, self.keys[self.seat], self.match_view.version)

    def save(self, file: str) -> None:
        if not file:
            raise PalatineError(catalogue().say("play.which-file"))
        key = self.keys.get(self.seat) if self.seat is not None else None
        write_private(Path(file), file_to_text(self.services.archive.export(self.match, key)))
        self.tell(catalogue().say("play.saved", file=file))
