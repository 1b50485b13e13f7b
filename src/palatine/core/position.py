"""Readers and writers of positions as text, shared by all games.

Board games write lines of the form `head: value` (`PositionReader`, `option_lines`, `field_lines`). Games of secret
orders write one fact per line in words (`numbered_lines`). In both cases errors name the line.
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
from palatine.core.guidance.lesson_dice import is_lesson_dice
from palatine.core.refusal import PalatineError, Unreadable
from palatine.core.state import State
from palatine.core.steps import stored_name

S = TypeVar("S", bound=State)
LineReader = Callable[..., None]

READ_ERRORS = (PalatineError, ValueError, KeyError, IndexError, msgspec.MsgspecError)
"""Exceptions that readers raise for an invalid line."""

# Lines of a head and a value


def to_json(value: Any) -> str:
    """Return a value of the state as JSON, the form used in positions."""
    return msgspec.json.encode(value).decode()


def option_lines(game: Game[Any], s: State) -> list[str]:
    """Return a line with the options that differ from their defaults, if there are any."""
    usual = game.complete_options({})
    chosen = {name: value for name, value in s.options.items() if value != usual[name]}
    return [f"options: {to_json(chosen)}"] if chosen else []


def dice_line(s: State) -> str:
    """Return the line with the key and counter of the dice."""
    return f"dice {s.dice.key.hex() or '-'} {s.dice.count}"


def field_lines(s: State, defaults: State, omitted: Collection[str]) -> list[str]:
    """Return the outcome and the fields that differ from those of `defaults`, a line each.

    Fields named in `omitted` are left out, because the caller writes them in another form.
    """
    lines = [f"outcome: {to_json(s.outcome)}"] if s.outcome is not None else []
    for field in msgspec.structs.fields(s):
        value = getattr(s, field.name)
        if field.name not in omitted and value != getattr(defaults, field.name):
            lines.append(f"{field.encode_name}: {to_json(value)}")
    return lines


def stage_index(outline: Sequence[type], name: str) -> int:
    """Return the index of the step with that name in an outline. Raises Unreadable."""
    for at, stage in enumerate(outline):
        if name in (stage.__name__, stored_name(stage)):
            return at
    raise Unreadable(f"There is no step {name!r}; the steps are {', '.join([each.__name__ for each in outline])}.")


class PositionReader(Generic[S]):
    r"""A reader of positions of a board game; a game subclasses it to define its own lines.

        class Reader(PositionReader[ElricState]):
            plain = {r"player-turn (\w+)": _phasing}         # _phasing(reader, "Jade")
            headed = {r"hand of (\S+)": _hand}               # _hand(reader, "arioch, misha", "yyrkoon")

            def finish(self) -> ElricState: ...

        def read_position(game: Game[ElricState], text: str) -> ElricState:
            return Reader(game, new_state(...)).read(text)

    The first line of the text is the name of the game. `plain` lines have no colon. The patterns of `headed` lines
    match the text before the colon; the function receives the text after it as its first argument. Every reader knows
    `turn 3`, `step Movement` (stored in `step`), `dice KEY COUNT`, `options: {...}`, `flow: [...]` (sets `has_flow`)
    and every field of the state with its value as JSON. Renamed steps and fields are accepted under their stored and
    their current names.
    """

    plain: ClassVar[Mapping[str, LineReader]] = MappingProxyType({})
    headed: ClassVar[Mapping[str, LineReader]] = MappingProxyType({})

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self.step = ""
        self.has_flow = False
        fields = msgspec.structs.fields(state)
        self._fields = {name: field for field in fields for name in (field.name, field.encode_name)}

    def read(self, text: str) -> S:
        """Return the position that a text describes. Raises Unreadable, which names the line."""
        read_lines(text, self.game.name, self.game.title, self.read_line)
        return self.finish()

    def finish(self) -> S:
        """Return the position after all lines have been read."""
        self.game.advance(self.state)
        return self.state

    def read_line(self, line: str) -> None:
        """Read one line."""
        if self._read_text({**self.plain, **_PLAIN}, line):
            return
        head, _, tail = line.partition(":")
        self.read_pair(head.strip(), tail.strip())

    def read_pair(self, head: str, tail: str) -> None:
        """Read a line that consists of a head and a value."""
        if self._read_text({**self.headed, **_HEADED}, head, tail):
            return
        field = self._fields.get(head)
        if field is None:
            raise ValueError(f"there is nothing called {head!r}")
        setattr(self.state, field.name, msgspec.json.decode(tail, type=field.type))

    def _read_text(self, known: Mapping[str, LineReader], text: str, *rest: str) -> bool:
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
    if is_lesson_dice(dice):
        raise ValueError("such dice are for lessons alone")


def _options(reader: PositionReader[Any], tail: str) -> None:
    reader.state.options = reader.game.complete_options(msgspec.json.decode(tail))


def _flow(reader: PositionReader[Any], tail: str) -> None:
    steps: Any = list[reader.game.steps]  # type: ignore[name-defined]
    names = {kind.__name__: stored_name(kind) for kind in get_args(reader.game.steps)}
    stored = _with_stored_names(msgspec.json.decode(tail), names)
    reader.state.flow = msgspec.json.decode(msgspec.json.encode(stored), type=steps)
    reader.has_flow = True


def _with_stored_names(value: Any, names: Mapping[str, str]) -> Any:
    """Replace step names in a decoded flow by stored names.

    A step is a list that begins with its name.
    """
    if not isinstance(value, list):
        return value
    head = [names.get(each, each) if isinstance(each, str) else each for each in value[:1]]
    return [_with_stored_names(each, names) for each in head + value[1:]]


_PLAIN: Mapping[str, LineReader] = {r"turn (\d+)": _turn, r"step (\w+)": _step, r"dice (\S+) (\d+)": _dice}
_HEADED: Mapping[str, LineReader] = {"options": _options, "flow": _flow}


def read_lines(text: str, heading: str, title: str, take: Callable[[str], None]) -> None:
    """Pass each line after the heading to `take`, without comments and blank lines.

    Raises Unreadable, which names the line.
    """
    rows = [(i, line.split("#")[0].strip()) for i, line in enumerate(text.splitlines(), 1)]
    rows = [(i, line) for i, line in rows if line]
    if not rows or rows[0][1] != heading:
        raise Unreadable(f"Line 1: a position of {title} begins with the line “{heading}”.")
    for i, line in rows[1:]:
        try:
            take(line)
        except READ_ERRORS as error:
            raise Unreadable(f"Line {i} cannot be read: {line!r} ({error}).") from error


# Lines in words


class Words:
    """The words of a line, consumed one by one.

    A semicolon starts a comment, and quotes group words.
    """

    def __init__(self, line: str) -> None:
        self.left = _split(line)

    def __bool__(self) -> bool:
        return bool(self.left)

    def next(self) -> str:
        """Return and remove the next word. Raises Unreadable at the end of the line."""
        if not self.left:
            raise Unreadable("something is missing at its end")
        return self.left.pop(0)

    def number(self) -> int:
        """Return and remove the next word as an integer. Raises Unreadable if it is not one."""
        word = self.next()
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            raise Unreadable(f"“{word}” is not a number")
        return int(word)

    def has(self, word: str) -> bool:
        """Return whether the next word is `word`, and remove it if so."""
        found = self.left[:1] == [word]
        if found:
            self.left.pop(0)
        return found

    def rest(self) -> list[str]:
        """Return and remove all remaining words."""
        rest, self.left = self.left, []
        return rest


def _split(line: str) -> list[str]:
    if not any([letter in line for letter in "'\"\\;"]):
        return line.split()
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ";"
    return list(lexer)


def numbered_lines(text: str) -> list[tuple[int, Words]]:
    """Return the non-empty lines of a position with their numbers.

    Raises Unreadable for an unclosed quote.
    """
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        with line_errors(number):
            if words := Words(line):
                lines.append((number, words))
    return lines


@contextmanager
def line_errors(number: int) -> Iterator[None]:
    """Raise errors of the block as Unreadable with this line number."""
    try:
        yield
    except READ_ERRORS as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise Unreadable(f"Line {number} of the position cannot be read: {reason}.") from None
