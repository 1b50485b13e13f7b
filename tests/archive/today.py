"""All that the archive asks of Palatine as it is today: whatever is renamed there is renamed here alone.

A log is played again twice: by the server, when it imports, verifies or audits a match, and here, by nothing but
the rules and what `docs/match-file.md` says of dice and records.
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
"""At so many positions of a match, evenly apart, its views are looked at."""
READERS = 4
"""So many seats look at each of them, and are sent reports; at the last position all look."""
NOT_BEGUN = "-" * 8
MOVING = ("begin", "action", "turn", "eject")
"""The kinds of records that lead to a new position."""


def opened(place: Path | str) -> MatchServices:
    """A server on a database, in which no bot plays unless it is told to."""
    return MatchServices(Store.open(place), bots="background")


def goes_on(services: MatchServices, match: str, steps: list[list[Any]]) -> dict[str, Any]:
    """What a running match comes to when persons go on with it: `[key, action]`, `[key, sheet]`, or `["", "run"]` for
    a turn for which all have handed in."""
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
    """Whether the owner of one of these keys is asked anything; then he does what is offered first, or hands in an
    empty sheet."""
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
    """What cannot be looked at of a match: positions here and there, reports, with some readers' eyes."""
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


# What a match gives


def given(services: MatchServices, match: str, log: dict[str, Any]) -> dict[str, Any]:
    """What a match gives by today's rules, as plain values: the state after each record of its log, the views, the
    reports, the result, the verdict."""
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
    """The version of a game's rules today."""
    return str(palatine.load(game).rules_version)


def journal_of(services: MatchServices, match: str) -> str:
    """What each seat, and everybody, reads of a match: a heading for each, then a line for each line of the journal."""
    readers = _readers(services.matches.info(match))
    sights = services.matches.views(match, {seat: 0 for _, seat in readers})
    told = []
    for reader, seat in readers:
        told += [f"== {reader}", *(_line(line) for line in sights[seat].entries)]
    return "\n".join(told) + "\n"


def counted(log: dict[str, Any]) -> dict[str, int]:
    """How many records there are of each kind; of hand-ins also how many took the place of an earlier one, of
    actions how many were parts of plans."""
    kinds = Counter(record["kind"] for record in log["log"])
    kinds["again"] = sum("again" in record.get("data", {}) for record in log["log"])
    kinds["part"] = sum("part" in record.get("data", {}) for record in log["log"])
    return {kind: kinds[kind] for kind in sorted(kinds) if kinds[kind]}


RECORDED = {"shortcuts": "plans", "shortcut_spaces": "ways", "duration_key": "until"}
"""By today's name of a view's field: the name under which it was recorded."""


def digests(value: Any) -> str:
    """A digest of each field of a struct, `name=digest`: so a difference can be said to be in one of them."""
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
    """What is seen of a match, by position and reader; at the last position as it is now, choices and all."""
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
    """Some whole numbers between two, evenly apart, with both."""
    return sorted({first + (last - first) * part // (count - 1) for part in range(count)})


def _first_turn(log: dict[str, Any], turn: int) -> int:
    """The turn that was run first, or the one that is open."""
    return min([record["data"]["turn"] for record in log["log"] if record["kind"] == "turn"], default=turn)


# Logs


def logged(place: Path, match: str) -> dict[str, Any]:
    """The log of a match in a database, in the form of a match file. It asks no code of Palatine's, so that it reads
    a database of any age as it was written."""
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
    """A digest of every byte of a match's log in a database."""
    with closing(sqlite3.connect(place)) as database:
        wanted = f"select {COLUMNS} from log where match = ? order by n"
        rows = database.execute(wanted, (match,)).fetchall()
    return digest(msgspec.msgpack.encode(rows), 8)


def positions(place: Path, match: str) -> dict[int, bytes]:
    """Every position that a database of the archive keeps of a match, by ply: there they are not packed."""
    with closing(sqlite3.connect(place)) as database:
        wanted = "select ply, state from snapshots where match = ? order by ply"
        return dict(database.execute(wanted, (match,)).fetchall())


def keep_positions(place: Path, match: str) -> None:
    """Keep every position of a match in its database, as it is, where some are packed or are not kept at all: found
    by playing it again under the rules it was played under."""
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
    """For each ply the index of the record that leads to the position which stands there."""
    last = log[-1]["ply"]
    return {each["ply"]: i for i, each in enumerate(log) if each["kind"] in MOVING and each["ply"] <= last}


def _record(row: Any) -> dict[str, Any]:
    record = {"n": row["n"], "kind": row["kind"], "ply": row["ply"], "seat": row["seat"]}
    if row["kind"] == "action":
        record["action"] = [row["verb"], row["operand"]]
    return record | {"data": msgspec.msgpack.decode(row["data"])}


def _replayed(log: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Each record of a log with the encoded state after it; with nothing before the match has begun."""
    game = palatine.load(log["game"])
    states: list[Any] = []
    now = None
    for record in log["log"]:
        now = _after(game, log, record, states, now)
        yield record, b"" if now is None else game.encode(now)


def _after(game: Any, log: dict[str, Any], record: dict[str, Any], states: list[Any], now: Any) -> Any:
    """The state after a record; `states` are those that stand, by ply, `now` has the sheets handed in since."""
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
