"""The blocks of a mail in which orders stand: from `#orders` to `#end`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from palatine.mail.reading.html import NUMBERED
from palatine.mail.reading.quotes import SIGNATURE, QuotedLine, lines_of

_HEADER = re.compile(r"\s*#\s*orders\b(.*)", re.IGNORECASE)
_END = re.compile(r"\s*#\s*end\b.*", re.IGNORECASE)
_TURN = re.compile(r"\bturn\s+(\d{1,6})\b", re.IGNORECASE)
_ATTRIBUTION = re.compile(r"(?=.*(?:@|\d{4})).*:\s*")
_SENT_FROM = re.compile(r"(sent from|get outlook|von meinem|gesendet von|envoyé de|inviato da)\b.*", re.IGNORECASE)


class TextBlock(msgspec.Struct, frozen=True):
    """Orders as they stand in a mail."""

    text: str
    turn: int | None
    """The turn its header names."""
    quoted: bool = False
    numbered: bool = False
    """Whether a numbered list stands in it: its numbers are those of a mail program."""


class TextBlocks(msgspec.Struct, frozen=True):
    """The blocks of a mail, and the lines that stand in none of them."""

    own: tuple[TextBlock, ...]
    quoted: tuple[TextBlock, ...]
    rest: tuple[QuotedLine, ...]


def find_blocks(lines: Sequence[QuotedLine]) -> TextBlocks:
    """The blocks, in the order they stand in. A block without an end ends where a signature or a quotation begins."""
    own: list[TextBlock] = []
    quoted: list[TextBlock] = []
    rest: list[QuotedLine] = []
    at = 0
    while at < len(lines):
        header = _HEADER.fullmatch(lines[at].text)
        if header is None:
            rest.append(lines[at])
            at += 1
            continue
        turn = _TURN.search(header[1])
        is_quoted = lines[at].depth > 0
        body, at = _body(lines, at + 1, is_quoted)
        text = "\n".join(body).replace(NUMBERED, "").strip("\n")
        block = TextBlock(text, int(turn[1]) if turn else None, is_quoted, any(NUMBERED in line for line in body))
        (quoted if is_quoted else own).append(block)
    return TextBlocks(tuple(own), tuple(quoted), tuple(rest))


def attached_blocks(texts: Sequence[str]) -> tuple[TextBlock, ...]:
    """The blocks in attached texts; one without any, which must be all orders, is a block of no turn."""
    found: list[TextBlock] = []
    for text in texts:
        blocks = find_blocks(lines_of(text))
        known = blocks.own or blocks.quoted
        found += [msgspec.structs.replace(block, quoted=False) for block in known] or [
            TextBlock(text.strip("\n"), None)
        ]
    return tuple(found)


def _body(lines: Sequence[QuotedLine], start: int, is_quoted: bool) -> tuple[list[str], int]:
    """The lines of a block, and the number of the first line behind it."""
    stop = _stop(lines, start, is_quoted)
    if stop < len(lines) and _END.fullmatch(lines[stop].text):
        return [line.text for line in lines[start:stop] if is_quoted or line.depth == 0], stop + 1
    end = _loose_end(lines, start, stop, is_quoted)
    return _without_tail([line.text for line in lines[start:end]]), end


def _stop(lines: Sequence[QuotedLine], start: int, is_quoted: bool) -> int:
    """Where a block ends for certain: at its own end, before the next block, or with the mail."""
    for at in range(start, len(lines)):
        line = lines[at]
        if (is_quoted or line.depth == 0) and (_END.fullmatch(line.text) or _HEADER.fullmatch(line.text)):
            return at
    return len(lines)


def _loose_end(lines: Sequence[QuotedLine], start: int, stop: int, is_quoted: bool) -> int:
    """Where a block ends that nobody has ended: where it changes between written and quoted, at a signature."""
    for at in range(start, stop):
        if (lines[at].depth > 0) != is_quoted or lines[at].text.rstrip() == SIGNATURE:
            return at
    return stop


def _without_tail(body: list[str]) -> list[str]:
    """The lines without what programs add of themselves: who wrote the mail below, which telephone sent this one."""
    kept = list(body)
    while kept and not kept[-1].strip():
        kept.pop()
    if kept and _SENT_FROM.fullmatch(kept[-1].strip()):
        kept.pop()
    elif kept and _ATTRIBUTION.fullmatch(" ".join(kept[-2:]).strip()):
        while kept and kept[-1].strip():
            kept.pop()
    return kept
