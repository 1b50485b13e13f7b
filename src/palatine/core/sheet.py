"""Secret orders: sheets, what is wrong with them, what could be ordered, and the games that are played by them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from textwrap import wrap
from typing import Any, TypeVar

import msgspec

from palatine.core.game import Game
from palatine.core.guidance.preview import Preview
from palatine.core.guidance.recap import Route
from palatine.core.journal import Entry
from palatine.core.refusal import PalatineError, Refusal, Unreadable
from palatine.core.report import Report, Section
from palatine.core.state import Action, State
from palatine.core.text.typed import decoded, joined, typed

S = TypeVar("S", bound=State)

LONGEST = 400
"""The most lines a sheet may have."""
WIDEST = 1000
"""The most characters a line of a sheet may have."""
NARROW = 66
"""No note in a form is wider."""
OFFERED = 4
"""So many suggestions a form has for each character, unless the game gives its own form."""


class Order(msgspec.Struct, frozen=True, tag=True):
    """One line of a sheet. A game's orders are frozen structs with one text form each."""


class Sheet(msgspec.Struct, frozen=True):
    """A seat's secret orders for a turn, in the order written.

    A game subclasses it to give `orders` the union of its order types, so that a sheet can be decoded.
    """

    orders: tuple[Any, ...] = ()


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, rename={"uncertain": "doubt"}):
    """What is wrong with a line of a sheet (line 0: with the sheet), by which clause, and what would do instead.

    In a sheet without a text the lines are its orders, from 1.

    A problem is `uncertain` (over HTTP: a "doubt") when the order cannot be carried out as things stand but others'
    actions may change that: a sheet with such problems may be handed in, one with others may not.
    """

    line: int
    clause: str
    reason: str
    suggestion: str = ""
    uncertain: bool = False
    fix: str = ""
    """The whole line put right, where that is known."""


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that somebody could be given: its text, a sentence, its chance or cost, the places it names.

    `instead` says what its text takes the place of in a sheet: nothing (""), the "lines" that begin with the same
    words as its own, or the whole "sheet". With `slots` it stands for the same order at several times: it may begin
    with any of these words instead of its first one, and is taken up at the first that no line begins with yet.
    """

    text: str
    title: str
    cost: str = ""
    chance: str = ""
    spaces: tuple[str, ...] = ()
    group: str = ""
    instead: str = ""
    slots: tuple[str, ...] = ()

    def at(self, slot: str) -> Suggestion:
        """The same for one of its slots."""
        rest = self.text.partition(" ")[2]
        return msgspec.structs.replace(self, text=f"{slot} {rest}", slots=())


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a line of a sheet would do as far as its seat can know: costs, chances, battles."""

    line: int
    text: str
    notes: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    """How those it is about would go, to be drawn on the map."""


class SyntaxProblem(Unreadable):
    """A text that is no sheet, with a problem for each line that cannot be read."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        super().__init__(f"Line {first.line}: {first.reason}" if first.line else first.reason)
        self.problems = problems


class RejectedSheet(PalatineError):
    """A sheet that may not be handed in as it is, with all its problems."""

    def __init__(self, problems: list[Problem]) -> None:
        first = next(each for each in problems if not each.uncertain)
        super().__init__(f"Line {first.line}: {first.reason}" if first.line else first.reason)
        self.problems = problems


def comment_lines(text: str, indent: str = " ", later: str = "") -> list[str]:
    """A text as lines of a sheet that order nothing: narrow, lest a mail program break one, and half of it be read.

    `later` is the indent of all lines but the first, where that is another.
    """
    return wrap(text, NARROW, initial_indent=f"#{indent}", subsequent_indent=f"#{later or indent}")


def in_free_slot(text: str, suggestion: Suggestion) -> Suggestion:
    """Return a suggestion for the first of its slots for which a sheet has no line yet; as it is where it has none."""
    if not suggestion.slots:
        return suggestion
    taken = {word for line in text.splitlines() for word in line.split()[:1]}
    return suggestion.at(next((each for each in suggestion.slots if each not in taken), suggestion.slots[-1]))


def apply_suggestion(text: str, suggestion: Suggestion) -> str:
    """The text of a sheet with a suggestion taken up."""
    if suggestion.instead == "sheet":
        return suggestion.text
    lines = text.splitlines()
    suggestion = in_free_slot(text, suggestion)
    for new in suggestion.text.splitlines():
        words = [line.split()[:1] for line in lines] if suggestion.instead else []
        if new.split()[:1] in words:
            lines[words.index(new.split()[:1])] = new
        else:
            lines.append(new)
    return "".join(f"{line}\n" for line in lines)


def sheet_text(given: str | bytes) -> str:
    """What came from outside as the text of a sheet: without a mark in front, lines ended by "\\n".

    Raises SyntaxProblem for what is no such text, or too long.
    """
    text = _decoded(given) if isinstance(given, bytes) else given
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > LONGEST + 1:
        raise SyntaxProblem([Problem(LONGEST + 1, "", f"A sheet has at most {LONGEST} lines, not {len(lines)}.")])
    problems = []
    for number, line in enumerate(lines, 1):
        if len(line) > WIDEST:
            problems.append(Problem(number, "", f"A line has at most {WIDEST} characters, not {len(line)}."))
        elif any(letter != "\t" and not letter.isprintable() for letter in line):
            problems.append(Problem(number, "", "The line holds characters that cannot be printed."))
    if problems:
        raise SyntaxProblem(problems)
    return text


def _decoded(data: bytes) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SyntaxProblem([Problem(line, "", "This is not text in UTF-8.")]) from error


class SheetForm(msgspec.Struct, frozen=True):
    """What a seat may write now, for players who have only a mail."""

    text: str
    """A sheet that can be handed in as it stands, with one's own people named and what they could do in comments."""
    intro: tuple[str, ...] = ()
    """Paragraphs: what there is to choose, and how."""
    sections: tuple[Section, ...] = ()
    """Lists of all that may be written, for players without a rulebook."""


