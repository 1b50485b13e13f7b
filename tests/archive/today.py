"""Everything that the archive's tests use of Palatine as it is today.

A name that changes in Palatine is changed here only. A log is replayed in two ways. The server does it when it
imports, verifies or audits a match. This module does it with only the rules and what `docs/match-file.md` specifies
about dice and records.
"""

from __future__ import annotations

import base64
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import palatine
from palatine.core import Dice, PalatineError, Unknown, dice_key
from palatine.matches import MatchServices, file_from_text, file_to_text, verify_file
from palatine.store import Store

__all__ = [
    "MatchServices",
    "PalatineError",
    "Unknown",
    "counted",
    "does_something",
    "facts",
    "file_from_text",
    "file_to_text",
    "given",
    "goes_on",
    "journal_of",
    "keep_positions",
    "log_digest",
    "logged",
    "looks",
    "opened",
    "palatine",
    "positions",
    "rules_of",
    "standing",
    "verify_file",
]  # fmt: skip

LOOKS = 4
"""Number of positions of a match, evenly spaced, whose views are compared."""
READERS = 4
"""Number of readers whose views and reports are compared. At the end, all views are."""
NOT_BEGUN = "-" * 8
MOVING = ("begin", "action", "turn", "eject")
"""The kinds of records that lead to a new position."""


def opened(place: Path | str) -> MatchServices:
    """Return a server on a database. Its bots play only on request."""
    return MatchServices(Store.open(place), bots="background")


def goes_on(services: MatchServices, match: str, steps: list[list[Any]]) -> dict[str, Any]:
    """Take steps in a running match and return its results.

    A step is `[key, action]`, `[key, sheet]`, or `["", "run"]` for a turn for which all orders have been handed in.
    """
    for key, step in steps:
        info = services.matches.info(match)
        if not key:
            services.orders.run_turn(match)
        elif info.orders:
            services.orders.hand_in(match, key, step, info.turn)
        else:
            services.matches.act(match, key, step, info.version)
    info = services.matches.info(match)
    sights = {reader: services.matches.view(match, seat, 0) for reader, seat in _readers(info)}
    return {
        "version": info.version,
        "at": info.at,
        "outcome": info.outcome,
        "views": {reader: digests(sight.view) for reader, sight in sights.items()},
        "journals": {reader: _digest_of_lines(sight.entries) for reader, sight in sights.items()},
    }


def does_something(services: MatchServices, match: str, keys: list[str]) -> bool:
    """Take one step for the owner of one of the keys. Return False if none of them must act.

    The step is the first choice, or the current draft of a sheet.
    """
    info = services.matches.info(match)
    for key in keys:
        seat = services.seats.seat_of(match, key)
        if seat not in info.asked:
            continue
        if info.orders:
            services.orders.hand_in(match, key, services.orders.draft(match, key).text, info.turn)
            return True
        choice = services.matches.view(match, seat, info.version).view.choices[0]
        services.matches.act(match, key, [choice.verb, choice.operand], info.version)
        return True
    return False


def looks(services: MatchServices, match: str, log: dict[str, Any]) -> list[str]:
    """Return the views and reports that cannot be made, for some positions, turns and readers."""
    info = services.matches.info(match)
    few, told = _few(_readers(info)), []
    for at in _apart(0, info.at):
        for reader, seat in few:
            try:
                services.archive.replay(match, seat, at)
            except Exception as error:
                told.append(f"The position after {at} actions cannot be shown to {reader}: {error!r}")
    if info.orders:
        for turn in _apart(_first_turn(log, info.turn) - 1, info.turn - 1):
            for reader, seat in few:
                try:
                    services.orders.report(match, seat, turn)
                except Exception as error:
                    told.append(f"The report of turn {turn} cannot be made for {reader}: {error!r}")
    return told


def _digest_of_lines(lines: Any) -> str:
    return digest("\n".join(map(_line, lines)).encode())


# The results of a match


def given(services: MatchServices, match: str, log: dict[str, Any]) -> dict[str, Any]:
    """Return the results of a match under today's rules, as plain values.

    They are the state after each record of its log, the views, the reports, the outcome and the verdict.
    """
    info = services.matches.info(match)
    states = [state and digest(state) for _, state in _replayed(log)]
    found = {
        **facts(info),
        "states": [state or NOT_BEGUN for state in states],
        "views": _views(services, match),
    }
    if info.orders:
        few = _few(_readers(info))
        found["reports"] = {
            str(turn): {reader: digests(services.orders.report(match, seat, turn)) for reader, seat in few}
            for turn in _apart(_first_turn(log, info.turn) - 1, info.turn - 1)
        }
    if info.status == "over":
        verdict = services.archive.verify(match)
        said = [each.text for each in verdict.findings]
        found["verdict"] = {"ok": verdict.ok, "rolls": verdict.rolls, "actions": verdict.actions, "said": said}
    found["audit"] = [
        f"{finding.n}: {finding.text}" for finding in services.archive.audit() if finding.match == match
    ]
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def facts(info: Any) -> dict[str, Any]:
    """Return the properties of a match that must hold under any rules."""
    return {
        "rules": info.rules,
        "status": info.status,
        "version": info.version,
        "at": info.at,
        "asked": list(info.asked),
        "turn": info.turn,
        "handed_in": list(info.handed_in),
        "outcome": info.outcome,
    }


