"""Quick fixes for the invalid lines of a sheet, each tried before it is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any

import msgspec

from palatine.core import OrdersGame, Problem, SyntaxProblem

MAX_FIXED_PROBLEMS = 8
"""Maximum number of problems of a sheet for which a fix is searched."""
MAX_SHEET_LINES = 80
"""Maximum lines of a sheet to fix, because each fix is tried on the whole sheet."""
MAX_CANDIDATES = 24
"""Maximum number of candidates tried for each problem."""
MIN_SIMILARITY = 0.6
"""Minimum similarity, from 0 to 1, of an offered order to the line it replaces."""
MAX_SUGGESTION_WORDS = 3
"""Maximum number of words of a suggestion that may be inserted into the line."""
TYPO_SIMILARITY = 0.75
"""Minimum similarity, from 0 to 1, of a misspelt word to the word that was meant."""

FILLER_WORDS = frozenset("to the a an and with please then at on in into for of against from my do go".split())
"""Words without meaning in an order."""
AMOUNT_WORDS = frozenset(("gold",))
"""Words that mark a number in the line as an amount and not a name."""
MIN_ABBREVIATION_LENGTH = 4
"""Minimum length of an abbreviation."""
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_APART = re.compile(r"\s*,\s*|\s+or\s+")
_WORD = re.compile(r"[^\s:,;]+")


def with_fixes(
    game: OrdersGame[Any], state: Any, seat: str, text: str, problems: list[Problem]
) -> Iterator[Problem]:
    """Yield the problems of a text, with a corrected line where one is found.

    Only problems that forbid the line are corrected.
    """
    lines = text.split("\n")
    readable = _parsable_lines(game, lines)
    sought = 0
    for problem in problems:
        if (
            problem.uncertain
            or not 1 <= problem.line <= len(lines)
            or sought == MAX_FIXED_PROBLEMS
            or len(lines) > MAX_SHEET_LINES
        ):
            yield problem
            continue
        sought += 1
        line = lines[problem.line - 1]
        known = _names(game, state, seat)
        for number, other in enumerate(_candidates(game, state, seat, line, problem.suggestion)):
            if number == MAX_CANDIDATES:
                yield problem
                break
            is_kept = keeps_meaning(line, other, known, "" if problem.clause else problem.suggestion)
            if is_kept and other != line and _is_good(game, state, seat, readable, problem.line, other):
                yield msgspec.structs.replace(problem, fix=other)
                break
        else:
            yield problem


def keeps_meaning(line: str, other: str, names: frozenset[str], rewritten: str = "") -> bool:
    """Return whether a corrected line keeps its numbers, names and actions.

    `names` are those of characters and places. A word may be corrected if it is a typo of the other, a name only if
    no other name is as close. `rewritten` is the line as corrected by the game's grammar; its words may differ.
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
            if not all(_is_typo(*pair, names, one) for pair in zip(gone, come, strict=True)):
                return False
        elif not set(gone) | set(come) <= FILLER_WORDS and not _is_moved(gone, come, one, two):
            return False
    return True


def _is_spelled(number: str, words: Sequence[str]) -> bool:
    """Return whether a number was corrected to that many repetitions of one word."""
    return int(number) in (len(words), len(words) + 1) and len(set(words)) == 1