class OrdersGame(Game[S]):
    """A game of secret orders: all seats draft at once, hand in sheets, and `resolve` runs the turn for all.

    The state of such a game has `turn`, an int, and `sheets`, a list with the sheet each seat has handed in for the
    turn, or None. A seat that still may hand in is asked; there are no single actions (`why.orders`, a message of
    the game, says so). The text of a sheet depends on no state: names are those of the game's data.
    """

    orders = True
    steps: Any = None
    """No step ever runs."""

    # What a game gives

    def empty_sheet(self, state: S, /, seat: str) -> Sheet:
        """Return the sheet a seat begins with: empty, unless the game provides something."""
        raise NotImplementedError

    def check(self, state: S, /, seat: str, sheet: Sheet) -> list[Problem]:
        """What is wrong with the sheet, in the order of its lines; from nothing that the seat may not know."""
        raise NotImplementedError

    def suggest(
        self, state: S, /, seat: str, character: str | None = None, sheet: Sheet | None = None
    ) -> list[Suggestion]:
        """What a character (None: the seat as a whole) could sensibly be ordered to do now, or next.

        `sheet` is what has been written so far: a game in which one order follows another goes on from there.
        """
        raise NotImplementedError

    def advised_first(
        self, state: S, /, seat: str, character: str | None, offered: list[Suggestion]
    ) -> list[Suggestion]:
        """What `suggest` offers with what the captain would order put first, for matches with advice; as it is, unless
        the game gives some."""
        return offered

    def sample_suggestions(
        self, state: S, /, seat: str, character: str | None, count: int, random: Random
    ) -> list[Suggestion]:
        """Return up to `count` suggestions at random; a game that checks each need not check the others."""
        offered = self.suggest(state, seat, character)
        found = random.sample(offered, min(count, len(offered)))
        return [each.at(random.choice(each.slots)) if each.slots else each for each in found]

    def characters(self, state: S, /, seat: str) -> list[str]:
        """The names that `suggest` knows, in the order of the roster."""
        raise NotImplementedError

    def forecast(self, state: S, /, seat: str, sheet: Sheet) -> list[Forecast]:
        """A dry run of the sheet, without secrets of others."""
        raise NotImplementedError

    def untold(self, state: S, /, seat: str, sheet: Sheet) -> list[str]:
        """Return what `check` says of orders about things that the seat does not know. Bots write no such orders."""
        return []

    def preview_sheet(self, state: S, /, seat: str, sheet: Sheet) -> Preview:
        """What will come of handing in a sheet as it is: warnings with their lines, odds of battles as far as the seat
        knows, and what it leaves unused (idle characters, gold unspent, nothing at all). Costs one rehearsed turn at
        most."""
        return Preview()

    def run_turn(self, state: S, /) -> None:
        """Carry out all sheets in place, up to the next turn's drafting; a missing sheet is what the rules say."""
        raise NotImplementedError

    def parse(self, text: str) -> Sheet:
        """The sheet that a text means. Raises SyntaxProblem with a problem for each line that cannot be read."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> str:
        """A sheet as text; `parse` reads it back."""
        raise NotImplementedError

    def report(self, state: S, /, seat: str | None, entries: Sequence[Entry]) -> Report:
        """What `seat` is sent when a turn is over: `state` as it stands then, and the entries it may read."""
        raise NotImplementedError

    # What a game may give

    def form(self, state: S, /, seat: str) -> SheetForm:
        """The blank sheet with a little of what each character could be ordered to do, behind "#", and what a
        newcomer must know to fill it in. Unless the game says how its people would have it, a list of suggestions."""
        lines = self.write(self.empty_sheet(state, seat)).splitlines()
        for who in self.characters(state, seat):
            lines += comment_lines(who)
            for each in self.suggest(state, seat, who)[:OFFERED]:
                lines += [line for text in each.text.splitlines() for line in comment_lines(text, "   ")]
                lines += comment_lines(each.title, "       ")
        return SheetForm("\n".join(lines))

    def seats_due(self, state: S, /) -> tuple[str, ...]:
        """Return the seats that may hand in a sheet this turn: all, unless the game has seats that are out of it."""
        return state.seats

    def remove_player(self, state: S, /, seat: str) -> None:
        """What becomes, in place, of the realm of a player who is gone for good.

        The game may leave it lie fallow and no longer count the seat among `seats_due`, or end the match. As long as
        the seat is among `seats_due`, and so without this method, a bot gives its orders from now on.
        """

    def line_numbers(self, text: str) -> list[int]:
        """Return for each order of a readable text, in their order, the number of its line.

        `check` and `forecast` number the orders; a caller with a text replaces them by its lines.
        """
        return [number for number, line in enumerate(text.splitlines(), 1) if line.partition("#")[0].strip()]

    def with_numbers(self, state: S, /, seat: str, text: str) -> str:
        """Return a text with numbers in place of names that the seat knows, wherever a number is asked for.

        The lines stay where they are. Raises SyntaxProblem for names that mean several things, with all of them.
        """
        return text

    def slot(self, order: Any) -> Any:
        """Return what an order takes up, where a later one replaces it: its first word, unless the game differs."""
        return self.write(Sheet((order,))).split()[:1]

    # What follows

    def left_out(self, old: Sheet, new: Sheet) -> tuple[Any, ...]:
        """Return the orders of an old sheet for which a new one has none in their place."""
        taken = [self.slot(order) for order in new.orders]
        return tuple([order for order in old.orders if self.slot(order) not in taken])

    def merge_sheets(self, old: Sheet, new: Sheet) -> Sheet:
        """Return a sheet with the orders of a new one, and those of an old one that it leaves out."""
        return msgspec.structs.replace(new, orders=(*self.left_out(old, new), *new.orders))

    def actors(self, state: S) -> tuple[str, ...]:
        """The seats that have not handed in for this turn; () when all have or the match is over."""
        if state.outcome is not None:
            return ()
        given = dict(zip(state.seats, _sheets(state), strict=True))
        return tuple([seat for seat in self.seats_due(state) if given[seat] is None])

    def handed_in(self, state: S) -> tuple[str, ...]:
        """The seats that have handed in for this turn."""
        return tuple([seat for seat, given in zip(state.seats, _sheets(state), strict=True) if given is not None])

    def actions(self, state: S, seat: str) -> list[Action]:
        return []

    def explain(self, state: S, seat: str, action: Action) -> Refusal | None:
        return self._refusal("", "why.orders")

    def advance(self, state: S) -> None:
        """Nothing runs by itself: the sheets are waited for."""

    def sheet(self, state: S, seat: str) -> Sheet:
        """What the seat has handed in for this turn, or the blank it begins with."""
        given: Sheet | None = _sheets(state)[state.seats.index(seat)]
        return self.empty_sheet(state, seat) if given is None else given

    def hand_in(self, state: S, seat: str, sheet: Sheet) -> S:
        """The state with the seat's sheet for this turn, in place of an earlier one. Raises RejectedSheet."""
        problems = self.check(state, seat, sheet)
        if any(not problem.uncertain for problem in problems):
            raise RejectedSheet(problems)
        after = state.copy()
        if state.journal is not None:
            after.journal = []  # type: ignore[misc]
        self.set_sheet(after, seat, sheet)
        return after

    def set_sheet(self, state: S, seat: str, sheet: Sheet) -> None:
        """Set the sheet of a seat, in place and unchecked."""
        _sheets(state)[state.seats.index(seat)] = sheet

    def clear_sheet(self, state: S, seat: str) -> None:
        """Remove, in place, the sheet that the seat has handed in."""
        _sheets(state)[state.seats.index(seat)] = None

    def take(self, state: S, seat: str, action: Any) -> None:
        """Hand in, in place and unchecked; the last sheet of a turn has it run. For bots among themselves."""
        self.set_sheet(state, seat, action)
        if not self.actors(state):
            self.run_turn(state)

    def parse_untrusted(self, given: str | bytes) -> Sheet:
        """Return the sheet that a text from outside means. Raises SyntaxProblem, and nothing else."""
        return self.parse(self.clean(given))

    def clean(self, given: str | bytes) -> str:
        """Return what came from outside as the text of a sheet. Where it cannot be read as it is, it is put into the
        letters of a keyboard, and lines are joined that a program has broken.

        Raises SyntaxProblem as `sheet_text` does.
        """
        text = _decoded(given) if isinstance(given, bytes) else given
        with suppress(SyntaxProblem):
            clean = sheet_text(text)
            if not self._bad_lines(clean):
                return clean
        return joined(sheet_text(typed(text)), self._bad_lines)

    def _bad_lines(self, text: str) -> set[int]:
        try:
            self.parse(text)
        except SyntaxProblem as error:
            return {problem.line for problem in error.problems}
        return set()

    def resolve(self, state: S) -> S:
        """The state after the turn, seats without a sheet treated as the rules say; the given one is left alone."""
        after = state.copy()
        if state.journal is not None:
            after.journal = []  # type: ignore[misc]
        self.run_turn(after)
        return after


def _sheets(state: Any) -> list[Any]:
    sheets: list[Any] = state.sheets
    return sheets
