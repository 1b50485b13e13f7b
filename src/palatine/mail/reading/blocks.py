"""Blocks of orders in an email, from `#orders` to `#end`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from palatine.mail.reading.html import NUMBERED_MARK
from palatine.mail.reading.quotes import SIGNATURE_MARK, QuotedLine, quoted_lines

_HEADER = re.compile(r"\s*#\s*orders\b(.*)", re.IGNORECASE)
_END = re.compile(r"\s*#\s*end\b.*", re.IGNORECASE)
_TURN = re.compile(r"\bturn\s+(\d{1,6})\b", re.IGNORECASE)
_ATTRIBUTION = re.compile(r"(?=.*(?:@|\d{4})).*:\s*")
_SENT_FROM = re.compile(r"(sent from|get outlook|von meinem|gesendet von|envoyé de|inviato da)\b.*", re.IGNORECASE)


class TextBlock(msgspec.Struct, frozen=True):
    """A block of orders in an email."""

    text: str
    turn: int | None
    """The turn named in its header."""
    quoted: bool = False
    numbered: bool = False
    """True if the block has a numbered list, whose numbers a mail program has added."""


class TextBlocks(msgspec.Struct, frozen=True):
    """The blocks of an email and the lines outside them."""

    own: tuple[TextBlock, ...]
    quoted: tuple[TextBlock, ...]
    rest: tuple[QuotedLine, ...]


def find_blocks(lines: Sequence[QuotedLine]) -> TextBlocks:
    """Return the blocks in order. Without an end, a block ends at a signature or a quotation."""
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
        text = "\n".join(body).replace(NUMBERED_MARK, "").strip("\n")
        block = TextBlock(
            text, int(turn[1]) if turn else None, is_quoted, any(NUMBERED_MARK in line for line in body)
        )
        (quoted if is_quoted else own).append(block)
    return TextBlocks(tuple(own), tuple(quoted), tuple(rest))


def attached_blocks(texts: Sequence[str]) -> tuple[TextBlock, ...]:
    """Return the blocks in attached texts.

    A text without a block must consist of orders only, and is a block without a turn.
    """
    found: list[TextBlock] = []
    for text in texts:
        blocks = find_blocks(quoted_lines(text))
        known = blocks.own or blocks.quoted
        found += [msgspec.structs.replace(block, quoted=False) for block in known] or [
            TextBlock(text.strip("\n"), None)
        ]
    return tuple(found)


def _body(lines: Sequence[QuotedLine], start: int, is_quoted: bool) -> tuple[list[str], int]:
    """Return the lines of a block and the index of the first line after it."""
    stop = _end_limit(lines, start, is_quoted)
    if stop < len(lines) and _END.fullmatch(lines[stop].text):
        return [line.text for line in lines[start:stop] if is_quoted or line.depth == 0], stop + 1
    end = _loose_end(lines, start, stop, is_quoted)
    return _without_tail([line.text for line in lines[start:end]]), end


def _end_limit(lines: Sequence[QuotedLine], start: int, is_quoted: bool) -> int:
    """Return where a block ends at the latest: at its end, at the next block or with the email."""
    for at in range(start, len(lines)):
        line = lines[at]
        if (is_quoted or line.depth == 0) and (_END.fullmatch(line.text) or _HEADER.fullmatch(line.text)):
            return at
    return len(lines)


def _loose_end(lines: Sequence[QuotedLine], start: int, stop: int, is_quoted: bool) -> int:
    """Return where a block without an end stops: at a signature or a change of quotation."""
    for at in range(start, stop):
        if (lines[at].depth > 0) != is_quoted or lines[at].text.rstrip() == SIGNATURE_MARK:
            return at
    return stop


def _without_tail(body: list[str]) -> list[str]:
    """Return the lines without what mail programs add: attributions and “Sent from”."""
    kept = list(body)
    while kept and not kept[-1].strip():
        kept.pop()
    if kept and _SENT_FROM.fullmatch(kept[-1].strip()):
        kept.pop()
    elif kept and _ATTRIBUTION.fullmatch(" ".join(kept[-2:]).strip()):
        while kept and kept[-1].strip():
            kept.pop()
    return kept
