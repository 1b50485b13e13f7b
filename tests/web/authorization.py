"""The table of who may do what, as it stands in `authorization.toml`, and as a page for people to read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

PLACE = Path(__file__).with_name("authorization.toml")
DOCUMENT = Path(__file__).parents[2] / "docs" / "authorization.md"
HEAD = """# Who may do what

Every request that the server answers, who is permitted, and what a program with a token may do of it. A program is
never permitted where its owner isn't: *looks* means any token, *plays* one that was made for playing, *nothing* none.
Only the player of a seat has its rights: moderators and admins see no seat's secrets, and players who have left or were
removed are strangers again. Suspended accounts are strangers, too.

On a server for **invited** people strangers neither begin nor keep anything (marked †) until somebody invites them. In
**local** mode nobody signs in: a seat's key opens what is its owner's here, and requests about accounts do not
exist.

This page is made of the table that the tests go through, cell by cell, for every kind of visitor: nobody, a guest,
members who sit elsewhere, here, or at another seat, who made the match, who left, who are blocked, muted or suspended,
moderators, admins, and programs with each kind of token. What is refused changes nothing, and no request that only
looks changes anything.
"""
PROGRAMS = {"look": "looks", "play": "plays", "none": "nothing"}


class Row(msgspec.Struct, forbid_unknown_fields=True, rename={"others": "else"}):
    """A route, an innocent request to it, and who is let through; see the head of the table."""

    ask: str
    may: str
    ok: int
    no: int = 403
    no_known: int = 0
    others: dict[str, int] = {}
    uninvited: int = 0
    programs: str = "look"
    local: str = ""
    few: bool = False
    probes: bool = False
    query: str = ""
    body: Any = None
    with_: dict[str, str] = msgspec.field(default={}, name="with")

    @property
    def method(self) -> str:
        return self.ask.split(" ")[0]

    def __str__(self) -> str:
        return f"{self.ask}{self.query} {' '.join(self.with_.values())}".rstrip()


class Part(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    routes: list[Row]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    groups: dict[str, list[str]]
    words: dict[str, str]
    part: list[Part]

    @property
    def rows(self) -> list[Row]:
        return [row for part in self.part for row in part.routes]


TABLE = msgspec.convert(tomllib.loads(PLACE.read_text(encoding="utf-8")), Table)


def page() -> str:
    """The table for people: by part, for whom, the requests."""
    return "\n".join([HEAD, *[line for part in TABLE.part for line in _part(part)]])


def _part(part: Part) -> list[str]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in part.routes:
        seat = next((f"?{each}" for each in row.query.strip("?").split("&") if each.startswith("seat=")), "")
        seat = seat if seat == "?seat=referee" else seat and "?seat=…"
        opens = row.programs if row.method == "GET" or row.programs == "play" else "none"
        said = f"`{row.ask}{seat}`{_where(row)}"
        asks = found.setdefault((TABLE.words[row.may], PROGRAMS[opens]), [])
        if said not in asks:
            asks.append(said)
    lines = [f"| {who} | {program} | {'<br>'.join(asks)} |" for (who, program), asks in found.items()]
    return [f"## {part.name}", "", "| who | programs | requests |", "| --- | --- | --- |", *lines, ""]


WHERE = {
    "$closed": "closed to spectators", "$secret": "closed to spectators", "$done": "closed to spectators, over",
    "$over": "over", "$new_private": "private", "$new_table": "open table",
}  # fmt: skip


def _where(row: Row) -> str:
    """Return at which kind of match, where it matters; and whether a server for invited people refuses strangers."""
    where = WHERE.get(row.with_.get("match", ""), "")
    return (f" ({where})" if where else "") + (" †" if row.uninvited else "")


if __name__ == "__main__":
    DOCUMENT.write_text(page(), encoding="utf-8")
