"""Positions as text: what every game's reader and writer of positions has in common.

Board games write `head: value` lines (`PositionReader`, `option_lines`, `field_lines`); games of secret orders write
a fact a line in words (`worded_lines`). Either way an error names the line.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec

from palatine.core.game import Game
from palatine.core.guidance.lesson_dice import is_of_lesson
from palatine.core.refusal import PalatineError, Unreadable
from palatine.core.state import State
from palatine.core.steps import stored_name

S = TypeVar("S", bound=State)
Take = Callable[..., None]

UNREADABLE = (PalatineError, ValueError, KeyError, IndexError, msgspec.MsgspecError)
"""What readers run into in a line that is wrong."""

# Lines of a head and a value


def as_json(value: Any) -> str:
    """A value of the state as positions write it."""
    return msgspec.json.encode(value).decode()


def option_lines(game: Game[Any], s: State) -> list[str]:
    """The line of the options that are not as usual, if there are any."""
    usual = game.settle_options({})
    chosen = {name: value for name, value in s.options.items() if value != usual[name]}
    return [f"options: {as_json(chosen)}"] if chosen else []


def dice_line(s: State) -> str:
    """Where the dice stand."""
    return f"dice {s.dice.key.hex() or '-'} {s.dice.count}"


def field_lines(s: State, usual: State, told: Collection[str]) -> list[str]:
    """The outcome, and a line for each field of the state that is not as `usual`; but for those `told` otherwise."""
    lines = [f"outcome: {as_json(s.outcome)}"] if s.outcome is not None else []
    for field in msgspec.structs.fields(s):
        value = getattr(s, field.name)
        if field.name not in told and value != getattr(usual, field.name):
            lines.append(f"{field.encode_name}: {as_json(value)}")
    return lines


def stage_named(outline: Sequence[type], name: str) -> int:
    """At which place of an outline the step of that name stands. Raises Unreadable when it has none."""
    for at, stage in enumerate(outline):
        if name in (stage.__name__, stored_name(stage)):
            return at
    raise Unreadable(f"There is no step {name!r}; the steps are {', '.join([each.__name__ for each in outline])}.")


class PositionReader(Generic[S]):
    """Reads the position of a board game; a game says what its own lines mean.

        class Reader(PositionReader[ElricState]):
            plain = {r"player-turn (\\w+)": _phasing}         # _phasing(reader, "Jade")
            headed = {r"hand of (\\S+)": _hand}               # _hand(reader, "arioch, misha", "yyrkoon")

            def finish(self) -> ElricState: ...

        def read_position(game: Game[ElricState], text: str) -> ElricState:
            return Reader(game, new_state(...)).read(text)

    Of the text the first line is the game's name. `plain` lines have no colon; of `headed` ones the pattern is held
    against what stands before the colon, and what follows it is the first thing given. Understood without a word are
    `turn 3`, `step Movement` (kept in `step`), `dice KEY COUNT`, `options: {...}`, `flow: [...]` (`has_flow` is
    then set), and every field of the state with its value as JSON. Steps and fields that were renamed may have the
    name that they are stored under, or today's.
    """

    plain: ClassVar[Mapping[str, Take]] = MappingProxyType({})
    headed: ClassVar[Mapping[str, Take]] = MappingProxyType({})

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self.step = ""
        self.has_flow = False
        fields = msgspec.structs.fields(state)
        self._fields = {name: field for field in fields for name in (field.name, field.encode_name)}

    def read(self, text: str) -> S:
        """The position of a text. Raises Unreadable with the line that is wrong."""
        read_lines(text, self.game.name, self.game.title, self.line)
        return self.finish()

    def finish(self) -> S:
        """The position when all lines have been read."""
        self.game.advance(self.state)
        return self.state

    def line(self, line: str) -> None:
        """Read a line."""
        if self._taken({**self.plain, **_PLAIN}, line):
            return
        head, _, tail = line.partition(":")
        self.pair(head.strip(), tail.strip())

    def pair(self, head: str, tail: str) -> None:
        """Read a line of a head and a value."""
        if self._taken({**self.headed, **_HEADED}, head, tail):
            return
        field = self._fields.get(head)
        if field is None:
            raise ValueError(f"there is nothing called {head!r}")
        setattr(self.state, field.name, msgspec.json.decode(tail, type=field.type))

    def _taken(self, known: Mapping[str, Take], text: str, *rest: str) -> bool:
        for pattern, take in known.items():
            if match := re.fullmatch(pattern, text):
                take(self, *rest, *match.groups())
                return True
        return False


def _turn(reader: PositionReader[Any], turn: str) -> None:
    reader.state.turn = int(turn)


def _step(reader: PositionReader[Any], step: str) -> None:
    reader.step = step


def _dice(reader: PositionReader[Any], key: str, count: str) -> None:
    dice = reader.state.dice
    dice.key, dice.count = bytes.fromhex(key.replace("-", "")), int(count)
    if is_of_lesson(dice):
        raise ValueError("such dice are for lessons alone")


def _options(reader: PositionReader[Any], tail: str) -> None:
    reader.state.options = reader.game.settle_options(msgspec.json.decode(tail))


def _flow(reader: PositionReader[Any], tail: str) -> None:
    steps: Any = list[reader.game.steps]  # type: ignore[name-defined]
    names = {kind.__name__: stored_name(kind) for kind in get_args(reader.game.steps)}
    stored = _with_stored_names(msgspec.json.decode(tail), names)
    reader.state.flow = msgspec.json.decode(msgspec.json.encode(stored), type=steps)
    reader.has_flow = True


def _with_stored_names(value: Any, names: Mapping[str, str]) -> Any:
    """Give the steps in a decoded flow the names that they are stored under; a step is a list that its name begins."""
    if not isinstance(value, list):
        return value
    head = [names.get(each, each) if isinstance(each, str) else each for each in value[:1]]
    return [_with_stored_names(each, names) for each in head + value[1:]]


_PLAIN: Mapping[str, Take] = {r"turn (\d+)": _turn, r"step (\w+)": _step, r"dice (\S+) (\d+)": _dice}
_HEADED: Mapping[str, Take] = {"options": _options, "flow": _flow}


def read_lines(text: str, heading: str, title: str, take: Callable[[str], None]) -> None:
    """Give every line below the heading to `take`, bare of comments and blanks; an error names the line."""
    rows = [(i, line.split("#")[0].strip()) for i, line in enumerate(text.splitlines(), 1)]
    rows = [(i, line) for i, line in rows if line]
    if not rows or rows[0][1] != heading:
        raise Unreadable(f"Line 1: a position of {title} begins with the line “{heading}”.")
    for i, line in rows[1:]:
        try:
            take(line)
        except UNREADABLE as error:
            raise Unreadable(f"Line {i} cannot be read: {line!r} ({error}).") from error


# Lines of words


class Words:
    """The words of a line, taken one by one; remarks begin with a semicolon, and quotes hold a name together."""

    def __init__(self, line: str) -> None:
        self.left = _split(line)

    def __bool__(self) -> bool:
        return bool(self.left)

    def next(self) -> str:
        """Take a word. Raises Unreadable when there is none left."""
        if not self.left:
            raise Unreadable("something is missing at its end")
        return self.left.pop(0)

    def number(self) -> int:
        """Take a whole number. Raises Unreadable for another word."""
        word = self.next()
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            raise Unreadable(f"“{word}” is no number")
        return int(word)

    def has(self, word: str) -> bool:
        """Take the next word if it is this one."""
        found = self.left[:1] == [word]
        if found:
            self.left.pop(0)
        return found

    def rest(self) -> list[str]:
        """Take all that is left."""
        rest, self.left = self.left, []
        return rest


def _split(line: str) -> list[str]:
    if not any([letter in line for letter in "'\"\\;"]):
        return line.split()
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ";"
    return list(lexer)


def worded_lines(text: str) -> list[tuple[int, Words]]:
    """The lines of a position that say something, with their numbers. Raises Unreadable for an open quote."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        with reading_line(number):
            if words := Words(line):
                lines.append((number, words))
    return lines


@contextmanager
def reading_line(number: int) -> Iterator[None]:
    """Say of what cannot be read within which line it is in, by raising Unreadable."""
    try:
        yield
    except UNREADABLE as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise Unreadable(f"Line {number} of the position cannot be read: {reason}.") from None