def rules_of(game: str) -> str:
    """Return the current version of a game's rules."""
    return str(palatine.load(game).rules_version)


def journal_of(services: MatchServices, match: str) -> str:
    """Return the journal that each seat and the public read: a heading, then a line per entry."""
    readers = _readers(services.matches.info(match))
    sights = services.matches.views(match, {seat: 0 for _, seat in readers})
    told = []
    for reader, seat in readers:
        told += [f"== {reader}", *(_line(line) for line in sights[seat].entries)]
    return "\n".join(told) + "\n"


def counted(log: dict[str, Any]) -> dict[str, int]:
    """Return the number of records of each kind.

    `again` counts the hand-ins that replaced an earlier one, `part` the actions that were part of a shortcut.
    """
    kinds = Counter(record["kind"] for record in log["log"])
    kinds["again"] = sum("again" in record.get("data", {}) for record in log["log"])
    kinds["part"] = sum("part" in record.get("data", {}) for record in log["log"])
    return {kind: kinds[kind] for kind in sorted(kinds) if kinds[kind]}


RECORDED = {"shortcuts": "plans", "shortcut_spaces": "ways", "duration_key": "until"}
"""The recorded name of a view's field, by its current name."""


def digests(value: Any) -> str:
    """Return a digest `name=digest` of each field of a struct, so that differences name fields."""
    plain = _as_recorded(msgspec.json.decode(msgspec.json.encode(value)))
    return " ".join(f"{name}={digest(msgspec.json.encode(plain[name]), 2)}" for name in plain)


def _as_recorded(value: Any) -> Any:
    if isinstance(value, dict):
        return {RECORDED.get(name, name): _as_recorded(each) for name, each in value.items()}
    return [_as_recorded(each) for each in value] if isinstance(value, list) else value


def digest(data: bytes, size: int = 4) -> str:
    return blake2b(data, digest_size=size).hexdigest()


def _line(line: Any) -> str:
    mark = "*" if line.private else ""
    tally = "".join(f" | {part}" for part in line.tally)
    return f"{line.version}.{line.n}{mark} {line.kind}: {line.text} [{', '.join(line.clauses)}]{tally}"


def _readers(info: Any) -> list[tuple[str, str | None]]:
    return [("everybody", None), *((each.seat, each.seat) for each in info.seats)]


def _views(services: MatchServices, match: str) -> dict[str, dict[str, str]]:
    """Return digests of the views, by position and reader.

    At the last position, all readers' current views are included, with their choices.
    """
    info = services.matches.info(match)
    readers = _readers(info)
    sights = services.matches.views(match, {seat: info.version for _, seat in readers})
    now = {reader: digests(sights[seat].view) for reader, seat in readers}
    now |= {f"{reader} may undo": sights[seat].takes_back or sights[seat].why_not for reader, seat in readers}
    few = _few(readers)
    if info.status == "over":
        few.append(("the referee of old", "referee"))
    before = {
        str(at): {reader: digests(services.archive.replay(match, seat, at).view) for reader, seat in few}
        for at in _apart(0, info.at)
    }
    return before | {"now": now}


