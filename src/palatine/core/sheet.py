"""Secret orders: sheets, problems, suggestions, forecasts, and the `OrdersGame` interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from textwrap import wrap
from typing import Any, ClassVar, TypeVar

import msgspec

from palatine.core.game import Game
from palatine.core.guidance.preview import Preview, WithChances
from palatine.core.guidance.recap import Route
from palatine.core.journal import Entry
from palatine.core.refusal import PalatineError, Refusal, Unreadable
from palatine.core.report import Report, Section
from palatine.core.state import Action, State
from palatine.core.text.typed import decode_text, join_broken_lines, normalize_typography

S = TypeVar("S", bound=State)

MAX_LINES = 400
"""Maximum number of lines in a sheet."""
MAX_LINE_LENGTH = 1000
"""Maximum length of a line in a sheet, in characters."""
COMMENT_WIDTH = 66
"""Maximum width of comments in a form, in characters."""
SUGGESTIONS_PER_CHARACTER = 4
"""Suggestions per character in the default form."""


class Order(msgspec.Struct, frozen=True, tag=True):
    """One line of a sheet. A game's orders are frozen structs with one text form each."""


class Sheet(msgspec.Struct, frozen=True):
    """A seat's secret orders for a turn, in the order written.

    A game subclasses it to give `orders` the union of its order types, so that a sheet can be decoded.
    """

    orders: tuple[Any, ...] = ()


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, rename={"uncertain": "doubt"}):
    """A problem with a line of a sheet (line 0: with the sheet), its clause, and a suggestion.

    In a sheet without a text, lines are numbered by order, from 1.

    A problem is `uncertain` (over HTTP: a "doubt") if the order cannot be carried out in the current situation but
    actions of others may change that. A sheet may be handed in with uncertain problems only.
    """

    line: int
    clause: str
    reason: str
    suggestion: str = ""
    uncertain: bool = False
    fix: str = ""
    """The whole corrected line, if the correction is known."""


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that a character could be given, with its chance or cost and its places.

    `instead` says what the text replaces in a sheet: nothing (""), the "lines" that begin with the same words as its
    own, or the whole "sheet". With `slots`, the same order is possible at several times: it may begin with any of these
    words instead of its first one. It is added at the first slot with which no line begins yet.
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
        """Return this suggestion for one of its slots."""
        rest = self.text.partition(" ")[2]
        return msgspec.structs.replace(self, text=f"{slot} {rest}", slots=())


class Forecast(WithChances, frozen=True, omit_defaults=True):
    """The expected result of a line of a sheet, as far as its seat can know."""

    line: int
    text: str
    notes: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    """Expected routes, to be drawn on the map."""


class SyntaxProblem(Unreadable):
    """A sheet that cannot be parsed, with a problem for each invalid line."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        super().__init__(f"Line {first.line}: {first.reason}" if first.line else first.reason)
        self.problems = problems


class RejectedSheet(PalatineError):
    """The refusal of a sheet that cannot be handed in as it is, with all its problems."""

    def __init__(self, problems: list[Problem]) -> None:
        first = next(each for each in problems if not each.uncertain)
        super().__init__(f"Line {first.line}: {first.reason}" if first.line else first.reason)
        self.problems = problems


def comment_lines(text: str, indent: str = " ", later_indent: str = "") -> list[str]:
    """Return a text as comment lines of a sheet.

    Lines are narrow, so that mail programs do not break them and leave a part to be read as an order. `later_indent` is
    the indent of the second and further lines; by default it is `indent`.
    """
    return wrap(text, COMMENT_WIDTH, initial_indent=f"#{indent}", subsequent_indent=f"#{later_indent or indent}")


def for_free_slot(text: str, suggestion: Suggestion) -> Suggestion:
    """Return a suggestion for its first slot without a line in the sheet, if it has slots."""
    if not suggestion.slots:
        return suggestion
    taken = {word for line in text.splitlines() for word in line.split()[:1]}
    return suggestion.at(next((each for each in suggestion.slots if each not in taken), suggestion.slots[-1]))


def apply_suggestion(text: str, suggestion: Suggestion) -> str:
    """Return the text of a sheet with a suggestion applied."""
    if suggestion.instead == "sheet":
        return suggestion.text
    lines = text.splitlines()
    suggestion = for_free_slot(text, suggestion)
    for new in suggestion.text.splitlines():
        words = [line.split()[:1] for line in lines] if suggestion.instead else []
        if new.split()[:1] in words:
            lines[words.index(new.split()[:1])] = new
        else:
            lines.append(new)
    return "".join(f"{line}\n" for line in lines)


def sheet_text(raw: str | bytes) -> str:
    """Return untrusted input as the text of a sheet: without a BOM, with Unix line ends.

    Raises SyntaxProblem if it is not printable text in UTF-8 or if it is too long.
    """
    text = _decoded(raw) if isinstance(raw, bytes) else raw
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > MAX_LINES + 1:
        raise SyntaxProblem(
            [Problem(MAX_LINES + 1, "", f"A sheet has at most {MAX_LINES} lines, not {len(lines)}.")]
        )
    problems = []
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_LENGTH:
            problems.append(
                Problem(number, "", f"A line has at most {MAX_LINE_LENGTH} characters, not {len(line)}.")
            )
        elif any(letter != "\t" and not letter.isprintable() for letter in line):
            problems.append(Problem(number, "", "The line holds characters that cannot be printed."))
    if problems:
        raise SyntaxProblem(problems)
    return text


def _decoded(data: bytes) -> str:
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SyntaxProblem([Problem(line, "", "This is not text in UTF-8.")]) from error


class SheetForm(msgspec.Struct, frozen=True):
    """A form of what a seat may write this turn, for players who play by mail only."""

    text: str
    """A sheet that can be handed in unchanged, with the characters' options in comments."""
    intro: tuple[str, ...] = ()
    """Paragraphs that explain the choices and how to write them."""
    sections: tuple[Section, ...] = ()
    """Lists of everything that may be written, for players without a rulebook."""


