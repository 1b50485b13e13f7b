"""Comments, headings, empty phases and notes in a sheet, which order nothing (11.2)."""

from __future__ import annotations

import re
from typing import Final

_NOTE: Final = re.compile(r"\(([^()]*)\)")
_TARGET: Final = re.compile(
    r"(on|at|to|for|under|offer|if) (\d+|garrison)( gold| as [a-z]+| if \d+)?", re.IGNORECASE
)
_ARMIES: Final = re.compile(r"[A-Z]{2}(\s*,\s*[A-Z]{2})+|\d+(\s*,\s*\d+)*|all", re.IGNORECASE)
_TAKES_ARMIES: Final = re.compile(r"[\d.:\s]*(RE|DI|LE|PI)", re.IGNORECASE)
_EMPTY: Final = re.compile(r"(\d{1,4}\s*[.:]\s*)?(\d|special)[.:]?", re.IGNORECASE)
_PRINTED: Final = re.compile(r"\(\s*([A-Za-z]{2})\s*\)(?=[a-z_])[a-z]*")
"""An order as on the printed sheet, with the rest of its word or blanks: `(HI)re_88___`."""
_SAID: Final = "\x00"
"""Placeholder for quoted text while the rest of a line is read."""
_TOWARDS: Final = re.compile(r"\b(to|for|with|under)\s*$", re.IGNORECASE)


def is_order(line: str) -> bool:
    """Return whether a line is an order, not empty, a heading or an empty phase."""
    return bool(line) and not is_heading(line) and not _EMPTY.fullmatch(line)


def is_heading(line: str) -> bool:
    """Return whether a line is a heading that names the character of the next orders."""
    return bool(re.fullmatch(r"char(acter)?\s+\d+|kingdom", line, re.IGNORECASE))


def bare(line: str) -> str:
    """Return a line without comments and notes; "" if nothing is left."""
    kept = re.split(r'("[^"]*")', line.replace(_SAID, " "))
    plain: list[str] = []
    said: list[str] = []
    for at, part in enumerate(kept):
        if at % 2:
            said.append(part)
            plain.append(_SAID)
            continue
        cut = re.split(r"[;#]", part, maxsplit=1)
        plain.append(cut[0])
        if len(cut) > 1:
            break
    found = "".join(plain).strip()
    if found.startswith(">"):
        return ""
    if _PRINTED.search(found):
        found = _PRINTED.sub(r"\1 ", found.replace("_", " "))
    found = re.sub(r"\(\s*([A-Za-z]{2})\s*\)", r"\1", found)
    takes_armies = bool(_TAKES_ARMIES.match(found))
    count = 1
    while count:
        found, count = _NOTE.subn(lambda note: meaning_of_note(note, takes_armies), found)
    words = iter(said)
    return re.sub(_SAID, lambda _: next(words), re.sub(r"[()]", " ", found)).strip()


def meaning_of_note(found: re.Match[str], takes_armies: bool) -> str:
    """Return the meaning of a note, armies or a target; " " for a name (11.2)."""
    note = found[1].strip()
    if note.lower() == "garrison":
        ends = not found.string[found.end() :].strip()
        return note if ends and _TOWARDS.search(found.string[: found.start()]) else " "
    return f" {note} " if _TARGET.fullmatch(note) or (takes_armies and _ARMIES.fullmatch(note)) else " "