def _few(readers: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    return [readers[i] for i in _apart(0, len(readers) - 1, READERS)]


def _apart(first: int, last: int, count: int = LOOKS) -> list[int]:
    """Return evenly spaced whole numbers from `first` to `last`, including both."""
    return sorted({first + (last - first) * part // (count - 1) for part in range(count)})


def _first_turn(log: dict[str, Any], turn: int) -> int:
    """Return the first turn that was run, or else the open turn."""
    return min([record["data"]["turn"] for record in log["log"] if record["kind"] == "turn"], default=turn)


# Logs


def logged(place: Path, match: str) -> dict[str, Any]:
    """Return the log of a match in a database, in the form of a match file.

    It uses no code of Palatine's, so that it reads a database of any age as it was written.
    """
    with closing(sqlite3.connect(place)) as database:
        database.row_factory = sqlite3.Row
        row = database.execute("select * from matches where id = ?", (match,)).fetchone()
        seats = database.execute("select * from seats where match = ? order by place", (match,)).fetchall()
        records = database.execute("select * from log where match = ? order by n", (match,)).fetchall()
    return {
        "game": row["game"],
        "scenario": row["scenario"],
        "options": json.loads(row["options"]),
        "seed": row["seed"].hex(),
        "start": row["start"],
        "origin": json.loads(row["origin"] or "null"),
        "seats": [{"seat": seat["seat"], "number": seat["number"]} for seat in seats],
        "log": [_record(record) for record in records],
    }


COLUMNS = "n, kind, ply, time, seat, verb, operand, forced, blame, data, rolls, entries"


def log_digest(place: Path, match: str) -> str:
    """Return a digest of every byte of a match's log in a database."""
    with closing(sqlite3.connect(place)) as database:
        wanted = f"select {COLUMNS} from log where match = ? order by n"
        rows = database.execute(wanted, (match,)).fetchall()
    return digest(msgspec.msgpack.encode(rows), 8)


def positions(place: Path, match: str) -> dict[int, bytes]:
    """Return every stored position of a match in a database of the archive, by ply.

    Databases of the archive store positions unpacked.
    """
    with closing(sqlite3.connect(place)) as database:
        wanted = "select ply, state from snapshots where match = ? order by ply"
        return dict(database.execute(wanted, (match,)).fetchall())


def keep_positions(place: Path, match: str) -> None:
    """Store every position of a match unpacked in its database.

    Positions that are packed or missing are found by replaying the match under the rules it was played under.
    """
    log = logged(place, match)
    standing = {record["ply"]: state for record, state in _replayed(log) if record["kind"] in MOVING}
    with closing(sqlite3.connect(place)) as database:
        names = [row[1] for row in database.execute("pragma table_info(snapshots)")]
        last = max(record["ply"] for record in log["log"][-1:])
        for ply in range(last + 1):
            row = {"match": match, "ply": ply, "state": standing[ply], "base": None}
            values = [row[name] for name in names]
            marks = ", ".join("?" * len(values))
            database.execute(f"insert or replace into snapshots ({', '.join(names)}) values ({marks})", values)
        database.commit()
        database.execute("vacuum")


def standing(log: list[dict[str, Any]]) -> dict[int, int]:
    """Return, for each ply, the index of the record that leads to the position that counts."""
    last = log[-1]["ply"]
    return {each["ply"]: i for i, each in enumerate(log) if each["kind"] in MOVING and each["ply"] <= last}


def _record(row: Any) -> dict[str, Any]:
    record = {"n": row["n"], "kind": row["kind"], "ply": row["ply"], "seat": row["seat"]}
    if row["kind"] == "action":
        record["action"] = [row["verb"], row["operand"]]
    return record | {"data": msgspec.msgpack.decode(row["data"])}


def _replayed(log: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield each record of a log with the encoded state after it, b"" before the match begins."""
    game = palatine.load(log["game"])
    states: list[Any] = []
    now = None
    for record in log["log"]:
        now = _after(game, log, record, states, now)
        yield record, b"" if now is None else game.encode(now)


def _after(game: Any, log: dict[str, Any], record: dict[str, Any], states: list[Any], now: Any) -> Any:
    """Return the state after a record.

    `states` are the states that count, by ply. `now` also includes the sheets handed in since the last of them.
    """
    kind, seat = record["kind"], record.get("seat", "")
    if kind == "begin":
        states.append(_first(game, log))
    elif kind == "undo":
        del states[record["ply"] + 1 :]
    elif kind in ("action", "hand_in", "turn", "eject"):
        after = now.copy()
        if kind == "action":
            verb, operand = record["action"]
            game.take(after, seat, (verb, operand))
        elif kind == "hand_in":
            game.set_sheet(after, seat, game.parse(record["data"]["text"]))
            return after
        elif kind == "turn":
            game.run_turn(after)
        else:
            if game.orders:
                game.clear_sheet(after, seat)
            game.remove_player(after, seat)
            if not game.orders:
                game.advance(after)
        states.append(after)
    else:
        return now
    return states[-1]


def _first(game: Any, log: dict[str, Any]) -> Any:
    seed = blake2b(bytes.fromhex(log["seed"]), digest_size=32, person=b"palatine-mix")
    for seat in log["seats"]:
        for text in (seat["seat"], seat.get("number", "")):
            seed.update(len(text.encode()).to_bytes(4, "big") + text.encode())
    if not log["start"]:
        seats = [seat["seat"] for seat in log["seats"]]
        return game.setup(log["scenario"], seats, seed.digest(), log["options"])
    start = log["start"]
    state = game.decode(base64.b64decode(start) if isinstance(start, str) else start)
    state.dice = Dice(dice_key(seed.digest()))
    return state