class OrdersGame(Game[S]):
    """A game of secret orders: all seats write sheets, and `resolve` runs the turn.

    The state of such a game has `turn`, an int, and `sheets`, a list with the sheet that each seat has handed in for
    the turn, or None. The seats to act are those that may still hand in. There are no single actions; the game's
    message `why.orders` says so. Parsing does not depend on the state: names are those of the game's data.
    """

    orders = True
    steps: Any = None
    """None, because such a game has no steps."""
    order_rules: ClassVar[Mapping[type, Callable[..., Any]]] = {}
    """The function that carries out each kind of order or action, for `palatine steps`."""

    # Required methods

    def empty_sheet(self, state: S, /, seat: str) -> Sheet:
        """Return the sheet a seat begins with: empty, unless the game provides something."""
        raise NotImplementedError

    def check(self, state: S, /, seat: str, sheet: Sheet) -> list[Problem]:
        """Return the problems of a sheet in the order of its lines, from what the seat may know."""
        raise NotImplementedError

    def suggest(
        self, state: S, /, seat: str, character: str | None = None, sheet: Sheet | None = None
    ) -> list[Suggestion]:
        """Return sensible orders for a character (None: for the seat as a whole).

        `sheet` is what has been written so far. If orders follow one another, the suggestions continue from there.
        """
        raise NotImplementedError

    def advised_first(
        self, state: S, /, seat: str, character: str | None, suggestions: list[Suggestion]
    ) -> list[Suggestion]:
        """Return the suggestions with the captain's choice first, for matches with advice.

        By default they are returned unchanged.
        """
        return suggestions

    def sample_suggestions(
        self, state: S, /, seat: str, character: str | None, count: int, random: Random
    ) -> list[Suggestion]:
        """Return up to `count` random suggestions.

        A game that checks every suggestion may override this to check only those returned.
        """
        offered = self.suggest(state, seat, character)
        found = random.sample(offered, min(count, len(offered)))
        return [each.at(random.choice(each.slots)) if each.slots else each for each in found]

    def characters(self, state: S, /, seat: str) -> list[str]:
        """Return the characters for which `suggest` has suggestions, in the order of the roster."""
        raise NotImplementedError

    def forecast(self, state: S, /, seat: str, sheet: Sheet) -> list[Forecast]:
        """Return the results of a dry run of the sheet, without secrets of others."""
        raise NotImplementedError

    def unknown_name_problems(self, state: S, /, seat: str, sheet: Sheet) -> list[str]:
        """Return the problems of orders that concern things the seat does not know.

        Bots write no such orders.
        """
        return []

    def preview_sheet(self, state: S, /, seat: str, sheet: Sheet) -> Preview:
        """Return what to expect if the sheet is handed in as it is.

        The preview has warnings with their lines, the odds of battles as far as the seat knows, and what is left unused
        (idle characters, unspent gold, an empty sheet). It costs at most one simulated turn.
        """
        return Preview()

    def run_turn(self, state: S, /) -> None:
        """Carry out all sheets in place, up to the next turn; the rules cover missing sheets."""
        raise NotImplementedError

    def parse(self, text: str) -> Sheet:
        """Parse a text as a sheet. Raises SyntaxProblem with a problem for each unreadable line."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> str:
        """Return a sheet as text; `parse` reads it back."""
        raise NotImplementedError

    def report(self, state: S, /, seat: str | None, entries: Sequence[Entry]) -> Report:
        """Return the report that `seat` receives at the end of a turn.

        `state` is the state at that time, and `entries` are those that the seat may read.
        """
        raise NotImplementedError

    # Optional methods

    def form(self, state: S, /, seat: str) -> SheetForm:
        """Return the empty sheet with options for each character in comments, for newcomers.

        By default the comments list suggestions.
        """
        lines = self.write(self.empty_sheet(state, seat)).splitlines()
        for who in self.characters(state, seat):
            lines += comment_lines(who)
            for each in self.suggest(state, seat, who)[:SUGGESTIONS_PER_CHARACTER]:
                lines += [line for text in each.text.splitlines() for line in comment_lines(text, "   ")]
                lines += comment_lines(each.title, "       ")
        return SheetForm("\n".join(lines))

    def seats_due(self, state: S, /) -> tuple[str, ...]:
        """Return the seats that may hand in a sheet this turn: by default, all seats."""
        return state.seats

    def remove_player(self, state: S, /, seat: str) -> None:
        """Apply, in place, what happens to the realm of a player who has left for good.

        The game may let it lie fallow and remove the seat from `seats_due`, or end the match. A bot writes the orders
        of the seat as long as it is among `seats_due`, which includes games without this method.
        """

    def line_numbers(self, text: str) -> list[int]:
        """Return the line number of each order of a readable text, in the order of the orders.

        `check` and `forecast` number the orders; a caller with a text maps these to its lines.
        """
        return [number for number, line in enumerate(text.splitlines(), 1) if line.partition("#")[0].strip()]

    def with_numbers(self, state: S, /, seat: str, text: str, players: Mapping[str, str]) -> str:
        """Return a text with names the seat knows replaced by numbers where these are expected.

        `players` are the names of the people in the match by seat; names of the game take precedence. The lines stay
        in place. Raises SyntaxProblem for ambiguous names, with all candidates.
        """
        return text

    def slot(self, order: Any) -> Any:
        """Return the key of an order; a later order with the same key replaces it.

        By default the key is the first word.
        """
        return self.write(Sheet((order,))).split()[:1]

    # Derived methods

    def omitted_orders(self, old: Sheet, new: Sheet) -> tuple[Any, ...]:
        """Return the orders of an old sheet whose slots a new sheet does not fill."""
        taken = [self.slot(order) for order in new.orders]
        return tuple([order for order in old.orders if self.slot(order) not in taken])

    def merge_sheets(self, old: Sheet, new: Sheet) -> Sheet:
        """Return a new sheet with the old sheet's orders for slots that it leaves empty."""
        return msgspec.structs.replace(new, orders=(*self.omitted_orders(old, new), *new.orders))

    def actors(self, state: S) -> tuple[str, ...]:
        """Return the seats that must still hand in this turn; () when the match is over."""
        if state.outcome is not None:
            return ()
        given = dict(zip(state.seats, _sheets(state), strict=True))
        return tuple([seat for seat in self.seats_due(state) if given[seat] is None])

    def handed_in(self, state: S) -> tuple[str, ...]:
        """Return the seats that have handed in for this turn."""
        return tuple([seat for seat, given in zip(state.seats, _sheets(state), strict=True) if given is not None])

    def actions(self, state: S, seat: str) -> list[Action]:
        return []

    def explain(self, state: S, seat: str, action: Action) -> Refusal | None:
        return self._refusal("", "why.orders")

    def advance(self, state: S) -> None:
        """Do nothing: no step runs by itself, and the game waits for sheets."""

    def sheet(self, state: S, seat: str) -> Sheet:
        """Return the sheet that the seat has handed in for this turn, or its empty sheet."""
        given: Sheet | None = _sheets(state)[state.seats.index(seat)]
        return self.empty_sheet(state, seat) if given is None else given

    def hand_in(self, state: S, seat: str, sheet: Sheet) -> S:
        """Return the state with the seat's sheet for this turn, replacing an earlier one.

        Raises RejectedSheet if the sheet has problems that are not `uncertain`.
        """
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
        """Hand in a sheet, in place and unchecked; the last sheet runs the turn. For bots in search."""
        self.set_sheet(state, seat, action)
        if not self.actors(state):
            self.run_turn(state)

    def parse_untrusted(self, raw: str | bytes) -> Sheet:
        """Parse untrusted text as a sheet. Raises SyntaxProblem, and nothing else."""
        return self.parse(self.clean(raw))

    def clean(self, raw: str | bytes) -> str:
        """Return untrusted input as the text of a sheet, repaired where necessary.

        If it cannot be read as it is, special characters are replaced by ASCII, and lines that a program has broken are
        joined. Raises SyntaxProblem as `sheet_text` does.
        """
        text = _decoded(raw) if isinstance(raw, bytes) else raw
        with suppress(SyntaxProblem):
            clean = sheet_text(text)
            if not self._bad_lines(clean):
                return clean
        return join_broken_lines(sheet_text(normalize_typography(text)), self._bad_lines)

    def _bad_lines(self, text: str) -> set[int]:
        try:
            self.parse(text)
        except SyntaxProblem as error:
            return {problem.line for problem in error.problems}
        return set()

    def resolve(self, state: S) -> S:
        """Return the state after the turn, without changing the given state.

        The rules cover seats without a sheet.
        """
        after = state.copy()
        if state.journal is not None:
            after.journal = []  # type: ignore[misc]
        self.run_turn(after)
        return after


def _sheets(state: Any) -> list[Any]:
    sheets: list[Any] = state.sheets
    return sheets
