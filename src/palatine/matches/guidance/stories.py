"""Stories of finished matches: measures over time, turning points, losses and dice luck."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from palatine.core.guidance.recap import RecapItem
from palatine.core.scenario import REFEREE
from palatine.matches.guidance.answers import Colours, Loss, Luck, Moment, Rematch, Standing, Story
from palatine.matches.guidance.match_walk import MatchWalk
from palatine.matches.guidance.recaps import recap_of
from palatine.matches.guidance.turning_points import turning_points
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import OMNISCIENT
from palatine.matches.storage import Record
from palatine.matches.wording import refused_error


def story(context: MatchRuntime, match: str, seat: str | None = None) -> Story:
    """Return the story of a finished match, with items as `seat` saw them.

    None is a spectator; the referee sees everything. Raises `Refused` while the match is in play, because a story
    contains hidden information.
    """
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused_error("no-story")
    if seat != OMNISCIENT:
        loaded.check_seat(seat)
    walk = MatchWalk(context, loaded)
    moments = walk.moments()
    records = context.storage.actions_in_force(match, -1, loaded.row.ply)
    items = tuple(_items(loaded, records, seat))
    outcome = loaded.row.outcome or {}
    reader = None if seat == OMNISCIENT else loaded.reader_of(seat)
    return Story(
        match=match,
        seat=seat,
        plies=loaded.row.ply,
        outcome={
            "winners": outcome.get("winners", ""),
            "margin": loaded.margin(loaded.names_for(reader)),
            "clause": outcome.get("clause", ""),
        },
        turns=_last_turn(walk) or loaded.row.turn,
        measures=walk.titles(),
        moments=moments,
        turning_points=turning_points(walk, moments, items),
        losses=tuple(_losses(items, moments)),
        luck=tuple(_luck(records)),
        rematch=_rematch(loaded),
        standing=tuple(_final_standings(walk, moments)),
        score=walk.score_id,
        colours=dict(_colours(loaded)),
        names=loaded.titles(reader),
    )


def _last_turn(walk: MatchWalk) -> int:
    """Return the turn in which the match ended.

    That is the turn of its last action, or of a resignation or timeout after it.
    """
    last = walk.loaded.row.ply
    state = walk.state(last)
    has_ended_itself = state is None or state.outcome is not None
    return walk.turn(max(0, last - 1) if has_ended_itself else last)


def _items(loaded: LoadedMatch, records: Sequence[Record], seat: str | None) -> Iterator[tuple[int, RecapItem]]:
    """Yield the events of a match in order, each with the number of actions after it."""
    ply_of = {record.n: record.ply for record in records}
    ply = 0
    for item in recap_of(loaded, records, seat).items:
        if item.entry:
            ply = ply_of.get(int(item.entry.partition(".")[0]), ply)
        yield ply, item


def _losses(items: Iterable[tuple[int, RecapItem]], moments: Sequence[Moment]) -> Iterable[Loss]:
    beginnings = [moment for moment in moments if moment.begins]
    plies = [moment.at for moment in beginnings]
    for at, item in items:
        begun = bisect_right(plies, at - 1)
        for side in item.card.sides if item.card else ():
            if side.losses and item.card:
                turn = beginnings[begun - 1].turn if begun else 0
                yield Loss(side.name, side.losses, item.card.title, at, turn, item.entry)


def _luck(records: Iterable[Record]) -> Iterable[Luck]:
    """Yield statistics of the dice in the journal, by acting seat and kind of die."""
    fallen: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for record in records:
        purposes = {entry.tally.purpose for entry in record.entries if entry.tally is not None}
        for roll in record.rolls:
            if roll.purpose in purposes and roll.sides > 1:
                fallen[record.seat, roll.sides].append(roll.value)
    for (seat, sides), values in sorted(fallen.items()):
        mean, expected = sum(values) / len(values), (sides + 1) / 2
        spread = sqrt((sides * sides - 1) / 12 / len(values))
        yield Luck(seat, sides, len(values), mean, expected, (mean - expected) / spread)


def _final_standings(walk: MatchWalk, moments: Sequence[Moment]) -> Iterator[Standing]:
    """Yield the final place of each seat, from the ranks of the outcome."""
    loaded = walk.loaded
    outcome = loaded.row.outcome or {}
    seats = [seat.seat for seat in loaded.seats if seat.seat != REFEREE]
    winners = list(outcome.get("winners", ()))
    ranks = outcome.get("ranks") or [winners, [seat for seat in seats if seat not in winners]]
    gone = {outcome.get("resigned"), outcome.get("timed"), outcome.get("ended")}
    gone |= {record.seat for record in walk.context.records_after(loaded, 0) if record.kind in ("resign", "eject")}
    score = walk.score(loaded.row.ply)
    place = 1
    for group in ranks:
        for seat in group:
            yield Standing(seat, place, score.get(seat), _eliminated(walk.score_id, seat, moments), seat in gone)
        place += len(group)


def _eliminated(measure: str, seat: str, moments: Sequence[Moment]) -> int:
    """Return the last turn in which a measure applied to a seat; 0 if it does at the end."""
    counted = [moment for moment in moments if moment.values.get(measure)]
    held = [moment for moment in counted if seat in moment.values[measure]]
    return held[-1].turn if held and held[-1] is not counted[-1] else 0


def _colours(loaded: LoadedMatch) -> Iterator[tuple[str, Colours]]:
    styles = loaded.game.boards(loaded.state)[0].styles
    for seat in loaded.names:
        style = styles.get(loaded.game.seat_styles.get(seat, ""))
        if style is not None:
            yield seat, Colours(style.fill, style.dark or style.fill)


def _rematch(loaded: LoadedMatch) -> Rematch:
    row = loaded.row
    players = {
        seat.seat: {"kind": "bot", "bot": seat.bot} if seat.bot else {"kind": "person", "name": seat.name}
        for seat in loaded.seats
    }
    return Rematch(row.game, row.scenario, loaded.names, row.options, row.title, players, row.forced, row.clock)
