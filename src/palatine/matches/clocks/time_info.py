"""The times of a match as sent to clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from palatine.matches.clocks.clocks import expiry_of
from palatine.matches.clocks.stored_times import SeatTime, Times
from palatine.matches.responses import ProposalInfo, SeatTimeInfo, TimeInfo
from palatine.matches.storage import MatchRow
from palatine.matches.wording import catalogue

DAY = 24 * 60
"""Minutes of a day."""


def time_info(row: MatchRow, times: Times, titles: Mapping[str, str]) -> TimeInfo | None:
    """Return the times of a match as sent to clients, or None if there are none.

    `titles` are the names of the seats for the texts of proposals.
    """
    if not row.times and not row.proposals:
        return None
    pace = times.pace
    told = TimeInfo(
        pace=None if pace is None else msgspec.structs.asdict(pace),
        paused=times.paused,
        paused_by=times.paused_by if times.paused else "",
        early=times.early,
        seats={name: told for name, seat in times.seats.items() if (told := _seat(seat)) != NO_TIMES or pace},
        proposals=tuple([_proposal(each, titles) for each in row.proposals]),
        rematch=bool(times.rematch),
    )
    return told if told != TimeInfo() else None


def span(seconds: float) -> str:
    """Return a duration in words, rounded: "45 minutes", "18 hours", "2 days and 3 hours"."""
    minutes = max(1, round(seconds / 60))
    if minutes >= 6 * 60:
        minutes = 60 * round(minutes / 60)
    if minutes >= 2 * DAY:
        days, rest = divmod(minutes, DAY)
        units = [("days", days), ("hours", rest // 60)]
    else:
        units = [("hours", minutes // 60), ("minutes", minutes % 60)]
    said = [catalogue().say(f"span.{unit}", n=n) for unit, n in units if n]
    return catalogue().say("span.both", first=said[0], second=said[1]) if len(said) > 1 else said[0]


def _seat(seat: SeatTime) -> SeatTimeInfo:
    return SeatTimeInfo(
        left=seat.left + seat.granted,
        asked=seat.asked,
        since=seat.since,
        ends=expiry_of(seat),
        away=seat.away,
        up=seat.up,
        wanted=seat.wanted,
        ready=seat.ready,
        waits=seat.waits,
    )


NO_TIMES = SeatTimeInfo()


SHOWN_FIELDS = ("n", "kind", "by", "made", "expires", "of", "yes", "silence")


def proposal_message(kind: str, seat: str, terms: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the message key of a proposal and the values to fill it with."""
    said = {"seat": seat} | {name: terms.get(name, 0) for name in ("to", "at", "count", "rolls")}
    hours = terms.get("hours", 0)
    if kind == "takeback" and terms.get("where"):
        key = "ask-takeback-rolls" if said["rolls"] else "ask-takeback-to"
        move = terms.get("move", "")
        return f"{key}-move" if move else key, said | {"where": terms["where"], "move": move}
    if kind in ("pause", "time") and hours and hours % 24 == 0:
        return f"ask-{kind}-days", said | {"days": round(hours / 24)}
    return f"ask-{kind}", said | {"hours": f"{float(hours):g}"}


def _proposal(stored: dict[str, Any], titles: Mapping[str, str]) -> ProposalInfo:
    terms = stored | {"to": stored.get("seat", ""), "count": stored.get("ply", 0) - stored.get("at", 0)}
    key, said = proposal_message(stored["kind"], titles[stored["by"]], terms | {"to": titles.get(terms["to"], "")})
    text = catalogue().say(f"line.{key}", **said)
    known = {name: stored[name] for name in SHOWN_FIELDS if name in stored}
    return msgspec.convert(known | {"of": stored.get("of", ()), "text": text}, ProposalInfo)
