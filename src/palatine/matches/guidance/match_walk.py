"""A walk through a match: measures and chances of winning at its positions."""

from __future__ import annotations

from palatine.core import State, Unknown
from palatine.core.guidance.measures import Measure
from palatine.core.scenario import REFEREE
from palatine.matches.guidance import chapters
from palatine.matches.guidance.answers import MeasureTitle, Moment
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.wording import catalogue

MOST_MOMENTS = 120


class MatchWalk:
    """The positions of a match with their measures, each loaded once.

    The first measure is the chance of winning, if the game has an evaluation function, and then the one that decides
    the match.
    """

    def __init__(self, context: MatchRuntime, loaded: LoadedMatch) -> None:
        self.context = context
        self.loaded = loaded
        self.has_chances = loaded.game.has_chances
        self._seen: dict[int, tuple[int, tuple[Measure, ...]] | None] = {}

    def look(self, at: int) -> tuple[int, tuple[Measure, ...]] | None:
        """Return the turn and the measures after `at` actions; None if they are not available."""
        if at not in self._seen:
            state = self.state(at)
            self._seen[at] = (
                None
                if state is None
                else (getattr(state, "turn", 0), (*self._chances(state), *self.loaded.game.measures(state)))
            )
        return self._seen[at]

    def state(self, at: int) -> State | None:
        """Return the position after `at` actions; None if it is not available."""
        try:
            found: State = self.context.state_at(self.loaded, at)
        except Unknown:
            return None
        return found

    def is_set_up(self, at: int) -> bool:
        """Return whether no seat is setting up after `at` actions."""
        state, game = self.state(at), self.loaded.game
        return state is not None and not any([game.is_setting_up(state, seat) for seat in state.seats])

    def _chances(self, state: State) -> tuple[Measure, ...]:
        """Return the chances of winning in per cent, if the game has an evaluation function."""
        if not self.has_chances:
            return ()
        is_drawn = state.outcome is not None and not state.outcome.winners
        values = self._values(_in_play(state) if is_drawn else state)
        return (
            Measure("chances", catalogue().say("story.chances"), values, unit=catalogue().say("story.per-cent")),
        )

    def _values(self, state: State) -> dict[str, float]:
        chances = dict(zip(state.seats, self.loaded.game.evaluate(state), strict=True))
        return {seat: 100 * chance for seat, chance in chances.items() if seat != REFEREE}

    def turn(self, at: int) -> int:
        found = self.look(at)
        return found[0] if found else 0

    def first(self, at: int) -> dict[str, float]:
        """Return the values of the first measure, by seat."""
        found = self.look(at)
        return found[1][0].values if found and found[1] else {}

    @property
    def score_id(self) -> str:
        """The id of the measure that decides the match; "" if there is none."""
        titles = self.titles()[int(self.has_chances) :]
        return titles[0].id if titles else ""

    def score(self, at: int) -> dict[str, float]:
        """Return the values of the measure that decides the match, by seat."""
        found = self.look(at)
        return next((each.values for each in found[1] if each.id == self.score_id), {}) if found else {}

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
        beginnings = {0, *chapters.turn_starts(self.turn, 0, last)}
        step = max(1, last // MOST_MOMENTS)
        plies = sorted({*beginnings, *range(0, last, step), last})
        return tuple([_moment(at, found, at in beginnings) for at in plies if (found := self.look(at))])

    def swing(self, low: int, high: int) -> dict[str, float]:
        """Return the change of the first measure between two plies, by seat."""
        return _difference(self.first(low), self.first(high))

    def swing_in_play(self, low: int, high: int) -> dict[str, float]:
        """Return the change of the first measure between two plies as if the match had not ended."""
        last = self.state(high) if self.has_chances and high == self.loaded.row.ply else None
        return self.swing(low, high) if last is None else _difference(self.first(low), self._values(_in_play(last)))


def _difference(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    return {seat: after[seat] - before[seat] for seat in after if seat in before}


def _in_play(state: State) -> State:
    """Return a copy of a position without its outcome."""
    found: State = state.copy()
    found.outcome = None
    return found


def _moment(at: int, found: tuple[int, tuple[Measure, ...]], begins: bool) -> Moment:
    return Moment(at, found[0], {each.id: each.values for each in found[1]}, begins)
