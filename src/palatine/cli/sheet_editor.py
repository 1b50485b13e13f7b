"""Terminal for matches of secret orders: a line editor of order sheets with suggestions."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from palatine.cli.common import catalogue, local_time, seat_titles
from palatine.cli.guidance import preview_text
from palatine.cli.inspection import InspectionContext, clause
from palatine.cli.orders import forecast_lines, problem_lines, suggestion_lines
from palatine.cli.remote import RemoteMatchService
from palatine.cli.terminal import POLL_SECONDS, Terminal
from palatine.core import PalatineError, RejectedSheet, Suggestion, SyntaxProblem
from palatine.core.report import report_text
from palatine.core.sheet import apply_suggestion
from palatine.core.text import situation_text
from palatine.matches import turn_name


class OrdersTerminal(Terminal):
    """`Terminal` for games of secret orders. The draft is saved after every line."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.offered: list[Suggestion] = []
        self.commands = {
            "sheet": self.show_sheet, "suggest": self.suggest, "add": self.add, "drop": self.drop, "set": self.replace,
            "check": self.check, "edit": self.edit, "hand": self.hand_in, "run": self.run_turn, "report": self.report,
            "letter": self.letter, "letters": self.letters, "help": self.help, "?": self.help, "clause": self.clause,
            "save": self.save, "resign": self.resign,
        }  # fmt: skip

    def switch_seat(self, seat: str | None) -> None:
        """Stay with the seat that is writing until it has handed in."""
        asked = self.services.matches.info(self.match).asked
        super().switch_seat(self.seat if self.seat in asked and self.shown >= 0 else seat)

    def print_decision(self) -> None:
        self.shown = self.match_view.version
        self.offered = []
        self.tell("")
        self.show_lesson()
        self.tell(situation_text(self.match_view.view))
        info = self.services.matches.info(self.match)
        if info.status == "playing" and info.deadline:
            self.tell(catalogue().say("orders.deadline", deadline=local_time(info.deadline)))
        if self.seat in info.asked and self.seat in self.keys:
            self.show_sheet()

    def execute(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        command = self.commands.get(name.casefold())
        if self.run_guidance(self.inspection_context(), name.casefold(), rest.strip()):
            return
        if not line:
            self.print_decision()
        elif line.isdecimal():
            self.pick(int(line))
        elif command is not None:
            command(rest.strip())
        else:
            answer = self.inspection_context().answer(line)
            if answer is not None:
                self.tell(answer)
            else:
                self.add(line)

    # The sheet

    @property
    def key(self) -> str:
        if self.seat is None or self.seat not in self.keys:
            raise PalatineError(catalogue().say("play.not-yours"))
        return self.keys[self.seat]

    def lines(self) -> list[str]:
        return self.services.orders.draft(self.match, self.key).text.splitlines()

    def save_lines(self, lines: list[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        self.services.orders.save_draft(self.match, self.key, text, self.services.matches.info(self.match).turn)

    def show_sheet(self, argument: str = "") -> None:
        lines = self.lines()
        numbered = [f"{number:3} {line}" for number, line in enumerate(lines, 1)]
        self.tell("\n".join(numbered) if numbered else catalogue().say("orders.empty"))

    def suggest(self, argument: str = "") -> None:
        names = self.services.orders.characters(self.match, self.key)
        if names and not argument:
            self.tell(catalogue().say("orders.which-who"))
            self.tell("\n".join([catalogue().say("orders.who", n=n, name=name) for n, name in enumerate(names, 1)]))
            self.tell(catalogue().say("orders.whole"))
        named = find_name(names, argument)
        self.offered = self.services.orders.suggest(self.match, self.key, named)
        self.tell(
            "\n".join(suggestion_lines(self.offered, first_number=1)) or catalogue().say("orders.no-suggestion")
        )

    def pick(self, number: int) -> None:
        if not self.offered:
            raise PalatineError(catalogue().say("orders.suggest-first"))
        if not 1 <= number <= len(self.offered):
            raise PalatineError(catalogue().say("play.no-choice", text=str(number), count=len(self.offered)))
        offered = self.offered[number - 1]
        if not offered.instead:
            return self.add(offered.text)
        self.save_lines(apply_suggestion("\n".join(self.lines()), offered).splitlines())
        self.check()

    def add(self, argument: str) -> None:
        """Append an order to the sheet and report its problems."""
        if not argument:
            raise PalatineError(catalogue().say("orders.add-what"))
        lines = [*self.lines(), *argument.splitlines()]
        self.save_lines(lines)
        found = self.services.orders.check(self.match, self.key, "\n".join(lines))
        about = [problem for problem in found.problems if problem.line in (0, len(lines))]
        coming = [forecast for forecast in found.forecasts if forecast.line == len(lines)]
        told = [f"{len(lines):3} {lines[-1]}", *problem_lines(about), *forecast_lines(coming)]
        if any(not problem.uncertain and problem.line for problem in about):
            told.append(catalogue().say("orders.strike-out", line=len(lines)))
        self.tell("\n".join(told))

    def drop(self, argument: str) -> None:
        lines = self.lines()
        del lines[self._number(argument, lines)]
        self.save_lines(lines)
        self.show_sheet()

    def replace(self, argument: str) -> None:
        number, _, text = argument.partition(" ")
        lines = self.lines()
        lines[self._number(number, lines)] = text.strip()
        self.save_lines(lines)
        self.show_sheet()

    def _number(self, text: str, lines: list[str]) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= len(lines):
            raise PalatineError(catalogue().say("orders.no-line", text=text, count=len(lines)))
        return int(text) - 1

    def edit(self, argument: str = "") -> None:
        """Edit the sheet in the editor of $VISUAL or $EDITOR."""
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            raise PalatineError(catalogue().say("orders.no-editor"))
        with TemporaryDirectory() as folder:
            file = Path(folder) / "orders.txt"
            file.write_text("\n".join([*self.lines(), ""]), encoding="utf-8")
            subprocess.run([*shlex.split(editor), str(file)], check=False)
            text = file.read_bytes().decode(errors="replace")
        self.save_lines(text.splitlines())
        self.check()

    def check(self, argument: str = "") -> None:
        found = self.services.orders.check(self.match, self.key, "\n".join(self.lines()))
        info = self.services.matches.info(self.match)
        [called] = self.called([self.seat or ""])
        good = catalogue().say("orders.good" if found.ok else "orders.bad", seat=called, turn=turn_name(info))
        self.show_sheet()
        self.tell("\n".join([*problem_lines(found.problems), *forecast_lines(found.forecasts), good]))

    def hand_in(self, argument: str = "") -> None:
        """Hand in the sheet (`hand in`)."""
        info = self.services.matches.info(self.match)
        try:
            self.services.orders.hand_in(self.match, self.key, "\n".join([*self.lines(), ""]), info.turn)
        except (SyntaxProblem, RejectedSheet) as error:
            self.tell("\n".join(problem_lines(error.problems)))
            raise PalatineError(catalogue().say("orders.refused")) from None
        [called] = self.called([self.seat or ""])
        self.tell(catalogue().say("orders.handed-in", seat=called, turn=turn_name(info)))

    # Other commands

    def wait(self, version: int, seats: list[str]) -> None:
        """Wait until another player acts or a deadline passes."""
        self.tell(catalogue().say("play.waiting", seats=self.called(seats)))
        while self.is_at_version(version):
            if isinstance(self.services, RemoteMatchService) or not self.services.clocks.claim_deadlines():
                time.sleep(POLL_SECONDS)

    def run_turn(self, argument: str = "") -> None:
        """Run the turn; ask for confirmation if not all seats have handed in."""
        info = self.services.matches.info(self.match)
        if info.asked and info.master == self.seat:
            question = catalogue().say("orders.run-sure", seats=self.called(info.asked), turn=turn_name(info))
            if not self.confirm(question):
                self.tell(catalogue().say("orders.not-run"))
                return
        self.services.orders.run_turn(self.match, self.key)

    def confirm(self, question: str) -> bool:
        """Return whether the player confirms; an empty answer is no."""
        try:
            return self.ask(question).strip().casefold() in ("y", "yes")
        except EOFError:
            return False

    def preview(self, context: InspectionContext, key: str, target: str) -> str:
        """Return the preview of the current sheet."""
        told = self.services.guidance.preview_sheet(self.match, key, "\n".join(self.lines()))
        return "\n".join([*problem_lines(told.check.problems), preview_text(told.preview)])

    def report(self, argument: str = "") -> None:
        if argument and not argument.isdecimal():
            raise PalatineError(catalogue().say("orders.which-turn"))
        self.tell(
            report_text(self.services.orders.report(self.match, self.seat, int(argument) if argument else None))
        )

    def letter(self, argument: str) -> None:
        """Send a letter (`letter NAME TEXT`); a seat may be written as it is shown."""
        seats = [each.seat for each in self.services.matches.info(self.match).seats]
        shown = dict(zip(self.called(seats), seats, strict=True))
        for name, seat in sorted((shown | {seat: seat for seat in seats}).items(), key=lambda each: -len(each[0])):
            if argument.casefold().startswith(f"{name.casefold()} "):
                sent = self.services.orders.write_letter(self.match, self.key, [seat], argument[len(name) :])
                [called] = self.called([seat])
                self.tell(catalogue().say("orders.sent" if sent.delivered else "orders.posted", seat=called))
                return
        raise PalatineError(catalogue().say("orders.letter-to", seats=list(shown)))

    def letters(self, argument: str = "") -> None:
        letters = self.services.orders.letters(self.match, self.key)
        info = self.services.matches.info(self.match)
        titles = seat_titles(info, self.match_view.view.names)
        told = [
            catalogue().say(
                "orders.letter",
                sender=titles[each.sender],
                to=[titles[seat] for seat in each.to],
                turn=turn_name(info, each.turn),
                text=each.text,
            )
            for each in letters
        ]
        self.tell("\n".join(told) or catalogue().say("orders.no-letters"))

    def resign(self, argument: str = "") -> None:
        seat, key = self.seat, self.key
        self.services.matches.resign(self.match, key, self.services.matches.info(self.match).version)
        self.keys.pop(seat or "", None)

    def clause(self, argument: str) -> None:
        self.tell(clause(self.inspection_context(), argument))

    def help(self, argument: str = "") -> None:
        titles = ", ".join(each.title for each in self.match_view.view.panels)
        self.tell(catalogue().say("help.orders", panels=titles).strip("\n"))


def find_name(names: list[str], text: str) -> str | None:
    """Return the character meant by a number in the list, a name or its beginning.

    Returns None for empty text, and the text itself if it is unknown or ambiguous.
    """
    if not text:
        return None
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    near = [name for name in names if name.casefold().startswith(text.casefold())]
    exact = [name for name in near if name.casefold() == text.casefold()]
    return exact[0] if exact else near[0] if len(near) == 1 else text
