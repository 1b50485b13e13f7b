"""Stories of finished matches: measures over time, turning points, losses and dice luck."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt

from palatine.core import State, Unknown
from palatine.core.guidance.measures import Measure
from palatine.core.guidance.recap import RecapItem
from palatine.core.scenario import REFEREE
from palatine.matches.guidance import chapters
from palatine.matches.guidance.answers import Loss, Luck, MeasureTitle, Moment, Rematch, Story, TurningPoint
from palatine.matches.guidance.recaps import recap_of
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import SEES_ALL
from palatine.matches.storage import Record
from palatine.matches.wording import refused, words

MOST_MOMENTS = 120
MOST_TURNING_POINTS = 5
MOST_ITEMS = 4
"""Maximum number of items of one turning point."""


def story(context: MatchRuntime, match: str, seat: str | None = None) -> Story:
    """Return the story of a finished match, with items as `seat` saw them.

    None is a spectator; the referee sees everything. Raises `Refused` while the match is in play, because a story
    contains hidden information.
    """
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused("no-story")
    if seat != SEES_ALL:
        loaded.check_seat(seat)
    walk = _Walk(context, loaded)
    moments = walk.moments()
    records = context.storage.line(match, -1, loaded.row.ply)
    outcome = loaded.row.outcome or {}
    return Story(
        match=match,
        seat=seat,
        plies=loaded.row.ply,
        outcome={name: outcome.get(name, "") for name in ("winners", "margin", "clause")},
        turns=moments[-1].turn if moments else loaded.row.turn,
        measures=walk.titles(),
        moments=moments,
        turning_points=tuple(_turning_points(walk, moments, seat)),
        losses=tuple(_losses(loaded, records, seat, moments)),
        luck=tuple(_luck(records)),
        rematch=_rematch(loaded),
        names=loaded.titles(None if seat == SEES_ALL else loaded.reader(seat)),
    )


class _Walk:
    """The positions of a match with their measures, each loaded once."""

    def __init__(self, context: MatchRuntime, loaded: LoadedMatch) -> None:
        self.context = context
        self.loaded = loaded
        self._seen: dict[int, tuple[int, tuple[Measure, ...]] | None] = {}

    def look(self, at: int) -> tuple[int, tuple[Measure, ...]] | None:
        """Return the turn and the measures after `at` actions; None if they are not available."""
        if at not in self._seen:
            try:
                state: State = self.context.state_at(self.loaded, at)
            except Unknown:
                self._seen[at] = None
            else:
                self._seen[at] = (
                    getattr(state, "turn", 0),
                    (*self.loaded.game.measures(state), *self._chances(state)),
                )
        return self._seen[at]

    def _chances(self, state: State) -> tuple[Measure, ...]:
        """Return the chances of winning in per cent, if the game has an evaluation function."""
        game = self.loaded.game
        if not game.evaluation.weights:
            return ()
        chances = dict(zip(state.seats, game.evaluate(state), strict=True))
        values = {seat: 100 * chance for seat, chance in chances.items() if seat != REFEREE}
        return (Measure("chances", words().say("story.chances"), values, unit=words().say("story.per-cent")),)

    def turn(self, at: int) -> int:
        found = self.look(at)
        return found[0] if found else 0

    def first(self, at: int) -> dict[str, float]:
        """Return the values of the measure that decides the match, by seat."""
        found = self.look(at)
        return found[1][0].values if found and found[1] else {}

    def titles(self) -> tuple[MeasureTitle, ...]:
        found = self.look(self.loaded.row.ply)
        named = (
            [MeasureTitle(each.id, each.title, each.unit, each.more_is_better) for each in found[1]]
            if found
            else []
        )
        return tuple(named)

    def moments(self) -> tuple[Moment, ...]:
        """Return the starts of turns, and positions at even distances between them.

        The first and the last position are always included.
        """
        last = self.loaded.row.ply
        beginnings = {0, *chapters.beginnings(self.turn, 0, last)}
        step = max(1, last // MOST_MOMENTS)
        plies = sorted({*beginnings, *range(0, last, step), last})
        return tuple([_moment(at, found, at in beginnings) for at in plies if (found := self.look(at))])

    def swing(self, low: int, high: int) -> dict[str, float]:
        """Return the change of the first measure between two plies, by seat."""
        before, after = self.first(low), self.first(high)
        return {seat: after[seat] - before[seat] for seat in after if seat in before}

    def narrowed(self, low: int, high: int) -> tuple[int, int]:
        """Return the plies around the action in which the first measure changes most."""
        while high - low > 1:
            middle = (low + high) // 2
            if _size(self.swing(low, middle)) >= _size(self.swing(middle, high)):
                high = middle
            else:
                low = middle
        return low, high


def _moment(at: int, found: tuple[int, tuple[Measure, ...]], begins: bool) -> Moment:
    return Moment(at, found[0], {each.id: each.values for each in found[1]}, begins)


def _size(swing: dict[str, float]) -> float:
    return max(map(abs, swing.values()), default=0)


def _turning_points(walk: _Walk, moments: Sequence[Moment], seat: str | None) -> Iterable[TurningPoint]:
    spans = sorted(
        pairwise([moment.at for moment in moments]), key=lambda span: (-_size(walk.swing(*span)), -span[0])
    )
    chosen = [walk.narrowed(*span) for span in spans[:MOST_TURNING_POINTS] if _size(walk.swing(*span))]
    for low, high in sorted(chosen):
        records = walk.context.storage.line(walk.loaded.row.id, low, high)
        items = sorted(recap_of(walk.loaded, records, seat).items, key=_weight)[:MOST_ITEMS]
        yield TurningPoint(low, high, walk.turn(low), walk.swing(low, high), tuple(items))


def _weight(item: RecapItem) -> tuple[bool, bool, bool]:
    return item.card is None, item.is_minor, not item.flags


def _losses(
    loaded: LoadedMatch, records: Sequence[Record], seat: str | None, moments: Sequence[Moment]
) -> Iterable[Loss]:
    ply_of = {record.n: record.ply for record in records}
    beginnings = [moment for moment in moments if moment.begins]
    plies = [moment.at for moment in beginnings]
    for item in recap_of(loaded, records, seat).items:
        at = ply_of.get(int(item.entry.partition(".")[0] or 0), 0)
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


def _rematch(loaded: LoadedMatch) -> Rematch:
    row = loaded.row
    players = {
        seat.seat: {"kind": "bot", "bot": seat.bot} if seat.bot else {"kind": "person", "name": seat.name}
        for seat in loaded.seats
    }
    return Rematch(row.game, row.scenario, loaded.names, row.options, row.title, players, row.forced, row.clock)
