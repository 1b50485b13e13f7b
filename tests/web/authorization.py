"""The permissions in `authorization.toml`, from which `docs/authorization.md` is generated."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

PLACE = Path(__file__).with_name("authorization.toml")
DOCUMENT = Path(__file__).parents[2] / "docs" / "authorization.md"
HEAD = """# Who may do what

This page is for operators, and for programmers of clients. It lists every request that the server answers, who may send
it, and which tokens may.

* **Programs.** *reads*: any token. *plays*: a token made for playing. *none*: no token. A token never permits more than
  its owner may do.
* **Seats.** Only the player of a seat has its rights. Moderators and admins do not see its secrets. Players who have
  left or were removed, and suspended accounts, have the rights of strangers.
* **Servers for invited people** (`access = "invite"`) refuse requests marked † from strangers until they are invited.
* **Local mode** (`access = "local"`): a seat's key gives the rights of its owner, and requests about accounts do not
  exist.

The page is generated from a table. Tests try each cell as every kind of visitor: without an account, as a guest, as a
member (in another match, in this seat, in another seat, the maker of the match, one who left, blocked, muted or
suspended), as moderator, as admin, and with each kind of token. Refused requests change nothing, and reading requests
never change anything.
"""
PROGRAMS = {"look": "reads", "play": "plays", "none": "none"}


class Row(msgspec.Struct, forbid_unknown_fields=True, rename={"others": "else"}):
    """A route, a harmless request to it, and who may send it.

    The comment in `authorization.toml` describes the fields.
    """

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
    """Return the page, which lists the groups of visitors and their requests by part."""
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
    "$over": "over", "$new_private": "private", "$new_table": "open",
}  # fmt: skip


def _where(row: Row) -> str:
    """Return the kind of match, if it matters, and † if strangers may not send the request."""
    where = WHERE.get(row.with_.get("match", ""), "")
    return (f" ({where})" if where else "") + (" †" if row.uninvited else "")


if __name__ == "__main__":
    DOCUMENT.write_text(page(), encoding="utf-8")
