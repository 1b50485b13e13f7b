"""What of a mail is its writer's own, and what is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

_MARKS = re.compile(r"(?:>[ \t]?)+")
_RULE = re.compile(r"[-_*=]{2,}\s*[^\W\d_][^-_*=]{2,60}[-_*=]{2,}")
_HEADER = re.compile(r"\*?[^\W\d_][\w-]{1,20}(?: [\w-]{1,12})?\s?:\*?\s.*")
HEADERS = 3
"""So many lines that look like headers, one of them with an address, begin a mail that is quoted without marks."""
SIGNATURE = "--"


class Line(msgspec.Struct, frozen=True):
    """A line of a mail without the marks of quotation, and how deep it is quoted: 0 is the writer's own."""

    text: str
    depth: int = 0


def lines_of(text: str) -> list[Line]:
    """The lines of a plain text, marks taken off; what follows the head of an answered mail counts as quoted."""
    return _below_a_head_quoted([_line(each) for each in text.split("\n")])


def _line(text: str) -> Line:
    found = _MARKS.match(text)
    return Line(text[found.end() :], found[0].count(">")) if found else Line(text)


def _below_a_head_quoted(lines: list[Line]) -> list[Line]:
    """Some programs put an answered mail below, unmarked, under a rule or its From, Sent, To and Subject."""
    for at, line in enumerate(lines):
        if line.depth == 0 and (_RULE.fullmatch(line.text.strip()) or _is_head(lines, at)):
            return lines[:at] + [Line(each.text, each.depth + 1) for each in lines[at:]]
    return lines


def _is_head(lines: Sequence[Line], at: int) -> bool:
    head = [line.text.strip() for line in lines[at : at + HEADERS]]
    named = [line for line in lines[at : at + HEADERS + 2] if "@" in line.text]
    return len(head) == HEADERS and bool(named) and all(_HEADER.fullmatch(each) for each in head)


def written(lines: Iterable[Line]) -> list[str]:
    """The writer's own lines, up to the signature."""
    found = []
    for line in lines:
        if line.depth == 0 and line.text.rstrip() == SIGNATURE:
            break
        if line.depth == 0:
            found.append(line.text)
    return found
