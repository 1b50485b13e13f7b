"""What has happened in a match and people are to be told of: a job for whoever tells them, in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from palatine.store.schema import jobs
from palatine.store.schema_people import tenures
from palatine.table.storage import Change, Letter

KIND = "notice"


def announce(connection: Connection, what: str, key: str, time: str, **data: Any) -> None:
    """Have people told of something, once; `key` is its own, `data` says of what and whom."""
    name = f"{what} {key}"
    if connection.execute(select(jobs.c.id).where(jobs.c.key == name)).first() is None:
        connection.execute(insert(jobs), {"kind": KIND, "key": name, "due": time, "data": {"what": what, **data}})


def announce_change(connection: Connection, change: Change) -> None:
    """Have the players of a match told that it is over, that a turn was run, or what is proposed to them."""
    row = change.row
    kinds = {record.kind for record in change.records}
    happened: list[tuple[str, str, dict[str, Any]]] = []
    if row.status == "over" and kinds:
        happened.append(("over", row.id, {}))
    elif "turn" in kinds:
        happened.append(("turn", f"{row.id} {row.turn}", {"turn": row.turn}))
    if "proposal" in kinds:
        happened += [("proposal", f"{row.id} {each['n']}", {}) for each in row.proposals]
    if happened and _is_held(connection, row.id):
        for what, key, data in happened:
            announce(connection, what, key, row.updated, match=row.id, **data)


def announce_letter(connection: Connection, match: str, letter: Letter) -> None:
    """Have those told to whom a letter goes that does not wait for its turn."""
    if letter.at_once and _is_held(connection, match):
        announce(
            connection, "letter", f"{match} {letter.n}", letter.time, match=match, n=letter.n, to=list(letter.to)
        )


def _is_held(connection: Connection, match: str) -> bool:
    """Whether anybody plays in a match who can be told."""
    here = (tenures.c.match == match, tenures.c.until == "")
    return connection.execute(select(tenures.c.n).where(*here).limit(1)).first() is not None
