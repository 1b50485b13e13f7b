"""Separation of an email's own text from quoted text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

_MARKS = re.compile(r"(?:>[ \t]?)+")
_RULE = re.compile(r"[-_*=]{2,}\s*[^\W\d_][^-_*=]{2,60}[-_*=]{2,}")
_HEADER = re.compile(r"\*?[^\W\d_][\w-]{1,20}(?: [\w-]{1,12})?\s?:\*?\s.*")
MIN_HEADER_LINES = 3
"""Minimum number of header-like lines, one with an address, that start a quotation."""
MAX_ATTRIBUTION_LINES = 4
"""Maximum number of lines of the attribution above a quotation."""
_ATTRIBUTION = re.compile(
    r"(?=.*(?:@|\d{4}|\d\d:\d\d|\b(?:wrote|writes|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev)\b)).*:\s*",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:on|am|le|el|il|op|em|den|på|dnia|w dniu|in (?:a )?message|\d{1,2}[./-]\d|\d{4}-\d\d|"
    r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*[.,])\b",
    re.IGNORECASE,
)
SIGNATURE_MARK = "--"


class QuotedLine(msgspec.Struct, frozen=True):
    """A line without quotation marks and its quotation depth; 0 is the writer's own text."""

    text: str
    depth: int = 0


def quoted_lines(text: str) -> list[QuotedLine]:
    """Return the lines of a plain text with their quotation depth.

    Text below the header of an answered email counts as quoted, and so does the attribution above a quotation.
    """
    return _attributions_quoted(_below_a_head_quoted([_line(each) for each in text.split("\n")]))


def _line(text: str) -> QuotedLine:
    found = _MARKS.match(text)
    return QuotedLine(text[found.end() :], found[0].count(">")) if found else QuotedLine(text)


def _below_a_head_quoted(lines: list[QuotedLine]) -> list[QuotedLine]:
    """Mark an email quoted below a rule or its From, Sent, To and Subject lines.

    If the lines of the quoted email are marked, only its header is treated as quoted, since a reply may follow.
    """
    for at, line in enumerate(lines):
        if line.depth == 0 and (_RULE.fullmatch(line.text.strip()) or _is_head(lines, at)):
            end = _head_end(lines, at)
            return lines[:at] + [QuotedLine(each.text, each.depth + 1) for each in lines[at:end]] + lines[end:]
    return lines


def _head_end(lines: Sequence[QuotedLine], start: int) -> int:
    """Return where the quotation under a header ends.

    It ends with the header if marked lines follow, otherwise with the email.
    """
    at = start
    while at < len(lines) and lines[at].depth == 0 and _is_of_head(lines[at].text.strip()):
        at += 1
    return at if at < len(lines) and lines[at].depth > 0 else len(lines)


def _is_of_head(text: str) -> bool:
    return not text or bool(_RULE.fullmatch(text) or _HEADER.fullmatch(text))


def _attributions_quoted(lines: list[QuotedLine]) -> list[QuotedLine]:
    """Mark attributions as quoted, such as “On Mon, 23 Nov 2026, Ann wrote:”."""
    found = list(lines)
    for at in range(1, len(lines)):
        if lines[at].depth > lines[at - 1].depth or (lines[at].depth > 0 and not lines[at - 1].text.strip()):
            for number in _attribution(lines, at):
                found[number] = QuotedLine(lines[number].text, max(1, lines[at].depth))
    return found


def _attribution(lines: Sequence[QuotedLine], quote: int) -> Sequence[int]:
    """Return the indices of the attribution lines directly above a quotation."""
    end = quote
    while end > 0 and not lines[end - 1].text.strip() and lines[end - 1].depth == 0:
        end -= 1
    known: Sequence[int] = ()
    for start in range(end - 1, max(-1, end - 1 - MAX_ATTRIBUTION_LINES), -1):
        if not lines[start].text.strip() or lines[start].depth >= lines[quote].depth:
            break
        text = " ".join(line.text.strip() for line in lines[start:end])
        if _ATTRIBUTION.fullmatch(text):
            known = known or range(start, end)
            if _OPENS.match(text):
                return range(start, end)
    return known


def _is_head(lines: Sequence[QuotedLine], at: int) -> bool:
    head = [line.text.strip() for line in lines[at : at + MIN_HEADER_LINES]]
    named = [line for line in lines[at : at + MIN_HEADER_LINES + 2] if "@" in line.text]
    return len(head) == MIN_HEADER_LINES and bool(named) and all(_HEADER.fullmatch(each) for each in head)


def own_lines(lines: Iterable[QuotedLine]) -> list[str]:
    """Return the writer's own lines up to the signature."""
    found = []
    for line in lines:
        if line.depth == 0 and line.text.rstrip() == SIGNATURE_MARK:
            break
        if line.depth == 0:
            found.append(line.text)
    return found
