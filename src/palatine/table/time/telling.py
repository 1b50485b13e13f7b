"""What is told of a match's times."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.table.responses import ProposalInfo, SeatTimeInfo, TimeInfo
from palatine.table.storage import MatchRow
from palatine.table.time.clocks import runs_out
from palatine.table.time.times import SeatTime, times_of
from palatine.table.wording import words


def time_info(row: MatchRow) -> TimeInfo | None:
    """None where there is nothing to tell."""
    if not row.times and not row.proposals:
        return None
    times = times_of(row.times)
    pace = times.pace
    told = TimeInfo(
        pace=None if pace is None else msgspec.structs.asdict(pace),
        paused=times.paused,
        paused_by=times.paused_by if times.paused else "",
        early=times.early,
        seats={name: told for name, seat in times.seats.items() if (told := _seat(seat)) != UNTOLD or pace},
        proposals=tuple([_proposal(each) for each in row.proposals]),
        rematch=bool(times.rematch),
    )
    return told if told != TimeInfo() else None


def _seat(seat: SeatTime) -> SeatTimeInfo:
    return SeatTimeInfo(
        left=seat.left + seat.granted,
        asked=seat.asked,
        since=seat.since,
        ends=runs_out(seat),
        away=seat.away,
        up=seat.up,
        wanted=seat.wanted,
        ready=seat.ready,
        waits=seat.waits,
    )


UNTOLD = SeatTimeInfo()


TOLD = ("n", "kind", "by", "made", "expires", "of", "yes", "silence")


def _proposal(kept: dict[str, Any]) -> ProposalInfo:
    said = {"to": kept.get("seat", ""), "at": kept.get("at", 0), "rolls": kept.get("rolls", 0)}
    said |= {"count": kept.get("ply", 0) - kept.get("at", 0), "hours": f"{kept.get('hours', 0):g}"}
    text = words().say(f"line.ask-{kept['kind']}", seat=kept["by"], **said)
    known = {name: kept[name] for name in TOLD if name in kept}
    return msgspec.convert(known | {"of": kept.get("of", ()), "text": text}, ProposalInfo)
