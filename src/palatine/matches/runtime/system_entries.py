"""Journal lines of the server about a record, derived from its kind, seat and data alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from palatine.core import Entry
from palatine.matches.clocks.time_info import proposal_message

SYSTEM = "house."
Data = Mapping[str, Any]


def system_entries(kind: str, seat: str, data: Data, names: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return the server's journal entries about a record; `names` are the seats of the match.

    Raises `KeyError` or `ValueError` for an imported record that lacks required data.
    """
    if kind == "hand_in" and ("drafted" in data or data.get("advance")):
        line = "advance" if data.get("advance") else "late-drafted" if data["drafted"] else "late-bot"
        return (Entry(SYSTEM + line, {"turn": data["turn"]}, readers=(names.index(seat),)),)
    if kind == "hand_in" and not data.get("late"):
        said = {"seat": seat, "turn": data["turn"]}
        again = data.get("again", False)
        return (
            Entry(f"{SYSTEM}replace", said, readers=(names.index(seat),)) if again else _entry("hand_in", said),
        )
    if kind == "standing" or (kind == "action" and data.get("stood")):
        line = "stands-no-more" if kind == "standing" else "stood"
        return (Entry(SYSTEM + line, {"seat": seat}, readers=(names.index(seat),)),)
    if kind not in LINES:
        return ()
    return tuple(_entry(line, said) for line, said in LINES[kind](seat, data))


def _entry(line: str, said: dict[str, Any]) -> Entry:
    return Entry(SYSTEM + line, said)


Lines = list[tuple[str, dict[str, Any]]]


def _sit(seat: str, data: Data) -> Lines:
    return [("sit" if "number" in data else "rename", {"seat": seat, "name": data["name"]})]


def _turn(seat: str, data: Data) -> Lines:
    found: Lines = [(f"turn-{data['why']}", {"turn": data["turn"], "seat": seat})]
    if data.get("missing"):
        found.append(("missing", {"seats": data["missing"]}))
    return found


def _eject(seat: str, data: Data) -> Lines:
    found: Lines = [(f"eject-{data['why']}", {"seat": seat, "by": data["by"]})]
    if data.get("bot"):
        found.append(("hand_over", {"seat": seat, "bot": data["bot"]}))
    return found


def _undo(seat: str, data: Data) -> Lines:
    if data.get("agreed"):
        return [("back", {"seat": seat, "at": int(data["at"])})]
    return [("lesson-back" if "lesson" in data else "undo", {"seat": seat})]


def _flag(seat: str, data: Data) -> Lines:
    """Return lines about time: timeouts, time granted, excuses and extensions."""
    said = {"seat": seat} | {name: data[name] for name in FLAG[data["why"]] if name in data}
    if "until" in said:
        said["until"] = _time_text(said["until"])
    if "hours" in said:
        said["hours"] = _hours(said["hours"])
    found: Lines = [(f"flag-{data['why']}", said)]
    if data.get("choice"):
        found.append(("flag-choice", {"seat": seat}))
    return found


FLAG: dict[str, tuple[str, ...]] = {
    "up": (), "wanted": (), "won": (), "given": ("by", "hours"), "granted": ("hours",),
    "later": ("turn", "hours", "until"), "excused": ("seats", "turn", "until"), "grace": ("seats", "turn", "until"),
    "many": ("seats", "turn", "until"), "successor": ("seats", "turn", "until"),
}  # fmt: skip


def _time_text(time: Any) -> str:
    """Return a time for display: UTC, to the minute."""
    return str(time)[:16].replace("T", " ")


def _hours(hours: Any) -> str:
    return f"{float(hours):g}"


def _stand_in(seat: str, data: Data) -> Lines:
    if "turn" in data:
        return [("stand_in-sheet" if data["bot"] else "stand_in-lines", {"seat": seat, "turn": data["turn"]})]
    found: Lines = [("hand_over", {"seat": seat, "bot": data["bot"]})]
    if "missed" in data:
        found = [("stand_in-missed", {"seat": seat, "bot": data["bot"], "missed": int(data["missed"])})]
    return [*found, ("flag-wanted", {"seat": seat})] if data.get("wanted") else found


def _pause(seat: str, data: Data) -> Lines:
    away = f"away-{data['orders']}" if "orders" in data else "away"
    for name, line in (("until", "pause"), ("away", away)):
        if name in data:
            return [(line, {"seat": seat, "until": _time_text(data[name])})]
    return [
        (line, {"seat": seat}) for name, line in (("over", "pause-over"), ("back", "away-back")) if data.get(name)
    ]


def _proposal(seat: str, data: Data) -> Lines:
    if data["answer"] == "asked":
        return [proposal_message(data["what"], seat, data)]
    return [(f"proposal-{data['answer']}-{data['what']}", {"seat": seat})]


def _vote(data: Data) -> str:
    return ("vote" if data["out"] else "unvote") + ("-end" if data.get("end") else "")


def _rules(seat: str, data: Data) -> Lines:
    said = {name: data[name] for name in ("before", "now", "changes")}
    return [("rules" if said["changes"] else "other-rules", said)]


LINES: dict[str, Callable[[str, Data], Lines]] = {
    "sit": _sit,
    "begin": lambda seat, data: [] if "lesson" in data else [("begin", {})],
    "stand_up": lambda seat, data: [("stand_up", {"seat": seat, "name": data["name"]})],
    "leave": lambda seat, data: [(f"leave-{data['why']}", {"seat": seat, "bot": data["bot"]})],
    "take_over": lambda seat, data: [("take_over", {"seat": seat, "name": data["name"]})],
    "hand_over": lambda seat, data: [("hand_over", {"seat": seat, "bot": data["bot"]})],
    "take_back": lambda seat, data: [("take_back", {"seat": seat, "name": data["name"]})],
    "undo": _undo,
    "resign": lambda seat, data: [("resign", {"seat": seat})],
    "vote": lambda seat, data: [(_vote(data), {"seat": seat, "against": data["against"]})],
    "end": lambda seat, data: [("end", {"seat": seat})],
    "turn": _turn,
    "eject": _eject,
    "flag": _flag,
    "stand_in": _stand_in,
    "pause": _pause,
    "proposal": _proposal,
    "ready": lambda seat, data: [("ready" if data["ready"] else "wait", {"seat": seat, "turn": data["turn"]})],
    "rules": _rules,
    "stuck": lambda seat, data: [("stuck", {"why": data["why"]}) if data["why"] else ("goes-on", {})],
}
