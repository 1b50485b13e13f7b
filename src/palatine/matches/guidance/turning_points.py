"""Turning points of a finished match: the decisions and battles that changed the chances most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from palatine.core.guidance.recap import RecapItem
from palatine.matches.guidance.answers import Moment, TurningPoint
from palatine.matches.guidance.match_walk import MatchWalk

MOST = 5
MOST_ITEMS = 4
"""Maximum number of items of one turning point."""
MOST_APPROACHES = 3
"""Maximum number of marches shown that led to an event."""
MOST_SPANS = 12
"""Maximum number of spans between moments that are searched for turning points."""
LEAST = 1.5
"""Minimum change of a chance in a turning point, in per cent."""
FOUGHT = frozenset({"battle", "control", "loss"})
"""Kinds of flags by which an event can end a match."""


@dataclass
class Scene:
    """Consecutive events that belong together, such as a march and the battle at its end."""

    first: int
    last: int
    items: list[RecapItem] = field(default_factory=list)
    places: set[int] = field(default_factory=set)
    is_fighting: bool = False
    """True after the start of a battle whose result has not come yet."""
    kinds: set[str] = field(default_factory=set)
    """Kinds of flags of the last action."""

    @property
    def lead(self) -> RecapItem:
        return min(self.items, key=weight)

    def shown(self) -> tuple[RecapItem, ...]:
        """Return the most important items, the lead first and the others in order of play."""
        lead = self.lead
        best = sorted([each for each in self.items if each is not lead], key=weight)[: MOST_ITEMS - 1]
        return (lead, *[each for each in self.items if any(each is other for other in best)])

    def add(self, item: RecapItem, ply: int) -> None:
        if ply != self.last:
            self.last = ply
            self.kinds.clear()
        self.kinds.update(flag.kind for flag in item.flags)
        self.places.update(item.places)
        if is_event(item):
            self.items.append(item)
        if item.card is not None:
            self.is_fighting = False
        elif "battle" in self.kinds:
            self.is_fighting = True


def weight(item: RecapItem) -> tuple[bool, bool, bool, bool, bool]:
    """Return a key that sorts the most important items first: battles, then changes of control."""
    kinds = {flag.kind for flag in item.flags}
    return (
        item.is_minor,
        item.card is None or len(item.card.sides) < 2,
        "control" not in kinds,
        item.card is None and not kinds & FOUGHT,
        not (kinds or item.routes),
    )


def is_title(item: RecapItem) -> bool:
    """Return whether an item only announces a turn or phase."""
    return bool(item.heading) and not (item.routes or item.flags or item.card or item.spaces)


def is_event(item: RecapItem) -> bool:
    """Return whether an item is something that players did or suffered, and no bookkeeping."""
    return not (item.is_minor or item.is_score or is_title(item))


def turning_points(
    walk: MatchWalk, moments: Sequence[Moment], items: Sequence[tuple[int, RecapItem]]
) -> tuple[TurningPoint, ...]:
    """Return the events in which the first measure changed most, in order of play.

    `items` are the events of the match with the number of actions after each.
    """
    find = _turns if walk.loaded.game.orders else _scenes_of_actions
    found = [
        each for each in find(walk, moments, items) if _size(each.change) >= (LEAST if walk.has_chances else 1e-9)
    ]
    best = sorted(found, key=lambda each: (-_size(each.change), -each.before))[:MOST]
    return tuple(sorted(best, key=lambda each: each.before))


def _size(swing: dict[str, float]) -> float:
    return max(map(abs, swing.values()), default=0)


def _widest(walk: MatchWalk, moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """Return the spans between moments with the largest changes, without setting up."""
    spans = sorted(
        pairwise([moment.at for moment in moments]), key=lambda span: (-_size(walk.swing(*span)), -span[0])
    )
    return [span for span in spans if _size(walk.swing(*span)) and walk.is_set_up(span[0])][:MOST_SPANS]


# Single actions


def scenes(items: Iterable[tuple[int, RecapItem]]) -> Iterator[Scene]:
    """Yield the scenes of a match of single actions that have an event.

    An item belongs to the scene before it if it comes from the same action, has a place in common with it, or is part
    of its battle.
    """
    scene: Scene | None = None
    for ply, item in items:
        continues = scene is not None and (
            ply == scene.last
            or (not item.heading and bool(scene.places.intersection(item.places)))
            or (scene.is_fighting and not item.places)
        )
        if scene is None or not continues:
            if scene is not None and scene.items:
                yield scene
            scene = Scene(ply, ply)
        scene.add(item, ply)
    if scene is not None and scene.items:
        yield scene


def _scenes_of_actions(
    walk: MatchWalk, moments: Sequence[Moment], items: Sequence[tuple[int, RecapItem]]
) -> Iterator[TurningPoint]:
    spans, phases = _widest(walk, moments), _phases(items)
    for scene in scenes(items):
        before, after = max(0, scene.first - 1), scene.last
        if not any(before < high and low < after for low, high in spans) or not walk.is_set_up(before):
            continue
        shown, earlier = scene.shown(), [item for ply, item in phases[scene.first] if ply < scene.first]
        yield _point(
            walk,
            before,
            after,
            (shown[0], *_approaches(shown[0], earlier), *shown[1:]),
            ends=bool(scene.kinds & FOUGHT),
        )


def _phases(items: Iterable[tuple[int, RecapItem]]) -> dict[int, list[tuple[int, RecapItem]]]:
    found: dict[int, list[tuple[int, RecapItem]]] = {}
    phase: list[tuple[int, RecapItem]] = []
    for ply, item in items:
        if is_title(item):
            phase = []
        phase.append((ply, item))
        found.setdefault(ply, phase)
    return found


def _approaches(lead: RecapItem, earlier: Sequence[RecapItem]) -> list[RecapItem]:
    """Return the last marches that ended where something then happened."""
    if lead.routes:
        return []
    places = set(lead.places)
    came = [item for item in earlier if any(route.spaces[-1] in places for route in item.routes if route.spaces)]
    return came[-MOST_APPROACHES:]


# Secret orders


def _turns(
    walk: MatchWalk, moments: Sequence[Moment], items: Sequence[tuple[int, RecapItem]]
) -> Iterator[TurningPoint]:
    for low, high in _widest(walk, moments):
        change = walk.swing_in_play(low, high)
        events = [item for ply, item in items if low < ply <= high and is_event(item)]
        if events:
            movers = [seat for seat, _ in Counter({seat: abs(by) for seat, by in change.items()}).most_common(2)]
            yield _point(walk, low, high, tuple(_weightiest(events, _Concerns(walk, low, movers))))


def _weightiest(events: Sequence[RecapItem], concerns: _Concerns) -> list[RecapItem]:
    """Return the most important events of a turn, first those that meet `concerns`."""
    fought = {item.card.space for item in events if item.card is not None}
    events = [each for each in events if each.card is not None or not _is_battle_at(each, fought)]
    best = sorted(events, key=lambda item: (not concerns(item), weight(item)))[:MOST_ITEMS]
    return [best[0], *_approaches(best[0], [each for each in events if each not in best]), *best[1:]]


def _is_battle_at(item: RecapItem, spaces: set[int]) -> bool:
    """Return whether an item reports only a battle in one of these spaces."""
    return bool(item.flags) and all(flag.kind == "battle" and flag.space in spaces for flag in item.flags)


class _Concerns:
    """A test whether an item is about one of some seats, by style or by name."""

    def __init__(self, walk: MatchWalk, at: int, seats: Sequence[str]) -> None:
        game: Any = walk.loaded.game
        own = [game.view(walk.state(at), seat).names.get(seat, "") for seat in seats]
        self.styles = {game.seat_styles.get(seat, seat) for seat in seats}
        self.names = [_short_name(name) for name in own if name]

    def __call__(self, item: RecapItem) -> bool:
        sides = {side.style for side in item.card.sides} if item.card else set()
        styles = {flag.style for flag in item.flags} | {route.style for route in item.routes} | sides
        return bool(self.styles & styles) or any(name in item.text.casefold() for name in self.names)


def _short_name(name: str) -> str:
    """Return the part of a name by which texts call a seat: "Cadoc" of "Cadoc of Malmond"."""
    return name.casefold().removeprefix("the ").partition(" of ")[0]


def _point(
    walk: MatchWalk, before: int, after: int, items: tuple[RecapItem, ...], *, ends: bool = False
) -> TurningPoint:
    """Return a turning point.

    Its change includes the end of the match only if `ends` is true.
    """
    change = walk.swing(before, after) if ends else walk.swing_in_play(before, after)
    return TurningPoint(before, after, walk.turn(before), change, items)