def _is_moved(gone: Sequence[str], come: Sequence[str], one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether words have only changed places."""
    return sorted(one) == sorted(two) and bool(gone or come)


def _names(game: OrdersGame[Any], state: Any, seat: str) -> frozenset[str]:
    """Return the words that occur in names of the seat's characters or of any place."""
    spaces = [name for board in game.boards(state) for space in board.spaces for name in (space.id, space.name)]
    return frozenset(word for name in (*game.characters(state, seat), *spaces) for word in _words_of(name))


def _words_of(line: str) -> list[str]:
    """Return the words and numbers of a line in lower case, without its comment."""
    return _TOKEN.findall(line.partition("#")[0].casefold())


def _is_typo(word: str, other: str, names: frozenset[str], line: Sequence[str]) -> bool:
    """Return whether a word may be corrected to another without changing what it names."""
    if word.isdigit() or other.isdigit():
        return word.isdigit() and other.isdigit() and bool(AMOUNT_WORDS & set(line)) and not {word, other} & names
    if word in names:
        return False
    if other in names:
        return get_close_matches(word, sorted(names), 2, TYPO_SIMILARITY) == [other]
    return _word_similarity(word, other) >= TYPO_SIMILARITY or (
        len(word) >= MIN_ABBREVIATION_LENGTH and other.startswith(word)
    )


def _parsable_lines(game: OrdersGame[Any], lines: list[str]) -> list[str]:
    """Return the lines, with those that cannot be parsed left empty."""
    try:
        game.parse("\n".join(lines))
    except SyntaxProblem as error:
        bad = {problem.line for problem in error.problems}
        return ["" if number in bad else line for number, line in enumerate(lines, 1)]
    return lines


def _is_good(game: OrdersGame[Any], state: Any, seat: str, lines: list[str], number: int, line: str) -> bool:
    """Return whether a line is valid in that place of the sheet."""
    text = "\n".join([*lines[: number - 1], line, *lines[number:]])
    try:
        sheet = game.parse(text)
    except SyntaxProblem:
        return False
    numbers = game.line_numbers(text)
    found = [problem.line for problem in game.check(state, seat, sheet) if not problem.uncertain]
    return not any(each == 0 or numbers[each - 1] == number for each in found)


def _candidates(game: OrdersGame[Any], state: Any, seat: str, line: str, advice: str) -> Iterator[str]:
    """Yield lines that may have been meant, most likely first."""
    bare = line.split("#")[0].rstrip()
    yield from _advised(bare, advice.rstrip("?. "))
    names = game.characters(state, seat)
    for word in _WORD.finditer(bare):
        for name in get_close_matches(word[0], names, 1, TYPO_SIMILARITY):
            yield bare[: word.start()] + name + bare[word.end() :]
    yield bare.rpartition(" ")[0]
    yield from _similar_orders(game, state, seat, bare, names)


def _advised(line: str, advice: str) -> Iterator[str]:
    """Yield the line with the suggestion in place of each word, nearest first.

    A suggestion that is a sentence is not used.
    """
    for each in filter(None, [advice, *_APART.split(advice)]):
        yield each
        if len(each.split()) > MAX_SUGGESTION_WORDS:
            continue
        end = each.split()[-1]
        words = sorted(_WORD.finditer(line), key=lambda word: (not _may_be_typo(word[0], end), -word.start()))
        yield from (line[: word.start()] + end + line[word.end() :] for word in words)


def _may_be_typo(word: str, other: str) -> bool:
    """Return whether both words are numbers, or one may be a typo of the other."""
    return word.isdigit() == other.isdigit() and (word.isdigit() or _word_similarity(word, other) >= MIN_SIMILARITY)


def _similar_orders(game: OrdersGame[Any], state: Any, seat: str, line: str, names: list[str]) -> Iterator[str]:
    """Yield similar orders for the characters that the line names, most similar first."""
    said = [word.casefold() for word in _WORD.findall(line)]
    named = [name for name in names if get_close_matches(name.casefold(), said, 1, TYPO_SIMILARITY)]
    whom: list[str | None] = [*named] or [None]
    offers = [each.text for who in whom for each in game.suggest(state, seat, who)]
    nearest = sorted(((_line_similarity(line, text), text) for text in offers), reverse=True)
    yield from (text for same, text in nearest[:3] if same >= MIN_SIMILARITY)


def _line_similarity(line: str, other: str) -> float:
    """Return the similarity of two lines without their common beginning.

    Lines with the same beginning and end are at least `MIN_SIMILARITY`.
    """
    one, two = line.split(), other.split()
    shared = next((i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    is_same_end = shared > 1 and one[-1] == two[-1]
    return max(_word_similarity(" ".join(one[shared:]), " ".join(two[shared:])), MIN_SIMILARITY * is_same_end)


def _word_similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()
