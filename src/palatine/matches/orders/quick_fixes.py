"""Quick fixes of the faulty lines of a sheet, tried out before they are offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any

import msgspec

from palatine.core import OrdersGame, Problem, SyntaxProblem

FIXED = 8
"""Most problems of a sheet for which a fix is searched."""
LONG = 80
"""A sheet of more lines is left alone: each fix is tried on the whole of it."""
TRIED = 24
"""Most candidates tried for each."""
NEAR = 0.6
"""How alike two texts must be, of 1, for one to be offered for the other."""
ADVICE = 3
"""Most words of advice that may be written as it is."""
SLIP = 0.75
"""The same of words, for one to be taken as a slip for the other."""

FILLERS = frozenset("to the a an and with please then at on in into for of against from my do go".split())
"""Words that mean nothing in an order."""
MONEY = frozenset(("gold",))
"""Words beside which a number is an amount and names nothing."""
LETTERS = 4
"""The fewest letters of an abbreviation."""
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_APART = re.compile(r"\s*,\s*|\s+or\s+")
_WORD = re.compile(r"[^\s:,;]+")


def with_fixes(
    game: OrdersGame[Any], state: Any, seat: str, text: str, problems: list[Problem]
) -> Iterator[Problem]:
    """The problems of a text; those that forbid it with the line that would do instead, where one is found."""
    lines = text.split("\n")
    readable = _readable(game, lines)
    sought = 0
    for problem in problems:
        if problem.uncertain or not 1 <= problem.line <= len(lines) or sought == FIXED or len(lines) > LONG:
            yield problem
            continue
        sought += 1
        line = lines[problem.line - 1]
        known = _names(game, state, seat)
        for number, other in enumerate(_candidates(game, state, seat, line, problem.suggestion)):
            if number == TRIED:
                yield problem
                break
            is_kept = keeps(line, other, known, "" if problem.clause else problem.suggestion)
            if is_kept and other != line and _is_good(game, state, seat, readable, problem.line, other):
                yield msgspec.structs.replace(problem, fix=other)
                break
        else:
            yield problem


def keeps(line: str, other: str, names: frozenset[str], rewritten: str = "") -> bool:
    """Return whether a corrected line still says what was written: the same numbers and names, and all actions.

    `names` are those of characters and places. A word may be put right where it is a slip for the other; of names only
    where no other is as near. `rewritten` is the line as the game's grammar puts it right: its words may be others.
    """
    one, two = _words_of(line), _words_of(other)
    for kind, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        gone, come = one[a:b], two[c:d]
        if kind == "equal":
            continue
        numbers = [word for word in gone if word.isdigit() and not _is_spelled(word, come)]
        if other == rewritten and kind != "delete" and not numbers and not {*gone, *come} & names:
            continue
        if kind == "replace" and len(gone) == len(come):
            if not all(_is_slip(*pair, names, one) for pair in zip(gone, come, strict=True)):
                return False
        elif not set(gone) | set(come) <= FILLERS and not _is_moved(gone, come, one, two):
            return False
    return True


def _is_spelled(number: str, words: Sequence[str]) -> bool:
    """Return whether a number was corrected to that many of the same word."""
    return int(number) in (len(words), len(words) + 1) and len(set(words)) == 1


def _is_moved(gone: Sequence[str], come: Sequence[str], one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether words only stand elsewhere."""
    return sorted(one) == sorted(two) and bool(gone or come)


def _names(game: OrdersGame[Any], state: Any, seat: str) -> frozenset[str]:
    """The words of which the names of one's characters and of all places are made."""
    spaces = [name for board in game.boards(state) for space in board.spaces for name in (space.id, space.name)]
    return frozenset(word for name in (*game.characters(state, seat), *spaces) for word in _words_of(name))


def _words_of(line: str) -> list[str]:
    """The words and numbers of a line, without its note, in small letters."""
    return _TOKEN.findall(line.partition("#")[0].casefold())


def _is_slip(word: str, other: str, names: frozenset[str], line: Sequence[str]) -> bool:
    """Return whether a word was put right for another without a change of what it names."""
    if word.isdigit() or other.isdigit():
        return word.isdigit() and other.isdigit() and bool(MONEY & set(line)) and not {word, other} & names
    if word in names:
        return False
    if other in names:
        return get_close_matches(word, sorted(names), 2, SLIP) == [other]
    return _likeness(word, other) >= SLIP or (len(word) >= LETTERS and other.startswith(word))


def _readable(game: OrdersGame[Any], lines: list[str]) -> list[str]:
    """The lines, those left empty that are no orders."""
    try:
        game.parse("\n".join(lines))
    except SyntaxProblem as error:
        bad = {problem.line for problem in error.problems}
        return ["" if number in bad else line for number, line in enumerate(lines, 1)]
    return lines


def _is_good(game: OrdersGame[Any], state: Any, seat: str, lines: list[str], number: int, line: str) -> bool:
    """Whether nothing forbids this line in that place of the sheet."""
    text = "\n".join([*lines[: number - 1], line, *lines[number:]])
    try:
        sheet = game.parse(text)
    except SyntaxProblem:
        return False
    numbers = game.line_numbers(text)
    found = [problem.line for problem in game.check(state, seat, sheet) if not problem.uncertain]
    return not any(each == 0 or numbers[each - 1] == number for each in found)


def _candidates(game: OrdersGame[Any], state: Any, seat: str, line: str, advice: str) -> Iterator[str]:
    """Lines that may have been meant, the likeliest first."""
    bare = line.split("#")[0].rstrip()
    yield from _advised(bare, advice.rstrip("?. "))
    names = game.characters(state, seat)
    for word in _WORD.finditer(bare):
        for name in get_close_matches(word[0], names, 1, SLIP):
            yield bare[: word.start()] + name + bare[word.end() :]
    yield bare.rpartition(" ")[0]
    yield from _offered(game, state, seat, bare, names)


def _advised(line: str, advice: str) -> Iterator[str]:
    """The line with what the rules advise, where that is no sentence, for each of its words, the nearest first."""
    for each in filter(None, [advice, *_APART.split(advice)]):
        yield each
        if len(each.split()) > ADVICE:
            continue
        end = each.split()[-1]
        words = sorted(_WORD.finditer(line), key=lambda word: (not _alike(word[0], end), -word.start()))
        yield from (line[: word.start()] + end + line[word.end() :] for word in words)


def _alike(word: str, other: str) -> bool:
    """Whether both are numbers, or one may be a slip for the other."""
    return word.isdigit() == other.isdigit() and (word.isdigit() or _likeness(word, other) >= NEAR)


def _offered(game: OrdersGame[Any], state: Any, seat: str, line: str, names: list[str]) -> Iterator[str]:
    """What somebody whom the line names could be ordered to do, if it is much the same; the nearest first."""
    said = [word.casefold() for word in _WORD.findall(line)]
    named = [name for name in names if get_close_matches(name.casefold(), said, 1, SLIP)]
    whom: list[str | None] = [*named] or [None]
    offers = [each.text for who in whom for each in game.suggest(state, seat, who)]
    nearest = sorted(((_sameness(line, text), text) for text in offers), reverse=True)
    yield from (text for same, text in nearest[:3] if same >= NEAR)


def _sameness(line: str, other: str) -> float:
    """How alike two lines are once what both begin with is left out; the same verb to the same end counts much."""
    one, two = line.split(), other.split()
    shared = next((i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    is_same_end = shared > 1 and one[-1] == two[-1]
    return max(_likeness(" ".join(one[shared:]), " ".join(two[shared:])), NEAR * is_same_end)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()
