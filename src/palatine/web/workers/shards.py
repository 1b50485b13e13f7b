"""Which worker a match falls to: its id is hashed to one of 256 shards, and each shard has its worker."""

from __future__ import annotations

import re
from urllib.parse import unquote
from zlib import crc32

SHARDS = 256
HOUSE = 0
"""Whoever holds this shard does what is done once in the house: mail, notices, jobs."""

_OF_A_MATCH = re.compile(
    r"/(?:api/(?:matches|tables)|play|watch|replay|story|verify|report)/([^/?#\s]{1,200})", re.ASCII
)
_OF_THE_HOUSE = re.compile(r"/post/demo(?![^/?#\s])", re.ASCII)
"""What one worker alone can answer: the mailboxes of a house that tries mail out are in the memory of whoever sends."""
NO_MATCH = ""
"""Stands for a match in what is asked of the house itself; its shard is `HOUSE`."""
_LINE = re.compile(rb"\s*[A-Za-z]{1,20} ([^ \r\n]{1,9000})")


def shard_of(match: str) -> int:
    """The shard of a match: the same in every process and on every machine."""
    return crc32(match.encode(errors="replace")) % SHARDS


def match_of(path: str) -> str | None:
    """The match that a path is about, as it is asked for or decoded, or `NO_MATCH`; None for one that any worker can
    answer."""
    found = _OF_A_MATCH.match(path)
    if found is None:
        return NO_MATCH if _OF_THE_HOUSE.match(path) else None
    return unquote(found[1])


def match_asked_for(head: bytes) -> str | None:
    """The match that a request is about, of which this is the beginning, at least its first line."""
    found = _LINE.match(head)
    return None if found is None else match_of(found[1].decode("latin-1"))
